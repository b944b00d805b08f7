/** What a card on the table is called. */

import { kindName } from "../catalogue.svelte";
import type { Game } from "../shapes";
import { translate, say } from "../text.svelte";
import { FACE_DOWN, parseCard } from "./table";

export function pieceName(game: Game, text: string, onWasabi = false): string {
  if (text === FACE_DOWN) return say("Card face down", "Carte face cachée");
  const { kind, mimic } = parseCard(text);
  const name = translate(kindName(game, kind));
  const whole = mimic
    ? say(
        `${translate(kindName(game, mimic))} as ${name}`,
        `${translate(kindName(game, mimic))} en ${name}`,
      )
    : name;
  return onWasabi ? say(`${whole} on wasabi`, `${whole} sur wasabi`) : whole;
}
