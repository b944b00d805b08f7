import { expect, it } from "vitest";

import { makeCard, makeGame, makeView } from "../fixtures";
import { countSeen, describeValues, listDishes } from "./seenDishes";

const game = makeGame();
const ids = (menu?: string) => listDishes(game, menu ? { menu } : {}).map((card) => card.id);

it("lists all dishes of a game without menus", () => {
  expect(ids()).toEqual(game.cards.map((card) => card.id));
});

it("lists the dishes of a menu by name or one by one, with those of every menu", () => {
  expect(ids("first")).toEqual(["nigiri", "maki", "tempura", "wasabi", "pudding"]);
  expect(ids("pudding,maki")).toEqual(["nigiri", "maki", "pudding"]);
});

it("describes what the cards of a dish bring, each value once", () => {
  const values = { egg: "1", squid: "3" };
  expect(describeValues(makeCard("nigiri", { values }))).toBe("1, 3");
  const both = { maki_1: values.egg, maki_2: values.egg };
  expect(describeValues(makeCard("maki", { values: both }))).toBe("1");
  expect(describeValues(makeCard("tofu"))).toBe("");
});

it("counts what was seen of all kinds of a dish", () => {
  const view = makeView({ unseen: { maki_1: 3, maki_2: 4, tempura: 4 } });
  const seen = Object.fromEntries(countSeen(game, view).map((one) => [one.card.id, one]));
  expect(seen.maki).toMatchObject({ copies: 8, seen: 1, later: 0 });
  expect(seen.tempura).toMatchObject({ copies: 4, seen: 0 });
  expect(seen.tofu).toMatchObject({ copies: 4, seen: 4 });
});

it("does not count desserts that are not in play yet", () => {
  const view = makeView({ unseen: { pudding: 3 }, aside: 1, to_come: 2 });
  const pudding = countSeen(game, view).find((one) => one.card.dessert);
  expect(pudding).toMatchObject({ copies: 3, seen: 1, later: 2 });
});
