"""Estimates of a seat's choices: win probability and margin, with honest standard errors.

A search that has learnt something early clings to it, so its figures vary by more than chance.
Therefore several searches that know nothing of each other share the budget, and the errors follow
from how much they disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from random import Random
from statistics import fmean, variance
from time import perf_counter

from ..bots.budget import PORTION, Allowance, Budget
from ..bots.tree.endgame import solve_prospects
from ..bots.tree.opponent_model import model_opponents
from ..bots.tree.rollouts import ChoiceStatistics, Rollouts
from ..errors import IllegalChoice
from ..match.view import View
from ..text import Text

# All of these are chosen by hand; tests check that the errors which follow are honest.
SEARCHES = 4  # independent searches, fewer where the budget is small
MIN_WORLDS = 2  # worlds in which each of them tries every choice at first
PRIOR_WORLDS = 10  # a choice's own variance counts this much less than that of all choices together
# Variances of a single world that stand in where too few worlds tell: the largest that a
# probability can have, and ten points squared.
WIN_VARIANCE, MARGIN_VARIANCE = 0.25, 100.0
EQUAL_ERRORS = 2  # a gap of fewer standard errors says nothing
ROUNDING = 1e-9  # differences below this are rounding errors

NOBODY_ASKED = Text("Advice needs the view of a seat that has a choice to make.")


def estimate_choices(
    view: View, budget: Budget, seed: int, played: Sequence[int] = ()
) -> list[ChoiceStatistics]:
    """Return the statistics of each choice. Those at the places `played` are tried in as many
    worlds as the best, and in the same ones.

    A budget of worlds is kept exactly. A choice without a world gets the mean of all worlds, with
    the error of a single one.
    """
    if view.seat is None or not len(view.choices):
        raise IllegalChoice(NOBODY_ASKED)
    exact = solve_prospects(view)
    if exact:
        return [ChoiceStatistics(1, win, 0.0, margin, 0.0) for win, margin in exact]
    searches = IndependentSearches(view, Random(seed), budget, played)
    searches.try_all()
    searches.halve()
    searches.finish()
    return pool_statistics(searches.statistics())


class IndependentSearches:
    """Searches that share a budget and know nothing of each other."""

    def __init__(self, view: View, rng: Random, budget: Budget, played: Sequence[int]) -> None:
        began = perf_counter()
        model = model_opponents(view, rng)
        budget = budget.subtract_seconds(perf_counter() - began)
        self._places, self._played = list(range(len(view.choices))), list(dict.fromkeys(played))
        count = min(max(budget.worlds // (MIN_WORLDS * len(self._places)), 1), SEARCHES)
        self._searches = [
            Rollouts(view, rng, budget.split(count), model=model) for _ in range(count)
        ]
        self._rounds = max((len(self._places) - 1).bit_length(), 1)
        self._part = budget.split(self._rounds + 1)  # one for each round, and one to finish with
        self._budget, self._allowance = budget, Allowance(budget)

    def statistics(self) -> list[list[ChoiceStatistics]]:
        """Return the statistics of each choice by each search."""
        return [[search.statistics(place) for search in self._searches] for place in self._places]

    def try_all(self) -> None:
        """Try each choice in a few worlds, or as many choices as there are worlds."""
        each = self._allowance.grant(MIN_WORLDS, len(self._searches) * len(self._places))
        self._play(self._places, each)
        if not each:
            order = dict.fromkeys([*self._played, *self._places])
            self._searches[0].play_each(list(order)[: self._allowance.take_rest()], 1)

    def halve(self) -> None:
        """Spend a part of the budget on all choices, the next on the better half of them and on
        those played, and so on until two are left.
        """
        left = self._places
        for _ in range(self._rounds):
            for each in self._allowance.batches(self._part, len(self._searches) * len(left)):
                self._play(left, each)
            best = sorted(left, key=self._rank, reverse=True)[: (len(left) + 1) // 2]
            left = list(dict.fromkeys([*best, *self._played]))

    def finish(self) -> None:
        """Spend the rest. A choice that is the best now, though it was given up, catches up with
        the others; otherwise the two best choices and those played share it.
        """
        end = perf_counter() + (self._part.think or 0)
        while True:
            best, *others = sorted(self._places, key=self._rank, reverse=True)
            most = max(map(self._count_worlds, self._places))
            missing = (most - self._count_worlds(best)) // len(self._searches)
            together = [best] if missing else [best, *others[:1], *self._played]
            targets = list(dict.fromkeys(together))
            each = self._grant(missing, len(self._searches) * len(targets), end)
            if not each:
                break
            self._play(targets, each)
        rest, place = self._allowance.take_rest(), [*self._played, best][0]
        for number, search in enumerate(self._searches):
            search.play_each(
                [place], (rest + len(self._searches) - 1 - number) // len(self._searches)
            )

    def _grant(self, missing: int, width: int, end: float) -> int:
        """Return how many worlds each gets next while finishing: what is missing, or all."""
        if self._budget.think is None:
            return self._allowance.grant(missing or self._budget.worlds, width)
        batch = max(PORTION // width, 1)
        return (min(batch, missing) if missing else batch) if perf_counter() < end else 0

    def _play(self, places: Sequence[int], each: int) -> None:
        for search in self._searches:
            search.play_each(places, each)

    def _count_worlds(self, place: int) -> int:
        return sum(search.statistics(place).worlds for search in self._searches)

    def _rank(self, place: int) -> tuple[bool, float]:
        """Return the key by which a choice is ranked: its mean value, last without a world."""
        worlds = self._count_worlds(place)
        found = [search.statistics(place) for search in self._searches]
        return worlds > 0, sum(one.value * one.worlds for one in found) / max(worlds, 1)


def find_best(statistics: Sequence[ChoiceStatistics]) -> ChoiceStatistics:
    """Return the statistics with the highest value."""
    return max(statistics, key=lambda one: one.rank)


def is_about_equal(best: ChoiceStatistics, other: ChoiceStatistics) -> bool:
    """Return whether the gap between two win probabilities is under two errors of the difference."""
    return best.win - other.win <= EQUAL_ERRORS * hypot(best.win_error, other.win_error) + ROUNDING


# --- Several searches, one estimate ---

# by choice and search: mean and standard error
Figures = Sequence[Sequence[tuple[float, float]]]


def pool_statistics(opinions: Sequence[Sequence[ChoiceStatistics]]) -> list[ChoiceStatistics]:
    """Return the statistics of each choice over all searches, from those of each search."""
    worlds = [[one.worlds for one in row] for row in opinions]
    wins = pool_estimates(
        worlds, [[(one.win, one.win_error) for one in row] for row in opinions], WIN_VARIANCE
    )
    margins = pool_estimates(
        worlds,
        [[(one.margin, one.margin_error) for one in row] for row in opinions],
        MARGIN_VARIANCE,
    )
    return [
        ChoiceStatistics(sum(row), *win, *margin)
        for row, win, margin in zip(worlds, wins, margins, strict=True)
    ]


def pool_estimates(
    worlds: Sequence[Sequence[int]], figures: Figures, prior: float = WIN_VARIANCE
) -> list[tuple[float, float]]:
    """Return the mean and the error of each choice. By how much searches differ more than by chance,
    all choices tell together, and each for itself.
    """
    everything = [mean for row in figures for mean, _ in row]
    overall = fmean(everything, [count for counts in worlds for count in counts])
    means = [
        fmean([mean for mean, _ in row], counts) if any(counts) else overall
        for counts, row in zip(worlds, figures, strict=True)
    ]
    chance = estimate_variances(worlds, figures, prior)
    between = [measure_disagreement(*pair) for pair in zip(worlds, figures, strict=True)]
    ratios = [
        apart / expected
        for apart, expected in zip(between, chance, strict=True)
        if expected and apart is not None
    ]
    excess = max(fmean(ratios), 1.0) if ratios else 1.0
    return [
        (mean, sqrt(excess * expected if apart is None else (apart + excess * expected) / 2))
        for mean, apart, expected in zip(means, between, chance, strict=True)
    ]


def measure_disagreement(counts: Sequence[int], row: Sequence[tuple[float, float]]) -> float | None:
    """Return the squared error of a choice's mean by which its searches differ, or None where fewer
    than two searches have tried it.
    """
    means = [mean for count, (mean, _) in zip(counts, row, strict=True) if count]
    return variance(means) / len(means) if len(means) > 1 else None


def estimate_variances(
    worlds: Sequence[Sequence[int]], figures: Figures, prior: float
) -> list[float]:
    """Return the squared errors that the numbers of worlds give by chance alone. The variance of a
    few worlds may happen to be small: that of all choices helps out, and where these have too few
    as well, the prior.
    """
    sizes = [sum(count - 1 for count in counts if count) for counts in worlds]
    spreads = [
        sum(
            error * error * count * (count - 1)
            for count, (_, error) in zip(counts, row, strict=True)
            if count > 1
        )
        for counts, row in zip(worlds, figures, strict=True)
    ]
    common = sum(spreads) / sum(sizes) if sum(sizes) >= SEARCHES else prior
    return [
        (spread + PRIOR_WORLDS * common) / (size + PRIOR_WORLDS) / max(sum(counts), 1)
        for spread, size, counts in zip(spreads, sizes, worlds, strict=True)
    ]
