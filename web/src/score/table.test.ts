import { describe, expect, it } from "vitest";

import { makeCard, makeGame, makeTokenGame } from "../fixtures";
import type { Game } from "../shapes";
import {
  buildScoreRequest,
  clearTable,
  createPlayer,
  END,
  findRace,
  findWasabiUnder,
  formatTokenOption,
  giveToken,
  hasEntries,
  layCard,
  listDishes,
  listKept,
  listKindsAt,
  listTokenValues,
  matchesOptions,
  removeCard,
  spellCard,
  type ScoreTable,
  togglePrize,
} from "./table";

const game = makeGame();
const tokenGame = makeTokenGame();

function makeTable(parts: Partial<ScoreTable> = {}): ScoreTable {
  return {
    game: "small",
    options: {},
    dishes: [],
    players: ["Ana", "Bo"].map(createPlayer),
    ...parts,
  };
}

const plain = (kind: string) => ({ kind });

/** Lay cards in front of a player, round by round. */
const fill = (seat: number, ...rounds: string[][]) =>
  rounds.reduce(
    (table, cards, round) =>
      cards.reduce((one, card) => layCard(one, round, seat, { kind: card }), table),
    makeTable(),
  );

describe("changes", () => {
  it("give a new table and leave the old one as it was", () => {
    const before = makeTable();
    const after = layCard(before, 1, 0, { kind: "tempura" });
    expect(after.players[0]!.rounds[1]!.cards).toEqual([{ kind: "tempura" }]);
    expect(before).toEqual(makeTable());
    expect(after.players[1]).toBe(before.players[1]);
  });

  it("take a card away by its place", () => {
    const table = fill(0, ["tofu", "tempura", "tofu"]);
    expect(removeCard(table, 0, 0, 1).players[0]!.rounds[0]!.cards).toEqual(
      ["tofu", "tofu"].map(plain),
    );
  });

  it("note a prize, and take it back", () => {
    const noted = togglePrize(makeTable(), 0, 1, 8);
    expect(noted.players[1]!.rounds[0]!.prizes).toEqual([8]);
    expect(togglePrize(noted, 0, 1, 8)).toEqual(makeTable());
  });

  it("clear the table for the same people", () => {
    const table = { ...fill(0, ["tofu"]), dishes: ["tofu"] };
    expect(clearTable(table)).toEqual(makeTable({ dishes: ["tofu"] }));
  });
});

describe("giveToken", () => {
  const given = giveToken(makeTable(), "tuna", 3, null, 0);

  it("gives a token from the pile", () => {
    expect(given.players[0]!.tokens).toEqual({ tuna: [3] });
  });

  it("moves it to another player", () => {
    const moved = giveToken(given, "tuna", 3, 0, 1);
    expect(moved.players.map((player) => player.tokens)).toEqual([{ tuna: [] }, { tuna: [3] }]);
  });

  it("puts it back if it is theirs", () => {
    expect(giveToken(given, "tuna", 3, 0, 0).players[0]!.tokens).toEqual({ tuna: [] });
  });
});

describe("cards", () => {
  const copy = { kind: "egg_nigiri", mimic: "special_order" };
  const copyOnWasabi = { ...copy, dips: true };

  it.each([
    [{ kind: "tofu" }, "tofu"],
    [{ kind: "tofu", mimic: "special_order" }, "special_order>tofu"],
    [copyOnWasabi, "special_order>egg_nigiri@wasabi"],
  ])("writes %o as %s", (card, written) => {
    expect(spellCard(card)).toBe(written);
  });

  it("puts each nigiri on the first free wasabi", () => {
    const cards = ["egg_nigiri", "wasabi", "tofu", "wasabi", "egg_nigiri", "salmon_nigiri"];
    expect(findWasabiUnder(game, cards.map(plain))).toEqual([null, null, null, null, 1, 3]);
  });

  it("puts a copy on wasabi only if its player did", () => {
    expect(findWasabiUnder(game, [{ kind: "wasabi" }, copy])).toEqual([null, null]);
    expect(findWasabiUnder(game, [{ kind: "wasabi" }, copyOnWasabi])).toEqual([null, 0]);
  });
});

