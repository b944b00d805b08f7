/** A game with cardboard cards as people enter it: who plays, and what lies in front of them. Every
 * change returns a new table. Only the server knows what may lie there and what it brings. */

import { findCard } from "../catalogue.svelte";
import type { Card, Game } from "../shapes";

export const ROUNDS = 3;
export const END = ROUNDS; // the stage after the last round
export const STAGES = [...Array(ROUNDS).keys(), END];
export const FACE_DOWN = "face_down";
const ON_WASABI = "@wasabi";

export type Options = Record<string, string | boolean>;

/** A card as it lies: what it counts as, which card acts so, and whether its player put that one on
 * a wasabi. */
export interface PlayedCard {
  kind: string;
  mimic?: string;
  dips?: boolean;
}

/** What a player has in a round: cards in the order played, and prizes of a race. */
export interface PlayedRound {
  cards: PlayedCard[];
  prizes: number[];
}
export interface Player {
  name: string;
  rounds: PlayedRound[];
  tokens: Record<string, number[]>; // by pile, what they are worth
}
export interface ScoreTable {
  game: string;
  options: Options;
  dishes: string[]; // those that may come; all if there are none
  players: Player[];
}

// --- Changes ---

export function createPlayer(name: string): Player {
  return {
    name,
    rounds: Array.from({ length: ROUNDS }, () => ({ cards: [], prizes: [] })),
    tokens: {},
  };
}

/** Return an empty table for these people and this menu. */
export function clearTable(table: ScoreTable): ScoreTable {
  return { ...table, players: table.players.map((player) => createPlayer(player.name)) };
}

function updatePlayer(
  table: ScoreTable,
  seat: number,
  change: (player: Player) => Player,
): ScoreTable {
  return {
    ...table,
    players: table.players.map((player, place) => (place === seat ? change(player) : player)),
  };
}

function updateRound(
  table: ScoreTable,
  round: number,
  seat: number,
  change: (laid: PlayedRound) => PlayedRound,
): ScoreTable {
  return updatePlayer(table, seat, (player) => ({
    ...player,
    rounds: player.rounds.map((laid, place) => (place === round ? change(laid) : laid)),
  }));
}

export function layCard(
  table: ScoreTable,
  round: number,
  seat: number,
  card: PlayedCard,
): ScoreTable {
  return updateRound(table, round, seat, (laid) => ({ ...laid, cards: [...laid.cards, card] }));
}

export function removeCard(
  table: ScoreTable,
  round: number,
  seat: number,
  place: number,
): ScoreTable {
  return updateRound(table, round, seat, (laid) => ({
    ...laid,
    cards: laid.cards.toSpliced(place, 1),
  }));
}

/** Note that a player took a prize, or that they did not. */
export function togglePrize(
  table: ScoreTable,
  round: number,
  seat: number,
  prize: number,
): ScoreTable {
  return updateRound(table, round, seat, (laid) => ({
    ...laid,
    prizes: toggle(laid.prizes, prize),
  }));
}

function toggle(numbers: number[], number: number): number[] {
  return numbers.includes(number) ? removeOne(numbers, number) : [...numbers, number];
}

function removeOne(numbers: number[], number: number): number[] {
  return numbers.toSpliced(numbers.indexOf(number), 1);
}

/** Give a token to a player, or put it back if it is theirs. */
export function giveToken(
  table: ScoreTable,
  pile: string,
  worth: number,
  from: number | null,
  to: number,
): ScoreTable {
  const change = (seat: number, numbers: (held: number[]) => number[]) => (given: ScoreTable) =>
    updatePlayer(given, seat, (player) => ({
      ...player,
      tokens: { ...player.tokens, [pile]: numbers(player.tokens[pile] ?? []) },
    }));
  const left = from === null ? table : change(from, (held) => removeOne(held, worth))(table);
  return from === to ? left : change(to, (held) => [...held, worth])(left);
}

// --- Cards ---

/** Return a card as the server reads it. */
export function spellCard({ kind, mimic, dips }: PlayedCard): string {
  return mimic ? `${mimic}>${kind}${dips ? ON_WASABI : ""}` : kind;
}

/** By place, the wasabi that a card lies on: the first that was free. */
export function findWasabiUnder(game: Game, cards: PlayedCard[]): (number | null)[] {
  const free: number[] = [];
  return cards.map(({ kind, mimic, dips }, place) => {
    if (kind === "wasabi") free.push(place);
    const goes = dips || (!mimic && findCard(game, kind)?.id === "nigiri");
    return (goes ? free.shift() : undefined) ?? null;
  });
}

