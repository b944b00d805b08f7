/** The games in words, as the server tells them, and what is looked up in them. */

import { writeStorage, readStorage } from "./storage.svelte";
import { request } from "./http";
import type { Bot, Card, Catalogue, Extra, Game, Text } from "./shapes";

class CatalogueStore {
  current = $state.raw<Catalogue | null>(null);
  #asked: Promise<Catalogue> | null = null;

  /** The catalogue, asked for once; the one of the last visit where there is no network. */
  load(): Promise<Catalogue> {
    this.#asked ??= request<Catalogue>("/api/games").then(
      (found) => {
        writeStorage("catalogue", found);
        return (this.current = found);
      },
      (problem) => {
        this.#asked = null;
        const before = readStorage<Catalogue | null>("catalogue", null);
        if (!before) throw problem;
        return (this.current = before);
      },
    );
    return this.#asked;
  }
}

export const catalogue = new CatalogueStore();

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

export function kindName(game: Game, kind: string): Text {
  const card = findCard(game, kind);
  return card?.kinds[kind] ?? card?.name ?? { en: kind, fr: kind };
}

/** Return what has this id: a card, by itself or one of its kinds, or a rule that stands on none. */
export function findEntry(game: Game, id: string): Card | Extra | undefined {
  return findCard(game, id) ?? game.extras.find((extra) => extra.id === id);
}

export function entryName(game: Game, id: string): Text {
  return findEntry(game, id)?.name ?? { en: id, fr: id };
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
