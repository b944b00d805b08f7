import { describe, expect, it } from "vitest";

import { makeGame, makeView } from "../fixtures";
import type { LaidTable, SheetLine } from "../shapes";
import { layCounted, listCountedKinds, listSteps } from "./countSteps";

const line = (round: number, card: string, seat: number, points: number, won = false) =>
  ({ round, card, seat, points, won, reason: "" }) as SheetLine;
const LINES = [
  line(1, "tempura", 0, 5),
  line(2, "tempura", 0, 5),
  line(2, "tempura", 2, 0),
  line(2, "maki", 1, 6, true),
];
const LAID = {
  round: 2,
  trays: [{ tempura: 2 }, { maki_1: 1 }, { tempura: 1 }],
  dipped: [{}, {}, {}],
  copies: [{}, {}, {}],
  face_down: [0, 0, 0],
  kept: [{}, {}, {}],
} as LaidTable;

describe("listSteps", () => {
  it("counts a round dish by dish, and says who won", () => {
    expect(listSteps(LINES, 2, 3)).toEqual([
      { card: "tempura", points: [5, null, 0], winners: [] },
      { card: "maki", points: [null, 6, null], winners: [1] },
    ]);
    expect(listSteps(LINES, 3, 3)).toEqual([]);
  });
});

describe("layCounted", () => {
  const view = makeView({ sheet: { from: 0, lines: LINES }, lacks: [[{}], [], []] });
  const [tempura, maki] = listSteps(LINES, 2, 3);

  it("puts the last cards back, with the points before the round", () => {
    const counted = layCounted(view, LAID, []);
    expect(counted.trays).toBe(LAID.trays);
    expect(counted.scores).toEqual([5, 0, 0]);
    expect(counted.on_table).toEqual([0, 0, 0]);
    expect(counted.lacks).toEqual([[], [], []]);
  });

  it("shows what the current dish adds, and sums up those before", () => {
    const counted = layCounted(view, LAID, [tempura!], maki);
    expect(counted.scores).toEqual([10, 0, 0]);
    expect(counted.on_table).toEqual([0, 6, 0]);
  });
});

describe("listCountedKinds", () => {
  it("has all kinds of a dish; a pile without cards is its own kind", () => {
    expect(listCountedKinds(makeGame(), "maki")).toEqual(["maki_1", "maki_2"]);
    expect(listCountedKinds(makeGame(), "variety")).toEqual(["variety"]);
  });
});
