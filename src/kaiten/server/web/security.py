"""Who may come in, how often, and under which headers."""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Container, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...errors import KaitenError
from ...text import Text
from ..metrics import REQUESTS
from ..protocol import serialize
from ..protocol.errors import Busy, NotYours, TooBig, TooMany, code_of
from ..settings import Limits

log = logging.getLogger("kaiten.server")
OTHER_ORIGIN = NotYours(Text("Come from the table's own page.", "Passez par la page de la table."))
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# where a WebSocket's connection finds what lies below the framework: thousands of messages go that
# way
WIRE = "kaiten.wire"
ADDRESSES = 10_000  # remembered at a time
HOUSEHOLD = 20  # connections of one address that may all speak as fast as they may


class Bucket:
    """A right to do something so many times a second, and a few seconds' worth at once."""

    def __init__(self, rate: float, burst: float, within: Bucket | None = None) -> None:
        """`within`: a right that others share."""
        self.rate, self.burst, self.left, self.then = rate, burst, burst, time.monotonic()
        self.within = within

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < 1 or (self.within and not self.within.take()):
            return False
        self.left -= 1
        return True


class Buckets:
    """One for each address; the one not seen for longest is forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.found: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self.found.setdefault(address, Bucket(self.rate, self.burst))
        self.found.move_to_end(address)
        if len(self.found) > ADDRESSES:
            self.found.popitem(last=False)
        return bucket

    def take(self, address: str) -> None:
        """Use the right once, or be refused."""
        if not self.of(address).take():
            raise TooMany


class Doors:
    """Everything that is counted by address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Buckets(limits.requests_per_second, 5 * limits.requests_per_second)
        self.speech = Buckets(
            HOUSEHOLD * limits.messages_per_second, 5 * HOUSEHOLD * limits.messages_per_second
        )
        self.tables = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self.connected: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Somebody connects."""
        limits = self.limits
        if (
            self.connected.total() >= limits.connections
            or self.connected[address] >= limits.connections_per_address
        ):
            raise TooMany
        self.connected[address] += 1

    def go(self, address: str) -> None:
        self.connected[address] -= 1
        if self.connected[address] <= 0:
            del self.connected[address]

    def messages(self, address: str) -> Bucket:
        """The right of one connection to speak, within that of its address."""
        rate = self.limits.messages_per_second
        return Bucket(rate, 5 * rate, within=self.speech.of(address))


def address_of(connection: HTTPConnection) -> str:
    return household(connection.client.host) if connection.client else "?"


def household(host: str) -> str:
    """An address, or of one that is as long as those of IPv6 the half that tells households apart."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def language_of(connection: HTTPConnection) -> str:
    """The language asked for in the address, otherwise the first of ours that the client prefers."""
    asked = connection.query_params.get("lang")
    if asked in ("en", "fr"):
        return asked
    preferred = connection.headers.get("accept-language", "").lower().replace(" ", "").split(",")
    return next((word[:2] for word in preferred if word[:2] in ("en", "fr")), "en")


def check_origin(headers: Mapping[str, str]) -> None:
    """A browser says where a page came from: only our own pages may speak for their reader."""
    origin = headers.get("origin")
    if origin is not None and host_in(origin) != headers.get("host", "").lower():
        raise OTHER_ORIGIN


def host_in(origin: str) -> str | None:
    """The host of an origin; None where it names none."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


class Guard:
    """Stands before everything: origin, size and rate of what comes in, headers and figures of what
    goes out.
    """

    def __init__(self, app: ASGIApp, doors: Doors, free: Container[str] = ()) -> None:
        """`free`: addresses that cost nothing; a family that comes to a table at once asks for
        hundreds of files.
        """
        self.app, self.doors, self.free = app, doors, free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app({**scope, WIRE: (receive, send)}, receive, send)
            return
        answer = Answer(scope, send)
        try:
            self._check(HTTPConnection(scope))
            await self.app(scope, await self._heard(receive), answer)
        except KaitenError as problem:
            await answer.refuse(problem, language_of(HTTPConnection(scope)))
        except Exception:
            log.exception("request failed")
            await answer.refuse(Busy(), language_of(HTTPConnection(scope)))
        finally:
            answer.note()

    def _check(self, connection: HTTPConnection) -> None:
        if connection.scope["path"] not in self.free:
            self.doors.requests.take(address_of(connection))
        if connection.scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            check_origin(connection.headers)
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.doors.limits.message_bytes:
            raise TooBig

    async def _heard(self, receive: Receive) -> Receive:
        """What comes in, heard to its end before anybody acts on it, unless it is too much."""
        parts: deque[Message] = deque()
        size = 0
        while not parts or parts[-1].get("more_body"):
            parts.append(await receive())
            size += len(parts[-1].get("body", b""))
            if size > self.doors.limits.message_bytes:
                raise TooBig

        async def again() -> Message:
            return parts.popleft() if parts else await receive()

        return again


class Answer:
    """What goes out, with the headers that keep a page safe."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self.send, self.status, self.began = scope, send, 0, time.perf_counter()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api"):
                headers.setdefault("Cache-Control", "no-store")
        await self.send(message)

    async def refuse(self, problem: KaitenError, language: str) -> None:
        """Say what is wrong, if nothing has been said yet."""
        if self.status:
            raise problem
        body = serialize.encode(serialize.error(problem, language)).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
        await self(
            {"type": "http.response.start", "status": code_of(problem)[1], "headers": headers}
        )
        await self({"type": "http.response.body", "body": body})

    def note(self) -> None:
        """Write the request down: what, not who; addresses of tables are told, queries and tokens
        are not.
        """
        REQUESTS.labels(self.status).inc()
        took = round(1000 * (time.perf_counter() - self.began), 1)
        facts = {
            "method": self.scope["method"],
            "path": self.scope["path"],
            "status": self.status,
            "ms": took,
        }
        log.info("request", extra=facts)


def bearer(headers: Headers) -> str | None:
    """The token in the header, where there is one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None
