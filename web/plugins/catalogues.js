/** Turns a catalogue of gettext into what the page reads: messages by key, plurals by category. */

import { basename } from "node:path";

import { po } from "gettext-parser";

const PLURAL_RULE = /plural=([n\d\s()?:<>=!&|%]+)/;

/** Return the entries of a catalogue, without its header. */
export function readEntries(source) {
  return Object.values(po.parse(source).translations)
    .flatMap((entries) => Object.values(entries))
    .filter((entry) => entry.msgid)
    .map((entry) => ({
      context: entry.msgctxt ?? "",
      message: entry.msgid,
      many: entry.msgid_plural ?? "",
      words: entry.msgstr,
      fuzzy: entry.comments?.flag?.includes("fuzzy") ?? false,
    }));
}

export const keyOf = ({ context, message }) => (context ? `${context}\u0004${message}` : message);

/** Return which of a catalogue's forms stands for each of the categories of Intl.PluralRules. */
export function findForms(source, language) {
  const { headers } = po.parse(source);
  const rule = PLURAL_RULE.exec(headers["Plural-Forms"] ?? "plural=(n != 1)");
  const formOf = new Function("n", `return Number(${rule[1]})`); // a C expression is JavaScript too
  const rules = new Intl.PluralRules(language);
  const forms = {};
  for (const n of [...Array(200).keys(), 1_000_000]) forms[rules.select(n)] ??= formOf(n);
  return forms;
}

export function compileCatalogue(source, language) {
  const forms = Object.entries(findForms(source, language));
  const choose = ({ many, words }) =>
    many ? Object.fromEntries(forms.map(([name, form]) => [name, words[form]])) : words[0];
  const entries = readEntries(source).filter(({ words, fuzzy }) => !fuzzy && words.every(Boolean));
  return Object.fromEntries(entries.map((entry) => [keyOf(entry), choose(entry)]));
}

/** A catalogue is a file of its own, words-fr-[hash].js: only one of them is loaded. */
const nameChunk = ({ facadeModuleId }) =>
  `assets/${facadeModuleId?.endsWith(".po") ? "words-" : ""}[name]-[hash].js`;

export function catalogues() {
  return {
    name: "catalogues",
    config: () => ({ build: { rolldownOptions: { output: { chunkFileNames: nameChunk } } } }),
    transform(source, path) {
      if (!path.endsWith(".po")) return undefined;
      const messages = compileCatalogue(source, basename(path, ".po"));
      return { code: `export default ${JSON.stringify(messages)}`, map: null };
    },
  };
}
