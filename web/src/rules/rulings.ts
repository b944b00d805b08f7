/** What the rulebooks leave open and how we decide it. A test checks that the cards exist. */

import found from "./rulings.json";

export interface Ruling {
  about?: string; // a message: what it is about, where it is about no card
  cards: string[];
  words: string; // a message
}

const rulings = found as Record<string, Ruling[]>;

export function listRulings(game: string): Ruling[] {
  return rulings[game] ?? [];
}

export function findRulings(game: string, card: string): Ruling[] {
  return listRulings(game).filter((ruling) => ruling.cards.includes(card));
}
