"""The line to a remote table: messages over a WebSocket, which is opened again when it breaks. See
docs/protocol.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ..errors import KaitenError
from ..match.codec import decoding_error
from ..text import Text, untranslated

PATIENCE = 60.0  # seconds after which a broken line is given up
# seconds between two tries to mend it, twice as long each time
FIRST_PAUSE, LONGEST_PAUSE = (0.1, 5.0)
OPENING = 10.0  # seconds that one try may take
NOT_NOW = (408, 425, 429)  # answers that may be better next time, as those of a server in trouble

LINK = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>[^/?#\s]+)(?P<base>(?:/[^/?#\s]+)*?)/(?:t|api/tables)/(?P<code>[a-z0-9]+)(?:/live|/)?(?:[?#].*)?",
    re.I,
)
NO_LINK = Text(
    "“{link}” is not the link of a table. One looks like this: https://example.org/t/K7QX2M",
    "« {link} » n'est pas le lien d'une table. En voici un : https://example.org/t/K7QX2M",
)
OUT_OF_REACH = Text("The table cannot be reached: {reason}", "La table est injoignable : {reason}")
NO_TABLE = Text(
    "There is no table {code} there ({status}).", "Il n'y a pas de table {code} là-bas ({status})."
)
BROKEN = Text("The connection broke off.", "La connexion s'est interrompue.")


class Refused(KaitenError):
    """The table does not do what it was asked to; `code` says why, for programs."""

    def __init__(self, text: Text, code: str) -> None:
        super().__init__(text)
        self.code = code


class Unreachable(KaitenError):
    """There is no connection to the table."""


@dataclass(frozen=True)
class Link:
    """Where a table is."""

    secure: bool
    place: str  # host, port, and the path below which the server lives
    code: str

    @property
    def shared(self) -> str:
        """The link as people share it."""
        return f"{'https' if self.secure else 'http'}://{self.place}/t/{self.code}"

    def live(self, **query: object) -> str:
        """The address of the table's messages."""
        scheme = "wss" if self.secure else "ws"
        return f"{scheme}://{self.place}/api/tables/{self.code}/live?{urlencode(query)}"


def read_link(text: str) -> Link:
    """The link that people share; one without http or https is https, unless it names a port, as in
    a home network.
    """
    found = LINK.fullmatch(text.strip())
    if not found:
        raise KaitenError(NO_LINK.format(link=text))
    host = found["host"]
    secure = (
        found["scheme"].lower() == "https" if found["scheme"] else not re.search(r":\d+$", host)
    )
    return Link(secure, host + found["base"], found["code"].upper())


class Line:
    """A connection that mends itself: while it is broken, whoever listens tries to open it again."""

    def __init__(self, link: Link, language: str, token: str | None = None) -> None:
        self.link, self.language = link, language
        self.token = token  # who we are; without it a line that broke cannot be mended
        self.since: int | None = None  # the version of the table that was heard of last
        # called when the line breaks, and when it is mended
        self.changed: Callable[[bool], None] = lambda up: None
        self.connection: ClientConnection | None = None
        self._opened = ExitStack()
        self._broke: float | None = None  # when; None once something was heard again
        self._pause, self._next_try = FIRST_PAUSE, 0.0

    def open(self) -> None:
        since = {} if self.since is None else {"since": self.since}
        try:
            self.connection = self._opened.enter_context(
                connect(
                    self.link.live(state=1, lang=self.language, **since),
                    additional_headers={"Authorization": f"Bearer {self.token}"}
                    if self.token
                    else {},
                    open_timeout=OPENING,
                    close_timeout=1,
                    max_queue=None,  # somebody who thinks for long must not stop the line: pings are answered behind it
                )
            )
        except InvalidStatus as error:
            raise self._objection(error) from error
        except (OSError, WebSocketException, ValueError) as error:
            raise Unreachable(
                OUT_OF_REACH.format(reason=str(error) or type(error).__name__)
            ) from error

    def _objection(self, error: InvalidStatus) -> KaitenError:
        """What a server means that answers, but opens no line."""
        status = error.response.status_code
        try:
            said = json.loads(error.response.body or b"")
            return Refused(untranslated(said["error"]), str(said["code"]))
        except (ValueError, KeyError, TypeError):
            if status in NOT_NOW or status >= 500:
                return Unreachable(OUT_OF_REACH.format(reason=str(error)))
            return Refused(NO_TABLE.format(code=self.link.code, status=status), "unknown-table")

    def hear(self, timeout: float) -> Mapping[str, Any] | None:
        """The next message; None when none comes in that many seconds, or the line breaks or is
        broken.
        """
        if not self.connection:
            self._mend(timeout)
            return None
        try:
            text = self.connection.recv(timeout)
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            self._break(error)
            return None
        message = message_in(text)
        # a line on which nothing but that is heard will be closed again
        if message["type"] != "error":
            self._broke, self._pause = None, FIRST_PAUSE
        return message

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a message, if the line is not broken; whoever listens then hears why it is."""
        with suppress(ConnectionClosed):
            if self.connection:
                self.connection.send(json.dumps(message))

    def close(self) -> None:
        self.connection = None
        self._opened.close()

    def _break(self, error: ConnectionClosed) -> None:
        self.close()
        if not self.token:
            raise Unreachable(BROKEN) from error
        self._broke = self._broke or monotonic()
        self._wait_longer()
        self.changed(False)

    def _wait_longer(self) -> None:
        self._next_try = monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _mend(self, timeout: float) -> None:
        """Try to open the line again, if it is time to; give up when it has been broken for too
        long.
        """
        wait = self._next_try - monotonic()
        if wait > 0:
            sleep(min(wait, timeout))
            return
        try:
            self.open()
        except Unreachable:
            if monotonic() - (self._broke or 0) > PATIENCE:
                raise
            self._wait_longer()
        else:
            self.changed(True)


def message_in(text: str | bytes) -> Mapping[str, Any]:
    try:
        message = json.loads(text)
        return {"type": message["type"], **message}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise decoding_error(error) from error
