import { expect, it } from "vitest";

import { makeCard, makeGame } from "../fixtures";
import type { Game } from "../shapes";
import { dishesIn, findIncomplete, listStaples, toggleDish } from "./menuChoice";

const game = makeGame({
  cards: ["nigiri", "maki", "uramaki", "tofu", "tea"].map((id) => makeCard(id)),
  courses: [
    { name: "rolls", served: 1, dishes: ["maki", "uramaki"] },
    { name: "others", served: 2, dishes: ["tofu", "tea"] },
  ],
} as Partial<Game>);
const [rolls, others] = game.courses as [Game["courses"][number], Game["courses"][number]];

it("replaces the dish of a course that has one", () => {
  expect(toggleDish(game, ["maki", "tofu"], rolls, "uramaki")).toEqual(["uramaki", "tofu"]);
});

it("adds a dish in the order of the game, and takes it off", () => {
  expect(toggleDish(game, ["maki", "tea"], others, "tofu")).toEqual(["maki", "tofu", "tea"]);
  expect(toggleDish(game, ["maki", "tofu", "tea"], others, "tea")).toEqual(["maki", "tofu"]);
});

it("finds the courses that are not complete", () => {
  expect(findIncomplete(game, ["maki", "tofu"])).toEqual([others]);
  expect(findIncomplete(game, ["maki", "tofu", "tea"])).toEqual([]);
  expect(dishesIn(others, ["maki", "tea"])).toEqual(["tea"]);
});

it("lists what is on every menu", () => {
  expect(listStaples(game).map((card) => card.id)).toEqual(["nigiri"]);
});
