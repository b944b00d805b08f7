"""The bot `search`: tree search over sampled worlds, and exact endgames at two players."""

from __future__ import annotations

from random import Random

from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .budget import Budget
from .tree.endgame import solve_strategy
from .tree.rollouts import Rollouts, find_most_visited

SEARCH = (
    Text("Search"),
    Text("Learns from thousands of imagined rounds what works best for each player."),
)
SEARCH_BUDGET = Budget(iterations=10_000 if JIT else 60)


def search(view: View, rng: Random, budget: Budget = SEARCH_BUDGET) -> Choice:
    """Return the most visited choice. The last cards at two players are solved exactly, unless the
    opponent is predictable.
    """
    choices = view.choices
    if len(choices) == 1:
        return choices[0]
    rollouts = Rollouts(view, rng, budget)
    strategy = None if rollouts.is_predictable else solve_strategy(view)
    if strategy:
        return rng.choices(choices, strategy)[0]
    return choices[find_most_visited(rollouts.run_uct())]
