"""Who plays: a bot by its name, or by its place as `module:function`, with the time it has for a
choice: `search@5000` tries 5000 times, `search@0.1s` thinks a tenth of a second.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module

from ..bots import Bot, find_bot
from ..errors import BadContest
from ..text import Text

TIMES = re.compile(r"[0-9]+")
SECONDS = re.compile(r"([0-9]*\.?[0-9]+)s")


@dataclass(frozen=True)
class Entrant:
    """A bot at a budget."""

    name: str  # as it was given, budget included
    bot: str | Bot
    think: float | None = None
    iterations: int | None = None

    def bot_itself(self) -> Bot:
        if not isinstance(self.bot, str):
            return self.bot
        return (
            imported(self.bot)
            if ":" in self.bot
            else find_bot(self.bot, self.think, self.iterations)
        )

    def in_haste(self) -> Entrant:
        """The same bot, as fast as it can play."""
        return replace(self, think=None, iterations=1)

    def data(self) -> dict[str, object]:
        return {"name": self.name, "think": self.think, "iterations": self.iterations}


def entrants(
    bots: Sequence[str | Bot], think: float | None = None, iterations: int | None = None
) -> tuple[Entrant, ...]:
    """Those bots, each at its own budget or, where it has none, at the one given for all."""
    if think is not None and iterations is not None:
        raise BadContest(ONE_BUDGET)
    checked(think, iterations)
    found = tuple(entrant(bot, think, iterations) for bot in bots)
    for one in found:
        one.bot_itself()  # an unknown one is refused now
    return found


def entrant(bot: str | Bot, think: float | None, iterations: int | None) -> Entrant:
    if not isinstance(bot, str):
        return Entrant(getattr(bot, "__name__", type(bot).__name__), bot)
    name, at, budget = bot.partition("@")
    return Entrant(bot, name, *(own_budget(bot, budget) if at else (think, iterations)))


def imported(place: str) -> Bot:
    """A bot by the place where it is written: `module:function`."""
    module, _, name = place.partition(":")
    try:
        bot: Bot = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadContest(NOWHERE.format(place=place, error=error)) from error
    return bot


def own_budget(bot: str, budget: str) -> tuple[float | None, int | None]:
    """The seconds or the times that stand behind a bot's name."""
    if TIMES.fullmatch(budget):
        return checked(None, int(budget))
    if seconds := SECONDS.fullmatch(budget):
        return checked(float(seconds[1]), None)
    raise BadContest(BUDGET.format(bot=bot))


def checked(think: float | None, iterations: int | None) -> tuple[float | None, int | None]:
    """The budget, if something can be done with it."""
    if (think is not None and not 0 < think < math.inf) or (
        iterations is not None and iterations < 1
    ):
        raise BadContest(NO_TIME)
    return think, iterations


NOWHERE = Text(
    "“{place}” is not where a bot can be found: {error}. Is its folder on PYTHONPATH?",
    "« {place} » : pas de bot à cet endroit : {error}. Son dossier est-il dans PYTHONPATH ?",
)
ONE_BUDGET = Text(
    "A bot thinks for so many seconds or so many times, not both: give “think” or “iterations”.",
    "Un bot réfléchit tant de secondes ou tant de fois, pas les deux : donnez « think » ou « iterations ».",
)
BUDGET = Text(
    "“{bot}”: behind the @ stands how often a bot tries, such as @5000, or how many seconds it thinks, such as @0.1s.",
    "« {bot} » : derrière le @ vient le nombre d'essais d'un bot, comme @5000, ou de secondes de réflexion, comme @0.1s.",
)
NO_TIME = Text(
    "A bot needs more than 0 seconds, or at least 1 iteration.",
    "Il faut à un bot plus de 0 seconde, ou au moins 1 itération.",
)
