import { describe, expect, it } from "vitest";

import { commitTo } from "../live/contributor";
import type { Replay } from "../shapes";
import { checkDeal } from "./fairness";

// the example of docs/records.md
const SECRET = "5a".repeat(32);
const [ANAS, BENS] = ["a1".repeat(32), "be".repeat(32)];
const SEED = "2b3c542dbc0f1e9aa03016e86350f7a3bcabe67d1071b429fdfd485075579fcc";
const BOX = {
  chopsticks: 4,
  dumpling: 14,
  egg_nigiri: 5,
  maki_1: 6,
  maki_2: 12,
  maki_3: 8,
  pudding: 10,
  salmon_nigiri: 10,
  sashimi: 14,
  squid_nigiri: 5,
  tempura: 14,
  wasabi: 6,
};
const DECK = Object.entries(BOX).flatMap(([card, number]) => Array<string>(number).fill(card));
const HANDS = [
  "wasabi sashimi chopsticks chopsticks dumpling dumpling maki_3 maki_3 salmon_nigiri sashimi",
  "dumpling maki_2 maki_2 maki_3 maki_3 pudding pudding salmon_nigiri sashimi tempura",
].map((hand) => hand.split(" "));

function contribution(seat: number, revealed: string, late = false) {
  return { seats: [seat], commitment: commitTo(revealed), contribution: late ? null : revealed };
}

function replay(changed: object = {}, fair: object = {}): Replay {
  return {
    seed: SEED,
    fair: {
      hash: commitTo(SECRET),
      secret: SECRET,
      contributions: [contribution(0, ANAS), contribution(1, BENS)],
      ...fair,
    },
    rounds: [{ deck: DECK, hands: HANDS }],
    ...changed,
  } as unknown as Replay;
}

const own = { number: 1, hash: commitTo(SECRET), contribution: BENS, promised: null };
const wrong = (one: Replay, known: typeof own | undefined = own) =>
  checkDeal(one, known).flatMap(({ check, isRight }) => (isRight ? [] : check));

describe("a deal", () => {
  it("is right as a whole", () => {
    expect(wrong(replay())).toEqual([]);
    expect(checkDeal(replay(), own).map(({ check }) => check)).toEqual([
      "secret",
      "contributions",
      "published",
      "own",
      "sum",
      "shuffle",
    ]);
    expect(checkDeal(replay(), undefined)).toHaveLength(4);
  });

  it("comes from another secret", () => {
    expect(wrong(replay({}, { secret: "00".repeat(32) }))).toEqual(["secret", "sum"]);
    expect(wrong(replay(), { ...own, hash: "00".repeat(32) })).toEqual(["published"]);
  });

  it("comes from other contributions than were promised", () => {
    const other = { ...contribution(0, ANAS), contribution: "00".repeat(32) };
    const changed = replay({}, { contributions: [other, contribution(1, BENS)] });
    expect(wrong(changed)).toEqual(["contributions", "sum"]);
  });

  it("leaves a contribution out", () => {
    const late = replay(
      {},
      { contributions: [contribution(0, ANAS), contribution(1, BENS, true)] },
    );
    expect(wrong(late)).toEqual(["own", "sum"]);
  });

  it("has cards that the seed does not deal", () => {
    const swapped = replay({ rounds: [{ deck: DECK, hands: HANDS.toReversed() }] });
    expect(wrong(swapped)).toEqual(["shuffle"]);
    expect(wrong(replay({ seed: "00".repeat(32) }))).toEqual(["sum", "shuffle"]);
  });

  it("of an older server fits salt and hash", () => {
    const fair = {
      hash: "67a2d6f58235c6c4e604ba449b2af8b938dc0249652651bc324e70403ad8db4a",
      salt: "00112233445566778899aabbccddeeff",
    };
    const old = { seed: "7", fair, rounds: [] } as unknown as Replay;
    expect(wrong(old)).toEqual([]);
    expect(wrong({ ...old, seed: "8" })).toEqual(["seed"]);
  });
});
