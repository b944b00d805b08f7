/** How a game goes, in sections. What a card does stands in the catalogue and is not repeated here. */

import { sushiDraft } from "./sushi-draft";
import { sushiGo } from "./sushi-go";
import { sushiGoParty } from "./sushi-go-party";

export interface Section {
  title: string;
  intro?: string;
  steps?: string[]; // one after the other
  points?: string[]; // in no order
  facts?: { head: string[]; rows: string[][] };
  example?: string; // of something that is on no card
}

const GUIDES: Record<string, () => Section[]> = {
  "sushi-go": sushiGo,
  "sushi-go-party": sushiGoParty,
  "sushi-draft": sushiDraft,
};

export function guideTo(game: string): Section[] {
  return GUIDES[game]?.() ?? [];
}
