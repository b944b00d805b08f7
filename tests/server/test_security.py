"""The server among people who mean no good: other pages, stolen and made-up tokens, floods, and
everything that is no command.
"""

from __future__ import annotations

import hmac
import json
import logging
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import orjson
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server.settings import Limits
from kaiten.server.storage.entry import Entry
from kaiten.server.storage.store import Store
from kaiten.server.storage.transaction import DuplicateEntry
from kaiten.server.tables import commands
from kaiten.server.web import rate_limit
from kaiten.server.web.rate_limit import client_key
from kaiten.text import find_languages

from .table_client import WAIT, Message, Server, TableClient, bearer, play

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


def said(line: ClientConnection) -> Message:
    message: Message = orjson.loads(line.recv(timeout=WAIT))
    return message


def asked(line: ClientConnection, **command: Any) -> Message:
    """The answer to a command over a bare connection."""
    line.send(json.dumps(command))
    while True:
        message = said(line)
        if message["type"] in ("ack", "error"):
            return message


def close_code(line: ClientConnection) -> int | None:
    """The code with which a connection is ended by the server."""
    while True:
        try:
            line.recv(timeout=WAIT)
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd else None


def raw(server: Server, *parts: bytes) -> bytes:
    """What the server answers to these bytes."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=WAIT) as line:
        for part in parts:
            line.sendall(part)
        line.settimeout(WAIT)
        return line.recv(65_536)


@pytest.fixture
def limited(tmp_path: Path, serve: Serve) -> Callable[[Limits], Server]:
    """Start a server with these limits."""
    return lambda limits: serve(f"sqlite:///{tmp_path / 'tables.db'}", limits)


class Clock:
    """A clock for the rate limits that goes on only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        fake = SimpleNamespace(monotonic=lambda: self.now, perf_counter=time.perf_counter)
        monkeypatch.setattr(rate_limit, "time", fake)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


# --- Headers ---


def test_every_kind_of_answer_has_the_headers_that_keep_a_page_safe(
    shared_sqlite_server: Server,
) -> None:
    opened = shared_sqlite_server.open()
    commands_at = f"/api/tables/{opened['table']}/commands"
    pages = (
        "/",
        f"/t/{opened['table']}",
        "/api/docs",
        "/style.css",
        "/api/games",
        "/api/tables",
        "/api/openapi.json",
        "/healthz",
        "/metrics",
    )
    answers = {
        (path, 200): shared_sqlite_server.http.get(path)
        for path in (*pages, f"/api/tables/{opened['table']}")
    }
    answers |= {
        ("open", 201): shared_sqlite_server.http.post(
            "/api/tables", json={"name": "Ben", "game": "sushi-go"}
        ),
        ("slash", 307): shared_sqlite_server.http.get("/api/games/"),
        ("not JSON", 400): shared_sqlite_server.http.post(commands_at, content=b"{"),
        ("no token", 401): shared_sqlite_server.http.post(commands_at, json={"do": "leave"}),
        ("elsewhere", 403): shared_sqlite_server.http.post(
            commands_at, json={"do": "leave"}, headers={"Origin": EVIL}
        ),
        ("nowhere", 404): shared_sqlite_server.http.get("/nowhere"),
        ("no code", 404): shared_sqlite_server.http.get("/t/<b>"),
        ("no table", 404): shared_sqlite_server.http.get("/api/tables/AAAAAA"),
        ("no game", 404): shared_sqlite_server.http.get(f"/api/tables/{opened['table']}/games/1"),
        ("method", 405): shared_sqlite_server.http.delete("/api/games"),
        ("head", 405): shared_sqlite_server.http.head("/api/games"),
        ("stage", 409): shared_sqlite_server.post(opened["table"], "away", opened["token"]),
        ("size", 413): shared_sqlite_server.http.post(commands_at, content=b"x" * 70_000),
    }
    for (what, status), answer in answers.items():
        assert answer.status_code == status, what
        check_headers(answer)


