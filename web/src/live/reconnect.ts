/** When to open another socket to the table: a state machine without sockets and timers. */

export type ConnectionStatus = "connecting" | "open" | "lost" | "refused";

export interface ConnectionState {
  status: ConnectionStatus;
  attempts: number; // failed ones in a row
}

/** What happens to a connection:
 * - `snapshot`: the server sent a table.
 * - `closed`: the socket closed, or could not be opened.
 * - `rejected`: the socket closed after an error that would come again at the next attempt.
 * - `offline`, `online`: the browser lost its network, or has another one.
 * - `shown`: the page is visible again while the socket is not open.
 * - `slept`: the page is visible again after so long that the socket cannot be trusted.
 * - `stalled`: the server did not answer in time.
 * - `restart`: the client wants another socket, with another language or as another person.
 */
export type ConnectionEvent =
  | "snapshot"
  | "closed"
  | "rejected"
  | "offline"
  | "online"
  | "shown"
  | "slept"
  | "stalled"
  | "restart";

/** What the owner of the socket does next. Every effect but `none` drops the present socket. */
export type ConnectionEffect =
  | { kind: "none" }
  | { kind: "drop" } // and stay without a socket
  | { kind: "connect" } // at once
  | { kind: "retry"; delay: number }; // connect after `delay` ms

export interface Transition {
  state: ConnectionState;
  effect: ConnectionEffect;
}

export const ANSWER_TIMEOUT = 6000; // ms without an answer after which a connection counts as lost
export const HEARTBEAT_AFTER = 8000; // ms of silence after which the client sends a heartbeat
export const UNTRUSTED_AFTER = 25_000; // ms out of sight after which a socket may be dead
const FIRST_DELAY = 300; // ms before the second attempt to connect
const LONGEST_DELAY = 8000;

export const INITIAL: ConnectionState = { status: "connecting", attempts: 0 };

/** Return the ms to wait after failed attempts: exponential, with a quarter of jitter. */
export function backoff(attempts: number, random: () => number = Math.random): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempts) * (0.75 + random() / 2);
}

/** Return the state after an event, and what to do about the socket. */
export function advance(
  state: ConnectionState,
  event: ConnectionEvent,
  random: () => number = Math.random,
): Transition {
  switch (event) {
    case "snapshot":
      return { state: { status: "open", attempts: 0 }, effect: { kind: "none" } };
    case "rejected":
      return { state: { ...state, status: "refused" }, effect: { kind: "drop" } };
    case "closed":
      return retry(state, isFirstAttempt(state) ? "connecting" : "lost", random);
    case "offline":
      return isRefused(state) ? stay(state) : retry(state, "lost", random);
    case "online":
    case "slept":
      return isRefused(state) ? stay(state) : connect(state);
    case "shown":
      return isRefused(state) ? stay(state) : connect({ ...state, attempts: 0 });
    case "stalled":
    case "restart":
      return connect(state);
  }
}

/** Return what a page that becomes visible means for the connection; null if nothing. */
export function wakeEvent(hiddenFor: number, isSocketOpen: boolean): "slept" | "shown" | null {
  if (hiddenFor > UNTRUSTED_AFTER) return "slept";
  return isSocketOpen ? null : "shown";
}

function isRefused(state: ConnectionState): boolean {
  return state.status === "refused";
}

function isFirstAttempt(state: ConnectionState): boolean {
  return state.status === "connecting" && state.attempts === 0;
}

function stay(state: ConnectionState): Transition {
  return { state, effect: { kind: "none" } };
}

function connect(state: ConnectionState): Transition {
  const status = state.status === "open" ? "lost" : state.status;
  return { state: { ...state, status }, effect: { kind: "connect" } };
}

function retry(
  { attempts }: ConnectionState,
  status: ConnectionStatus,
  random: () => number,
): Transition {
  const delay = backoff(attempts, random);
  return { state: { status, attempts: attempts + 1 }, effect: { kind: "retry", delay } };
}
