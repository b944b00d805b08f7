import { describe, expect, it } from "vitest";

import { makeView } from "../fixtures";
import type { StoryLine } from "../shapes";
import { findEffects, listChapters } from "./story";

const line = (turn: number, kind: string, words: string) =>
  ({ event: turn, round: 1, turn, kind, seats: [], words }) as unknown as StoryLine;
const LINES = [
  line(0, "deal", "Round 1 is dealt."),
  line(1, "pick", "Ana: eel."),
  line(1, "effect", "The soups cancel."),
  line(2, "pick", "Ana: tofu."),
  line(2, "answer", "Ana (spoon): eel, please."),
  line(2, "effect", "Nobody has it."),
];

describe("listChapters", () => {
  it("has the story turn by turn, without the deal", () => {
    const chapters = listChapters(LINES);
    expect(chapters.map(({ title }) => title)).toEqual(["Round 1, turn 1", "Round 1, turn 2"]);
    expect(chapters[1]!.lines).toEqual(LINES.slice(3));
  });
});

describe("findEffects", () => {
  const effects = (lines: StoryLine[]) => findEffects(makeView({ story: { from: 0, lines } }));

  it("has what cards did of themselves since the last pick", () => {
    expect(effects(LINES)).toEqual(["Nobody has it."]);
    expect(effects(LINES.slice(0, 4))).toEqual([]);
    expect(effects([])).toEqual([]);
  });
});
