"""What the seats of a vector of games know of the travelling hands and of the deck.

This is what `match.knowledge` says of a match, kept up to date in place. A hand that a seat has held
is known to it; of the others everybody knows the same, which is what came into them in sight. Only a
robot, whose cards come into hands unseen, needs a memory for each seat.
"""

from __future__ import annotations

from ..engine import dispatch
from ..engine.jit import compiled
from ..engine.picks import GIVE, PICK, TAKE, read_slot
from ..engine.state import MAX_PLAYERS
from .vector_state import VectorState


@compiled
def has_robot(state: VectorState) -> bool:
    return state.players > state.seats


@compiled
def forget_round(state: VectorState) -> None:
    """Hands were dealt: every seat knows its own."""
    for hand in range(state.seats):
        state.holders[hand] = 0
        for kind in range(len(state.stock)):
            state.seen[hand][kind] = state.deck_seen[hand][kind] = 0
    if has_robot(state):
        for memory in range(MAX_PLAYERS * state.seats):
            for kind in range(len(state.stock)):
                state.remembered[memory][kind] = 0
    look_at_hands(state)


@compiled
def look_at_hands(state: VectorState) -> None:
    """Every seat looks at the hand that it holds."""
    for seat in range(state.seats):
        hand = state.holding[seat]
        state.holders[hand] |= 1 << seat
        if has_robot(state):
            for kind in range(len(state.stock)):
                state.remembered[MAX_PLAYERS * seat + hand][kind] = state.hands[hand][kind]


@compiled
def note_moment(state: VectorState) -> None:
    """Note how the game stands before answers are carried out."""
    for player in range(state.seats):
        state.old_holding[player] = state.holding[player]
        state.old_asked[player] = state.asked[player]
        state.old_draws[player] = state.draws[player]
        for kind in range(len(state.stock)):
            state.old_hands[player][kind] = state.hands[player][kind]
    state.old_deck_size, state.old_turn = state.deck_size, state.turn


@compiled
def update_knowledge(state: VectorState) -> None:
    """Follow what has happened in the same round since `note_moment`."""
    follow_played_cards(state)
    for gift in range(state.gift_count):
        giver, kind = state.gifts[gift][0], state.gifts[gift][2]
        follow_card_out(state, state.old_holding[giver], kind)
    for hand in range(state.seats):
        follow_cards_in(state, hand)
    look_at_hands(state)
    recall_deck_cards(state)


@compiled
def follow_played_cards(state: VectorState) -> None:
    """Follow the cards that players have just played from their hands: the pick, or an answer that
    names a card of the hand.
    """
    for player in range(state.seats):
        hand, said = state.old_holding[player], state.last_answers[player]
        if state.old_asked[player] == PICK:
            for which in range(TAKE, GIVE + 1):
                if read_slot(said, which) >= 0:
                    follow_card_out(state, hand, read_slot(said, which))
        elif state.old_asked[player] > 0 and dispatch.plays(state, state.old_asked[player]):
            follow_card_out(state, hand, said)


@compiled
def follow_card_out(state: VectorState, hand: int, kind: int) -> None:
    """A card has left a hand in everybody's sight."""
    state.old_hands[hand][kind] -= 1
    forget_card(state.seen[hand], kind)
    if has_robot(state):
        for seat in range(state.seats):
            forget_card(state.remembered[MAX_PLAYERS * seat + hand], kind)


@compiled
def forget_card(row: list[int], kind: int) -> None:
    """Take a card out of what is known of a hand. It may be a surprise."""
    if row[kind] > 0:
        row[kind] -= 1


@compiled
def follow_cards_in(state: VectorState, hand: int) -> None:
    """Notice the cards that have come into a hand, as far as they came in sight."""
    for kind in range(len(state.stock)):
        came = state.hands[hand][kind] - state.old_hands[hand][kind]
        if came > 0 and has_robot(state):
            came -= min(came, count_unseen_draws(state, hand, kind))
            for seat in range(state.seats):
                state.remembered[MAX_PLAYERS * seat + hand][kind] += came
        if came > 0:
            state.seen[hand][kind] += came


@compiled
def count_unseen_draws(state: VectorState, hand: int, kind: int) -> int:
    """How many cards of a kind a hand's holder took from the robot's pile this turn."""
    count = 0
    for player in range(state.seats):
        if state.holding[player] == hand:
            for place in range(state.draws[player]):
                count += state.drawn[player][place] == kind
    return count


@compiled
def recall_deck_cards(state: VectorState) -> None:
    """What each seat has seen in the deck is there until a card like it is played from it; what it
    has looked at since is there, too.
    """
    for seat in range(state.seats):
        known = state.deck_seen[seat]
        if state.deck_size < state.old_deck_size:
            for player in range(state.seats):
                if state.old_asked[player] > 0 and state.last_answers[player] < len(state.stock):
                    forget_card(known, state.last_answers[player])
        if state.turn == state.old_turn and not has_robot(state):
            for place in range(state.old_draws[seat], state.draws[seat]):
                kind, count = state.drawn[seat][place], 0
                for other in range(state.old_draws[seat], state.draws[seat]):
                    count += state.drawn[seat][other] == kind
                known[kind] = max(known[kind], count)
