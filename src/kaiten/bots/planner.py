"""The bot `planner`: flat Monte Carlo over sampled worlds in which all players are random."""

from __future__ import annotations

from random import Random

from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .budget import Budget
from .tree.rollouts import Rollouts

PLANNER = (
    Text("Planner"),
    Text("Plays out the round many times in its head and takes the best card on average."),
)
PLANNER_BUDGET = Budget(iterations=2_000 if JIT else 60)


def planner(view: View, rng: Random, budget: Budget = PLANNER_BUDGET) -> Choice:
    """Return the choice with the best result in worlds where all players go on at random, found by
    sequential halving.
    """
    if len(view.choices) == 1:
        return view.choices[0]
    best, *_ = Rollouts(view, rng, budget, learns=False).halve()
    return view.choices[best]
