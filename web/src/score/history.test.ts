import { expect, it } from "vitest";

import { recordState, redo, startHistory, undo } from "./history";

const write = (...states: string[]) => states.reduce(recordState, startHistory(""));

it("undoes step by step, and redoes them", () => {
  const history = write("a", "ab");
  expect(undo(history).now).toBe("a");
  expect(undo(undo(history)).now).toBe("");
  expect(redo(redo(undo(undo(history))))).toEqual(history);
});

it("stays as it is at both ends", () => {
  const history = startHistory("a");
  expect(undo(history)).toBe(history);
  expect(redo(history)).toBe(history);
});

it("forgets what was undone when something else is done", () => {
  const history = recordState(undo(write("a", "ab")), "ac");
  expect(history).toEqual({ past: ["", "a"], now: "ac", future: [] });
  expect(redo(history)).toBe(history);
});

it("remembers the last 200 steps", () => {
  const states = Array.from({ length: 250 }, (_, place) => `${place}`);
  const history = write(...states);
  expect(history.past).toHaveLength(200);
  expect(history.past[0]).toBe("49");
});
