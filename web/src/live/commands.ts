/** Commands that were sent over the socket and are not answered yet. */

import type { RequestError } from "../http";
import type { Ack } from "../shapes";

export interface Command {
  do: string;
  [field: string]: unknown;
}

export interface PendingCommand {
  command: Command;
  resolve: (ack: Ack) => void;
  reject: (problem: RequestError) => void;
}

export class PendingCommands {
  #pending = new Map<string, PendingCommand>();

  add(id: string, command: PendingCommand): void {
    this.#pending.set(id, command);
  }

  has(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Take the command that an answer belongs to; undefined if it belongs to none. */
  take(id: string | null | undefined): PendingCommand | undefined {
    const found = id ? this.#pending.get(id) : undefined;
    if (id) this.#pending.delete(id);
    return found;
  }

  /** Whether a choice at a seat is not answered yet. */
  hasChoiceAt(seat: number): boolean {
    return [...this.#pending.values()].some(
      ({ command }) => command.seat === seat && "version" in command,
    );
  }

  /** Fail all of them: their socket is gone. */
  rejectAll(problem: () => RequestError): void {
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of failed) reject(problem());
  }
}
