/** How a game is played, in sections. What a card does is in the catalogue, not here. */

import type { Game } from "../shapes";
import { writePlainGuide } from "./plain";
import { writeSushiDraftGuide } from "./sushi-draft";
import { writeSushiGoGuide } from "./sushi-go";
import { writeSushiGoPartyGuide } from "./sushi-go-party";

export interface Section {
  title: string;
  intro?: string;
  steps?: string[]; // one after the other
  points?: string[]; // in no order
  facts?: { head: string[]; rows: string[][] };
  example?: string; // of something that is on no card
}

const GUIDES: Record<string, () => Section[]> = {
  "sushi-go": writeSushiGoGuide,
  "sushi-go-party": writeSushiGoPartyGuide,
  "sushi-draft": writeSushiDraftGuide,
};

/** Return the guide to a game: the one we wrote, or one made of what the catalogue says. */
export function findGuide(game: Game): Section[] {
  return GUIDES[game.id]?.() ?? writePlainGuide(game);
}
