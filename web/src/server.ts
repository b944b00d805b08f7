/** Asking the server over HTTP. */

import type { Refusal } from "./shapes";
import { language, say } from "./words.svelte";

/** The server's "no", or that it cannot be reached, in a sentence for the player. */
export class Refused extends Error {
  constructor(
    public code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

export const unreachable = () =>
  new Refused("unreachable", say("The server cannot be reached.", "Le serveur est injoignable."));

export async function ask<T>(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const address = new URL(path, location.origin);
  address.searchParams.set("lang", language.now);
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
    throw unreachable();
  }
  let said: T | Refusal;
  try {
    said = await answer.json();
  } catch {
    throw unreachable();
  }
  if (!answer.ok) throw refusal(said as Refusal);
  return said as T;
}

export function refusal(said: Pick<Refusal, "code" | "error">): Refused {
  return new Refused(said.code, said.error);
}

/** What to tell the player about anything that went wrong. */
export function sentence(problem: unknown): string {
  if (problem instanceof Refused) return problem.message;
  console.error(problem);
  return say(
    "Something went wrong. Please try again.",
    "Quelque chose s'est mal passé. Veuillez réessayer.",
  );
}
