"""A client that speaks another version of the protocol is told so, and keeps its seat."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import kaiten
from kaiten.client import connection
from kaiten.client.connection import Refused
from kaiten.match.protocol_version import PROTOCOL

from .table_client import Message, Server, bearer


def knock(server: Server, path: str, token: str | None = None) -> tuple[Message, int, str]:
    """What a WebSocket is told first, and with which code and reason it is closed then."""
    address = f"{server.url.replace('http', 'ws')}/api/tables/{path}"
    with connect(address, additional_headers=bearer(token)) as socket:
        said: Message = orjson.loads(socket.recv(timeout=10))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd
    return said, closed.value.rcvd.code, closed.value.rcvd.reason


@pytest.mark.parametrize(
    ("query", "theirs"),
    [
        ("lang=en&since=3", "1"),  # as clients knocked before they said their version
        ("protocol=1", "1"),
        ("protocol=999", "999"),
        ("protocol=", ""),
        ("protocol=" + "x" * 99, "xxxxxxxxxx"),
    ],
)
def test_a_websocket_of_another_version_is_refused_politely(
    shared_sqlite_server: Server, query: str, theirs: str
) -> None:
    (ana,) = shared_sqlite_server.party(1, seats=[None, "greedy"])
    said, code, reason = knock(shared_sqlite_server, f"{ana.code}/live?{query}", ana.token)
    assert (code, reason) == (4426, "outdated")
    assert said == {
        "type": "error",
        "id": None,
        "ok": False,
        "version": None,
        "code": "outdated",
        "seat": None,
        "error": f"Your program speaks version {theirs} of the protocol, this table version {PROTOCOL}. "
        "Reload the page or update your program; you keep your seat.",
    }


def test_it_is_said_in_the_language_of_the_client(shared_sqlite_server: Server) -> None:
    (ana,) = shared_sqlite_server.party(1, seats=[None, "greedy"])
    said, *_ = knock(shared_sqlite_server, f"{ana.code}/live?lang=fr")
    assert said["error"].startswith("Votre programme parle la version 1 du protocole")


def test_the_seat_is_kept_for_the_newer_client(shared_sqlite_server: Server) -> None:
    (ana,) = shared_sqlite_server.party(1, seats=[None, "greedy"])
    knock(shared_sqlite_server, f"{ana.code}/live", ana.token)
    assert ana.again().newest["you"] == {"person": 1, "name": "Ana", "seats": [0]}


def test_a_request_of_another_version_is_refused_one_that_does_not_say_is_not(
    shared_sqlite_server: Server,
) -> None:
    http = shared_sqlite_server.http
    refused = http.get("/api/tables", params={"protocol": "1"})
    assert (refused.status_code, refused.json()["code"]) == (426, "outdated")
    for params in ({}, {"protocol": PROTOCOL}):
        assert http.get("/api/tables", params=params).status_code == 200


def test_a_bot_of_another_version_is_told_to_update(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ana,) = shared_sqlite_server.party(1, seats=[None, None])
    monkeypatch.setattr(connection, "PROTOCOL", "1")
    with pytest.raises(Refused, match="update your program") as refused:
        kaiten.join(f"{shared_sqlite_server.url}/t/{ana.code}", "Bot")
    assert refused.value.code == "outdated"


def test_an_error_names_the_seat_of_the_command(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)

    def refuse(**command: Any) -> tuple[str, int | None]:
        said = ben.ask(**command)
        return said["code"], said["seat"]

    assert refuse(do="sit", seat=0) == ("seat-taken", 0)
    assert refuse(do="start") == ("not-yours", None)
    ana.do("start")
    ben.see(lambda table: table["table"]["stage"] == "playing")
    chosen = {"do": "choose", "version": ben.newest["version"]}
    assert refuse(**chosen, choice="lobster") == ("illegal-choice", 1)
    assert refuse(**chosen, choice="tempura", seat=0) == ("not-yours", 0)
    assert refuse(do="choose", choice="tempura", version=1) == ("stale", 1)


def test_the_score_helper_names_the_seat_of_a_wrong_entry(shared_sqlite_server: Server) -> None:
    wrong = {"name": "Bo", "cards": ["chopsticks"] * 5}
    table = {"game": "sushi-go", "players": [{"name": "Bo", "cards": ["tempura"]}, wrong]}
    said = shared_sqlite_server.http.post("/api/score", json=table).json()
    assert (said["code"], said["seat"]) == ("bad-table", 1)
