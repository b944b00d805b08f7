// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { compileCatalogue, keyOf, readEntries } from "./catalogues.js";
import { readSource, readSources, WEB } from "./messages.js";

const FOLDER = join(WEB, "locale");
const sources = readSources();
const texts = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf-8")]);

const listValues = (words) => (words.match(/\{\w+\}|<\/?b>/g) ?? []).sort().join();

/** Return what is wrong in a catalogue, for the messages of the sources. */
function listFaults(text, messages) {
  const entries = readEntries(text);
  const known = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const wanted = new Set(messages.map(keyOf));
  return [
    ...messages
      .filter((one) => known.get(keyOf(one))?.many !== (one.many ?? ""))
      .map(({ message }) => `not in the catalogue: ${message}`),
    ...entries.flatMap((entry) =>
      [...findFaults(entry, wanted)].map((fault) => `${fault}: ${entry.message}`),
    ),
  ];
}

function* findFaults({ context, message, many, words, fuzzy }, wanted) {
  if (!wanted.has(keyOf({ context, message }))) yield "not in the sources";
  if (fuzzy) yield "fuzzy";
  if (!words.every(Boolean)) yield "missing";
  else if (words.some((form) => ![message, many].map(listValues).includes(listValues(form))))
    yield "other values";
}

it("there are messages and catalogues", () => {
  expect(sources.messages.length).toBeGreaterThan(500);
  expect(texts.map(([name]) => name)).toContain("fr.po");
});

it("shows nothing that is no message", () => {
  expect(sources.faults).toEqual([]);
});

it.each(texts)("%s is complete: make messages adds what is missing", (_name, text) => {
  expect(listFaults(text, sources.messages)).toEqual([]);
});

// --- Each fault is found ---

it.each([
  ["<p>Your hand</p>", "Your hand"],
  ["<p>{isOwn ? 'Yours' : say('Theirs')}</p>", "Yours"],
  ["<p>{`with ${name}`}</p>", "with"],
  ['<img src="a.png" alt="A card" />', "A card"],
  ['<button aria-label="Close">✕</button>', "Close"],
  ['<input placeholder="Name" />', "Name"],
  ['<Dialog title="Points" />', "Points"],
  ["<p>{say(words)}</p>", "say(words)"],
  ["<p>{say(`${name} wins`)}</p>", "say(`${name} wins`)"],
])("%s is no message", (source, fault) => {
  expect(readSource("a.svelte", source).faults).toEqual([fault]);
});

it("reads messages with their plurals and contexts", () => {
  const source = `say("Menu"); sayInContext("a film", "Play"); sayPlural("{n} card", "{n} cards", 2);`;
  expect(readSource("a.ts", source)).toEqual({
    messages: [
      { message: "Menu" },
      { context: "a film", message: "Play" },
      { message: "{n} card", many: "{n} cards" },
    ],
    faults: [],
  });
  expect(readSource("a.json", '[{"words": "Only pairs count.", "who": "Ana"}]').messages).toEqual([
    { message: "Only pairs count." },
  ]);
});

const HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n';

it.each([
  ['msgid "Menu"\nmsgstr "Carte"', []],
  ['msgid "Menu"\nmsgstr ""', ["missing: Menu"]],
  ['#, fuzzy\nmsgid "Menu"\nmsgstr "Carte"', ["fuzzy: Menu"]],
  ['msgid "Hand"\nmsgstr "Main"', ["not in the catalogue: Menu", "not in the sources: Hand"]],
])("finds the faults of %s", (entry, faults) => {
  expect(listFaults(HEADER + entry, [{ message: "Menu" }])).toEqual(faults);
});

it("finds a value that was dropped", () => {
  const messages = [{ message: "{n} card of {name}", many: "{n} cards of {name}" }];
  const entry = 'msgid "{n} card of {name}"\nmsgid_plural "{n} cards of {name}"\n';
  const forms = 'msgstr[0] "{n} carte de {name}"\nmsgstr[1] "{n} cartes"';
  expect(listFaults(HEADER + entry + forms, messages)).toEqual([
    "other values: {n} card of {name}",
  ]);
});

it("compiles plurals by the categories of the language", () => {
  const polish = `msgid ""
msgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"
`;
  expect(compileCatalogue(polish, "pl")).toEqual({
    "{n} card": { one: "{n} karta", few: "{n} karty", many: "{n} kart" },
  });
});
