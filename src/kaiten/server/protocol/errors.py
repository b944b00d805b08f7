"""The errors that the server sends: a code for programs, an HTTP status and a text for players."""

from __future__ import annotations

from ...errors import (
    BadOption,
    BadPlayers,
    BadTable,
    IllegalChoice,
    KaitenError,
    UnknownBot,
    UnknownGame,
)
from ...match.protocol_version import PROTOCOL
from ...text import Text

LONGEST_VERSION = 10  # characters of a client's version that are repeated to it


class Refusal(KaitenError):
    """A request that the server refuses. Nothing has changed."""

    code = "not-now"
    status = 409
    close_code = 1008  # of a WebSocket that is refused
    text = Text("That is not possible now.")

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(text or type(self).text)


class BadMessage(Refusal):
    """No command, or one that is put wrongly."""

    code, status = "bad-message", 400
    text = Text("This message is not a command.")


class BadName(Refusal):
    """A name that nobody could read."""

    code, status = "bad-name", 400
    text = Text("A name needs 1 to 24 visible characters.")


class BadToken(Refusal):
    """The token belongs to nobody at this table."""

    code, status = "bad-token", 401
    text = Text("You have not joined this table.")


class NotYours(Refusal):
    """Another person may do that, not this one."""

    code, status = "not-yours", 403
    text = Text("That is not your seat.")


class HostOnly(NotYours):
    """The host may do that."""

    text = Text("Only the host of the table can do that.")


class UnknownTable(Refusal):
    """There is no such table."""

    code, status = "unknown-table", 404
    text = Text("There is no such table. Is the code right?")


class UnknownNumber(Refusal):
    """That game has not been played to its end."""

    code, status = "unknown-game-number", 404
    text = Text("This table has no finished game with that number.")


class NotFound(Refusal):
    """There is nothing at this address."""

    code, status = "not-found", 404
    text = Text("There is nothing at this address.")


class NotAllowed(Refusal):
    """The address exists, but not for this method."""

    code, status = "not-allowed", 405
    text = Text("That cannot be done at this address.")


class NotNow(Refusal):
    """In another stage of the table, perhaps."""


class Stale(Refusal):
    """The choice was meant for a moment that is over."""

    code = "stale"
    text = Text("The game has moved on. Look again and choose.")


class SeatTaken(Refusal):
    """The seat is taken."""

    code = "seat-taken"
    text = Text("That seat is taken.")


class NameTaken(Refusal):
    """Another person at the table has that name."""

    code = "name-taken"
    text = Text("Someone at this table already has that name.")


class Outdated(Refusal):
    """The client speaks another version of the protocol."""

    code, status, close_code = "outdated", 426, 4426
    text = Text(
        "Your program speaks version {theirs} of the protocol, this table version {ours}. Reload "
        "the page or update your program; you keep your seat."
    )

    def __init__(self, theirs: str) -> None:
        super().__init__(self.text.format(theirs=theirs, ours=PROTOCOL))


def check_protocol(version: str) -> None:
    """Raise `Outdated` if a client speaks another version of the protocol than this server."""
    if version != PROTOCOL:
        raise Outdated(version[:LONGEST_VERSION])


class TooBig(Refusal):
    """Larger than any message needs to be."""

    code, status = "too-big", 413
    text = Text("That message is too big.")


class TooMany(Refusal):
    """More than anyone needs."""

    code, status = "too-many", 429
    text = Text("Too many requests. Wait a moment.")


class Busy(Refusal):
    """The server cannot do it at the moment."""

    code, status = "busy", 503
    text = Text("The server is busy; try again in a moment.")


CODES: dict[type[KaitenError], tuple[str, int]] = {
    BadOption: ("bad-option", 400),
    BadPlayers: ("bad-players", 400),
    BadTable: ("bad-table", 400),
    IllegalChoice: ("illegal-choice", 409),
    UnknownBot: ("unknown-bot", 400),
    UnknownGame: ("unknown-game", 400),
}
ALL_CODES = tuple(
    sorted({kind.code for kind in Refusal.__subclasses__()} | {code for code, _ in CODES.values()})
)


def code_of(error: KaitenError) -> str:
    """Return the code of an error, also of the engine's errors."""
    if isinstance(error, Refusal):
        return error.code
    return CODES.get(type(error), (BadMessage.code, BadMessage.status))[0]


def status_of(error: KaitenError) -> int:
    """Return the HTTP status of an error, also of the engine's errors."""
    if isinstance(error, Refusal):
        return error.status
    return CODES.get(type(error), (BadMessage.code, BadMessage.status))[1]
