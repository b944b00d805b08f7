"""The client's end of a WebSocket and nothing else: on a machine that the server shares, the client
must cost little.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import Any, cast

import orjson

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
WHOLE = 0x80  # the frame is a whole message
MASKED = 0x80
SHORT, LONG = 126, 127  # the length stands in the next two bytes, or eight
KEY = b64encode(b"sixteen letters.").decode()
NO_MASK = bytes(4)  # a mask that changes nothing: proxies are fooled by others, and here is none


def frame(opcode: int, payload: bytes) -> bytes:
    """A message as a client sends it."""
    size = len(payload)
    if size < SHORT:
        return bytes((WHOLE | opcode, MASKED | size)) + NO_MASK + payload
    return bytes((WHOLE | opcode, MASKED | SHORT)) + size.to_bytes(2, "big") + NO_MASK + payload


class Wire(asyncio.Protocol):
    """One connection; what comes is handed over as plain data."""

    transport: asyncio.Transport

    def __init__(self, request: str, hear: Callable[[dict[str, Any]], None]) -> None:
        self.request, self.hear = request, hear
        self.rest = b""
        self.closed = False
        self.open = asyncio.get_running_loop().create_future()

    def send(self, message: dict[str, Any]) -> None:
        self.transport.write(frame(TEXT, orjson.dumps(message)))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name
        self.transport.write(self.request.encode())

    def data_received(self, data: bytes) -> None:
        data = self.rest + data if self.rest else data
        start = 0 if self.open.done() else self.shake_hands(data)
        while (end := self.frame_at(data, start)) > start:
            start = end
        self.rest = data[start:]

    def shake_hands(self, data: bytes) -> int:
        """Where the first frame begins, once the server has agreed."""
        head = data.find(b"\r\n\r\n")
        if head < 0:
            return 0
        if data[9:12] == b"101":
            self.open.set_result(None)
            return head + 4
        self.open.set_exception(ConnectionRefusedError(data.decode(errors="replace")))
        return len(data)

    def frame_at(self, data: bytes, start: int) -> int:
        """Where the frame ends that begins here, after it was handed over; here, if not all of it
        has come.
        """
        if not self.open.done() or len(data) < start + 2:
            return start
        size, body = data[start + 1], start + 2
        if size >= SHORT:
            body += 2 if size == SHORT else 8
            if len(data) < body:
                return start
            size = int.from_bytes(data[start + 2 : body], "big")
        end = body + size
        if len(data) < end:
            return start
        self.take(data[start], data[body:end])
        return end

    def take(self, head: int, payload: bytes) -> None:
        if head == WHOLE | TEXT:
            self.hear(orjson.loads(payload))
        elif head == WHOLE | PING:
            self.transport.write(frame(PONG, payload))
        elif head == WHOLE | CLOSE:
            self.transport.close()
        else:
            raise ValueError(f"a frame that begins with {head}")

    def connection_lost(self, problem: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_exception(problem or ConnectionResetError("closed before it was open"))


async def connect(
    port: int, path: str, token: str | None, hear: Callable[[dict[str, Any]], None]
) -> Wire:
    headers = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {KEY}",
        "Sec-WebSocket-Version: 13",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    request = "\r\n".join([*headers, "", ""])
    _, wire = await asyncio.get_running_loop().create_connection(
        lambda: Wire(request, hear), "127.0.0.1", port
    )
    await wire.open
    return wire
