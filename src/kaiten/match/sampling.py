"""The worlds that a seat cannot tell from the real one: what it has not seen is dealt again.

What a seat knows is a state too: of each hand it has the cards that must be there,
fewer than the size says; its deck is all that is unseen, and beyond the deck's end lie the cards
that the seat knows to be in it. Dealing fills the gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine import dispatch, draft, rng
from ..engine.jit import compiled
from ..engine.operations import draw_card, return_to_deck
from ..engine.state import OVER, ROUNDS, Boards, State, copy_board, copy_state
from . import tokens
from .knowledge import Memory


def build_known_state(
    state: State, seat: int | None, memory: Memory, unseen: Sequence[int]
) -> State:
    """What a seat knows: the state behind its view, its memory of the hands, and the cards it has
    not seen.
    """
    known = copy_state(state)
    for hand, cards in enumerate(memory.known):
        for kind, count in enumerate(cards):
            known.hands[hand][kind] = count
    known.deck_size = sum(unseen)
    for place, kind in enumerate([*cards_in(unseen), *cards_in(memory.deck)]):
        known.deck[place] = kind
    for pile in range(known.piles):
        for place, worth in zip(*tokens.count_face_down(state, seat, pile), strict=True):
            known.tokens[pile][place] = worth
    return known


def cards_in(counts: Sequence[int]) -> Iterator[int]:
    return (kind for kind, count in enumerate(counts) for _ in range(count))


def sample_state(known: State, seat: int | None, looked_at: int, seed: int) -> State:
    """One of the worlds that fit what a seat knows."""
    worlds = Boards([known, None])
    sample_world(worlds, -1 if seat is None else seat, looked_at, seed, [0] * draft.CHOICES)
    return worlds[1]  # type: ignore[no-any-return]


@compiled
def sample_world(worlds: Any, seat: int, looked_at: int, seed: int, found: list[int]) -> None:
    """Let the second board be a world that fits the known state, which is the first; another seed,
    another world.
    """
    attempt = 0
    while True:
        state = copy_board(worlds, 1, 0)
        rng.start_rng(state.deal_rng, rng.mix_seed(seed, attempt))
        if deal_unseen(state, looked_at, found):
            look_again(state, seat)
            shuffle_tokens(state, seat)
            return
        attempt += 1


@compiled
def deal_unseen(state: State, looked_at: int, found: list[int]) -> bool:
    """Deal the unseen cards, and say whether everyone could then have said what they said."""
    end = state.deck_size
    stack_desserts(state)
    # those who have denied having a card are dealt theirs while there is most to choose from
    for careful in range(2):
        for hand in range(state.players):
            if (state.denied[hand] == 0) == careful and not fill_hand(state, hand):
                return False
    for place in range(end, end + looked_at):
        return_to_deck(state, state.deck[place])
    for player in range(state.seats):
        needed = dispatch.fewest_answers(state, state.asked[player])
        if needed > 0 and draft.list_legal_choices(state, player, found) < needed:
            return False
    return True


@compiled
def stack_desserts(state: State) -> None:
    """Take as many desserts as wait beside the deck out of it, and put them there."""
    for place in range(state.dessert_reserve_size):
        kind = draw_card(state)
        while not state.dessert[kind]:
            return_to_deck(state, kind)
            kind = draw_card(state)
        state.dessert_reserve[place] = kind


@compiled
def fill_hand(state: State, hand: int) -> bool:
    """Deal the cards of a hand that the seat does not know, unless there are none but those that
    its holder denied having.
    """
    cards = state.hands[hand]
    missing = state.sizes[hand]
    for kind in state.menu[: state.kind_count]:
        missing -= cards[kind]
    for _ in range(missing):
        kind = draw_card(state)
        attempts = 0
        while state.denied[hand] >> kind & 1:
            return_to_deck(state, kind)
            kind = draw_card(state)
            attempts += 1
            if attempts == DRAWS:
                return False
        cards[kind] += 1
    return True


DRAWS = 1000  # cards drawn in vain, before the deal starts again


@compiled
def look_again(state: State, seat: int) -> None:
    """Let the others who look at cards of the deck look at any of those that lie there now."""
    if state.players > state.seats:
        return
    for player in range(state.seats):
        if player != seat:
            left = state.deck_size
            for place in range(min(state.draws[player], left)):
                kind = draw_card(state)
                # it stays in the deck, where nobody draws it twice
                state.deck[state.deck_size] = kind
                state.drawn[player][state.draws[player] - 1 - place] = kind
            state.deck_size = left


@compiled
def shuffle_tokens(state: State, seat: int) -> None:
    """Shuffle the tokens that a seat may not know."""
    for pile in range(state.piles):
        for place in range(ROUNDS):
            if is_face_down(state, seat, pile, place):
                swap_tokens(state, seat, pile, place)


@compiled
def is_face_down(state: State, seat: int, pile: int, place: int) -> bool:
    """Whether a seat may not know what a token is worth."""
    taker = state.takers[pile][place]
    return taker == 0 or (taker - 1 != seat and state.stage != OVER)


@compiled
def swap_tokens(state: State, seat: int, pile: int, place: int) -> None:
    """Let a token change places with any of those before it, or with itself."""
    row, hidden, other = state.tokens[pile], 0, place
    for earlier in range(place + 1):
        if is_face_down(state, seat, pile, earlier):
            hidden += 1
            if rng.below(state.deal_rng, hidden) == 0:
                other = earlier
    worth = row[place]
    row[place] = row[other]
    row[other] = worth
