/** A game as one browser shows it: whose hand, what is asked, which dialogs are open. */

import { findGame } from "../catalogue.svelte";
import { describeError } from "../http";
import type { Command } from "../live/commands";
import type { LiveTable } from "../live/liveTable.svelte";
import type { View } from "../shapes";
import { memoryAid } from "../storage.svelte";
import { say } from "../text.svelte";
import { hideSecrets } from "./cardStacks";
import { listRounds } from "./rounds";
import { findHotSeat } from "./seating";

export class GameStore {
  #live: () => LiveTable;
  openedSeat = $state<number | null>(null); // at a hot seat: whose curtain is open
  panel = $state<"menu" | "help" | "standing" | "log" | "hint" | null>(null); // the open dialog
  inspectedSeat = $state<number | null>(null); // the player whose tray is listed
  inspectedCard = $state<string | null>(null); // the kind whose rule is shown
  #hintMoment = "";

  /** Must be called while a component is set up. */
  constructor(live: () => LiveTable) {
    this.#live = live;
    $effect(() => this.#closeCurtain());
    $effect(() => this.#closeOldHint());
  }

  get live(): LiveTable {
    return this.#live();
  }

  readonly table = $derived(this.live.table!);
  readonly mine = $derived(this.live.you?.seats ?? []);
  readonly isPlaying = $derived(this.table.stage === "playing");
  readonly isOver = $derived(this.table.stage === "over");

  readonly #hotSeat = $derived(findHotSeat(this.live.views, this.isPlaying, this.openedSeat));
  readonly isHotSeat = $derived(this.#hotSeat.isHot);
  readonly nextSeat = $derived(this.#hotSeat.next);
  readonly hasCurtain = $derived(this.#hotSeat.hasCurtain);
  readonly seat = $derived(this.#hotSeat.seat);
  readonly view = $derived.by<View | undefined>(() => {
    const { views } = this.live;
    const own = views.find((one) => one.seat === this.seat);
    return own ?? (this.isHotSeat && views[0] ? hideSecrets(views[0]) : views[0]);
  });
  readonly game = $derived(findGame(this.view?.game ?? this.table.game));
  readonly rounds = $derived(listRounds(this.view?.sheet.lines ?? []));

  readonly isAsked = $derived(this.seat !== null && !!this.view?.prompt && this.live.isCurrent);
  /** The names of the players who have not chosen yet. */
  readonly awaited = $derived(
    this.view?.waiting
      .filter((place) => !this.table.ready.includes(place))
      .map((place) => this.view!.names[place]!) ?? [],
  );
  readonly isAway = $derived(
    this.mine.length > 0 && this.mine.every((place) => this.table.seats[place]?.away),
  );
  /** Why the server does not have the choice yet; nothing if it has. */
  readonly unsent = $derived.by(() => {
    if (this.seat === null || !this.live.unsentSeats.includes(this.seat)) return "";
    return this.live.connection === "open"
      ? say("Sending …")
      : say("It will be sent once you are back online.");
  });
  readonly #moment = $derived(
    [
      this.seat,
      this.view?.round,
      this.view?.turn,
      this.view?.prompt?.id,
      this.view?.choices.length,
    ].join(),
  );

  /** Send a choice; the player reads why if it is refused. */
  async choose(choice: string | null): Promise<void> {
    if (this.seat === null) return;
    try {
      await this.live.choose(this.seat, choice);
    } catch (problem) {
      this.live.notify(describeError(problem));
    }
  }

  async send(command: Command): Promise<void> {
    try {
      await this.live.send(command);
    } catch (problem) {
      this.live.notify(describeError(problem));
    }
  }

  showHint(): void {
    this.#hintMoment = this.#moment;
    this.panel = "hint";
  }

  /** Close the hint when the table has moved on. */
  #closeOldHint(): void {
    if (this.panel === "hint" && (!this.isAsked || this.#hintMoment !== this.#moment))
      this.panel = null;
  }

  /** Do what a key of the game stands for; return whether it stands for anything. */
  handleKey(key: string): boolean {
    if (key === "?") this.panel = "help";
    else if (key === "h" && this.isAsked && this.table.hints) this.showHint();
    else if (key === "r" && this.seat !== null && this.table.memory)
      memoryAid.current = !memoryAid.current;
    else if (key === "l") this.panel = "log";
    else if (key === "m" && !(this.isHotSeat && this.seat === null)) this.panel = "menu";
    else return false;
    return true;
  }

  /** At a hot seat the curtain falls when the player has chosen and another one must. */
  #closeCurtain(): void {
    const isDone = this.view?.chosen !== null && this.nextSeat !== null;
    if (this.isHotSeat && this.openedSeat !== null && isDone) this.openedSeat = null;
  }
}
