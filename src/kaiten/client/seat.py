"""A seat at a remote table, for a bot or a terminal. It receives views and sends choices."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic, sleep
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from ..errors import KaitenError
from ..match.choice import Choice
from ..match.codec import decode_view, decoding_error
from ..match.protocol_version import PROTOCOL
from ..match.view import View
from ..text import Text, plain_text
from .connection import (
    FIRST_PAUSE,
    GIVE_UP_SECONDS,
    MAX_PAUSE,
    OPEN_SECONDS,
    OUT_OF_REACH,
    Refused,
    TableConnection,
    Unreachable,
    parse_link,
)
from .deals import DealContributor

LEAVE_SECONDS = 3.0  # seconds to wait for the answer to `leave`
RETRY_CODES = ("busy", "too-many")  # refusals after which the same command may be sent again
REQUIRED_FIELDS = {"number", "stage", "ready", "seats", "people", "host"}  # required
SILENT = Text("The table does not answer.")
GONE = Text("You are no longer at this table.")


def join(url: str, name: str, seat: int | None = None, language: str = "en") -> Seat:
    """Join the table with this link and take a seat: the given one, or any free seat."""
    remote_seat = Seat(TableConnection(parse_link(url), language))
    try:
        remote_seat.join(name, seat)
    except BaseException:
        remote_seat.close()
        raise
    return remote_seat


def open_table(server: str, wish: Mapping[str, Any], language: str = "en") -> tuple[str, str]:
    """Open a table on a server; return its link and our token.

    `wish` has the fields of docs/protocol.md: `name`, `game`, `options`, `seats`, ...
    """
    address = f"{server.rstrip('/') if '://' in server else f'http://{server}'}/api/tables?protocol={PROTOCOL}&lang={language}"
    request = Request(address, json.dumps(wish).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=OPEN_SECONDS) as answer:
            opened = json.load(answer)
        return opened["link"], opened["token"]
    except HTTPError as error:
        with error:  # closes its response
            raise read_error(error) from error
    except (OSError, ValueError, KeyError) as error:
        raise Unreachable(OUT_OF_REACH.format(reason=getattr(error, "reason", error))) from error


def read_error(error: HTTPError) -> KaitenError:
    """Return the error in a server's HTTP response."""
    try:
        body = json.load(error)
        return Refused(plain_text(body["error"]), body["code"], body.get("seat"))
    except (ValueError, KeyError, TypeError):
        return Unreachable(OUT_OF_REACH.format(reason=f"{error.code} {error.reason}"))


def rejoin(url: str, token: str, language: str = "en") -> Seat:
    """Return to the seat that the token belongs to."""
    remote_seat = Seat(TableConnection(parse_link(url), language, token))
    try:
        remote_seat.rejoin()
    except BaseException:
        remote_seat.close()
        raise
    return remote_seat


