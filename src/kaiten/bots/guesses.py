"""What the others are likely to pick: what the bot `rules` would, now, and on the next turn after each of one's own choices.

Only those are guessed at whose hands the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from ..choice import Choice
from ..match import Match
from ..moves import PICK
from ..view import View
from .rules import rules
from .tree import VARIETY


class Guess(NamedTuple):
    """That somebody makes a pick, so many turns from now, if oneself begins with the choice in this place."""

    place: int
    player: int
    turn: int
    pick: int


def guesses(view: View, rng: Random) -> Iterator[Guess]:
    """This turn's guesses stand once where the next turn's are missing, and otherwise with every choice."""
    now, seat = view.sample(rng), view.seat
    assert seat is not None
    known = {view.state.holding[player] for player, hand in enumerate(view.hands) if not hand.hidden}
    answers = likely(now, seat, rng)
    for place, choice in enumerate(after(view)):
        for player, pick in picks(now, answers, known):
            yield Guess(place, player, 0, pick)
        if choice:
            then = next_turn(now, {**answers, seat: choice}, rng)
            for player, pick in picks(then, likely(then, seat, rng), known):
                yield Guess(place, player, 1, pick)


def after(view: View) -> Sequence[Choice | None]:
    """The choices after which guesses differ; nothing stands for all of them, if the next turn would take too long to guess at."""
    return view.choices if len(view.choices) <= VARIETY else (None,)


def likely(match: Match, seat: int, rng: Random) -> dict[int, Choice]:
    """What everybody but oneself is likely to answer."""
    return {player: rules(match.view(player), rng) for player in match.waiting if player != seat}


def picks(match: Match, answers: dict[int, Choice], known: set[int]) -> Iterator[tuple[int, int]]:
    """Those among the answers that are picks from a hand that is known."""
    state = match._state
    for player, choice in answers.items():
        if state.asked[player] == PICK and state.holding[player] in known:
            yield player, choice.number


def next_turn(match: Match, answers: dict[int, Choice], rng: Random) -> Match:
    """The match on the next turn, if everybody answers what is asked before as is likely; or when the round is over."""
    turn = match.turn
    match = match.carry_out(answers)
    while match.turn == turn and match.waiting:
        match = match.carry_out({player: rules(match.view(player), rng) for player in match.waiting})
    return match
