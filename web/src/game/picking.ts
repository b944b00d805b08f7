/** Putting a pick together card by card, out of the picks that the server allows. */

import { kindName } from "../catalogue.svelte";
import type { Choice, ChoiceParts, Game } from "../shapes";
import { formatList, say } from "../text.svelte";

/** A way to pick: one card, two by chopsticks, one and then the spoon. */
export interface Way {
  key: string;
  own: number; // how many cards are for oneself
  tools: string[]; // which tools are announced
}
export interface Pick {
  text: string;
  words: string;
  cards: string[]; // what is tapped in the hand, in order: for oneself, then for the robot
  own: number; // how many of them are for oneself
  as: string; // what a joker goes onto
  way: Way;
}

/** The cards of a choice: the one that its text names, where the server lists none. */
export function listCards(choice: { choice: string } & ChoiceParts): string[] {
  return choice.cards ?? [choice.choice];
}

/** Return the cards that a choice takes out of the hand, with the robot's. */
export function listTaken(choice: { choice: string } & ChoiceParts): string[] {
  const { give } = choice.extras ?? {};
  return give ? [...listCards(choice), give] : listCards(choice);
}

/** Return the cards that the choice of a seat takes; none before it has chosen. */
export function listChosen({
  choices,
  chosen,
}: {
  choices: Choice[];
  chosen: string | null;
}): string[] {
  const choice = choices.find((one) => one.choice === chosen);
  return choice ? listTaken(choice) : [];
}

export function toPick(choice: Choice): Pick {
  return {
    text: choice.choice,
    words: choice.words,
    cards: listTaken(choice),
    own: listCards(choice).length,
    as: choice.extras?.as ?? "",
    way: findWay(choice),
  };
}

function findWay({ extras = {}, mimics = [], ...choice }: Choice): Way {
  const own = listCards(choice).length;
  const labels = (["with", "using"] as const).filter((label) => extras[label]);
  const keys = labels.map((label) => `${label}:${mimics.includes(label)}:${extras[label]}`);
  return { key: [own, ...keys].join(" "), own, tools: labels.map((label) => extras[label]!) };
}

/** The ways to pick, each once; the plainest first. */
export function listWays(picks: Pick[]): Way[] {
  const ways = new Map(picks.map(({ way }) => [way.key, way]));
  return [...ways.values()].sort(
    (a, b) => a.tools.length - b.tools.length || (a.key < b.key ? -1 : 1),
  );
}

/** A way to pick, in words. */
export function describeWay(game: Game, { own, tools }: Way): string {
  const named = tools.map((tool) => kindName(game, tool));
  if (named.length) return say("Use {cards}", { cards: formatList(named) });
  return own > 1 ? say("Two cards") : say("One card");
}

/** The picks of one way that begin with these cards. */
export function findMatching(picks: Pick[], way: Way | undefined, tapped: string[]): Pick[] {
  return picks.filter(
    (pick) =>
      pick.way.key === way?.key && tapped.every((kind, place) => pick.cards[place] === kind),
  );
}

/** Whether a card may be tapped next. */
export function canTap(
  picks: Pick[],
  way: Way | undefined,
  tapped: string[],
  kind: string,
): boolean {
  return findMatching(picks, way, [...tapped, kind]).length > 0;
}

/** Return the picks that these cards make; several where a joker may go onto several dishes. */
export function findComplete(picks: Pick[], way: Way | undefined, tapped: string[]): Pick[] {
  return findMatching(picks, way, tapped).filter((pick) => pick.cards.length === tapped.length);
}

/** Return the kind of a card in the hand: its key is the kind and a number, "eel#1". */
export function kindOfKey(key: string): string {
  return key.replace(/#.*$/, "");
}

/** Return the cards of a hand that stand for these kinds; of two alike a preferred one. */
export function matchCards(
  hand: { key: string; kind: string }[],
  kinds: string[],
  preferred: string[] = [],
): string[] {
  const left = [...hand].sort(
    (one, other) => +preferred.includes(other.key) - +preferred.includes(one.key),
  );
  return kinds.flatMap((kind) => {
    const place = left.findIndex((card) => card.kind === kind);
    return place < 0 ? [] : left.splice(place, 1).map((card) => card.key);
  });
}
