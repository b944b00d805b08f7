"""What Kaiten says when something cannot be done: every error is a ValueError that tells the reason
in both languages.
"""

from __future__ import annotations

from .text import Text


class KaitenError(ValueError):
    """Something that was asked for cannot be done."""

    def __init__(self, words: Text) -> None:
        super().__init__(words)
        self.words = words

    def __str__(self) -> str:
        return self.words.en


class UnknownGame(KaitenError):
    """There is no such game."""


class BadOption(KaitenError):
    """The game has no such option, or the option no such value."""


class BadPlayers(KaitenError):
    """The game is not for that many players."""


class IllegalChoice(KaitenError):
    """The rules forbid that choice."""


class BadTable(KaitenError):
    """Those cards cannot lie on one table."""


class BadRecord(KaitenError):
    """That record does not follow the rules."""


class UnknownBot(KaitenError):
    """There is no such bot."""


class BadContest(KaitenError):
    """Those bots cannot meet like that, or have not met in that file."""
