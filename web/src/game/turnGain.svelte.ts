/** How many points the last turn brought a player, as the table lies. */

import { untrack } from "svelte";

import type { LiveTable } from "../live/liveTable.svelte";

export class TurnGain {
  current = $state(0);
  #turn = "";
  #total = 0;

  /** Must be called while a component is set up. */
  constructor(source: () => { live: LiveTable; seat: number }) {
    $effect.pre(() => {
      const { live, seat } = source();
      const view = live.views[0];
      if (!view) return;
      const turn = `${live.table?.number}.${view.round}.${view.turn}.${view.outcome !== null}`;
      const total = (view.scores[seat] ?? 0) + (view.outcome ? 0 : (view.on_table[seat] ?? 0));
      untrack(() => this.#follow(turn, total));
    });
  }

  #follow(turn: string, total: number): void {
    if (turn === this.#turn) return;
    const isSameGame = this.#turn.split(".")[0] === turn.split(".")[0];
    this.current = isSameGame ? total - this.#total : 0;
    [this.#turn, this.#total] = [turn, total];
  }
}