class Seat:
    """A seat at a remote table. Iteration yields each view at which the seat has to choose, until
    the game is over.
    """

    def __init__(self, connection: TableConnection) -> None:
        self.connection = connection
        self._ids = count(1)
        self.table: dict[str, Any] = {}  # the table as the protocol describes it
        self.version = 0  # of the table and the view
        self.view: View | None = None  # the newest one; None before the first game
        self.person: int | None = None
        self.deals = DealContributor()  # what we contribute to the deals
        self._recognised = False  # whether the table has confirmed who we are
        # the seat; None for a spectator who found no free seat
        self.number: int | None = None

    @property
    def token(self) -> str | None:
        """The secret that proves who sits here. Keep it to come back with `rejoin`."""
        return self.connection.token

    @property
    def connected(self) -> bool:
        return self.connection.socket is not None

    @property
    def position(self) -> tuple[Any, int]:
        """The number of the game, and the length of its log."""
        return self.table["number"], len(self.view.log) if self.view else 0

    @property
    def asked(self) -> bool:
        """Whether this seat has to choose; False while a bot plays for it."""
        view, number = self.view, self.number
        if number is None or not view or view.seat != number or not view.choices:
            return False
        return number not in self.table["ready"] and not self.table["seats"][number]["away"]

    def __iter__(self) -> Iterator[View]:
        past = self.table["number"] if self.table["stage"] == "over" else None
        playing = yielded = None
        while True:
            number, stage = self.table["number"], self.table["stage"]
            if (stage == "over" and number != past) or playing not in (None, number):
                return
            playing = number if stage == "playing" else None
            if self.asked and self.position != yielded and self.view:
                yielded = self.position
                yield self.view
            else:
                self.listen()

    def choose(self, choice: Choice | str) -> None:
        """Send one of the newest view's choices. A choice for a turn that is over is ignored."""
        position = self.position
        try:
            self.command("choose", choice=str(choice), version=self.version, seat=self.number)
        except Refused as refused:
            if refused.code != "stale" and self.position == position:
                raise

    def listen(self, timeout: float = 1.0) -> Mapping[str, Any] | None:
        """Apply the table's next message and return it; None if none comes in that many seconds."""
        message = self.connection.receive(timeout)
        try:
            if message:
                self._apply_message(message)
        except (KeyError, TypeError, AttributeError) as error:
            raise decoding_error(error) from error
        return message

    def command(
        self, do: str, *, timeout: float = GIVE_UP_SECONDS, **fields: Any
    ) -> Mapping[str, Any]:
        """Send a command and return its answer. It is sent again over each new connection."""
        command = {"id": str(next(self._ids)), "do": do, **fields}
        over, late, pause = None, monotonic() + timeout, FIRST_PAUSE
        while monotonic() < late or not self.connected:
            if self.connected and over is not self.connection.socket:
                over, late = self.connection.socket, monotonic() + timeout
                self.connection.send(command)
            answer = self.listen() or {}
            if answer.get("code") in RETRY_CODES and answer.get("id") in (None, command["id"]):
                sleep(pause)
                over, pause = None, min(2 * pause, MAX_PAUSE)
            elif answer.get("id") == command["id"]:
                return check_accepted(answer)
        raise Unreachable(SILENT)

    def join(self, name: str, seat: int | None) -> None:
        self.connection.open()
        wish = {} if seat is None else {"seat": seat}
        given = self.command("join", name=name, **wish)
        self.connection.token, self.person, self.number = (
            given["token"],
            given["person"],
            given["seat"],
        )
        self._wait_for_table()

    def rejoin(self) -> None:
        self.connection.open()
        self._wait_for_table()

    def _wait_for_table(self) -> None:
        """Wait for the first table message that says who we are."""
        late = monotonic() + GIVE_UP_SECONDS
        while not self._recognised:
            self.listen()
            if monotonic() > late:
                raise Unreachable(SILENT)

    def _apply_message(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "table":
            self._apply_table(message["table"], message["you"], message["views"])
            self.version = self.connection.since = message["version"]
        elif message["type"] == "ready":
            self.table["ready"] = message["ready"]
        elif message["type"] == "deal":
            self._contribute(message)
        elif (
            message["type"] == "ack" and "chosen" in message and message["version"] >= self.version
        ):
            # the table that follows is on its way
            answered = message["chosen"] or message["version"] > self.version
            ready = {*self.table["ready"]} - {message["seat"]}
            self.table["ready"] = sorted(ready | {message["seat"]} if answered else ready)
        elif (
            message["type"] == "error"
            and message["id"] is None
            and not (self._recognised and message["code"] in RETRY_CODES)
        ):
            check_accepted(message)

    def _contribute(self, message: Mapping[str, Any]) -> None:
        """Do what a `deal` message asks for. Nobody waits for the answer."""
        command = self.deals.answer(message, self.number is not None)
        if command:
            self.connection.send({"id": f"deal {next(self._ids)}", **command})

    def _apply_table(
        self, table: dict[str, Any], you: Mapping[str, Any] | None, views: Sequence[Any]
    ) -> None:
        if you:
            self._recognised, self.person = True, you["person"]
            if self.number not in you["seats"]:
                self.number = you["seats"][0] if you["seats"] else None
        elif self._recognised:
            raise Refused(GONE, "not-yours")
        if missing := REQUIRED_FIELDS - set(table):
            raise KeyError(", ".join(missing))
        shown = next(
            (view for view in views if view["seat"] == self.number), views[0] if views else None
        )
        self.table, self.view = table, decode_view(shown["state"]) if shown else None

    def leave(self) -> None:
        """Give up the seat, during a game to a bot, and close the connection."""
        with suppress(KaitenError):
            if self.connected:
                self.command("leave", timeout=LEAVE_SECONDS)
        self.close()

    def close(self) -> None:
        """Close the connection. The seat is kept for `rejoin` with its token."""
        self.connection.close()

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave the table."""
        self.leave()


def check_accepted(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer to a command; raise `Refused` if it is an error."""
    if answer["type"] == "error":
        raise Refused(plain_text(answer["error"]), answer["code"], answer.get("seat"))
    return answer
