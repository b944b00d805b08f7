/** The address of a table's WebSocket. */

import { PROTOCOL } from "../update.svelte";

export interface SocketOptions {
  code: string;
  language: string;
  watching: boolean; // see the public side alone, also in a browser that has a seat
  since: number | null; // the version that the client has; null to get everything
}

export function socketAddress(page: Location | URL, options: SocketOptions): URL {
  const address = new URL(`/api/tables/${options.code}/live`, page.origin);
  address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("protocol", PROTOCOL);
  address.searchParams.set("lang", options.language);
  if (!options.watching) address.searchParams.set("deals", "1"); // we contribute to them
  if (options.watching) address.searchParams.set("watch", "1");
  if (options.since !== null) address.searchParams.set("since", `${options.since}`);
  return address;
}
