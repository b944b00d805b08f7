"""Levels for people: the same bots, but they choose by softmax among choices that are nearly as good,
remember less, or search less. None blunders on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from random import Random

from ..engine.game import Game
from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .budget import Budget
from .heuristic import evaluate_choices
from .search import search
from .tree.lead_scales import USUAL_SCALE
from .tree.rollouts import Rollouts

EASY = (
    Text("Easy"),
    Text("Goes for what looks good and forgets the hands it passed."),
)
MEDIUM = (
    Text("Medium"),
    Text("Knows the odds and remembers every hand."),
)
HARD = (
    Text("Hard"),
    Text("Plays out the round in its head before it picks."),
)
CHEF = (
    Text("Chef"),
    Text("Our strongest: it thinks through everyone's move."),
)

# All of these are chosen by hand, for people to feel a difference between the levels.
# A choice that is worse than the best by more than this many temperatures is never made.
MAX_REGRET = 2.0
# Softmax temperatures: a choice that is worse by one temperature is about a third as likely. Those of
# points are parts of the game's lead scale: two points and half a point in Sushi Go!, and less in
# Sushi Draft, where a whole token is worth three.
EASY_TEMPERATURE, MEDIUM_TEMPERATURE = 2 / 3, 1 / 6
HARD_TEMPERATURE = 0.02  # win probability
HARD_BUDGET = Budget(iterations=300 if JIT else 40)
CHEF_BUDGET = Budget(iterations=6_000 if JIT else 80)


def easy(view: View, rng: Random) -> Choice:
    """Choose by a soft softmax over the heuristic values, from the seat's own hand alone."""
    return choose_softly(
        view,
        rng,
        evaluate_choices(view.without_memory()),
        EASY_TEMPERATURE * find_points_scale(view.game),
    )


def medium(view: View, rng: Random) -> Choice:
    """Choose by a firm softmax over the heuristic values."""
    return choose_softly(
        view, rng, evaluate_choices(view), MEDIUM_TEMPERATURE * find_points_scale(view.game)
    )


def hard(view: View, rng: Random, budget: Budget = HARD_BUDGET) -> Choice:
    """Choose by softmax between the last two choices of a short search."""
    if len(view.choices) == 1:
        return view.choices[0]
    rollouts = Rollouts(view, rng, budget)
    finalists = rollouts.halve()
    values = [
        one.value if place in finalists and one.worlds else -inf
        for place, one in enumerate(rollouts.all_statistics())
    ]
    return choose_softly(view, rng, values, HARD_TEMPERATURE)


def chef(view: View, rng: Random, budget: Budget = CHEF_BUDGET) -> Choice:
    """Choose after a long search."""
    return search(view, rng, budget)


def find_points_scale(game: Game) -> float:
    """Return how many points mean about as much as in other games; no level waits for a fit."""
    return game.lead_scale or USUAL_SCALE


def choose_softly(view: View, rng: Random, values: Sequence[float], temperature: float) -> Choice:
    """Return a random choice among those that are nearly as good as the best, by softmax."""
    gaps = [(max(values) - value) / temperature for value in values]
    return rng.choices(view.choices, [exp(-gap) if gap <= MAX_REGRET else 0.0 for gap in gaps])[0]


# the easiest first
LEVELS = {
    "easy": (easy, EASY),
    "medium": (medium, MEDIUM),
    "hard": (hard, HARD),
    "chef": (chef, CHEF),
}
USUAL_LEVEL = "medium"  # the one that is proposed first, and that plays for absent people
