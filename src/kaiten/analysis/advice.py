"""Advice: the win probability of each choice of a seat, as far as that seat can know, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.budget import Budget
from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text, translate_data
from .choice_estimates import estimate_choices, find_best, is_about_equal
from .explain import Explainer

ADVICE_WORLDS = 8_000 if JIT else 450  # worlds sampled for one piece of advice; chosen by hand

EQUALS = Text("Several picks are equally good. Take your favourite.")
ONLY = Text("Only one card left.")


@dataclass(frozen=True)
class Prospect:
    """The expected result of a choice, with standard errors, and why."""

    choice: Choice
    win: float  # chance of winning the game, from 0 to 1
    win_error: float
    margin: float  # points ahead of the best other player when the round is over, desserts in part
    margin_error: float
    equal: bool  # about as good as the best: the gap is under two errors
    words: Text

    def data(self, language: str | None = "en") -> dict[str, Any]:
        """Return plain data, ready for JSON; without a language, as `Advice.data` does."""
        return {
            "choice": self.choice.text,
            **self.choice.parts,
            "words": translate_data(self.choice.words, language),
            "win": self.win,
            "win_error": self.win_error,
            "margin": self.margin,
            "margin_error": self.margin_error,
            "equal": self.equal,
            "why": translate_data(self.words, language),
        }


@dataclass(frozen=True)
class Advice:
    """The choices of a seat, the best first, and a hint that names none of them."""

    prospects: tuple[Prospect, ...]
    nudge: Text

    def data(self, language: str | None = "en") -> dict[str, Any]:
        """Return plain data, ready for JSON. Without a language, its texts are data that
        `kaiten.text.translate_data` translates later.
        """
        return {
            "nudge": translate_data(self.nudge, language),
            "prospects": [prospect.data(language) for prospect in self.prospects],
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
