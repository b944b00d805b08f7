"""The games that can be played: those that ship with Kaiten, and those of plug-ins.

Plug-ins are loaded at the first request for the games. They come after the games that ship with Kaiten,
whose numbers do not depend on what is installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from .game import Game
from .playable import check_playable, count_copies
from .plugins import CARDS_GROUP, GAMES_GROUP, Plugin, find_plugins, warn_of_failure
from .state import DECK, KINDS, PILES, RESERVE, SHEET, make_room

REGISTERED: list[Game] = []  # in the order in which they registered: State.game is a place here
STAGES = {"plug-ins are loaded": False, "games are played": False}


def register(games: Iterable[Game]) -> None:
    """Add games to those that can be played, before the first one is played."""
    if STAGES["games are played"]:
        raise RuntimeError("Games must register before the first game is played.")
    for game in games:
        if any(one.id == game.id for one in REGISTERED):
            raise ValueError(f"There is a game {game.id!r} already.")
        check_playable(game)
        game.is_registered = True
        REGISTERED.append(game)


def list_games() -> list[Game]:
    """Return all games, with the games and cards of plug-ins."""
    if not STAGES["plug-ins are loaded"]:
        STAGES["plug-ins are loaded"] = True  # a plug-in may ask for the games, too
        for plugin in find_plugins(GAMES_GROUP).values():
            load_plugin(plugin)
        for plugin in find_plugins(CARDS_GROUP).values():
            load_plugin(plugin)
    return REGISTERED


def close_registry() -> list[Game]:
    """Return all games, for play: from now on no game and no card can be added."""
    games = list_games()
    if not STAGES["games are played"]:
        STAGES["games are played"] = True
        for game in games:
            make_room(count_room(game))
            game.is_complete = True
    return games


def load_plugin(plugin: Plugin) -> None:
    """Add what a plug-in brings. If that fails, warn, and leave the games as they were."""
    before = [(game, copy_fields(vars(game))) for game in REGISTERED]
    try:
        add_plugin(plugin)
    except Exception as error:
        REGISTERED[:] = [game for game, _ in before]
        for game, fields in before:
            vars(game).clear()
            vars(game).update(fields)
        warn_of_failure(plugin, error)


def add_plugin(plugin: Plugin) -> None:
    """Register the game of a plug-in, or have it add its cards."""
    found = plugin.load()
    if plugin.group == CARDS_GROUP:
        if not isinstance(found, ModuleType):  # which has added them when it was imported
            found()
        for game in REGISTERED:
            check_playable(game)
    elif isinstance(found, Game):
        register([found])
    else:
        raise TypeError(f"{plugin.place} is {found!r}, and no Game")


def copy_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Copy the fields of a game, to which blocks add by appending to lists."""
    return {name: value[:] if isinstance(value, list) else value for name, value in fields.items()}


def count_room(game: Game) -> dict[str, int]:
    """Return how much room a state of a game needs."""
    return {
        KINDS: len(game.kinds),
        SHEET: len(game.rules),
        DECK: count_copies(game, game.cards),
        RESERVE: count_copies(game, [card for card in game.cards if card.dessert]),
        PILES: len(game.piles),
    }
