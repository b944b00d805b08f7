"""Bots: a bot is a function from a View and a random generator to one of the view's choices."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..choice import Choice
from ..errors import UnknownBot
from ..view import View
from ..words import Words
from .chance import CHANCE, chance
from .greedy import GREEDY, greedy
from .rules import RULES, rules

Bot = Callable[[View, Random], Choice]

NAMES = ("Aki", "Mei", "Ken", "Yuki", "Hana", "Jun", "Sora", "Ren")  # what bots are called at a table

BOTS: dict[str, Bot] = {"chance": chance, "greedy": greedy, "rules": rules}  # the weakest first
PORTRAITS = {"chance": CHANCE, "greedy": GREEDY, "rules": RULES}  # what each is called, and what it does


def find_bot(name: str) -> Bot:
    """The bot with this name."""
    if name not in BOTS:
        raise UnknownBot(
            Words("There is no bot “{name}”. There are: {known}.", "Il n'y a pas de bot « {name} ». Il y a : {known}.")
            .format(name=name, known=", ".join(BOTS))
        )  # fmt: skip
    return BOTS[name]
