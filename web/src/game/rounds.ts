/** The score sheet by rounds. */

import type { SheetLine } from "../shapes";

/** Return the rounds that were scored, in order. */
export function listRounds(lines: SheetLine[]): number[] {
  return [...new Set(lines.map((line) => line.round))];
}

export function selectRound(lines: SheetLine[], round: number | undefined): SheetLine[] {
  return lines.filter((line) => line.round === round);
}

/** Return by seat the points of all rounds before one. */
export function sumBefore(lines: SheetLine[], players: number, round: number): number[] {
  const earlier = lines.filter((line) => line.round < round);
  return Array.from({ length: players }, (_, seat) =>
    earlier.reduce((total, line) => total + (line.seat === seat ? line.points : 0), 0),
  );
}
