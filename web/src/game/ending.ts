/** The end of a game in words: who won, by how much and thanks to what, and the own place. */

import { entryName } from "../catalogue.svelte";
import type { Game, Outcome, RankedPlayer, View } from "../shapes";
import { formatList, formatPoints, formatSigned, say, sayPlural } from "../text.svelte";

export type Feeling = "won" | "shared" | "lost" | "watched";

export interface Ending {
  feeling: Feeling;
  winners: number[]; // their seats
  title: string;
  lines: string[]; // why, and where the reader stands
}

/** Return how a game ended for those who sit at some seats; for nobody in particular without any. */
export function describeEnding(
  game: Game,
  view: Pick<View, "sheet" | "tokens" | "names">,
  outcome: Outcome,
  mine: number[],
): Ending {
  const winners = outcome.ranking.filter((place) => place.rank === 1);
  const own = outcome.ranking.filter((place) => mine.includes(place.seat));
  const reader = own.length === 1 ? own[0]! : undefined;
  const feeling = findFeeling(winners, reader);
  const rival =
    feeling === "lost" ? reader : outcome.ranking.find((place) => !winners.includes(place));
  const winner = winners.length === 1 ? winners[0]! : undefined;
  const lines = [
    ...(winner && rival ? describeWhy(game, view, winner, rival) : []),
    winner ? "" : describeLevel(winners),
    feeling === "lost" && reader ? describePlace(reader, outcome) : "",
  ];
  return {
    feeling,
    winners: winners.map((place) => place.seat),
    title: describeWinners(winners, feeling),
    lines: lines.filter(Boolean),
  };
}

function findFeeling(winners: RankedPlayer[], reader: RankedPlayer | undefined): Feeling {
  if (!reader) return "watched";
  if (!winners.includes(reader)) return "lost";
  return winners.length > 1 ? "shared" : "won";
}

function describeWinners(winners: RankedPlayer[], feeling: Feeling): string {
  const names = formatList(winners.map((place) => place.name));
  if (feeling === "won") return say("You win!");
  if (feeling === "shared") return say("A shared victory!");
  return sayPlural("{names} wins", "{names} share the victory", winners.length, { names });
}

/** "Ana beats Bo by 3 points." Nothing where they are level: the tie-break is told elsewhere. */
function describeMargin(winner: RankedPlayer, rival: RankedPlayer): string {
  const margin = winner.score - rival.score;
  const points = formatPoints(margin);
  return margin
    ? say("{name}: {points} ahead of {other}.", {
        name: winner.name,
        points,
        other: rival.name,
      })
    : "";
}

/** "Ana and Bo tie at 12 points." */
function describeLevel(winners: RankedPlayer[]): string {
  const names = formatList(winners.map((place) => place.name));
  return say("{names} tie at {points}.", {
    names,
    points: formatPoints(winners[0]!.score),
  });
}

type Sums = Map<string, number>;

const addTo = (sums: Sums, key: string, points: number) =>
  sums.set(key, (sums.get(key) ?? 0) + points);

/** What each dish brought a seat in the whole game; in a game of tokens, each pile. */
function sumByDish(view: Pick<View, "sheet" | "tokens">, seat: number): Sums {
  const held = view.tokens[seat] ?? [];
  const parts: [string, number][] = held.length
    ? held.map(([pile, worth]) => [String(pile), Number(worth ?? 0)])
    : view.sheet.lines.filter((line) => line.seat === seat).map((line) => [line.card, line.points]);
  return parts.reduce((sums, [card, points]) => addTo(sums, card, points), new Map() as Sums);
}

/** Return the part with which one of two is furthest ahead of the other; nothing if there is none. */
export function findLargestLead<K>(own: Map<K, number>, other: Map<K, number>): K | undefined {
  const lead = (key: K) => (own.get(key) ?? 0) - (other.get(key) ?? 0);
  const keys = [...new Set([...own.keys(), ...other.keys()])];
  const best = keys.reduce<K | undefined>(
    (most, key) => (most === undefined || lead(key) > lead(most) ? key : most),
    undefined,
  );
  return best !== undefined && lead(best) > 0 ? best : undefined;
}

/** Why one is ahead of another: by how much, thanks to which dish, and when. */
function describeWhy(
  game: Game,
  view: Pick<View, "sheet" | "tokens">,
  winner: RankedPlayer,
  rival: RankedPlayer,
): string[] {
  const dish = findLead(sumByDish(view, winner.seat), sumByDish(view, rival.seat));
  // In a game of tokens no round brings points.
  const moment = game.piles.length
    ? undefined
    : findLead(sumByMoment(view, winner.seat), sumByMoment(view, rival.seat));
  const isSame = moment && dish?.more === moment.more && dish.less === moment.less;
  return [
    describeMargin(winner, rival),
    dish && !isSame ? describeDifference(game, dish) : "",
    moment ? describeMoment(game, moment) : "",
  ];
}

interface Lead {
  key: string;
  more: number;
  less: number;
}

/** The part with which one of two is furthest ahead of the other. */
function findLead(own: Sums, other: Sums): Lead | undefined {
  const key = findLargestLead(own, other);
  return key === undefined
    ? undefined
    : { key, more: own.get(key) ?? 0, less: other.get(key) ?? 0 };
}

/** What each dish brought a seat in each round. */
function sumByMoment(view: Pick<View, "sheet">, seat: number): Sums {
  return view.sheet.lines
    .filter((line) => line.seat === seat)
    .reduce(
      (sums, line) => addTo(sums, `${line.round} ${line.card}`, line.points),
      new Map() as Sums,
    );
}

function describeDifference(game: Game, { key, more, less }: Lead): string {
  return say("What made the difference: {dish}, {more} to {less}.", {
    dish: entryName(game, key),
    more: formatSigned(more),
    less: formatSigned(less),
  });
}

function describeMoment(game: Game, { key, more, less }: Lead): string {
  const [round, card] = key.split(" ");
  return say("The deciding moment: {dish} in round {round}, {more} to {less}.", {
    dish: entryName(game, card!),
    round: round!,
    more: formatSigned(more),
    less: formatSigned(less),
  });
}

/** "You finish second of four, 3 points behind." */
function describePlace(reader: RankedPlayer, { ranking }: Outcome): string {
  const behind = formatPoints(ranking[0]!.score - reader.score);
  const players = ranking.length;
  return say("Your place: {rank} of {players}, {behind} behind first place.", {
    rank: reader.rank,
    players,
    behind,
  });
}
