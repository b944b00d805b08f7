"""What the others are likely to pick: what the bot `rules` would, now and on the next turns, whatever one does oneself.

Only those are guessed at whose hands the seat knows; and they are trusted as far as they have picked like that before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from ..choice import Choice
from ..match import Match
from ..memory import passes_right
from ..moves import PICK
from ..state import ints
from ..view import View
from .hindsight import Likeness, likenesses
from .rules import rules, worth
from .tree import START, go_on, went_by

AHEAD = 3  # turns that are guessed at: this one and the next two
TWIN = 0.95  # how often somebody who plays like `rules` picks what it might
STRANGER = 0.55  # how often anybody else does: `greedy` and `search` were measured
LONG = 40  # lines that are followed to any turn where all hands are known, at most

Favourite = Callable[[Match, int], Choice | None]  # what a seat likes best, by the match and all that led to it


class Guess(NamedTuple):
    """That somebody makes a pick when the seat has answered what is on a line."""

    line: int
    player: int
    pick: int


class Line(NamedTuple):
    """The match when the seat has answered so, and everybody else what they were likely to."""

    number: int
    match: Match


class Foresight:
    """What the others are likely to pick while a seat thinks about one choice, and by player how likely it is that they do."""

    def __init__(self, view: View, rng: Random) -> None:
        assert view.seat is not None
        self.seat, self.rng, self.now = view.seat, rng, view.sample(rng)
        self.known = {view.state.holding[player] for player, hand in enumerate(view.hands) if not hand.hidden}
        self.others = Others(self.seat, rng)
        self.trust = tuple(trust(one, len(self.now.seats)) for one in likenesses(view, self.now))
        self.picks = tuple(self._next_turns())
        self._moments = {0: Line(START, self.now)}  # by all that everybody has answered until then

    def _next_turns(self) -> Iterator[Guess]:
        """Turn by turn: after each line the best answers are followed, as many as there is time for."""
        lines = [Line(START, self.now)]
        for turn in range(1, AHEAD + 1):
            room = LONG * len(self.known) // len(self.now.seats) if turn < AHEAD else 0
            longer: list[Line] = []
            for line in lines:
                answers = self.others.answers(line.match) if room or self.others.hold(line.match, self.known) else {}
                yield from self._picks(line, answers)
                for choice in promising(line.match.view(self.seat), room // len(lines)):
                    longer.append(next_turn(line, self.seat, {**answers, self.seat: choice}, self.rng))
            lines = longer

    def _picks(self, line: Line, answers: dict[int, Choice]) -> Iterator[Guess]:
        """Those among the answers that are picks from a hand that is known."""
        state = line.match._state
        for player, choice in answers.items():
            if state.asked[player] == PICK and state.holding[player] in self.known:
                yield Guess(line.number, player, choice.number)

    def along(self, first: Choice, favourite: Favourite) -> Iterator[Guess]:
        """To the end of the round, when the seat begins so and goes on with its favourites, as long as it knows what it holds."""
        past = 0
        answer: Choice | None = first
        while answer is not None:
            line = self._moments[past]
            answers = self.others.answers(line.match)
            yield from self._picks(line, answers)
            if self.seat in line.match.waiting:
                answers[self.seat] = answer
            past = self._go_on(past, line, answers)
            then = self._moments[past].match
            if not then.waiting or then._state.holding[self.seat] not in self.known:
                return
            answer = favourite(then, past) if self.seat in then.waiting else answer

    def _go_on(self, past: int, line: Line, answers: dict[int, Choice]) -> int:
        """All that has been answered when these answers were given too."""
        for player in sorted(answers):
            past = went_by(past, player, answers[player].number)
        if past not in self._moments:
            number = go_on(line.number, answers[self.seat].number) if self.seat in answers else line.number
            self._moments[past] = Line(number, line.match.carry_out(answers))
        return past


def trust(likeness: Likeness, players: int) -> float:
    """How likely a guess is right; the more play, the less one knows better what somebody does who is not like `rules`."""
    alike, different = likeness.alike, likeness.picks - likeness.alike
    twin = TWIN**alike * (1 - TWIN) ** different
    stranger = STRANGER**alike * (1 - STRANGER) ** different
    like_rules = twin / (twin + stranger)
    return like_rules + (1 - like_rules) * STRANGER * (players - 2) / (players - 1)


class Others:
    """Those at the table besides the seat, who do what `rules` would; whoever meets the same cards again does the same."""

    def __init__(self, seat: int, rng: Random) -> None:
        self.seat, self.rng = seat, rng
        self.known: dict[tuple[Any, ...], Choice] = {}

    def hold(self, match: Match, known: set[int]) -> bool:
        """Whether any of them holds one of these hands."""
        return any(match._state.holding[player] in known for player in match.waiting if player != self.seat)

    def answers(self, match: Match) -> dict[int, Choice]:
        return {player: self.answer(match, player) for player in match.waiting if player != self.seat}

    def answer(self, match: Match, player: int) -> Choice:
        state = match._state
        after = (player + (-1 if passes_right(state) else 1)) % state.seats
        rows = state.hands[state.holding[player]], state.trays[player], state.copied[player], state.trays[after]
        met = player, state.turn, state.asked[player], *(tuple(ints(row)) for row in rows)
        if met not in self.known:
            self.known[met] = rules(match.view(player), self.rng)
        return self.known[met]


def promising(view: View, count: int) -> list[Choice]:
    """All choices, or so many that promise most."""
    if len(view.choices) <= count:
        return list(view.choices)
    promised = worth(view) if count else []
    places = sorted(range(len(promised)), key=promised.__getitem__, reverse=True)
    return [view.choices[place] for place in places[:count]]


def next_turn(line: Line, seat: int, answers: dict[int, Choice], rng: Random) -> Line:
    """The match on the next turn, if everybody answers what is asked before as is likely; or when the round is over."""
    number, match = line
    turn = match.turn
    while match.turn == turn and match.waiting:
        if seat in match.waiting:
            number = go_on(number, answers[seat].number)
        match = match.carry_out(answers)
        answers = {player: rules(match.view(player), rng) for player in match.waiting} if match.turn == turn else {}
    return Line(number, match)
