import { expect, test } from "vitest";

import { findInitials } from "./initials";

test("the first letters of the first and the last word", () => {
  expect(findInitials(["Hot noodles", "Nouilles de riz froides", "Œuf"])).toEqual([
    "HN",
    "NF",
    "Œu",
  ]);
});

test("numbers stay whole", () => {
  expect(findInitials(["Spoon 4", "Takeout box 12"])).toEqual(["S4", "T12"]);
});

test("no two names of a game share their initials", () => {
  expect(findInitials(["Bao", "Batter", "Bass", "Hot noodles", "Hidden nori"])).toEqual([
    "Ba",
    "Bt",
    "Bs",
    "HN",
    "Hi",
  ]);
});

test("a name without letters has a sign", () => {
  expect(findInitials(["…"])).toEqual(["?"]);
});
