/** What cards, rows and stages of a score table are called. */

import { kindName } from "../catalogue.svelte";
import type { Game } from "../shapes";
import { say, translate } from "../text.svelte";
import { END, FACE_DOWN, type PlayedCard } from "./table";

export function pieceName(game: Game, { kind, mimic }: PlayedCard, onWasabi = false): string {
  if (kind === FACE_DOWN) return say("Card face down", "Carte face cachée");
  const name = translate(kindName(game, kind));
  const whole = mimic
    ? say(
        `${translate(kindName(game, mimic))} as ${name}`,
        `${translate(kindName(game, mimic))} en ${name}`,
      )
    : name;
  return onWasabi ? say(`${whole} on wasabi`, `${whole} sur wasabi`) : whole;
}

export function stageName(stage: number): string {
  return stage === END ? say("End", "Fin") : say(`Round ${stage + 1}`, `Manche ${stage + 1}`);
}
