"""Other pages may not speak for their reader; our own page and programs may."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .raw_connection import EVIL, count_tables, dial, read_close_code, read_message
from .table_client import Server

FOREIGN = [
    EVIL,
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://[",
    "http://[::1",
    "file://",
    "about:blank",
    "http://127.0.0.1.evil.example",
    "http://\xe9",
]


def test_another_page_may_not_speak_for_its_reader(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open()
    code, cookie = opened["table"], f"kaiten_{opened['table']}={opened['token']}"
    tables = count_tables(shared_sqlite_server)
    for origin in FOREIGN:
        headers = {"Origin": origin.encode("latin-1"), "Cookie": cookie.encode()}
        answers = [
            shared_sqlite_server.http.post(
                f"/api/tables/{code}/commands", json={"do": "leave"}, headers=headers
            ),
            shared_sqlite_server.http.post(
                "/api/tables", json={"name": "Eve", "game": "sushi-go"}, headers=headers
            ),
            shared_sqlite_server.http.get(f"/api/tables/{code}", headers=headers),
        ]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
            (403, "not-yours")
        ] * 3
        if origin.isascii():
            with dial(shared_sqlite_server, code, Origin=origin, Cookie=cookie) as line:
                assert read_message(line)["code"] == "not-yours"
                assert read_close_code(line) == 1008
    table = shared_sqlite_server.look(code, opened["token"])
    assert (table["version"], table["you"]["person"]) == (opened["version"], 1)
    assert count_tables(shared_sqlite_server) == tables


@pytest.mark.parametrize("spelled", [str, str.upper])
def test_our_own_page_and_programs_may(
    shared_sqlite_server: Server, spelled: Callable[[str], str]
) -> None:
    opened = shared_sqlite_server.open()
    for headers in ({"Origin": spelled(shared_sqlite_server.url)}, {}):
        own = {**headers, "Cookie": f"kaiten_{opened['table']}={opened['token']}"}
        answer = shared_sqlite_server.http.post(
            f"/api/tables/{opened['table']}/commands",
            json={"do": "emote", "emote": "yum"},
            headers=own,
        )
        assert answer.status_code == 200, answer.text
        with dial(shared_sqlite_server, opened["table"], **own) as line:
            assert read_message(line)["you"]["person"] == 1
