"""Levels for people: the same bots, who choose softly among what is nearly as good, remember less,
or think less. None blunders on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from random import Random

from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .budget import Budget
from .heuristic import worth
from .search import search
from .tree.rollouts import Imagination

EASY = (
    Text("Easy", "Facile"),
    Text(
        "Likes what looks good, and forgets the hands that it has passed on.",
        "Aime ce qui a l'air bon, et oublie les mains qu'il a passées.",
    ),
)
MEDIUM = (
    Text("Medium", "Moyen"),
    Text(
        "Knows the odds, and remembers the hands.", "Connaît les chances, et se souvient des mains."
    ),
)
HARD = (
    Text("Hard", "Difficile"),
    Text(
        "Imagines how the round may go on before it picks.",
        "Imagine la suite de la manche avant de choisir.",
    ),
)
CHEF = (
    Text("Chef", "Chef"),
    Text(
        "Our best: it thinks for everybody at the table.",
        "Notre meilleur : il réfléchit pour toute la table.",
    ),
)

# what is worse than the best by more than so many times the softness is not considered
REGRET = 2.0
SOFT_POINTS, FIRM_POINTS = 2.0, 0.5  # how many points less make a choice about a third as likely
SOFT_WINS = 0.02  # the same in chances to win
QUICK = Budget(iterations=300 if JIT else 40)
LONG = Budget(iterations=6_000 if JIT else 80)


def easy(view: View, rng: Random) -> Choice:
    """Softly by the odds, from its own hand alone."""
    return softly(view, rng, worth(view.at_sight()), SOFT_POINTS)


def medium(view: View, rng: Random) -> Choice:
    """By the odds, rather firmly."""
    return softly(view, rng, worth(view), FIRM_POINTS)


def hard(view: View, rng: Random, budget: Budget = QUICK) -> Choice:
    """After a short search, softly between the last two that were tried."""
    if len(view.choices) == 1:
        return view.choices[0]
    figures = Imagination(view, rng, budget).halve()
    most = max(figure.worlds for figure in figures)
    return softly(
        view,
        rng,
        [figure.worth if figure.worlds == most else -inf for figure in figures],
        SOFT_WINS,
    )


def chef(view: View, rng: Random, budget: Budget = LONG) -> Choice:
    """After a long search."""
    return search(view, rng, budget)


def softly(view: View, rng: Random, values: Sequence[float], softness: float) -> Choice:
    """Any choice that is nearly as good as the best, the better the likelier."""
    gaps = [(max(values) - value) / softness for value in values]
    return rng.choices(view.choices, [exp(-gap) if gap <= REGRET else 0.0 for gap in gaps])[0]


# the easiest first
LEVELS = {
    "easy": (easy, EASY),
    "medium": (medium, MEDIUM),
    "hard": (hard, HARD),
    "chef": (chef, CHEF),
}
USUAL_LEVEL = "medium"  # the one that is proposed first, and that plays for somebody absent
