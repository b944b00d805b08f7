"""What one seat knows of the hands that travel round the table.

A hand that the seat has held is known from then on: whatever is taken from it or put back lies open on the table. Of the
others it knows what came back into them in sight, and how many cards it has never seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .choice import slot
from .moves import GIVE, PICK, TAKE
from .state import State, ints

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Memory:
    """By hand, in the order in which the hands were dealt."""

    known: tuple[Counts, ...]  # cards that must be there, by kind
    hidden: Counts  # how many others there are


def row(state: State, hand: int) -> Counts:
    return tuple(ints(state.hands[hand])[: state.variety])


def at_deal(state: State, seat: int) -> Memory:
    """A seat knows its own hand and the size of the others; a spectator (seat -1) knows the sizes alone."""
    return knowing(state, {int(state.holding[seat])} if seat >= 0 else set())


def supposed(state: State, seat: int) -> Memory:
    """What somebody else at the table must know: the hands held so far this round, since they passed that way."""
    step = -1 if passes_right(state) else 1
    held = {int(state.holding[(seat + step * turn) % state.seats]) for turn in range(min(state.turn, state.seats))}
    return knowing(state, held)


def knowing(state: State, held: set[int]) -> Memory:
    """Everything about these hands, and of the others their size."""
    nothing = (0,) * int(state.variety)
    return Memory(
        tuple(row(state, hand) if hand in held else nothing for hand in range(state.seats)),
        tuple(0 if hand in held else int(state.sizes[hand]) for hand in range(state.seats)),
    )


def passes_right(state: State) -> bool:
    return bool(state.alternate and state.round_number % 2 == 0)


@dataclass(frozen=True)
class Movement:
    """What happened to one hand between two moments."""

    left: Counts  # cards that were taken out of it, by kind
    came: Counts  # cards that came into it in sight
    secret: Counts  # cards that came into it unseen


def movements(before: State, after: State) -> list[Movement]:
    """What happened to each hand when the answers were carried out."""
    kinds = range(after.variety)
    taken = [[0] * len(kinds) for _ in range(after.seats)]
    for player in range(after.seats):
        if before.asked[player] == PICK:
            choice = int(after.chosen[player])
            for kind in [slot(choice, which) for which in range(TAKE, GIVE + 1)]:
                if kind >= 0:
                    taken[before.holding[player]][kind] += 1
    moves = []
    for hand, picked in enumerate(taken):
        change = [new - old for new, old in zip(ints(after.hands[hand]), ints(before.hands[hand]), strict=True)]
        left = tuple(max(picked[kind], -change[kind]) for kind in kinds)
        came = [left[kind] + change[kind] for kind in kinds]
        secret = tuple(map(min, unseen_draws(after, hand), came))
        moves.append(Movement(left, tuple(all - hidden for all, hidden in zip(came, secret, strict=True)), secret))
    return moves


def unseen_draws(state: State, hand: int) -> list[int]:
    """Cards that the holder of a hand drew this turn, by kind."""
    counts = [0] * int(state.variety)
    for player in range(state.seats):
        if state.holding[player] == hand:
            for place in range(state.draws[player]):
                counts[state.drawn[player][place]] += 1
    return counts


def remember(memory: Memory, seat: int, moves: Sequence[Movement], after: State) -> Memory:
    """What the seat knows after the cards moved in sight, one look at its new hand included."""
    known, hidden = [], []
    held = after.holding[seat] if seat >= 0 else -1
    for hand, move in enumerate(moves):
        if hand == held:
            known.append(row(after, hand))
            hidden.append(0)
            continue
        surprises = [max(left - cards, 0) for left, cards in zip(move.left, memory.known[hand], strict=True)]
        stayed = [max(cards - left, 0) for left, cards in zip(move.left, memory.known[hand], strict=True)]
        known.append(tuple(cards + came for cards, came in zip(stayed, move.came, strict=True)))
        hidden.append(memory.hidden[hand] - sum(surprises) + sum(move.secret))
    return Memory(tuple(known), tuple(hidden))
