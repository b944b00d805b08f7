/** Finds the messages of the client in its sources, and texts that are no message.
 *
 * node plugins/messages.js prints them as JSON, for tools/messages.py.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "svelte/compiler";

export const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
const SCRIPT = ['<script lang="ts">', "</script>"];
const NOT_SHOWN = /\.test\.ts$|\/protocol\.ts$|\/fixtures\.ts$/;
// Which argument of these functions is what.
const FUNCTIONS = {
  say: ["message"],
  sayInContext: ["context", "message"],
  sayPlural: ["message", "many"],
};
// The fields of a file of data that hold messages.
const FIELDS = ["about", "note", "role", "words"];
const READ_ALOUD = /^(alt|aria-(description|label|roledescription|valuetext)|placeholder|title)$/;
const PROPERTIES = /^(caption|label|text|title|word)$/; // of a component
const WORD = /\p{L}\p{Ll}/u;
// What is written alike in every language.
const NAMES = /Kaiten|Esc|#seat=/g;

/** Return the sources of the client, as paths inside web/. */
export function listSources(folder = join(WEB, "src")) {
  return readdirSync(folder, { recursive: true })
    .map((name) => relative(WEB, join(folder, name)).replaceAll("\\", "/"))
    .filter((name) => /\.(json|svelte|ts)$/.test(name) && !NOT_SHOWN.test(name))
    .sort();
}

/** Return what a source says: its messages, and its faults. */
export function readSource(path, source) {
  if (path.endsWith(".json")) return { messages: [...listData(JSON.parse(source))], faults: [] };
  const [open, close] = path.endsWith(".ts") ? SCRIPT : ["", ""];
  const text = open + source + close;
  const nodes = [...walk(parse(text, { modern: true }))];
  const calls = nodes.filter(
    ({ type, callee }) => type === "CallExpression" && callee.name in FUNCTIONS,
  );
  return {
    messages: calls.filter(isLiteral).map(readCall),
    faults: [
      ...calls.filter((call) => !isLiteral(call)).map((call) => text.slice(call.start, call.end)),
      ...nodes.flatMap(findStrayWords).map((words) => words.trim().replace(/\s+/g, " ")),
    ],
  };
}

/** Yield every node of a tree but the text of code. No part is visited twice. */
function* walk(node, seen = new Set()) {
  if (typeof node !== "object" || node === null || seen.has(node) || node.name === "code") return;
  seen.add(node);
  if (typeof node.type === "string") yield node;
  for (const [name, part] of Object.entries(node)) if (name !== "metadata") yield* walk(part, seen);
}

function* listData(data) {
  if (typeof data !== "object" || data === null) return;
  for (const [name, part] of Object.entries(data))
    if (FIELDS.includes(name) && typeof part === "string") yield { message: part };
    else yield* listData(part);
}

const isWords = ({ type, value } = {}) => type === "Literal" && typeof value === "string";
const isLiteral = (call) =>
  FUNCTIONS[call.callee.name].every((_, place) => isWords(call.arguments[place]));
const readCall = (call) =>
  Object.fromEntries(
    FUNCTIONS[call.callee.name].map((name, place) => [name, call.arguments[place].value]),
  );

/** Return the words of a node that the page would show in English to everyone. */
function findStrayWords(node) {
  switch (node.type) {
    case "Fragment":
      return node.nodes.flatMap(listShown);
    case "RegularElement":
      return node.attributes.filter(({ name }) => READ_ALOUD.test(name)).flatMap(listValue);
    case "Component":
      return node.attributes.filter(({ name }) => PROPERTIES.test(name)).flatMap(listValue);
    default:
      return [];
  }
}

const listValue = ({ value }) => (value === true ? [] : [value].flat().flatMap(listShown));

function listShown(node) {
  switch (node.type) {
    case "Text":
      return keepWords(node.data);
    case "Literal":
      return keepWords(`${node.value}`);
    case "ExpressionTag":
      return listShown(node.expression);
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap(listShown);
    case "LogicalExpression":
      return [node.left, node.right].flatMap(listShown);
    case "TemplateLiteral":
      return [
        ...node.quasis.map((part) => part.value.cooked).flatMap(keepWords),
        ...node.expressions.flatMap(listShown),
      ];
    default:
      return [];
  }
}

const keepWords = (words) => (WORD.test(words.replace(NAMES, "")) ? [words] : []);

/** Return what all sources say, each with its place. */
export function readSources() {
  const found = listSources().map((path) => ({
    place: `web/${path}`,
    ...readSource(path, readFileSync(join(WEB, path), "utf-8")),
  }));
  return {
    messages: found.flatMap(({ place, messages }) => messages.map((one) => ({ place, ...one }))),
    faults: found.flatMap(({ place, faults }) => faults.map((words) => `${place}: ${words}`)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(readSources()));
