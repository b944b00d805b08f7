import { describe, expect, it } from "vitest";

import { makeGame, makeTokenGame } from "../fixtures";
import type { PlayerScore } from "../shapes";
import { describeScore, findDifference, findStep, nextName, readSwipe } from "./steps";
import { createPlayer, END, giveToken, layCard, type ScoreTable } from "./table";

const game = makeGame();
const players = ["Ana", "Bo", "Cy"].map(createPlayer);
const table: ScoreTable = { game: "small", options: {}, dishes: [], players };

describe("findStep", () => {
  it("goes from player to player, and on to the next round", () => {
    expect(findStep(3, 0, 1, 1)).toEqual([0, 2]);
    expect(findStep(3, 0, 2, 1)).toEqual([1, 0]);
    expect(findStep(3, 1, 0, -1)).toEqual([0, 2]);
  });

  it("stops at both ends", () => {
    expect(findStep(3, 0, 0, -1)).toBeNull();
    expect(findStep(3, END, 2, 1)).toBeNull();
  });
});

it("names the next step", () => {
  expect(nextName(game, table, 0, 0)).toBe("Bo");
  expect(nextName(game, table, 0, 2)).toBe("Round 2");
  expect(nextName(game, table, END - 1, 2)).toBe("End");
  expect(nextName(game, table, END, 0)).toBe("");
  expect(nextName(makeTokenGame(), table, END, 0)).toBe("Bo");
  expect(nextName(makeTokenGame(), table, END, 2)).toBe("");
});

describe("readSwipe", () => {
  const swipe = (x: number, y: number) => readSwipe({ x: 100, y: 100 }, { x: 100 + x, y: 100 + y });

  it("goes on to the left and back to the right", () => {
    expect(swipe(-61, 0)).toBe(1);
    expect(swipe(61, 30)).toBe(-1);
  });

  it("ignores taps and scrolling", () => {
    expect(swipe(-60, 0)).toBeNull();
    expect(swipe(100, 50)).toBeNull();
    expect(swipe(0, 300)).toBeNull();
  });
});

it("describes what was counted", () => {
  const score = { round: 12, takes: ["tempura", "variety"] } as unknown as PlayerScore;
  expect(describeScore(game, players[0]!, score)).toBe("Ana: 12 points");
  expect(describeScore(makeTokenGame(), players[0]!, score)).toBe("Ana: tempura and variety");
  const none = { round: 0, takes: [] } as unknown as PlayerScore;
  expect(describeScore(makeTokenGame(), players[1]!, none)).toBe("Bo: no token");
});

describe("findDifference", () => {
  it("finds the first entry that differs", () => {
    expect(findDifference(table, layCard(table, 1, 2, { kind: "tofu" }))).toEqual([1, 2]);
    expect(findDifference(table, giveToken(table, "eel", 1, null, 1))).toEqual([END, 1]);
    const both = layCard(layCard(table, 2, 0, { kind: "tofu" }), 0, 1, { kind: "tofu" });
    expect(findDifference(table, both)).toEqual([0, 1]);
  });

  it("finds none between tables that cannot be compared or are the same", () => {
    expect(findDifference(table, table)).toBeNull();
    expect(findDifference(null, table)).toBeNull();
    expect(findDifference(table, { ...table, players: players.slice(1) })).toBeNull();
  });
});
