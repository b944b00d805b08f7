/** Going through the stages and players of a score table. */

import { entryName } from "../catalogue.svelte";
import type { Game, PlayerScore } from "../shapes";
import { formatLabelled, formatList, formatPoints, say } from "../text.svelte";
import { stageName } from "./names";
import { END, type Player, type ScoreTable, STAGES } from "./table";

const SWIPE = 60; // px

/** Return the stage and seat after or before one, player by player; null beyond the ends. */
export function findStep(
  seats: number,
  stage: number,
  seat: number,
  by: 1 | -1,
): [stage: number, seat: number] | null {
  const next = stage * seats + seat + by;
  if (next < 0 || next >= STAGES.length * seats) return null;
  return [Math.floor(next / seats), next % seats];
}

/** Return what the next step is called: a player, or a stage; nothing at the end. */
export function nextName(game: Game, table: ScoreTable, stage: number, seat: number): string {
  if (stage === END && !game.piles.length) return "";
  const next = table.players[seat + 1];
  if (next) return next.name;
  return stage < END ? stageName(stage + 1) : "";
}

interface Point {
  x: number;
  y: number;
}

/** Return which way a finger swiped: 1 to the next player, -1 back, null if it did not. */
export function readSwipe(start: Point, end: Point): 1 | -1 | null {
  const [x, y] = [end.x - start.x, end.y - start.y];
  if (Math.abs(x) <= SWIPE || Math.abs(x) <= 2 * Math.abs(y)) return null;
  return x < 0 ? 1 : -1;
}

/** What the server counted for a player, to be announced. */
export function describeScore(game: Game, player: Player, score: PlayerScore): string {
  const taken = formatList(score.takes.map((pile) => entryName(game, pile)));
  const result = game.piles.length ? taken || say("no token") : formatPoints(score.round);
  return formatLabelled(player.name, result);
}

/** Return the first stage and seat at which two tables differ; null if it is not one of them. */
export function findDifference(
  one: ScoreTable | null,
  other: ScoreTable | null,
): [stage: number, seat: number] | null {
  if (!one || !other || one.players.length !== other.players.length) return null;
  const entry = (table: ScoreTable, stage: number, seat: number) =>
    JSON.stringify(
      stage === END ? table.players[seat]!.tokens : table.players[seat]!.rounds[stage],
    );
  for (const stage of STAGES)
    for (const seat of one.players.keys())
      if (entry(one, stage, seat) !== entry(other, stage, seat)) return [stage, seat];
  return null;
}
