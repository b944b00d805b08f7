"""A bot that errs loses nothing but its own turn: the default bot answers for it, and the reason
can be told.
"""

from __future__ import annotations

import os
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING

from ..errors import IllegalChoice
from ..match.choice import Choice
from ..match.view import View
from ..text import Text, untranslated
from .greedy import greedy

if TYPE_CHECKING:
    from . import Bot

DEFAULT_BOT = "greedy"  # it chooses when another bot has failed
NONSENSE = Text("an answer that is none of its choices", "une réponse qui n'est aucun de ses choix")


class Nonsense(IllegalChoice):
    """A bot's answer that is none of its choices."""


def legal(bot: Bot, view: View, rng: Random) -> Choice:
    """What the bot chooses, if it may."""
    choice = bot(view, rng)
    if choice not in view.choices:
        raise Nonsense(NONSENSE)
    return choice


def reason(error: Exception) -> Text:
    """What went wrong and where; not the error's text, in which there may be somebody's cards."""
    if isinstance(error, Nonsense):
        return NONSENSE
    frame = extract_tb(error.__traceback__)[-1]
    return untranslated(
        f"{type(error).__name__} at {os.path.basename(frame.filename)}:{frame.lineno}"
    )


def safely(bot: Bot, view: View, rng: Random) -> tuple[Choice, Text | None]:
    """What the bot chooses, or the default bot in its place and the reason for that."""
    try:
        return legal(bot, view, rng), None
    except Exception as error:
        return greedy(view, rng), reason(error)
