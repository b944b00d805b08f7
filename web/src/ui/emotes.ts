/** What people may say to each other with one tap. */

import { catalogue } from "../catalogue.svelte";
import { said } from "../words.svelte";

export function emoteWords(id: string): string {
  const found = catalogue.now?.emotes.find((emote) => emote.id === id);
  return found ? said(found.words) : id;
}
