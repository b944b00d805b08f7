"""Who can reach this server: this machine alone, the local network, or everyone.

The server of `kaiten` listens on 127.0.0.1. Its player can open it to the local network: a second
server with the same tables then listens on this machine's private addresses, until it is closed.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from ipaddress import ip_address
from typing import Any

import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ...text import Text
from ..local_addresses import find_local_addresses
from ..protocol.errors import NotNow, NotYours
from .security import host_of

log = logging.getLogger("kaiten.server")
WILDCARDS = ("0.0.0.0", "::")
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
# A tunnel or a proxy on this machine adds one of them: its client may be anywhere.
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
KNOWN_SECONDS = 5  # after which the addresses of this machine are looked up again
POLITE_SECONDS = 1  # that connections from outside get to end when the network is shut out
FROM_NETWORK = "kaiten.from_network"  # marks the scope of what comes over the second server

NO_NETWORK = NotNow(
    Text("This computer is not on a local network. Connect it to your Wi-Fi first.")
)
CANNOT_OPEN = Text("The table cannot be opened to your network: {reason}")
THIS_COMPUTER_ONLY = NotYours(Text("Only the computer that runs the table can do that."))
Config = Callable[[ASGIApp], uvicorn.Config]


class GuestServer(uvicorn.Server):
    """A second server in the process of the first one, which alone handles signals."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()

    def drop_connections(self) -> None:
        """Cut off the clients that did not end when they were asked to."""
        for connection in list(self.server_state.connections):
            transport: Any = connection.transport
            if transport is not None:
                transport.abort()


class MarkGuests:
    """The application, for those who come over the network."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app({**scope, FROM_NETWORK: True}, receive, send)


class Network:
    """How others reach this server. `configure` makes the settings of the second server; without
    it, nobody can open or close anything.
    """

    def __init__(
        self,
        configure: Config | None = None,
        host: str = "127.0.0.1",
        public_url: str | None = None,
        find_addresses: Callable[[], list[str]] = find_local_addresses,
    ) -> None:
        self._configure, self._host, self._find_addresses = configure, host, find_addresses
        self._public_url = public_url.rstrip("/") if public_url else None
        self._guests: GuestServer | None = None
        self._serving: asyncio.Task[None] | None = None
        self._origins: dict[str, str] = {}  # by the address at which the second server listens
        self._changing = asyncio.Lock()
        self._known: list[str] = []
        self._known_until = 0.0

    @property
    def has_https_url(self) -> bool:
        """Whether the host says that people come over HTTPS."""
        return (self._public_url or "").startswith("https://")

    async def open(self, app: ASGIApp, port: int) -> None:
        """Listen at the private addresses of this machine too. Raise `NotNow` if there are none."""
        async with self._changing:
            if self._configure is None:
                raise THIS_COMPUTER_ONLY
            self._known_until = 0
            addresses = await self._list_addresses()
            if any(address in self._origins for address in addresses):
                return  # it is open
            await self._close()  # perhaps it was open to another network
            listening = list(listen_at(addresses, port))
            self._guests = GuestServer(self._configure(MarkGuests(app)))
            self._origins = {one.getsockname()[0]: origin_of(one) for one in listening}
            self._serving = asyncio.create_task(self._guests.serve(sockets=listening))
            log.info("opened to the local network", extra={"origins": [*self._origins.values()]})

    async def close(self) -> None:
        """Stop listening there, and end the connections of those who came that way."""
        async with self._changing:
            await self._close()

    async def _close(self) -> None:
        guests, serving = self._guests, self._serving
        if guests is None or serving is None:
            return
        self._guests, self._serving, self._origins = None, None, {}
        guests.should_exit = True
        await asyncio.wait({serving}, timeout=2 * POLITE_SECONDS)
        guests.drop_connections()
        log.info("closed to the local network")

    async def _list_addresses(self) -> list[str]:
        """Return the addresses of this machine, which the system may take its time to tell."""
        if time.monotonic() >= self._known_until:
            self._known = await asyncio.to_thread(self._find_addresses)
            self._known_until = time.monotonic() + KNOWN_SECONDS
        return self._known

    # --- What is told ---

    async def list_origins(self, connection: HTTPConnection) -> list[str]:
        """Return where others reach this server, the likeliest address first; none if they cannot.

        A guest is told only the address by which they came.
        """
        if self._public_url:
            return [self._public_url]
        if not is_from_this_machine(connection):
            return [str(connection.base_url).rstrip("/")]
        if self._host in WILDCARDS:
            port = connection.scope["server"][1]
            return [f"http://{address}:{port}" for address in await self._list_addresses()]
        if not self._origins:
            return []
        known = await self._list_addresses()  # the machine may have moved to another network
        return [self._origins[address] for address in known if address in self._origins]

    def is_controlled_by(self, connection: HTTPConnection) -> bool:
        """Return whether the sender of a request is a page of this server on this machine."""
        return (
            self._configure is not None
            and is_from_this_machine(connection)
            and has_own_origin(connection)
        )

    def check_control(self, connection: HTTPConnection) -> None:
        """Raise `NotYours` unless the request comes from a page of this server on this machine.

        The browser says so itself: without its header Origin nobody can change anything.
        """
        if "origin" not in connection.headers or not self.is_controlled_by(connection):
            raise THIS_COMPUTER_ONLY


def listen_at(addresses: list[str], port: int) -> Iterator[socket.socket]:
    """Yield a listening socket for each address: at this port, or where it is taken at any other.

    Raise `NotNow` if there is no address, or none at which this machine can listen.
    """
    if not addresses:
        raise NO_NETWORK
    problem, opened = OSError(), 0
    for address in addresses:
        for wanted in (port, 0):
            try:
                listening = socket.create_server((address, wanted))
            except OSError as error:
                problem = error
                continue
            opened += 1
            yield listening
            break
    if not opened:
        raise NotNow(CANNOT_OPEN.format(reason=problem.strerror or problem))


def origin_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()
    return f"http://{host}:{port}"


def is_from_this_machine(connection: HTTPConnection) -> bool:
    """Return whether a request was sent on this machine, to the name that it has for itself."""
    return (
        FROM_NETWORK not in connection.scope
        and not is_forwarded(connection)
        and has_loopback_peer(connection)
        and has_loopback_host(connection)
    )


def is_forwarded(connection: HTTPConnection) -> bool:
    """Return whether a proxy hands the request on."""
    return any(name in connection.headers for name in FORWARDED)


def has_loopback_peer(connection: HTTPConnection) -> bool:
    with suppress(ValueError):
        return bool(connection.client and ip_address(connection.client.host).is_loopback)
    return False


def has_loopback_host(connection: HTTPConnection) -> bool:
    """Return whether the request names this machine as it names itself: another name that leads
    here may belong to a stranger's page.
    """
    name, _, port = connection.headers.get("host", "").lower().rpartition(":")
    if not port.isdecimal():  # no port: the usual one
        name, port = connection.headers.get("host", "").lower(), "80"
    return name in LOOPBACK_NAMES and int(port) == connection.scope["server"][1]


def has_own_origin(connection: HTTPConnection) -> bool:
    """Return whether a request that names its page comes from one of ours."""
    origin = connection.headers.get("origin")
    own = connection.headers.get("host", "").lower()
    site = connection.headers.get("sec-fetch-site", "same-origin")
    return (origin is None or host_of(origin) == own) and site in ("same-origin", "none")
