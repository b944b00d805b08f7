"""Whatever is sent to the server, it answers politely, and nothing at the table changes."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server.web.openapi import describe_api
from tests.long_run import examples

from .server_process import ServerProcess

pytestmark = pytest.mark.unmeasured

MESSAGE_BYTES = 65_536
CODES = {
    "bad-message",
    "bad-name",
    "bad-option",
    "bad-players",
    "bad-table",
    "unknown-game",
    "unknown-bot",
    "bad-token",
    "not-yours",
    "unknown-table",
    "unknown-game-number",
    "not-found",
    "outdated",
    "not-allowed",
    "not-now",
    "stale",
    "illegal-choice",
    "seat-taken",
    "name-taken",
    "too-big",
    "too-many",
}


class Target:
    """A table in the middle of a game, and one of its players."""

    def __init__(
        self,
        shared_server: ServerProcess,
        http: httpx.Client,
        seats: Sequence[str | None] = (None, None),
        start: bool = True,
    ) -> None:
        self.shared_server, self.http = shared_server, http
        wish = {"name": "Ana", "game": "sushi-go", "seats": seats, "grace": None}
        opened = self.request("POST", "/api/tables", json=wish)
        self.code, self.token = opened["table"], opened["token"]
        self.path = f"/api/tables/{self.code}"
        self.command(None, do="join", name="Bo")
        if start:
            self.command(self.token, do="start")
        self.before = self.look()
        self.socket: ClientConnection | None = None
        self.things = ExitStack()

    def request(self, method: str, path: str, token: str | None = None, **rest: Any) -> Any:
        """Ask politely, as the owner of the token alone."""
        self.http.cookies.clear()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.request(method, path, headers=headers, **rest).raise_for_status().json()

    def command(self, token: str | None, **fields: Any) -> None:
        self.request("POST", f"{self.path}/commands", token, json={"id": "1", **fields})

    def look(self) -> tuple[Any, ...]:
        """All that a fuzzer must not be able to change."""
        seen = self.request("GET", self.path, self.token)
        table = seen["table"]
        people = [(person["person"], person["name"]) for person in table["people"]]
        return (
            seen["version"],
            seen["views"],
            table["stage"],
            table["seats"],
            table["ready"],
            people,
        )

    def connect(
        self, query: str = "", token: str | None = None
    ) -> AbstractContextManager[ClientConnection]:
        address = f"ws://127.0.0.1:{self.shared_server.port}{self.path}/live?protocol={PROTOCOL}{query.replace('?', '&', 1)}"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return connect(
            address, additional_headers=headers, compression=None, proxy=None, max_size=None
        )

    def send(self, message: str | bytes) -> dict[str, Any]:
        """Send a message as the player, over a connection that is used again and again; the answer."""
        if self.socket is None:
            self.socket = self.things.enter_context(self.connect(token=self.token))
        self.socket.send(message)
        return answer(self.socket)


def answer(connection: ClientConnection) -> dict[str, Any]:
    """The next message that answers something."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=10))
        if message["type"] in ("ack", "error"):
            return message


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    server = ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log")
    asyncio.run(server.open())
    try:
        with httpx.Client(base_url=server.url, timeout=10) as http:
            aimed = Target(server, http)
            with aimed.things:
                yield aimed
    finally:
        server.close()
    assert server.mishaps() == []


def polite(error: dict[str, Any], id: str | None = None) -> bool:
    """Whether this is an error of the one shape that errors have."""
    assert error.keys() == {"type", "version", "id", "ok", "code", "seat", "error"}, error
    assert (error["type"], error["ok"], error["id"]) == ("error", False, id), error
    assert error["code"] in CODES, error
    assert error["version"] is None or error["version"] > 0, error
    assert error["seat"] is None or error["seat"] >= 0, error
    return isinstance(error["error"], str) and len(error["error"]) > 0


# --- Over HTTP ---


# The description comes from a server that never opens; the requests go to one that has.
schema = schemathesis.openapi.from_dict(json.loads(describe_api()))
CONFORMING = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def played(target: Target) -> Target:
    """A table at which one game is over, between bots."""
    table = Target(target.shared_server, target.http, seats=["chance", "chance"])
    while table.look()[2] != "over":
        time.sleep(0.1)
    return table


