/** The pictures: those that are drawn, and for cards without one a plate with their initials. */

import { entryName, findCard, findEntry, kindName, listKinds, memoize } from "./catalogue.svelte";
import { findInitials } from "./initials";
import type { Game } from "./shapes";

const files = import.meta.glob<string>("./art/*.svg", { eager: true, import: "default" });
const pictures = new Map(
  Object.entries(files).map(([path, address]) => [
    path.slice("./art/".length, -".svg".length),
    address,
  ]),
);
const plates = new Map<string, string>();

/** Return a picture of the house: the logo, the back of a card. */
export function housePicture(name: "back" | "logo"): string {
  return pictures.get(name)!;
}

/** Return the picture of a kind, a dish or a rule. Kinds that differ only by their number share
 * one; a dish has that of the kind by which it is known best. */
export function findPicture(game: Game, id: string): string {
  const card = findCard(game, id);
  const kind = card && !(id in card.kinds) ? card.face : id;
  return pictures.get(kind) ?? pictures.get(withoutNumber(kind)) ?? drawPlate(game, id);
}

const MOST_IN_FAN = 3;

/** Return the pictures of a dish of several kinds, as a fan of a few that differ; those of a kind, or
 * of a dish of one, are the only one that there is. */
export function listPictures(game: Game, id: string): string[] {
  const card = findCard(game, id);
  if (!card || id in card.kinds) return [findPicture(game, id)];
  const all = [...new Set(Object.keys(card.kinds).map((kind) => findPicture(game, kind)))];
  const fan = Math.min(all.length, MOST_IN_FAN);
  return pickSpread(all, fan);
}

/** Return some of a list, from its first to its last, evenly. */
export function pickSpread<T>(all: T[], number: number): T[] {
  if (number < 2) return all.slice(0, number);
  return Array.from(
    { length: number },
    (_, place) => all[Math.round((place * (all.length - 1)) / (number - 1))]!,
  );
}

/** The number printed on a tool: chopsticks_1, spoon_4. */
export function printedNumber(kind: string): string {
  const base = withoutNumber(kind);
  return pictures.has(kind) || !pictures.has(base) ? "" : kind.slice(base.length + 1);
}

function withoutNumber(kind: string): string {
  return kind.replace(/_\d+$/, "");
}

/** Draw a plate with the initials of a kind or a rule, in the deep tone of its colour. */
function drawPlate(game: Game, id: string): string {
  const entry = findEntry(game, id);
  const colour = entry && "colour" in entry ? entry.colour : id;
  const initials = listInitials(game).get(id) ?? "?";
  const key = `${colour} ${initials}`;
  if (!plates.has(key)) plates.set(key, platePicture(initials, readDye(colour, entry?.hue ?? 0)));
  return plates.get(key)!;
}

/** The initials of all kinds and rules of a game. */
const listInitials = memoize((game: Game): Map<string, string> => {
  const entries = [...game.cards, ...game.extras].map((entry) => entry.id);
  const ids = [...new Set([...listKinds(game), ...entries])];
  const names = ids.map((id) => (findCard(game, id) ? kindName : entryName)(game, id));
  const initials = findInitials(names);
  return new Map(ids.map((id, place) => [id, initials[place]!]));
});

function platePicture(text: string, dye: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<circle cx="50" cy="51.5" r="43" fill="${dye}" opacity=".3"/>
<circle cx="50" cy="49" r="42.5" fill="#fffdf8" stroke="${dye}" stroke-width="3"/>
<circle cx="50" cy="49" r="36" fill="none" stroke="${dye}" stroke-width="1.5" opacity=".3"/>
<text x="50" y="50" fill="${dye}" font-family="ui-rounded, Nunito, system-ui, sans-serif"
 font-size="${text.length > 2 ? 29 : 38}" font-weight="700" text-anchor="middle"
 dominant-baseline="central">${escapeMarkup(text)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Return the deep tone of a colour: the one that style.css has for it, or the one of its hue. */
function readDye(colour: string, hue: number): string {
  const probe = document.createElement("i");
  probe.className = `c-${colour}`;
  probe.style.setProperty("--hue", `${hue}`);
  document.body.append(probe);
  const dye = getComputedStyle(probe).getPropertyValue("--dye");
  probe.remove();
  return dye.trim();
}
