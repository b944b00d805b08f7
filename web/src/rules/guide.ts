/** How a game is played, in sections. What a card does is in the catalogue, not here. */

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

export function findGuide(game: string): Section[] {
  return GUIDES[game]?.() ?? [];
}
