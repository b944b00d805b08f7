/** English and French. Words stand where they are used: say("Your hand", "Votre main"). */

import { StoredValue } from "./storage.svelte";
import type { Text } from "./shapes";

export type Language = "en" | "fr";

const preferred =
  navigator.languages
    .map((one) => one.slice(0, 2))
    .find((one): one is Language => one === "en" || one === "fr") ?? "en";
const kept = new StoredValue<Language | null>("language", null);
const lists = { en: new Intl.ListFormat("en"), fr: new Intl.ListFormat("fr") };
const plurals = { en: new Intl.PluralRules("en"), fr: new Intl.PluralRules("fr") };

export const language = {
  get current(): Language {
    return kept.current ?? preferred;
  },
  set current(value: Language) {
    kept.current = value;
  },
};

/** French as it is printed: no line begins with the mark that closes a clause. */
function typesetFrench(french: string): string {
  return french
    .replace(/ ([:;!?»])/g, "\u00a0$1")
    .replaceAll("« ", "«\u00a0")
    .replaceAll(" …", "…");
}

export function say(en: string, fr: string): string {
  return language.current === "fr" ? typesetFrench(fr) : en;
}

/** What the server says in both languages. */
export function translate(text: Text): string {
  return say(text.en, text.fr);
}

/** The colon between a thing and what is said of it, where the two are not set alike. */
export function sayColon(): string {
  return say(": ", " : ");
}

/** A thing and what is said of it: "Ana: Tempura". */
export function formatLabelled(label: string, words: string): string {
  return say(`${label}: ${words}`, `${label} : ${words}`);
}

/** Things one after the other: "Ana, Bo and Cy". */
export function formatList(things: string[]): string {
  return lists[language.current].format(things);
}

/** A number with its sign, as a score sheet has it. */
export function formatSigned(points: number): string {
  return points < 0 ? `−${-points}` : `${points}`;
}

/** "1 point", "2 points", "0 point" as each language has it. */
export function formatCount(number: number, one: [string, string], many: [string, string]): string {
  const few = plurals[language.current].select(Math.abs(number)) === "one";
  return `${formatSigned(number)} ${say(...(few ? one : many))}`;
}

export function formatPoints(number: number): string {
  return formatCount(number, ["point", "point"], ["points", "points"]);
}

/** How many of a card are in the box. */
export function formatCopies(number: number): string {
  return formatCount(number, ["copy", "exemplaire"], ["copies", "exemplaires"]);
}
