/** Asking the server over HTTP. */

import { isOutdated, type ProblemCode } from "./errors";
import type { ErrorMessage } from "./shapes";
import { language, say } from "./text.svelte";
import { PROTOCOL, update } from "./update.svelte";

/** The server's "no", or that it cannot be reached, in a sentence for the player. */
export class RequestError extends Error {
  constructor(
    readonly code: ProblemCode,
    sentence: string,
    readonly seat: number | null = null, // which seat it is about
  ) {
    super(sentence);
  }
}

export const unreachableError = () =>
  new RequestError("unreachable", say("The server cannot be reached."));

export async function request<T>(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const address = new URL(path, location.origin);
  address.searchParams.set("protocol", PROTOCOL);
  if (!address.searchParams.has("lang")) address.searchParams.set("lang", language.current);
  const sent: RequestInit =
    body === undefined
      ? { headers }
      : {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        };
  let answer: Response;
  try {
    answer = await fetch(address, sent);
  } catch {
    throw unreachableError();
  }
  let said: T | ErrorMessage;
  try {
    said = await answer.json();
  } catch {
    throw unreachableError();
  }
  if (!answer.ok) throw toRequestError(said as ErrorMessage);
  return said as T;
}

export function toRequestError(said: ErrorMessage): RequestError {
  if (isOutdated(said.code)) update.isNeeded = true;
  return new RequestError(said.code, said.error, said.seat);
}

/** What to tell the player about anything that went wrong. */
export function describeError(problem: unknown): string {
  if (problem instanceof RequestError) return problem.message;
  console.error(problem);
  return say("Something went wrong. Please try again.");
}