@schema.given(
    stage=st.sampled_from(["nowhere", "playing", "over"]),
    known=st.booleans(),
    sensible=st.booleans(),
)
@schema.parametrize()
@examples(50, suppress_health_check=list(HealthCheck))
def test_http_answers_as_described_and_never_breaks(
    case: schemathesis.Case, target: Target, played: Target, stage: str, known: bool, sensible: bool
) -> None:
    table = played if stage == "over" else target
    if stage != "nowhere" and "code" in case.path_parameters:
        if case.method == "POST":
            # which may be changed
            table = Target(target.shared_server, target.http, start=stage == "playing")
        case.path_parameters = {**case.path_parameters, "code": table.code} | (
            {"number": 1} if sensible else {}
        )
    if sensible:
        case.query.pop("protocol", None)
    if sensible and isinstance(case.body, dict) and "game" in case.body:
        case.body |= {"game": "sushi-go", "options": {}, "seats": None}
    headers = {"Authorization": f"Bearer {table.token}"} if known else {}
    response = case.call(target.shared_server.url, headers=headers)
    case.validate_response(response, checks=CONFORMING)
    if response.status_code >= 400:
        assert polite(response.json(), response.json()["id"])


# --- Over the WebSocket ---

EMOTES = ("yum", "wow", "oops", "thanks", "hurry", "bravo", "hello", "sorry")
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
no_text = values.filter(lambda value: value is not None and not isinstance(value, str))
no_number = values.filter(
    lambda value: value is not None and (isinstance(value, bool) or not isinstance(value, int))
)
no_seat = no_number | st.integers(max_value=-1) | st.integers(8, 2**64 - 1)
no_emote = values.filter(lambda value: value not in EMOTES)
LONG = "x" * 300
# A right value of every field of every command, and all sorts of wrong ones.
FIELDS: dict[str, dict[str, tuple[Any, st.SearchStrategy[Any]]]] = {
    "hello": {"token": ("a token", no_text)},
    "join": {"name": ("Cy", no_text | st.just("") | st.just(LONG)), "seat": (1, no_seat)},
    "sit": {"seat": (1, no_seat), "name": ("Cy", no_text | st.just("") | st.just(LONG))},
    "stand": {"seat": (0, no_seat)},
    "leave": {},
    "kick": {"person": (2, no_number | st.integers(max_value=0))},
    "set": {
        "game": ("sushi-draft", no_text | st.just(LONG)),
        "options": (
            {},
            values.filter(lambda value: value is not None and not isinstance(value, dict)),
        ),
        "seats": (
            [None, None],
            values.filter(lambda value: value is not None and not isinstance(value, list))
            | st.just([]),
        ),
        "timer": (30, no_number | st.integers(max_value=0)),
        "grace": (30, no_number | st.integers(max_value=-1)),
        "listed": (True, values.filter(lambda value: not isinstance(value, bool))),
    },
    "start": {},
    "choose": {
        "choice": ("tempura", no_text | st.just(LONG)),
        "version": (1, no_number),
        "seat": (0, no_seat),
    },
    "unchoose": {"version": (1, no_number), "seat": (0, no_seat)},
    "away": {"seat": (0, no_seat)},
    "back": {"seat": (0, no_seat)},
    "replace": {"seat": (1, no_seat)},
    "emote": {"emote": ("yum", no_emote)},
}
NEEDED = {
    "hello": ["token"],
    "join": ["name"],
    "sit": ["seat"],
    "kick": ["person"],
    "choose": ["choice", "version"],
    "unchoose": ["version"],
    "replace": ["seat"],
    "emote": ["emote"],
}
KNOWN_FIELDS = {
    "id",
    "do",
    "game",
    "options",
    "seats",
    "timer",
    "grace",
    "listed",
    "token",
    "name",
    "seat",
    "person",
    "choice",
    "version",
    "emote",
}


def right(do: str) -> dict[str, Any]:
    return {"id": "f", "do": do} | {name: value for name, (value, _) in FIELDS[do].items()}


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """A command of the protocol with one thing wrong."""
    do = draw(st.sampled_from(sorted(FIELDS)))
    command = right(do)
    ways = ["added", *(["missing"] if do in NEEDED else []), *(["wrong"] if FIELDS[do] else [])]
    way = draw(st.sampled_from(ways))
    if way == "added":
        name = draw(st.text().filter(lambda name: name not in KNOWN_FIELDS))
        command[name] = draw(values)
    elif way == "missing":
        del command[draw(st.sampled_from(NEEDED[do]))]
    else:
        name = draw(st.sampled_from(sorted(FIELDS[do])))
        command[name] = draw(FIELDS[do][name][1])
    return command


@given(st.text() | st.binary())
def test_words_that_are_no_command_are_refused(target: Target, message: str | bytes) -> None:
    assert polite(target.send(message))
    assert target.look() == target.before


