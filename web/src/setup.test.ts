import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { catalogue } from "./catalogue.svelte";
import { makeGame } from "./fixtures";
import {
  changeGame,
  changePlayers,
  defaultName,
  defaultSetup,
  describeDishPlayers,
  diffSetups,
  displayName,
  dropProposed,
  explainMisfits,
  findCode,
  findMenu,
  fitOptions,
  fitPlayers,
  formatRange,
  gameTitle,
  menuName,
  RANDOM,
  readSetup,
  resizeSeats,
  sayEdition,
  usualValue,
} from "./setup";
import type { Catalogue, PublicTable } from "./shapes";
import { speak } from "./text.svelte";

const game = makeGame();
const FIRST = "maki,tempura,wasabi,pudding";
const SECOND = "maki,tofu,special_order,pudding";

beforeEach(() => {
  catalogue.current = { games: [game], bots: [], emotes: [] } as unknown as Catalogue;
});

it("fits the number of players to the game", () => {
  expect(fitPlayers(game, 3)).toBe(3);
  expect(fitPlayers(game, 9)).toBe(5);
  expect(fitPlayers(game, 1)).toBe(2);
});

describe("fitOptions", () => {
  it("keeps what the players can play with", () => {
    const options = { variant: "robot", menu: SECOND, other: 1 };
    expect(fitOptions(game, 2, options)).toEqual(options);
  });

  it("drops what they cannot, and serves a menu that they can", () => {
    expect(fitOptions(game, 4, { variant: "robot", menu: SECOND })).toEqual({ menu: FIRST });
  });

  it("lets the server draw a menu for any number", () => {
    expect(fitOptions(game, 5, { menu: RANDOM })).toEqual({ menu: RANDOM });
  });
});

describe("the edition", () => {
  const value = (edition: string) => ({
    value: edition,
    name: edition,
    words: edition,
    players: [2, 3, 4, 5],
  });
  const option = { id: "edition", name: "Edition", values: [value("fr"), value("en")] };
  const party = makeGame({ options: [...game.options, option] });

  afterEach(() => speak("en"));

  it.each(["en", "fr"] as const)("is that of the reader's language: %s", async (spoken) => {
    await speak(spoken);
    expect(fitOptions(party, 3, {}).edition).toBe(spoken);
    expect(usualValue(party, option)).toBe(spoken);
    expect(changeGame(defaultSetup(), party).options.edition).toBe(spoken);
  });

  it("is the one that the host chose", () => {
    const chosen = dropProposed(party, { ...fitOptions(party, 3, {}), edition: "fr" });
    expect(chosen.edition).toBe("fr");
    expect(fitOptions(party, 3, chosen).edition).toBe("fr");
    expect(changePlayers({ ...defaultSetup(), options: chosen }, party, 4).options.edition).toBe(
      "fr",
    );
  });

  it("follows the language as long as nobody has chosen", async () => {
    const chosen = dropProposed(party, fitOptions(party, 3, { menu: SECOND }));
    expect(chosen).toEqual({ menu: SECOND });
    await speak("fr");
    expect(fitOptions(party, 3, chosen).edition).toBe("fr");
  });

  it("is said", async () => {
    expect(sayEdition(party, { edition: "en" })).toBe("English edition");
    expect(sayEdition(party, {})).toBe("French edition"); // as the server plays without a word
    expect(sayEdition(game, {})).toBe("");
    const other = { ...option, values: [value("second")] };
    expect(sayEdition(makeGame({ options: [other] }), { edition: "second" })).toBe("second");
    await speak("fr");
    expect(sayEdition(party, { edition: "en" })).toBe("Édition anglaise");
  });

  it("of another language than those that are printed is the usual one", () => {
    expect(fitOptions(game, 3, {})).not.toHaveProperty("edition");
    expect(usualValue(game, { ...option, id: "other" })).toBe("fr");
  });
});

it("explains why a menu does not fit", () => {
  expect(explainMisfits(game, 4, SECOND.split(","))).toBe("tofu: 2–3 players");
  expect(explainMisfits(game, 3, SECOND.split(","))).toBe("");
  expect(describeDishPlayers(game, "maki")).toBe("2–5 players");
});

