"""Before and between games: opening a table, coming to it, sitting, going, and what the host
decides.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from kaiten import find_game

from .table_client import Message, Server, TableClient, agree, bearer, begin, play

CODE = re.compile(r"[2-9A-HJ-NP-Z]{8}")  # never 0, O, 1 or I


def people(table: Message) -> dict[int, str]:
    return {person["person"]: person["name"] for person in table["table"]["people"]}


def holders(table: Message) -> list[int | None]:
    """The person of each seat."""
    return [seat["person"] for seat in table["table"]["seats"]]


def refused(server: Server, **wish: Any) -> tuple[int, str]:
    """The status and code with which a table is not opened."""
    answer = server.http.post("/api/tables", json=wish)
    body = answer.json()
    assert body["type"] == "error"
    assert body["ok"] is False
    assert body["error"]
    return answer.status_code, body["code"]


def unchanged(client: TableClient, do: str, **fields: Any) -> str:
    """The code of a refused command, after which the table is as it was."""
    before = client.look()
    code = client.refused(do, **fields)
    assert client.look() == before
    return code


# --- Opening ---


def test_opening_a_table_needs_only_a_name_and_a_game(shared_server: Server) -> None:
    opened = shared_server.open("Ana", "sushi-go")
    assert CODE.fullmatch(opened["table"])
    assert opened["link"] == f"{shared_server.url}/t/{opened['table']}"
    assert (opened["person"], opened["seat"]) == (1, 0)
    table = shared_server.look(opened["table"], opened["token"])
    assert table["version"] == opened["version"]
    shown = table["table"]
    assert shown["code"] == opened["table"]
    assert (shown["stage"], shown["game"], shown["number"], shown["hash"]) == (
        "open",
        "sushi-go",
        0,
        None,
    )
    assert shown["options"] == find_game("sushi-go").options({})
    assert (shown["timer"], shown["grace"], shown["listed"], shown["host"]) == (None, 60, False, 1)
    assert shown["people"] == [{"person": 1, "name": "Ana", "here": False}]
    assert shown["seats"][0] == {"name": "Ana", "person": 1, "bot": None, "away": False}
    assert all((seat["person"], seat["bot"]) == (None, None) for seat in shown["seats"][1:])
    assert (shown["ready"], shown["seconds_left"], shown["games"]) == ([], None, [])
    assert table["you"] == {"person": 1, "name": "Ana", "seats": [0]}
    assert table["views"] == []


@pytest.mark.parametrize("game", ["sushi-go", "sushi-go-party", "sushi-draft"])
def test_a_table_opened_with_nothing_but_a_name_can_be_played_at_at_once(
    shared_sqlite_server: Server, game: str
) -> None:
    opened = shared_sqlite_server.open("Ana", game)
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    begin([ana])
    assert ana.view()["choices"]


def test_a_table_is_opened_as_wished(shared_server: Server) -> None:
    wish = {
        "options": {"menu": "party-sampler", "edition": "en"},
        "seats": ["chance", None, None, "greedy"],
        "timer": 90,
        "grace": 5,
        "listed": True,
    }
    opened = shared_server.open("Ana", "sushi-go-party", **wish)
    assert opened["seat"] == 1, "the first seat for people"
    shown = shared_server.look(opened["table"])["table"]
    assert shown["options"] == find_game("sushi-go-party").options(wish["options"])
    assert (shown["timer"], shown["grace"], shown["listed"]) == (90, 5, True)
    assert [seat["bot"] for seat in shown["seats"]] == ["chance", None, None, "greedy"]
    assert [seat["person"] for seat in shown["seats"]] == [None, 1, None, None]
    assert all(seat["name"] for seat in shown["seats"] if seat["bot"])


def test_a_table_of_bots_alone_is_watched_by_whoever_opened_it(
    shared_sqlite_server: Server,
) -> None:
    opened = shared_sqlite_server.open("Ana", seats=["greedy", "chance"])
    assert (opened["person"], opened["seat"]) == (1, None)
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    assert ana.newest["you"] == {"person": 1, "name": "Ana", "seats": []}
    ana.do("start")
    ana.see(lambda table: table["table"]["stage"] == "over")
    assert [view["seat"] for view in ana.newest["views"]] == [None]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "sushi-go"}, "bad-message"),
        ({"name": "Ana"}, "bad-message"),
        ({"name": 7, "game": "sushi-go"}, "bad-message"),
        ({"name": "", "game": "sushi-go"}, "bad-name"),
        ({"name": " \t ", "game": "sushi-go"}, "bad-name"),
        ({"name": "A" * 25, "game": "sushi-go"}, "bad-name"),
        ({"name": "Ana", "game": "chess"}, "unknown-game"),
        ({"name": "Ana", "game": None}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "colour": "red"}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "options": {"menu": "sushi-go"}}, "bad-option"),
        ({"name": "Ana", "game": "sushi-go", "options": {"direction": "up"}}, "bad-option"),
        ({"name": "Ana", "game": "sushi-go", "options": []}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go-party", "options": {"menu": "brunch"}}, "bad-option"),
        ({"name": "Ana", "game": "sushi-go-party", "options": {"menu": "maki,temaki,eel,tofu,tea,spoon,fruit"}}, "bad-option"),
        ({"name": "Ana", "game": "sushi-go-party", "options": {"menu": "dinner-for-two"}, "seats": [None] * 7}, "bad-players"),
        ({"name": "Ana", "game": "sushi-draft", "options": {"tokens": "tuna:1"}}, "bad-option"),
        ({"name": "Ana", "game": "sushi-draft", "seats": [None, None]}, "bad-players"),
        ({"name": "Ana", "game": "sushi-go", "seats": [None]}, "bad-players"),
        ({"name": "Ana", "game": "sushi-go", "seats": []}, "bad-players"),
        ({"name": "Ana", "game": "sushi-go", "seats": [None] * 6}, "bad-players"),
        ({"name": "Ana", "game": "sushi-go-party", "seats": [None] * 9}, "bad-players"),
        ({"name": "Ana", "game": "sushi-go", "seats": [None] * 3, "options": {"variant": "robot"}}, "bad-players"),
        ({"name": "Ana", "game": "sushi-go", "seats": [None, "hal"]}, "unknown-bot"),
        ({"name": "Ana", "game": "sushi-go", "seats": [None, 1]}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "seats": "greedy"}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "timer": 4}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "timer": "long"}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "grace": -1}, "bad-message"),
        ({"name": "Ana", "game": "sushi-go", "listed": "yes"}, "bad-message"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_not_opened(
    shared_sqlite_server: Server, wish: dict[str, Any], code: str
) -> None:
    assert refused(shared_sqlite_server, **wish) == (400, code)


def test_what_is_no_json_opens_no_table(shared_sqlite_server: Server) -> None:
    for content in (b"name=Ana", b"", b"[]", b'"Ana"', b"null"):
        answer = shared_sqlite_server.http.post(
            "/api/tables", content=content, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-message"), content


def test_everything_that_is_offered_can_be_opened(shared_sqlite_server: Server) -> None:
    offer = shared_sqlite_server.http.get("/api/games").json()
    assert [game["id"] for game in offer["games"]] == ["sushi-go", "sushi-go-party", "sushi-draft"]
    for game in offer["games"]:
        assert game["title"]
        assert game["rule"]
        assert all(card["rule"] for card in game["cards"])
        for players in (min(game["players"]), max(game["players"])):
            for bot in offer["bots"]:
                shared_sqlite_server.open(
                    "Ana", game["id"], seats=[None, *[bot["id"]] * (players - 1)]
                )
        for option in game["options"]:
            for value in option["values"]:
                offered = {option["id"]: value["value"]}
                for code in opened_by_all(shared_sqlite_server, game, offered, value["players"]):
                    assert shared_sqlite_server.look(code)["table"]["options"] == find_game(
                        game["id"]
                    ).options(offered)
        for menu in game["menus"]:
            assert opened_by_all(
                shared_sqlite_server, game, {"menu": menu["dishes"]}, menu["players"]
            )


def opened_by_all(
    shared_server: Server, game: Message, options: dict[str, Any], players: list[int]
) -> list[str]:
    """The tables with these options for each of these numbers of players; other numbers are
    refused.
    """
    for people in set(game["players"]) - set(players):
        wish = {"name": "Ana", "game": game["id"], "options": options, "seats": [None] * people}
        assert refused(shared_server, **wish) == (400, "bad-players")
    return [
        shared_server.open("Ana", game["id"], options=options, seats=[None] * people)["table"]
        for people in players
    ]


def test_the_version_grows_with_everything_that_happens_at_the_table(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, seats=[None] * 3)
    for client, do, fields in (
        (ben, "sit", {"seat": 2}), (ben, "stand", {"seat": 2}), (ben, "emote", {"emote": "wow"}), (ana, "set", {"timer": 60}),
        (ben, "sit", {"seat": 1, "name": "Bea"}), (ana, "start", {}), (ben, "away", {}), (ben, "back", {}), (ben, "leave", {}),
    ):  # fmt: skip
        before = client.look()["version"]
        assert client.do(do, **fields)["version"] > before, do


# --- Names ---


@pytest.mark.parametrize(
    "name",
    [
        "Zoë 🍣",
        "Li Wei 李伟",
        "x" * 24,
        "é" * 24,
        "<b>Ana</b>",
        "'; DROP TABLE events --",
        "null",
        "%s {0}",
    ],
)
def test_a_name_is_kept_as_it_was_written(shared_sqlite_server: Server, name: str) -> None:
    opened = shared_sqlite_server.open(name)
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    assert people(ana.newest) == {1: name}
    begin([ana])
    assert ana.table["seats"][0]["name"] == name
    assert ana.view()["names"][0] == name


def test_spaces_around_a_name_do_not_count(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("  Ana  Maria ")
    assert people(shared_sqlite_server.look(opened["table"])) == {1: "Ana Maria"}


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ana", "ana"), ("ana", "ANA"), ("Zoë", "ZOË"), ("Ana", " Ana "), ("Straße", "STRASSE")],
)
def test_nobody_takes_the_name_of_somebody_else(
    shared_sqlite_server: Server, name: str, other: str
) -> None:
    opened = shared_sqlite_server.open(name)
    ben = shared_sqlite_server.connect_client(opened["table"])
    assert unchanged(ben, "join", name=other) == "name-taken"
    ben.do("join", name="Ben")
    assert unchanged(ben, "sit", seat=2, name=other) == "name-taken"


def test_a_letter_and_the_same_letter_in_two_parts_are_one_name(
    shared_sqlite_server: Server,
) -> None:
    opened = shared_sqlite_server.open("Zo\u00eb")
    assert (
        shared_sqlite_server.connect_client(opened["table"]).refused("join", name="Zoe\u0308")
        == "name-taken"
    )


@pytest.mark.parametrize(("name", "code"), [("", "bad-name"), ("  ", "bad-name"), ("B" * 25, "bad-name"), (5, "bad-message"), (None, "bad-message")])  # fmt: skip
def test_nobody_comes_without_a_proper_name(
    shared_sqlite_server: Server, name: Any, code: str
) -> None:
    client = shared_sqlite_server.connect_client(shared_sqlite_server.open()["table"])
    assert unchanged(client, "join", name=name) == code
    assert client.newest["you"] is None


def test_bots_call_themselves_otherwise_than_people(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("aki", seats=[None, "greedy", None, None])
    clients = [
        shared_sqlite_server.connect_client(opened["table"], opened["token"]),
        shared_sqlite_server.connect_client(opened["table"]),
    ]
    clients[1].do("join", name="MEI")
    shared_sqlite_server.connect_client(opened["table"]).do("join", name="Ken")
    begin(clients)
    names = [name.casefold() for name in clients[0].view()["names"]]
    assert len(set(names)) == 4
    assert {"aki", "mei", "ken"} <= set(names)


def test_a_bot_has_no_name_of_somebody_who_watches(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None, "greedy"])
    watcher = shared_sqlite_server.connect_client(opened["table"])
    bot = shared_sqlite_server.look(opened["table"])["table"]["seats"][1]["name"]
    assert watcher.do("join", name=bot)["seat"] is None
    assert watcher.table["seats"][1]["name"] != bot


def test_bots_keep_their_names_when_somebody_leaves(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None, None, "greedy", "greedy"])
    ben = shared_sqlite_server.connect_client(opened["table"])
    ben.do("join", name="Ben")
    bots = [seat["name"] for seat in ben.table["seats"][2:]]
    ben.do("leave")
    now = [seat["name"] for seat in shared_sqlite_server.look(opened["table"])["table"]["seats"]]
    assert now[2:] == bots
    assert len(set(now)) == 4


def test_nobody_is_called_like_the_robot_who_plays_with_them(shared_sqlite_server: Server) -> None:
    assert refused(
        shared_sqlite_server,
        name="Robot",
        game="sushi-go",
        seats=[None] * 2,
        options={"variant": "robot"},
    )[0] in (
        400,
        409,
    )
    host = shared_sqlite_server.party(2, options={"variant": "robot"})[0]
    assert shared_sqlite_server.connect_client(host.code).refused("join", name="robot") in (
        "name-taken",
        "bad-name",
    )


# --- Joining ---


def test_whoever_joins_gets_the_first_free_seat(shared_server: Server) -> None:
    opened = shared_server.open("Ana", seats=[None, "greedy", None, None])
    ben, cleo = (
        shared_server.connect_client(opened["table"]),
        shared_server.connect_client(opened["table"]),
    )
    assert ben.newest["you"] is None
    answer = ben.do("join", name="Ben")
    assert (answer["person"], answer["seat"]) == (2, 2)
    assert ben.newest["you"] == {"person": 2, "name": "Ben", "seats": [2]}
    assert cleo.do("join", name="Cleo")["seat"] == 3
    assert people(cleo.newest) == {1: "Ana", 2: "Ben", 3: "Cleo"}
    assert holders(cleo.newest) == [1, None, 2, 3]


def test_whoever_joins_may_say_at_which_seat(shared_server: Server) -> None:
    opened = shared_server.open("Ana", seats=[None, None, None])
    ben = shared_server.connect_client(opened["table"])
    assert ben.do("join", name="Ben", seat=2)["seat"] == 2
    assert holders(ben.newest) == [1, None, 2]


def test_everybody_sees_who_comes(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    ana.see(
        lambda table: people(table) == {1: "Ana", 2: "Ben"} and table["table"]["people"][1]["here"]
    )
    ben.go()
    ana.see(lambda table: not table["table"]["people"][1]["here"])


def test_a_token_is_given_to_whoever_joins_and_proves_who_they_are(shared_server: Server) -> None:
    opened = shared_server.open("Ana")
    answer = shared_server.post(opened["table"], "join", name="Ben")
    assert answer.status_code == 200
    assert len({opened["token"], answer.json()["token"]}) == 2
    assert shared_server.look(opened["table"], answer.json()["token"])["you"]["name"] == "Ben"
    assert shared_server.look(opened["table"], opened["token"])["you"]["name"] == "Ana"
    assert shared_server.look(opened["table"])["you"] is None


def test_a_taken_seat_is_not_given_away(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None, "greedy", None])
    ben = shared_sqlite_server.connect_client(opened["table"])
    assert unchanged(ben, "join", name="Ben", seat=0) == "seat-taken"
    assert unchanged(ben, "join", name="Ben", seat=1) == "seat-taken", "a bot has it"
    assert ben.newest["you"] is None


def test_a_seat_that_is_not_there_is_not_given(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None, None])
    ben = shared_sqlite_server.connect_client(opened["table"])
    assert {unchanged(ben, "join", name="Ben", seat=seat) for seat in (2, 5, 7, 8, -1, 100)} == {
        "bad-message"
    }
    ben.do("join", name="Ben")
    assert {unchanged(ben, "sit", seat=seat) for seat in (2, 8, -1)} == {"bad-message"}
    assert {unchanged(ben, "stand", seat=seat) for seat in (2, 8, -1)} == {"bad-message"}


def test_whoever_comes_to_a_full_table_watches(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    cleo = shared_sqlite_server.connect_client(ana.code)
    answer = cleo.do("join", name="Cleo")
    assert (answer["person"], answer["seat"]) == (3, None)
    assert cleo.newest["you"] == {"person": 3, "name": "Cleo", "seats": []}
    begin([ana, ben, cleo])
    assert cleo.view()["seat"] is None
    assert cleo.view()["choices"] == []


def test_whoever_joins_during_a_game_watches_it_and_may_sit_down_for_the_next_one(
    shared_server: Server,
) -> None:
    opened = shared_server.open("Ana", seats=[None, None, None])
    ana, ben = (
        shared_server.connect_client(opened["table"], opened["token"]),
        shared_server.connect_client(opened["table"]),
    )
    begin([ana])
    ana.see(lambda table: table["table"]["ready"] == [1, 2])  # nothing else will change
    assert ben.do("join", name="Ben")["seat"] is None
    assert shared_server.connect_client(ana.code).do("join", name="Cleo", seat=1)["seat"] is None
    assert unchanged(ben, "sit", seat=1) == "not-now"
    play([ana])
    ben.see(lambda table: table["table"]["stage"] == "over")
    ben.do("sit", seat=1)
    assert holders(ben.newest) == [1, 2, None]
    begin([ana, ben])
    assert ben.view()["names"][1] == "Ben"
    assert ben.view()["choices"]


def test_nobody_joins_twice(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2, seats=[None] * 3)
    assert unchanged(ana, "join", name="Anabel") == "not-now"
    assert len(ana.look()["table"]["people"]) == 2


@pytest.mark.parametrize("code", ["ZZZZZZ", "zzzzzz", "ABC", "O0O0O0", "ABCDEFGH"])
def test_there_is_nothing_to_join_at_a_table_that_does_not_exist(
    shared_sqlite_server: Server, code: str
) -> None:
    answers = [
        shared_sqlite_server.http.get(f"/api/tables/{code}"),
        shared_sqlite_server.post(code, "join", name="Ben"),
        shared_sqlite_server.http.post(f"/api/tables/{code}/cookie", headers=bearer("x")),
        shared_sqlite_server.http.get(f"/api/tables/{code}/games/1"),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (404, "unknown-table")
    ] * 4
    message = shared_sqlite_server.connect_client(code).messages[0]
    assert (message["type"], message["id"], message["code"]) == ("error", None, "unknown-table")


# --- Sitting and standing ---


def test_somebody_moves_to_another_seat(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, seats=[None] * 4)
    before = ben.version
    ben.do("sit", seat=3)
    assert ben.version > before
    assert holders(ben.newest) == [1, None, None, 2]
    assert ben.newest["you"]["seats"] == [3]
    ana.see(lambda table: holders(table) == [1, None, None, 2])
    begin([ana, ben])
    assert ben.view()["seat"] == 3


def test_somebody_who_watches_sits_down(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    cleo = shared_sqlite_server.connect_client(ana.code)
    cleo.do("join", name="Cleo")
    assert unchanged(cleo, "sit", seat=1) == "seat-taken"
    ben.do("stand", seat=1)
    cleo.do("sit", seat=1)
    assert holders(cleo.newest) == [1, 3]


def test_nobody_sits_on_somebody_else_or_on_a_bot(shared_sqlite_server: Server) -> None:
    _, ben = shared_sqlite_server.party(2, seats=[None, None, "chance"])
    assert unchanged(ben, "sit", seat=0) == "seat-taken"
    assert unchanged(ben, "sit", seat=0, name="Bert") == "seat-taken"
    assert unchanged(ben, "sit", seat=2) == "seat-taken"


def test_whoever_stands_up_stays_at_the_table(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    ben.do("stand", seat=1)
    assert holders(ben.newest) == [1, None]
    assert ben.newest["you"] == {"person": 2, "name": "Ben", "seats": []}
    assert people(ben.newest) == {1: "Ana", 2: "Ben"}
    assert unchanged(ben, "stand", seat=1) == "not-yours"
    assert unchanged(ben, "stand", seat=0) == "not-yours"
    assert ana.look()["you"]["seats"] == [0]


def test_nobody_sits_or_stands_during_a_game(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, seats=[None] * 3)
    begin([ana, ben])
    ben.see(lambda table: table["table"]["ready"] == [2])
    assert unchanged(ben, "sit", seat=2) == "not-now"
    assert unchanged(ben, "sit", seat=2, name="Bert") == "not-now"
    assert unchanged(ben, "stand", seat=1) == "not-now"


def test_one_person_holds_several_seats_under_several_names(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, seats=[None] * 4)
    ana.do("sit", seat=2, name="Alma")
    ana.do("sit", seat=3, name="Abel")
    assert holders(ana.newest) == [1, 2, 1, 1]
    assert [seat["name"] for seat in ana.table["seats"]] == ["Ana", "Ben", "Alma", "Abel"]
    assert ana.newest["you"] == {"person": 1, "name": "Ana", "seats": [0, 2, 3]}
    assert people(ana.newest) == {1: "Ana", 2: "Ben"}
    assert shared_server.connect_client(ana.code).refused("join", name="ALMA") == "name-taken"
    ana.do("stand", seat=2)
    assert holders(ana.newest) == [1, 2, None, 1]
    begin([ana, ben])
    assert [view["seat"] for view in ana.newest["views"]] == [0, 3]
    assert ana.view(0)["names"][3] == "Abel"


def test_moving_takes_the_seat_under_ones_own_name(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None] * 3)
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    ana.do("sit", seat=1, name="Alma")
    ana.do("sit", seat=2)
    assert [(seat["name"], seat["person"]) for seat in ana.table["seats"][1:]] == [
        ("Alma", 1),
        ("Ana", 1),
    ]
    assert ana.table["seats"][0]["person"] is None


# --- Leaving ---


def test_whoever_leaves_gives_up_everything(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, seats=[None] * 3)
    ben.do("sit", seat=2, name="Bert")
    token = ben.token
    ben.do("leave")
    assert ben.newest["you"] is None
    assert people(ben.newest) == {1: "Ana"}
    assert holders(ben.newest) == [1, None, None]
    assert shared_server.post(ana.code, "emote", token, emote="yum").status_code == 401
    assert ben.refused("emote", emote="yum") == "bad-token"
    ana.see(lambda table: people(table) == {1: "Ana"})


def test_whoever_has_left_may_come_again_as_somebody_new(shared_sqlite_server: Server) -> None:
    _, ben = shared_sqlite_server.party(2)
    first = ben.token
    ben.do("leave")
    answer = ben.do("join", name="Ben")
    assert (answer["person"], answer["seat"]) == (3, 1), "numbers are in the order of coming"
    assert answer["token"] != first


def test_the_cookie_of_somebody_who_has_left_does_not_keep_them_out(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    cookie = {"Cookie": f"kaiten_{ana.code}={ben.token}"}
    assert (
        shared_server.http.get(f"/api/tables/{ana.code}", headers=cookie).json()["you"]["name"]
        == "Ben"
    )
    ben.do("leave")
    answer = shared_server.http.get(f"/api/tables/{ana.code}", headers=cookie)
    assert (answer.status_code, answer.json().get("you", "?")) == (200, None)
    again = shared_server.http.post(
        f"/api/tables/{ana.code}/commands", json={"do": "join", "name": "Ben"}, headers=cookie
    )
    shared_server.http.cookies.clear()
    assert (again.status_code, again.json()["seat"]) == (200, 1)


def test_when_the_host_leaves_the_next_person_is_host(shared_sqlite_server: Server) -> None:
    ana, ben, cleo = shared_sqlite_server.party(3)
    assert unchanged(ben, "start") == "not-yours"
    ana.do("leave")
    ben.see(lambda table: table["table"]["host"] == 2)
    assert unchanged(cleo, "start") == "not-yours"
    begin([ben, cleo])


def test_a_table_that_all_have_left_belongs_to_whoever_comes_next(
    shared_sqlite_server: Server,
) -> None:
    opened = shared_sqlite_server.open("Ana")
    shared_sqlite_server.post(opened["table"], "leave", opened["token"])
    ben = shared_sqlite_server.connect_client(opened["table"])
    assert ben.table["people"] == []
    ben.do("join", name="Ben")
    begin([ben])
    assert ben.table["host"] == 2


# --- Kicking ---


def test_the_host_sends_somebody_away_who_then_only_watches(shared_server: Server) -> None:
    ana, ben, cleo = shared_server.party(3)
    ana.do("kick", person=2)
    assert people(ana.newest) == {1: "Ana", 3: "Cleo"}
    assert holders(ana.newest) == [1, None, 3]
    ben.see(lambda table: table["you"] is None)
    assert ben.refused("sit", seat=1) == "bad-token"
    assert (
        shared_server.post(ana.code, "emote", ben.token, emote="yum").json()["code"] == "bad-token"
    )
    begin([ana, cleo])
    ben.see(lambda table: table["table"]["stage"] == "playing")
    assert [(view["seat"], view["choices"]) for view in ben.newest["views"]] == [(None, [])]


def test_only_the_host_kicks_and_only_between_games(shared_sqlite_server: Server) -> None:
    ana, ben, cleo = shared_sqlite_server.party(3)
    assert unchanged(ben, "kick", person=1) == "not-yours"
    assert unchanged(ben, "kick", person=3) == "not-yours"
    begin([ana, ben, cleo])
    assert unchanged(ana, "kick", person=2) == "not-now"
    play([ana, ben, cleo])
    ana.do("kick", person=2)
    assert people(ana.newest) == {1: "Ana", 3: "Cleo"}


def test_nobody_is_kicked_who_is_not_there(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2)
    ana.do("kick", person=2)
    assert unchanged(ana, "kick", person=2) == unchanged(ana, "kick", person=9)
    assert unchanged(ana, "kick") == "bad-message"
    assert unchanged(ana, "kick", person="Ben") == "bad-message"


# --- The host's settings ---


def test_the_host_changes_game_options_and_seats_and_those_who_sit_stay(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2, seats=[None] * 3)
    ben.do("sit", seat=2)
    ana.do(
        "set",
        game="sushi-go-party",
        options={"menu": "master-menu"},
        seats=[None, "greedy", None, "chance", None],
    )
    assert (ana.table["game"], ana.table["options"]["menu"]) == (
        "sushi-go-party",
        find_game("sushi-go-party").options({"menu": "master-menu"})["menu"],
    )
    assert holders(ana.newest) == [1, None, 2, None, None]
    assert [seat["bot"] for seat in ana.table["seats"]] == [None, "greedy", None, "chance", None]
    ben.see(lambda table: table["table"]["game"] == "sushi-go-party")
    begin([ana, ben])
    assert len(ben.view()["names"]) == 5
    assert ben.view()["options"]["menu"] == ana.table["options"]["menu"]


def test_each_setting_can_be_changed_alone(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2)
    wanted: dict[str, Any] = {
        "timer": 30,
        "grace": None,
        "listed": True,
        "hints": False,
        "memory": False,
        "options": {"direction": "alternate", "variant": "standard"},
    }
    for field, value in wanted.items():
        before = ana.look()["table"]
        ana.do("set", **{field: value})
        assert ana.look()["table"] == before | {field: value}
    ana.do("set", timer=None, grace=10, listed=False)
    assert (ana.table["timer"], ana.table["grace"], ana.table["listed"]) == (None, 10, False)


def test_another_game_comes_with_its_usual_options(shared_sqlite_server: Server) -> None:
    ana, *_ = shared_sqlite_server.party(3, options={"direction": "alternate"})
    ana.do("set", game="sushi-draft")
    assert ana.table["options"] == find_game("sushi-draft").options({})


def test_options_that_are_not_given_take_their_usual_values(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2, options={"direction": "alternate"})
    ana.do("set", options={"variant": "robot"})
    assert ana.table["options"] == {"direction": "left", "variant": "robot"}


def test_whoever_loses_the_seat_watches(shared_server: Server) -> None:
    ana, ben, cleo = shared_server.party(3)
    ana.do("set", seats=[None, None])
    assert holders(ana.newest) == [1, 2]
    cleo.see(lambda table: table["you"]["seats"] == [])
    ana.do("set", seats=[None, "greedy"])
    ben.see(lambda table: table["you"]["seats"] == [])
    assert holders(ben.newest) == [1, None]
    assert people(ben.newest) == {1: "Ana", 2: "Ben", 3: "Cleo"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": "sushi-draft", "seats": [None] * 2}, "bad-players"),
        ({"game": "sushi-go", "seats": [None] * 6}, "bad-players"),
        ({"game": "sushi-go"}, "bad-players"),  # there are seven seats
        ({"seats": [None] * 9}, "bad-players"),
        ({"seats": [None]}, "bad-players"),
        ({"seats": [None, "hal"]}, "unknown-bot"),
        ({"options": {"menu": "brunch"}}, "bad-option"),
        ({"options": {"menu": "dinner-for-two"}}, "bad-players"),  # for two to six
        ({"options": {"variant": "robot"}}, "bad-option"),  # of another game
        ({"timer": 1}, "bad-message"),
        ({"timer": True}, "bad-message"),
        ({"grace": -1}, "bad-message"),
        ({"listed": None}, "bad-message"),
        ({"host": 2}, "bad-message"),
    ],
)
def test_what_cannot_be_is_not_set(
    shared_sqlite_server: Server, change: dict[str, Any], code: str
) -> None:
    ana, _ = shared_sqlite_server.party(2, game="sushi-go-party", seats=[None] * 7)
    assert unchanged(ana, "set", **change) == code
    assert unchanged(ana, "set", timer=40, **change) == code if "timer" not in change else True


def test_only_the_host_sets_and_only_between_games(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    assert unchanged(ben, "set", timer=60) == "not-yours"
    begin([ana, ben])
    assert unchanged(ana, "set", timer=60) == "not-now"
    play([ana, ben])
    ana.do("set", timer=60)
    assert ana.table["timer"] == 60


# --- Starting ---


def test_only_the_host_starts_and_nobody_starts_twice(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    assert unchanged(ben, "start") == "not-yours"
    begin([ana, ben])
    assert (ana.table["stage"], ana.table["number"]) == ("playing", 1)
    assert len(ana.table["hash"]) == 64
    assert unchanged(ana, "start") == "not-now"
    assert unchanged(ben, "start") in ("not-now", "not-yours")


def test_empty_seats_are_played_by_bots(shared_server: Server) -> None:
    opened = shared_server.open("Ana", seats=[None] * 4)
    ana = shared_server.connect_client(opened["table"], opened["token"])
    begin([ana])
    assert all(seat["bot"] for seat in ana.table["seats"][1:])
    assert len(set(ana.view()["names"])) == 4
    ana.see(lambda table: table["table"]["ready"] == [1, 2, 3])
    play([ana])
    assert ana.table["stage"] == "over"
    assert [seat["bot"] for seat in ana.table["seats"][1:]] == [None] * 3, (
        "people may sit there again"
    )


# --- The list ---


def listed(server: Server) -> dict[str, Message]:
    return {table["code"]: table for table in server.http.get("/api/tables").json()["tables"]}


def test_only_listed_tables_are_listed(shared_server: Server) -> None:
    private, public = shared_server.open("Ana"), shared_server.open("Ben", listed=True)
    client = shared_server.connect_client(public["table"], public["token"])
    assert private["table"] not in listed(shared_server)
    assert listed(shared_server)[public["table"]]["people"] == [
        {"person": 1, "name": "Ben", "here": True}
    ]
    client.do("set", listed=False)
    assert public["table"] not in listed(shared_server)


def test_a_table_is_listed_as_it_is_shown_to_those_who_come(shared_sqlite_server: Server) -> None:
    ana, _ = shared_sqlite_server.party(2, seats=[None] * 3, listed=True)
    assert listed(shared_sqlite_server)[ana.code] == shared_sqlite_server.look(ana.code)["table"]


def test_a_table_is_listed_while_it_waits_for_people(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, seats=[None] * 3, listed=True)
    assert ana.code in listed(shared_server)
    cleo = shared_server.connect_client(ana.code)
    cleo.do("join", name="Cleo")
    assert ana.code not in listed(shared_server), "all seats are taken"
    cleo.do("leave")
    assert ana.code in listed(shared_server)
    begin([ana, ben])
    assert ana.code not in listed(shared_server), "they play"
    play([ana, ben])
    assert ana.code in listed(shared_server), "there is a free seat for the next game"


def test_a_table_where_nobody_is_is_not_listed(shared_server: Server) -> None:
    opened = shared_server.open("Ana", listed=True)
    ana = shared_server.connect_client(opened["table"], opened["token"])
    assert opened["table"] in listed(shared_server)
    ana.go()
    agree(
        [shared_server.connect_client(opened["table"])],
        lambda table: not table["table"]["people"][0]["here"],
    )
    assert opened["table"] not in listed(shared_server)
