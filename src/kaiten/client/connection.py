"""The connection to a remote table: a WebSocket that reconnects. See docs/protocol.md."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from ..errors import KaitenError
from ..extras import need_extra
from ..match.codec import decoding_error
from ..match.protocol_version import PROTOCOL
from ..text import Text, plain_text

if TYPE_CHECKING:
    from websockets.exceptions import ConnectionClosed, InvalidStatus
    from websockets.sync.client import ClientConnection

GIVE_UP_SECONDS = 60.0  # how long to try to reconnect
# seconds between two attempts to reconnect, doubled each time
FIRST_PAUSE, MAX_PAUSE = 0.1, 5.0
OPEN_SECONDS = 10.0  # time limit of one attempt
RETRY_STATUSES = (408, 425, 429)  # retried, like those of a failing server

LINK_PATTERN = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>[^/?#\s]+)(?P<base>(?:/[^/?#\s]+)*?)/(?:t|api/tables)/(?P<code>[a-z0-9]+)(?:/live|/)?(?:[?#].*)?",
    re.I,
)
NO_LINK = Text(
    "“{link}” is not a link to a table. One looks like this: https://example.org/t/K7QX2M"
)
OUT_OF_REACH = Text("The table cannot be reached: {reason}")
NO_TABLE = Text("There is no table {code} at that address ({status}).")
REMOTE_SEAT = Text("A seat at a remote table")
BROKEN = Text("The connection was lost.")


class Refused(KaitenError):
    """The table refuses a command; `code` says why, for programs."""

    def __init__(self, text: Text, code: str, seat: int | None = None) -> None:
        super().__init__(text)
        self.code, self.seat = code, seat


class Unreachable(KaitenError):
    """There is no connection to the table."""


@dataclass(frozen=True)
class Link:
    """The address of a table."""

    secure: bool
    place: str  # host, port, and the path below which the server lives
    code: str

    @property
    def share_url(self) -> str:
        """The link that people share."""
        return f"{'https' if self.secure else 'http'}://{self.place}/t/{self.code}"

    def api_url(self, path: str) -> str:
        """Return the URL of something at the table."""
        scheme = "https" if self.secure else "http"
        return f"{scheme}://{self.place}/api/tables/{self.code}/{path}"

    def live_url(self, **query: object) -> str:
        """Return the URL of the table's WebSocket."""
        scheme = "wss" if self.secure else "ws"
        return f"{scheme}://{self.place}/api/tables/{self.code}/live?{urlencode(query)}"


def parse_link(text: str) -> Link:
    """Parse a shared link. Without a scheme it is https, or http if it names a port, as in a home
    network.
    """
    found = LINK_PATTERN.fullmatch(text.strip())
    if not found:
        raise KaitenError(NO_LINK.format(link=text))
    host = found["host"]
    secure = (
        found["scheme"].lower() == "https" if found["scheme"] else not re.search(r":\d+$", host)
    )
    return Link(secure, host + found["base"], found["code"].upper())


class TableConnection:
    """A connection that reconnects: while it is broken, `receive` tries to open it again."""

    def __init__(self, link: Link, language: str, token: str | None = None) -> None:
        self.link, self.language = link, language
        self.token = token  # who we are; needed to reconnect
        self.since: int | None = None  # the latest version that we have received
        # called with False when the connection breaks and with True when it is back
        self.on_change: Callable[[bool], None] = lambda up: None
        self.socket: ClientConnection | None = None
        self._resources = ExitStack()
        self._broken_since: float | None = None  # None once a message has arrived
        self._pause, self._retry_at = FIRST_PAUSE, 0.0

    def open(self) -> None:
        with need_extra(REMOTE_SEAT):
            from websockets.exceptions import InvalidStatus, WebSocketException
            from websockets.sync.client import connect

        since = {} if self.since is None else {"since": self.since}
        try:
            self.socket = self._resources.enter_context(
                connect(
                    self.link.live_url(
                        protocol=PROTOCOL, state=1, deals=1, lang=self.language, **since
                    ),
                    additional_headers={"Authorization": f"Bearer {self.token}"}
                    if self.token
                    else {},
                    open_timeout=OPEN_SECONDS,
                    close_timeout=1,
                    # a full queue would stop the answers to pings while a player thinks
                    max_queue=None,
                )
            )
        except InvalidStatus as error:
            raise self._error_of(error) from error
        except (OSError, WebSocketException, ValueError) as error:
            raise Unreachable(
                OUT_OF_REACH.format(reason=str(error) or type(error).__name__)
            ) from error

    def _error_of(self, error: InvalidStatus) -> KaitenError:
        """Return the error of a server that answers, but opens no WebSocket."""
        status = error.response.status_code
        try:
            body = json.loads(error.response.body or b"")
            return Refused(plain_text(body["error"]), str(body["code"]), body.get("seat"))
        except (ValueError, KeyError, TypeError):
            if status in RETRY_STATUSES or status >= 500:
                return Unreachable(OUT_OF_REACH.format(reason=str(error)))
            return Refused(NO_TABLE.format(code=self.link.code, status=status), "unknown-table")

    def receive(self, timeout: float) -> Mapping[str, Any] | None:
        """Return the next message; None if none comes in time or the connection is broken."""
        if not self.socket:
            self._reconnect(timeout)
            return None
        from websockets.exceptions import ConnectionClosed

        try:
            text = self.socket.recv(timeout)
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            self._mark_broken(error)
            return None
        message = parse_message(text)
        # a connection that only gets errors will be closed again
        if message["type"] != "error":
            self._broken_since, self._pause = None, FIRST_PAUSE
        return message

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message unless the connection is broken; `receive` then finds out why."""
        if not self.socket:
            return
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            self.socket.send(json.dumps(message))

    def close(self) -> None:
        self.socket = None
        self._resources.close()

    def _mark_broken(self, error: ConnectionClosed) -> None:
        self.close()
        if not self.token:
            raise Unreachable(BROKEN) from error
        self._broken_since = self._broken_since or monotonic()
        self._plan_retry()
        self.on_change(False)

    def _plan_retry(self) -> None:
        self._retry_at = monotonic() + self._pause
        self._pause = min(2 * self._pause, MAX_PAUSE)

    def _reconnect(self, timeout: float) -> None:
        """Try to reconnect when it is time. Raise `Unreachable` after `GIVE_UP_SECONDS`."""
        wait = self._retry_at - monotonic()
        if wait > 0:
            sleep(min(wait, timeout))
            return
        try:
            self.open()
        except Unreachable:
            if monotonic() - (self._broken_since or 0) > GIVE_UP_SECONDS:
                raise
            self._plan_retry()
        else:
            self.on_change(True)


def parse_message(text: str | bytes) -> Mapping[str, Any]:
    try:
        message = json.loads(text)
        return {"type": message["type"], **message}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise decoding_error(error) from error
