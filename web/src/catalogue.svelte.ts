/** The games in words of the reader's language, as the server tells them, and what is looked up in
 * them. */

import { writeStorage, readStorage } from "./storage.svelte";
import { request } from "./http";
import { chooseLanguage, language } from "./text.svelte";
import type { Bot, Card, Catalogue, Extra, Game } from "./shapes";

class CatalogueStore {
  current = $state.raw<Catalogue | null>(null);
  #asked: Promise<Catalogue> | null = null;

  /** The catalogue, asked for once; the one of the last visit where there is no network. */
  load(): Promise<Catalogue> {
    this.#asked ??= fetchCatalogue(language.current).then(
      (found) => (this.current = found),
      (problem) => {
        this.#asked = null;
        const before = readKept();
        if (!before) throw problem;
        return (this.current = before);
      },
    );
    return this.#asked;
  }

  /** Speak the language that the reader chooses, on the page and in the catalogue. */
  async translate(wanted: string): Promise<void> {
    const kept = readKept();
    const found = await fetchCatalogue(wanted).catch((problem) => {
      if (kept?.lang !== wanted) throw problem;
      return kept;
    });
    await chooseLanguage(wanted);
    this.current = found;
  }
}

export const catalogue = new CatalogueStore();

const KEPT = "catalogue";

async function fetchCatalogue(wanted: string): Promise<Catalogue> {
  const found = await request<Catalogue>(`/api/games?lang=${wanted}`);
  writeStorage(KEPT, found);
  return found;
}

/** The catalogue of the last visit, unless an earlier version of the page has written it. */
function readKept(): Catalogue | null {
  const kept = readStorage<Catalogue | null>(KEPT, null);
  return kept?.lang ? kept : null;
}

export function findGame(id: string): Game | undefined {
  return catalogue.current?.games.find((game) => game.id === id);
}

/** The bots that are offered: the levels, and this one where a table has it. */
export function listLevels(besides: string | null = null): Bot[] {
  return catalogue.current!.bots.filter((bot) => bot.level || bot.id === besides);
}

/** The card that a kind belongs to: maki for maki_3. A dish is its own kind. */
export function findCard(game: Game, kind: string): Card | undefined {
  return indexCards(game).get(kind);
}

const indexCards = memoize(
  (game: Game) =>
    new Map([
      ...game.cards.map((card) => [card.id, card] as const),
      ...game.cards.flatMap((card) => Object.keys(card.kinds).map((kind) => [kind, card] as const)),
    ]),
);

export function kindName(game: Game, kind: string): string {
  const card = findCard(game, kind);
  return card?.kinds[kind] ?? card?.name ?? kind;
}

/** Return what has this id: a card, by itself or one of its kinds, or a rule that stands on none. */
export function findEntry(game: Game, id: string): Card | Extra | undefined {
  return findCard(game, id) ?? game.extras.find((extra) => extra.id === id);
}

export function entryName(game: Game, id: string): string {
  return findEntry(game, id)?.name ?? id;
}

/** All kinds of a game in the order of its cards. */
export const listKinds = memoize((game: Game) =>
  game.cards.flatMap((card) => Object.keys(card.kinds)),
);

/** Return a function that computes its result only once for each game. */
export function memoize<T>(find: (game: Game) => T): (game: Game) => T {
  const found = new WeakMap<Game, T>();
  return (game) => {
    if (!found.has(game)) found.set(game, find(game));
    return found.get(game)!;
  };
}
