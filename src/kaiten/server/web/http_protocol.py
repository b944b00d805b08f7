"""Uvicorn's reader of HTTP, with limits: the size of a request's head, the time that a request may
take to arrive, and how many connections one address holds.

Without them one client could fill the memory with a header that never ends, or hold thousands of
connections open with requests that it never finishes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from ..settings import read_limits, read_trusted_proxies
from .rate_limit import client_key

MAX_HEAD_BYTES = 32_768  # of the first line and all headers of a request
MAX_HEADERS = 100
REQUEST_SECONDS = 20.0  # in which a request has to arrive, from the first byte to the last
EVERY_ADDRESS = "*"
connections_by_client: Counter[str] = Counter()  # that are not WebSockets


class HeadTooBig(Exception):
    """More headers than a request needs, or larger ones."""


class LimitedProtocol(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket. The application limits those itself."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_bytes, self._reads_head, self._is_too_big = 0, True, False
        self._deadline: asyncio.TimerHandle | None = None
        self._counted_as: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not is_trusted_proxy(host):
            self._counted_as = client_key(host)
            connections_by_client[self._counted_as] += 1
        self._start_deadline()
        if self._has_too_many_connections():
            self._refuse(503)

    def _has_too_many_connections(self) -> bool:
        limits, client = read_limits(), self._counted_as
        if len(self.connections) > 2 * limits.connections:  # WebSockets too
            return True
        return client is not None and connections_by_client[client] > limits.connections_per_address

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_limits()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._end_limits()
        super().handle_websocket_upgrade()

    def _end_limits(self) -> None:
        """Stop the clock and the count: the connection is closed, or a WebSocket from now on."""
        self._stop_deadline()
        client, self._counted_as = self._counted_as, None
        if client is not None:
            connections_by_client[client] -= 1
            if connections_by_client[client] <= 0:
                del connections_by_client[client]

    # --- Size ---

    def data_received(self, data: bytes) -> None:
        if self._reads_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._reads_head and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse(431)

    def on_message_begin(self) -> None:
        self._reads_head = True
        if self._deadline is None:
            self._head_bytes = 0
            self._start_deadline()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._reads_head = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if len(self.headers) > MAX_HEADERS or size > MAX_HEAD_BYTES:
            self._is_too_big = True
            raise HeadTooBig  # ends the parser, and with it the connection
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        if self._is_too_big:
            self._refuse(431)
        else:
            super().send_400_response(msg)

    # --- Time ---

    def on_message_complete(self) -> None:
        self._stop_deadline()
        self._head_bytes = 0
        super().on_message_complete()

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._refuse, 408)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: int) -> None:
        """Close the connection, with a status unless a response has begun."""
        if self.transport is None or self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(
                STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n"
            )
        self.transport.close()


@lru_cache(maxsize=4096)
def is_trusted_proxy(host: str) -> bool:
    """Return whether an address is that of a proxy, which holds the connections of many people."""
    trusted = read_trusted_proxies()
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return trusted == [EVERY_ADDRESS] or any(address in ip_network(word) for word in trusted)
