/** Tables that the page does not show: the last one, and those that are open to all. */

import { request } from "./http";
import type { PublicTable, TableMessage } from "./shapes";

/** Return the table if this browser has a seat there in a game that is still played. */
export async function findGameInProgress(
  code: string,
): Promise<{ code: string; game: string } | null> {
  if (!code) return null;
  try {
    const { table, you } = await request<TableMessage>(`/api/tables/${code}`);
    return you?.seats.length && table.stage === "playing" ? { code, game: table.game } : null;
  } catch {
    return null; // it is gone, or there is no network: nothing that need be said here
  }
}

export async function listOpenTables(): Promise<PublicTable[]> {
  return (await request<{ tables: PublicTable[] }>("/api/tables")).tables;
}

/** Whether there is such a table; throws what the server says if not. */
export async function checkTable(code: string): Promise<void> {
  await request<TableMessage>(`/api/tables/${code}`);
}
