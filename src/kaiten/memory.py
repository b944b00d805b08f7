"""What one seat knows of the hands that travel round the table.

A hand that the seat has held is known from then on: whatever is taken from it or put back lies open on the table. Of the
others it knows what came back into them in sight, and how many cards it has never seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from .jit import uncompiled
from .moves import GIVE, PICK, TAKE, slot
from .state import State

Counts = tuple[int, ...]
slot = uncompiled(slot)


@dataclass(frozen=True)
class Memory:
    """By hand, in the order in which the hands were dealt."""

    known: tuple[Counts, ...]  # cards that must be there, by kind
    hidden: Counts  # how many others there are


def row(counts: list[int]) -> Counts:
    return tuple(int(count) for count in counts)


def at_deal(state: State, seat: int) -> Memory:
    """A seat knows its own hand and the size of the others; a spectator (seat -1) knows the sizes alone."""
    held = state.holding[seat] if seat >= 0 else -1
    nothing = (0,) * len(state.hands[0])
    return Memory(
        tuple(row(state.hands[hand]) if hand == held else nothing for hand in range(state.seats)),
        tuple(0 if hand == held else int(state.sizes[hand]) for hand in range(state.seats)),
    )


def moved(before: State, after: State) -> list[tuple[list[int], list[int]]]:
    """For each hand the cards that left it and the cards that came into it, between two states of a round."""
    moves = []
    for hand in range(after.seats):
        change = [int(new) - int(old) for new, old in zip(after.hands[hand], before.hands[hand], strict=True)]
        left = [0] * len(change)
        for player in range(after.seats):
            if before.holding[player] == hand and before.asked[player] == PICK:
                for which in range(TAKE, GIVE + 1):
                    if slot(int(after.chosen[player]), which) >= 0:
                        left[slot(int(after.chosen[player]), which)] += 1
        left = [max(count, -difference) for count, difference in zip(left, change, strict=True)]
        moves.append((left, [count + difference for count, difference in zip(left, change, strict=True)]))
    return moves


def remember(memory: Memory, seat: int, before: State, after: State) -> Memory:
    """What the seat knows after the cards moved in sight, one look at its new hand included."""
    known, hidden = [], []
    for hand, (left, came) in enumerate(moved(before, after)):
        cards, unseen = list(memory.known[hand]), memory.hidden[hand]
        for kind, count in enumerate(left):
            surprise = max(count - cards[kind], 0)
            cards[kind] -= count - surprise
            unseen -= surprise
        secret = unseen_draws(after, hand)
        for kind, count in enumerate(came):
            cards[kind] += count - min(count, secret[kind])
            unseen += min(count, secret[kind])
        if seat >= 0 and after.holding[seat] == hand:
            cards, unseen = list(row(after.hands[hand])), 0
        known.append(tuple(cards))
        hidden.append(unseen)
    return Memory(tuple(known), tuple(hidden))


def unseen_draws(state: State, hand: int) -> list[int]:
    """Cards that the holder of a hand drew this turn, by kind."""
    counts = [0] * len(state.hands[hand])
    for player in range(state.seats):
        if state.holding[player] == hand:
            for place in range(state.draws[player]):
                counts[state.drawn[player][place]] += 1
    return counts