describe("what can lie on a table", () => {
  const ids = (table: ScoreTable) => listDishes(game, table).map((card) => card.id);

  it("is every dish for this number of players", () => {
    expect(ids(makeTable())).toContain("tofu");
    const four = makeTable({ players: ["A", "B", "C", "D"].map(createPlayer) });
    expect(ids(four)).not.toContain("tofu");
  });

  it("is the chosen menu and the cards of every menu", () => {
    expect(ids(makeTable({ dishes: ["maki", "tofu"] }))).toEqual(["nigiri", "maki", "tofu"]);
  });

  it("compares options with their usual values", () => {
    expect(matchesOptions({ variant: "none" }, game, {})).toBe(true);
    expect(matchesOptions({ variant: "none" }, game, { variant: "robot" })).toBe(false);
    expect(matchesOptions({}, game, { variant: "robot" })).toBe(true);
  });

  it("tells kinds apart only where the rules do", () => {
    const tuna = makeCard("tuna", {
      kinds: ["tuna", "tuna_wasabi"],
      differ: { variant: "robot" } as never,
    });
    expect(listKindsAt(game, tuna, { variant: "robot" })).toEqual(["tuna", "tuna_wasabi"]);
    expect(listKindsAt(game, tuna, {})).toEqual(["tuna"]);
  });

  it("has a race if its dish is on the table", () => {
    const race = { card: "tofu", prizes: [8, 5, 2], options: {} };
    const racing = makeGame({ races: [race] } as unknown as Partial<Game>);
    expect(findRace(racing, makeTable())).toBe(race);
    expect(findRace(racing, makeTable({ dishes: ["maki"] }))).toBeNull();
    expect(findRace(game, makeTable())).toBeNull();
  });
});

describe("token values", () => {
  it("are those of the box, unless the option says otherwise", () => {
    expect(listTokenValues(tokenGame, {}, "eel")).toEqual([1, 3, 5]);
    expect(listTokenValues(tokenGame, { tokens: "eel:2,2,2" }, "eel")).toEqual([2, 2, 2]);
    expect(listTokenValues(tokenGame, { tokens: "eel:2,2,2" }, "tuna")).toEqual([2, 3, 4]);
  });

  it("are an option only where they are not the usual ones", () => {
    expect(formatTokenOption(tokenGame, { tuna: [2, 3, 4] })).toEqual({});
    const changed = formatTokenOption(tokenGame, { tuna: [1, 1, 1], eel: [2, 2, 2] });
    expect(changed).toEqual({ tokens: "tuna:1,1,1/eel:2,2,2" });
    expect(listTokenValues(tokenGame, changed, "eel")).toEqual([2, 2, 2]);
  });
});

describe("hasEntries", () => {
  it("is about the cards and prizes of a round", () => {
    expect(hasEntries(game, fill(1, [], ["tofu"]), 0)).toBe(false);
    expect(hasEntries(game, fill(1, [], ["tofu"]), 1)).toBe(true);
    expect(hasEntries(game, togglePrize(makeTable(), 0, 0, 8), 0)).toBe(true);
  });

  it("is at the end about the last round, or about tokens", () => {
    expect(hasEntries(game, fill(0, [], [], ["tofu"]), END)).toBe(true);
    expect(hasEntries(tokenGame, fill(0, [], [], ["tofu"]), END)).toBe(false);
    expect(hasEntries(tokenGame, giveToken(makeTable(), "eel", 1, null, 0), END)).toBe(true);
  });
});

describe("buildScoreRequest", () => {
  const table = fill(0, ["pudding", "tofu"], ["tofu"]);

  it("sends a round with kept desserts and the points before", () => {
    expect(listKept(game, table.players[0]!, 1)).toEqual([{ kind: "pudding" }]);
    expect(buildScoreRequest(game, table, 1, [7])).toEqual({
      game: "small",
      options: {},
      round: 2,
      players: [
        { name: "Ana", cards: ["tofu"], kept: ["pudding"], before: 7 },
        { name: "Bo", cards: [], kept: [], before: 0 },
      ],
    });
  });

  it("sends the last round as the end of the game", () => {
    expect(buildScoreRequest(game, table, END, [])).toMatchObject({ round: 3, final: true });
  });

  it("sends tokens at the end of a game that has them", () => {
    const given = giveToken(table, "eel", 5, null, 1);
    expect(buildScoreRequest(tokenGame, given, END, [])).toMatchObject({
      players: [{ tokens: {} }, { tokens: { eel: [5] } }],
    });
    expect(JSON.stringify(buildScoreRequest(tokenGame, given, 0, []))).not.toContain("tokens");
  });

  it("sends the menu only if it is whole", () => {
    const dishes = ["maki", "tempura", "tofu", "pudding"];
    const send = (some: string[]) => buildScoreRequest(game, { ...table, dishes: some }, 0, []);
    expect(send(dishes)).toMatchObject({ options: { menu: "maki,tempura,tofu,pudding" } });
    expect(send(dishes.slice(1))).toMatchObject({ options: {} });
  });

  it("sends prizes under the name of the race", () => {
    const races = [{ card: "tofu", prizes: [8], options: {} }];
    const racing = makeGame({ races } as unknown as Partial<Game>);
    const noted = togglePrize(makeTable(), 0, 0, 8);
    expect(buildScoreRequest(racing, noted, 0, [])).toMatchObject({ players: [{ tofu: [8] }, {}] });
  });
});
