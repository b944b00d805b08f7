/** The end of a game in words: who won, by how much and thanks to what, and the own place. */

import { entryName } from "../catalogue.svelte";
import type { Game, Outcome, RankedPlayer, View } from "../shapes";
import { formatList, formatPoints, formatSigned, say, sayPlural, translate } from "../text.svelte";

export type Feeling = "won" | "shared" | "lost" | "watched";

export interface Ending {
  feeling: Feeling;
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
  const isAlone = winners.length === 1;
  const lines = [
    isAlone && rival ? describeMargin(winners[0]!, rival) : "",
    isAlone && rival ? describeDifference(game, view, winners[0]!, rival) : "",
    isAlone && rival ? describeRound(view, winners[0]!, rival) : "",
    feeling === "lost" && reader ? describePlace(reader, outcome) : "",
  ];
  return { feeling, title: describeWinners(winners, feeling), lines: lines.filter(Boolean) };
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
    ? say("{name} finishes {points} ahead of {other}.", {
        name: winner.name,
        points,
        other: rival.name,
      })
    : "";
}

type Sums = Map<string, number>;

/** What each dish brought a seat in the whole game; in a game of tokens, each pile. */
function sumByDish(view: Pick<View, "sheet" | "tokens">, seat: number): Sums {
  const held = view.tokens[seat] ?? [];
  const parts: [string, number][] = held.length
    ? held.map(([pile, worth]) => [String(pile), Number(worth ?? 0)])
    : view.sheet.lines.filter((line) => line.seat === seat).map((line) => [line.card, line.points]);
  return parts.reduce(
    (sums, [card, points]) => sums.set(card, (sums.get(card) ?? 0) + points),
    new Map() as Sums,
  );
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

/** The dish that made the largest difference between the winner and a rival. */
function describeDifference(
  game: Game,
  view: Pick<View, "sheet" | "tokens">,
  winner: RankedPlayer,
  rival: RankedPlayer,
): string {
  const [own, other] = [sumByDish(view, winner.seat), sumByDish(view, rival.seat)];
  const card = findLargestLead(own, other);
  if (card === undefined) return "";
  const dish = translate(entryName(game, card));
  const [more, less] = [formatSigned(own.get(card) ?? 0), formatSigned(other.get(card) ?? 0)];
  return say("What made the difference: {dish}, {more} to {less}.", { dish, more, less });
}

/** The round in which the winner gained most on a rival. In a game of tokens no round brings points. */
function describeRound(
  view: Pick<View, "sheet">,
  winner: RankedPlayer,
  rival: RankedPlayer,
): string {
  const sums = (seat: number) =>
    view.sheet.lines
      .filter((line) => line.seat === seat)
      .reduce(
        (found, line) => found.set(line.round, (found.get(line.round) ?? 0) + line.points),
        new Map<number, number>(),
      );
  const [own, other] = [sums(winner.seat), sums(rival.seat)];
  const isByRounds = [...own.values()].filter(Boolean).length > 1;
  const round = isByRounds ? findLargestLead(own, other) : undefined;
  if (round === undefined) return "";
  const [more, less] = [formatSigned(own.get(round) ?? 0), formatSigned(other.get(round) ?? 0)];
  return say("The turning point: round {round}, {more} to {less}.", { round, more, less });
}

/** "You finish second of four, 3 points behind." */
function describePlace(reader: RankedPlayer, { ranking }: Outcome): string {
  const behind = formatPoints(ranking[0]!.score - reader.score);
  const players = ranking.length;
  return say("You finish in place {rank} of {players}, {behind} behind.", {
    rank: reader.rank,
    players,
    behind,
  });
}
