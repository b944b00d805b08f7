"""The bot that goes by rules of thumb: the odds of its sets, its place in the races, and what it
feeds its neighbour.
"""

from __future__ import annotations

from random import Random

from ...match.choice import Choice
from ...match.view import View
from ...text import Text
from .evaluate import EQUAL, Thought

HEURISTIC = (
    Text("Heuristic", "Méthode"),
    Text(
        "Weighs the odds of its sets and its place in the races, and what it feeds its neighbour.",
        "Pèse ses chances de finir ses séries, sa place dans les courses et ce qu'il laisse à son voisin.",
    ),
)


def heuristic(view: View, rng: Random) -> Choice:
    """Any of the choices that promise most."""
    return rng.choice(best(view))


def best(view: View) -> list[Choice]:
    """The choices that promise most."""
    promised = worth(view)
    most = max(promised) - EQUAL
    return [choice for choice, points in zip(view.choices, promised, strict=True) if points >= most]


def worth(view: View) -> list[float]:
    """What every choice promises, in points, in the order of the view's choices; their differences
    are what counts.
    """
    return Thought(view).worth
