"""The bot that imagines what may come, with everybody playing at random."""

from __future__ import annotations

from random import Random

from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .budget import Budget
from .tree.rollouts import Imagination, most_tried

PLANNER = (
    Text("Planner", "Planificateur"),
    Text(
        "Imagines many ways in which the round may end, and takes what does best on average.",
        "Imagine bien des fins de manche et prend ce qui réussit le mieux en moyenne.",
    ),
)
USUAL = Budget(iterations=2_000 if JIT else 60)


def planner(view: View, rng: Random, budget: Budget = USUAL) -> Choice:
    """The choice that does best in worlds where everybody goes on at random; each round of trials
    keeps the better half.
    """
    if len(view.choices) == 1:
        return view.choices[0]
    figures = Imagination(view, rng, budget, learns=False).halve()
    return view.choices[most_tried(figures)]
