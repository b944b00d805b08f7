"""A seat at a remote table, for a bot or a terminal: the views at which it is asked come in, its
choices go out.
"""

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
from ..match.view import View
from ..text import Text, untranslated
from .connection import (
    FIRST_PAUSE,
    LONGEST_PAUSE,
    OPENING,
    OUT_OF_REACH,
    PATIENCE,
    Line,
    Refused,
    Unreachable,
    read_link,
)

POLITENESS = 3.0  # seconds to wait for the answer to a goodbye
BUSY = ("busy", "too-many")  # refusals after which the same command may be sent again
NEEDED = {"number", "stage", "ready", "seats", "people", "host"}  # what must be known of a table
SILENT = Text("The table does not answer.", "La table ne répond pas.")
GONE = Text("You are no longer at this table.", "Vous n'êtes plus à cette table.")


def join(url: str, name: str, seat: int | None = None, language: str = "en") -> Seat:
    """Come to the table whose link this is, and take a seat there: that one, or any that is free."""
    guest = Seat(Line(read_link(url), language))
    try:
        guest.come_in(name, seat)
    except BaseException:
        guest.close()
        raise
    return guest


def open_table(server: str, wish: Mapping[str, Any], language: str = "en") -> tuple[str, str]:
    """Open a table on a server, as docs/protocol.md says (`name`, `game`, `options`, `seats`, ...):
    its link, and our token.
    """
    address = f"{server.rstrip('/') if '://' in server else f'http://{server}'}/api/tables?lang={language}"
    request = Request(address, json.dumps(wish).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=OPENING) as answer:
            opened = json.load(answer)
        return opened["link"], opened["token"]
    except HTTPError as error:
        raise refusal(error) from error
    except (OSError, ValueError, KeyError) as error:
        raise Unreachable(OUT_OF_REACH.format(reason=getattr(error, "reason", error))) from error


def refusal(error: HTTPError) -> KaitenError:
    """What the server says against opening a table."""
    try:
        said = json.load(error)
        return Refused(untranslated(said["error"]), said["code"])
    except (ValueError, KeyError, TypeError):
        return Unreachable(OUT_OF_REACH.format(reason=f"{error.code} {error.reason}"))


def rejoin(url: str, token: str, language: str = "en") -> Seat:
    """Come back to the seat that the token belongs to."""
    guest = Seat(Line(read_link(url), language, token))
    try:
        guest.come_back()
    except BaseException:
        guest.close()
        raise
    return guest


class Seat:
    """Somebody's seat at a remote table. Iterating over it gives the views at which it is asked,
    until a game is over.
    """

    def __init__(self, line: Line) -> None:
        self.line = line
        self._ids = count(1)
        self.table: dict[str, Any] = {}  # the table as the protocol describes it
        self.version = 0  # of the table and the view
        self.view: View | None = None  # the newest one; None before the first game
        self.person: int | None = None
        self._known = False  # whether the table has said who we are
        # which seat it is; None for somebody who found none free, and watches
        self.number: int | None = None

    @property
    def token(self) -> str | None:
        """The secret that proves who sits here: keep it to come back with `rejoin`, and show it to
        nobody.
        """
        return self.line.token

    @property
    def connected(self) -> bool:
        return self.line.connection is not None

    @property
    def moment(self) -> tuple[Any, int]:
        """Which game it is, and how far it has got."""
        return self.table["number"], len(self.view.log) if self.view else 0

    @property
    def asked(self) -> bool:
        """Whether this seat may choose and has not; where a bot plays for it, it may not."""
        view, number = self.view, self.number
        if number is None or not view or view.seat != number or not view.choices:
            return False
        return number not in self.table["ready"] and not self.table["seats"][number]["away"]

    def __iter__(self) -> Iterator[View]:
        past = self.table["number"] if self.table["stage"] == "over" else None
        playing = told = None
        while True:
            number, stage = self.table["number"], self.table["stage"]
            if (stage == "over" and number != past) or playing not in (None, number):
                return
            playing = number if stage == "playing" else None
            if self.asked and self.moment != told and self.view:
                told = self.moment
                yield self.view
            else:
                self.listen()

    def choose(self, choice: Choice | str) -> None:
        """Choose one of the newest view's choices; where the turn was done meanwhile, nothing
        happens.
        """
        moment = self.moment
        try:
            self.command("choose", choice=str(choice), version=self.version, seat=self.number)
        except Refused as refused:
            if refused.code != "stale" and self.moment == moment:
                raise

    def listen(self, timeout: float = 1.0) -> Mapping[str, Any] | None:
        """Take in the next message of the table, and answer with it; None when none came in that
        many seconds.
        """
        message = self.line.hear(timeout)
        try:
            if message:
                self._take_in(message)
        except (KeyError, TypeError, AttributeError) as error:
            raise decoding_error(error) from error
        return message

    def command(self, do: str, *, patience: float = PATIENCE, **fields: Any) -> Mapping[str, Any]:
        """Send a command, again over each new connection, and wait for the answer to it."""
        command = {"id": str(next(self._ids)), "do": do, **fields}
        over, late, pause = None, monotonic() + patience, FIRST_PAUSE
        while monotonic() < late or not self.connected:
            if self.connected and over is not self.line.connection:
                over, late = self.line.connection, monotonic() + patience
                self.line.say(command)
            answer = self.listen() or {}
            if answer.get("code") in BUSY and answer.get("id") in (None, command["id"]):
                sleep(pause)
                over, pause = None, min(2 * pause, LONGEST_PAUSE)
            elif answer.get("id") == command["id"]:
                return accepted(answer)
        raise Unreachable(SILENT)

    def come_in(self, name: str, seat: int | None) -> None:
        self.line.open()
        wish = {} if seat is None else {"seat": seat}
        given = self.command("join", name=name, **wish)
        self.line.token, self.person, self.number = given["token"], given["person"], given["seat"]
        self._wait_for_table()

    def come_back(self) -> None:
        self.line.open()
        self._wait_for_table()

    def _wait_for_table(self) -> None:
        """Wait for the table as somebody sees it who is known there."""
        late = monotonic() + PATIENCE
        while not self._known:
            self.listen()
            if monotonic() > late:
                raise Unreachable(SILENT)

    def _take_in(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "table":
            self._take_table(message["table"], message["you"], message["views"])
            self.version = self.line.since = message["version"]
        elif message["type"] == "ready":
            self.table["ready"] = message["ready"]
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
            and not (self._known and message["code"] in BUSY)
        ):
            accepted(message)

    def _take_table(
        self, table: dict[str, Any], you: Mapping[str, Any] | None, views: Sequence[Any]
    ) -> None:
        if you:
            self._known, self.person = True, you["person"]
            if self.number not in you["seats"]:
                self.number = you["seats"][0] if you["seats"] else None
        elif self._known:
            raise Refused(GONE, "not-yours")
        if missing := NEEDED - set(table):
            raise KeyError(", ".join(missing))
        shown = next(
            (view for view in views if view["seat"] == self.number), views[0] if views else None
        )
        self.table, self.view = table, decode_view(shown["state"]) if shown else None

    def leave(self) -> None:
        """Give the seat up, in the middle of a game to a bot, and close the connection."""
        with suppress(KaitenError):
            if self.connected:
                self.command("leave", patience=POLITENESS)
        self.close()

    def close(self) -> None:
        """Close the connection; the seat is kept for somebody who comes back with its token."""
        self.line.close()

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


def accepted(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to a command that was done; one that was not is raised."""
    if answer["type"] == "error":
        raise Refused(untranslated(answer["error"]), answer["code"])
    return answer