it("finds a printed menu in any order of its dishes", () => {
  expect(findMenu(game, "pudding,wasabi,maki,tempura")?.id).toBe("first");
  expect(findMenu(game, "maki")).toBeUndefined();
  expect(menuName(game, FIRST)).toBe("First");
  expect(menuName(game, RANDOM)).toBe("Random");
  expect(menuName(game, "maki")).toBe("À la carte");
});

it("adds and removes seats at the end", () => {
  expect(resizeSeats([null, "hard"], 4)).toEqual([null, "hard", null, null]);
  expect(resizeSeats([null, "hard"], 3, "easy")).toEqual([null, "hard", "easy"]);
  expect(resizeSeats([null, "hard", null], 2)).toEqual([null, "hard"]);
});

describe("a setup", () => {
  it("begins with the first game, four people and a menu", () => {
    expect(defaultSetup()).toMatchObject({
      game: "small",
      seats: [null, null, null, null],
      options: { menu: FIRST },
      listed: false,
    });
  });

  it("changes the game with as many people as it is for", () => {
    const duel = makeGame({ id: "duel", players: [2], menus: [] });
    const changed = changeGame({ ...defaultSetup(), seats: [null, "hard", null] }, duel);
    expect(changed).toMatchObject({ game: "duel", seats: [null, "hard"], options: {} });
  });

  it("changes the number of players, and options that no longer fit", () => {
    const setup = { ...defaultSetup(), options: { menu: SECOND, variant: "robot" } };
    const changed = changePlayers({ ...setup, seats: [null, null] }, game, 3);
    expect(changed.seats).toHaveLength(3);
    expect(changed.options).toEqual({ menu: SECOND });
  });

  it("is read from a table: a seat of a person is for people", () => {
    const seats = [
      { person: 1, bot: null },
      { person: null, bot: "hard" },
      { person: 2, bot: "easy" },
    ];
    const rest = { game: "small", options: {}, timer: 30, listed: true, hints: true, memory: true };
    const table = { ...rest, seats, stage: "open" } as unknown as PublicTable;
    expect(readSetup(table)).toEqual({ ...rest, seats: [null, "hard", null] });
  });

  it("sends only what has changed", () => {
    const before = defaultSetup();
    expect(diffSetups(before, { ...before })).toEqual({});
    expect(diffSetups(before, { ...before, timer: 30, seats: [null, null] })).toEqual({
      timer: 30,
      seats: [null, null],
    });
  });
});

it("calls a player without a name always the same, in every language", () => {
  const name = defaultName();
  expect(name).toMatch(/^\p{Lu}\p{Ll}+$/u);
  expect(defaultName()).toBe(name);
  localStorage.setItem("kaiten.nickname", '{"no": "name"}');
  expect(defaultName()).toMatch(/^\p{Lu}\p{Ll}+$/u);
});

it("shows a player without a name as you to themselves and as a guest to others", () => {
  expect(displayName("Ana", true)).toBe("Ana");
  expect(displayName("Vous", true)).toBe("You");
  expect(displayName("You", false)).toBe("Guest");
});

it.each([
  ["K7QX2M", "K7QX2M"],
  [" k7q-x2m ", "K7QX2M"],
  ["https://house/t/k7qx2m#seat=abc", "K7QX2M"],
  ["K7QX2M9F", "K7QX2M9F"],
  [" k7qx-2m9f ", "K7QX2M9F"],
  ["https://house/t/k7qx2m9f", "K7QX2M9F"],
  ["K7QX2", null],
  ["K7QX2M9", null],
  ["hello there", null],
])("finds the code in %s", (typed, code) => {
  expect(findCode(typed)).toBe(code);
});

it("formats ranges and titles", () => {
  expect(formatRange([3, 4, 5])).toBe("3–5");
  expect(formatRange([2])).toBe("2");
  expect(gameTitle("small")).toBe("Small");
  expect(gameTitle("chess")).toBe("chess");
});
