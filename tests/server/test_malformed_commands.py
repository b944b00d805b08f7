"""Everything that is no command: it is refused politely, over both transports, and nothing changes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from .raw_connection import can_connect, count_tables, dial, read_close_code, read_message
from .table_client import Message, Server, bearer

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
    """Malformed commands in the middle of a game."""
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
        return [*looks, self.server.runtime.cache.get(code).changes, count_tables(self.server)]

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
        read_message(line)
        line.send(b"\xff\xfe", text=True)
        assert read_close_code(line) == 1007
    assert can_connect(shared_sqlite_server, code)


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
    "lang=" + "x" * 99,
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
            assert read_message(line)["code"] == "unknown-table"
            assert read_close_code(line) == 1008
    for query in NO_QUERIES:
        answer = shared_server.http.get(f"/api/tables/{code}?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
        assert query.partition("=")[0] in answer.json()["error"]
        with dial(shared_server, code, query) as line:
            # a client without a sensible version is told everything
            assert read_message(line)["type"] == "table"
    for number in NO_NUMBERS:
        assert shared_server.http.get(f"/api/tables/{code}/games/{number}").status_code == 404
