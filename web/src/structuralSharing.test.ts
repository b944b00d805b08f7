import { expect, it } from "vitest";

import { shareStructure } from "./structuralSharing";

it("returns the old value if nothing changed", () => {
  const before = { a: [1, { b: 2 }], c: null };
  expect(shareStructure({ a: [1, { b: 2 }], c: null }, before)).toBe(before);
});

it("keeps the parts that did not change", () => {
  const before = { same: { x: 1 }, other: { y: 1 } };
  const now = shareStructure({ same: { x: 1 }, other: { y: 2 } }, before);
  expect(now).toEqual({ same: { x: 1 }, other: { y: 2 } });
  expect(now.same).toBe(before.same);
  expect(now.other).not.toBe(before.other);
});

it("keeps the items of a list that grew", () => {
  const before = [{ n: 1 }, { n: 2 }];
  const now = shareStructure([{ n: 1 }, { n: 2 }, { n: 3 }], before);
  expect(now).toHaveLength(3);
  expect(now[0]).toBe(before[0]);
  expect(now).not.toBe(before);
});

it("notices what is gone", () => {
  expect(shareStructure({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1 });
  expect(shareStructure([1], [1, 2])).toEqual([1]);
});

it("does not confuse lists, objects and null", () => {
  expect(shareStructure([], {})).toEqual([]);
  expect(shareStructure({}, [])).toEqual({});
  expect(shareStructure(null, { a: 1 })).toBeNull();
  expect(shareStructure({ a: 1 }, null)).toEqual({ a: 1 });
});
