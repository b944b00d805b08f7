/** Choices that the server does not have yet. They survive a reload of the page. */

import type { View } from "../shapes";
import type { Command } from "./commands";

export interface UnsentChoice {
  command: Command;
  seat: number;
  choice: string | null; // null takes a choice back
  known: number; // how many events had happened when it was made
}

/** Return the choice as a command, with what is needed to send it again later. */
export function makeChoice(
  seat: number,
  choice: string | null,
  version: number,
  known: number,
): UnsentChoice {
  const command =
    choice === null ? { do: "unchoose", seat, version } : { do: "choose", seat, choice, version };
  return { command, seat, choice, known };
}

/** The newest choice of each seat until the server has it. */
export class UnsentChoices {
  #bySeat: Map<number, UnsentChoice>;
  #save: (entries: [number, UnsentChoice][]) => void;

  constructor(stored: [number, UnsentChoice][], save: (entries: [number, UnsentChoice][]) => void) {
    // A page that was open before an update may have stored another shape: it is left out.
    this.#bySeat = new Map(stored.filter(([, unsent]) => unsent.command));
    this.#save = save;
  }

  get all(): UnsentChoice[] {
    return [...this.#bySeat.values()];
  }

  /** Keep a choice; it replaces an older one of its seat. */
  add(unsent: UnsentChoice): void {
    this.#bySeat.set(unsent.seat, unsent);
    this.#save([...this.#bySeat]);
  }

  /** Whether no newer choice was made at the seat, and the server does not have this one. */
  isNewest(unsent: UnsentChoice): boolean {
    return this.#bySeat.get(unsent.seat) === unsent;
  }

  /** Forget a choice that was answered. Return whether it was the newest of its seat. */
  settle(unsent: UnsentChoice): boolean {
    if (!this.isNewest(unsent)) return false;
    this.#bySeat.delete(unsent.seat);
    this.#save([...this.#bySeat]);
    return true;
  }
}

/** Whether the server played the choice after all, and only its answer was lost. */
export function wasPlayed(unsent: UnsentChoice, view: View | undefined): boolean {
  const since = view?.log.events.slice(unsent.known) ?? [];
  const turn = since.find((event) => "answers" in event && event.answers[unsent.seat] != null);
  return turn !== undefined && "answers" in turn && turn.answers[unsent.seat] === unsent.choice;
}
