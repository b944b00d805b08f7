import { expect, it } from "vitest";

import { makeCard, makeGame } from "../fixtures";
import { countCopies, groupCards } from "./cardGroups";

const game = makeGame();
const found = (sought: string) =>
  groupCards(game, sought).map(({ title, cards }) => [title, cards.map((card) => card.id)]);

it("lists the cards of every menu first, then course by course", () => {
  expect(found("")).toEqual([
    ["", ["nigiri"]],
    ["rolls (choose 1)", ["maki"]],
    ["others (choose 2)", ["tempura", "tofu", "wasabi", "special_order"]],
    ["desserts (choose 1)", ["pudding"]],
  ]);
});

it("finds cards by the name of a kind, without accents and capitals", () => {
  expect(found(" SALMON ")).toEqual([["", ["nigiri"]]]);
  expect(found("témp")).toEqual([["others (choose 2)", ["tempura"]]]);
  expect(found("pizza")).toEqual([]);
});

it("counts the copies of all kinds", () => {
  expect(countCopies(makeCard("maki", { kinds: ["maki_1", "maki_2", "maki_3"] }))).toBe(12);
});
