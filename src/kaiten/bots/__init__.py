"""Bots: a bot is a function from a View and a random generator to one of the view's choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from inspect import signature
from random import Random
from typing import Any

from ..engine.plugins import BOTS_GROUP, find_plugins, warn_of_failure
from ..errors import UnknownBot
from ..match.choice import Choice
from ..match.view import View
from ..text import Text, plain_text
from .budget import Budget
from .chance import CHANCE, chance
from .greedy import GREEDY, greedy
from .heuristic import HEURISTIC, heuristic
from .levels import LEVELS, USUAL_LEVEL
from .planner import PLANNER, planner
from .policy import from_policy
from .search import SEARCH, search

__all__ = [
    "BOTS",
    "BOT_NAMES",
    "LADDER",
    "LEVELS",
    "MODE_FREE_BOTS",
    "PLAIN_BOTS",
    "PORTRAITS",
    "USUAL_LEVEL",
    "Bot",
    "Budget",
    "find_bot",
    "from_policy",
    "list_portraits",
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

# These never compile anything.
PLAIN_BOTS = frozenset({"chance", "greedy"})
# These choose the same whether the rules are compiled or not. The budgets of all others depend on it.
MODE_FREE_BOTS = PLAIN_BOTS | {"heuristic"}


def find_bot(name: str, think: float | None = None, iterations: int | None = None) -> Bot:
    """Return the bot with this name. One that searches does so for this many seconds a choice, or
    this many iterations.
    """
    bot = BOTS.get(name) or load_bot(name)
    if bot is None:
        raise UnknownBot(
            Text("There is no bot “{name}”. There are: {known}.").format(
                name=name, known=", ".join([*BOTS, *find_plugins(BOTS_GROUP)])
            )
        )
    if think is iterations is None:
        return bot
    budget = Budget(think, iterations)
    thinks: Any = bot
    return partial(thinks, budget=budget) if "budget" in signature(bot).parameters else bot


@cache
def load_bot(name: str) -> Bot | None:
    """Return a bot of another package, or None if there is none of this name that can be loaded."""
    plugin = find_plugins(BOTS_GROUP).get(name)
    if plugin is None:
        return None
    try:
        bot: Bot = plugin.load()
    except Exception as error:
        warn_of_failure(plugin, error)
        return None
    return bot


def list_portraits() -> dict[str, Portrait]:
    """Return what each bot is called and what it does. For bots of other packages that is the first
    line of the docstring.
    """
    plugins = ((name, load_bot(name)) for name in find_plugins(BOTS_GROUP))
    portraits = {
        name: (plain_text(name), plain_text((bot.__doc__ or "").partition("\n")[0]))
        for name, bot in plugins
        if bot
    }
    return {**PORTRAITS, **portraits}
