"""Tokens, and what one seat may know of them: which ones everybody has taken, and what its own are worth."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .game import Game
from .state import OVER, ROUNDS, State, ints


@dataclass(frozen=True)
class Token:
    """A token that somebody has taken: from which pile, and what it is worth, None for a seat that may not know."""

    pile: str
    worth: int | None


def held(game: Game, state: State, seat: int | None, player: int) -> tuple[Token, ...]:
    """The tokens that a player has taken, as a seat sees them."""
    return tuple(
        Token(rule.id, worth if is_open(state, seat, pile, place) else None)
        for pile, rule in enumerate(game.piles)
        for place, worth in enumerate(ints(state.tokens[pile]))
        if state.takers[pile][place] == player + 1
    )


def is_open(state: State, seat: int | None, pile: int, place: int) -> bool:
    """Whether a seat may know what a token is worth: its own, and all that were taken when the game is over."""
    taker = int(state.takers[pile][place])
    return taker > 0 and (taker - 1 == seat or bool(state.stage == OVER))


def face_down(state: State, seat: int | None, pile: int) -> tuple[list[int], list[int]]:
    """The places of a pile whose tokens a seat may not know, and what these are worth, in no order."""
    places = [place for place in range(ROUNDS) if not is_open(state, seat, pile, place)]
    worth = ints(state.worth[pile])[:]
    for place in set(range(ROUNDS)) - set(places):
        worth.remove(int(state.tokens[pile][place]))
    return places, worth


def shuffle(state: State, seat: int | None, rng: Random) -> None:
    """Shuffle the tokens that a seat may not know."""
    for pile in range(state.piles):
        places, worth = face_down(state, seat, pile)
        rng.shuffle(worth)
        for place, value in zip(places, worth, strict=True):
            state.tokens[pile][place] = value


def mask(state: State, seat: int) -> None:
    """Let every token that a seat may not know be worth what it is worth on average."""
    for pile in range(state.piles):
        places, worth = face_down(state, seat, pile)
        for place in places:
            state.tokens[pile][place] = round(sum(worth) / len(worth))
