"""The bot `chance`: it plays at random."""

from __future__ import annotations

from random import Random

from ..match.choice import Choice
from ..match.view import View
from ..text import Text

CHANCE = Text("Chance"), Text("Picks at random.")


def chance(view: View, rng: Random) -> Choice:
    """Return a legal choice, each with the same probability."""
    choice: Choice = rng.choice(view.choices)
    return choice
