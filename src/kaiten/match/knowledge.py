"""What one seat knows of the hands that travel round the table.

A hand that the seat has held is known from then on: whatever is taken from it or put back lies open
on the table. Of the others it knows what came back into them in sight, and how many cards it has
never seen. A seat that looked at cards of the deck knows that they are there until one like them is
played from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from ..engine.game import Game
from ..engine.picks import GIVE, PICK, TAKE
from ..engine.state import State
from .choice import slot_of_pick

KindCounts = tuple[int, ...]


class Memory(NamedTuple):
    """By hand, in the order in which the hands were dealt."""

    known: tuple[KindCounts, ...]  # cards that must be there, by kind
    hidden: KindCounts  # how many others there are
    # cards that must be in the deck, because the seat has looked at it, by kind
    deck: KindCounts


def hand_row(state: State, hand: int) -> KindCounts:
    return tuple(state.hands[hand])


def memory_at_deal(state: State, seat: int) -> Memory:
    """A seat knows its own hand and the size of the others; a spectator (seat -1) knows the sizes
    alone.
    """
    return memory_of_hands(state, {int(state.holding[seat])} if seat >= 0 else set())


def memory_without_past(state: State, seat: int) -> Memory:
    """What any other player must know: the hands held so far this round, since they passed that
    way.
    """
    step = -1 if passes_right(state) else 1
    held = {
        int(state.holding[(seat + step * turn) % state.seats])
        for turn in range(min(state.turn, state.seats))
    }
    looked_at = state.drawn[seat][: state.draws[seat]] if state.players == state.seats else []
    newest = looked_at[-int(state.deck_size) :]
    return memory_of_hands(state, held)._replace(
        deck=tuple(newest.count(kind) for kind in range(len(state.stock)))
    )


def memory_of_hands(state: State, held: set[int]) -> Memory:
    """Everything about these hands, and of the others their size."""
    nothing = (0,) * len(state.stock)
    return Memory(
        tuple(hand_row(state, hand) if hand in held else nothing for hand in range(state.seats)),
        tuple(0 if hand in held else int(state.sizes[hand]) for hand in range(state.seats)),
        nothing,
    )


def passes_right(state: State, number: int | None = None) -> bool:
    """Whether hands go to the right, in this round or in the one with a number."""
    return bool(state.alternate and (number or state.round_number) % 2 == 0)


class Movement(NamedTuple):
    """What happened to one hand between two moments, by kind."""

    left: Counter[int]  # cards that were taken out of it
    came: Counter[int]  # cards that came into it in sight
    secret: int  # how many cards came into it unseen


def movements(game: Game, before: State, after: State) -> list[Movement]:
    """What happened to each hand when the answers were carried out."""
    taken: list[Counter[int]] = [Counter() for _ in range(after.seats)]
    for player in range(after.seats):
        for kind in cards_played(game, before, after, player):
            taken[before.holding[player]][kind] += 1
    for giver, _, kind in after.gifts[: after.gift_count]:
        taken[before.holding[giver]][kind] += 1
    return [track_hand(before, after, hand, left) for hand, left in enumerate(taken)]


def track_hand(before: State, after: State, hand: int, left: Counter[int]) -> Movement:
    """What happened to a hand which these cards have left."""
    rest = before.hands[hand][:]
    for kind, number in left.items():
        rest[kind] -= number
    if rest == after.hands[hand]:
        return Movement(left, Counter(), 0)
    came = Counter(dict(enumerate(map(sub, after.hands[hand], rest))))
    secret = came & unseen_draws(after, hand)
    return Movement(left, came - secret, secret.total())


def cards_played(game: Game, before: State, after: State, player: int) -> list[int]:
    """The cards that a player has just played from the hand: the pick, or an answer that names a
    card of the hand.
    """
    question, said = int(before.asked[player]), int(after.last_answers[player])
    if question == PICK:
        return [
            slot_of_pick(said, which)
            for which in range(TAKE, GIVE + 1)
            if slot_of_pick(said, which) >= 0
        ]
    return [said] if question and game.question_of(question).plays else []


def unseen_draws(state: State, hand: int) -> Counter[int]:
    """Cards that the holder of a hand took into it this turn from the robot's pile, by kind."""
    counts: Counter[int] = Counter()
    for player in range(state.seats):
        if state.holding[player] == hand and state.players > state.seats:
            counts.update(state.drawn[player][: state.draws[player]])
    return counts


def update_memory(
    memory: Memory, seat: int, moves: Sequence[Movement], before: State, after: State
) -> Memory:
    """What the seat knows after the cards moved in sight, one look at its new hand included."""
    held = after.holding[seat] if seat >= 0 else -1
    hands = [
        (hand_row(after, hand), 0)
        if hand == held
        else follow_hand(memory.known[hand], memory.hidden[hand], move)
        for hand, move in enumerate(moves)
    ]
    known, hidden = zip(*hands, strict=True)
    return Memory(known, hidden, recall_deck(memory, seat, before, after))


def follow_hand(known: KindCounts, hidden: int, move: Movement) -> tuple[KindCounts, int]:
    """What is known of a hand, and how much is hidden in it, after cards moved; a card that leaves
    it may be a surprise.
    """
    counts = list(known)
    for kind, number in move.left.items():
        surprises = max(number - counts[kind], 0)
        counts[kind] -= number - surprises
        hidden -= surprises
    for kind, number in move.came.items():
        counts[kind] += number
    return tuple(counts), hidden + move.secret


def recall_deck(memory: Memory, seat: int, before: State, after: State) -> KindCounts:
    """What the seat knows to be in the deck: less what was played from there, and whatever it has
    looked at since.
    """
    looks = seat >= 0 and after.turn == before.turn and after.players == after.seats
    looked_at = after.drawn[seat][before.draws[seat] : after.draws[seat]] if looks else []
    if after.deck_size == before.deck_size and not looked_at:
        return memory.deck
    deck = list(memory.deck)
    if after.deck_size < before.deck_size:
        for player in range(after.seats):
            if before.asked[player]:
                deck[after.last_answers[player]] = max(deck[after.last_answers[player]] - 1, 0)
    for kind in looked_at:
        deck[kind] = max(deck[kind], looked_at.count(kind))
    return tuple(deck)
