/** What the server's error codes mean for the client. A code that is new in the protocol does not
 * compile before it has its line here. */

import type { ErrorCode } from "./shapes";

export type ProblemCode = ErrorCode | "unreachable";

/** What may help:
 * - `transient`: the same request, a moment later.
 * - `lasting`: nothing; a connection to this table would be refused again.
 * - `outdated`: a reload of the page, which is older or newer than the server.
 * - `refused`: something else; this very request would be refused again.
 */
type Remedy = "transient" | "lasting" | "outdated" | "refused";

const REMEDIES: Record<ProblemCode, Remedy> = {
  unreachable: "transient",
  busy: "transient",
  "too-many": "transient",
  "unknown-table": "lasting",
  "not-yours": "lasting",
  outdated: "outdated",
  "bad-message": "refused",
  "bad-name": "refused",
  "bad-option": "refused",
  "bad-players": "refused",
  "bad-table": "refused",
  "bad-token": "refused",
  "illegal-choice": "refused",
  "name-taken": "refused",
  "not-allowed": "refused",
  "not-found": "refused",
  "not-now": "refused",
  "seat-taken": "refused",
  stale: "refused",
  "too-big": "refused",
  "unknown-bot": "refused",
  "unknown-game": "refused",
  "unknown-game-number": "refused",
};

/** Whether the same request may succeed in a moment. */
export function isTransient(code: ProblemCode): boolean {
  return REMEDIES[code] === "transient";
}

/** Whether a connection would be refused again. */
export function isLasting(code: ProblemCode): boolean {
  return REMEDIES[code] === "lasting" || isOutdated(code);
}

/** Whether the page must be reloaded first. */
export function isOutdated(code: ProblemCode): boolean {
  return REMEDIES[code] === "outdated";
}
