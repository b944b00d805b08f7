import { describe, expect, it } from "vitest";

import { makeGame, makeView } from "../fixtures";
import {
  arrangePieces,
  countCards,
  findMimic,
  hideSecrets,
  pieceName,
  spreadCards,
  stackCards,
} from "./cardStacks";

const game = makeGame();

describe("arrangePieces", () => {
  it("stacks cards in the order of the game", () => {
    const pieces = arrangePieces(game, { tempura: 2, egg_nigiri: 1 });
    expect(pieces).toEqual([
      { key: "egg_nigiri", kind: "egg_nigiri", count: 1 },
      { key: "tempura", kind: "tempura", count: 2 },
    ]);
  });

  it("puts dipped nigiri on their wasabi, which is not shown on its own", () => {
    const pieces = arrangePieces(game, { egg_nigiri: 2, wasabi: 1 }, { egg_nigiri: 1 });
    expect(pieces).toEqual([
      { key: "egg_nigiri", kind: "egg_nigiri", count: 1 },
      { key: "egg_nigiri@", kind: "egg_nigiri", count: 1, onWasabi: true },
    ]);
  });

  it("shows copies on their own", () => {
    const pieces = arrangePieces(game, { tempura: 3 }, {}, { tempura: 1 });
    expect(pieces.map(({ key, count }) => [key, count])).toEqual([
      ["tempura", 2],
      ["tempura>", 1],
    ]);
  });
});

it("spreads cards one by one, each with a key of its own", () => {
  expect(spreadCards(game, { tofu: 2, maki_1: 1 }).map((card) => card.key)).toEqual([
    "maki_1#0",
    "tofu#0",
    "tofu#1",
  ]);
  expect(spreadCards(game)).toEqual([]);
});

it("stacks cards and leaves out what is not there", () => {
  expect(stackCards(game, { tofu: 2, tempura: 0 })).toEqual([
    { key: "tofu", kind: "tofu", count: 2 },
  ]);
});

it("counts cards", () => {
  expect(countCards({ tofu: 2, maki_1: 1 })).toBe(3);
  expect(countCards({})).toBe(0);
});

it("names pieces", () => {
  const name = (piece: object) => pieceName(game, { key: "", kind: "tofu", count: 1, ...piece });
  expect(name({})).toBe("tofu");
  expect(name({ count: 2 })).toBe("2 × tofu");
  expect(name({ count: 2, onWasabi: true })).toBe("2 × tofu on wasabi");
  expect(name({ copy: true })).toBe("tofu (special_order)");
});

it("finds the card that acts as others", () => {
  expect(findMimic(game)?.id).toBe("special_order");
});

it("hides everything that only the owner of a view may know", () => {
  const view = makeView({
    chosen: "tempura",
    choices: [{ choice: "tempura", words: "" }],
    tokens: [[["tuna", 3]], [], []],
    unseen: { tofu: 1 },
    deck: { tofu: 1 },
  });
  const shown = hideSecrets(view);
  expect(shown).toMatchObject({ seat: null, prompt: null, chosen: null, choices: [], deck: {} });
  expect(shown.hands.map((hand) => [hand.known, hand.hidden])).toEqual([
    [{}, 3],
    [{}, 3],
    [{}, 3],
  ]);
  expect(shown.tokens[0]).toEqual([["tuna", null]]);
  expect(shown.unseen).toEqual({});
  expect(view.chosen).toBe("tempura");
});
