"""Every command that a person may not give, over both transports and in both languages, gets a clear
refusal and changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from kaiten.match.fairness import JointSeed
from kaiten.text import find_languages, find_text

from .conftest import GENEROUS
from .table_client import Message, Server, TableClient, bearer, play

# filled in when the command is given
NOW, LATER = ("the version that is shown", "a version of the future")
ENGLISH = re.compile(
    r"\b(the|is|are|not|no|you|your|there|they|this|that|it|of|what|should|be|seat|seats|card|cards|missing|only|while|cannot|has|have|nothing|somebody|now|first|played|player|players|and|or|for|to|at)\b",
    re.IGNORECASE,
)


# --- The tables ---


@dataclass
class Scene:
    """A table in one of its stages, and who is there: each connected in both languages."""

    server: Server
    code: str
    tokens: dict[str, str | None] = field(default_factory=dict)
    lines: dict[tuple[str, str], TableClient] = field(default_factory=dict)
    before: list[Any] = field(default_factory=list)

    def everybody_comes(self) -> Scene:
        """Let everybody connect, and remember how everything is then."""
        for who, token in self.tokens.items():
            for language in find_languages():
                self.lines[who, language] = self.server.connect_client(
                    self.code, token, lang=language
                )
        if (self.newest["table"]["stage"]) == "playing":
            bots = [
                place
                for place, seat in enumerate(self.newest["table"]["seats"])
                if seat["bot"] or seat["away"]
            ]
            asked = self.newest["views"][0]["waiting"]
            self.lines["host", "en"].see(
                lambda table: {*bots} & {*asked} <= {*table["table"]["ready"]}
            )
        self.before = self.everything()
        self.hear_all()
        return self

    @property
    def newest(self) -> Message:
        return self.lines["host", "en"].newest

    @property
    def version(self) -> int:
        version: int = self.before[0]["version"]
        return version

    def everything(self) -> list[Any]:
        """The table as everybody sees it, and how often it has changed."""
        known = [token for who, token in self.tokens.items() if who != "stranger"]
        looks = [self.server.look(self.code, token) for token in known]
        return [*looks, self.server.runtime.cache.get(self.code).changes]

    def hear_all(self) -> list[Message]:
        """What has been said to anybody meanwhile."""
        heard = []
        for client in self.lines.values():
            try:
                while True:
                    heard.append(client.receive(timeout=0))
            except TimeoutError:
                continue
        return heard

    def refuses(
        self, who: str, command: dict[str, Any], language: str
    ) -> tuple[int, Message, Message]:
        """The status, and the refusals over HTTP and over the WebSocket."""
        numbers = {NOW: self.version, LATER: self.version + 1}
        filled = {
            name: numbers.get(value, value) if isinstance(value, str) else value
            for name, value in command.items()
        }
        text = json.dumps({"id": "c1", **filled})
        headers = {
            **bearer(self.tokens[who]),
            "Content-Type": "application/json",
            "Accept-Language": f"{language}, de",
        }
        answer = self.server.http.post(
            f"/api/tables/{self.code}/commands", content=text, headers=headers
        )
        line = self.lines[who, language]
        line.socket.send(text)
        return answer.status_code, answer.json(), line.receive()


def lay(server: Server, seats: list[str | None], **wish: Any) -> Scene:
    """A table with Ana, who opened it, and Ben; Zoe watches, Eve has a token of another table, and
    a stranger has none.
    """
    opened = server.open("Ana", seats=seats, **wish)
    scene = Scene(server, opened["table"], {"host": opened["token"]})
    for who, name in (("client", "Ben"), ("watcher", "Zoe")):
        joined = server.post(scene.code, "join", name=name).json()
        scene.tokens[who] = joined["token"]
        if who == "watcher" and joined["seat"] is not None:
            server.post(scene.code, "stand", joined["token"])
    scene.tokens |= {"stranger": server.open("Eve")["token"], "spectator": None}
    return scene


def started(scene: Scene) -> Scene:
    assert scene.server.post(scene.code, "start", scene.tokens["host"]).status_code == 200
    return scene


def before_a_game(server: Server) -> Scene:
    return lay(server, [None, None, "chance", None], game="sushi-draft")


def in_a_game(server: Server) -> Scene:
    return started(lay(server, [None, None, "chance"], game="sushi-draft"))


def between_games(server: Server) -> Scene:
    scene = lay(server, [None, None, "chance"], game="sushi-draft")
    clients = [server.connect_client(scene.code, scene.tokens[who]) for who in ("host", "client")]
    started(scene)
    for client in clients:
        client.see(lambda table: table["table"]["stage"] == "playing")
    play(clients)
    return scene


def at_a_hot_seat(server: Server) -> Scene:
    scene = lay(server, [None, None, None], game="sushi-draft")
    server.post(scene.code, "sit", scene.tokens["host"], seat=2, name="Ada")
    return started(scene)


def with_a_player_away(server: Server) -> Scene:
    scene = in_a_game(server)
    assert server.post(scene.code, "away", scene.tokens["client"]).status_code == 200
    return scene


def while_one_is_asked(server: Server) -> Scene:
    """A person, called the client here, reads a menu; the other one, called the host, is not asked
    anything.
    """
    scene = lay(server, [None, None], game="sushi-go-party", options={"menu": "dinner-for-two"})
    clients = [server.connect_client(scene.code, scene.tokens[who]) for who in ("host", "client")]
    started(scene)
    for client in clients:
        client.see(lambda table: table["table"]["stage"] == "playing")
    rng = Random(1)
    while len(clients[0].newest["views"][0]["waiting"]) > 1:
        play_menus(clients, rng)
    (asked,) = clients[0].newest["views"][0]["waiting"]
    if asked == 0:
        scene.tokens["host"], scene.tokens["client"] = scene.tokens["client"], scene.tokens["host"]
    return scene


def play_menus(clients: list[TableClient], rng: Random) -> None:
    """A turn in which every player who has a menu plays it."""
    version = clients[0].version
    for client in clients:
        choices = [option["choice"] for option in client.view()["choices"]]
        client.choose(
            next((choice for choice in choices if choice.startswith("menu")), rng.choice(choices))
        )
    for client in clients:
        client.see(lambda table: table["version"] > version)


SCENES = (
    before_a_game,
    in_a_game,
    between_games,
    at_a_hot_seat,
    with_a_player_away,
    while_one_is_asked,
)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Scene]]:
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('bad-commands') / 'tables.db'}", GENEROUS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JointSeed, "seed", property(lambda _: 9))  # a deal with a menu in it
        yield {make.__name__.replace("_", " "): make(server).everybody_comes() for make in SCENES}
    server.stop()


# --- The commands ---

STATUS = {
    "bad-message": 400,
    "bad-name": 400,
    "bad-option": 400,
    "bad-players": 400,
    "unknown-game": 400,
    "unknown-bot": 400,
    "bad-token": 401,
    "not-yours": 403,
    "not-now": 409,
    "stale": 409,
    "illegal-choice": 409,
    "seat-taken": 409,
    "name-taken": 409,
}
PICK = {"do": "choose", "choice": "tuna", "version": NOW}
CASES: list[tuple[str, str, dict[str, Any], str]] = [
    # Before a game: who may not
    *(
        ("before a game", who, {"do": do}, "not-yours")
        for who in ("client", "watcher")
        for do in ("start", "set")
    ),
    *(
        ("before a game", who, {"do": "kick", "person": 1}, "not-yours")
        for who in ("client", "watcher")
    ),
    *(
        ("before a game", who, {"do": do}, "bad-token")
        for who in ("stranger", "spectator")
        for do in ("start", "set", "leave", "back")
    ),
    *(
        ("before a game", who, {"do": do, "seat": 3}, "bad-token")
        for who in ("stranger", "spectator")
        for do in ("sit", "stand", "back")
    ),
    *(
        ("before a game", who, {"do": "emote", "emote": "yum"}, "bad-token")
        for who in ("stranger", "spectator")
    ),
    ("before a game", "spectator", {"do": "kick", "person": 2}, "bad-token"),
    ("before a game", "client", {"do": "stand", "seat": 0}, "not-yours"),
    ("before a game", "client", {"do": "back", "seat": 0}, "not-yours"),
    ("before a game", "watcher", {"do": "stand"}, "not-yours"),
    ("before a game", "host", {"do": "hello", "token": "A" * 43}, "bad-token"),
    # Before a game: what cannot be
    ("before a game", "host", {"do": "kick", "person": 99}, "bad-message"),
    ("before a game", "host", {"do": "join", "name": "Ann"}, "not-now"),
    ("before a game", "spectator", {"do": "join", "name": "Ann", "seat": 0}, "seat-taken"),
    ("before a game", "spectator", {"do": "join", "name": "Ann", "seat": 2}, "seat-taken"),
    ("before a game", "spectator", {"do": "join", "name": "Ann", "seat": 7}, "bad-message"),
    ("before a game", "spectator", {"do": "join", "name": "bEN"}, "name-taken"),
    ("before a game", "spectator", {"do": "join", "name": "Ｂen"}, "name-taken"),
    ("before a game", "spectator", {"do": "join", "name": " \t "}, "bad-name"),
    ("before a game", "spectator", {"do": "join", "name": ""}, "bad-name"),
    ("before a game", "spectator", {"do": "join", "name": "Ｒobot"}, "name-taken"),
    ("before a game", "client", {"do": "sit", "seat": 0}, "seat-taken"),
    ("before a game", "client", {"do": "sit", "seat": 1}, "seat-taken"),
    ("before a game", "client", {"do": "sit", "seat": 2}, "seat-taken"),
    ("before a game", "client", {"do": "sit", "seat": 4}, "bad-message"),
    ("before a game", "client", {"do": "sit", "seat": 3, "name": "ANA"}, "name-taken"),
    ("before a game", "client", {"do": "sit", "seat": 3, "name": "x" * 25}, "bad-name"),
    ("before a game", "host", {"do": "set", "game": "chess"}, "unknown-game"),
    ("before a game", "host", {"do": "set", "options": {"menu": "random"}}, "bad-option"),
    ("before a game", "host", {"do": "set", "options": {"direction": "up"}}, "bad-option"),
    (
        "before a game",
        "host",
        {"do": "set", "game": "sushi-go", "options": {"variant": "robot"}},
        "bad-players",
    ),
    *(
        ("before a game", "host", {"do": "set", "seats": [None] * number}, "bad-players")
        for number in (1, 2, 6)
    ),
    ("before a game", "host", {"do": "set", "seats": [None, None, "hal"]}, "unknown-bot"),
    *(("before a game", who, PICK, "not-now") for who in ("host", "client")),
    *(("before a game", who, PICK, "not-yours") for who in ("watcher",)),
    *(("before a game", who, PICK, "bad-token") for who in ("stranger", "spectator")),
    ("before a game", "host", {"do": "unchoose", "version": NOW}, "not-now"),
    *(("before a game", who, {"do": "away"}, "not-now") for who in ("host", "client", "watcher")),
    *(
        ("before a game", who, {"do": do, "seat": 1}, "bad-token")
        for who in ("stranger", "spectator")
        for do in ("away", "replace")
    ),
    ("before a game", "host", {"do": "replace", "seat": 1}, "not-now"),
    # Before a game: what nobody understands
    *(
        ("before a game", who, command, "bad-message")
        for who in ("host", "spectator")
        for command in (
            {},
            {"do": "fly"},
            {"do": None},
            {"do": 1},
            {"do": "start", "sudo": True},
            {"do": "kick"},
            {"do": "kick", "person": "2"},
            {"do": "kick", "person": 0},
            {"do": "sit"},
            {"do": "sit", "seat": -1},
            {"do": "sit", "seat": 8},
            {"do": "sit", "seat": 1.0},
            {"do": "sit", "seat": True},
            {"do": "join"},
            {"do": "join", "name": None},
            {"do": "join", "name": 5},
            {"do": "set", "timer": 4},
            {"do": "set", "timer": "60"},
            {"do": "set", "grace": -1},
            {"do": "set", "listed": 1},
            {"do": "set", "seats": [1, 2]},
            {"do": "set", "options": []},
            {"do": "emote"},
            {"do": "emote", "emote": "rude"},
            {"do": "hello"},
            {"do": "hello", "token": None},
            {"do": "choose"},
            {"do": "choose", "choice": "tuna"},
            {"do": "choose", "version": 1},
            {"do": "choose", "choice": "x" * 201, "version": 1},
            {"do": "choose", "choice": ["tuna"], "version": 1},
            {"do": "choose", "choice": "tuna", "version": "1"},
            {"do": "choose", "choice": "tuna", "version": -1},
            {"do": "unchoose"},
            {"do": "replace"},
            {"do": "replace", "seat": None},
        )
    ),
    # In a game: not now
    *(
        ("in a game", "host", command, "not-now")
        for command in (
            {"do": "start"},
            {"do": "set", "listed": True},
            {"do": "kick", "person": 2},
            {"do": "sit", "seat": 2},
            {"do": "stand", "seat": 0},
            {"do": "unchoose", "version": NOW},
            {"do": "replace", "seat": 1},
            {"do": "replace", "seat": 2},
        )
    ),
    *(
        ("in a game", "host", command, "bad-message")
        for command in (
            {"do": "replace", "seat": 3},
            {"do": "away", "seat": 6},
            {**PICK, "seat": 5},
        )
    ),
    *(("in a game", who, {"do": "start"}, "not-now") for who in ("client", "watcher")),
    # In a game: choices
    *(
        ("in a game", who, {**PICK, "version": version}, "stale")
        for who in ("host", "client")
        for version in (0, 1, LATER)
    ),
    *(
        ("in a game", "host", {"do": "unchoose", "version": version}, "stale")
        for version in (0, LATER)
    ),
    *(
        ("in a game", "host", {**PICK, "choice": choice}, "illegal-choice")
        for choice in (
            "",
            " ",
            "pudding",
            "tempura",
            "nothing",
            "tuna+tuna",
            "tuna+tuna+tuna",
            "joker",
            "joker as:joker",
            "tuna as:tuna",
            "tuna give:tuna",
            "tuna x:y",
            "0",
            "Tuna",
        )
    ),
    *(("in a game", "client", {**PICK, "seat": seat}, "not-yours") for seat in (0, 2)),
    *(("in a game", "client", {"do": do, "seat": 0}, "not-yours") for do in ("away", "back")),
    *(("in a game", "watcher", {**PICK, **seat}, "not-yours") for seat in ({}, {"seat": 0})),
    ("in a game", "watcher", {"do": "unchoose", "version": NOW}, "not-yours"),
    ("in a game", "watcher", {"do": "replace", "seat": 1}, "not-yours"),
    *(
        ("in a game", who, {**PICK, **seat}, "bad-token")
        for who in ("stranger", "spectator")
        for seat in ({}, {"seat": 0})
    ),
    *(
        ("in a game", who, command, "bad-token")
        for who in ("stranger", "spectator")
        for command in (
            {"do": "unchoose", "version": NOW},
            {"do": "away"},
            {"do": "back"},
            {"do": "leave"},
            {"do": "replace", "seat": 1},
            {"do": "emote", "emote": "wow"},
            {"do": "start"},
            {"do": "set", "listed": True},
            {"do": "kick", "person": 1},
            {"do": "sit", "seat": 1},
            {"do": "stand"},
        )
    ),
    ("in a game", "host", {"do": "hello", "token": ""}, "bad-token"),
    ("in a game", "spectator", {"do": "join", "name": "Ana"}, "name-taken"),
    # Between two games
    *(
        ("between games", "host", command, "not-now")
        for command in (
            PICK,
            {"do": "unchoose", "version": NOW},
            {"do": "away"},
            {"do": "replace", "seat": 1},
        )
    ),
    *(
        ("between games", "client", command, "not-yours")
        for command in (
            {"do": "start"},
            {"do": "set", "listed": True},
            {"do": "kick", "person": 1},
            {"do": "stand", "seat": 0},
        )
    ),
    ("between games", "watcher", PICK, "not-yours"),
    ("between games", "watcher", {"do": "sit", "seat": 2}, "seat-taken"),
    *(
        ("between games", who, command, "bad-token")
        for who in ("stranger", "spectator")
        for command in (PICK, {"do": "start"}, {"do": "leave"})
    ),
    # Odd moments
    ("at a hot seat", "host", PICK, "bad-message"),
    ("at a hot seat", "host", {"do": "unchoose", "version": NOW}, "bad-message"),
    ("at a hot seat", "host", {**PICK, "seat": 1}, "not-yours"),
    ("at a hot seat", "client", {**PICK, "seat": 2}, "not-yours"),
    ("with a player away", "client", PICK, "not-now"),
    ("with a player away", "client", {"do": "unchoose", "version": NOW}, "not-now"),
    ("with a player away", "host", {"do": "replace", "seat": 1}, "not-now"),
    ("while one is asked", "host", {**PICK, "choice": "tofu"}, "not-now"),
    ("while one is asked", "host", {"do": "unchoose", "version": NOW}, "not-now"),
    *(
        ("while one is asked", "client", {**PICK, "choice": choice}, "illegal-choice")
        for choice in ("menu_7", "tofu using:menu_7", "nothing", "", "tuna")
    ),
]


@pytest.mark.parametrize("place", [make.__name__.replace("_", " ") for make in SCENES])
def test_a_bad_command_is_refused_and_nothing_has_changed(
    scenes: dict[str, Scene], place: str
) -> None:
    scene = scenes[place]
    cases = [case[1:] for case in CASES if case[0] == place]
    assert cases
    for who, command, code in cases:
        sentences = [refusal(scene, who, command, code, language) for language in find_languages()]
        english, *others = sentences
        assert ENGLISH.search(without_quotations(english)), english
        for sentence in others:
            assert sentence != english
            assert not ENGLISH.search(without_quotations(sentence)), sentence
        assert scene.everything() == scene.before, (who, command)
        assert scene.hear_all() == []


def refusal(scene: Scene, who: str, command: dict[str, Any], code: str, language: str) -> str:
    """The sentence with which a command is refused, the same over both transports."""
    status, over_http, over_websocket = scene.refuses(who, command, language)
    assert (status, over_http["code"]) == (STATUS[code], code), (who, command, over_http)
    sentence: str = over_http["error"]
    expected = {
        "type": "error",
        "id": "c1",
        "ok": False,
        "version": scene.version,
        "code": code,
        "seat": over_http["seat"],
        "error": sentence,
    }
    if code != "bad-message":
        assert command.get("seat") in (None, over_http["seat"])
    assert over_http == over_websocket == expected
    return sentence


def without_quotations(sentence: str) -> str:
    """A sentence without what it quotes, and without spellings of choices, which are the same in
    every language.
    """
    return re.sub(r"“[^”]*”|«[^»]*»|„[^“]*“|\w+:CARD", "", sentence)


@pytest.mark.parametrize("language", find_languages())
def test_at_a_table_that_does_not_exist_every_command_is_refused(
    scenes: dict[str, Scene], language: str
) -> None:
    scene = scenes["in a game"]
    server, token = scene.server, scene.tokens["host"]
    before = scene.everything()
    told = find_text("There is no such table. Is the code right?").to(language)
    for do in ("start", "leave", "away", "back", "set"):
        answer = server.http.post(
            f"/api/tables/AAAAAA/commands?lang={language}",
            json={"id": "c1", "do": do},
            headers=bearer(token),
        )
        assert answer.status_code == 404
        expected = {
            "type": "error",
            "id": "c1",
            "ok": False,
            "version": None,
            "code": "unknown-table",
            "seat": None,
            "error": told,
        }
        assert answer.json() == expected
    line = server.connect_client("AAAAAA", token, lang=language)
    assert line.messages == [{**expected, "id": None}]
    assert scene.everything() == before


def test_every_kind_of_refusal_of_a_command_was_met() -> None:
    assert {code for *_, code in CASES} == set(STATUS)
