"""The errors that Kaiten raises. Each is a ValueError with a message in every language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .text import Text


class KaitenError(ValueError):
    """The base class: a request that cannot be fulfilled, with the reason in `text`."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text
        self.seat: int | None = None  # the seat that the error is about, if it is about one

    def __str__(self) -> str:
        return str(self.text)


@contextmanager
def naming_seat(seat: int | None) -> Iterator[None]:
    """Note this seat in an error that is raised inside, unless the error names one itself."""
    try:
        yield
    except KaitenError as error:
        error.seat = seat if error.seat is None else error.seat
        raise


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


class NoGpu(KaitenError):
    """There is no GPU that could be used."""


class MissingExtra(KaitenError, ImportError):
    """A package is not installed; the message names the extra that installs it."""
