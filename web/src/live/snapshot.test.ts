import { describe, expect, it } from "vitest";

import type { PublicTable, View } from "../shapes";
import { isContinuous, mergeViews, readChoices, showChoice, showReady } from "./snapshot";

type Part = Partial<Record<"events" | "lines", number[]>> & { from?: number; to?: number };

/** A view whose events and lines are numbers. */
function view(seat: number | null, { events = [], lines = [], from = 0, to = 0 }: Part = {}): View {
  const story = {
    from,
    lines: events.map((event, place) => ({ event: from + place, told: event })),
  };
  const parts = { log: { from, events }, sheet: { from: to, lines }, story };
  return { seat, chosen: null, ...parts } as unknown as View;
}
const table = (...ready: number[]) => ({ ready }) as unknown as PublicTable;

describe("isContinuous", () => {
  const before = [view(0, { events: [1, 2], lines: [1] })];

  it("is true if the new parts begin where the old ones end", () => {
    expect(isContinuous([view(0, { events: [3], from: 2, to: 1 })], before)).toBe(true);
  });

  it("is false if something is missing between them", () => {
    expect(isContinuous([view(0, { events: [4], from: 3, to: 1 })], before)).toBe(false);
    expect(isContinuous([view(0, { lines: [4], from: 2, to: 2 })], before)).toBe(false);
  });

  it("is false for the rest of a view that the client never had", () => {
    expect(isContinuous([view(1, { events: [3], from: 2 })], before)).toBe(false);
    expect(isContinuous([view(1, { events: [1, 2, 3] })], before)).toBe(true);
  });
});

describe("mergeViews", () => {
  it("puts the whole log and sheet together", () => {
    const before = [view(0, { events: [1, 2], lines: [1] })];
    const [merged] = mergeViews([view(0, { events: [3], lines: [2], from: 2, to: 1 })], before);
    expect(merged).toEqual(view(0, { events: [1, 2, 3], lines: [1, 2] }));
  });

  it("replaces what the server sends again", () => {
    const before = [view(0, { events: [1, 2, 9] })];
    expect(mergeViews([view(0, { events: [3], from: 2 })], before)[0]!.log.events).toEqual([
      1, 2, 3,
    ]);
  });
});

it("reads the choices of our own seats", () => {
  const views = [view(null), { ...view(1), chosen: "eel" }, view(2)];
  expect([...readChoices(views)]).toEqual([
    [1, "eel"],
    [2, null],
  ]);
});

describe("showChoice", () => {
  it("shows the choice in the view, and the seat as ready", () => {
    const shown = showChoice({ views: [view(0), view(1)], table: table(2) }, 1, "eel");
    expect(shown.views.map((one) => one.chosen)).toEqual([null, "eel"]);
    expect(shown.table!.ready).toEqual([2, 1]);
  });

  it("takes both back", () => {
    const shown = showChoice(
      { views: [{ ...view(1), chosen: "eel" }], table: table(2, 1) },
      1,
      null,
    );
    expect(shown.views[0]!.chosen).toBeNull();
    expect(shown.table!.ready).toEqual([2]);
  });

  it("works before the first table came", () => {
    expect(showChoice({ views: [], table: null }, 1, "eel")).toEqual({ views: [], table: null });
  });
});

describe("showReady", () => {
  it("shows what the server has", () => {
    const before = { views: [{ ...view(0), chosen: "eel" }, view(1)], table: table(0) };
    const shown = showReady(before, [1, 2], { 1: "tofu" }, () => false);
    expect(shown.views.map((one) => one.chosen)).toEqual([null, "tofu"]);
    expect(shown.table.ready).toEqual([1, 2]);
  });

  it("keeps the newest choice of a seat that is not answered yet", () => {
    const before = { views: [{ ...view(0), chosen: "eel" }, view(1)], table: table(0) };
    const shown = showReady(before, [1, 2], { 1: "tofu" }, () => true);
    expect(shown.views).toEqual(before.views);
    expect(shown.table.ready).toEqual([2, 0]);
  });
});
