/** The games in words, as the server tells them, and what is looked up in them. */

import { keep, recall } from "./keep.svelte";
import { ask } from "./server";
import type { Bot, Card, Catalogue, Game, Text } from "./shapes";

class Known {
  now = $state.raw<Catalogue | null>(null);
  #asked: Promise<Catalogue> | null = null;

  /** The catalogue, asked for once; the one of the last visit where there is no network. */
  load(): Promise<Catalogue> {
    this.#asked ??= ask<Catalogue>("/api/games").then(
      (found) => {
        keep("catalogue", found);
        return (this.now = found);
      },
      (problem) => {
        this.#asked = null;
        const before = recall<Catalogue | null>("catalogue", null);
        if (!before) throw problem;
        return (this.now = before);
      },
    );
    return this.#asked;
  }
}

export const catalogue = new Known();

export function gameOf(id: string): Game | undefined {
  return catalogue.now?.games.find((game) => game.id === id);
}

/** The bots that are offered: the levels, and this one where a table has it. */
export function levels(besides: string | null = null): Bot[] {
  return catalogue.now!.bots.filter((bot) => bot.level || bot.id === besides);
}

/** The card that a kind belongs to: maki for maki_3. A dish is its own kind. */
export function cardOf(game: Game, kind: string): Card | undefined {
  return game.cards.find((card) => kind in card.kinds) ?? game.cards.find((card) => card.id === kind);
}

export function kindName(game: Game, kind: string): Text {
  const card = cardOf(game, kind);
  return card?.kinds[kind] ?? card?.name ?? { en: kind, fr: kind };
}

/** All kinds of a game in the order of its cards. */
export function kindsOf(game: Game): string[] {
  return game.cards.flatMap((card) => Object.keys(card.kinds));
}
