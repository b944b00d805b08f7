"""Advice: the win probability of each choice of a seat, as far as that seat can know, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, sqrt
from random import Random
from statistics import fmean, variance
from time import perf_counter
from typing import Any

from ..bots.budget import Budget
from ..bots.tree.endgame import solve_prospects
from ..bots.tree.opponent_model import model_opponents
from ..bots.tree.rollouts import ChoiceStatistics, Rollouts
from ..engine.jit import JIT
from ..errors import IllegalChoice
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .explain import Explainer

ADVICE_WORLDS = 8_000 if JIT else 400  # worlds imagined for one piece of advice
SEARCHES = 4  # searches that know nothing of each other
MIN_WORLDS = 2  # worlds in which each of them tries every choice at least
PRIOR_WORLDS = 10  # worlds whose spread counts less than that of all choices together
ROUNDING = 1e-9  # what rounding may make of nothing
EQUAL_ERRORS = 2  # a gap under so many errors says nothing

EQUALS = Text(
    "Several choices are about as good: follow your taste.",
    "Plusieurs choix se valent à peu près : suivez votre goût.",
)
ONLY = Text("You have no choice here.", "Ici, vous n'avez pas le choix.")
NOBODY_ASKED = Text(
    "Advice is for a seat that is asked something.",
    "On ne conseille qu'une place à qui l'on demande quelque chose.",
)


@dataclass(frozen=True)
class Prospect:
    """The expected result of a choice, with standard errors, and why."""

    choice: Choice
    win: float  # chance to win the game, from 0 to 1
    win_error: float
    margin: float  # points ahead of the best other player when the round is over, desserts in part
    margin_error: float
    equal: bool  # about as good as the best: the gap is under two errors
    words: Text

    def data(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "choice": self.choice.text,
            "name": self.choice.words._asdict(),
            "win": self.win,
            "win_error": self.win_error,
            "margin": self.margin,
            "margin_error": self.margin_error,
            "equal": self.equal,
            "words": self.words._asdict(),
        }


@dataclass(frozen=True)
class Advice:
    """The choices of a seat, the best first, and a hint that names none of them."""

    prospects: tuple[Prospect, ...]
    nudge: Text

    def data(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "nudge": self.nudge._asdict(),
            "prospects": [prospect.data() for prospect in self.prospects],
        }


def advise(
    view: View, think: float | None = None, iterations: int | None = None, seed: int = 0
) -> Advice:
    """Return the prospect of each choice of a seat, from this many seconds of search, or this many
    sampled worlds.
    """
    statistics = estimate_choices(view, choose_budget(think, iterations, ADVICE_WORLDS), seed)
    explainer, best = Explainer(view), find_best(statistics)
    prospects = [
        Prospect(
            choice,
            one.win,
            one.win_error,
            one.margin,
            one.margin_error,
            is_about_equal(best, one),
            explainer.explain(choice),
        )
        for choice, one in sorted(
            zip(view.choices, statistics, strict=True),
            key=lambda pair: (pair[1] is best, pair[1].value),
            reverse=True,
        )
    ]
    return Advice(tuple(prospects), choose_nudge(prospects, explainer))


def choose_nudge(prospects: Sequence[Prospect], explainer: Explainer) -> Text:
    """Return a hint at the best choice that does not name it."""
    if len(prospects) == 1:
        return ONLY
    if all(prospect.equal for prospect in prospects):
        return EQUALS
    return explainer.give_nudge(prospects[0].choice)


def choose_budget(think: float | None, iterations: int | None, usual: int) -> Budget:
    """Return the budget that was asked for, or the usual number of worlds."""
    return Budget(iterations=usual) if think is iterations is None else Budget(think, iterations)


def estimate_choices(
    view: View, budget: Budget, seed: int, played: Sequence[int] = ()
) -> list[ChoiceStatistics]:
    """What comes of every choice, by several searches; those at these places are tried in the same
    worlds as the best, to the end.
    """
    if view.seat is None or not len(view.choices):
        raise IllegalChoice(NOBODY_ASKED)
    exact = solve_prospects(view)
    if exact:
        return [ChoiceStatistics(1, win, 0.0, margin, 0.0) for win, margin in exact]
    rng, places = Random(seed), range(len(view.choices))
    began = perf_counter()
    model = model_opponents(view, rng)
    budget = budget.less(perf_counter() - began)
    searches = [Rollouts(view, rng, budget.share(SEARCHES), model=model) for _ in range(SEARCHES)]
    least = max(min(MIN_WORLDS, budget.worlds // (SEARCHES * len(places))), 1)
    for search in searches:
        search.play_each(places, least * len(places))
    halve(searches, budget, list(places), played)
    give_second_chances(searches, places)
    return pool_statistics([[search.statistics(place) for search in searches] for place in places])


def halve(
    searches: Sequence[Rollouts], budget: Budget, left: Sequence[int], played: Sequence[int]
) -> None:
    """Spend the budget on all choices alike, then on the better half of them and on those played,
    until two are left.
    """
    rounds = max((len(left) - 1).bit_length(), 1)
    for _ in range(rounds):
        for search in searches:
            budget.share(SEARCHES * rounds).spend(partial(search.play_each, left))
        worth = {
            place: sum(search.statistics(place).value for search in searches) for place in left
        }
        best = sorted(left, key=worth.__getitem__, reverse=True)[: (len(left) + 1) // 2]
        left = [*best, *(place for place in played if place not in best)]


def give_second_chances(searches: Sequence[Rollouts], places: Sequence[int]) -> None:
    """Whatever looks best in the end though it was given up is tried as often as those that were
    not.
    """

    def tried(place: int) -> int:
        return sum(search.statistics(place).worlds for search in searches)

    def worth(place: int) -> float:
        return sum(
            search.statistics(place).value * search.statistics(place).worlds for search in searches
        ) / tried(place)

    for _ in places:
        best, most = max(places, key=worth), max(map(tried, places))
        missing = (most - tried(best)) // len(searches)
        if missing <= 0:
            return
        for search in searches:
            search.play_each([best], missing)


def find_best(statistics: Sequence[ChoiceStatistics]) -> ChoiceStatistics:
    """Return the statistics with the highest value."""
    return max(statistics, key=lambda one: one.value)


def is_about_equal(best: ChoiceStatistics, other: ChoiceStatistics) -> bool:
    """Return whether the gap between two win probabilities is under two errors of the difference."""
    return best.win - other.win <= EQUAL_ERRORS * hypot(best.win_error, other.win_error) + ROUNDING


def pool_statistics(opinions: Sequence[Sequence[ChoiceStatistics]]) -> list[ChoiceStatistics]:
    """Return the statistics of each choice over all searches, from those of each search."""
    worlds = [[one.worlds for one in row] for row in opinions]
    wins = pool_estimates(worlds, [[(one.win, one.win_error) for one in row] for row in opinions])
    margins = pool_estimates(
        worlds, [[(one.margin, one.margin_error) for one in row] for row in opinions]
    )
    return [
        ChoiceStatistics(sum(row), *win, *margin)
        for row, win, margin in zip(worlds, wins, margins, strict=True)
    ]


def pool_estimates(
    worlds: Sequence[Sequence[int]], said: Sequence[Sequence[tuple[float, float]]]
) -> list[tuple[float, float]]:
    """Means and errors, by choice. A search that has learnt something clings to it, so that
    searches differ by more than chance; by how much, all choices tell together, and each for
    itself.
    """
    means = [
        fmean([mean for mean, _ in row], counts) for counts, row in zip(worlds, said, strict=True)
    ]
    chance = sampling_variances(worlds, said)
    between = [variance(mean for mean, _ in row) / SEARCHES for row in said]
    ratios = [apart / expected for apart, expected in zip(between, chance, strict=True) if expected]
    doubt = max(fmean(ratios), 1.0) if ratios else 1.0
    return [
        (mean, sqrt((apart + doubt * expected) / 2))
        for mean, apart, expected in zip(means, between, chance, strict=True)
    ]


def sampling_variances(
    worlds: Sequence[Sequence[int]], said: Sequence[Sequence[tuple[float, float]]]
) -> list[float]:
    """The squared errors that so many worlds would have by chance alone; where they are few, their
    spread may happen to be small, and that of all choices helps out.
    """
    sizes = [sum(counts) - SEARCHES for counts in worlds]
    spreads = [
        sum(
            error * error * count * (count - 1)
            for count, (_, error) in zip(counts, row, strict=True)
        )
        for counts, row in zip(worlds, said, strict=True)
    ]
    common = sum(spreads) / sum(sizes)
    return [
        (spread + PRIOR_WORLDS * common) / (size + PRIOR_WORLDS) / sum(counts)
        for spread, size, counts in zip(spreads, sizes, worlds, strict=True)
    ]
