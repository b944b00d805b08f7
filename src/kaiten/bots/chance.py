"""The bot that trusts to luck."""

from __future__ import annotations

from random import Random

from ..choice import Choice
from ..view import View
from ..words import Words

CHANCE = Words("Chance", "Hasard"), Words("Picks at random.", "Choisit au hasard.")


def chance(view: View, rng: Random) -> Choice:
    """Any legal choice, each equally likely."""
    choice: Choice = rng.choice(view.choices)
    return choice
