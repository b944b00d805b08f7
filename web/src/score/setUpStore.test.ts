import { beforeEach, describe, expect, it } from "vitest";

import { catalogue } from "../catalogue.svelte";
import { makeGame, makeTokenGame } from "../fixtures";
import type { Catalogue } from "../shapes";
import { writeStorage } from "../storage.svelte";
import { parseTokens, SetUpStore } from "./setUpStore.svelte";
import { createPlayer, layCard, type ScoreTable } from "./table";

const FIRST = ["maki", "tempura", "wasabi", "pudding"];
const game = makeGame();
const coins = { ...makeTokenGame(), id: "coins" };

const table = (parts: Partial<ScoreTable> = {}): ScoreTable => ({
  game: "small",
  options: {},
  dishes: [],
  players: ["Ana", "Bo"].map(createPlayer),
  ...parts,
});

beforeEach(() => {
  localStorage.clear();
  catalogue.current = { games: [game, coins] } as unknown as Catalogue;
});

it("begins with a game that is there, whatever was played before", () => {
  expect(new SetUpStore(null).game.id).toBe("small");
  writeStorage("score.game", "coins");
  expect(new SetUpStore(null).game.id).toBe("coins");
  writeStorage("score.game", "gone");
  expect(new SetUpStore(null).game.id).toBe("small");
  expect(new SetUpStore(table({ game: "gone" })).game.id).toBe("small");
});

describe("people", () => {
  it("are named by their place until they have a name", () => {
    const store = new SetUpStore(table({ players: ["Ana", " "].map(createPlayer) }));
    expect(store.nameAt(1)).toBe("Player 2");
    store.rename(1, "Bo");
    expect(store.finish().players.map((player) => player.name)).toEqual(["Ana", "Bo"]);
  });

  it("come, move and go with their cards", () => {
    const store = new SetUpStore(layCard(table(), 0, 1, { kind: "tofu" }));
    store.add();
    store.rename(2, "Cy");
    store.moveUp(1);
    expect(store.people.map(({ player }) => player.name)).toEqual(["Bo", "Ana", "Cy"]);
    store.remove(1);
    const [bo, cy] = store.finish().players;
    expect(bo!.rounds[0]!.cards).toEqual([{ kind: "tofu" }]);
    expect(cy!.name).toBe("Cy");
  });

  it("must be as many as the game is for", () => {
    const store = new SetUpStore(table());
    expect(store.isFit).toBe(true);
    store.remove(0);
    expect(store.isFit).toBe(false);
  });

  it("are remembered for the next table", () => {
    new SetUpStore(table({ players: ["Ana", "Bo", "Cy"].map(createPlayer) })).finish();
    const next = new SetUpStore(null);
    expect(next.gameId).toBe("small");
    expect(next.people.map(({ player }) => player.name)).toEqual(["Ana", "Bo", "Cy"]);
  });
});

describe("options", () => {
  it("are offered where the players have a choice", () => {
    const store = new SetUpStore(table());
    expect(store.options.map((option) => option.id)).toEqual(["variant"]);
    store.add();
    expect(store.options).toEqual([]);
  });

  it("give the robot a place at the table, and keep its cards", () => {
    const store = new SetUpStore(table());
    store.choose(game.options[0]!, "robot");
    const withRobot = store.finish();
    expect(withRobot.options).toEqual({ variant: "robot" });
    expect(withRobot.players.map((player) => player.name)).toEqual(["Ana", "Bo", "Robot"]);
    const again = new SetUpStore(layCard(withRobot, 0, 2, { kind: "tofu" }));
    expect(again.number).toBe(2);
    expect(again.finish().players[2]!.rounds[0]!.cards).toEqual([{ kind: "tofu" }]);
  });
});

describe("the menu", () => {
  it("is all dishes, a printed one, or their own", () => {
    const store = new SetUpStore(table());
    expect(store.menu).toBe("all");
    store.chooseMenu("first");
    expect([store.menu, store.dishes]).toEqual(["first", FIRST]);
    store.chooseMenu("own");
    store.toggleDish("wasabi");
    expect([store.menu, store.finish().dishes]).toEqual(["own", ["maki", "tempura", "pudding"]]);
    store.chooseMenu("all");
    expect(store.finish().dishes).toEqual([]);
  });

  it("leaves out dishes that are not for this number of players", () => {
    const store = new SetUpStore(table({ dishes: ["tofu", "maki"] }));
    store.add();
    store.add();
    expect(store.finish().dishes).toEqual(["maki"]);
  });
});

describe("tokens", () => {
  it("are read from any text with numbers", () => {
    expect(parseTokens("5, 1 and 3")).toEqual([1, 3, 5]);
    expect(parseTokens("none")).toEqual([]);
  });

  it("are an option if they are not the usual ones", () => {
    const store = new SetUpStore(table({ game: "coins" }));
    store.setTokens("eel", "3 2 1");
    expect(store.tokensOf("eel")).toEqual([1, 2, 3]);
    expect(store.finish().options).toEqual({ tokens: "eel:1,2,3" });
    store.setTokens("eel", "");
    expect(store.finish().options).toEqual({});
  });
});

it("begins with an empty table when the game is another one", () => {
  const store = new SetUpStore(layCard(table(), 0, 0, { kind: "tofu" }));
  store.gameId = "coins";
  expect(store.finish().players).toEqual(["Ana", "Bo"].map(createPlayer));
});
