import { expect, it } from "vitest";

import type { SheetLine } from "../shapes";
import { listRounds, selectRound, sumBefore } from "./rounds";

const line = (round: number, seat: number, points: number) =>
  ({ round, seat, points }) as SheetLine;
const LINES = [line(1, 0, 5), line(1, 1, 3), line(1, 0, -1), line(2, 1, 10), line(4, 0, 6)];

it("lists each scored round once", () => {
  expect(listRounds(LINES)).toEqual([1, 2, 4]);
  expect(listRounds([])).toEqual([]);
});

it("selects the lines of a round", () => {
  expect(selectRound(LINES, 2)).toEqual([line(2, 1, 10)]);
});

it("sums what each seat had before a round", () => {
  expect(sumBefore(LINES, 2, 1)).toEqual([0, 0]);
  expect(sumBefore(LINES, 2, 2)).toEqual([4, 3]);
  expect(sumBefore(LINES, 3, 4)).toEqual([4, 13, 0]);
});
