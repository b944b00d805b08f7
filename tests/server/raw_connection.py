"""A connection to the server without a client: a bare WebSocket, and bytes over a bare socket."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import orjson
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kaiten.match.protocol_version import PROTOCOL

from .table_client import WAIT, Message, Server

Serve = Callable[..., Server]
EVIL = "https://evil.example"
ELSEWHERE = {"X-Forwarded-For": "203.0.113.5"}  # what a proxy on this machine says is believed


@contextmanager
def dial(server: Server, code: str, query: str = "", **headers: str) -> Iterator[ClientConnection]:
    """A bare connection to a table."""
    address = (
        f"{server.url.replace('http', 'ws')}/api/tables/{code}/live?protocol={PROTOCOL}&{query}"
    )
    with closing(
        connect(address, additional_headers=headers, close_timeout=1, legacy=True)
    ) as line:
        yield line


def read_message(line: ClientConnection) -> Message:
    message: Message = orjson.loads(line.recv(timeout=WAIT))
    return message


def send_command(line: ClientConnection, **command: Any) -> Message:
    """The answer to a command over a bare connection."""
    line.send(json.dumps(command))
    while True:
        message = read_message(line)
        if message["type"] in ("ack", "error"):
            return message


def read_close_code(line: ClientConnection) -> int | None:
    """The code with which a connection is ended by the server."""
    while True:
        try:
            line.recv(timeout=WAIT)
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd else None


def send_raw(server: Server, *parts: bytes) -> bytes:
    """What the server answers to these bytes."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=WAIT) as line:
        for part in parts:
            line.sendall(part)
        line.settimeout(WAIT)
        answer = part = line.recv(65_536)
        while part and not is_whole(answer):
            part = line.recv(65_536)
            answer += part
        return answer


def is_whole(answer: bytes) -> bool:
    """Whether these bytes are a whole answer: its head, and as much of a body as that promises."""
    head, end, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    return bool(end) and len(body) >= int(length[1] if length else 0)


def count_tables(server: Server) -> int:
    with server.runtime.store.engine.connect() as connection:
        number: int = connection.scalar(sql.text("SELECT count(*) FROM tables"))
    return number


def can_connect(server: Server, code: str) -> bool:
    with dial(server, code) as line:
        return bool(read_message(line)["type"] == "table")
