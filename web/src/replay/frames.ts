/** A moment of a replay, in words and numbers. */

import { defaultName } from "../setup";
import type { AnalysedPick, Frame, Outcome, Replay } from "../shapes";
import { formatLabelled, say } from "../text.svelte";

/** Return the step that an address asks for, counted from 1, as a place among the frames. */
export function readStep(replay: Replay, text: string | null): number {
  const step = Number(text ?? 1) - 1;
  return Number.isInteger(step) ? Math.min(replay.frames.length - 1, Math.max(0, step)) : 0;
}

/** Return the seat that an address asks for; null for all hands open. */
export function readSeat(replay: Replay, text: string | null): number | null {
  const seat = Number(text ?? -1);
  return replay.frames[0]?.hands[seat] ? seat : null;
}

/** Return all seats clockwise, beginning with one. */
export function orderSeats(players: number, first: number | null): number[] {
  return Array.from({ length: players }, (_, place) => (place + (first ?? 0)) % players);
}

/** Return by seat the points before the round that a frame has scored. */
export function scoresBefore(frame: Frame): number[] {
  const scored = (seat: number) =>
    frame.sheet.lines.reduce((sum, line) => sum + (line.seat === seat ? line.points : 0), 0);
  return frame.scores.map((score, seat) => score - scored(seat));
}

export function describeMoment(frame: Frame): string {
  const { round, turn } = frame;
  if (frame.outcome) return say("The end of the game");
  if (frame.sheet.lines.length) return say("The end of round {round}", { round });
  return say("Round {round}, turn {turn}", { round, turn });
}

/** What is chosen in a frame, as far as one seat may see it; null sees everything. */
export function describeAnswers(frame: Frame, names: string[], seat: number | null): string {
  return frame.answers
    .flatMap((answer, place) =>
      answer && (seat === null || seat === place)
        ? formatLabelled(names[place]!, answer.words)
        : [],
    )
    .join(". ");
}

/** Return an outcome with the names as the page shows them. */
export function renamePlayers(outcome: Outcome, names: string[]): Outcome {
  return {
    ...outcome,
    ranking: outcome.ranking.map((place) => ({ ...place, name: names[place.seat] ?? place.name })),
  };
}

/** Return a sentence with the names of players as the page shows them. */
export function renameIn(words: string, stored: string[], shown: string[]): string {
  return stored.reduce((text, name, seat) => {
    const other = shown[seat] ?? name;
    if (other === name) return text;
    const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "gu");
    return text.replace(whole, () => other);
  }, words);
}

/** Return why the other choice was better; readers are told about their own picks as such. */
export function explainPick(pick: AnalysedPick, stored: string[], shown: string[]): string {
  const isReader = shown[pick.seat] === defaultName();
  return renameIn((isReader && pick.words_to_player) || (pick.words ?? ""), stored, shown);
}
