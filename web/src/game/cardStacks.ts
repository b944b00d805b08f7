/** What lies in front of a player, as pieces that can be shown. */

import { kindName, listKinds } from "../catalogue.svelte";
import type { Card, Cards, Game, View } from "../shapes";
import { say } from "../text.svelte";

export interface Piece {
  key: string;
  kind: string;
  count: number;
  onWasabi?: boolean;
  copy?: boolean; // another card that acts as this one
}

/** Return the cards of a player in the game's order: plain ones, copies, and those on wasabi. */
export function arrangePieces(
  game: Game,
  tray: Cards = {},
  dipped: Cards = {},
  copies: Cards = {},
): Piece[] {
  const underNigiri = Object.values(dipped).reduce((sum, count) => sum + count, 0);
  return listKinds(game).flatMap((kind) => {
    const onWasabi = dipped[kind] ?? 0;
    const copied = Math.min(copies[kind] ?? 0, (tray[kind] ?? 0) - onWasabi);
    const plain = (tray[kind] ?? 0) - onWasabi - copied - (kind === "wasabi" ? underNigiri : 0);
    return [
      { key: kind, kind, count: plain },
      { key: `${kind}>`, kind, count: copied, copy: true },
      { key: `${kind}@`, kind, count: onWasabi, onWasabi: true },
    ].filter((piece) => piece.count > 0);
  });
}

/** Cards one by one, in the game's order. */
export function spreadCards(game: Game, cards: Cards = {}): { key: string; kind: string }[] {
  return listKinds(game).flatMap((kind) =>
    Array.from({ length: cards[kind] ?? 0 }, (_, place) => ({ key: `${kind}#${place}`, kind })),
  );
}

/** Cards in stacks, in the game's order. */
export function stackCards(game: Game, cards: Cards = {}): Piece[] {
  return listKinds(game)
    .filter((kind) => cards[kind])
    .map((kind) => ({ key: kind, kind, count: cards[kind]! }));
}

/** What lies there, in words: "2 × Salmon nigiri on wasabi", "Tuna (Joker)". */
export function pieceName(game: Game, piece: Piece): string {
  const name = kindName(game, piece.kind);
  const whole = piece.onWasabi
    ? say("{name} on wasabi", { name })
    : piece.copy
      ? `${name} (${findMimic(game)!.name})`
      : name;
  return piece.count > 1 ? `${piece.count} × ${whole}` : whole;
}

/** The card that lies there as another one: a special order, a joker. */
export function findMimic(game: Game): Card | undefined {
  return game.cards.find((card) => card.acts.length);
}

export function countCards(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/** A view without anything that only its owner may know: for a device that is handed on. */
export function hideSecrets(view: View): View {
  return {
    ...view,
    seat: null,
    prompt: null,
    choices: [],
    chosen: null,
    hands: view.hands.map((hand) => ({ known: {}, hidden: countCards(hand.known) + hand.hidden })),
    tokens: view.tokens.map((held) => held.map(([pile]) => [pile, null])),
    unseen: {},
    unseen_tokens: {},
    deck: {},
  };
}
