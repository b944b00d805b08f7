"""The bot that trusts to luck."""

from __future__ import annotations

from random import Random

from ..choice import Choice
from ..view import View


def chance(view: View, rng: Random) -> Choice:
    """Any legal choice, each equally likely."""
    choice: Choice = rng.choice(view.choices)
    return choice
