"""The example session of docs/protocol.md is played against the server, line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kaiten.server.protocol import errors, requests
from kaiten.server.protocol.emotes import EMOTES
from kaiten.server.tables.commands import COMMANDS
from tests.view_tables import TABLES, read_table

from .table_client import Message, Server, TableClient, play

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
SESSION = (
    PAGE.partition("## An example session")[2]
    .partition("```text\n")[2]
    .partition("\n```")[0]
    .splitlines()
)
ANY = "…"


def fits(told: Any, found: Any) -> bool:
    """Whether a value is as the page tells it; a dict with … may have more keys, and … is anything."""
    if told == ANY:
        return True
    if isinstance(told, dict) and isinstance(found, dict):
        keys = set(told) - {ANY}
        return (keys == set(found) or (ANY in told and keys <= set(found))) and all(
            fits(told[key], found[key]) for key in keys
        )
    if isinstance(told, list) and isinstance(found, list):
        return len(told) == len(found) and all(map(fits, told, found))
    return bool(told == found)


class Stage:
    """The people of the example, and how each line of it is played."""

    def __init__(self, server: Server) -> None:
        self.server, self.code = server, ""
        self.tokens: dict[str, str] = {}
        self.clients: dict[str, TableClient] = {}
        self.unread: dict[str, list[Message]] = {"Ana": [], "Ben": []}
        self.answer: Message = {}  # to the last request over HTTP

    def play(self, name: str, line: str) -> None:
        if line.startswith("< "):
            self.expect(name, json.loads(line[2:]))
        elif line.startswith("> "):
            self.send(name, json.loads(line[2:]))
        elif "connects to" in line:
            self.connect(name, line)
        elif line == "play on to the end":
            self.to_the_end()
        elif line.startswith("GET "):
            self.answer = self.server.http.get(line[4:].replace("CODE", self.code)).json()
        else:
            assert line == "POST /api/tables", line

    def send(self, name: str, message: Message) -> None:
        if "do" not in message:
            self.answer = self.server.open(**message)
            self.code, self.tokens[name] = self.answer["table"], self.answer["token"]
            return
        client = self.clients[name]
        if "choice" in message:
            place = {"CARD": 0, "ANOTHER CARD": -1}[message["choice"]]
            message["choice"] = client.view()["choices"][place]["choice"]
        client.socket.send(json.dumps(message))

    def connect(self, name: str, line: str) -> None:
        if name in self.clients:
            self.clients[name].go()
        token = self.tokens[name] if "token" in line else None
        since = re.search(r"since=(\d+)", line)
        self.clients[name] = self.server.connect_client(
            self.code, token, **({"since": since[1]} if since else {})
        )
        self.unread[name] = list(self.clients[name].messages)

    def expect(self, name: str, told: Message) -> None:
        """Set the next messages that a client gets; `told` must be one of them."""
        if "type" not in told:
            assert fits(told, self.answer), self.answer
            return
        passed = []
        while True:
            message = (
                self.unread[name].pop(0) if self.unread[name] else self.clients[name].receive()
            )
            self.tokens[name] = message.get("token") or self.tokens.get(name, "")
            if fits(told, message):
                return
            passed.append(message)
            assert message["type"] in ("table", "ready", "emote"), (told, passed)
            assert len(passed) < 5, (told, passed)

    def to_the_end(self) -> None:
        clients = list(self.clients.values())
        for client in clients:
            client.see(lambda table: table["version"] == clients[0].version)
        play(clients)
        self.unread["Ana"] = [self.clients["Ana"].newest]


def test_the_example_session_is_what_the_server_does(server: Server) -> None:
    stage = Stage(server)
    for line in SESSION:
        name, _, rest = line.partition(" ")
        stage.play(name, rest.strip())
    assert len(SESSION) > 30


def test_the_page_lists_every_command_with_its_fields() -> None:
    table = PAGE.partition("## Commands")[2]
    for model in [requests.Hello, *COMMANDS]:
        do = model.model_fields["do"].annotation.__args__[0]  # type: ignore[union-attr]
        row = re.search(rf"^\| `{do}` \|([^|]*)\|", table, re.MULTILINE)
        assert row, do
        told = set(re.findall(r"`([a-z]+)`", row[1]))
        assert told == set(model.model_fields) - {"id", "do"}, do


@pytest.mark.parametrize("page", TABLES, ids=lambda page: page.name)
def test_the_tables_of_views_and_observations_are_what_their_descriptions_say(page: Path) -> None:
    assert read_table(page) == TABLES[page](), "`make protocol` rewrites the table."


def test_the_page_lists_every_code_with_its_status() -> None:
    told = {
        code: int(row[1])
        for row in re.finditer(r"^\| (\d{3}) \|(.*)\|$", PAGE, re.MULTILINE)
        for code in re.findall(r"`([a-z-]+)`", row[2])
    }
    known = {kind.code: kind.status for kind in errors.Refusal.__subclasses__()} | dict(
        errors.CODES.values()
    )
    assert told == known


def test_the_page_lists_every_emote() -> None:
    for emote in EMOTES:
        assert f"`{emote}`" in PAGE


@pytest.mark.parametrize("wrong", [{"a": 2}, {"a": 1, "b": 2}, {}])
def test_the_comparison_can_fail(wrong: Message) -> None:
    assert not fits({"a": 1}, wrong)
    assert fits({"a": 1, ANY: ANY}, {"a": 1, "b": 2})
