/** How many copies of each dish a seat has seen, by what the server says is still unseen. */

import type { Card, Game, View } from "../shapes";

export interface Seen {
  card: Card;
  copies: number;
  seen: number;
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** The dishes of this game, or of the menu that is played. */
export function dishesOf(game: Game, options: View["options"]): Card[] {
  const menu = options.menu;
  if (typeof menu !== "string") return game.cards;
  const dishes = game.menus.find((one) => one.id === menu)?.dishes ?? menu.split(",");
  const always = game.cards.filter((card) => !game.courses.some((course) => course.dishes.includes(card.id)));
  return [...always, ...game.cards.filter((card) => dishes.includes(card.id))];
}

export function seenOf(game: Game, view: View): Seen[] {
  return dishesOf(game, view.options).map((card) => {
    const copies = sum(Object.values(card.copies));
    const unseen = sum(Object.keys(card.kinds).map((kind) => view.unseen[kind] ?? 0));
    return { card, copies, seen: copies - unseen };
  });
}
