"""Connections and what they are sent: identity, deltas after a lost connection, languages,
HTTP, watchers, emotes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

import kaiten
from kaiten.match.facts import encode_event
from kaiten.match.match import mask_event
from kaiten.match.view import PICK_PROMPT
from kaiten.server.tables.commands import IN_GAME

from .table_client import Message, Server, TableClient, bearer, begin, play

EMOTES = ["yum", "wow", "oops", "thanks", "hurry", "bravo", "hello", "sorry"]


def plain(match: kaiten.Match, event: Any) -> Message:
    """An event as it comes out of JSON."""
    variant = match.game.variant(dict(match.options))
    data: Message = orjson.loads(orjson.dumps(encode_event(match.game, event, variant)))
    return data


# --- Identity ---


def test_a_connection_without_a_token_watches(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    watcher = shared_sqlite_server.connect_client(ana.code)
    assert watcher.messages[0]["type"] == "table"
    assert watcher.newest["you"] is None
    assert [view["seat"] for view in watcher.newest["views"]] == [None]


def test_a_token_in_the_header_says_who_somebody_is(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    assert ben.again().messages[0]["you"] == {"person": 2, "name": "Ben", "seats": [1]}
    assert ana.again().messages[0]["you"] == {"person": 1, "name": "Ana", "seats": [0]}


def test_hello_says_who_somebody_is(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    ben.go()
    client = shared_server.connect_client(ana.code)
    assert client.newest["you"] is None
    client.ask("hello", token=ben.token)
    client.see(lambda table: table["you"] == {"person": 2, "name": "Ben", "seats": [1]})
    ana.see(lambda table: table["table"]["people"][1]["here"])
    assert client.view()["seat"] == 1
    client.choose()
    assert ana.look()["table"]["ready"] == [1]


def test_hello_with_a_token_of_nobody_or_of_another_table_is_refused(
    shared_sqlite_server: Server,
) -> None:
    ana, _ = shared_sqlite_server.party(2)
    other = shared_sqlite_server.open("Dan")
    client = shared_sqlite_server.connect_client(ana.code)
    for token in ("nonsense", other["token"], ""):
        assert client.refused("hello", token=token) == "bad-token"
    assert client.refused("hello") == "bad-message"
    assert client.look()["you"] is None
    assert client.do("join", name="Cleo")["person"] == 3, "the connection goes on"


def test_a_header_with_a_token_of_nobody_is_refused(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2)
    other = shared_sqlite_server.open("Dan")
    for token in ("nonsense", other["token"]):
        answer = shared_sqlite_server.http.get(f"/api/tables/{ana.code}", headers=bearer(token))
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")
        assert shared_sqlite_server.post(ana.code, "start", token).json()["code"] == "bad-token"
        assert (
            shared_sqlite_server.connect_client(ana.code, token).messages[0]["code"] == "bad-token"
        )


@pytest.mark.parametrize("opening", [True, False])
def test_the_cookie_that_the_server_sets_says_who_somebody_is(
    shared_sqlite_server: Server, opening: bool
) -> None:
    answer = shared_sqlite_server.http.post("/api/tables", json={"name": "Ana", "game": "sushi-go"})
    code = answer.json()["table"]
    if not opening:
        shared_sqlite_server.http.cookies.clear()
        answer = shared_sqlite_server.http.post(
            f"/api/tables/{code}/commands", json={"do": "join", "name": "Ana-Lena"}
        )
    shared_sqlite_server.http.cookies.clear()
    cookie = answer.headers["set-cookie"].split(";")[0]
    assert answer.json()["token"] in cookie
    you = {
        "person": 1 if opening else 2,
        "name": "Ana" if opening else "Ana-Lena",
        "seats": [0 if opening else 1],
    }
    assert (
        shared_sqlite_server.http.get(f"/api/tables/{code}", headers={"Cookie": cookie}).json()[
            "you"
        ]
        == you
    )
    assert (
        shared_sqlite_server.connect_client(code, headers={"Cookie": cookie}).newest["you"] == you
    )
    emote = {"do": "emote", "emote": "yum"}
    assert (
        shared_sqlite_server.http.post(
            f"/api/tables/{code}/commands", json=emote, headers={"Cookie": cookie}
        ).status_code
        == 200
    )


def test_the_cookie_is_set_for_a_token_in_the_header(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    answer = shared_sqlite_server.http.post(
        f"/api/tables/{ana.code}/cookie", headers=bearer(ben.token)
    )
    shared_sqlite_server.http.cookies.clear()
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].split(";")[0]
    assert (
        shared_sqlite_server.connect_client(ana.code, headers={"Cookie": cookie}).newest["you"][
            "name"
        ]
        == "Ben"
    )
    for token in (None, "nonsense"):
        refused = shared_sqlite_server.http.post(
            f"/api/tables/{ana.code}/cookie", headers=bearer(token)
        )
        assert (refused.status_code, refused.headers.get("set-cookie")) == (401, None)


# --- HTTP and WebSocket ---


def whole(message: Message) -> Message:
    """A table message without what depends on what was sent before."""
    views = [
        {key: value for key, value in view.items() if key not in ("log", "story", "sheet")}
        for view in message["views"]
    ]
    return message | {"views": views}


def test_a_snapshot_is_the_message_that_the_websocket_shows(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, seats=[None, None, None, "greedy"])
    ben.do("sit", seat=2, name="Bea")
    watcher = shared_server.connect_client(ana.code)
    everybody = [ana, ben, watcher]
    begin(everybody)
    for _ in range(3):
        play(everybody, turns=5)
        ana.see(lambda table: table["table"]["ready"] == [3])
        for client in everybody:
            client.drain(0.1)
            snapshot, fresh = client.look(), client.again().newest
            assert whole(snapshot) == whole(client.newest)
            assert snapshot == fresh
            assert [view["log"]["from"] for view in snapshot["views"]] == [0] * len(
                snapshot["views"]
            )
            for short, full in zip(client.newest["views"], snapshot["views"], strict=True):
                heard = short["log"]["from"]
                assert full["log"]["events"][heard:] == short["log"]["events"]
                assert full["sheet"]["lines"][short["sheet"]["from"] :] == short["sheet"]["lines"]
                told = [line for line in full["story"]["lines"] if line["event"] >= heard]
                assert told == short["story"]["lines"]


def test_a_whole_game_is_played_over_http(shared_server: Server) -> None:
    opened = shared_server.open("Ana", grace=None, seats=[None, None, "greedy"])
    code = opened["table"]
    tokens = [opened["token"], shared_server.post(code, "join", name="Ben").json()["token"]]
    assert shared_server.post(code, "start", tokens[0]).status_code == 200
    rng, turns = Random(6), 0
    while (table := shared_server.look(code))["table"]["stage"] == "playing":
        for token in tokens:
            mine = shared_server.look(code, token)
            view = mine["views"][0]
            if view["choices"] and not view["chosen"] and mine["version"] == table["version"]:
                choice = rng.choice(view["choices"])["choice"]
                answer = shared_server.post(
                    code, "choose", token, choice=choice, version=mine["version"]
                )
                assert answer.status_code == 200, answer.text
        turns += 1
        assert turns < 500
    assert table["table"]["games"][0]["number"] == 1


def test_answers_over_http_are_those_of_the_websocket(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    asked: list[tuple[str, dict[str, Any], int]] = [
        ("dance", {}, 400),
        ("choose", {"choice": "tempura"}, 400),
        ("start", {}, 409),
        ("replace", {"seat": 0}, 409),
        ("choose", {"choice": "pizza", "version": ben.version}, 409),
        ("choose", {"choice": "pizza", "version": 1}, 409),
        ("choose", {"choice": "pizza", "version": ben.version, "seat": 0}, 403),
        ("choose", {"choice": ben.view()["choices"][0]["choice"], "version": ben.version}, 200),
    ]
    for do, fields, status in asked:
        heard = ben.ask(do, **fields)
        answer = shared_sqlite_server.post(ana.code, do, ben.token, id=heard["id"], **fields)
        assert answer.status_code == status, (do, answer.text)
        assert answer.json() == heard, do


def test_an_id_comes_back_with_its_answer(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2)
    for id in ("x", "é" * 64, ""):
        ana.socket.send(orjson.dumps({"id": id, "do": "back"}).decode())
        assert ana.hear(lambda message: message["type"] == "ack")["id"] == id
        assert shared_sqlite_server.post(ana.code, "back", ana.token, id=id).json()["id"] == id
    for id in ("x" * 65, 7):
        ana.socket.send(orjson.dumps({"id": id, "do": "back"}).decode())
        assert ana.hear(lambda message: message["type"] == "error")["code"] == "bad-message"
        assert (
            shared_sqlite_server.post(ana.code, "back", ana.token, id=id).json()["code"]
            == "bad-message"
        )


def test_what_is_no_command_is_an_error_without_an_id(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2)
    for text in ("nonsense", "[]", "7", "null", '"start"', "{", ""):
        ana.socket.send(text)
        answer = ana.hear(lambda message: message["type"] == "error")
        assert (answer["id"], answer["ok"], answer["code"]) == (None, False, "bad-message"), text
        assert answer["version"] == ana.version
        sent = shared_sqlite_server.http.post(
            f"/api/tables/{ana.code}/commands", content=text, headers=bearer(ana.token)
        )
        assert (sent.status_code, sent.json()["code"], sent.json()["id"]) == (
            400,
            "bad-message",
            None,
        ), text
    assert ana.do("emote", emote="yum")["ok"]


@pytest.mark.parametrize(
    "command",
    [
        {}, {"do": 7}, {"do": "dance"}, {"do": "join"}, {"do": "join", "name": "Cleo", "seat": "0"}, {"do": "sit"},
        {"do": "sit", "seat": 1.5}, {"do": "emote"}, {"do": "emote", "emote": "boo"}, {"do": "leave", "now": True},
        {"do": "choose", "choice": 5, "version": 3}, {"do": "choose", "choice": "tempura", "version": "3"},
        {"do": "start", "Do": "start"},
    ],
)  # fmt: skip
def test_a_missing_unknown_or_wrong_field_is_refused(
    shared_sqlite_server: Server, command: dict[str, Any]
) -> None:
    ana, _ = shared_sqlite_server.party(2)
    before = ana.look()
    ana.socket.send(orjson.dumps({"id": "c1", **command}).decode())
    answer = ana.hear(lambda message: message["type"] == "error")
    assert (answer["id"], answer["code"]) == ("c1", "bad-message")
    assert ana.look() == before


# --- Coming back ---


class Diary:
    """What one seat has been told of a game, put together from what came since the last time."""

    def __init__(self) -> None:
        self.events: list[Message] = []
        self.open: list[bool] = []  # by event, whether the game was over when it was told
        self.lines: list[Message] = []

    def read(self, view: Message, over: bool) -> None:
        assert view["log"]["from"] == len(self.events)
        assert view["sheet"]["from"] == len(self.lines)
        self.events += view["log"]["events"]
        self.open += [over] * len(view["log"]["events"])
        self.lines += view["sheet"]["lines"]


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("sushi-go", 3, {}),
    ("sushi-go", 2, {"variant": "robot"}),
    ("sushi-go-party", 2, {"menu": "dinner-for-two"}),
    ("sushi-go-party", 4, {"menu": "master-menu"}),
    ("sushi-draft", 3, {"advanced": True}),
]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_deltas_over_many_lost_connections_are_the_whole_game(
    shared_server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    clients = shared_server.party(players, game=game, options=options, grace=None)
    clients.append(shared_server.connect_client(clients[0].code))
    begin(clients)
    rng, diaries, read = Random(players), [Diary() for _ in clients], [0] * len(clients)

    def write() -> None:
        for place, (client, diary) in enumerate(zip(clients, diaries, strict=True)):
            for message in client.messages[read[place] :]:
                if message["type"] == "table" and message["table"]["number"] == 1:
                    diary.read(message["views"][0], message["table"]["stage"] == "over")
            read[place] = len(client.messages)

    while clients[0].table["stage"] == "playing":
        write()
        for place in range(len(clients)):
            if rng.random() < 0.2:
                clients[place].go()
                clients[place] = clients[place].again(since=clients[place].version)
                read[place] = 0
                write()
        play(clients, rng, turns=1)
    write()
    match = kaiten.load_match(shared_server.http.get(f"/api/tables/{clients[0].code}/games/1").text)
    for seat, diary in enumerate(diaries):
        watched = seat if seat < players else None
        told = [
            plain(match, mask_event(event, watched, over))
            for event, over in zip(match.log, diary.open, strict=True)
        ]
        assert diary.events == told
        assert [tuple(line.values()) for line in diary.lines] == [
            (line.round, line.card, line.seat, line.points, line.reason.to("en"), line.won)
            for line in match.sheet()
        ]


def test_whoever_missed_several_turns_gets_them_all(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=2)
    version, known = ben.version, ben.look()["views"][0]["log"]["events"]
    ben.go()
    phone = ben.again()
    play([ana, phone], turns=10)
    for message in (ben.again(since=version).newest, ben.look(since=version)):
        log, sheet = message["views"][0]["log"], message["views"][0]["sheet"]
        assert log["from"] == len(known) == 3
        assert known + log["events"] == ben.look()["views"][0]["log"]["events"]
        assert sum("ask" in event for event in log["events"]) == 10
        assert (sheet["from"], sheet["lines"]) == (0, ben.look()["views"][0]["sheet"]["lines"])
        assert sheet["lines"], "a round was scored meanwhile"


def test_nothing_is_told_again_to_whoever_missed_nothing(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=11)
    for message in (ana.again(since=ana.version).newest, ana.look(since=ana.version)):
        assert message["views"][0]["log"]["events"] == message["views"][0]["sheet"]["lines"] == []
        assert message["views"][0]["hands"] == ana.view()["hands"]


def test_whoever_was_last_here_in_another_game_gets_this_one_from_its_beginning(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=12)
    version = ana.version
    play([ana, ben])
    begin([ana, ben])
    play([ana, ben], turns=3)
    for message in (ana.again(since=version).newest, ana.look(since=version)):
        assert message["table"]["number"] == 2
        log = message["views"][0]["log"]
        kinds = [next(iter(event)) for event in log["events"]]
        assert log["from"] == 0
        assert [kind for kind in kinds if kind != "happened"] == ["deal", "ask", "ask", "ask"]


def test_from_another_seat_the_finished_game_is_told_from_its_beginning(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    cleo = shared_sqlite_server.connect_client(ana.code)
    cleo.do("join", name="Cleo")
    begin([ana, ben, cleo])
    play([ana, ben, cleo])
    ben.do("stand", seat=1)
    cleo.do("sit", seat=1)
    for client, seat in ((ben, None), (cleo, 1)):
        view = client.view()
        assert (view["seat"], view["log"]["from"], view["sheet"]["from"]) == (seat, 0, 0)
        recorded = [event for event in view["log"]["events"] if "happened" not in event]
        assert len(recorded) == 37
        assert view["outcome"]


def test_whoever_takes_a_seat_besides_for_the_next_game_still_sees_the_finished_one(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    play([ana, ben])
    ana.do("set", seats=[None] * 3)
    ana.do("sit", seat=2, name="Alma")
    assert ana.newest["you"]["seats"] == [0, 2]
    assert ana.view()["seat"] == 0


def test_a_choice_made_before_the_connection_was_lost_is_shown_after_it(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    choice = ana.choose(rng=Random(8))
    ana.go()
    back = ana.again(since=ana.version)
    assert back.view()["chosen"] == choice
    assert back.table["ready"] == [0]


def test_a_hot_seat_gets_what_each_seat_missed(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None, None])
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    ana.do("sit", seat=1, name="Alma")
    begin([ana])
    version = ana.version
    play([ana], turns=4)
    back = ana.again(since=version)
    assert [view["log"]["from"] for view in back.newest["views"]] == [1, 1]
    for view in back.newest["views"]:  # with what cards did of themselves, where they did anything
        assert len([event for event in view["log"]["events"] if "answers" in event]) == 4


# --- Languages ---


def test_everything_is_said_in_the_language_that_was_asked_for(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    french, english = ana.again(lang="fr"), ana.again(lang="en", headers={"Accept-Language": "fr"})
    begin([ana, ben])
    play([ana, ben], turns=10)
    for client in (french, english):
        client.see(lambda table: table["version"] == ana.version)
    assert (french.view()["prompt"]["words"], english.view()["prompt"]["words"]) == (
        "Choisissez une carte.",
        "Pick a card.",
    )
    names = kaiten.find_game("sushi-go").kind_names
    for client, language in ((french, "fr"), (english, "en")):
        for option in client.view()["choices"]:
            if option["choice"] in names:
                assert option["words"] == names[option["choice"]].to(language)
    play([ana, ben])
    record = kaiten.load_match(shared_sqlite_server.http.get(ana.table["games"][0]["record"]).text)
    for client, language in ((french, "fr"), (english, "en")):
        client.see(lambda table: table["table"]["stage"] == "over")
        last = [line["reason"] for line in client.view()["sheet"]["lines"]]
        assert last == [line.reason.to(language) for line in record.sheet(3)]


@pytest.mark.parametrize(
    ("query", "header", "sentence"),
    [
        ({}, None, "Only the host of the table can do that."),
        ({}, "fr-CH, fr;q=0.9, en;q=0.8", "Seul l'hôte de la table peut faire cela."),
        ({}, "en-GB, fr;q=0.5", "Only the host of the table can do that."),
        ({}, "tlh, fr;q=0.8, en;q=0.5", "Seul l'hôte de la table peut faire cela."),
        ({}, "en;q=0.5, fr;q=0.8", "Seul l'hôte de la table peut faire cela."),
        ({}, "fr;q=0, en;q=0.1", "Only the host of the table can do that."),
        ({}, "fr ; q=high, en ; q=0.1", "Only the host of the table can do that."),
        ({}, "*", "Only the host of the table can do that."),
        ({"lang": "fr-CA"}, "en", "Seul l'hôte de la table peut faire cela."),
        ({"lang": "tlh"}, "fr", "Seul l'hôte de la table peut faire cela."),
        ({"lang": "fr"}, "en", "Seul l'hôte de la table peut faire cela."),
        ({"lang": "en"}, "fr", "Only the host of the table can do that."),
    ],
)
def test_the_language_is_that_of_the_address_or_else_of_the_header(
    shared_sqlite_server: Server, query: dict[str, str], header: str | None, sentence: str
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    headers = {"Accept-Language": header} if header else {}
    client = ben.again(headers=headers, **query)
    assert client.ask("start")["error"] == sentence
    answer = shared_sqlite_server.http.post(
        f"/api/tables/{ana.code}/commands",
        json={"do": "start"},
        params=query,
        headers=bearer(ben.token) | headers,
    )
    assert answer.json()["error"] == sentence
    opened = shared_sqlite_server.http.post(
        "/api/tables", json={"name": "", "game": "sushi-go"}, params=query, headers=headers
    )
    assert opened.json()["error"].startswith("Un nom" if "Seul" in sentence else "A name")


@pytest.mark.parametrize(("wish", "language"), [("fr", "fr"), ("fr-CA", "fr"), ("tlh", "en")])
def test_a_connection_may_change_its_language(
    shared_sqlite_server: Server, wish: str, language: str
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=1)
    assert ana.view()["prompt"]["words"].startswith("Pick a card.")
    assert ana.ask("language", lang=wish)["lang"] == language
    told = ana.hear(lambda message: message["type"] == "table")
    names = kaiten.find_game("sushi-go").kind_names
    for one in told["views"][0]["choices"]:
        if one["choice"] in names:
            assert one["words"] == names[one["choice"]].to(language)
    assert told["views"][0]["log"]["from"] == 0, "the story is told again in the new language"
    play([ana, ben], turns=1)
    assert ana.view()["prompt"]["words"].startswith(PICK_PROMPT.to(language))
    assert ana.ask("kick", person=2)["error"] == IN_GAME.to(language)


def test_over_http_each_request_has_its_language(shared_sqlite_server: Server) -> None:
    (ana,) = shared_sqlite_server.party(1, seats=[None, None])
    answer = shared_sqlite_server.post(ana.code, "language", ana.token, lang="fr").json()
    assert (answer["ok"], answer["lang"]) == (True, "fr")
    assert shared_sqlite_server.post(ana.code, "language", lang="x" * 99).status_code == 400


# --- Watching ---


def test_who_watches_sees_the_public_side_alone(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, game="sushi-draft", seats=[None, None, "greedy"])
    watcher, cleo = (
        shared_sqlite_server.connect_client(ana.code),
        shared_sqlite_server.connect_client(ana.code),
    )
    cleo.do("join", name="Cleo")
    begin([ana, ben, watcher, cleo])
    while True:
        for client in (watcher, cleo):
            view = client.view()
            assert (view["seat"], view["choices"], view["prompt"], view["chosen"]) == (
                None,
                [],
                None,
                None,
            )
            if client.table["stage"] == "playing":
                assert all(hand["known"] == {} or view["turn"] > 1 for hand in view["hands"])
                assert all(worth is None for held in view["tokens"] for _, worth in held)
        if ana.table["stage"] == "over":
            break
        play([ana, ben, watcher, cleo], turns=1)
    match = kaiten.load_match(shared_sqlite_server.http.get(ana.table["games"][0]["record"]).text)
    told = [
        event
        for message in watcher.messages
        if message["type"] == "table" and message["views"]
        for event in message["views"][0]["log"]["events"]
    ]
    assert [event for event in told if "deal" in event] == [{"deal": [[], [], []]}] * 3
    assert len(told) == len(match.log)


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("sit", {"seat": 2}), ("sit", {"seat": 2, "name": "Eve"}), ("stand", {"seat": 0}), ("leave", {}), ("kick", {"person": 1}),
        ("set", {"timer": 60}), ("start", {}), ("emote", {"emote": "yum"}), ("away", {}), ("back", {}), ("replace", {"seat": 0}),
        ("choose", {"choice": "tempura", "version": 3}), ("unchoose", {"version": 3}),
    ],
)  # fmt: skip
def test_who_has_not_joined_can_do_nothing(
    shared_sqlite_server: Server, do: str, fields: dict[str, Any]
) -> None:
    ana, ben = shared_sqlite_server.party(2, seats=[None] * 3)
    stranger = shared_sqlite_server.connect_client(ana.code)
    codes = set()
    for _ in range(2):
        before = ana.look()
        codes |= {
            stranger.refused(do, **fields),
            shared_sqlite_server.post(ana.code, do, **fields).json()["code"],
        }
        assert ana.look() == before
        if ana.table["stage"] == "open":
            begin([ana, ben])
            ana.see(lambda table: table["table"]["ready"] == [2])
    assert "bad-token" in codes
    assert codes <= {"bad-token", "not-now"}, "between games, during a game, or never"


# --- Emotes ---


def test_an_emote_reaches_everybody(shared_server: Server) -> None:
    clients: list[TableClient] = shared_server.party(2)
    clients += [
        shared_server.connect_client(clients[0].code),
        shared_server.connect_client(clients[0].code),
    ]
    clients[2].do("join", name="Cleo")  # without a seat
    for place, emote in enumerate(EMOTES):
        sender = clients[place % 3]
        version = sender.do("emote", emote=emote)["version"]
        name, person = sender.newest["you"]["name"], sender.newest["you"]["person"]
        expected = {
            "type": "emote",
            "version": version,
            "person": person,
            "name": name,
            "emote": emote,
        }
        for client in clients:
            told = [
                message
                for message in client.messages
                if message["type"] == "emote" and message["version"] == version
            ]
            assert (told or [client.hear(lambda message: message["type"] == "emote")]) == [expected]


def test_an_unknown_emote_is_refused(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2)
    for emote in ("boo", "", "YUM", None, 1):
        assert ana.refused("emote", emote=emote) == "bad-message"


def test_too_many_emotes_are_refused_and_reach_nobody(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    answers = [ana.ask("emote", emote="hurry") for _ in range(30)]
    sent = sum(answer["ok"] for answer in answers)
    assert 1 <= sent < 30
    assert {answer["code"] for answer in answers if not answer["ok"]} == {"too-many"}
    ben.do("emote", emote="sorry")
    ben.see(lambda table: table["version"] == answers[0]["version"] + sent)
    ben.drain(0.1)
    assert [message["emote"] for message in ben.messages if message["type"] == "emote"].count(
        "hurry"
    ) == sent
    assert shared_sqlite_server.post(ana.code, "emote", ana.token, emote="hurry").status_code == 429
