import { describe, expect, it } from "vitest";

import type { Frame, Outcome, Replay } from "../shapes";
import {
  describeAnswers,
  describeMoment,
  orderSeats,
  readSeat,
  readStep,
  renameIn,
  renamePlayers,
  scoresBefore,
} from "./frames";

const frame = (parts: object = {}) =>
  ({
    round: 2,
    turn: 3,
    hands: [{}, {}],
    scores: [9, 4],
    answers: [],
    outcome: null,
    sheet: { from: 0, lines: [] },
    ...parts,
  }) as unknown as Frame;
const replay = { frames: [frame(), frame(), frame()] } as unknown as Replay;

it("reads the step of an address, counted from 1", () => {
  expect([null, "1", "3", "9", "0", "x"].map((text) => readStep(replay, text))).toEqual([
    0, 0, 2, 2, 0, 0,
  ]);
});

it("reads the seat of an address", () => {
  expect([null, "1", "2", "x"].map((text) => readSeat(replay, text))).toEqual([
    null,
    1,
    null,
    null,
  ]);
});

it("orders seats clockwise from one on", () => {
  expect(orderSeats(4, 2)).toEqual([2, 3, 0, 1]);
  expect(orderSeats(3, null)).toEqual([0, 1, 2]);
});

describe("a frame that scores a round", () => {
  const lines = [
    { seat: 0, points: 6 },
    { seat: 0, points: -1 },
    { seat: 1, points: 4 },
  ];
  const scored = frame({ sheet: { from: 0, lines } });

  it("knows the points before", () => {
    expect(scoresBefore(scored)).toEqual([4, 0]);
  });

  it("is the end of the round, or of the game", () => {
    expect(describeMoment(frame())).toBe("Round 2, turn 3");
    expect(describeMoment(scored)).toBe("The end of round 2");
    expect(describeMoment(frame({ outcome: { ranking: [] } }))).toBe("The end of the game");
  });
});

it("describes the answers that a seat may see", () => {
  const answered = frame({ answers: [{ words: "Tofu" }, { words: "Tea" }, null] });
  expect(describeAnswers(answered, ["Ana", "Bo", "Cy"], null)).toBe("Ana: Tofu. Bo: Tea");
  expect(describeAnswers(answered, ["Ana", "Bo", "Cy"], 1)).toBe("Bo: Tea");
});

it("shows the names of the page in the ranking", () => {
  const outcome = { ranking: [{ seat: 1, name: "You" }] } as unknown as Outcome;
  expect(renamePlayers(outcome, ["Ana", "Guest"]).ranking[0]!.name).toBe("Guest");
});

it("calls players in a sentence as the page does, and changes no other word", () => {
  const words = "2 in front of You; keeps Tuna from Yourik, who has seen You.";
  expect(renameIn(words, ["You", "Ben"], ["Guest", "Ben"])).toBe(
    "2 in front of Guest; keeps Tuna from Yourik, who has seen Guest.",
  );
  expect(renameIn("Ä. leaves it to Ben.", ["Ben"], ["$&"])).toBe("Ä. leaves it to $&.");
  expect(renameIn("a.b or axb", ["a.b"], ["c"])).toBe("c or axb");
});
