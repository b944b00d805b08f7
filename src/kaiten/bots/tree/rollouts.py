"""Rollouts: sampled worlds for one decision of one seat, and their results by choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from time import perf_counter

from ...engine.jit import kernel
from ...engine.rng import SEEDS
from ...engine.state import State, blank_record, board_array
from ...match.view import View
from ..budget import Allowance, Budget
from ..heuristic.build_dish_table import find_dish_table
from ..heuristic.forecast import Forecast
from .lead_scales import find_lead_scale
from .opponent_model import OpponentModel, model_opponents
from .uct import ANY_CHOICE, PROBABILITY_SCALE, STATISTICS, Search, blank_tree, explore
from .win_model import MARGIN_TIE_WEIGHT

# Trust above which the other players count as predictable. Chosen by hand.
PREDICTABLE = 9 * PROBABILITY_SCALE // 10
# Worlds that one choice is played in before it is another one's turn. Chosen by hand: a search that
# learns meanwhile meets all choices with about the same knowledge.
BATCH = 4


@dataclass(frozen=True)
class ChoiceStatistics:
    """The results of one choice: means over its worlds, with standard errors."""

    worlds: int
    win: float  # probability of winning the game
    win_error: float
    margin: float  # lead over the best other player when the round is over
    margin_error: float

    @property
    def value(self) -> float:
        """The number by which choices are ranked."""
        return self.win + MARGIN_TIE_WEIGHT * self.margin

    @property
    def rank(self) -> tuple[bool, float]:
        """The value, behind all others where no world was played."""
        return self.worlds > 0, self.value


def mean_and_error(count: float, total: float, squares: float) -> tuple[float, float]:
    """Return the mean of `count` numbers and its standard error, infinite where it is unknown."""
    if not count:
        return 0.0, inf
    mean = total / count
    return mean, sqrt(
        max(squares / count - mean * mean, 0.0) / max(count - 1, 1)
    ) if count > 1 else inf


def find_most_visited(statistics: Sequence[ChoiceStatistics]) -> int:
    """Return the place of the choice with the most worlds, and of several the one with the highest
    value.
    """
    return max(
        range(len(statistics)),
        key=lambda place: (statistics[place].worlds, statistics[place].value),
    )


class Rollouts:
    """Sampled worlds for one decision of one seat, and their results by choice.

    With `learns`, later worlds are played by what went well in earlier ones; otherwise every player
    is random.
    """

    def __init__(
        self,
        view: View,
        rng: Random,
        budget: Budget,
        learns: bool = True,
        model: OpponentModel | None = None,
    ) -> None:
        assert view.seat is not None
        seed = rng.randrange(SEEDS)
        self._tree = blank_tree(
            budget.worlds if learns else 1, len(view.hands), find_lead_scale(view.game)
        )
        self._search = Search(
            board_array(view.known_state, 2),
            self._tree,
            find_dish_table(view.game, view.state),
            blank_record(Forecast),
            view.seat,
            sum(view.memory.deck),
            seed,
            learns,
        )
        self._others = [player for player in range(len(view.hands)) if player != view.seat]
        self._places = range(len(view.choices))
        self._next_world = 0
        began = perf_counter()
        if learns:
            self._use_model(model or model_opponents(view, rng))
        self._budget = budget.subtract_seconds(perf_counter() - began)

    def _use_model(self, model: OpponentModel) -> None:
        for hand in model.hands:
            self._tree.known_hands[hand] = 1
        for player, trust in enumerate(model.trust):
            self._tree.trust[player] = round(PROBABILITY_SCALE * trust)

    @property
    def is_predictable(self) -> bool:
        """Whether it is all but certain what the other players will pick."""
        return all(self._tree.trust[player] > PREDICTABLE for player in self._others)

    def play(self, count: int, choice: int = ANY_CHOICE) -> None:
        """Play `count` more worlds; the seat begins with the choice at this place, or with any."""
        kernel(explore)(self._search, self._next_world, count, choice)
        self._next_world += count

    def run_uct(self) -> list[ChoiceStatistics]:
        """Spend the budget by upper confidence bounds, and return the statistics of all choices."""
        self._budget.spend(self.play)
        return self.all_statistics()

    def halve(self) -> list[int]:
        """Spend the budget by sequential halving, and return the last two choices, the best first.

        All choices are played in the same worlds, then the better half of them in more, and so on
        until one is left; the worlds that division leaves over go to that one, which therefore has
        the most. A budget that has no world for each choice goes to the first ones. A choice
        without a world counts as worse than any other.
        """
        left = finalists = list(self._places)
        rounds, allowance = max((len(left) - 1).bit_length(), 1), Allowance(self._budget)
        for _ in range(rounds):
            for each in allowance.batches(self._budget.split(rounds), len(left)):
                self.play_each(left, each)
            finalists = left
            left = sorted(left, key=lambda place: self.statistics(place).rank, reverse=True)
            left = left[: (len(left) + 1) // 2]
        finalists = sorted(finalists, key=lambda place: (self.statistics(place).rank, -place))[::-1]
        rest = allowance.take_rest()
        if rest:
            self.play(rest, finalists[0])
        return finalists

    def play_each(self, places: Sequence[int], each: int) -> None:
        """Play this many worlds with each of these choices, the same worlds for all. The choices
        take turns, so that none of them meets players who have learnt more.
        """
        for part in range(0, each, BATCH):
            begun, first = self._next_world, part // BATCH % len(places)
            for place in (*places[first:], *places[:first]):
                self._next_world = begun
                self.play(min(BATCH, each - part), place)

    def play_to_the_end(self, place: int, world: int) -> State:
        """Play the world of this number with a choice; return the position in which its round has
        been scored, with what is counted at the end of the game. The next world overwrites it.
        """
        self._next_world = world
        self.play(1, place)
        board: State = self._search.boards[1]
        return board

    def statistics(self, place: int) -> ChoiceStatistics:
        """Return the results of a choice so far."""
        worlds, *rest = (
            float(figure)
            for figure in self._tree.totals[STATISTICS * place : STATISTICS * (place + 1)]
        )
        win, margin = mean_and_error(worlds, *rest[:2]), mean_and_error(worlds, *rest[2:])
        return ChoiceStatistics(int(worlds), *win, *margin)

    def all_statistics(self) -> list[ChoiceStatistics]:
        """Return the results of all choices so far."""
        return [self.statistics(place) for place in self._places]
