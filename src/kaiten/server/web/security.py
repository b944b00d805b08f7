"""The security middleware: checks of origin, size and rate, and the headers of every response."""

from __future__ import annotations

import logging
import re
import time
from collections import deque
from collections.abc import Container, Mapping
from secrets import token_hex
from urllib.parse import urlsplit

from babel.core import negotiate_locale
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...errors import KaitenError
from ...text import Text, find_languages, language_tag, match_language
from ..logs import REQUEST_ID
from ..metrics import REQUESTS
from ..protocol import serialize
from ..protocol.errors import Busy, NotYours, TooBig, status_of
from .rate_limit import RateLimits, client_key_of

log = logging.getLogger("kaiten.server")
OTHER_ORIGIN = NotYours(Text("Open this from the table's own page."))
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
    "'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTTPS_ONLY = "max-age=31536000"  # for a year
REQUEST_ID_PATTERN = re.compile(r"[\w.:-]{1,64}", re.ASCII)
MAX_ACCEPTED = 500  # characters of an Accept-Language header that are read
RETRY_LATER, RETRY_AFTER = (429, 503), "2"  # seconds
# The key in a WebSocket's scope under which its connection finds the server's own receive and
# send: thousands of messages skip the framework's wrappers.
RAW_CHANNEL = "kaiten.raw_channel"


def language_of(connection: HTTPConnection, wish: str | None = None) -> str:
    """Return the language that is wished for, by default in the query. Where there is none that we
    speak, return the one that the client likes best of those that it accepts, else English.
    """
    wished = connection.query_params.get("lang", "") if wish is None else wish
    accepted = read_accepted(connection.headers.get("accept-language", "")[:MAX_ACCEPTED])
    spoken = [language_tag(language) for language in find_languages()]
    found = negotiate_locale([language_tag(wished), *accepted], spoken, sep="-")
    return match_language(found or "") or "en"


def read_accepted(header: str) -> list[str]:
    """Return the languages of an Accept-Language header, the best liked first."""
    liked = []
    for entry in header.split(","):
        language, _, quality = entry.replace(" ", "").partition(";q=")
        try:
            liked.append((float(quality or 1), language))
        except ValueError:
            continue
    return [language for quality, language in sorted(liked, key=lambda one: -one[0]) if quality > 0]


def check_origin(headers: Mapping[str, str]) -> None:
    """Refuse a browser's request that comes from a page of another site."""
    origin = headers.get("origin")
    if origin is not None and host_of(origin) != headers.get("host", "").lower():
        raise OTHER_ORIGIN


def host_of(origin: str) -> str | None:
    """Return the host of an origin, or None if it names none."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def bearer_token(headers: Headers) -> str | None:
    """Return the token in the Authorization header, or None."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def choose_request_id(headers: Headers) -> str:
    """Return the id that a proxy has given to a request, or a new one."""
    given = headers.get("x-request-id", "")
    return given if REQUEST_ID_PATTERN.fullmatch(given) else token_hex(8)


def is_encrypted(connection: HTTPConnection) -> bool:
    """Return whether people reach this server over HTTPS: by this request, which a trusted proxy may
    say, or as its host says.
    """
    network = getattr(connection.scope["app"].state, "network", None)
    return connection.scope.get("scheme") == "https" or bool(network and network.has_https_url)


class SecurityMiddleware:
    """Checks every HTTP request before the application sees it, and logs and counts it."""

    def __init__(
        self, app: ASGIApp, rate_limits: RateLimits, unlimited: Container[str] = ()
    ) -> None:
        """`unlimited` are paths without a rate limit: a family that opens a table from one address
        requests hundreds of files at once.
        """
        self.app, self.rate_limits, self.unlimited = app, rate_limits, unlimited
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            REQUEST_ID.set(choose_request_id(Headers(scope=scope)))
        if scope["type"] != "http":
            await self.app({**scope, RAW_CHANNEL: (receive, send)}, receive, send)
            return
        response = SecureResponse(scope, send)
        try:
            self._check(HTTPConnection(scope))
            await self.app(scope, await self._read_body(receive), response)
        except KaitenError as problem:
            await response.send_error(problem, language_of(HTTPConnection(scope)))
        except Exception:
            log.exception("request failed")
            await response.send_error(Busy(), language_of(HTTPConnection(scope)))
        finally:
            response.log_request()

    def _warn_of_proxy(self, connection: HTTPConnection) -> None:
        """Log once that a proxy is not trusted: all who come through it count as one client."""
        client = connection.client
        # Uvicorn replaces the address of a trusted proxy by the client's, whose port it cannot know
        if client and client.port and "x-forwarded-for" in connection.headers and not self._warned:
            self._warned = True
            log.warning(
                "a proxy is not trusted; if it is yours, name it in KAITEN_TRUSTED_PROXIES",
                extra={"proxy": client.host},
            )

    def _check(self, connection: HTTPConnection) -> None:
        self._warn_of_proxy(connection)
        if connection.scope["path"] not in self.unlimited:
            self.rate_limits.requests.take(client_key_of(connection))
        if connection.scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            check_origin(connection.headers)
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.rate_limits.limits.message_bytes:
            raise TooBig

    async def _read_body(self, receive: Receive) -> Receive:
        """Read the whole body and return a function that replays it. Raise `TooBig` early."""
        parts: deque[Message] = deque()
        size = 0
        while not parts or parts[-1].get("more_body"):
            parts.append(await receive())
            size += len(parts[-1].get("body", b""))
            if size > self.rate_limits.limits.message_bytes:
                raise TooBig

        async def replay() -> Message:
            return parts.popleft() if parts else await receive()

        return replay


class SecureResponse:
    """A `send` that adds the security headers and remembers the status."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self.send, self.status = scope, send, 0
        self.started = time.perf_counter()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("X-Request-ID", REQUEST_ID.get())
            if is_encrypted(HTTPConnection(self.scope)):
                headers.setdefault("Strict-Transport-Security", HTTPS_ONLY)
            if self.status in RETRY_LATER:
                headers.setdefault("Retry-After", RETRY_AFTER)
            if self.scope["path"].startswith("/api"):
                headers.setdefault("Cache-Control", "no-store")
        await self.send(message)

    async def send_error(self, problem: KaitenError, language: str) -> None:
        """Send an error. If a response has begun already, raise the problem instead."""
        if self.status:
            raise problem
        message = serialize.make_error_message(problem, language)
        body = serialize.encode_text(message).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
        start = {"type": "http.response.start", "status": status_of(problem), "headers": headers}
        await self(start)
        await self({"type": "http.response.body", "body": body})

    def log_request(self) -> None:
        """Count and log the request: method and path, but neither client, query nor token."""
        REQUESTS.labels(self.status).inc()
        facts = {
            "method": self.scope["method"],
            "path": self.scope["path"],
            "status": self.status,
            "ms": round(1000 * (time.perf_counter() - self.started), 1),
        }
        log.info("request", extra=facts)
