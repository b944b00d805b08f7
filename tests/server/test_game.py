"""A game at a table: choosing, seeing who is ready, being asked by cards, the end, the record, the
next game.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import orjson
import pytest

import kaiten

from .table_client import Message, Server, TableClient, agree, begin, play

TOOLS = ("using:", "with:", "spoon", "menu", "takeout", "special", "chopsticks")


def first(client: TableClient, seat: int | None = None, place: int = 0) -> str:
    """One of the choices that a seat has."""
    choice: str = client.view(seat)["choices"][place]["choice"]
    return choice


def download(client: TableClient, number: int = 1, **query: Any) -> str:
    answer = client.server.http.get(f"/api/tables/{client.code}/games/{number}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.text


# --- Choosing ---


def test_the_turn_is_done_when_the_last_one_has_chosen(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    version = ana.version
    picks = [ana.choose(rng=Random(1)), ben.choose(rng=Random(2))]
    agree([ana, ben], lambda table: table["version"] > version)
    for client in (ana, ben):
        assert client.view()["log"]["events"] == [{"ask": "pick", "answers": picks}]
        assert client.view()["turn"] == 2
        assert [sum(tray.values()) for tray in client.view()["trays"]] == [1, 1]
        assert client.view()["chosen"] is None
        assert client.table["ready"] == []


def test_a_choice_can_be_changed_until_the_last_one_has_chosen(shared_server: Server) -> None:
    ana, ben, cleo = shared_server.party(3)
    begin([ana, ben, cleo])
    version = ana.version
    ana.choose(first(ana))
    ben.choose()
    ana.choose(first(ana, place=1))
    wanted = first(ana, place=-1)
    ana.choose(wanted)
    assert ana.look()["views"][0]["chosen"] == wanted
    cleo.choose()
    agree([ana, ben, cleo], lambda table: table["version"] > version)
    assert ana.view()["log"]["events"][0]["answers"][0] == wanted


def test_a_choice_can_be_taken_back(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    ana.choose()
    ben.hear(lambda message: message["type"] == "ready" and message["ready"] == [0])
    ana.do("unchoose", version=ana.version)
    ben.hear(lambda message: message["type"] == "ready" and message["ready"] == [])
    assert ana.look()["views"][0]["chosen"] is None
    version = ben.version
    ben.choose()
    assert ben.look()["version"] == version, "Ana is waited for"
    ana.choose()
    agree([ana, ben], lambda table: table["version"] > version)


def test_nothing_is_taken_back_where_nothing_was_chosen(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    assert ana.refused("unchoose", version=ana.version) == "not-now"


def test_a_choice_for_another_turn_is_stale(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    opened = ana.version
    begin([ana, ben])
    version = ana.version
    assert ana.refused("choose", choice=first(ana), version=opened) == "stale"
    play([ana, ben], turns=1)
    before = ana.look()
    for choice in (first(ana), "pizza"):
        assert ana.refused("choose", choice=choice, version=version) == "stale"
    assert ana.refused("unchoose", version=version) == "stale"
    assert ana.refused("choose", choice=first(ana), version=ana.version + 1) == "stale", (
        "a version of the future"
    )
    assert ana.look() == before


def test_a_choice_is_not_stale_because_somebody_came_or_waved(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    version = ana.version
    shared_sqlite_server.connect_client(ana.code).do("join", name="Cleo")
    ben.do("emote", emote="hurry")
    ana.see(lambda table: table["version"] >= version + 2)
    ana.do("choose", choice=first(ana), version=version)
    assert ana.look()["table"]["ready"] == [0]
    ana.do("unchoose", version=version)


def test_the_version_does_not_grow_when_somebody_chooses(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    version = ana.version
    assert ana.do("choose", choice=first(ana), version=version)["version"] == version
    assert ana.do("unchoose", version=version)["version"] == version
    assert ana.look()["version"] == version


@pytest.mark.parametrize(
    "choice", ["pizza", "", "tempura+tempura+tempura", "tempura give:tempura", "with:chopsticks"]
)
def test_what_the_rules_forbid_is_not_chosen(shared_sqlite_server: Server, choice: str) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    before = ana.look()
    assert ana.refused("choose", choice=choice, version=ana.version) == "illegal-choice"
    assert ana.look() == before


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_reason(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2, game="sushi-go")
    begin([ana, ben])
    names = {kind: name.to("en") for kind, name in kaiten.find_game("sushi-go").kind_names.items()}
    missing = next(kind for kind in names if kind not in ana.view()["hands"][0]["known"])
    answer = ana.ask("choose", choice=missing, version=ana.version)
    assert (answer["code"], answer["error"]) == (
        "illegal-choice",
        f"Not in your hand: {names[missing]}.",
    )


def test_nobody_chooses_before_the_game_or_after_it(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    for do, fields in (("choose", {"choice": "tempura"}), ("unchoose", {})):
        assert ana.refused(do, version=ana.version, **fields) == "not-now"
    begin([ana, ben])
    play([ana, ben])
    for do, fields in (("choose", {"choice": "tempura"}), ("unchoose", {})):
        assert ana.refused(do, version=ana.version, **fields) == "not-now"


def test_nobody_chooses_for_somebody_else(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, seats=[None, None, "greedy"])
    begin([ana, ben])
    cleo, stranger = (
        shared_sqlite_server.connect_client(ana.code),
        shared_sqlite_server.connect_client(ana.code),
    )
    cleo.do("join", name="Cleo")
    choice = first(ana)
    assert ben.refused("choose", choice=choice, version=ben.version, seat=0) == "not-yours"
    assert ben.refused("choose", choice=choice, version=ben.version, seat=2) == "not-yours"
    assert ben.refused("unchoose", version=ben.version, seat=0) == "not-yours"
    assert cleo.refused("choose", choice=choice, version=cleo.version) == "not-yours"
    assert cleo.refused("choose", choice=choice, version=cleo.version, seat=0) == "not-yours"
    assert (
        stranger.refused("choose", choice=choice, version=stranger.version, seat=0) == "bad-token"
    )
    assert ana.look()["views"][0]["chosen"] is None


def test_a_choice_may_be_sent_again(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    choice, version = first(ana), ana.version
    for _ in range(3):
        ana.do("choose", choice=choice, version=version)
    ben.choose()
    ana.see(lambda table: table["version"] > version)
    assert ana.refused("choose", choice=choice, version=version) == "stale"
    assert ana.view()["log"]["events"][0]["answers"][0] == choice, "the log says what was chosen"


# --- Who is ready ---


def test_all_see_who_is_ready_and_nobody_what_somebody_else_has_chosen(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2)
    watcher = shared_server.connect_client(ana.code)
    begin([ana, ben, watcher])
    others = [ben, watcher]
    before = [other.look() for other in others]
    for place in (0, -1):
        choice = first(ana, place=place)
        ana.choose(choice)
        heard = [other.hear(lambda message: message["type"] != "table") for other in others]
        assert heard == [{"type": "ready", "version": ana.version, "ready": [0], "chosen": {}}] * 2
        assert ana.look()["views"][0]["chosen"] == choice
        for other, earlier in zip(others, before, strict=True):
            now = other.look()
            assert now["table"].pop("ready") == [0]
            assert now["table"] == {
                key: value for key, value in earlier["table"].items() if key != "ready"
            }
            assert now["views"] == earlier["views"]


def test_whoever_chooses_is_told_by_the_ack_and_on_other_screens_by_a_message(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    phone = shared_server.connect_client(ana.code, ana.token)
    for client in (ana, ben, phone):
        client.drain()
    choice = ana.choose()
    assert ana.drain(1.0) == []
    told = {"type": "ready", "version": ana.version, "ready": [0]}
    assert phone.drain() == [told | {"chosen": {"0": choice}}]
    phone.do("unchoose", version=phone.version)
    assert ana.drain(1.0) == [told | {"ready": [], "chosen": {}}]
    assert phone.drain() == []


def test_several_choices_make_one_message(shared_server: Server) -> None:
    """Players who wait are told soon who has chosen; where the turn is done before that, the turn says
    enough.
    """
    clients = shared_server.party(4)
    ana, ben, cleo, dan = clients
    begin(clients)
    for client in clients:
        client.drain()
    for client in (ana, ben, cleo):
        shared_server.post(
            client.code, "choose", client.token, choice=first(client), version=client.version
        ).raise_for_status()
    heard = [message["ready"] for message in dan.drain(1.0)]
    assert heard[-1] == [0, 1, 2]
    assert len(heard) < 3
    shared_server.post(
        dan.code, "choose", dan.token, choice=first(dan), version=dan.version
    ).raise_for_status()
    assert [message["type"] for message in ana.drain() if message["version"] > ben.version] == [
        "table"
    ]


def test_a_choice_taken_back_at_once_leaves_nobody_in_error(shared_server: Server) -> None:
    clients = shared_server.party(3)
    ana, ben, _ = clients
    begin(clients)
    for client in clients:
        client.drain()
    ben.choose()
    ana.choose()
    ben.do("unchoose", version=ben.version)
    for client in clients:
        client.drain(1.0)
        assert client.table["ready"] == [0]


def test_bots_are_ready_at_once(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", seats=["greedy", None, "chance"])
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    begin([ana])
    ana.see(lambda table: table["table"]["ready"] == [0, 2])
    assert ana.view()["chosen"] is None


# --- Hot seat ---


def hot_seat(server: Server, **wish: Any) -> TableClient:
    """A table at which one person plays two seats, and a bot the third."""
    opened = server.open("Ana", **{"seats": [None, "greedy", None], **wish})
    ana = server.connect_client(opened["table"], opened["token"])
    ana.do("sit", seat=2, name="Alma")
    begin([ana])
    return ana


def test_whoever_holds_two_seats_sees_and_plays_both(shared_server: Server) -> None:
    ana = hot_seat(shared_server)
    assert [view["seat"] for view in ana.newest["views"]] == [0, 2]
    hands = [view["hands"][view["seat"]] for view in ana.newest["views"]]
    assert all(hand["hidden"] == 0 and sum(hand["known"].values()) == 9 for hand in hands)
    assert ana.view(0)["hands"][2] == {"known": {}, "hidden": 9}, (
        "a view is that of its seat, not of its person"
    )
    version = ana.version
    choices = [ana.choose(seat=0), ana.choose(seat=2)]
    ana.see(lambda table: table["version"] > version)
    assert [ana.view(0)["log"]["events"][0]["answers"][seat] for seat in (0, 2)] == choices
    play([ana])
    assert ana.table["stage"] == "over"
    assert kaiten.load_match(download(ana)).names[::2] == ("Ana", "Alma")


def test_whoever_holds_two_seats_says_for_which_one(shared_sqlite_server: Server) -> None:
    ana = hot_seat(shared_sqlite_server)
    assert ana.refused("choose", choice=first(ana, 0), version=ana.version) == "bad-message"
    chosen = ana.choose(seat=2)
    ana.see(lambda table: table["table"]["ready"] == [1, 2])
    assert [view["chosen"] for view in ana.look()["views"]] == [None, chosen]
    assert ana.refused("unchoose", version=ana.version) == "bad-message"
    ana.do("unchoose", version=ana.version, seat=2)
    assert [view["chosen"] for view in ana.look()["views"]] == [None, None]


# --- Whole games ---

SPREAD: list[tuple[str, int, dict[str, Any], set[str]]] = [
    ("sushi-go", 2, {}, {"pick"}),
    ("sushi-go", 5, {"direction": "alternate"}, {"pick"}),
    ("sushi-go", 2, {"variant": "robot"}, {"pick"}),
    ("sushi-go-party", 8, {"menu": "my-first-meal"}, {"pick"}),
    (
        "sushi-go-party",
        4,
        {"menu": "maki,eel,tofu,miso_soup,spoon,special_order,pudding"},
        {"pick", "spoon", "special_order"},
    ),
    ("sushi-go-party", 3, {"menu": "master-menu"}, {"pick", "spoon", "takeout_box"}),
    ("sushi-go-party", 2, {"menu": "dinner-for-two"}, {"pick", "menu", "special_order"}),
    (
        "sushi-go-party",
        3,
        {"menu": "uramaki,eel,tofu,miso_soup,chopsticks,takeout_box,fruit", "edition": "en"},
        {"pick", "chopsticks", "takeout_box"},
    ),
    ("sushi-go-party", 5, {"menu": "random"}, {"pick"}),
    ("sushi-draft", 3, {}, {"pick"}),
    ("sushi-draft", 5, {"advanced": True, "direction": "alternate"}, {"pick"}),
]


@pytest.mark.parametrize(("game", "players", "options", "wanted"), SPREAD)
def test_a_game_is_played_to_its_end_whatever_the_cards_ask(
    shared_sqlite_server: Server, game: str, players: int, options: dict[str, Any], wanted: set[str]
) -> None:
    clients = shared_sqlite_server.party(players, game=game, options=options)
    rng, asked, games = Random(players), set[str](), 0
    # in some games nobody draws a certain card
    while not wanted <= asked and games < 8:
        begin(clients)
        asked |= play(clients, rng, liked=TOOLS if len(wanted) > 1 else ())
        games += 1
    assert wanted <= asked
    record = kaiten.load_match(download(clients[0], games))
    assert record.over
    assert (record.game.id, len(record.seats)) == (game, players)
    assert len(clients[0].table["games"]) == games


def test_a_random_menu_is_decided_when_the_game_starts(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, game="sushi-go-party", options={"menu": "random"})
    assert ana.table["options"]["menu"] == "random"
    begin([ana, ben])
    assert len(ana.view()["options"]["menu"].split(",")) == 7
    play([ana, ben])
    assert kaiten.load_match(download(ana)).options["menu"] == ana.view()["options"]["menu"]
    assert ana.table["options"]["menu"] == "random", "the next one is left to chance again"


def test_only_whoever_is_asked_chooses(shared_sqlite_server: Server) -> None:
    menu = "maki,eel,tofu,miso_soup,spoon,takeout_box,pudding"
    clients = shared_sqlite_server.party(3, game="sushi-go-party", options={"menu": menu})
    begin(clients)
    while all(client.view()["choices"] for client in clients):
        play(clients, Random(3), turns=1, liked=TOOLS)
    asked = [client for client in clients if client.view()["choices"]]
    assert clients[0].table["stage"] == "playing", "nobody was ever asked alone"
    other = next(client for client in clients if client not in asked)
    assert other.view()["prompt"] is None
    assert other.refused("choose", choice="tempura", version=other.version) in (
        "illegal-choice",
        "not-now",
    )
    assert asked[0].view()["prompt"]["words"]
    assert all(option["words"] for option in asked[0].view()["choices"])
    assert other.view()["waiting"] == [client.view()["seat"] for client in asked]


def test_the_robot_plays_with_two_people(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, options={"variant": "robot"})
    begin([ana, ben])
    assert ana.view()["names"] == ["Ana", "Ben", "Robot"]
    assert len(ana.table["seats"]) == 2
    assert all(" give:" in option["choice"] for option in ana.view()["choices"])
    assert (
        ana.refused("choose", choice=first(ana).split()[0], version=ana.version) == "illegal-choice"
    )
    play([ana, ben])
    assert len(ana.table["games"][0]["scores"]) == 3
    assert sorted(seat for rank in ana.table["games"][0]["ranking"] for seat in rank) == [0, 1]


# --- The end ---


def test_the_sheet_says_where_every_point_came_from(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    lines: list[Message] = []
    while ana.table["stage"] == "playing":
        play([ana, ben], turns=1)
        sheet = ana.view()["sheet"]
        assert sheet["from"] == len(lines)
        lines += sheet["lines"]
    assert [
        sum(line["points"] for line in lines if line["seat"] == seat) for seat in (0, 1)
    ] == ana.view()["scores"]
    record = kaiten.load_match(download(ana))
    assert [tuple(line.values()) for line in lines] == [
        (line.round, line.card, line.seat, line.points, line.reason.to("en"), line.won)
        for line in record.sheet()
    ]
    assert {tuple(line) for line in lines} == {("round", "card", "seat", "points", "reason", "won")}


def test_a_big_screen_in_the_browser_of_somebody_who_plays_shows_the_public_side_alone(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2, game="sushi-draft", seats=[None, None, "chance"])
    begin([ana, ben])
    message = ana.again(watch=1).see(lambda table: table["table"]["stage"] == "playing")
    assert message["you"] is None
    assert [view["seat"] for view in message["views"]] == [None]
    assert not any(hand["known"] for hand in message["views"][0]["hands"])


def test_the_outcome_is_told_when_the_game_is_over(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    watcher = shared_sqlite_server.connect_client(ana.code, lang="fr")
    begin([ana, ben, watcher])
    assert ana.view()["outcome"] is None
    play([ana, ben])
    ended = kaiten.load_match(download(ana)).outcome()
    assert ended
    expected = {
        "ranking": [
            {
                "rank": place.rank,
                "seat": place.seat,
                "name": place.name,
                "score": place.score,
                "desserts": place.desserts,
            }
            for place in ended.ranking
        ],
        "tie_break": ended.tie_break and ended.tie_break.to("en"),
    }
    assert ana.view()["outcome"] == ben.view()["outcome"] == expected
    watcher.see(lambda table: table["table"]["stage"] == "over")
    assert watcher.view()["outcome"]["ranking"] == expected["ranking"]
    assert (ana.view()["prompt"], ana.view()["choices"], ana.view()["waiting"]) == (None, [], [])


def test_a_tie_is_explained_in_everybody_s_language(shared_sqlite_server: Server) -> None:
    worthless = "/".join(
        f"{pile}:0,0,0" for pile in ("tuna", "shrimp", "salmon", "cucumber", "mackerel", "dessert")
    )
    ana, ben, cleo = shared_sqlite_server.party(
        3, game="sushi-draft", options={"tokens": worthless}
    )
    french = ben.again(lang="fr")
    begin([ana, ben, cleo])
    play([ana, ben, cleo])
    assert [place["rank"] for place in ana.view()["outcome"]["ranking"]] == [1, 1, 1]
    assert (
        ana.view()["outcome"]["tie_break"]
        == "Ana, Ben and Cleo are tied at 0 points: a shared victory."
    )
    french.see(lambda table: table["table"]["stage"] == "over")
    assert (
        french.view()["outcome"]["tie_break"]
        == "Ana, Ben et Cleo sont à égalité avec 0 point\u00a0: victoire partagée."
    )
    assert ana.table["games"][0]["ranking"] == [[0, 1, 2]]


# --- The next game ---


def test_a_rematch_and_another_game_are_played_at_the_same_table(shared_server: Server) -> None:
    clients = shared_server.party(3)
    hashes = []
    changes: list[dict[str, Any]] = [
        {},
        {"options": {"direction": "alternate"}},
        {"game": "sushi-draft"},
        {
            "game": "sushi-go-party",
            "options": {"menu": "party-sampler"},
            "seats": [None, None, None, "greedy"],
        },
    ]
    for number, change in enumerate(changes, 1):
        if change:
            clients[0].do("set", **change)
        begin(clients)
        assert (clients[0].table["number"], clients[0].table["stage"]) == (number, "playing")
        assert len(clients[0].table["games"]) == number - 1
        assert clients[1].view()["log"]["from"] == clients[1].view()["sheet"]["from"] == 0
        assert [list(event) for event in clients[1].view()["log"]["events"]] == [["deal"]]
        hashes.append(clients[0].table["hash"])
        play(clients, Random(number))
        assert clients[0].table["stage"] == "over"
    assert len(set(hashes)) == 4
    matches = [kaiten.load_match(download(clients[0], number)) for number in (1, 2, 3, 4)]
    assert [match.game.id for match in matches] == [
        "sushi-go",
        "sushi-go",
        "sushi-draft",
        "sushi-go-party",
    ]
    assert [match.options.get("direction") for match in matches] == [
        "left",
        "alternate",
        "left",
        None,
    ]
    for number, (match, told) in enumerate(zip(matches, clients[0].table["games"], strict=True), 1):
        assert (told["number"], told["record"]) == (
            number,
            f"/api/tables/{clients[0].code}/games/{number}",
        )
        assert (tuple(told["scores"]), tuple(map(tuple, told["ranking"]))) == (
            match.scores,
            match.record().ranking,
        )


def test_the_last_twenty_games_are_told_and_all_are_kept(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open("Ana", "sushi-draft", seats=["chance"] * 3)
    ana = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    for number in range(1, 23):
        ana.do("start")
        ana.see(
            lambda table, number=number: (
                (table["table"]["number"], table["table"]["stage"]) == (number, "over")
            )
        )  # type: ignore[misc]
    assert [game["number"] for game in ana.table["games"]] == list(range(3, 23))
    assert kaiten.load_match(download(ana, 1)).over


def test_the_finished_game_stays_in_sight_until_the_next_one(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    play([ana, ben])
    ana.do("set", game="sushi-go-party")
    assert ana.view()["game"] == "sushi-go"
    assert ana.view()["outcome"]
    late = shared_sqlite_server.connect_client(ana.code)
    assert late.view()["outcome"] == ana.view()["outcome"]
    assert late.view()["log"]["from"] == 0


# --- Records ---


def test_a_record_can_be_had_in_both_forms_and_is_accepted(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, game="sushi-go-party", options={"menu": "dinner-for-two"})
    begin([ana, ben])
    play([ana, ben], Random(5), liked=TOOLS)
    data, text = download(ana), download(ana, form="text")
    assert kaiten.load_match(data).record() == kaiten.load_match(text).record()
    assert kaiten.load_match(data).names == ("Ana", "Ben")
    assert list(kaiten.load_match(data).scores) == ana.view()["scores"]
    assert ana.server.http.get(ana.table["games"][0]["record"]).text == data


def test_a_game_has_no_record_before_it_is_over(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)

    def refusal(number: int | str) -> tuple[int, str]:
        answer = shared_server.http.get(f"/api/tables/{ana.code}/games/{number}")
        return answer.status_code, answer.json()["code"]

    assert refusal(1) == (404, "unknown-game-number")
    begin([ana, ben])
    play([ana, ben], turns=3)
    assert refusal(1) == (404, "unknown-game-number")
    play([ana, ben])
    download(ana)
    for number in (0, 2, -1, "x", 10**30):
        assert refusal(number) == (404, "unknown-game-number"), number


def test_the_hash_shown_at_the_start_is_that_of_the_secret_behind_the_deal(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    shown = ana.table["hash"]
    play([ana, ben])
    assert ana.table["hash"] == shown
    record = ana.server.http.get(f"/api/tables/{ana.code}/games/1").json()
    assert record["fair"]["hash"] == shown
    secret = record["fair"]["secret"]
    assert shown == hashlib.sha256(f"commit:{secret}".encode()).hexdigest()
    assert record["seed"] == hashlib.sha256(f"deal:{secret}".encode()).hexdigest()


# --- What a seat sees of all this ---


def test_a_view_has_the_same_fields_as_in_python(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, game="sushi-draft", seats=[None, None, "greedy"])
    begin([ana, ben])
    play([ana, ben], turns=4)
    now = ana.view()
    play([ana, ben])
    *_, match = (
        match
        for match in kaiten.replay(download(ana))
        if (match.round, match.turn) == (now["round"], now["turn"])
    )
    facts = orjson.loads(orjson.dumps(match.view(0).facts()))
    told = facts.pop("story")["lines"]
    assert now["story"]["lines"] == [line for line in told if line["event"] >= now["story"]["from"]]
    assert set(now) - {"story"} == set(facts) | {"chosen"}
    last = now["log"]["from"]
    assert facts["log"]["events"][last:] == now["log"]["events"]
    assert facts["sheet"]["lines"][now["sheet"]["from"] :] == now["sheet"]["lines"]
    for field in set(facts) - {"log", "sheet"}:
        assert now[field] == facts[field], field
