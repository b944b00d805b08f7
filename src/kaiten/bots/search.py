"""The bot that searches: it learns in imagined worlds what it and its neighbours do best."""

from __future__ import annotations

from random import Random

from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.view import View
from ..text import Text
from .budget import Budget
from .tree.endgame import odds_of
from .tree.rollouts import Imagination, most_tried

SEARCH = (
    Text("Search", "Recherche"),
    Text(
        "Learns in thousands of imagined rounds what works, for itself and for the others.",
        "Apprend dans des milliers de manches imaginées ce qui réussit, pour lui et pour les autres.",
    ),
)
USUAL = Budget(iterations=10_000 if JIT else 60)


def search(view: View, rng: Random, budget: Budget = USUAL) -> Choice:
    """What was tried most often, in the end; the last cards at two players are worked out, unless
    the other one is an open book.
    """
    choices = view.choices
    if len(choices) == 1:
        return choices[0]
    imagination = Imagination(view, rng, budget)
    odds = None if imagination.foresees else odds_of(view)
    if odds:
        return rng.choices(choices, odds)[0]
    return choices[most_tried(imagination.search())]
