/** English and French. Words stand where they are used: say("Your hand", "Votre main"). */

import { Kept } from "./keep.svelte";
import type { Text } from "./shapes";

export type Language = "en" | "fr";

const preferred =
  navigator.languages
    .map((one) => one.slice(0, 2))
    .find((one): one is Language => one === "en" || one === "fr") ?? "en";
const kept = new Kept<Language | null>("language", null);
const lists = { en: new Intl.ListFormat("en"), fr: new Intl.ListFormat("fr") };
const plurals = { en: new Intl.PluralRules("en"), fr: new Intl.PluralRules("fr") };

export const language = {
  get now(): Language {
    return kept.now ?? preferred;
  },
  set now(value: Language) {
    kept.now = value;
  },
};

/** French as it is printed: no line begins with the mark that closes a clause. */
function printed(french: string): string {
  return french
    .replace(/ ([:;!?»])/g, "\u00a0$1")
    .replaceAll("« ", "«\u00a0")
    .replaceAll(" …", "…");
}

export function say(en: string, fr: string): string {
  return language.now === "fr" ? printed(fr) : en;
}

/** What the server says in both languages. */
export function said(text: Text): string {
  return say(text.en, text.fr);
}

/** The colon between a thing and what is said of it. */
export function colon(): string {
  return say(": ", " : ");
}

/** Things one after the other: "Ana, Bo and Cy". */
export function listed(things: string[]): string {
  return lists[language.now].format(things);
}

/** A number with its sign, as a score sheet has it. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `${points}`;
}

/** "1 point", "2 points", "0 point" as each language has it. */
export function counted(number: number, one: [string, string], many: [string, string]): string {
  const few = plurals[language.now].select(Math.abs(number)) === "one";
  return `${signed(number)} ${say(...(few ? one : many))}`;
}

export function points(number: number): string {
  return counted(number, ["point", "point"], ["points", "points"]);
}

/** How many of a card are in the box. */
export function copies(number: number): string {
  return counted(number, ["copy", "exemplaire"], ["copies", "exemplaires"]);
}
