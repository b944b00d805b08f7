/** What people may say to each other with one tap. */

import { catalogue } from "../catalogue.svelte";

export function emoteText(id: string): string {
  const found = catalogue.current?.emotes.find((emote) => emote.id === id);
  return found ? found.words : id;
}
