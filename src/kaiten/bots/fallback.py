"""Fallback: where a bot fails, the default bot chooses for it, and the failure can be reported."""

from __future__ import annotations

import os
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING

from ..errors import IllegalChoice
from ..match.choice import Choice
from ..match.view import View
from ..text import Text, plain_text
from .greedy import greedy

if TYPE_CHECKING:
    from . import Bot

DEFAULT_BOT = "greedy"  # it chooses when another bot has failed
NOT_A_CHOICE = Text("it returned something that is not one of its choices")


class NotAChoice(IllegalChoice):
    """A bot returned something that is none of its choices."""


def choose_legally(bot: Bot, view: View, rng: Random) -> Choice:
    """Return the bot's choice; raise `NotAChoice` if it is not legal."""
    choice = bot(view, rng)
    if choice not in view.choices:
        raise NotAChoice(NOT_A_CHOICE)
    return choice


def describe_failure(error: Exception) -> Text:
    """Return what went wrong and where, without the error's text, which may contain hidden cards."""
    if isinstance(error, NotAChoice):
        return NOT_A_CHOICE
    frame = extract_tb(error.__traceback__)[-1]
    return plain_text(
        f"{type(error).__name__} at {os.path.basename(frame.filename)}:{frame.lineno}"
    )


def choose_safely(bot: Bot, view: View, rng: Random) -> tuple[Choice, Text | None]:
    """Return the bot's choice, or the default bot's and the reason for that."""
    try:
        return choose_legally(bot, view, rng), None
    except Exception as error:
        return greedy(view, rng), describe_failure(error)
