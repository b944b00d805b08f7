import { describe, expect, it } from "vitest";

import { makeGame, makeView } from "../fixtures";
import type { Outcome, SheetLine } from "../shapes";
import {
  describeEnd,
  describeNext,
  describeSoFar,
  describeTurn,
  findForcedChoice,
} from "./narration";

const game = makeGame();

describe("describeNext", () => {
  it("says who gets the own hand", () => {
    expect(describeNext(makeView())).toBe("Your hand goes to Bo next.");
    expect(describeNext(makeView({ passes: "right" }))).toBe("Your hand goes to Cy next.");
  });

  it("says that a card is the last one, which goes nowhere", () => {
    const hands = [1, 1, 1].map((hidden) => ({ known: {}, hidden }));
    expect(describeNext(makeView({ hands }))).toBe("The last card of the round.");
  });

  it("says nothing to those who watch", () => {
    expect(describeNext(makeView({ seat: null }))).toBe("");
  });
});

describe("describeTurn", () => {
  const events = [
    { ask: "pick", answers: ["tofu", "tofu", "tofu"] },
    {
      ask: "pick",
      answers: ["tempura", "two", null],
      parts: { 1: { cards: ["maki_1", "wasabi"], extras: { with: "c" } } },
    },
    { ask: "spoon", answers: [null, "tofu", null] },
  ];

  it("says what the others picked last", () => {
    const view = makeView({ round: 2, turn: 3, log: { from: 0, events } });
    expect(describeTurn(game, view, 0)).toBe("Round 2, turn 3. Bo: maki_1 and wasabi");
  });

  it("says what all picked to a spectator", () => {
    const view = makeView({ seat: null, log: { from: 0, events } });
    expect(describeTurn(game, view, null)).toContain("Ana: tempura. Bo: maki_1 and wasabi");
  });

  it("says what cards did of themselves", () => {
    const lines = [{ event: 1, round: 1, turn: 1, kind: "effect", seats: [], words: "All gone." }];
    const view = makeView({ story: { from: 0, lines } });
    expect(describeTurn(game, view, 0)).toBe("Round 1, turn 1. All gone");
  });

  it("says the first turn without any picks", () => {
    expect(describeTurn(game, makeView(), 0)).toBe("Round 1, turn 1. ");
  });
});

it("says who has won", () => {
  const end = (...ranks: number[]) =>
    describeEnd({
      ranking: ranks.map((rank, place) => ({ rank, name: ["Ana", "Bo", "Cy"][place] })),
    } as unknown as Outcome);
  expect(end(1, 2, 3)).toBe("The game is over. Winner: Ana.");
  expect(end(1, 1, 3)).toBe("The game is over. Shared victory: Ana and Bo.");
});

it("says what a dish has brought so far", () => {
  const lines = [
    { reason: "a pair", points: 5 },
    { reason: "alone", points: 1 },
  ] as SheetLine[];
  expect(describeSoFar(lines)).toBe("So far: a pair (5 points), alone (1 point)");
  expect(describeSoFar([])).toBe("");
});

describe("findForcedChoice", () => {
  const choices = ["tempura", "tofu"].map((choice) => ({ choice, words: choice }));
  const before = makeView({ choices });
  const after = (answer: string | null) =>
    makeView({ log: { from: 0, events: [{ deal: 1 }, { answers: [answer, "tofu", "tofu"] }] } });

  it("finds what was played for a player who had not chosen", () => {
    expect(findForcedChoice(before, after("tofu"))?.choice).toBe("tofu");
  });

  it("finds nothing for one who had, or who was not asked", () => {
    expect(findForcedChoice({ ...before, chosen: "tempura" }, after("tofu"))).toBeUndefined();
    expect(findForcedChoice(before, after(null))).toBeUndefined();
  });

  it("finds nothing when another seat is shown, or nothing was answered", () => {
    expect(findForcedChoice(before, { ...after("tofu"), seat: 1 })).toBeUndefined();
    expect(findForcedChoice(before, makeView())).toBeUndefined();
  });
});
