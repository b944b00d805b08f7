import { describe, expect, it } from "vitest";

import { makeGame, makeTokenGame } from "../fixtures";
import type { Outcome, SheetLine, View } from "../shapes";
import { describeEnding, findLargestLead } from "./ending";

const NAMES = ["Ana", "Bo", "Cy"];
const outcome = (...scores: number[]): Outcome => {
  const ranked = scores.map((score, seat) => ({ seat, score })).sort((a, b) => b.score - a.score);
  const ranking = ranked.map(({ seat, score }) => ({
    rank: 1 + scores.filter((other) => other > score).length,
    seat,
    name: NAMES[seat]!,
    score,
    desserts: 0,
  }));
  return { ranking, tie_break: null };
};
const line = (round: number, card: string, seat: number, points: number) =>
  ({ round, card, seat, points, won: false, reason: "" }) as SheetLine;
const LINES = [
  line(1, "tempura", 0, 5),
  line(1, "maki", 1, 6),
  line(2, "tempura", 0, 10),
  line(2, "maki", 1, 3),
];
const view = (lines: SheetLine[] = [], tokens: unknown[] = [[], [], []]) =>
  ({ names: NAMES, sheet: { from: 0, lines }, tokens }) as unknown as View;
const end = (scores: number[], mine: number[], lines: SheetLine[] = LINES) =>
  describeEnding(makeGame(), view(lines), outcome(...scores), mine);

describe("describeEnding", () => {
  it("tells a winner by how much, thanks to what, and when", () => {
    expect(end([15, 9, 0], [0])).toEqual({
      feeling: "won",
      title: "You win!",
      winners: [0],
      lines: [
        "Ana: 6 points ahead of Bo.",
        "What made the difference: tempura, 15 to 0.",
        "The deciding moment: tempura in round 2, 10 to 0.",
      ],
    });
  });

  it("tells who lost how they stand against the winner", () => {
    const { feeling, title, lines } = end([15, 9, 0], [2]);
    expect([feeling, title]).toEqual(["lost", "Ana wins"]);
    expect(lines[0]).toBe("Ana: 15 points ahead of Cy.");
    expect(lines.at(-1)).toBe("Your place: 3 of 3, 15 points behind first place.");
  });

  it("shares a victory, and says nothing of a margin", () => {
    expect(end([9, 9, 0], [1])).toEqual({
      feeling: "shared",
      winners: [0, 1],
      title: "A shared victory!",
      lines: ["Ana and Bo tie at 9 points."],
    });
    expect(end([9, 9, 0], [2]).title).toBe("Ana and Bo share the victory");
  });

  it("names the winner to those who watch, and to several at one device", () => {
    expect(end([15, 9, 0], []).title).toBe("Ana wins");
    expect(end([15, 9, 0], [0, 1])).toMatchObject({ feeling: "watched", title: "Ana wins" });
  });

  it("goes by piles where tokens are the points, and names no round", () => {
    const tokens = [
      [
        ["tuna", 4],
        ["eel", 1],
      ],
      [["eel", 3]],
      [],
    ];
    const lines = [line(3, "tokens", 0, 5), line(3, "tokens", 1, 3)];
    const ending = describeEnding(makeTokenGame(), view(lines, tokens), outcome(5, 3, 0), [0]);
    expect(ending.lines).toEqual([
      "Ana: 2 points ahead of Bo.",
      "What made the difference: tuna, 4 to 0.",
    ]);
  });
});

describe("findLargestLead", () => {
  it("finds nothing where there is no lead", () => {
    expect(findLargestLead(new Map([["eel", 1]]), new Map([["eel", 7]]))).toBeUndefined();
    expect(findLargestLead(new Map(), new Map())).toBeUndefined();
  });
});
