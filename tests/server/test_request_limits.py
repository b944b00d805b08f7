"""What the server takes of a request before the application sees it: its size, its duration, and
the number of connections.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest

from kaiten.server.web import http_protocol
from kaiten.server.web.http_protocol import MAX_HEAD_BYTES, MAX_HEADERS, is_trusted_proxy

from .raw_connection import send_raw
from .table_client import WAIT, Server, begin, play

LINE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


def connect(server: Server) -> socket.socket:
    port = int(server.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=WAIT)


def read_all(line: socket.socket) -> bytes:
    """What the server sends until it closes the connection."""
    heard = b""
    with suppress(ConnectionResetError):
        while part := line.recv(65_536):
            heard += part
    return heard


def pour(line: socket.socket, part: bytes, most: int) -> int:
    """Send a part again and again until the server closes the connection. Return how much it took."""
    sent = 0
    with suppress(OSError):
        while sent < most:
            sent += line.send(part)
    return sent


@pytest.mark.parametrize("part", [b"x" * 65_536, b"X-Filler: 1\r\n" * 1000])
def test_a_head_that_never_ends_is_cut_off(shared_sqlite_server: Server, part: bytes) -> None:
    with connect(shared_sqlite_server) as line:
        line.sendall(LINE + (b"X-Long: " if part.startswith(b"x") else b""))
        taken = pour(line, part, 298_000_000)
        assert taken < 20_000_000, "what the system keeps in its buffers, and not more"
    assert shared_sqlite_server.http.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"X-Long: " + b"x" * (MAX_HEAD_BYTES - 1000), 200),
        (b"X-Long: " + b"x" * MAX_HEAD_BYTES, 431),
        (b"\r\n".join(b"X-%d: 1" % number for number in range(MAX_HEADERS - 2)), 200),
        (b"\r\n".join(b"X-%d: 1" % number for number in range(MAX_HEADERS)), 431),
    ],
)
def test_a_request_has_a_head_of_a_usual_size(
    shared_sqlite_server: Server, headers: bytes, status: int
) -> None:
    request = LINE + b"Connection: close\r\n" + headers + b"\r\n\r\n"
    assert b" %d " % status in send_raw(shared_sqlite_server, request).split(b"\r\n")[0]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.5)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /heal",
        LINE,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        LINE + b"\r\nGET /heal",
    ],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(
    on_sqlite: Server, hasty: None, begun: bytes
) -> None:
    with connect(on_sqlite) as line:
        line.sendall(begun)
        began = time.monotonic()
        heard = read_all(line)
        assert time.monotonic() - began < WAIT / 2
    assert heard == b"" or b" 408 " in heard or b" 200 " in heard


def test_a_request_that_arrives_bit_by_bit_has_no_more_time(on_sqlite: Server, hasty: None) -> None:
    with connect(on_sqlite) as line:
        began, sent = time.monotonic(), 0
        with suppress(OSError):
            for byte in LINE * 100:
                line.sendall(bytes([byte]))
                sent += 1
                time.sleep(0.05)
        assert time.monotonic() - began < WAIT / 2
        assert sent < len(LINE) * 100


def test_players_have_all_the_time_they_want(on_sqlite: Server, hasty: None) -> None:
    ana, ben = on_sqlite.party(2)
    begin([ana, ben])
    time.sleep(1.2)
    play([ana, ben], turns=1)


def test_an_address_holds_so_many_connections_and_no_more(
    on_sqlite: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAITEN_CONNECTIONS_PER_ADDRESS", "20")
    ana = on_sqlite.party(2)[0]
    with ExitStack() as still_open:
        lines = [still_open.enter_context(connect(on_sqlite)) for _ in range(60)]
        for line in lines:
            line.settimeout(0.2)
        open_still = sum(is_open(line) for line in lines)
        assert 0 < open_still <= 20
        assert ana.ask("emote", emote="yum")["ok"], "WebSockets go on"
    assert soon(lambda: on_sqlite.http.get("/healthz").status_code == 200)
    assert not {name for name, number in http_protocol.connections_by_client.items() if number < 1}


def is_open(line: socket.socket) -> bool:
    try:
        line.recv(1000)
    except TimeoutError:
        return True
    except OSError:
        pass
    return False


def soon(happens: Callable[[], bool]) -> bool:
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends:
        with suppress(Exception):
            if happens():
                return True
        time.sleep(0.05)
    return False


def test_a_proxy_that_the_host_names_may_hold_as_many_as_it_likes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value, expected in (("", False), ("10.0.0.0/8", False), ("127.0.0.1", True), ("*", True)):
        monkeypatch.setenv("KAITEN_TRUSTED_PROXIES", value)
        is_trusted_proxy.cache_clear()
        assert is_trusted_proxy("127.0.0.1") is expected
    is_trusted_proxy.cache_clear()
