/** A menu that is put together dish by dish. */

import type { Card, Course, Game } from "../shapes";

/** Return the dishes of a menu that belong to a course. */
export function dishesIn(course: Course, menu: string[]): string[] {
  return course.dishes.filter((dish) => menu.includes(dish));
}

/** Return the courses that have too few or too many dishes. */
export function findIncomplete(game: Game, menu: string[]): Course[] {
  return game.courses.filter((course) => dishesIn(course, menu).length !== course.served);
}

/** Put a dish on the menu or take it off; in a course of one dish it replaces the other. The dishes
 * are in the order of the game. */
export function toggleDish(game: Game, menu: string[], course: Course, dish: string): string[] {
  const others =
    course.served === 1
      ? menu.filter((one) => !course.dishes.includes(one))
      : menu.filter((one) => one !== dish);
  const chosen = menu.includes(dish) ? others : [...others, dish];
  return game.courses.flatMap((each) => dishesIn(each, chosen));
}

/** Return the cards that are on every menu. */
export function listStaples(game: Game): Card[] {
  return game.cards.filter(
    (card) => !game.courses.some((course) => course.dishes.includes(card.id)),
  );
}
