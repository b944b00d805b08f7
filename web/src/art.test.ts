import { expect, it } from "vitest";

import { pickSpread } from "./art";

it.each([
  [[], 0, []],
  [["a"], 1, ["a"]],
  [["a", "b"], 2, ["a", "b"]],
  [["a", "b", "c", "d", "e", "f"], 3, ["a", "d", "f"]],
])("picks evenly from %j", (all, number, picked) => {
  expect(pickSpread(all, number)).toEqual(picked);
});
