import { beforeEach, describe, expect, it } from "vitest";

import { commitTo, contribute, findProblem, readOwnDeal } from "./contributor";

const HASH = "0".repeat(64);
const BENS = "be".repeat(32);
const list = (...commitments: string[]) =>
  commitments.map((commitment, seat) => ({ seats: [seat], commitment, contribution: null }));
const next = (closed: boolean, ...commitments: string[]) => ({
  number: 1,
  hash: HASH,
  closed,
  contributions: list(...commitments),
});

beforeEach(() => localStorage.clear());

function promise(): { commitment: string; contribution: string } {
  const command = contribute("K7QX2M", next(false), true)!;
  const { contribution } = readOwnDeal("K7QX2M", 1)!;
  expect(command).toEqual({ do: "commit", hash: HASH, commitment: commitTo(contribution) });
  return { commitment: commitTo(contribution), contribution };
}

it("promises something new for each deal, once, and only with a seat", () => {
  expect(contribute("K7QX2M", next(false), false)).toBeNull();
  const { contribution } = promise();
  expect(contribution).toMatch(/^[0-9a-f]{64}$/);
  expect(contribute("K7QX2M", next(false), true)).toBeNull();
  contribute("K7QX2M", { ...next(false), number: 2, hash: "1".repeat(64) }, true);
  expect(readOwnDeal("K7QX2M", 2)!.contribution).not.toBe(contribution);
});

it("reveals what it has promised, also after a reload and over another connection", () => {
  const { commitment, contribution } = promise();
  const closed = next(true, commitment, commitTo(BENS));
  const reveal = { do: "reveal", hash: HASH, contribution };
  expect(contribute("K7QX2M", closed, true)).toEqual(reveal);
  expect(contribute("K7QX2M", closed, true)).toEqual(reveal);
});

it("reveals nothing where its promise is missing, or after the promises have changed", () => {
  const { commitment } = promise();
  expect(contribute("K7QX2M", next(true, commitTo(BENS)), true)).toBeNull();
  contribute("K7QX2M", next(true, commitment), true);
  expect(contribute("K7QX2M", next(true, commitment, commitTo(BENS)), true)).toBeNull();
  const other = { ...next(true, commitment), hash: "1".repeat(64) };
  expect(contribute("K7QX2M", other, true)).toBeNull();
});

describe("a deal", () => {
  const dealt = (commitments: string[], revealed: (string | null)[], hash = HASH) => ({
    number: 1,
    hash,
    contributions: list(...commitments).map((one, place) => ({
      ...one,
      contribution: revealed[place]!,
    })),
  });

  it("is as promised, also where another one came too late", () => {
    const { commitment, contribution } = promise();
    contribute("K7QX2M", next(true, commitment, commitTo(BENS)), true);
    const own = readOwnDeal("K7QX2M", 1);
    const promises = [commitment, commitTo(BENS)];
    expect(findProblem(dealt(promises, [contribution, BENS]), own)).toBeNull();
    expect(findProblem(dealt(promises, [contribution, null]), own)).toBeNull();
  });

  it("leaves this browser's contribution out", () => {
    const { commitment } = promise();
    const own = readOwnDeal("K7QX2M", 1);
    expect(findProblem(dealt([], []), own)).toBe("left-out");
    expect(findProblem(dealt([commitment], [null]), own)).toBe("left-out");
    expect(findProblem(dealt([], []), undefined)).toBeNull();
  });

  it("comes from something else", () => {
    const { commitment, contribution } = promise();
    contribute("K7QX2M", next(true, commitment), true);
    const own = readOwnDeal("K7QX2M", 1);
    expect(findProblem(dealt([commitment], [contribution], "1".repeat(64)), own)).toBe(
      "other-deal",
    );
    const more = dealt([commitment, commitTo(BENS)], [contribution, BENS]);
    expect(findProblem(more, own)).toBe("other-deal");
    expect(findProblem(dealt([commitTo(BENS)], [contribution]), undefined)).toBe("other-deal");
  });
});
