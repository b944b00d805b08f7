"""Cookies and tokens: whom they let in, where they are kept, and what made-up ones open."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from kaiten.server.storage.driver import DuplicateEntry
from kaiten.server.storage.entry import Entry
from kaiten.server.storage.store import Store
from kaiten.server.tables import commands

from .raw_connection import dial, read_message, send_command, send_raw
from .table_client import Server, bearer


def cookie_of(answer: httpx.Response) -> tuple[str, dict[str, str]]:
    """The cookie that an answer sets, and its attributes."""
    first, *attributes = answer.headers["set-cookie"].split("; ")
    return first, {
        name.lower(): value for name, _, value in (part.partition("=") for part in attributes)
    }


def test_cookies_are_for_the_server_alone_and_for_one_table(shared_sqlite_server: Server) -> None:
    opening = shared_sqlite_server.http.post(
        "/api/tables", json={"name": "Ana", "game": "sushi-go"}
    )
    shared_sqlite_server.http.cookies.clear()
    code, token = opening.json()["table"], opening.json()["token"]
    joining = shared_sqlite_server.http.post(
        f"/api/tables/{code}/commands", json={"do": "join", "name": "Ben"}
    )
    shared_sqlite_server.http.cookies.clear()
    again = shared_sqlite_server.http.post(f"/api/tables/{code}/cookie", headers=bearer(token))
    shared_sqlite_server.http.cookies.clear()
    for answer, held in ((opening, token), (joining, joining.json()["token"]), (again, token)):
        cookie, attributes = cookie_of(answer)
        assert cookie == f"kaiten_{code}={held}"
        assert {"httponly", "samesite", "path", "max-age"} == set(attributes)
        assert (attributes["samesite"].lower(), attributes["path"]) == (
            "strict",
            f"/api/tables/{code}",
        )
    assert again.json() == {
        "type": "ack",
        "id": None,
        "ok": True,
        "version": 3,
        "chosen": None,
        "person": 1,
        "seat": None,
        "token": None,
        "hint": None,
        "lang": None,
    }


def test_behind_https_a_cookie_travels_by_https_alone(shared_sqlite_server: Server) -> None:
    body = {"name": "Ana", "game": "sushi-go"}
    answer = shared_sqlite_server.http.post(
        "/api/tables", json=body, headers={"X-Forwarded-Proto": "https"}
    )
    assert "secure" in cookie_of(answer)[1]


def test_a_cookie_is_as_good_as_a_token_at_its_table_and_at_no_other(
    shared_sqlite_server: Server,
) -> None:
    here, there = shared_sqlite_server.open("Ana"), shared_sqlite_server.open("Ben")
    own = {"Cookie": f"kaiten_{here['table']}={here['token']}"}
    assert (
        shared_sqlite_server.http.get(f"/api/tables/{here['table']}", headers=own).json()["you"][
            "person"
        ]
        == 1
    )
    with dial(shared_sqlite_server, here["table"], **own) as line:
        assert read_message(line)["you"]["person"] == 1
    assert (
        shared_sqlite_server.http.get(f"/api/tables/{there['table']}", headers=own).json()["you"]
        is None
    )
    with dial(shared_sqlite_server, there["table"], **own) as line:
        assert read_message(line)["you"] is None
    moved = {"Cookie": f"kaiten_{there['table']}={here['token']}"}  # under the other table's name
    assert (
        shared_sqlite_server.http.get(f"/api/tables/{there['table']}", headers=moved).json()["you"]
        is None
    )
    start = shared_sqlite_server.http.post(
        f"/api/tables/{there['table']}/commands", json={"do": "start"}, headers=moved
    )
    assert start.json()["code"] == "bad-token"
    with dial(shared_sqlite_server, there["table"], **moved) as line:
        assert send_command(line, do="start")["code"] == "bad-token"


def test_the_header_counts_before_the_cookie(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open()
    code, ben = (
        opened["table"],
        shared_sqlite_server.post(opened["table"], "join", name="Ben").json()["token"],
    )
    both = {"Cookie": f"kaiten_{code}={opened['token']}", **bearer(ben)}
    assert (
        shared_sqlite_server.http.get(f"/api/tables/{code}", headers=both).json()["you"]["person"]
        == 2
    )


def strange_tokens(server: Server, code: str, token: str) -> dict[str, str]:
    """Tokens that belong to nobody at the table."""
    left = server.post(code, "join", name="Zoe").json()["token"]
    server.post(code, "leave", left)
    return {
        "another table's": server.open("Eve")["token"],
        "of a person who has left": left,
        "a letter more": token + "A",
        "a letter less": token[:-1],
        "other case": token.swapcase(),
        "made up": "A" * 43,
        "its digest": commands.hash_token(token),
        "a path": "../../" + token,
    }


def test_strange_tokens_open_nothing(shared_server: Server) -> None:
    opened = shared_server.open()
    code = opened["table"]
    for token in strange_tokens(shared_server, code, opened["token"]).values():
        version = shared_server.look(code)["version"]
        answers = [
            shared_server.http.get(f"/api/tables/{code}", headers=bearer(token)),
            shared_server.post(code, "start", token),
            shared_server.post(code, "join", token, name="Eve"),
            greet(shared_server, code, token),
            shared_server.http.post(f"/api/tables/{code}/cookie", headers=bearer(token)),
        ]
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {
            (401, "bad-token")
        }
        assert not any("set-cookie" in answer.headers for answer in answers)
        with dial(shared_server, code, **bearer(token)) as line:
            assert read_message(line)["code"] == "bad-token"
            assert read_message(line)["you"] is None  # and goes on as a spectator
            assert send_command(line, do="hello", token=token)["code"] == "bad-token"
            assert send_command(line, do="start")["code"] == "bad-token"
        assert shared_server.look(code)["version"] == version
    assert shared_server.look(code, opened["token"])["you"]["person"] == 1


def test_malformed_headers_are_no_token_or_a_bad_one(shared_sqlite_server: Server) -> None:
    code = shared_sqlite_server.open()["table"]
    for header in (
        b"",
        b"Bearer",
        b"Bearer ",
        b"Bearer  \t",
        b"Basic QTpC",
        b"bearer",
        b"A" * 5_000,
    ):
        request = b"GET /api/tables/%s HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\n\r\n" % (
            code.encode(),
            header,
        )
        answer = send_raw(shared_sqlite_server, request)
        assert answer.startswith(b"HTTP/1.1 200")
        assert b'"you":null' in answer
    for header in (
        b"Bearer \xc3\xa9\xff",
        b"Bearer A",
        b"BEARER A",
        b"Bearer A B",
        b"bearer " + b"A" * 5_000,
    ):
        request = b"GET /api/tables/%s HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\n\r\n" % (
            code.encode(),
            header,
        )
        assert send_raw(shared_sqlite_server, request).startswith(b"HTTP/1.1 401")


def test_malformed_tokens_in_hello_are_refused(shared_server: Server) -> None:
    code = shared_server.open()["table"]
    with dial(shared_server, code) as line:
        read_message(line)
        for token in (
            "",
            "x" * 101,
            "x" * 60_000,
            "\ud800",
            "\0",
            "é",
            "🍣" * 20,
            None,
            5,
            True,
            [],
            {},
        ):
            answer = greet(shared_server, code, token)
            assert answer.status_code in (400, 401)
            codes = {
                answer.json()["code"],
                send_command(line, id="h", do="hello", token=token)["code"],
            }
            assert codes <= {"bad-token", "bad-message"}
        # the connection goes on, as nobody's
        assert send_command(line, do="emote", emote="yum")["code"] == "bad-token"


def greet(server: Server, code: str, token: Any) -> httpx.Response:
    """Say hello over HTTP."""
    body = json.dumps({"do": "hello", "token": token})
    return server.http.post(
        f"/api/tables/{code}/commands", content=body, headers={"Content-Type": "application/json"}
    )


def test_tokens_are_compared_in_constant_time_and_everybodys_each_time(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = shared_sqlite_server.party(3)
    code, tokens = clients[0].code, [str(client.token) for client in clients]
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(commands, "compare_digest", compare)
    digests = [commands.hash_token(token) for token in tokens]
    for token in (*tokens, "A" * 43):
        tries: list[Callable[[str], object]] = [
            lambda token: shared_sqlite_server.http.get(
                f"/api/tables/{code}", headers=bearer(token)
            ),
            lambda token: greet(shared_sqlite_server, code, token),
            lambda token: shared_sqlite_server.http.post(
                f"/api/tables/{code}/cookie", headers=bearer(token)
            ),
            lambda token: clients[0].ask("hello", token=token),
        ]
        for attempt in tries:
            compared.clear()
            attempt(token)
            assert compared == [(known, commands.hash_token(token)) for known in digests]


def test_the_store_knows_no_token(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open()
    shared_sqlite_server.post(opened["table"], "start", opened["token"])
    with shared_sqlite_server.runtime.store.engine.connect() as connection:
        names = sql.inspect(connection).get_table_names()
        rows = str(
            [connection.execute(sql.text(f'SELECT * FROM "{name}"')).all() for name in names]
        )
    assert commands.hash_token(opened["token"]) in rows
    assert opened["token"] not in rows


def test_an_error_of_the_database_does_not_tell_what_was_to_be_written(database: str) -> None:
    store = Store(database)
    store.migrate()
    secret = Entry(1, "started", {"seed": 4_000_000_000_000_000_007, "salt": "5a17"}, 0.0)
    with pytest.raises(DuplicateEntry) as problem, store.transaction() as transaction:
        transaction.append_log("AAAAAA", [secret, secret])
    store.close()
    told = f"{problem.value} {problem.value.__cause__}"
    assert "version" in told
    assert "4000000000000000007" not in told
    assert "5a17" not in told
