import { describe, expect, it } from "vitest";

import type { View } from "../shapes";
import { makeChoice, type UnsentChoice, UnsentChoices, wasPlayed } from "./choices";

function collect(stored: [number, UnsentChoice][] = []) {
  const saved: [number, UnsentChoice][][] = [];
  return { saved, choices: new UnsentChoices(stored, (entries) => saved.push(entries)) };
}

describe("makeChoice", () => {
  it("is the command choose, for the version that the player saw", () => {
    expect(makeChoice(1, "tempura", 7, 3)).toEqual({
      command: { do: "choose", seat: 1, choice: "tempura", version: 7 },
      seat: 1,
      choice: "tempura",
      known: 3,
    });
  });

  it("is the command unchoose for null", () => {
    expect(makeChoice(1, null, 7, 3).command).toEqual({ do: "unchoose", seat: 1, version: 7 });
  });
});

describe("UnsentChoices", () => {
  it("has the newest choice of each seat", () => {
    const { choices } = collect();
    const [first, second, other] = [
      makeChoice(0, "eel", 1, 0),
      makeChoice(0, "tofu", 1, 0),
      makeChoice(2, "tea", 1, 0),
    ];
    [first, second, other].forEach((one) => choices.add(one));
    expect(choices.all).toEqual([second, other]);
    expect(choices.isNewest(first)).toBe(false);
    expect(choices.isNewest(second)).toBe(true);
  });

  it("does not forget a newer choice when an older one is answered", () => {
    const { choices } = collect();
    const [first, second] = [makeChoice(0, "eel", 1, 0), makeChoice(0, null, 1, 0)];
    choices.add(first);
    choices.add(second);
    expect(choices.settle(first)).toBe(false);
    expect(choices.all).toEqual([second]);
    expect(choices.settle(second)).toBe(true);
    expect(choices.all).toEqual([]);
  });

  it("leaves out what another version of the client has stored", () => {
    const foreign = { wish: { do: "choose" }, seat: 1 } as unknown as UnsentChoice;
    const own = makeChoice(0, "eel", 1, 0);
    expect(
      collect([
        [1, foreign],
        [0, own],
      ]).choices.all,
    ).toEqual([own]);
  });

  it("saves every change, and begins with what was saved", () => {
    const { saved, choices } = collect();
    const choice = makeChoice(0, "eel", 1, 0);
    choices.add(choice);
    expect(saved).toEqual([[[0, choice]]]);
    const reloaded = collect(saved.at(-1)).choices;
    expect(reloaded.isNewest(choice)).toBe(true);
    choices.settle(choice);
    expect(saved.at(-1)).toEqual([]);
  });
});

describe("wasPlayed", () => {
  const view = (...events: unknown[]) => ({ log: { from: 0, events } }) as unknown as View;
  const choice = makeChoice(1, "eel", 5, 1);

  it("finds the choice in what happened since", () => {
    expect(wasPlayed(choice, view({ deal: 1 }, { answers: ["tea", "eel"] }))).toBe(true);
  });

  it("compares the first answer of the seat alone", () => {
    const events = [{ deal: 1 }, { answers: ["eel", null] }, { answers: [null, "tofu"] }];
    expect(wasPlayed(choice, view(...events, { answers: [null, "eel"] }))).toBe(false);
  });

  it("ignores what happened before the choice", () => {
    expect(wasPlayed(choice, view({ answers: ["tea", "eel"] }))).toBe(false);
    expect(wasPlayed(choice, undefined)).toBe(false);
  });
});
