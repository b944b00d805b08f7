/** A pick in the making: the cards that are lifted, looked at or refused, until one is chosen. */

import { untrack } from "svelte";

import { findCard, kindName } from "../catalogue.svelte";
import type { Game, View } from "../shapes";
import { playSound } from "../sounds";
import { say } from "../text.svelte";
import { announce } from "../ui/Announcer.svelte";
import { findRule } from "../ui/rule";
import {
  canTap,
  findComplete,
  kindOfKey,
  listChosen,
  listWays,
  matchCards,
  type Pick,
  toPick,
  type Way,
} from "./picking";
import { spreadCards } from "./cardStacks";

export interface BeatProps {
  title: string; // of what is counted; nothing where nothing is
  text: string;
  look?: () => void;
  skip?: () => void;
}

export interface HandProps {
  game: Game;
  view: View;
  asked: boolean; // whether this view is still the question
  unsent: string; // why the server does not have the choice yet
  awaited: string[]; // who has not chosen yet
  beat: BeatProps; // what happened last
  soFar: (card: string) => string; // what a dish has brought until now
  inform: (kind: string) => void; // show everything about a card
  choose: (choice: string | null) => void;
}

export class HandStore {
  #getProps: () => HandProps;
  #focusHand: () => void;
  #wantedWay = $state("");
  tapped = $state.raw<string[]>([]); // keys of the lifted cards, in order
  onto = $state(""); // the dish that a joker goes onto
  active = $state(0); // the place that the arrow keys have reached
  looked = $state<string | null>(null); // the kind under the mouse, or reached by keys
  refused = $state(""); // the kind that was tapped though it cannot be taken now
  #taken = $state.raw<string[]>([]); // the lifted cards when they were chosen
  #hovered = ""; // the card that the mouse has moved to

  constructor(getProps: () => HandProps, focusHand: () => void) {
    this.#getProps = getProps;
    this.#focusHand = focusHand;
  }

  get #props(): HandProps {
    return this.#getProps();
  }

  get view(): View {
    return this.#props.view;
  }

  readonly turn = $derived.by(() => `${this.view.round}.${this.view.turn}`);
  readonly cards = $derived.by(() => {
    const known = this.view.hands[this.view.seat!]?.known;
    return spreadCards(this.#props.game, known).map((card) => ({
      ...card,
      flight: `${this.turn} ${card.kind}`,
    }));
  });
  readonly isPicking = $derived.by(() => this.#props.asked && this.view.prompt?.id === "pick");
  readonly #picks = $derived.by(() => this.view.choices.map(toPick));
  readonly ways = $derived(listWays(this.#picks));
  readonly way = $derived(this.ways.find((way) => way.key === this.#wantedWay) ?? this.ways[0]);
  readonly kinds = $derived(this.tapped.map(kindOfKey));
  /** Whether several cards make one pick. */
  readonly isMultiple = $derived(
    this.#picks.some((pick) => pick.way.key === this.way?.key && pick.cards.length > 1),
  );
  /** How many of the cards are for the player; the next one is the robot's. */
  readonly own = $derived(this.way?.own ?? 1);
  /** The picks that the lifted cards make; several where a joker may go onto several dishes. */
  readonly ready = $derived(findComplete(this.#picks, this.way, this.kinds));
  readonly pick = $derived<Pick | undefined>(
    this.ready.length > 1 ? this.ready.find((one) => one.as === this.onto) : this.ready[0],
  );
  /** Whether the lifted cards are a pick that the server does not have yet. */
  readonly canConfirm = $derived.by(
    () => this.isPicking && !!this.pick && this.pick.text !== this.view.chosen,
  );
  /** Whether there is a choice, and no other one is lifted. */
  readonly hasChosen = $derived.by(
    () =>
      this.#props.asked &&
      this.view.chosen !== null &&
      (!this.pick || this.pick.text === this.view.chosen),
  );
  readonly chosen = $derived.by(() => matchCards(this.cards, listChosen(this.view), this.#taken));
  /** The kind that the bar tells about. */
  readonly described = $derived(
    this.looked ?? (this.refused || (this.tapped.length ? kindOfKey(this.tapped.at(-1)!) : null)),
  );

  /** Begin a turn: nothing is lifted, but for a last card, which needs no finding. */
  reset(): void {
    untrack(() => {
      this.#wantedWay = "";
      this.#taken = [];
      this.onto = "";
      this.stopLooking();
      this.refused = "";
      this.active = 0;
      const isLast = this.isPicking && this.#picks.length === 1 && this.cards.length === 1;
      this.tapped = isLast ? [this.cards[0]!.key] : [];
    });
  }

  changeWay(way: Way): void {
    this.#wantedWay = way.key;
    this.tapped = [];
  }

  canTap(key: string): boolean {
    const kind = kindOfKey(key);
    return (
      this.tapped.includes(key) ||
      canTap(this.#picks, this.way, this.isMultiple ? this.kinds : [], kind) ||
      canTap(this.#picks, this.way, [], kind)
    );
  }

  /** Lift a card, or put it down; a single one that is lifted already is taken. */
  tap(key: string): void {
    if (!this.isPicking) return;
    this.looked = null;
    this.refused = "";
    this.active = this.cards.findIndex((card) => card.key === key);
    if (this.tapped.includes(key)) {
      if (!this.isMultiple && this.pick) return this.confirm();
      this.tapped = this.tapped.filter((other) => other !== key);
    } else if (this.canTap(key)) this.#lift(key);
    else this.#refuse(kindOfKey(key));
  }

  #lift(key: string): void {
    const isNext = this.isMultiple && canTap(this.#picks, this.way, this.kinds, kindOfKey(key));
    this.tapped = isNext ? [...this.tapped, key] : [key];
    this.onto = this.ready[0]?.as ?? "";
    playSound("lift");
  }

  #refuse(kind: string): void {
    this.refused = kind;
    const name = kindName(this.#props.game, kind);
    announce(`${name} · ${sayNotNow()} ${this.describeRule(kind)}`);
  }

  /** Take the lifted cards. */
  confirm(): void {
    if (!this.canConfirm) return;
    const { text, words } = this.pick!;
    playSound("pick");
    this.#taken = this.tapped;
    announce(say("Chosen: {words}.", { words }));
    this.#props.choose(text);
    this.#focusHand(); // the button goes
  }

  /** Put the lifted cards down, and take the choice back. */
  takeBack(): void {
    this.tapped = [];
    this.refused = "";
    this.#focusHand();
    if (this.view.chosen === null || !this.#props.asked) return;
    playSound("back");
    this.#props.choose(null);
    announce(say("Taken back."));
  }

  /** Move to a neighbour in the hand; its rule is shown. */
  walk(step: number): void {
    this.active = Math.min(this.cards.length - 1, Math.max(0, this.active + step));
    this.looked = this.cards[this.active]?.kind ?? null;
  }

  /** Look at a card that the mouse has moved to, not at one that slid under a mouse at rest. */
  look(event: PointerEvent, key: string): void {
    const isMoved = event.movementX || event.movementY;
    if (event.pointerType !== "mouse" || this.#hovered === key || !isMoved) return;
    this.#hovered = key;
    this.looked = kindOfKey(key);
  }

  stopLooking(): void {
    this.looked = null;
    this.#hovered = "";
  }

  describeRule(kind: string): string {
    return findRule(findCard(this.#props.game, kind)!, this.view.options);
  }
}

export function sayNotNow(): string {
  return say("You cannot take it now.");
}