/** Whether the options of a table have these values. */
export function matchesOptions(
  values: Record<string, unknown>,
  game: Game,
  options: Options,
): boolean {
  return Object.entries(values).every(
    ([id, value]) => (options[id] ?? findDefault(game, id)) === value,
  );
}

function findDefault(game: Game, id: string): string | boolean | undefined {
  return game.options.find((option) => option.id === id)?.values[0]?.value;
}

/** The dishes of a table in the order of the game. */
export function listDishes(game: Game, table: Pick<ScoreTable, "dishes" | "players">): Card[] {
  const chosen = new Set(table.dishes);
  const isStaple = (card: Card) => !game.courses.some((course) => course.dishes.includes(card.id));
  return game.cards.filter((card) =>
    chosen.size
      ? chosen.has(card.id) || isStaple(card)
      : card.players.includes(table.players.length),
  );
}

/** The kinds of a dish that can be told apart at a table. */
export function listKindsAt(game: Game, card: Card, options: Options): string[] {
  const kinds = Object.keys(card.kinds);
  return matchesOptions(card.differ, game, options) ? kinds : kinds.slice(0, 1);
}

/** The prizes of the race at a table, if a dish of it is raced for. */
export function findRace(game: Game, table: ScoreTable): { card: string; prizes: number[] } | null {
  const race = game.races.find((one) => matchesOptions(one.options, game, table.options));
  return race && listDishes(game, table).some((dish) => dish.id === race.card) ? race : null;
}

/** Return what the tokens of a pile are worth: as in the usual box, unless the option says
 * otherwise. */
export function listTokenValues(game: Game, options: Options, pile: string): number[] {
  const changed = `${options.tokens ?? ""}`.split("/").find((part) => part.startsWith(`${pile}:`));
  return (
    changed?.split(":")[1]!.split(",").map(Number) ??
    game.piles.find((one) => one.id === pile)!.tokens
  );
}

/** The option that says what the tokens are worth, where that is not the usual. */
export function formatTokenOption(game: Game, worths: Record<string, number[]>): Options {
  const other = game.piles.filter(
    (pile) => worths[pile.id] && worths[pile.id]!.join() !== pile.tokens.join(),
  );
  return other.length
    ? { tokens: other.map((pile) => `${pile.id}:${worths[pile.id]!.join()}`).join("/") }
    : {};
}

// --- What the server is asked ---

/** Whether there is anything to count in a stage. The end begins with the last round, or with the
 * first token turned over. */
export function hasEntries(game: Game, table: ScoreTable, stage: number): boolean {
  if (stage === END && !game.piles.length) return hasEntries(game, table, END - 1);
  return table.players.some(({ rounds, tokens }) =>
    stage === END
      ? Object.values(tokens).some((held) => held.length > 0)
      : rounds[stage]!.cards.length > 0 || rounds[stage]!.prizes.length > 0,
  );
}

/** Return the desserts that a player has from earlier rounds. */
export function listKept(game: Game, player: Player, round: number): PlayedCard[] {
  const earlier = player.rounds.slice(0, round).flatMap((laid) => laid.cards);
  return earlier.filter(({ kind }) => findCard(game, kind)?.dessert);
}

/** Return the table of a stage as the server reads it. The end is the last round with everything
 * that is counted then. */
export function buildScoreRequest(
  game: Game,
  table: ScoreTable,
  stage: number,
  before: number[],
): object {
  const round = Math.min(stage, ROUNDS - 1);
  const final = stage === END;
  const race = game.races[0]?.card;
  return {
    game: table.game,
    options: { ...table.options, ...formatMenuOption(game, table) },
    round: round + 1,
    ...(final ? { final } : {}),
    players: table.players.map((player, seat) => {
      const { cards, prizes } = player.rounds[round]!;
      const own = game.piles.length
        ? final
          ? { tokens: player.tokens }
          : {}
        : { kept: listKept(game, player, round).map(spellCard), before: before[seat] ?? 0 };
      return {
        name: player.name,
        cards: cards.map(spellCard),
        ...own,
        ...(race && prizes.length ? { [race]: prizes } : {}),
      };
    }),
  };
}

/** The menu, where it is whole; where it is not, the server tells it from the cards. */
function formatMenuOption(game: Game, table: ScoreTable): Options {
  const whole =
    game.courses.length > 0 &&
    game.courses.every(
      (course) =>
        course.dishes.filter((dish) => table.dishes.includes(dish)).length === course.served,
    );
  return whole ? { menu: table.dishes.join(",") } : {};
}
