"""Advice: what each choice of a seat is worth, as far as that seat can know, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random
from typing import Any

from .bots.budget import Budget
from .bots.endings import prospects_of
from .bots.imagination import Figures, Imagination
from .bots.search import CURIOSITY
from .choice import Choice
from .errors import IllegalChoice
from .jit import JIT
from .reasons import Reasons
from .view import View
from .words import Words

USUAL = 10_000 if JIT else 400  # worlds imagined for one piece of advice
LEAST = 8  # worlds in which every choice is tried
FEW = 10  # worlds whose spread counts less than that of all choices together
TINY = 1e-9  # what rounding may make of nothing
ERRORS = 2  # a gap under so many errors says nothing

EQUALS = Words(
    "Several choices are about as good: follow your taste.", "Plusieurs choix se valent à peu près : suivez votre goût."
)
ONLY = Words("You have no choice here.", "Ici, vous n'avez pas le choix.")
NOT_ASKED = Words(
    "Advice is for a seat that is asked something.", "On ne conseille qu'une place à qui l'on demande quelque chose."
)


@dataclass(frozen=True)
class Prospect:
    """What a choice is likely to come to, with standard errors, and why."""

    choice: Choice
    win: float  # chance to win the game, from 0 to 1
    win_error: float
    margin: float  # points ahead of the best other player when the round is over, or behind
    margin_error: float
    equal: bool  # about as good as the best: the gap is under two errors
    words: Words

    def data(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON."""
        return {
            "choice": self.choice.text, "name": self.choice.words._asdict(), "win": self.win, "win_error": self.win_error,
            "margin": self.margin, "margin_error": self.margin_error, "equal": self.equal, "words": self.words._asdict(),
        }  # fmt: skip


@dataclass(frozen=True)
class Advice:
    """What a seat may choose, the best first, and a hint that names no choice."""

    prospects: tuple[Prospect, ...]
    nudge: Words

    def data(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON."""
        return {"nudge": self.nudge._asdict(), "prospects": [prospect.data() for prospect in self.prospects]}


def advise(view: View, think: float | None = None, iterations: int | None = None, seed: int = 0) -> Advice:
    """What each choice of a seat is worth to it, by so many seconds of thought, or so many imagined worlds."""
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
            zip(view.choices, figures, strict=True), key=lambda pair: (pair[1] is best, pair[1].worth), reverse=True
        )
    ]
    return Advice(tuple(prospects), nudge(prospects, reasons))


def nudge(prospects: Sequence[Prospect], reasons: Reasons) -> Words:
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
    """What comes of every choice; those at these places are tried in the same worlds as the best, to the end."""
    if view.seat is None or not len(view.choices):
        raise IllegalChoice(NOT_ASKED)
    exact = prospects_of(view)
    if exact:
        return [Figures(1, win, 0.0, margin, 0.0) for win, margin in exact]
    imagination = Imagination(view, Random(seed), budget, CURIOSITY)
    imagination.play_each(range(len(view.choices)), LEAST * len(view.choices))
    return honest(imagination.halve(played))


def best_of(figures: Sequence[Figures]) -> Figures:
    """The best of those that were tried to the end."""
    return max(figures, key=lambda one: (one.worlds, one.worth))


def about_equal(best: Figures, other: Figures) -> bool:
    """Whether the gap between two chances to win is under two errors of their difference."""
    return best.win - other.win <= ERRORS * hypot(best.win_error, other.win_error) + TINY


def honest(figures: Sequence[Figures]) -> list[Figures]:
    """The same with errors that hold for few worlds too, whose spread alone may happen to be small: that of all choices helps out."""
    wins = errors([one.worlds for one in figures], [one.win_error for one in figures])
    margins = errors([one.worlds for one in figures], [one.margin_error for one in figures])
    return [
        Figures(one.worlds, one.win, win, one.margin, margin)
        for one, win, margin in zip(figures, wins, margins, strict=True)
    ]


def errors(worlds: Sequence[int], own: Sequence[float]) -> list[float]:
    """Standard errors out of those that each choice has by itself."""
    spreads = [error * error * count for count, error in zip(worlds, own, strict=True)]
    common = sum(spread * (count - 1) for spread, count in zip(spreads, worlds, strict=True)) / sum(
        count - 1 for count in worlds
    )
    return [
        sqrt((spread * (count - 1) + common * FEW) / (count - 1 + FEW) / count)
        for spread, count in zip(spreads, worlds, strict=True)
    ]
