"""The games that ship with Kaiten, numbered in this order; those of plug-ins come after them."""

from __future__ import annotations

import copyreg

from ..engine.game import Game, Options
from ..engine.registry import close_registry, list_games, register
from ..engine.state import State
from ..errors import UnknownGame
from ..text import Text
from . import sushi_draft, sushi_go, sushi_go_party

__all__ = ["close_registry", "find_game", "lay_table", "list_games"]

register([sushi_go.game, sushi_go_party.game, sushi_draft.game])


def lay_table(game: Game, people: int, options: Options) -> State:
    """A table for a game, ready for the first deal."""
    number = close_registry().index(game)
    state = game.table(people, options)
    state.game = number
    return state


def find_game(id: str) -> Game:
    """The game with this id."""
    for game in list_games():
        if game.id == id:
            return game
    known = ", ".join(game.id for game in list_games())
    raise UnknownGame(
        Text("There is no game “{id}”. Kaiten plays: {known}.").format(id=id, known=known)
    )


def reduce_game(game: Game) -> tuple[object, ...]:
    """Return how a game is pickled and copied: by its id, for its rules are functions."""
    return find_game, (game.id,)


copyreg.pickle(Game, reduce_game)  # type: ignore[arg-type]
