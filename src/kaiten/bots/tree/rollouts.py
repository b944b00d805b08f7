"""What a seat imagines: worlds that fit all it knows, played to the end of the round, and what came
of each of its choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from random import Random
from time import perf_counter

from ...engine.rng import SEEDS
from ...engine.state import blank_record, board_array
from ...match.view import View
from ..budget import Budget
from ..heuristic.build_dish_table import cookbook
from ..heuristic.forecast import Outlook
from . import uct
from .guesses import Foresight, foresee
from .uct import ANY, FIGURES, SURE
from .win_model import GREED


@dataclass(frozen=True)
class Figures:
    """What came of a choice in so many worlds, with standard errors."""

    worlds: int
    win: float  # chance to win the game
    win_error: float
    margin: float  # points ahead of the best other player when the round is over, or behind
    margin_error: float

    @property
    def worth(self) -> float:
        return self.win + GREED * self.margin


def mean_and_error(count: float, total: float, squares: float) -> tuple[float, float]:
    if not count:
        return 0.0, inf
    mean = total / count
    return mean, sqrt(
        max(squares / count - mean * mean, 0.0) / max(count - 1, 1)
    ) if count > 1 else inf


def most_tried(figures: Sequence[Figures]) -> int:
    """The place of the choice that was tried most often, and of several the best one."""
    return max(range(len(figures)), key=lambda place: (figures[place].worlds, figures[place].worth))


CERTAIN = 9 * SURE // 10  # trust in guesses from which on one plays by them alone
TURN = 4  # worlds that are imagined with one choice before it is the turn of another


class Imagination:
    """The worlds that one seat imagines before one choice; unless it learns from them, everybody in
    them plays at random.
    """

    def __init__(
        self,
        view: View,
        rng: Random,
        budget: Budget,
        learns: bool = True,
        foresight: Foresight | None = None,
    ) -> None:
        assert view.seat is not None
        self._seat, self._looked_at, self._seed = (
            view.seat,
            sum(view.memory.deck),
            rng.randrange(SEEDS),
        )
        self._worlds = board_array(view.ground, 2)
        self._notes = uct.blank_notes(budget.worlds if learns else 1, len(view.hands))
        self._book, self._look = cookbook(view.game, view.state), blank_record(Outlook)
        self._learns = learns
        self._others = [player for player in range(len(view.hands)) if player != view.seat]
        self._places = range(len(view.choices))
        self._played = 0
        began = perf_counter()
        if learns:
            self._expect(foresight or foresee(view, rng))
        self._budget = budget.less(perf_counter() - began)

    def _expect(self, foresight: Foresight) -> None:
        for hand in foresight.hands:
            self._notes.seen[hand] = 1
        for player, trust in enumerate(foresight.trust):
            self._notes.trust[player] = round(SURE * trust)

    @property
    def foresees(self) -> bool:
        """Whether it is all but certain what the others will pick."""
        return all(self._notes.trust[player] > CERTAIN for player in self._others)

    def play(self, count: int, begin: int = ANY) -> None:
        """Imagine so many more worlds; the seat begins with this one of its choices, or with any."""
        uct.explore(
            self._worlds,
            self._notes,
            self._book,
            self._look,
            self._seat,
            self._looked_at,
            self._seed,
            self._played,
            count,
            begin,
            self._learns,
        )
        self._played += count

    def search(self) -> list[Figures]:
        """Spend the budget on what looks best, and now and then on the others."""
        self._budget.spend(self.play)
        return [self.figures(place) for place in self._places]

    def halve(self) -> list[Figures]:
        """Spend the budget on all choices alike, then on the better half of them, and so on until
        two are left.
        """
        left = list(self._places)
        rounds = max((len(left) - 1).bit_length(), 1)
        for _ in range(rounds):
            self._budget.share(rounds).spend(partial(self.play_each, left))
            left = sorted(left, key=lambda place: self.figures(place).worth, reverse=True)[
                : (len(left) + 1) // 2
            ]
        return [self.figures(place) for place in self._places]

    def play_each(self, places: Sequence[int], count: int) -> None:
        """Imagine about so many worlds, the same ones for each of these choices; they take turns,
        so that none meets better players than others.
        """
        each = max(count // len(places), 1)
        for part in range(0, each, TURN):
            begun, first = self._played, part // TURN % len(places)
            for place in (*places[first:], *places[:first]):
                self._played = begun
                self.play(min(TURN, each - part), place)

    def figures(self, place: int) -> Figures:
        """What has come of a choice so far."""
        worlds, *rest = (
            float(figure) for figure in self._notes.tally[FIGURES * place : FIGURES * (place + 1)]
        )
        win, margin = mean_and_error(worlds, *rest[:2]), mean_and_error(worlds, *rest[2:])
        return Figures(int(worlds), *win, *margin)
