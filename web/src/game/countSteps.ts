/** A round that is counted dish by dish, as steps, and the table at each of them. */

import { findCard } from "../catalogue.svelte";
import type { Game, LaidTable, SheetLine, View } from "../shapes";
import { selectRound, sumBefore } from "./rounds";

export interface CountStep {
  card: string;
  points: (number | null)[]; // by seat; null for those who have nothing of it
  winners: number[]; // the seats that won what it compares
}

/** Return the dishes of a round in the order of its sheet, with what they brought everyone. */
export function listSteps(lines: SheetLine[], round: number, players: number): CountStep[] {
  const counted = selectRound(lines, round);
  const cards = [...new Set(counted.map((line) => line.card))];
  return cards.map((card) => {
    const own = counted.filter((line) => line.card === card);
    const sum = (seat: number) => {
      const found = own.filter((line) => line.seat === seat);
      return found.length ? found.reduce((total, line) => total + line.points, 0) : null;
    };
    return {
      card,
      points: Array.from({ length: players }, (_, seat) => sum(seat)),
      winners: own.filter((line) => line.won).map((line) => line.seat),
    };
  });
}

/** Return a view with the cards of the round that is counted back on the table: everyone's points
 * as far as these steps go, and what the current dish adds. */
export function layCounted(
  view: View,
  laid: LaidTable,
  steps: CountStep[],
  current?: CountStep,
): View {
  const before = sumBefore(view.sheet.lines, view.names.length, laid.round);
  const scores = before.map((points, seat) =>
    steps.reduce((sum, step) => sum + (step.points[seat] ?? 0), points),
  );
  const on_table = scores.map((_, seat) => current?.points[seat] ?? 0);
  const { trays, dipped, copies, face_down, kept } = laid;
  const lacks = scores.map(() => []);
  return {
    ...view,
    trays,
    dipped,
    copies,
    face_down,
    kept,
    scores,
    on_table,
    lacks,
    majorities: [],
  };
}

/** The kinds that are counted with a dish. */
export function listCountedKinds(game: Game, card: string): string[] {
  return Object.keys(findCard(game, card)?.kinds ?? { [card]: 1 });
}
