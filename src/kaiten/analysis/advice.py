"""Advice: what each choice of a seat is worth, as far as that seat can know, and why, in words."""

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
from ..bots.tree.endgame import prospects_of
from ..bots.tree.guesses import foresee
from ..bots.tree.rollouts import Figures, Imagination
from ..engine.jit import JIT
from ..errors import IllegalChoice
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .explain import Reasons

USUAL = 8_000 if JIT else 400  # worlds imagined for one piece of advice
HEADS = 4  # searches that know nothing of each other
LEAST = 2  # worlds in which each of them tries every choice at least
FEW = 10  # worlds whose spread counts less than that of all choices together
TINY = 1e-9  # what rounding may make of nothing
ERRORS = 2  # a gap under so many errors says nothing

EQUALS = Text(
    "Several choices are about as good: follow your taste.",
    "Plusieurs choix se valent à peu près : suivez votre goût.",
)
ONLY = Text("You have no choice here.", "Ici, vous n'avez pas le choix.")
NOT_ASKED = Text(
    "Advice is for a seat that is asked something.",
    "On ne conseille qu'une place à qui l'on demande quelque chose.",
)


@dataclass(frozen=True)
class Prospect:
    """What a choice is likely to come to, with standard errors, and why."""

    choice: Choice
    win: float  # chance to win the game, from 0 to 1
    win_error: float
    margin: float  # points ahead of the best other player when the round is over, desserts in part
    margin_error: float
    equal: bool  # about as good as the best: the gap is under two errors
    words: Text

    def data(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON."""
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
    """What a seat may choose, the best first, and a hint that names no choice."""

    prospects: tuple[Prospect, ...]
    nudge: Text

    def data(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON."""
        return {
            "nudge": self.nudge._asdict(),
            "prospects": [prospect.data() for prospect in self.prospects],
        }


def advise(
    view: View, think: float | None = None, iterations: int | None = None, seed: int = 0
) -> Advice:
    """What each choice of a seat is worth to it, by so many seconds of thought, or so many imagined
    worlds.
    """
    figures = weigh(view, budget(think, iterations, USUAL), seed)
    reasons, best = Reasons(view), best_of(figures)
    prospects = [
        Prospect(
            choice,
            one.win,
            one.win_error,
            one.margin,
            one.margin_error,
            about_equal(best, one),
            reasons.sentence(choice),
        )
        for choice, one in sorted(
            zip(view.choices, figures, strict=True),
            key=lambda pair: (pair[1] is best, pair[1].worth),
            reverse=True,
        )
    ]
    return Advice(tuple(prospects), nudge(prospects, reasons))


def nudge(prospects: Sequence[Prospect], reasons: Reasons) -> Text:
    """A hint at the best choice that does not name it."""
    if len(prospects) == 1:
        return ONLY
    if all(prospect.equal for prospect in prospects):
        return EQUALS
    return reasons.nudge(prospects[0].choice)


def budget(think: float | None, iterations: int | None, usual: int) -> Budget:
    """The budget that was asked for, or the usual number of worlds."""
    return Budget(iterations=usual) if think is iterations is None else Budget(think, iterations)


def weigh(view: View, budget: Budget, seed: int, played: Sequence[int] = ()) -> list[Figures]:
    """What comes of every choice, by several searches; those at these places are tried in the same
    worlds as the best, to the end.
    """
    if view.seat is None or not len(view.choices):
        raise IllegalChoice(NOT_ASKED)
    exact = prospects_of(view)
    if exact:
        return [Figures(1, win, 0.0, margin, 0.0) for win, margin in exact]
    rng, places = Random(seed), range(len(view.choices))
    began = perf_counter()
    foresight = foresee(view, rng)
    budget = budget.less(perf_counter() - began)
    heads = [Imagination(view, rng, budget.share(HEADS), foresight=foresight) for _ in range(HEADS)]
    least = max(min(LEAST, budget.worlds // (HEADS * len(places))), 1)
    for head in heads:
        head.play_each(places, least * len(places))
    halve(heads, budget, list(places), played)
    give_second_chances(heads, places)
    return agreed([[head.figures(place) for head in heads] for place in places])


def halve(
    heads: Sequence[Imagination], budget: Budget, left: Sequence[int], played: Sequence[int]
) -> None:
    """Spend the budget on all choices alike, then on the better half of them and on those played,
    until two are left.
    """
    rounds = max((len(left) - 1).bit_length(), 1)
    for _ in range(rounds):
        for head in heads:
            budget.share(HEADS * rounds).spend(partial(head.play_each, left))
        worth = {place: sum(head.figures(place).worth for head in heads) for place in left}
        best = sorted(left, key=worth.__getitem__, reverse=True)[: (len(left) + 1) // 2]
        left = [*best, *(place for place in played if place not in best)]


def give_second_chances(heads: Sequence[Imagination], places: Sequence[int]) -> None:
    """Whatever looks best in the end though it was given up is tried as often as those that were
    not.
    """

    def tried(place: int) -> int:
        return sum(head.figures(place).worlds for head in heads)

    def worth(place: int) -> float:
        return sum(
            head.figures(place).worth * head.figures(place).worlds for head in heads
        ) / tried(place)

    for _ in places:
        best, most = max(places, key=worth), max(map(tried, places))
        missing = (most - tried(best)) // len(heads)
        if missing <= 0:
            return
        for head in heads:
            head.play_each([best], missing)


def best_of(figures: Sequence[Figures]) -> Figures:
    """The best of them."""
    return max(figures, key=lambda one: one.worth)


def about_equal(best: Figures, other: Figures) -> bool:
    """Whether the gap between two chances to win is under two errors of their difference."""
    return best.win - other.win <= ERRORS * hypot(best.win_error, other.win_error) + TINY


def agreed(opinions: Sequence[Sequence[Figures]]) -> list[Figures]:
    """What all searches together say of each choice, out of what each of them does."""
    worlds = [[one.worlds for one in row] for row in opinions]
    wins = estimates(worlds, [[(one.win, one.win_error) for one in row] for row in opinions])
    margins = estimates(
        worlds, [[(one.margin, one.margin_error) for one in row] for row in opinions]
    )
    return [
        Figures(sum(row), *win, *margin)
        for row, win, margin in zip(worlds, wins, margins, strict=True)
    ]


def estimates(
    worlds: Sequence[Sequence[int]], said: Sequence[Sequence[tuple[float, float]]]
) -> list[tuple[float, float]]:
    """Means and errors, by choice. A search that has learnt something clings to it, so that
    searches differ by more than chance; by how much, all choices tell together, and each for
    itself.
    """
    means = [
        fmean([mean for mean, _ in row], counts) for counts, row in zip(worlds, said, strict=True)
    ]
    chance = by_chance(worlds, said)
    between = [variance(mean for mean, _ in row) / HEADS for row in said]
    ratios = [apart / expected for apart, expected in zip(between, chance, strict=True) if expected]
    doubt = max(fmean(ratios), 1.0) if ratios else 1.0
    return [
        (mean, sqrt((apart + doubt * expected) / 2))
        for mean, apart, expected in zip(means, between, chance, strict=True)
    ]


def by_chance(
    worlds: Sequence[Sequence[int]], said: Sequence[Sequence[tuple[float, float]]]
) -> list[float]:
    """The squared errors that so many worlds would have by chance alone; where they are few, their
    spread may happen to be small, and that of all choices helps out.
    """
    sizes = [sum(counts) - HEADS for counts in worlds]
    spreads = [
        sum(
            error * error * count * (count - 1)
            for count, (_, error) in zip(counts, row, strict=True)
        )
        for counts, row in zip(worlds, said, strict=True)
    ]
    common = sum(spreads) / sum(sizes)
    return [
        (spread + FEW * common) / (size + FEW) / sum(counts)
        for spread, size, counts in zip(spreads, sizes, worlds, strict=True)
    ]
