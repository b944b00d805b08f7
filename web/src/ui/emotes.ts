/** What people may say to each other with one tap. */

import { catalogue } from "../catalogue.svelte";
import { translate } from "../text.svelte";

export function emoteText(id: string): string {
  const found = catalogue.current?.emotes.find((emote) => emote.id === id);
  return found ? translate(found.words) : id;
}
