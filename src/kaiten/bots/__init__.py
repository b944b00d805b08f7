"""Bots: a bot is a function from a View and a random generator to one of the view's choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from random import Random
from typing import Any
from warnings import warn

from ..errors import UnknownBot
from ..match.choice import Choice
from ..match.view import View
from ..text import Text, untranslated
from .budget import Budget
from .chance import CHANCE, chance
from .greedy import GREEDY, greedy
from .heuristic import HEURISTIC, heuristic
from .levels import LEVELS, USUAL_LEVEL
from .planner import PLANNER, planner
from .search import SEARCH, search

__all__ = [
    "BOTS",
    "BOT_NAMES",
    "LADDER",
    "LEVELS",
    "PORTRAITS",
    "USUAL_LEVEL",
    "Bot",
    "Budget",
    "find_bot",
    "portraits",
]

Bot = Callable[[View, Random], Choice]
Portrait = tuple[Text, Text]  # what it is called, and what it does

# what bots are called at a table
BOT_NAMES = ("Aki", "Mei", "Ken", "Yuki", "Hana", "Jun", "Sora", "Ren")

LADDER: dict[str, tuple[Bot, Portrait]] = {  # the weakest first
    "chance": (chance, CHANCE),
    "greedy": (greedy, GREEDY),
    "heuristic": (heuristic, HEURISTIC),
    "planner": (planner, PLANNER),
    "search": (search, SEARCH),
}
BOTS: dict[str, Bot] = {name: bot for name, (bot, _) in (LADDER | LEVELS).items()}
PORTRAITS: dict[str, Portrait] = {
    name: portrait for name, (_, portrait) in (LADDER | LEVELS).items()
}

GROUP = "kaiten.bots"  # entry points by which other packages add theirs


def find_bot(name: str, think: float | None = None, iterations: int | None = None) -> Bot:
    """The bot with this name; one that thinks does so for this many seconds a choice, or this many
    iterations.
    """
    bot = BOTS.get(name) or other_bot(name)
    if bot is None:
        raise UnknownBot(
            Text(
                "There is no bot “{name}”. There are: {known}.",
                "Il n'y a pas de bot « {name} ». Il y a : {known}.",
            ).format(name=name, known=", ".join([*BOTS, *others()]))
        )
    if think is iterations is None:
        return bot
    budget = Budget(think, iterations)
    thinks: Any = bot
    return partial(thinks, budget=budget) if "budget" in signature(bot).parameters else bot


@cache
def others() -> dict[str, EntryPoint]:
    """Where the bots of other packages are, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@cache
def other_bot(name: str) -> Bot | None:
    """A bot of another package, if there is one of this name that can be loaded."""
    if name not in others():
        return None
    try:
        bot: Bot = others()[name].load()
    except Exception as error:
        warn(f"The bot {name} cannot be loaded: {error!r}", stacklevel=2)
        return None
    return bot


def portraits() -> dict[str, Portrait]:
    """What every bot is called and what it does; those of other packages say so in the first line
    of their docstring.
    """
    strangers = ((name, other_bot(name)) for name in others())
    said = {
        name: (untranslated(name), untranslated((bot.__doc__ or "").partition("\n")[0]))
        for name, bot in strangers
        if bot
    }
    return {**PORTRAITS, **said}
