/** What a card on the table is called. */

import { kindName } from "../catalogue.svelte";
import type { Game } from "../shapes";
import { said, say } from "../words.svelte";
import { FACE_DOWN, read } from "./table";

export function pieceName(game: Game, text: string, onWasabi = false): string {
  if (text === FACE_DOWN) return say("Card face down", "Carte face cachée");
  const { kind, mimic } = read(text);
  const name = said(kindName(game, kind));
  const whole = mimic
    ? say(`${said(kindName(game, mimic))} as ${name}`, `${said(kindName(game, mimic))} en ${name}`)
    : name;
  return onWasabi ? say(`${whole} on wasabi`, `${whole} sur wasabi`) : whole;
}
