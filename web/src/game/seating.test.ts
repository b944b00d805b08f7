import { describe, expect, it } from "vitest";

import { makeView } from "../fixtures";
import { findHotSeat, findPassing, orderOthers } from "./seating";

it("orders the others clockwise from the left neighbour on", () => {
  expect(orderOthers(4, 1)).toEqual([2, 3, 0]);
  expect(orderOthers(3, null)).toEqual([0, 1, 2]);
});

describe("findPassing", () => {
  const three = (passes: string) =>
    [0, 1, 2].map((place) => findPassing(makeView({ passes }), 0, place));

  it("says to whom the hand goes and from whom the next one comes", () => {
    expect(three("left")).toEqual([null, "to", "from"]);
    expect(three("right")).toEqual([null, "from", "to"]);
  });

  it("is both with two players", () => {
    const hands = [{}, {}].map(() => ({ known: {}, hidden: 1 }));
    expect(findPassing(makeView({ hands }), 0, 1)).toBe("both");
  });

  it("leaves out a robot, which has no hand", () => {
    const hands = [{}, {}].map(() => ({ known: {}, hidden: 1 }));
    expect(findPassing(makeView({ hands }), 0, 2)).toBeNull();
  });
});

describe("findHotSeat", () => {
  const [ana, bo] = [makeView({ seat: 0 }), makeView({ seat: 1 })];
  const done = { ...ana, chosen: "tempura" };

  it("shows the own hand to a single player, and none to a spectator", () => {
    expect(findHotSeat([ana], true, null)).toMatchObject({ isHot: false, seat: 0 });
    expect(findHotSeat([makeView({ seat: null })], true, null)).toMatchObject({ seat: null });
  });

  it("hides all hands until the next player opens the curtain", () => {
    expect(findHotSeat([ana, bo], true, null)).toEqual({
      isHot: true,
      next: 0,
      hasCurtain: true,
      seat: null,
    });
    expect(findHotSeat([ana, bo], true, 0)).toMatchObject({ hasCurtain: false, seat: 0 });
  });

  it("hides them again when another player must choose", () => {
    expect(findHotSeat([done, bo], true, 0)).toMatchObject({ next: 1, hasCurtain: true });
  });

  it("needs no curtain when all have chosen, or the game is over", () => {
    const all = [done, { ...bo, chosen: "tofu" }];
    expect(findHotSeat(all, true, 1)).toMatchObject({ next: null, hasCurtain: false, seat: 1 });
    expect(findHotSeat([ana, bo], false, null)).toMatchObject({ hasCurtain: false });
  });
});
