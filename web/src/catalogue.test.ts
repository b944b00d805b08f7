import { expect, it } from "vitest";

import { entryName } from "./catalogue.svelte";
import { makeGame } from "./fixtures";

it("names a card, a kind's dish and a rule that stands on no card", () => {
  const game = makeGame();
  expect(["tempura", "egg_nigiri", "variety"].map((id) => entryName(game, id))).toEqual([
    "tempura",
    "nigiri",
    "variety",
  ]);
});

it("calls what no game knows by its id", () => {
  expect(entryName(makeGame(), "moon")).toBe("moon");
});
