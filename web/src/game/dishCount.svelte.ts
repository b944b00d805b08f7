/** What each dish has brought so far. The server counts when a card is looked at. */

import { findCard } from "../catalogue.svelte";
import { request } from "../http";
import type { TableCount } from "../shapes";
import type { GameStore } from "./gameStore.svelte";
import { describeSoFar } from "./narration";

export class DishCount {
  #store: GameStore;
  #count = $state.raw<TableCount | null>(null);
  #requested = ""; // the moment that was asked for last

  constructor(store: GameStore) {
    this.#store = store;
  }

  /** Return what the dish of a card has brought the shown seat; nothing until it is counted. */
  describe(kind: string): string {
    void this.#request();
    const { game, seat, live } = this.#store;
    if (this.#count?.version !== live.version) return "";
    const card = game && findCard(game, kind)?.id;
    const lines = [...this.#count.lines, ...this.#count.final];
    return describeSoFar(lines.filter((line) => line.card === card && line.seat === seat));
  }

  async #request(): Promise<void> {
    const { table, live, isPlaying } = this.#store;
    const moment = `${table.number} ${live.version}`;
    if (this.#requested === moment || !isPlaying) return;
    this.#requested = moment;
    try {
      this.#count = await request<TableCount>(`/api/tables/${live.code}/count`);
    } catch {
      this.#requested = ""; // the next card asks again
    }
  }
}
