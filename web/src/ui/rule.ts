/** The rule of a card in words, as it holds at a table. */

import type { Card, Text } from "../shapes";

export function ruleOf(card: Card | undefined, options: Record<string, unknown>): Text {
  const retold = card?.rules.find((other) =>
    Object.entries(other.options).every(([option, value]) => options[option] === value),
  );
  return retold?.rule ?? card?.rule ?? { en: "", fr: "" };
}
