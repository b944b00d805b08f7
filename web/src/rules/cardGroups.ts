/** The cards of a game as its rules list them: by course, found by name. */

import { findCard } from "../catalogue.svelte";
import type { Card, Game } from "../shapes";
import { say } from "../text.svelte";

export interface CardGroup {
  title: string; // nothing for the cards of every menu
  cards: Card[];
}

/** Return the cards whose name, or that of a kind, contains a text; groups without any are left
 * out. */
export function groupCards(game: Game, sought: string): CardGroup[] {
  const served = new Set(game.courses.flatMap((course) => course.dishes));
  const groups = [
    { title: "", cards: game.cards.filter((card) => !served.has(card.id)) },
    ...game.courses.map((course) => ({
      title: say("{course} (choose {served})", {
        course: course.name,
        served: course.served,
      }),
      cards: course.dishes.flatMap((id) => findCard(game, id) ?? []),
    })),
  ];
  return groups
    .map((group) => ({ ...group, cards: group.cards.filter((card) => isFound(card, sought)) }))
    .filter((group) => group.cards.length);
}

function isFound(card: Card, sought: string): boolean {
  return [card.name, ...Object.values(card.kinds)].some((name) =>
    simplify(name).includes(simplify(sought.trim())),
  );
}

/** Return a text without accents and capitals. */
function simplify(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Return how many copies of a card are in the box. */
export function countCopies(card: Card): number {
  return Object.values(card.copies).reduce((sum, number) => sum + number, 0);
}

/** Return how many cards are in the box of a game. */
export function countBox(game: Game): number {
  return game.cards.reduce((sum, card) => sum + countCopies(card), 0);
}
