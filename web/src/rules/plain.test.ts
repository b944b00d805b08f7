import { expect, it } from "vitest";

import { makeGame, makeTokenGame } from "../fixtures";
import { findGuide } from "./guide";

const titles = (game = makeGame()) => findGuide(game).map((section) => section.title);

it("tells of a game for which we wrote no guide what the catalogue says", () => {
  expect(titles()).toEqual([
    "Set-up",
    "A turn",
    "End of a round",
    "variety",
    "End of the game",
    "Variant",
  ]);
});

it("joins numbers of players that are dealt the same", () => {
  expect(findGuide(makeGame())[0]!.facts!.rows).toEqual([
    ["2–3", "10"],
    ["4–5", "9"],
  ]);
});

it("says what a game has, and nothing of what it does not have", () => {
  const plain = makeGame({ cards: [], extras: [], options: [] });
  expect(titles(plain)).toEqual(["Set-up", "A turn", "End of a round", "End of the game"]);
  expect(JSON.stringify(findGuide(plain))).not.toContain("dessert");
  expect(JSON.stringify(findGuide(makeGame()))).toContain("dessert");
  expect(titles(makeTokenGame())).toContain("The tokens");
});

it("leaves rules of variants to their option", () => {
  const robot = { id: "robot", name: "robot", rule: "", hue: 0, rules: [] };
  const game = makeGame({ extras: [{ ...robot, options: { variant: "robot" } }] });
  expect(titles(game)).not.toContain("robot");
});

it("prefers the guide that we wrote", () => {
  expect(titles(makeGame({ id: "sushi-go" }))).toContain("Variant: left, right, left");
});
