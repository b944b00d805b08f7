/** What this browser contributes to the deals of a table, so that nobody chooses them: it promises
 * something by its hash, reveals it when everyone has promised, and checks that it was used. */

import { sha256 } from "../sha256";
import type { DealMessage } from "../shapes";
import { readStorage, writeStorage } from "../storage.svelte";
import type { Command } from "./commands";

type NextDeal = NonNullable<DealMessage["next"]>;
type Dealt = NonNullable<DealMessage["dealt"]>;

/** What this browser knows of a deal; it outlasts the page. */
export interface OwnDeal {
  number: number; // of the game
  hash: string; // of the server's secret, as we were told it before the game
  contribution: string;
  promised: string[] | null; // what everyone had promised when we revealed ours
}

export type DealProblem = "left-out" | "other-deal";

const KEPT = 20; // deals

export function commitTo(secret: string): string {
  return sha256(`commit:${secret}`);
}

/** Return what this browser knows of the deal of a game. */
export function readOwnDeal(code: string, number: number): OwnDeal | undefined {
  return readDeals(code).find((deal) => deal.number === number);
}

function readDeals(code: string): OwnDeal[] {
  return readStorage<OwnDeal[]>(`deals.${code}`, []);
}

function keepDeal(code: string, deal: OwnDeal): void {
  const others = readDeals(code).filter((other) => other.number !== deal.number);
  writeStorage(`deals.${code}`, [...others, deal].slice(-KEPT));
}

function drawContribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the command with which this browser contributes to the next deal, if there is one.
 * `sits`: whether it has a seat. */
export function contribute(code: string, deal: NextDeal, sits: boolean): Command | null {
  const own = readOwnDeal(code, deal.number);
  const { hash, number } = deal;
  if (!deal.closed) {
    if (!sits || own) return null;
    const contribution = drawContribution();
    keepDeal(code, { number, hash, contribution, promised: null });
    return { do: "commit", hash, commitment: commitTo(contribution) };
  }
  const promised = deal.contributions.map((one) => one.commitment);
  if (own?.hash !== hash || !promised.includes(commitTo(own.contribution))) return null;
  // what was promised first counts: another list would be another deal
  if (own.promised && !isSame(own.promised, promised)) return null;
  keepDeal(code, { ...own, promised });
  return { do: "reveal", hash, contribution: own.contribution };
}

/** Return what is wrong with a deal to which this browser wanted to contribute. */
export function findProblem(deal: Dealt, own: OwnDeal | undefined): DealProblem | null {
  const promised = deal.contributions.map((one) => one.commitment);
  const isKept = deal.contributions.every(
    (one) => one.contribution === null || commitTo(one.contribution) === one.commitment,
  );
  if (!isKept) return "other-deal";
  if (!own) return null;
  if (own.hash !== deal.hash || (own.promised && !isSame(own.promised, promised)))
    return "other-deal";
  const isUsed = deal.contributions.some((one) => one.contribution === own.contribution);
  return isUsed ? null : "left-out";
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}
