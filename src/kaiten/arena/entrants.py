"""The bots of a contest: by name, or as `module:function`, with a budget for each choice.

`search@5000` has 5000 iterations, `search@0.1s` a tenth of a second.
"""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from ..bots import Bot, find_bot
from ..bots.budget import MAX_THINK
from ..errors import BadContest
from ..text import Text

ITERATIONS_PATTERN = re.compile(r"[0-9]{1,18}")
SECONDS_PATTERN = re.compile(r"([0-9]*\.?[0-9]+)s")


@dataclass(frozen=True)
class Entrant:
    """A bot with its budget."""

    name: str  # as given, budget included
    bot: str | Bot
    think: float | None = None
    iterations: int | None = None

    def load_bot(self) -> Bot:
        """Return the bot. Raise if there is none by that name."""
        if not isinstance(self.bot, str):
            return self.bot
        return (
            import_bot(self.bot)
            if ":" in self.bot
            else find_bot(self.bot, self.think, self.iterations)
        )

    def is_importable(self) -> bool:
        """Return whether another process can find the bot: by its name, or in a file."""
        if isinstance(self.bot, str):
            return True
        try:
            pickled = pickle.dumps(self.bot)
        except (pickle.PicklingError, AttributeError, TypeError):
            return False
        # what a notebook or a prompt defines is in no file, and a `partial` may hold it
        script = Path(getattr(sys.modules["__main__"], "__file__", None) or "")
        return b"__main__" not in pickled or script.is_file()

    def with_minimal_budget(self) -> Entrant:
        """Return the same bot with one iteration for each choice."""
        return replace(self, think=None, iterations=1)

    def data(self) -> dict[str, object]:
        return {"name": self.name, "think": self.think, "iterations": self.iterations}


def parse_entrants(
    bots: Sequence[str | Bot], think: float | None = None, iterations: int | None = None
) -> tuple[Entrant, ...]:
    """Return the bots, each with its own budget or, if it has none, with the common one."""
    if think is not None and iterations is not None:
        raise BadContest(ONE_BUDGET)
    check_budget(think, iterations)
    found = tuple(parse_entrant(bot, think, iterations) for bot in bots)
    for one in found:
        one.load_bot()  # raises now if it is unknown
    return found


def parse_entrant(bot: str | Bot, think: float | None, iterations: int | None) -> Entrant:
    if not isinstance(bot, str):
        if not callable(bot):
            raise BadContest(NO_BOT.format(bot=repr(bot)))
        return Entrant(getattr(bot, "__name__", type(bot).__name__), bot)
    name, at, budget = bot.partition("@")
    return Entrant(bot, name, *(parse_budget(bot, budget) if at else (think, iterations)))


def import_bot(place: str) -> Bot:
    """Import a bot from `module:function`."""
    module, _, name = place.partition(":")
    try:
        bot: Bot = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadContest(BOT_NOT_FOUND.format(place=place, error=error)) from error
    return bot


def parse_budget(bot: str, budget: str) -> tuple[float | None, int | None]:
    """Return the seconds or the iterations that follow the @ in a bot's name."""
    if ITERATIONS_PATTERN.fullmatch(budget):
        return check_budget(None, int(budget))
    if seconds := SECONDS_PATTERN.fullmatch(budget):
        return check_budget(float(seconds[1]), None)
    raise BadContest(BAD_BUDGET.format(bot=bot))


def check_budget(think: float | None, iterations: int | None) -> tuple[float | None, int | None]:
    """Return the budget. Raise if it allows nothing, or has no end."""
    if (think is not None and not 0 < think <= MAX_THINK) or (
        iterations is not None and iterations < 1
    ):
        raise BadContest(EMPTY_BUDGET)
    return think, iterations


BOT_NOT_FOUND = Text("No bot at “{place}”: {error}. Is its folder on PYTHONPATH?")
NO_BOT = Text("A bot is a name or a function of a view and a random generator, not {bot}.")
ONE_BUDGET = Text("Give a bot a budget in “think” or in “iterations”, not in both.")
BAD_BUDGET = Text(
    "“{bot}”: after @, give a number of iterations, such as @5000, or of seconds, such as @0.1s."
)
EMPTY_BUDGET = Text(
    "A bot needs more than 0 seconds and at most {most}, or at least 1 iteration."
).format(most=MAX_THINK)
