/** Worked examples, by game and card. tests/test_rules_page.py checks their points. */

import found from "./examples.json";

export interface Row {
  who?: string;
  role?: string; // a message in place of a name
  cards: string[]; // as the score helper writes them: special_order>tempura
  points?: number;
  scored?: number; // points that came during the round
  takes?: boolean; // a token
  gone?: boolean; // these cards are discarded
  note?: string; // a message
}

export interface Example {
  story?: boolean; // nothing is counted
  words: string; // a message
  rows: Row[];
}

const examples = found as Record<string, Record<string, Example[]>>;

export function findExamples(game: string, card: string): Example[] {
  return examples[game]?.[card] ?? [];
}
