/** The rule of a card in words, as it holds at a table. */

import type { Card, Text } from "../shapes";

export function ruleOf(card: Card | undefined, _options: Record<string, unknown>): Text {
  return card?.rule ?? { en: "", fr: "" };
}
