/** What cards, rows and stages of a score table are called. */

import { kindName } from "../catalogue.svelte";
import type { Game } from "../shapes";
import { say } from "../text.svelte";
import { END, FACE_DOWN, type PlayedCard } from "./table";

export function pieceName(game: Game, { kind, mimic }: PlayedCard, onWasabi = false): string {
  if (kind === FACE_DOWN) return say("Card face down");
  const name = kindName(game, kind);
  const whole = mimic ? say("{card} as {name}", { card: kindName(game, mimic), name }) : name;
  return onWasabi ? say("{whole} on wasabi", { whole }) : whole;
}

export function stageName(stage: number): string {
  return stage === END ? say("End") : say("Round {round}", { round: stage + 1 });
}
