/** How many copies of each dish a seat has seen, by what the server says is still unseen. */

import type { Card, Game, View } from "../shapes";

export interface SeenDish {
  card: Card;
  copies: number; // those in play: desserts beside the deck are not
  seen: number;
  later: number; // how many more come in later rounds
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** The dishes of this game, or of the menu that is played. */
export function listDishes(game: Game, options: View["options"]): Card[] {
  const menu = options.menu;
  if (typeof menu !== "string") return game.cards;
  const dishes = game.menus.find((one) => one.id === menu)?.dishes ?? menu.split(",");
  const always = game.cards.filter(
    (card) => !game.courses.some((course) => course.dishes.includes(card.id)),
  );
  return [...always, ...game.cards.filter((card) => dishes.includes(card.id))];
}

/** What the cards of a dish bring, in short: "2 = 5", "1, 2, 3". */
export function describeValues(card: Card): string {
  return [...new Set(Object.values(card.values))].join(", ");
}

export function countSeen(game: Game, view: View): SeenDish[] {
  return listDishes(game, view.options).map((card) => {
    const aside = card.dessert ? view.aside : 0;
    const unseen = sum(Object.keys(card.kinds).map((kind) => view.unseen[kind] ?? 0));
    const box = sum(Object.values(card.copies));
    return {
      card,
      copies: box - aside,
      seen: box - unseen,
      later: card.dessert ? view.to_come : 0,
    };
  });
}
