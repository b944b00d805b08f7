/** A game against bots that is dealt at once, with what was wished the last time. */

import { catalogue, listLevels } from "./catalogue.svelte";
import { fitOptions, fitPlayers, openTable, type Options, resizeSeats, type Setup } from "./setup";
import type { Game } from "./shapes";
import { myName, StoredValue } from "./storage.svelte";

export interface Quick {
  game: string;
  players: number;
  bot: string;
  options: Record<string, Options>; // by game
}

const USUAL_PLAYERS = 3;

const wishes = new StoredValue<Partial<Quick>>("quick", {});

/** What was wished the last time, or what is proposed. */
export function readQuick(): Quick {
  const { games, usual_level } = catalogue.current!;
  const proposed = { game: games[0]!.id, players: USUAL_PLAYERS, bot: usual_level, options: {} };
  return { ...proposed, ...wishes.current };
}

export function changeQuick(change: Partial<Quick>): void {
  wishes.current = { ...readQuick(), ...change };
}

/** The level of the bots: the usual one where the one that was wished is gone. */
export function quickLevel(): string {
  const { bot } = readQuick();
  return listLevels().find((one) => one.id === bot)?.id ?? catalogue.current!.usual_level;
}

/** The set-up of a game against bots. */
export function quickSetup(game: Game): Setup {
  const quick = readQuick();
  const players = fitPlayers(game, quick.players);
  return {
    game: game.id,
    options: fitOptions(game, players, quick.options[game.id] ?? {}),
    seats: resizeSeats([null], players, quickLevel()),
    timer: null,
    listed: false,
    hints: true,
    memory: true,
  };
}

/** Deal a game against bots. Return the table's code. */
export function openQuickTable(game: Game): Promise<string> {
  return openTable(quickSetup(game), myName.current, true);
}
