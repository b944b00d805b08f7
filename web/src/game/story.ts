/** The story of a game: its sentences by turn, and what is said at once. */

import type { StoryLine, View } from "../shapes";
import { say } from "../text.svelte";

export interface Chapter {
  key: string;
  title: string;
  lines: StoryLine[];
}

/** Return the story turn by turn. */
export function listChapters(lines: StoryLine[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const line of lines) {
    const key = `${line.round}.${line.turn}`;
    if (line.kind === "deal") continue; // the title says it
    if (chapters.at(-1)?.key !== key)
      chapters.push({
        key,
        title: say("Round {round}, turn {turn}", { round: line.round, turn: line.turn }),
        lines: [],
      });
    chapters.at(-1)!.lines.push(line);
  }
  return chapters;
}

/** Return the seats at which cards did something of themselves since the last pick. */
export function listHit({ story: { lines } }: Pick<View, "story">): number[] {
  return listEffects(lines).flatMap((line) => line.seats);
}

/** Return what cards did of themselves since the last pick was turned over. */
export function findEffects({ story: { lines } }: View): string[] {
  return listEffects(lines).map((line) => line.words);
}

function listEffects(lines: StoryLine[]): StoryLine[] {
  const picked = lines.findLastIndex((line) => line.kind === "pick");
  return lines.slice(picked + 1).filter((line) => line.kind === "effect");
}
