/** A notice for a player who was removed: the page would look as if they had never come. */

import type { LiveTable } from "../live/liveTable.svelte";
import { say } from "../text.svelte";

/** Notify a player who was removed. `leaves`: whether they left by themselves. */
export function notifyWhenRemoved(at: () => LiveTable, leaves: () => boolean): void {
  let sat = false;
  $effect(() => {
    const live = at();
    if (sat && !live.you && !leaves()) live.notify(describeRemoval(live));
    sat = live.you !== null;
  });
}

function describeRemoval(live: LiveTable): string {
  const host = live.table?.people.find((person) => person.person === live.table?.host)?.name;
  return host
    ? say("{host} removed you: you are no longer at this table.", { host })
    : say("You are no longer at this table.");
}
