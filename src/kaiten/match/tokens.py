"""Tokens, and what one seat may know of them: which ones everyone has taken, and what its own are
worth.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.game import Game
from ..engine.state import OVER, ROUNDS, State


@dataclass(frozen=True)
class Token:
    """A token that was taken: from which pile, and what it is worth; None for a seat that may not
    know.
    """

    pile: str
    worth: int | None


def tokens_of_players(game: Game, state: State, seat: int | None) -> tuple[tuple[Token, ...], ...]:
    """The tokens that each player has taken, as a seat sees them."""
    if not game.piles:
        return ((),) * int(state.players)
    taken: list[list[Token]] = [[] for _ in range(state.players)]
    for pile, rule in enumerate(game.piles):
        for place, taker in enumerate(state.takers[pile]):
            if taker:
                worth = (
                    int(state.tokens[pile][place]) if is_open(state, seat, pile, place) else None
                )
                taken[taker - 1].append(Token(rule.id, worth))
    return tuple(map(tuple, taken))


def is_open(state: State, seat: int | None, pile: int, place: int) -> bool:
    """Whether a seat may know what a token is worth: its own, and all that were taken when the game
    is over.
    """
    taker = int(state.takers[pile][place])
    return taker > 0 and (taker - 1 == seat or bool(state.stage == OVER))


def count_face_down(state: State, seat: int | None, pile: int) -> tuple[list[int], list[int]]:
    """The places of a pile whose tokens a seat may not know, and what these are worth, in no order."""
    places = [place for place in range(ROUNDS) if not is_open(state, seat, pile, place)]
    worth = state.worth[pile][:]
    for place in set(range(ROUNDS)) - set(places):
        worth.remove(int(state.tokens[pile][place]))
    return places, worth


def mask_tokens(state: State, seat: int) -> list[list[int]]:
    """The tokens of every pile, where each that a seat may not know is worth what it is worth on
    average.
    """
    shown = [row[:] for row in state.tokens]
    for pile in range(state.piles):
        places, worth = count_face_down(state, seat, pile)
        for place in places:
            shown[pile][place] = round(sum(worth) / len(worth))
    return shown
