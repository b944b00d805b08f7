"""Sizes of what compiled evaluation works on. They follow from the installed games."""

from __future__ import annotations

from ...engine.state import KINDS, ROOM, SHEET
from ...games import close_registry

GAMES = close_registry()  # bots know the games that have registered by now
KIND_ROOM = ROOM[KINDS]  # kinds of card that a game may have
DISH_ROOM = ROOM[SHEET]  # dishes that a game may have
