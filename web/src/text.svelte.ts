/** Words in the reader's language. English stands where it is used: say("Your hand"). Every other
 * language is a catalogue in web/locale, and only the reader's is loaded. */

import { StoredValue } from "./storage.svelte";

type Words = string | Record<string, string>; // a plural has its forms, by category
type Value = string | number;
type Names<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<M extends string> = [Names<M>] extends [never] ? [] : [Record<Names<M>, Value>];
type OtherValues<M extends string> = Values<M extends `${infer A}{n}${infer B}` ? `${A}${B}` : M>;

// --- Languages ---

const files = import.meta.glob<Record<string, Words>>("../locale/*.po", { import: "default" });
const ENGLISH = "en";

/** The code of a language, pt-BR, from the name of its catalogue, pt_BR.po. */
const codeOf = (path: string) => path.slice("../locale/".length, -".po".length).replace("_", "-");
const catalogues = new Map(Object.entries(files).map(([path, load]) => [codeOf(path), load]));

/** The languages that there are: English, and those that have a catalogue. */
export const LANGUAGES = [ENGLISH, ...catalogues.keys()].sort();

const kept = new StoredValue<string | null>("language", null);
let current = $state(ENGLISH);
let messages = $state.raw<Record<string, Words>>({});

/** Return the language that is meant by a code such as fr, fr-CA or FR. */
export function matchLanguage(wish: string): string | undefined {
  const known = (code: string) => LANGUAGES.find((one) => one.toLowerCase() === code);
  const code = wish.toLowerCase();
  return known(code) ?? known(code.split("-")[0]!);
}

/** The language that this reader has chosen here or in the browser. */
export function preferredLanguage(): string {
  const wishes = [kept.current ?? "", ...navigator.languages];
  return wishes.map(matchLanguage).find(Boolean) ?? ENGLISH;
}

export const language = {
  get current(): string {
    return current;
  },
};

/** Load a language and show the page in it. */
export async function speak(wanted: string): Promise<void> {
  messages = wanted === ENGLISH ? {} : await catalogues.get(wanted)!();
  current = wanted;
}

/** Speak the language that the reader chooses, and remember it. */
export async function chooseLanguage(wanted: string): Promise<void> {
  await speak(wanted);
  kept.current = wanted;
}

/** The name of a language in that language: "English", "Français". */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

// --- Messages ---

/** A message with its values: say("{name} wins", { name }). */
export function say<M extends string>(message: M, ...[values]: Values<M>): string {
  return fill(find(message, message), values);
}

/** A message whose English has several meanings: sayInContext("a film", "Play"). */
export function sayInContext<M extends string>(
  context: string,
  message: M,
  ...[values]: Values<M>
): string {
  return fill(find(`${context}\u0004${message}`, message), values);
}

/** A message about {n} things, which is not the same for one as for many. */
export function sayPlural<M extends string>(
  one: string,
  many: M,
  n: number,
  ...[values]: OtherValues<M>
): string {
  const form = pluralRules(current).select(Math.abs(n));
  const english = form === "one" ? one : many;
  const found = messages[one];
  const words = typeof found === "object" ? (found[form] ?? found.other!) : english;
  return fill(words, { ...values, n });
}

function find(key: string, english: string): string {
  const found = messages[key];
  return typeof found === "string" ? found : english;
}

function fill(words: string, values: Record<string, Value> = {}): string {
  return words.replace(/\{(\w+)\}/g, (hole, name) => formatValue(values[name] ?? hole));
}

function formatValue(value: Value): string {
  return typeof value === "number" ? formatSigned(value) : value;
}

/** A message that is written elsewhere: in a file of data. */
export function translate(message: string): string {
  return find(message, message);
}

// --- Patterns ---

const remembered = new Map<string, unknown>();

function remember<T>(key: string, make: () => T): T {
  if (!remembered.has(key)) remembered.set(key, make());
  return remembered.get(key) as T;
}

const pluralRules = (code: string) => remember(`plural ${code}`, () => new Intl.PluralRules(code));
const lists = (code: string) => remember(`list ${code}`, () => new Intl.ListFormat(code));
const numbers = (code: string) => remember(`number ${code}`, () => new Intl.NumberFormat(code));

/** The colon between a thing and what is said of it, where the two are not set alike. */
export function sayColon(): string {
  return formatLabelled("", "");
}

/** A thing and what is said of it: "Ana: Tempura". */
export function formatLabelled(label: string, words: string): string {
  return say("{label}: {words}", { label, words });
}

/** Things one after the other: "Ana, Bo and Cy". */
export function formatList(things: string[]): string {
  return lists(current).format(things);
}

/** A number with its sign, as a score sheet has it. */
export function formatSigned(points: number): string {
  return (points < 0 ? "−" : "") + numbers(current).format(Math.abs(points));
}

/** "1 point", "2 points", "0 point" as each language has it. */
export function formatPoints(number: number): string {
  return sayPlural("{n} point", "{n} points", number);
}

/** How many of a card are in the box. */
export function formatCopies(number: number): string {
  return sayPlural("{n} copy", "{n} copies", number);
}
