"""What a game in a vector of games remembers besides its state: what seats know, and how far they
have spelled their picks.
"""

from __future__ import annotations

from typing import Annotated

from ..engine.picks import USING
from ..engine.state import KINDS, MAX_PLAYERS, ByPlayer, ByPlayerAndKind, State

SLOTS_OF_PICK = USING + 1


class VectorState(State):
    """A state with what the observations and masks of its seats need."""

    SMALL = frozenset(
        {"seen", "remembered", "deck_seen", "old_hands", "old_holding", "old_asked", "old_draws"}
    )

    questions: int  # how many questions the cards of the game ask; a constant at each table
    has_mimic: int  # 1 where the game has a card that acts as others; a constant, too

    # What seats know.
    holders: ByPlayer  # by hand: the seats that have held it this round, one bit each
    seen: ByPlayerAndKind  # by hand: cards that came into it in sight and have not left it
    # with a robot, whose cards come into hands unseen: what each seat knows of each hand
    remembered: Annotated[list[list[int]], MAX_PLAYERS * MAX_PLAYERS, KINDS]
    deck_seen: ByPlayerAndKind  # by seat: cards that it has seen in the deck

    # As it was before the last answers were carried out.
    old_hands: ByPlayerAndKind
    old_holding: ByPlayer
    old_asked: ByPlayer
    old_draws: ByPlayer
    old_deck_size: int
    old_turn: int

    # The picks that are being spelled.
    slot: ByPlayer  # the slot that each seat's next action spells
    # the actions that have spelled the slots so far, raised by one
    spelled: Annotated[list[list[int]], MAX_PLAYERS, SLOTS_OF_PICK]
