import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { catalogue } from "../catalogue.svelte";
import { makeGame } from "../fixtures";
import type { Catalogue } from "../shapes";
import { ScoreHelper } from "./scoreHelper.svelte";
import { createPlayer, layCard, type ScoreTable } from "./table";

const table: ScoreTable = {
  game: "small",
  options: {},
  dishes: [],
  players: ["Ana", "Bo"].map(createPlayer),
};
const counted = {
  ok: true,
  players: ["Ana", "Bo"].map((name) => ({
    name,
    lines: [],
    round: 5,
    final: 0,
    total: 5,
    takes: [],
  })),
  ranking: [],
  tie_break: null,
};
const refuse = (status: number, code: string, seat: number | null = null) => ({
  status,
  body: { type: "error", ok: false, id: null, version: null, code, seat, error: `Ana is ${code}` },
});
let answers: { status: number; body: object }[];
let helper: ScoreHelper;

/** Let the helper ask, once for each answer that stands ready. */
async function answer(...next: typeof answers): Promise<void> {
  answers.push(...next);
  await vi.runAllTimersAsync();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  catalogue.current = { games: [makeGame()] } as unknown as Catalogue;
  answers = [];
  vi.stubGlobal("fetch", async () => {
    const { status, body } = answers.shift() ?? { status: 200, body: counted };
    return new Response(JSON.stringify(body), { status });
  });
  helper = new ScoreHelper();
});
afterEach(() => {
  helper.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the score helper", () => {
  it.each([
    ["busy", 503],
    ["too-many", 429],
  ])("asks again when the server is %s", async (code, status) => {
    helper.change(layCard(table, 0, 0, { kind: "tofu" }));
    await answer(refuse(status, code), refuse(status, code));
    expect(helper.errorAt(0)).toBeNull();
    expect(helper.scoreOf(0, 0)?.round).toBe(5);
    expect(helper.waitsFor).toBeNull();
  });

  it("says what it waits for", async () => {
    helper.change(table);
    answers.push(refuse(503, "busy"));
    await vi.advanceTimersByTimeAsync(200);
    expect(helper.waitsFor).toBe("Ana is busy");
    expect(helper.countOf(0)).toBeUndefined();
  });

  it("keeps the points of those who are not to blame for what cannot be counted", async () => {
    helper.change(layCard(table, 0, 0, { kind: "tofu" }));
    await answer();
    helper.change(layCard(helper.table!, 0, 1, { kind: "tofu" }));
    await answer(refuse(400, "bad-table", 1));
    expect([0, 1].map((seat) => helper.scoreOf(0, seat)?.round)).toEqual([5, undefined]);
    expect(helper.isCertain(0)).toBe(false);
  });

  it("shows no points of another game", async () => {
    const other = { ...makeGame(), id: "other" };
    catalogue.current = { games: [makeGame(), other] } as unknown as Catalogue;
    helper.change(layCard(table, 0, 0, { kind: "tofu" }));
    await answer();
    helper.change({ ...helper.table!, game: "other" });
    expect(helper.scoreOf(0, 0)).toBeUndefined();
    await answer();
    expect(helper.scoreOf(0, 0)?.round).toBe(5);
  });

  it("says what the server refuses, and at whose place", async () => {
    helper.change(table);
    await answer(refuse(400, "bad-table", 1));
    expect(helper.errorAt(0)).toBe("Ana is bad-table");
    expect(helper.seatOfError(0)).toBe(1);
  });

  it("does not guess whose place it is from the sentence", async () => {
    helper.change(table);
    await answer(refuse(400, "bad-table"));
    expect(helper.seatOfError(0)).toBeNull();
  });
});
