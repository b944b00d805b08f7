/** The setup of a table: the game, its options and its seats. The host changes it between games. */

import { findCard, catalogue, findGame } from "./catalogue.svelte";
import { lastTable, readStorage, writeStorage } from "./storage.svelte";
import { request } from "./http";
import type { Command } from "./live/commands";
import { contribute } from "./live/contributor";
import type {
  Ack,
  DealMessage,
  Game,
  Menu,
  OpenRequest,
  OpenResponse,
  PublicTable,
} from "./shapes";
import { formatLabelled, language, say, sayInContext } from "./text.svelte";

export type Options = Record<string, unknown>;

export interface Setup {
  game: string;
  options: Options;
  seats: (string | null)[]; // a bot, or null for a person
  timer: number | null;
  listed: boolean;
  hints: boolean;
  memory: boolean; // whether what one could remember of the others' hands is told
}

export const RANDOM = "random"; // the menu that the server draws

export const EDITION = "edition"; // the option, of which Sushi Go Party! has two
const USUAL_PLAYERS = 4;
const GRACE = 60; // seconds after which a bot stands in for a friend who is gone

/** The number of players nearest to what is wanted. */
export function fitPlayers(game: Game, wanted: number): number {
  return game.players.reduce((best, other) =>
    Math.abs(other - wanted) < Math.abs(best - wanted) ? other : best,
  );
}

/** Return the options that fit the number of players; the others get their default values. */
export function fitOptions(game: Game, players: number, options: Options): Options {
  const fit = Object.entries(options).filter(([id, value]) =>
    isOptionFit(game, players, id, value),
  );
  const kept = { ...proposeEdition(game), ...Object.fromEntries(fit) };
  const menu = game.menus.find((one) => one.players.includes(players));
  return menu && !kept.menu ? { ...kept, menu: menu.dishes.join() } : kept;
}

/** The edition of the reader's language, of a game that has several. */
function proposeEdition(game: Game): Options {
  const editions = game.options.find((one) => one.id === EDITION)?.values ?? [];
  const own = editions.find((one) => one.value === language.current);
  return own ? { [EDITION]: own.value } : {};
}

/** The value of an option as it is proposed first. */
export function usualValue(game: Game, option: Game["options"][number]): string | boolean {
  return (proposeEdition(game)[option.id] as string | undefined) ?? option.values[0]!.value;
}

/** Return what was chosen among the options: what is proposed in this language is not, and changes
 * with the language. */
export function dropProposed(game: Game, options: Options): Options {
  const proposed = proposeEdition(game);
  return Object.fromEntries(
    Object.entries(options).filter(([id, value]) => proposed[id] !== value),
  );
}

/** The edition that is played, of a game that has several; nothing otherwise. */
export function sayEdition(game: Game, options: Options): string {
  const option = game.options.find((one) => one.id === EDITION);
  if (!option) return "";
  switch (options[EDITION] ?? option.values[0]!.value) {
    case "en":
      return say("English edition");
    case "fr":
      return say("French edition");
    default:
      return option.values.find((one) => one.value === options[EDITION])!.name;
  }
}

function isOptionFit(game: Game, players: number, id: string, value: unknown): boolean {
  if (id === "menu") return isMenuFit(game, players, value as string);
  const option = game.options.find((one) => one.id === id);
  return option?.values.find((one) => one.value === value)?.players.includes(players) ?? true;
}

function isMenuFit(game: Game, players: number, menu: string): boolean {
  return menu === RANDOM || !menu.split(",").some((dish) => !isDishFit(game, players, dish));
}

export function isDishFit(game: Game, players: number, dish: string): boolean {
  return game.cards.find((card) => card.id === dish)?.players.includes(players) ?? false;
}

/** Return the numbers of players that a dish is for. */
export function describeDishPlayers(game: Game, dish: string): string {
  const players = formatRange(findCard(game, dish)?.players ?? []);
  return sayInContext("a dish", "{players} players", { players });
}

/** Return why dishes do not fit the number of players; nothing if they do. */
export function explainMisfits(game: Game, players: number, dishes: string[]): string {
  const wrong = dishes.filter((dish) => !isDishFit(game, players, dish));
  return wrong
    .map((dish) => formatLabelled(dishName(game, dish), describeDishPlayers(game, dish)))
    .join(" · ");
}

export function dishName(game: Game, dish: string): string {
  return findCard(game, dish)?.name ?? dish;
}

/** The printed menu that has these dishes. */
export function findMenu(game: Game, value: unknown): Menu | undefined {
  const dishes = `${value}`.split(",").sort().join();
  return game.menus.find((menu) => [...menu.dishes].sort().join() === dishes);
}

export function menuName(game: Game, value: unknown): string {
  if (value === RANDOM) return say("Random");
  const menu = findMenu(game, value);
  return menu ? menu.name : say("À la carte");
}

