"""A game goes on at its pace while others flood the server."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .raw_connection import dial, send_raw
from .table_client import Server, TableClient, bearer, play
from .test_malformed_commands import NO_COMMANDS


def noise(
    server: Server, code: str, token: str, ended: threading.Event
) -> list[Callable[[], None]]:
    """Ways of being a nuisance, again and again until it is enough."""

    def shout() -> None:
        with dial(server, code, **bearer(token)) as line:
            for text in NO_COMMANDS:
                line.send(text)

    def hang_up() -> None:
        for _ in range(5):
            with dial(server, code) as line:
                line.send('{"do": "join", "name": "\\u0000"}')

    def post() -> None:
        for text in NO_COMMANDS:
            httpx.post(f"{server.url}/api/tables/{code}/commands", content=text.encode())

    def babble() -> None:
        send_raw(server, b"\x16\x03\x01" + bytes(range(256)) * 20)
        send_raw(
            server,
            b"GET /api/tables/"
            + code.encode()
            + b"/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
        )

    return [lambda job=job: until(ended, job) for job in (shout, hang_up, post, babble)]  # type: ignore[misc]


def until(ended: threading.Event, job: Callable[[], None]) -> None:
    while not ended.is_set():
        try:
            job()
        except (OSError, ConnectionClosed):
            continue


def test_a_game_goes_on_at_its_pace_while_others_make_a_noise(
    shared_sqlite_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    clients = shared_sqlite_server.party(2)
    host, code = clients[0], clients[0].code
    host.do("start")
    clients[1].see(lambda table: table["table"]["stage"] == "playing")
    nuisance = shared_sqlite_server.open("Eve")
    deaf = [
        shared_sqlite_server.connect_client(code) for _ in range(3)
    ]  # they are connected and do not listen
    half = socket.create_connection(("127.0.0.1", int(shared_sqlite_server.url.rpartition(":")[2])))
    # and never the rest
    half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    ended = threading.Event()
    threads = [
        threading.Thread(target=job)
        for job in noise(shared_sqlite_server, nuisance["table"], nuisance["token"], ended)
    ]
    for thread in threads:
        thread.start()
    try:
        longest = slowest_turn(clients, turns=5)
        assert shared_sqlite_server.http.get("/healthz").status_code == 200
    finally:
        ended.set()
        for thread in threads:
            thread.join()
        half.close()
    assert longest < 5
    for client in deaf:
        assert len(client.messages) == 1
        # everything is there when they do at last
        client.see(lambda table: table["version"] >= host.version)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == []
    assert shared_sqlite_server.look(nuisance["table"])["version"] == nuisance["version"]


def slowest_turn(clients: list[TableClient], turns: int) -> float:
    """Play some turns; how many seconds the slowest one took."""
    times = []
    for _ in range(turns):
        began = time.monotonic()
        play(clients, turns=1)
        times.append(time.monotonic() - began)
    return max(times)
