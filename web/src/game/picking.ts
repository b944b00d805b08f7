/** Putting a pick together card by card, out of the picks that the server allows. */

import { kindName } from "../catalogue.svelte";
import type { Choice, Game } from "../shapes";
import { formatList, translate, say } from "../text.svelte";

export interface Pick {
  text: string;
  words: string;
  cards: string[]; // what is tapped in the hand, in order: for oneself, then for the robot
  own: number; // how many of them are for oneself
  as: string; // what a joker goes onto
  way: string; // which tools are announced
}

/** A pick from its text: "tempura+eel with:chopsticks_2", "joker as:tuna", "wasabi give:maki_2". */
export function parsePick(choice: Choice): Pick {
  const [taken = "", ...labels] = choice.choice.split(" ");
  const extras = Object.fromEntries(labels.map((label) => label.split(":") as [string, string]));
  const own = taken.split("+");
  const tools = ["with", "using"]
    .filter((label) => extras[label])
    .map((label) => `${label}:${extras[label]}`);
  return {
    text: choice.choice,
    words: choice.words,
    cards: extras.give ? [...own, extras.give] : own,
    own: own.length,
    as: extras.as ?? "",
    way: [own.length, ...tools].join(" "),
  };
}

/** The ways to pick: one card, two by chopsticks, one and then the spoon; the plainest first. */
export function listWays(picks: Pick[]): string[] {
  return [...new Set(picks.map((pick) => pick.way))].sort(
    (a, b) => a.split(" ").length - b.split(" ").length || (a < b ? -1 : 1),
  );
}

/** A way to pick, in words. */
export function describeWay(game: Game, way: string): string {
  const [number, ...tools] = way.split(" ");
  const named = tools.map((tool) => translate(kindName(game, tool.replace(/^.*[:>]/, ""))));
  if (named.length) return say(`Use ${formatList(named)}`, `Utiliser ${formatList(named)}`);
  return number === "2" ? say("Two cards", "Deux cartes") : say("One card", "Une carte");
}

/** The picks of one way that begin with these cards. */
export function findMatching(picks: Pick[], way: string, tapped: string[]): Pick[] {
  return picks.filter(
    (pick) => pick.way === way && tapped.every((kind, place) => pick.cards[place] === kind),
  );
}

/** Whether a card may be tapped next. */
export function canTap(picks: Pick[], way: string, tapped: string[], kind: string): boolean {
  return findMatching(picks, way, [...tapped, kind]).length > 0;
}

/** Return the picks that these cards make; several where a joker may go onto several dishes. */
export function findComplete(picks: Pick[], way: string, tapped: string[]): Pick[] {
  return findMatching(picks, way, tapped).filter((pick) => pick.cards.length === tapped.length);
}

/** The card that an answer to a question is about: "special_order>egg_nigiri@wasabi" is about an egg nigiri. */
export function parseAnswerCard(answer: string): string {
  return answer.replace(/^.*>/, "").replace(/[@<].*$/, "");
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
