/** Whether the deal of a finished game comes from what was promised. docs/records.md explains it. */

import { commitTo, type OwnDeal } from "../live/contributor";
import { sha256 } from "../sha256";
import type { Replay } from "../shapes";

export type DealCheck =
  | "seed" // of an older server: it fits salt and hash
  | "secret" // fits the hash that was published
  | "published" // the hash is the one that this browser saw before the game
  | "contributions" // are those that were promised
  | "own" // this browser's contribution is among them
  | "sum" // the seed comes from secret and contributions
  | "shuffle"; // and deals these hands

export interface CheckedDeal {
  check: DealCheck;
  isRight: boolean;
}

/** Check everything that can be checked of a deal. `own`: what this browser knows of it. */
export function checkDeal(replay: Replay, own: OwnDeal | undefined): CheckedDeal[] {
  const { fair, seed, rounds } = replay;
  if ("salt" in fair)
    return [{ check: "seed", isRight: sha256(`${fair.salt}:${seed}`) === fair.hash }];
  const revealed = fair.contributions.flatMap((one) => one.contribution ?? []);
  const isKept = fair.contributions.every(
    (one) => one.contribution === null || commitTo(one.contribution) === one.commitment,
  );
  const known: CheckedDeal[] = own
    ? [
        { check: "published", isRight: own.hash === fair.hash },
        { check: "own", isRight: revealed.includes(own.contribution) },
      ]
    : [];
  return [
    { check: "secret", isRight: commitTo(fair.secret) === fair.hash },
    { check: "contributions", isRight: isKept },
    ...known,
    { check: "sum", isRight: sha256(["deal", fair.secret, ...revealed].join(":")) === seed },
    { check: "shuffle", isRight: rounds.every((round, place) => isDealt(seed, place + 1, round)) },
  ];
}

/** Whether the hands of a round are the top of its shuffled deck. */
function isDealt(seed: string, number: number, round: Replay["rounds"][number]): boolean {
  const deck = shuffle(seed, `deal ${number}`, round.deck);
  const size = round.hands[0]!.length;
  return round.hands.every((hand, place) =>
    isSameCards(hand, deck.slice(place * size, (place + 1) * size)),
  );
}

/** Sort cards, and then by the hash of their places. */
export function shuffle(seed: string, what: string, cards: string[]): string[] {
  return cards
    .toSorted()
    .map((card, place) => ({ card, key: sha256(`${seed} ${what} ${place}`) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ card }) => card);
}

function isSameCards(one: string[], other: string[]): boolean {
  return one.toSorted().join(" ") === other.toSorted().join(" ");
}
