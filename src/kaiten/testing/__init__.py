"""Checks for authors of cards and games, with pytest or without it.

    from kaiten.testing import check_card, check_game

    def test_my_game():
        check_game("my-game")

Each check takes a match that was just dealt, plays it on at random, and raises an AssertionError that
says what is wrong, where and when. `check_game` and `check_card` run all of them.
"""

from __future__ import annotations

from .bots import check_bots
from .modes import check_modes
from .playing import play_steps, play_through
from .rules import check_choices, check_conservation, check_sheets
from .secrecy import check_knowledge, check_secrecy
from .suite import CHECKS, check_card, check_game
from .tables import GameTable, choose_tables
from .values import check_records, check_texts, check_values

__all__ = [
    "CHECKS",
    "GameTable",
    "check_bots",
    "check_card",
    "check_choices",
    "check_conservation",
    "check_game",
    "check_knowledge",
    "check_modes",
    "check_records",
    "check_secrecy",
    "check_sheets",
    "check_texts",
    "check_values",
    "choose_tables",
    "play_steps",
    "play_through",
]
