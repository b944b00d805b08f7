/** The rule of a card in words, as it holds at a table. */

import type { Card, View } from "../shapes";

export function findRule(card: Card, options: View["options"]): string {
  const special = card.rules.find((one) =>
    Object.entries(one.options).every(([name, value]) => options[name] === value),
  );
  return special?.rule ?? card.rule;
}
