"""Limits of size, pace and number: who goes beyond them is refused, and all others go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kaiten.server.settings import Limits
from kaiten.server.web.rate_limit import client_key

from .conftest import Clock
from .raw_connection import (
    ELSEWHERE,
    can_connect,
    count_tables,
    dial,
    read_close_code,
    read_message,
    send_raw,
)
from .table_client import WAIT, Server, bearer


def test_a_body_that_is_too_big_is_refused_however_it_comes(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open()
    path = f"/api/tables/{opened['table']}/commands"
    long = b'{"do":"emote","emote":"yum","id":"' + b"x" * 70_000 + b'"}'
    pieces = (long[start : start + 1_000] for start in range(0, len(long), 1_000))
    for body in (long, pieces):
        answer = shared_sqlite_server.http.post(
            path, content=body, headers=bearer(opened["token"]), params={"lang": "fr"}
        )
        assert (answer.status_code, answer.json()["code"]) == (413, "too-big")
        assert answer.json()["error"] == "Ce message est trop long."
    announced = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"
    assert send_raw(shared_sqlite_server, announced.encode()).startswith(b"HTTP/1.1 413")
    just_right = iter([b'{"do":"emote",', b'"emote":"yum"', b" " * 60_000, b"}"])
    headers = {**bearer(opened["token"]), "Content-Type": "application/json"}
    assert (
        shared_sqlite_server.http.post(path, content=just_right, headers=headers).status_code == 200
    )
    assert shared_sqlite_server.look(opened["table"])["version"] == opened["version"] + 1


def test_a_message_that_is_too_big_ends_the_connection_and_no_more(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    with dial(shared_sqlite_server, ana.code, **bearer(ana.token)) as line:
        read_message(line)
        line.send("x" * 70_000)
        assert read_close_code(line) == 1009
    assert ana.ask("emote", emote="oops")["ok"]
    assert ben.hear(lambda message: message["type"] == "emote")["emote"] == "oops"


def test_too_many_requests_are_refused_by_address_for_a_while(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(Limits(requests_per_second=2))

    def statuses(number: int, **headers: str) -> list[int]:
        return [server.http.get("/healthz", headers=headers).status_code for _ in range(number)]

    assert statuses(12) == [200] * 10 + [429, 429]
    assert statuses(1, **ELSEWHERE) == [200]
    clock.now += 1
    assert statuses(3) == [200, 200, 429]
    clock.now += 3600
    assert statuses(11) == [200] * 10 + [429]


def test_connecting_counts_as_a_request_so_that_codes_cannot_be_guessed_at_will(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(Limits(requests_per_second=1))
    answers = []
    for _ in range(7):
        with dial(server, "AAAAAA") as line:
            answers.append(read_message(line)["code"])
    assert answers == ["unknown-table"] * 5 + ["too-many"] * 2
    clock.now += 60
    with dial(server, "AAAAAA") as line:
        assert read_message(line)["code"] == "unknown-table"


def test_one_address_opens_so_many_tables_an_hour(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(Limits(tables_per_hour=3))

    def opening(**headers: str) -> httpx.Response:
        return server.http.post(
            "/api/tables?lang=fr", json={"name": "Ana", "game": "sushi-go"}, headers=headers
        )

    assert [opening().status_code for _ in range(3)] == [201] * 3
    refused = opening()
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
    assert refused.json()["error"] == "Trop de demandes. Attendez un instant."
    assert opening(**ELSEWHERE).status_code == 201
    assert count_tables(server) == 4
    clock.now += 1201
    assert [opening().status_code, opening().status_code] == [201, 429]


def test_so_many_connections_come_from_one_address_and_so_many_in_all(
    limited: Callable[[Limits], Server],
) -> None:
    server = limited(Limits(connections=3, connections_per_address=2))
    code = server.open()["table"]
    with dial(server, code) as first, dial(server, code) as second:
        assert {read_message(first)["type"], read_message(second)["type"]} == {"table"}
        with dial(server, code) as third:
            assert read_message(third)["code"] == "too-many"
            assert read_close_code(third) == 1008
        with dial(server, code, **ELSEWHERE) as other, dial(server, code, **ELSEWHERE) as too_many:
            assert read_message(other)["type"] == "table"
            assert read_message(too_many)["code"] == "too-many"
    soon(lambda: can_connect(server, code))  # when the server has noticed that they are gone
    assert server.look(code)["table"]["code"] == code


def soon(happens: Callable[[], bool]) -> None:
    ends = time.monotonic() + WAIT
    while not happens():
        assert time.monotonic() < ends
        time.sleep(0.02)


def test_who_speaks_too_fast_is_not_heard_and_in_the_end_sent_away(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(Limits(messages_per_second=2))
    opened = server.open()
    ana = server.connect_client(opened["table"], opened["token"], lang="fr")
    ready = [ana.ask("back") for _ in range(12)]
    assert [answer["ok"] for answer in ready] == [True] * 10 + [False] * 2
    assert ready[-1]["code"] == "too-many"
    assert ready[-1]["error"] == "Trop de demandes. Attendez un instant."
    clock.now += 1
    assert [ana.ask("back")["ok"] for _ in range(3)] == [True, True, False]
    with suppress(ConnectionClosed):  # perhaps before the last one is sent
        for _ in range(50):
            ana.socket.send('{"do": "back"}')
    assert read_close_code(ana.socket) == 1008
    assert server.connect_client(opened["table"], opened["token"]).ask("back")["ok"]


@pytest.mark.parametrize(("one", "other", "same"), [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True), ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("203.0.113.5", "203.0.113.6", False), ("::ffff:203.0.113.5", "203.0.113.5", True), ("?", "testclient", False),
])  # fmt: skip
def test_a_household_is_one_address(one: str, other: str, same: bool) -> None:
    assert (client_key(one) == client_key(other)) is same
