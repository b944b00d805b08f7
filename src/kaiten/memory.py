"""What one seat knows of the hands that travel round the table.

A hand that the seat has held is known from then on: whatever is taken from it or put back lies open on the table. Of the
others it knows what came back into them in sight, and how many cards it has never seen. A seat that looked at cards of the
deck knows that they are there until one like them is played from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .choice import slot
from .game import Game
from .moves import GIVE, PICK, TAKE
from .state import KINDS, State, ints

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Memory:
    """By hand, in the order in which the hands were dealt."""

    known: tuple[Counts, ...]  # cards that must be there, by kind
    hidden: Counts  # how many others there are
    deck: Counts = (0,) * KINDS  # cards that must be in the deck, because the seat has looked at it, by kind


def row(state: State, hand: int) -> Counts:
    return tuple(ints(state.hands[hand]))


def at_deal(state: State, seat: int) -> Memory:
    """A seat knows its own hand and the size of the others; a spectator (seat -1) knows the sizes alone."""
    return knowing(state, {int(state.holding[seat])} if seat >= 0 else set())


def supposed(state: State, seat: int) -> Memory:
    """What somebody else at the table must know: the hands held so far this round, since they passed that way."""
    step = -1 if passes_right(state) else 1
    held = {int(state.holding[(seat + step * turn) % state.seats]) for turn in range(min(state.turn, state.seats))}
    looked_at = ints(state.drawn[seat])[: state.draws[seat]] if state.players == state.seats else []
    newest = looked_at[-int(state.left) :]
    return replace(knowing(state, held), deck=tuple(newest.count(kind) for kind in range(KINDS)))


def knowing(state: State, held: set[int]) -> Memory:
    """Everything about these hands, and of the others their size."""
    nothing = (0,) * KINDS
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


def movements(game: Game, before: State, after: State) -> list[Movement]:
    """What happened to each hand when the answers were carried out."""
    taken = [[0] * KINDS for _ in range(after.seats)]
    for player in range(after.seats):
        for kind in cards_played(game, before, after, player):
            taken[before.holding[player]][kind] += 1
    for giver, _, kind in after.gifts[: after.given]:
        taken[before.holding[giver]][kind] += 1
    moves = []
    for hand, left in enumerate(taken):
        change = [new - old for new, old in zip(ints(after.hands[hand]), ints(before.hands[hand]), strict=True)]
        came = [gone + more for gone, more in zip(left, change, strict=True)]
        secret = tuple(map(min, unseen_draws(after, hand), came))
        seen = tuple(all - hidden for all, hidden in zip(came, secret, strict=True))
        moves.append(Movement(tuple(left), seen, secret))
    return moves


def cards_played(game: Game, before: State, after: State, player: int) -> list[int]:
    """The cards that a player has just played from the hand: the pick, or an answer that names a card of the hand."""
    question, said = int(before.asked[player]), int(after.said[player])
    if question == PICK:
        return [slot(said, which) for which in range(TAKE, GIVE + 1) if slot(said, which) >= 0]
    return [said] if question and game.asked(question).plays else []


def unseen_draws(state: State, hand: int) -> list[int]:
    """Cards that the holder of a hand took into it this turn from the robot's pile, by kind."""
    counts = [0] * KINDS
    for player in range(state.seats):
        if state.holding[player] == hand and state.players > state.seats:
            for place in range(state.draws[player]):
                counts[state.drawn[player][place]] += 1
    return counts


def remember(memory: Memory, seat: int, moves: Sequence[Movement], before: State, after: State) -> Memory:
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
    return Memory(tuple(known), tuple(hidden), in_the_deck(memory, seat, before, after))


def in_the_deck(memory: Memory, seat: int, before: State, after: State) -> Counts:
    """What the seat knows to be in the deck: less what was played from there, and whatever it has looked at since."""
    deck = list(memory.deck)
    if after.left < before.left:
        for player in range(after.seats):
            if before.asked[player]:
                deck[after.said[player]] = max(deck[after.said[player]] - 1, 0)
    if seat >= 0 and after.turn == before.turn and after.players == after.seats:
        looked_at = ints(after.drawn[seat])[before.draws[seat] : after.draws[seat]]
        deck = [max(count, looked_at.count(kind)) for kind, count in enumerate(deck)]
    return tuple(deck)
