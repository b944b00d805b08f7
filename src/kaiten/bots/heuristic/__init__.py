"""The bot `heuristic`: it goes by the odds of its sets, its place in the races, and what it feeds
its neighbour.
"""

from __future__ import annotations

from random import Random

from ...match.choice import Choice
from ...match.view import View
from ...text import Text
from .evaluate import EQUALITY_TOLERANCE, Evaluation

HEURISTIC = (
    Text("Heuristic"),
    Text("Weighs the odds of completing sets, the majorities, and what it passes on."),
)


def heuristic(view: View, rng: Random) -> Choice:
    """Return one of the choices with the highest value."""
    return rng.choice(best_choices(view))


def best_choices(view: View) -> list[Choice]:
    """Return the choices with the highest value."""
    values = evaluate_choices(view)
    most = max(values) - EQUALITY_TOLERANCE
    return [choice for choice, value in zip(view.choices, values, strict=True) if value >= most]


def evaluate_choices(view: View) -> list[float]:
    """Return the value of each choice, in points, in the order of the view's choices. Only their
    differences mean something.
    """
    return Evaluation(view).values