/** Return a number of seats; new ones are for `other`. */
export function resizeSeats(
  seats: Setup["seats"],
  players: number,
  other: string | null = null,
): Setup["seats"] {
  return Array.from({ length: players }, (_, seat) => (seat < seats.length ? seats[seat]! : other));
}

/** Another game at the same table, with as many people as it is for. */
export function changeGame(setup: Setup, game: Game): Setup {
  const players = fitPlayers(game, setup.seats.length);
  return {
    ...setup,
    game: game.id,
    seats: resizeSeats(setup.seats, players),
    options: fitOptions(game, players, {}),
  };
}

/** Return the set-up with another number of players. */
export function changePlayers(setup: Setup, game: Game, players: number): Setup {
  return {
    ...setup,
    seats: resizeSeats(setup.seats, players),
    options: fitOptions(game, players, setup.options),
  };
}

/** A table for friends, as it is proposed first. */
export function defaultSetup(): Setup {
  const game = catalogue.current!.games[0]!;
  const empty = {
    game: game.id,
    options: {},
    seats: [],
    timer: null,
    listed: false,
    hints: true,
    memory: true,
  };
  return changePlayers(empty, game, fitPlayers(game, USUAL_PLAYERS));
}

export function readSetup(table: PublicTable): Setup {
  const { game, options, timer, listed, hints, memory } = table;
  return {
    game,
    options,
    timer,
    listed,
    hints,
    memory,
    seats: table.seats.map((seat) => (seat.person ? null : seat.bot)),
  };
}

/** What is different, as the command `set` takes it. */
export function diffSetups(before: Setup, after: Setup): Partial<Setup> {
  const names = Object.keys(after) as (keyof Setup)[];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Open a table and return its code. Alone with bots it starts at once, and no bot ever replaces
 * the player. */
export async function openTable(setup: Setup, name: string, alone = false): Promise<string> {
  const wish = {
    ...setup,
    name: name.trim() || defaultName(),
    grace: alone ? null : GRACE,
  } satisfies OpenRequest;
  const { table, token } = await request<OpenResponse>("/api/tables", wish);
  writeStorage(`token.${table}`, token);
  lastTable.current = table;
  if (alone) await startAlone(table, token);
  return table;
}

/** Start the game of a player without company, who contributes to its deal as friends would. */
async function startAlone(code: string, token: string): Promise<void> {
  const post = (command: Command | null) =>
    request<Ack>(`/api/tables/${code}/commands`, command, { Authorization: `Bearer ${token}` });
  const { next } = await request<DealMessage>(`/api/tables/${code}/deal`);
  const promise = next && contribute(code, next, true);
  if (promise) await post(promise);
  await post({ do: "start" });
  const { next: closed } = await request<DealMessage>(`/api/tables/${code}/deal`);
  const reveal = closed?.closed && contribute(code, closed, true);
  if (reveal) await post(reveal);
}

// Japanese words that are names in every language, and those of no bot.
const NICKNAMES = [
  "Nori",
  "Momo",
  "Yuzu",
  "Saki",
  "Taro",
  "Kombu",
  "Sakura",
  "Umi",
  "Kiko",
  "Nami",
];

/** The name of a player who has not entered one: always the same in a browser, in any language, so
 * that it can stand in a sentence. */
export function defaultName(): string {
  const known = readStorage<unknown>("nickname", "");
  if (typeof known === "string" && NICKNAMES.includes(known)) return known;
  const drawn = NICKNAMES[Math.floor(Math.random() * NICKNAMES.length)]!;
  writeStorage("nickname", drawn);
  return drawn;
}

const NOBODY = ["You", "Vous"]; // how players without a name are called in games of earlier versions

/** Return a name as the page shows it. Who had none in an earlier version is "you" on their own
 * device, in any language, and a guest on the others. */
export function displayName(name: string, here: boolean): string {
  if (!NOBODY.includes(name)) return name;
  return here ? say("You") : say("Guest");
}

const CODE_LENGTHS = [8, 6]; // six for tables of older servers

/** Find the code in a text: a code with spaces, in small letters, or a whole link. */
export function findCode(text: string): string | null {
  const found =
    /\/t\/([a-z0-9]{6}|[a-z0-9]{8})\b/i.exec(text)?.[1] ?? text.replace(/[^a-z0-9]/gi, "");
  return CODE_LENGTHS.includes(found.length) ? found.toUpperCase() : null;
}

/** For how many: "2–5", or the only number there is. */
export function formatRange(numbers: number[]): string {
  const few = Math.min(...numbers);
  const many = Math.max(...numbers);
  return few === many ? `${few}` : `${few}–${many}`;
}

export function gameTitle(id: string): string {
  return findGame(id)?.title ?? id;
}