def check_headers(answer: httpx.Response) -> None:
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert (
        answer.headers["Cross-Origin-Opener-Policy"]
        == answer.headers["Cross-Origin-Resource-Policy"]
        == "same-origin"
    )
    assert "camera=()" in answer.headers["Permissions-Policy"]
    check_policy(answer.headers["Content-Security-Policy"])
    assert "access-control-allow-origin" not in answer.headers
    if answer.url.path.startswith("/api"):
        assert answer.headers["Cache-Control"] == "no-store"


def check_policy(policy: str) -> None:
    """Nothing from elsewhere, and nothing that stands in the page itself."""
    sources = {
        name: values.split()
        for name, _, values in (part.strip().partition(" ") for part in policy.split(";"))
    }
    assert (
        sources["default-src"]
        == sources["script-src"]
        == sources["style-src"]
        == sources["connect-src"]
        == ["'self'"]
    )
    assert sources["object-src"] == sources["base-uri"] == sources["frame-ancestors"] == ["'none'"]
    assert sources["form-action"] == ["'self'"]
    everything = {source for values in sources.values() for source in values}
    assert everything <= {"'self'", "'none'", "data:"}


def test_an_answer_to_too_many_requests_has_them_too(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(Limits(requests_per_second=1))
    answers = [server.http.get("/healthz") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    check_headers(answers[-1])


def test_what_nobody_foresaw_is_told_in_the_one_shape_and_with_the_headers(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = shared_sqlite_server.open()["table"]

    def fail(*_: object) -> None:
        raise RuntimeError("tempura")

    monkeypatch.setattr(commands, "recognise", fail)
    answer = shared_sqlite_server.http.get(f"/api/tables/{code}?lang=fr")
    assert answer.status_code == 503
    assert answer.json()["code"] == "busy"
    assert answer.json()["error"] == "Le serveur est occupé ; réessayez dans un instant."
    check_headers(answer)
    assert "tempura" not in answer.text


# --- Pages ---


class Markup(HTMLParser):
    """What in a page could act, or come from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.suspicious: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given) or "style" in given:
            self.suspicious.append(tag)
        self.suspicious += [name for name in given if name.startswith("on")]
        for name in ("href", "src", "action"):
            if not (given.get(name) or "/").startswith(("/", "#")):
                self.suspicious.append(str(given[name]))


def markup(page: httpx.Response) -> Markup:
    assert page.headers["Content-Type"].startswith("text/html")
    found = Markup()
    found.feed(page.text)
    return found


@pytest.mark.parametrize("language", find_languages())
def test_no_page_has_a_script_or_a_style_in_it(fronted: Server, language: str) -> None:
    code = fronted.open()["table"]
    for path in ("/", f"/t/{code}", "/t/nonsense", "/api/docs"):
        found = markup(fronted.http.get(path, params={"lang": language}))
        assert {"html", "body", "link"} <= found.tags
        assert not found.suspicious


STRANGE = (
    "<script>",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    '"><img src=x onerror=alert(1)>',
    "K7QX2M;rm -rf ~",
    "AAAAAA%0a",
    "%00",
)


def test_what_stands_in_an_address_stands_in_no_page(fronted: Server) -> None:
    for code in STRANGE:
        page = fronted.http.get(f"/t/{code}")
        assert page.status_code == 404
        for part in ("<script>", "&lt;script", "onerror", "rm -rf", "AAAAAA", "\0"):
            assert part not in page.text


def test_a_host_with_markup_is_escaped(fronted: Server) -> None:
    page = raw(fronted, b"GET / HTTP/1.1\r\nHost: x<script>alert(1)</script>\r\n\r\n")
    assert b"<script>" not in page


def test_names_with_markup_are_told_as_data_alone(fronted: Server) -> None:
    name = '<img src=x> & "Ana"'
    opened = fronted.open(name, listed=True)
    fronted.connect_client(opened["table"], opened["token"])
    for path in (f"/api/tables/{opened['table']}", "/api/tables"):
        answer = fronted.http.get(path)
        assert answer.headers["Content-Type"] == "application/json"
        assert json.dumps(name) in answer.text
    for path in ("/", f"/t/{opened['table']}"):
        assert "<img" not in fronted.http.get(path).text


# --- Origins ---

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
    tables = number_of_tables(shared_sqlite_server)
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
                assert said(line)["code"] == "not-yours"
                assert close_code(line) == 1008
    table = shared_sqlite_server.look(code, opened["token"])
    assert (table["version"], table["you"]["person"]) == (opened["version"], 1)
    assert number_of_tables(shared_sqlite_server) == tables


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
            assert said(line)["you"]["person"] == 1


# --- Cookies and tokens ---


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
        assert said(line)["you"]["person"] == 1
    assert (
        shared_sqlite_server.http.get(f"/api/tables/{there['table']}", headers=own).json()["you"]
        is None
    )
    with dial(shared_sqlite_server, there["table"], **own) as line:
        assert said(line)["you"] is None
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
        assert asked(line, do="start")["code"] == "bad-token"


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
            assert said(line)["code"] == "bad-token"
            assert said(line)["you"] is None  # and goes on as a spectator
            assert asked(line, do="hello", token=token)["code"] == "bad-token"
            assert asked(line, do="start")["code"] == "bad-token"
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
        answer = raw(shared_sqlite_server, request)
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
        assert raw(shared_sqlite_server, request).startswith(b"HTTP/1.1 401")


def test_malformed_tokens_in_hello_are_refused(shared_server: Server) -> None:
    code = shared_server.open()["table"]
    with dial(shared_server, code) as line:
        said(line)
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
            codes = {answer.json()["code"], asked(line, id="h", do="hello", token=token)["code"]}
            assert codes <= {"bad-token", "bad-message"}
        # the connection goes on, as nobody's
        assert asked(line, do="emote", emote="yum")["code"] == "bad-token"


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


# --- Limits ---


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
    assert raw(shared_sqlite_server, announced.encode()).startswith(b"HTTP/1.1 413")
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
        said(line)
        line.send("x" * 70_000)
        assert close_code(line) == 1009
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
            answers.append(said(line)["code"])
    assert answers == ["unknown-table"] * 5 + ["too-many"] * 2
    clock.now += 60
    with dial(server, "AAAAAA") as line:
        assert said(line)["code"] == "unknown-table"


def test_whether_the_server_is_well_costs_one_question_however_many_tables_there_are(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = shared_sqlite_server.open(listed=True)
    shared_sqlite_server.connect_client(opened["table"], opened["token"])
    assert opened["table"] in shared_sqlite_server.http.get("/api/tables").text
    looks: list[str] = []
    monkeypatch.setattr(shared_sqlite_server.runtime.tables, "read", looks.append)
    monkeypatch.setattr(shared_sqlite_server.runtime.tables, "_read", looks.append)
    assert shared_sqlite_server.http.get("/healthz").json()["ok"]
    assert looks == []

    def out_of_reach() -> list[str]:
        raise sql.exc.OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(shared_sqlite_server.runtime.tables, "_find_listed", out_of_reach)
    assert shared_sqlite_server.http.get("/healthz").json()["code"] == "busy"


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
    assert refused.json()["error"] == "C'est trop à la fois ; attendez un instant."
    assert opening(**ELSEWHERE).status_code == 201
    assert number_of_tables(server) == 4
    clock.now += 1201
    assert [opening().status_code, opening().status_code] == [201, 429]


def number_of_tables(server: Server) -> int:
    with server.runtime.store.engine.connect() as connection:
        number: int = connection.scalar(sql.text("SELECT count(*) FROM tables"))
    return number


def test_so_many_connections_come_from_one_address_and_so_many_in_all(
    limited: Callable[[Limits], Server],
) -> None:
    server = limited(Limits(connections=3, connections_per_address=2))
    code = server.open()["table"]
    with dial(server, code) as first, dial(server, code) as second:
        assert {said(first)["type"], said(second)["type"]} == {"table"}
        with dial(server, code) as third:
            assert said(third)["code"] == "too-many"
            assert close_code(third) == 1008
        with dial(server, code, **ELSEWHERE) as other, dial(server, code, **ELSEWHERE) as too_many:
            assert said(other)["type"] == "table"
            assert said(too_many)["code"] == "too-many"
    soon(lambda: connects(server, code))  # when the server has noticed that they are gone
    assert server.look(code)["table"]["code"] == code


def connects(server: Server, code: str) -> bool:
    with dial(server, code) as line:
        return bool(said(line)["type"] == "table")


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
    assert ready[-1]["error"] == "C'est trop à la fois ; attendez un instant."
    clock.now += 1
    assert [ana.ask("back")["ok"] for _ in range(3)] == [True, True, False]
    with suppress(ConnectionClosed):  # perhaps before the last one is sent
        for _ in range(50):
            ana.socket.send('{"do": "back"}')
    assert close_code(ana.socket) == 1008
    assert server.connect_client(opened["table"], opened["token"]).ask("back")["ok"]


@pytest.mark.parametrize(("one", "other", "same"), [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True), ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("203.0.113.5", "203.0.113.6", False), ("::ffff:203.0.113.5", "203.0.113.5", True), ("?", "testclient", False),
])  # fmt: skip
def test_a_household_is_one_address(one: str, other: str, same: bool) -> None:
    assert (client_key(one) == client_key(other)) is same


# --- What is no command ---

DEEP = "[" * 900 + "]" * 900
NO_COMMANDS = [
    "",
    " ",
    "{",
    "[]",
    "null",
    "true",
    "1",
    '"x"',
    "[[]]",
    "nonsense",
    "{}",
    '{"do": null}',
    '{"do": 1}',
    '{"do": []}',
    '{"do": "fly"}',
    '{"do": "start", "do": "fly"}',
    '{"DO": "start"}',
    '{"do": "start ", "id": "x"}',
    "[" * 30_000,
    '{"a":' * 10_000,
    '{"do": "set", "options": ' + DEEP + "}",
    '{"do": "set", "options": {"direction": ' + DEEP + "}}",
    '{"do": "kick", "person": ' + "9" * 5_000 + "}",
    '{"do": "kick", "person": 1e999}',
    '{"do": "kick", "person": NaN}',
    '{"do": "set", "timer": Infinity}',
    '{"do": "set", "timer": -Infinity}',
    '{"do": "start", "\\ud800": 1}',
    '{"do": "\\ud800"}',
    '{"do": "start\\u0000"}',
    '{"do": "start", "id": "\\ud800"}',
    '{"do": "start", "id": "' + "x" * 65 + '"}',
    '{"do": "start", "id": 5}',
    '{"do": "start", "": 1}',
    "{'do': 'start'}",
    '{"do": "start"} {"do": "start"}',
    '{"do": "start",}',
    "\ufeff",
    "\x00",
    '{"do": "start" /* now */}',
]


@pytest.fixture(params=["in English on SQLite", "in French on PostgreSQL"])
def place(request: pytest.FixtureRequest) -> Iterator[tuple[Server, str]]:
    """A server, and the language that is spoken there."""
    language, database = ("fr", "postgresql") if "French" in request.param else ("en", "sqlite")
    server: Server = request.getfixturevalue(f"{database}_all_day")
    yield server, language
    server.empty()


@pytest.fixture
def besieged(place: tuple[Server, str]) -> Iterator[Siege]:
    """A table before its first game that must stay as it is, and its host."""
    with Siege(*place) as siege:
        yield siege


@pytest.fixture
def besieged_game(place: tuple[Server, str]) -> Iterator[Siege]:
    """The same in the middle of a game."""
    with Siege(*place, playing=True) as siege:
        yield siege


class Siege:
    """Nonsense over both transports, after which everything is as it was."""

    def __init__(self, server: Server, language: str, playing: bool = False) -> None:
        self.server, self.language = server, language
        self.host, self.other = server.party(
            2, game="sushi-draft", seats=[None, None, None, "chance"]
        )
        self.host = server.connect_client(self.host.code, self.host.token, lang=language)
        if playing:
            self.host.do("start")
            self.host.see(lambda table: table["table"]["ready"] == [2, 3])  # the bots have chosen

    def __enter__(self) -> Siege:
        self.before = self.everything()
        return self

    def __exit__(self, *trouble: object) -> None:
        if not any(trouble):
            assert self.everything() == self.before
            assert self.host.ask("emote", emote="yum")["ok"]  # the connection has held

    def everything(self) -> list[Any]:
        """The table as everybody sees it, how often it has changed, and how many tables there are."""
        code, tokens = self.host.code, (self.host.token, self.other.token, None)
        looks = [self.server.look(code, token) for token in tokens]
        return [*looks, self.server.runtime.cache.get(code).changes, number_of_tables(self.server)]

    def sends(self, text: str | bytes) -> list[Message]:
        """The answers to a text as a message and as a body."""
        return [self.over_http(text), self.over_the_socket(text)]

    def over_http(self, text: str | bytes, path: str | None = None) -> Message:
        body = text.encode() if isinstance(text, str) else text
        headers = {
            **bearer(self.host.token),
            "Content-Type": "application/json",
            "Accept-Language": self.language,
        }
        answer = self.server.http.post(
            path or f"/api/tables/{self.host.code}/commands", content=body, headers=headers
        )
        assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
        found: Message = answer.json()
        return found

    def over_the_socket(self, text: str | bytes) -> Message:
        self.host.socket.send(text)
        return self.host.hear(lambda message: message["type"] in ("ack", "error"))

    def refused(self, answers: list[Message], *codes: str) -> None:
        """Every answer is an error of one of these codes, a sentence in the right language, and no
        longer than anybody reads.
        """
        for answer in answers:
            assert set(answer) == {"type", "id", "ok", "version", "code", "seat", "error"}
            assert (answer["type"], answer["ok"]) == ("error", False)
            assert answer["code"] in codes, answer
            assert len(answer["error"]) < 3_000
            assert looks_french(answer["error"]) is (self.language == "fr"), answer["error"]


def looks_french(sentence: str) -> bool:
    return bool(
        re.search(
            r"\b(pas|manque|incompris|ne|un|du|est|n'a|n'est|n'existe)\b", sentence, re.IGNORECASE
        )
    )


def test_what_is_no_command_is_told_so(besieged: Siege) -> None:
    for text in NO_COMMANDS:
        besieged.refused(besieged.sends(text), "bad-message")
    for garbage in (
        b"\xff\xfe\x00",
        b'{"do": "start", "id": "\xe9"}',
        b"\x80",
        b"PK\x03\x04",
        bytes(range(256)),
    ):
        besieged.refused(
            [besieged.over_http(garbage), besieged.over_the_socket(garbage)], "bad-message"
        )


def test_a_text_frame_that_is_no_text_ends_the_connection_and_no_more(
    shared_sqlite_server: Server,
) -> None:
    code = shared_sqlite_server.open()["table"]
    with dial(shared_sqlite_server, code) as line:
        said(line)
        line.send(b"\xff\xfe", text=True)
        assert close_code(line) == 1007
    assert connects(shared_sqlite_server, code)


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""],
)
def test_what_another_page_could_send_without_asking_is_no_command(
    shared_sqlite_server: Server, kind: str
) -> None:
    opened = shared_sqlite_server.open()
    headers = {**bearer(opened["token"]), "Content-Type": kind}
    answer = shared_sqlite_server.http.post(
        f"/api/tables/{opened['table']}/commands", content=b'{"do": "start"}', headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")


# Every command as it should be, and what its fields are.
WELL_FORMED: dict[str, dict[str, Any]] = {
    "hello": {"token": "A"},
    "join": {"name": "Eve", "seat": 0},
    "sit": {"seat": 2, "name": "Eve"},
    "stand": {"seat": 0},
    "leave": {},
    "kick": {"person": 2},
    "set": {
        "game": "sushi-go",
        "options": {},
        "seats": [None, None],
        "timer": 60,
        "grace": 60,
        "listed": True,
    },
    "start": {},
    "choose": {"choice": "tuna", "version": 1, "seat": 0},
    "unchoose": {"version": 1, "seat": 0},
    "away": {"seat": 0},
    "back": {"seat": 0},
    "replace": {"seat": 0},
    "emote": {"emote": "yum"},
}
MISFITS: list[Any] = [
    True,
    1,
    1.5,
    "1",
    "",
    [],
    ["x"],
    {},
    {"x": 1},
    -1,
    2**31 + 1,
    10**30,
    float("nan"),
    "x" * 10_000,
    "\ud800",
    [[]],
    [None] * 9,
    ["\ud800", None],
    [1, 2],
]
NULLABLE = {"seat", "seats", "timer", "grace"}


def fits(field: str, value: Any, right: Any) -> bool:
    """Whether a value is of a field's kind, so that not its form but its meaning may be wrong."""
    if field == "options":
        return isinstance(value, dict)
    if field == "seats":
        return isinstance(value, list) and all(one is None or isinstance(one, str) for one in value)
    if isinstance(right, str):
        return isinstance(value, str) and (len(value) < 100 or field == "name")
    return type(value) is type(right)


def wrong_commands() -> Iterator[dict[str, Any]]:
    """Commands with a field that is missing, unknown, or of another kind than it should be."""
    for do, fields in WELL_FORMED.items():
        yield {"do": do, **fields, "sudo": True}
        for field, right in fields.items():
            if (field, do) in (("token", "hello"), ("name", "join"), ("person", "kick"), ("choice", "choose"), ("version", "choose"), ("version", "unchoose"), ("emote", "emote")):  # fmt: skip
                yield {"do": do, **{name: value for name, value in fields.items() if name != field}}
            if field not in NULLABLE:
                yield {"do": do, **fields, field: None}
            yield from (
                {"do": do, **fields, field: value}
                for value in MISFITS
                if not fits(field, value, right)
            )


def test_fields_that_are_missing_unknown_or_of_another_kind_are_told(besieged: Siege) -> None:
    wrong = [
        command
        for command in wrong_commands()
        if command.get("name") is not None or command["do"] != "sit"
    ]
    assert len(wrong) > 300
    for number, command in enumerate(wrong):
        text = json.dumps({"id": f"c{number}", **command})
        answer = besieged.over_http(text) if number % 2 else besieged.over_the_socket(text)
        besieged.refused([answer], "bad-message")
        # which are no JSON over the socket
        assert answer["id"] == f"c{number}" or "\\ud800" in text or "NaN" in text


ACCENTS = "a" + "\u0301" * 15_000 + "\u0323" * 15_000  # to put them in order takes seconds
BAD_NAMES = [
    "",
    " ",
    "\t\n",
    "\0",
    "a\0b",
    "\ud800",
    "a\udfff",
    "x" * 25,
    "x" * 10_000,
    "\u202eevil",
    "a\u200bb",
    "\x1b[31m",
    "\x7f",
    "\ue000",
    "\u3164",
    "\u2800",
    "\u0301" * 5,
    "\ufffe",
    ACCENTS,
]


def test_names_that_nobody_could_read_are_refused(besieged: Siege) -> None:
    for name in BAD_NAMES:
        began = time.process_time()
        text = json.dumps({"do": "sit", "seat": 2, "name": name}, ensure_ascii=name != ACCENTS)
        besieged.refused(besieged.sends(text), "bad-name", "bad-message")
        opening = besieged.over_http(
            json.dumps({"name": name, "game": "sushi-go"}, ensure_ascii=name != ACCENTS),
            "/api/tables",
        )
        assert time.process_time() - began < 1
        besieged.refused([opening], "bad-name", "bad-message")


NASTY = [
    "\0",
    "tuna\0",
    "\ud800",
    "x" * 199,
    "x" * 201,
    "{0}",
    "{text.__class__}",
    "%s",
    "' OR 1=1 --",
    "\u202e",
    "../../etc/passwd",
    "🍣" * 50,
    "null",
    "__class__",
]


def test_nasty_texts_in_every_field_are_refused(besieged_game: Siege) -> None:
    siege, version = besieged_game, besieged_game.host.version
    for text in NASTY:
        choice = json.dumps({"do": "choose", "choice": text, "version": version})
        siege.refused(siege.sends(choice), "illegal-choice", "bad-message")
        siege.refused(siege.sends(json.dumps({"do": "emote", "emote": text})), "bad-message")
        for field, value, code in (
            ("game", text, "unknown-game"),
            ("seats", [text, None, None], "unknown-bot"),
        ):
            opening = json.dumps({"name": "Eve", "game": "sushi-draft", field: value})
            siege.refused([siege.over_http(opening, "/api/tables")], code, "bad-message")


def test_a_nasty_id_comes_back_as_it_was(besieged: Siege) -> None:
    for id in ("\0", "{0}", "<script>", "\u202e", "🍣", "x" * 64, "c1"):
        answers = besieged.sends(json.dumps({"id": id, "do": "unchoose", "version": 1}))
        besieged.refused(answers, "not-now")
        assert [answer["id"] for answer in answers] == [id, id]


NONSENSE: list[Any] = [
    [],
    {},
    1.5,
    7,
    -1,
    "",
    "x",
    "\0",
    "\ud800",
    "x" * 10_000,
    ["left"],
    ["x", 1],
    [["maki"]],
    [None],
    {"a": {"b": []}},
    {"tuna": 1},
    {"tuna": [1, 2]},
    {"tuna": [1, 2, 100]},
    {"tuna": [True, 1, 2]},
    {"tuna": [1.0, 2, 3]},
    {"tuna": ["1", "2", "3"]},
    {"tuna": None},
    {"\0": [1, 2, 3]},
    {"tuna": [10**30, 1, 1]},
    "tuna:1,2",
    "tuna:1,2,3/tuna:1,2,3",
    "tuna:",
    "tuna:" + "9" * 5_000 + ",1,1",
    "tuna:1,2,3,4",
    "/" * 1_000,
    ":" * 1_000,
    "," * 1_500,
    "maki," * 2_000,
    "maki,maki",
    ["maki"] * 7,
    "maki\0,tempura",
    float("nan"),
    float("inf"),
    10**30,
    {"x" * 10_000: 1},
    json.loads("[" * 100 + "]" * 100),
    "random,",
    " random",
    ["random"],
    [f"dish {number}" for number in range(500)],
]
GAMES = {
    "sushi-go": ["direction", "variant"],
    "sushi-go-party": ["menu", "edition"],
    "sushi-draft": ["direction", "advanced", "tokens"],
}


SEATS = [None, None, None]


def nonsense() -> Iterator[dict[str, Any]]:
    """What nobody can play."""
    for game, options in GAMES.items():
        for option in options:
            for value in NONSENSE:
                if (option, value) != ("tokens", {}):  # no change to any pile
                    yield {"game": game, "seats": SEATS, "options": {option: value}}
        for option in ("seed", "script", "game", "players", "self", "", "\0", "x" * 150, "x" * 201):
            yield {"game": game, "seats": SEATS, "options": {option: 1}}


def test_nonsense_in_the_options_of_every_game_is_refused(besieged: Siege) -> None:
    for number, wish in enumerate(nonsense()):
        text = json.dumps({"do": "set", **wish})
        answer = besieged.over_http(text) if number % 2 else besieged.over_the_socket(text)
        besieged.refused([answer], "bad-option", "bad-message")
        if number % 5 == 0:
            opening = besieged.over_http(json.dumps({"name": "Eve", **wish}), "/api/tables")
            besieged.refused([opening], "bad-option", "bad-message")


def test_seats_that_nobody_can_play_at_are_refused(besieged: Siege) -> None:
    for seats in ([None, None], [None] * 6, ["nobody", None, None], [None] * 9, [None], []):
        text = json.dumps({"do": "set", "seats": seats})
        besieged.refused(besieged.sends(text), "bad-players", "unknown-bot", "bad-message")


NO_CODES = (
    "%00",
    "A%00AAAA",
    "aaaaaa",
    "AAAAA",
    "AAAAAAA",
    "AAAAA%0a",
    "AAAAA'",
    "%ED%A0%80",
    "%FF",
    "x" * 5_000,
    "AAAA..",
    "AAAAA0",
    "%C3%84AAAAA",
)
NO_QUERIES = (
    "since=-1",
    "since=x",
    "since=1.5",
    "since=99999999999",
    "since=",
    "since=%00",
    "lang=de",
    "lang=%00",
    "since=" + "9" * 5_000,
)
NO_NUMBERS = ("0", "-1", "x", "2147483648", "9" * 5_000, "%00", "1.5")


def test_nonsense_in_an_address_is_told(shared_server: Server) -> None:
    code = shared_server.open()["table"]
    for no_code in NO_CODES:
        at = f"/api/tables/{no_code}"
        answers = [
            shared_server.http.get(at),
            shared_server.http.post(f"{at}/commands", json={"do": "start"}),
            shared_server.http.get(f"{at}/games/1"),
        ]
        assert {answer.status_code for answer in answers} == {404}
        with dial(shared_server, no_code) as line:
            assert said(line)["code"] == "unknown-table"
            assert close_code(line) == 1008
    for query in NO_QUERIES:
        answer = shared_server.http.get(f"/api/tables/{code}?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
        assert query.partition("=")[0] in answer.json()["error"]
        with dial(shared_server, code, query) as line:
            # a client without a sensible version is told everything
            assert said(line)["type"] == "table"
    for number in NO_NUMBERS:
        assert shared_server.http.get(f"/api/tables/{code}/games/{number}").status_code == 404


# --- Logs ---

OURS = ("httpx", "httpcore", "websockets.client")  # the loggers of those who ask


def test_nothing_secret_is_logged_in_a_whole_evening(
    shared_sqlite_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "kaiten")
    clients = shared_sqlite_server.party(2, game="sushi-go-party", seats=[None, None, "chance"])
    code, tokens = clients[0].code, [str(client.token) for client in clients]
    shared_sqlite_server.http.post(f"/api/tables/{code}/cookie", headers=bearer(tokens[0]))
    shared_sqlite_server.http.get(
        f"/api/tables/{code}", headers={"Cookie": f"kaiten_{code}={tokens[1]}"}
    )
    clients[1].ask("hello", token=tokens[1])
    clients[0].ask("hello", token=tokens[0] + "x")
    clients[0].do("start")
    clients[1].see(lambda table: table["table"]["stage"] == "playing")
    cards = {choice["choice"] for choice in clients[0].view()["choices"]}
    clients[0].ask("choose", choice="tempura+tempura", version=clients[0].version)
    clients[0].ask("choose", choice=min(cards), version=0)
    clients[0].socket.send(f'{{"token": "{tokens[0]}"')
    clients[0].hear(lambda message: message["type"] == "error")
    play(clients)
    shared_sqlite_server.http.get(f"/api/tables/{code}/games/1")
    secret = shared_sqlite_server.runtime.cache.get(code).table
    assert secret.match is not None
    assert secret.fair is not None
    written = [
        str({**vars(record), "said": record.getMessage()})
        for record in caplog.records
        if not record.name.startswith(OURS)
    ]
    assert len(written) > 10
    hidden = [
        *tokens,
        *map(commands.hash_token, tokens),
        str(secret.match.seed),
        secret.fair.salt,
        *cards,
    ]
    assert not [(word, line) for word in hidden for line in written if word in line]


def test_what_fails_unforeseen_is_logged_without_anybodys_token(
    shared_sqlite_server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = shared_sqlite_server.open()
    client = shared_sqlite_server.connect_client(opened["table"], opened["token"])

    def fail(*_: object) -> None:
        raise RuntimeError("the deck is wet")

    monkeypatch.setitem(commands.COMMANDS, commands.requests.Start, fail)
    caplog.set_level(logging.INFO)
    assert client.refused("start") == "busy"
    assert shared_sqlite_server.post(opened["table"], "start", opened["token"]).status_code == 503
    texts = [
        logging.Formatter().format(record)
        for record in caplog.records
        if not record.name.startswith(OURS)
    ]
    assert sum("the deck is wet" in text for text in texts) == 2
    assert not [text for text in texts if opened["token"] in text]


# --- Among noise ---


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
        raw(server, b"\x16\x03\x01" + bytes(range(256)) * 20)
        raw(
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