@given(values)
def test_json_that_is_no_command_is_refused(target: Target, value: Any) -> None:
    error = target.send(json.dumps(value))
    assert polite(error, error["id"])
    assert error["code"] == "bad-message"
    assert target.look() == target.before


@examples(300)
@given(spoiled())
def test_a_command_with_one_thing_wrong_is_refused(target: Target, command: dict[str, Any]) -> None:
    assert polite(target.send(json.dumps(command)), "f")
    assert target.look() == target.before


@given(values.filter(lambda value: not isinstance(value, str) or value not in FIELDS))
def test_an_unknown_command_is_refused(target: Target, do: Any) -> None:
    assert polite(target.send(json.dumps({"id": "f", "do": do})), "f")
    assert target.look() == target.before


@given(no_text | st.text(min_size=65, max_size=100))
def test_an_id_that_is_too_long_or_no_text_is_refused_and_not_sent_back(
    target: Target, id: Any
) -> None:
    assert polite(target.send(json.dumps({"id": id, "do": "leave"})))
    assert target.look() == target.before


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":['])
def test_brackets_without_end_are_refused(target: Target, opening: str) -> None:
    assert polite(target.send(opening * (MESSAGE_BYTES // len(opening))))
    assert target.look() == target.before


@pytest.mark.parametrize("do", sorted(FIELDS.keys() - {"hello", "join"}))
def test_somebody_who_only_watches_can_do_nothing(target: Target, do: str) -> None:
    with target.connect() as watching:
        watching.send(json.dumps(right(do)))
        assert polite(answer(watching), "f")
    assert target.look() == target.before


# --- Too big, and no WebSocket at all ---


def verdict(
    connection: ClientConnection, message: str | bytes, text: bool | None = None
) -> str | int:
    """The code of the error that answers a message, or the number with which the connection is
    closed.
    """
    try:
        connection.send(message, text=text)
        error = answer(connection)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    polite(error, error["id"])
    return str(error["code"])


@pytest.mark.parametrize("size", [MESSAGE_BYTES + 1, 10 * MESSAGE_BYTES])
@pytest.mark.parametrize("binary", [False, True])
def test_a_message_that_is_too_big_is_refused_or_ends_the_connection(
    target: Target, size: int, binary: bool
) -> None:
    message = json.dumps({"id": "f", "do": "emote", "emote": "x"}).replace("x", "x" * size)[-size:]
    with target.connect(token=target.token) as connection:
        assert verdict(connection, message.encode() if binary else message) in ("too-big", 1009)
    assert target.look() == target.before


def test_a_text_that_is_not_utf_8_is_refused_or_ends_the_connection(target: Target) -> None:
    with target.connect(token=target.token) as connection:
        assert verdict(connection, b'{"id": "\xff"}', text=True) in ("bad-message", 1007)
    assert target.look() == target.before


HANDSHAKE = (
    "GET {path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c2l4dGVlbiBsZXR0ZXJzLg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@examples(40)
@given(noise=st.binary(min_size=1, max_size=200), after_handshake=st.booleans())
def test_noise_on_the_wire_harms_nobody(
    target: Target, noise: bytes, after_handshake: bool
) -> None:
    with socket.create_connection(("127.0.0.1", target.shared_server.port), timeout=10) as wire:
        if after_handshake:
            wire.sendall(HANDSHAKE.format(path=target.path).encode())
            assert b" 101 " in wire.recv(100)
        wire.sendall(noise)
    assert target.look() == target.before


@examples(40)
@given(
    st.text(max_size=30),
    st.text(max_size=10),
    st.text(st.characters(codec="latin-1", categories=["L", "N", "P"])),
)
def test_a_connection_with_odd_questions_is_told_the_table_or_refused(
    target: Target, since: str, language: str, token: str
) -> None:
    assert first_word(target, f"?since={quote(since)}&lang={quote(language)}", token) in (
        "watching",
        "refused",
    )
    assert target.look() == target.before


def first_word(target: Target, query: str, token: str) -> str:
    """What the server first sends to the holder of an unknown token."""
    try:
        with target.connect(query, token) as connection:
            first = json.loads(connection.recv(timeout=10))
    except InvalidStatus as refused:
        return "refused" if 400 <= refused.response.status_code < 500 else "broken"
    if first["type"] == "error":
        return "refused" if polite(first) else "broken"
    return "watching" if first["you"] is None else "let in"


def test_the_description_names_no_answer_that_is_never_given() -> None:
    operations = [
        operation
        for methods in schema.raw_schema["paths"].values()
        for operation in methods.values()
    ]
    assert all("422" not in operation["responses"] for operation in operations)
    assert all("400" in operation["responses"] for operation in operations)
