/** A score table that is being set up: the game, the people, the options, the menu, the tokens. */

import { catalogue, findGame } from "../catalogue.svelte";
import { explainMisfits, isDishFit, usualValue } from "../setup";
import type { Option } from "../shapes";
import { myName, readStorage, writeStorage } from "../storage.svelte";
import { say } from "../text.svelte";
import {
  createPlayer,
  formatTokenOption,
  listTokenValues,
  type Options,
  type Player,
  type ScoreTable,
} from "./table";

const ROBOT = "robot";
const PLAY_ONLY = ["direction"]; // options that change the play, and no points
export const MOST_PLAYERS = 8;

interface Person {
  key: number;
  player: Player;
}

export class SetUpStore {
  readonly before: ScoreTable | null; // the table that is changed, if there is one
  #robot: Player | undefined;
  #lastKey = 0;
  gameId = $state("");
  people = $state.raw<Person[]>([]);
  #options = $state.raw<Options>({});
  dishes = $state.raw<string[]>([]);
  #tokens = $state.raw<Record<string, number[]>>({}); // what was entered, by pile
  #isOwnMenu = $state(false);

  constructor(before: ScoreTable | null) {
    this.before = before;
    this.#robot = before?.options.variant === ROBOT ? before.players.at(-1) : undefined;
    const known = findGame(before?.game ?? readStorage("score.game", ""));
    this.gameId = (known ?? catalogue.current!.games[0]!).id;
    const players = before?.players.slice(0, this.#robot ? -1 : undefined);
    const names = () => readStorage<string[]>("score.people", [myName.current, ""]);
    this.people = (players ?? names().map(createPlayer)).map((player) => this.#seat(player));
    this.#options = before?.options ?? {};
    this.dishes = before?.dishes ?? [];
  }

  readonly game = $derived(findGame(this.gameId)!);
  readonly number = $derived(this.people.length);
  readonly isFit = $derived(this.game.players.includes(this.number));
  /** The options that change the points and leave a choice. */
  readonly options = $derived(
    this.game.options.filter(
      (option) => !PLAY_ONLY.includes(option.id) && this.listValues(option).length > 1,
    ),
  );
  /** The menu that is shown as chosen: "all", "own", or the id of a printed one. */
  readonly menu = $derived.by(() => (this.#isOwnMenu ? "own" : this.#findMenu()));

  // --- People ---

  #seat(player: Player): Person {
    return { key: this.#lastKey++, player };
  }

  placeholder(place: number): string {
    return say("Player {number}", { number: place + 1 });
  }

  nameAt(place: number): string {
    return this.people[place]!.player.name.trim() || this.placeholder(place);
  }

  rename(place: number, name: string): void {
    this.people = this.people.map((person, at) =>
      at === place ? { ...person, player: { ...person.player, name } } : person,
    );
  }

  add(): void {
    this.people = [...this.people, this.#seat(createPlayer(""))];
  }

  remove(place: number): void {
    this.people = this.people.toSpliced(place, 1);
  }

  moveUp(place: number): void {
    const person = this.people[place]!;
    this.people = this.people.toSpliced(place, 1).toSpliced(place - 1, 0, person);
  }

  // --- Options ---

  listValues(option: Option): Option["values"] {
    return option.values.filter((value) => value.players.includes(this.number));
  }

  chosenValue(option: Option): string | boolean {
    const chosen = this.#options[option.id];
    const found = this.listValues(option).find((one) => one.value === chosen);
    if (found) return found.value;
    // a table that was begun keeps what it began with
    return this.gameId === this.before?.game
      ? option.values[0]!.value
      : usualValue(this.game, option);
  }

  choose(option: Option, value: string | boolean): void {
    this.#options = { ...this.#options, [option.id]: value };
  }

  // --- The menu ---

  #findMenu(): string {
    const printed = this.game.menus.find((one) => hasSameDishes(one.dishes, this.dishes));
    if (!printed) return this.dishes.length ? "own" : "all";
    return explainMisfits(this.game, this.number, this.dishes) ? "all" : printed.id;
  }

  chooseMenu(menu: string): void {
    this.#isOwnMenu = menu === "own";
    if (!this.#isOwnMenu)
      this.dishes = this.game.menus.find((one) => one.id === menu)?.dishes ?? [];
  }

  toggleDish(dish: string): void {
    this.dishes = this.dishes.includes(dish)
      ? this.dishes.filter((other) => other !== dish)
      : [...this.dishes, dish];
  }

  isFitDish(dish: string): boolean {
    return isDishFit(this.game, this.number, dish);
  }

  // --- Tokens ---

  tokensOf(pile: string): number[] {
    const options = this.gameId === this.before?.game ? this.before.options : {};
    return this.#tokens[pile] ?? listTokenValues(this.game, options, pile);
  }

  /** Set what the tokens of a pile are worth; a text without numbers sets the usual. */
  setTokens(pile: string, text: string): void {
    const numbers = parseTokens(text);
    const { [pile]: _, ...others } = this.#tokens;
    this.#tokens = numbers.length ? { ...others, [pile]: numbers } : others;
  }

  // --- The result ---

  /** Return the table as it is set up. The browser remembers the game and the names. */
  finish(): ScoreTable {
    const names = this.people.map((_, place) => this.nameAt(place));
    writeStorage("score.people", names);
    writeStorage("score.game", this.gameId);
    const isSame = this.before?.game === this.gameId;
    const players = this.people.map(({ player }, place) =>
      isSame ? { ...player, name: names[place]! } : createPlayer(names[place]!),
    );
    const options = this.#finishOptions();
    if (options.variant === ROBOT)
      players.push(isSame && this.#robot ? this.#robot : createPlayer("Robot"));
    const hasMenu = this.game.courses.length && this.#findMenu() !== "all";
    const dishes = hasMenu ? this.dishes.filter((dish) => this.isFitDish(dish)) : [];
    return { game: this.gameId, options, dishes, players };
  }

  /** Return the options that are not the usual ones. */
  #finishOptions(): Options {
    const changed = this.options.filter(
      (option) => this.chosenValue(option) !== option.values[0]!.value,
    );
    const tokens = this.game.piles.map((pile) => [pile.id, this.tokensOf(pile.id)]);
    return {
      ...Object.fromEntries(changed.map((option) => [option.id, this.chosenValue(option)])),
      ...formatTokenOption(this.game, Object.fromEntries(tokens)),
    };
  }
}

function hasSameDishes(some: string[], others: string[]): boolean {
  return some.toSorted().join() === others.toSorted().join();
}

/** Return the numbers in a text, the smallest first. */
export function parseTokens(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number).toSorted((one, other) => one - other);
}
