/** Announces what happens in a game, with sentences and sounds, and remembers the last turn. */

import { untrack } from "svelte";

import type { View } from "../shapes";
import { playSound } from "../sounds";
import { say } from "../text.svelte";
import { announce } from "../ui/Announcer.svelte";
import type { GameStore } from "./gameStore.svelte";
import { describeEnd, describeTurn, findForcedChoice } from "./narration";
import { listChosen } from "./picking";

const ON_ITS_WAY = 1000; // ms that a choice may take to the server

export class Narrator {
  #store: GameStore;
  #last = $state.raw({ turn: "", chosen: [] as string[] });
  readonly #turn = $derived.by(() => {
    const { table, view } = this.#store;
    return view ? `${table.number}.${view.round}.${view.turn}` : "";
  });

  /** The key under which the cards of the last turn fly to the tray. */
  readonly flight = $derived(
    this.#last.turn ? this.#last.turn.slice(this.#last.turn.indexOf(".") + 1) : null,
  );
  #announcedGame = 0; // the number of the game whose end was announced
  #scoredRounds = -1;
  #before: View | undefined;
  #deadline = Infinity;

  /** Must be called while a component is set up. */
  constructor(store: GameStore) {
    this.#store = store;
    $effect(() => this.#followTurns());
    $effect(() => this.#followRounds());
    $effect(() => this.#announceEnd());
    $effect(() => this.#followDeadline());
    $effect(() => {
      if (store.unsent) announce(store.unsent);
    });
  }

  /** The kinds that were chosen in the last turn. */
  get flying(): string[] {
    return this.#last.chosen;
  }

  #followTurns(): void {
    const { view } = this.#store;
    if (!view) return;
    const chosen = listChosen(view);
    const turn = this.#turn;
    untrack(() => {
      const isNew = this.#last.turn !== turn;
      if (isNew && this.#store.isPlaying) {
        announce(describeTurn(this.#store.game, view, this.#store.seat));
        if (this.#last.turn && view.turn > 1) this.#soundTurn();
      }
      if (isNew || chosen.length) this.#last = { turn, chosen };
    });
  }

  /** The cards are turned over, and the hands go on. */
  #soundTurn(): void {
    playSound("reveal");
    playSound("pass");
  }

  /** Where the clock runs, no sheet is shown: say that a round was scored. */
  #followRounds(): void {
    const { rounds, table, live } = this.#store;
    const isScored = this.#scoredRounds >= 0 && rounds.length > this.#scoredRounds;
    if (isScored && this.#store.isPlaying && table.timer !== null) {
      const round = rounds.at(-1)!;
      live.notify(say("Round {round} is over. See Points.", { round }));
    }
    this.#scoredRounds = rounds.length;
  }

  #announceEnd(): void {
    const { table, view, mine } = this.#store;
    if (!this.#store.isOver || !view?.outcome || this.#announcedGame === table.number) return;
    this.#announcedGame = table.number;
    announce(describeEnd(view.outcome));
    const winners = view.outcome.ranking.filter((place) => place.rank === 1);
    const hasWon = winners.some((place) => mine.includes(place.seat));
    if (mine.length) playSound(hasWon ? "won" : "lost");
  }

  /** If the time was up and nothing was chosen here, a bot chose: tell the player what. */
  #followDeadline(): void {
    const [before, after] = [this.#before, this.#store.view];
    this.#before = after;
    const isSameSeat = before?.seat === after?.seat;
    if (isSameSeat && before?.log.events.length === after?.log.events.length) return;
    const isLate = Date.now() >= this.#deadline;
    this.#deadline = untrack(() => this.#findDeadline());
    const choice = isLate && before && after && findForcedChoice(before, after);
    if (choice)
      this.#store.live.notify(
        say("Time ran out, so a bot chose for you: {words}.", { words: choice.words }),
      );
  }

  #findDeadline(): number {
    const { table, live } = this.#store;
    if (table.seconds_left === null) return Infinity;
    return live.receivedAt + 1000 * table.seconds_left - ON_ITS_WAY;
  }
}
