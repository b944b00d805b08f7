/** Counts a round dish by dish when its last cards lie on the table. It never blocks play: a
 * tap or Escape skips it, and taking a card ends it. */

import { untrack } from "svelte";

import { entryName } from "../catalogue.svelte";
import type { Game, View } from "../shapes";
import { playSound } from "../sounds";
import { formatLabelled, formatList, formatSigned, say } from "../text.svelte";
import { type CountStep, layCounted, listCountedKinds, listSteps } from "./countSteps";
import { motionTiming } from "./motion";

const PACE = 1100; // ms for each dish
const HURRIED = 500; // where the clock runs
const LAST = 900; // ms until the sheet

interface Source {
  view: View | undefined;
  game: Game | undefined;
  number: number; // of the game
  isTimed: boolean;
  isOver: boolean;
  hasSheet: boolean; // whether the sheet is shown when all is counted
}

export class Counting {
  #source: () => Source;
  #seen = ""; // the round that was laid last
  step = $state(0); // how many dishes have been counted
  phase = $state<"idle" | "counting" | "sheet">("idle");

  /** Must be called while a component is set up. */
  constructor(source: () => Source) {
    this.#source = source;
    $effect.pre(() => this.#follow());
    $effect(() => this.#walk());
  }

  readonly #laid = $derived.by(() => this.#source().view?.laid ?? null);
  readonly #steps = $derived.by<CountStep[]>(() => {
    const { view } = this.#source();
    return view && this.#laid
      ? listSteps(view.sheet.lines, this.#laid.round, view.names.length)
      : [];
  });

  /** Whether the cards of the last round are shown. */
  get isOn(): boolean {
    return this.phase !== "idle" && this.#laid !== null;
  }

  /** The round that is counted. */
  get round(): number | null {
    return this.isOn ? this.#laid!.round : null;
  }

  readonly #current = $derived(this.phase === "counting" ? this.#steps[this.step - 1] : undefined);

  /** The view with the cards that are counted; the view itself where nothing is. */
  readonly view = $derived.by<View | undefined>(() => {
    const { view } = this.#source();
    if (!view || !this.isOn) return view;
    if (this.phase === "sheet") return layCounted(view, this.#laid!, this.#steps);
    const counted = this.#steps.slice(0, Math.max(this.step - 1, 0));
    return layCounted(view, this.#laid!, counted, this.#current);
  });

  /** The kinds that are counted now. */
  readonly lit = $derived.by<string[] | null>(() => {
    const { game } = this.#source();
    return game && this.#current ? listCountedKinds(game, this.#current.card) : null;
  });

  /** Which round is counted. */
  readonly title = $derived(
    this.phase === "counting" && this.#laid
      ? say("Scoring round {round}.", { round: this.#laid.round })
      : "",
  );

  /** What is counted now, in words. */
  readonly words = $derived.by(() => {
    const { view, game } = this.#source();
    if (!view || !game || this.phase !== "counting") return "";
    if (!this.#current) return "";
    const { card, points, winners } = this.#current;
    const isPile = game.piles.some((pile) => pile.id === card);
    const told = view.names.flatMap((name, seat) =>
      points[seat] === null || (isPile && !winners.includes(seat))
        ? []
        : [isPile ? name : `${name} ${formatSigned(points[seat]!)}`],
    );
    const dish = entryName(game, card);
    return formatLabelled(dish, told.length ? formatList(told) : say("nobody"));
  });

  skip(): void {
    if (this.phase === "counting") this.#finish();
  }

  /** Go on to the next round: a player takes a card, or has read the sheet. */
  stop(): void {
    this.phase = "idle";
  }

  /** Begin when a round was scored while one was looking on. */
  #follow(): void {
    const { view, number } = this.#source();
    if (!view) return;
    const laid = this.#laid ? `${number}.${this.#laid.round}` : `${number}.`;
    untrack(() => {
      const isNew = this.#seen !== "" && this.#seen !== laid && this.#laid !== null;
      if (!this.#laid) this.phase = "idle";
      this.#seen = laid;
      if (!isNew) return;
      playSound("round");
      this.step = 0;
      this.phase = "counting";
      if (motionTiming().duration === 0) this.#finish();
    });
  }

  #walk(): (() => void) | void {
    if (this.phase !== "counting") return;
    const isLast = this.step >= this.#steps.length;
    const { isTimed } = untrack(this.#source);
    const wait = isTimed ? HURRIED : isLast ? LAST : PACE;
    const timer = setTimeout(() => (isLast ? this.#finish() : this.#countNext()), wait);
    return () => clearTimeout(timer);
  }

  #countNext(): void {
    this.step += 1;
    playSound("count");
  }

  #finish(): void {
    const { hasSheet, isTimed, isOver } = untrack(this.#source);
    this.phase = hasSheet && !isTimed && !isOver ? "sheet" : "idle";
  }
}
