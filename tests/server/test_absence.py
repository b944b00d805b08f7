"""When a player is slow, loses the connection, goes away or comes back, the others go on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.match.events import Answered
from kaiten.server.tables import presence, snapshot

from .table_client import Message, Server, TableClient, agree, begin, play

MOMENT = 0.6  # seconds in which something would have happened


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server gives absent players less time than usual, so that the tests need not wait."""
    monkeypatch.setattr(snapshot, "LEASE", 0.2)


def away(table: Message) -> list[bool]:
    return [seat["away"] for seat in table["table"]["seats"]]


def turn(table: Message) -> tuple[int, int]:
    return table["views"][0]["round"], table["views"][0]["turn"]


def gone(client: TableClient, witness: TableClient) -> None:
    """Cut a client's connection, and wait until the witness sees it."""
    person = client.newest["you"]["person"]
    client.go()
    witness.see(lambda table: not here(table, person))


def here(table: Message, person: int) -> bool:
    found: bool = next(one["here"] for one in table["table"]["people"] if one["person"] == person)
    return found


def chosen_by_all(ana: TableClient, ben: TableClient) -> Message:
    """Let both choose; the answers of the turn."""
    version = ana.version
    answers = [ana.choose(), ben.choose()]
    agree([ana, ben], lambda table: table["version"] > version)
    event: Message = ana.view()["log"]["events"][0]
    assert event["answers"] == answers
    return event


# --- Lost connections ---


def test_a_bot_plays_for_whoever_is_gone_longer_than_the_grace_time(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, grace=1)
    begin([ana, ben])
    ben.go()
    lost = time.monotonic()
    ana.choose()
    ana.see(lambda table: away(table) == [False, True])
    assert time.monotonic() - lost > 0.9
    ana.see(lambda table: turn(table) == (1, 2))
    assert ana.table["seats"][1]["name"] == "Ben"
    assert ana.table["seats"][1]["person"] == 2, "the seat is still Ben's"
    play([ana])
    assert kaiten.load_match(ana.server.http.get(ana.table["games"][0]["record"]).text).names == (
        "Ana",
        "Ben",
    )


def test_nobody_is_replaced_within_the_grace_time(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=60)
    begin([ana, ben])
    gone(ben, ana)
    ana.choose()
    ana.drain(MOMENT)
    assert (away(ana.newest), turn(ana.newest)) == ([False, False], (1, 1))


def test_nobody_is_ever_replaced_without_a_grace_time(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=None)
    begin([ana, ben])
    gone(ben, ana)
    ana.choose()
    ana.drain(MOMENT)
    assert (away(ana.newest), turn(ana.newest)) == ([False, False], (1, 1))


def test_nobody_is_replaced_while_nobody_is_there(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, grace=0)
    begin([ana, ben])
    version = ana.version
    ana.go(), ben.go()
    time.sleep(MOMENT)
    table = ana.look()
    assert (table["version"], away(table)) == (version, [False, False])
    again = ana.again()
    again.see(lambda table: away(table) == [False, True])
    assert not here(again.newest, 2)


def test_whoever_comes_back_plays_again(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, grace=0)
    begin([ana, ben])
    gone(ben, ana)
    ana.see(lambda table: away(table) == [False, True])
    play([ana], turns=3)
    back = ben.again(since=ben.version)
    agree([ana, back], lambda table: away(table) == [False, False] and here(table, 2))
    play([ana, back], turns=1)  # the bot may have chosen already on this one
    chosen_by_all(ana, back)


def test_what_the_bot_has_chosen_may_be_changed_by_whoever_comes_back(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=0)
    begin([ana, ben])
    gone(ben, ana)
    ana.see(lambda table: table["table"]["ready"] == [1])
    back = ben.again()
    back.see(lambda table: away(table) == [False, False])
    assert back.view()["chosen"]
    wanted = next(
        option["choice"]
        for option in back.view()["choices"]
        if option["choice"] != back.view()["chosen"]
    )
    back.choose(wanted)
    ana.choose()
    ana.see(lambda table: turn(table) == (1, 2))
    assert ana.view()["log"]["events"][0]["answers"][1] == wanted


def test_what_a_bot_was_still_thinking_about_does_not_count_for_whoever_is_back(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    think = shared_sqlite_server.runtime.worker_pool.choose

    async def slowly(job: Any) -> str:
        await asyncio.sleep(MOMENT / 3)
        return await think(job)

    monkeypatch.setattr(shared_sqlite_server.runtime.worker_pool, "choose", slowly)
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    ana.choose()
    ben.do("away")
    ben.do("back")
    ben.drain(MOMENT)
    assert (turn(ben.newest), ben.view()["chosen"], ben.table["ready"]) == ((1, 1), None, [0])
    ben.choose()
    ana.see(lambda table: turn(table) == (1, 2))


def test_a_choice_stands_when_its_player_loses_the_connection(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=0)
    begin([ana, ben])
    choice = ben.choose(rng=Random(4))
    gone(ben, ana)
    ana.drain(MOMENT)  # longer than the grace time
    ana.choose()
    ana.see(lambda table: turn(table) == (1, 2))
    assert ana.view()["log"]["events"][0]["answers"][1] == choice


def test_whoever_has_another_connection_is_still_here(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=0)
    phone = ben.again()
    begin([ana, ben, phone])
    ben.go()
    ana.drain(MOMENT)
    assert here(ana.newest, 2)
    assert away(ana.newest) == [False, False]
    chosen_by_all(ana, phone)


def test_a_bot_takes_over_all_seats_of_whoever_is_gone(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, seats=[None] * 3, grace=0)
    ben.do("sit", seat=2, name="Bea")
    begin([ana, ben])
    gone(ben, ana)
    ana.see(lambda table: away(table) == [False, True, True])
    play([ana], turns=2)
    back = ben.again()
    back.see(lambda table: away(table) == [False, False, False])
    assert back.newest["you"]["seats"] == [1, 2]


# --- Away and back ---


def test_a_bot_plays_at_once_for_whoever_asks_for_it_until_they_are_back(
    shared_server: Server,
) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    ben.do("away")
    agree([ana, ben], lambda table: away(table) == [False, True])
    play([ana], turns=3)
    ben.see(lambda table: turn(table) == (1, 4))
    assert (
        ben.refused("choose", choice=ben.view()["choices"][0]["choice"], version=ben.version)
        == "not-now"
    )
    ben.do("back")
    agree([ana, ben], lambda table: away(table) == [False, False])


def test_whoever_asked_for_a_bot_keeps_it_until_back_wherever_they_connect(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=0)
    begin([ana, ben])
    ben.do("away")
    gone(ben, ana)
    back = ben.again()
    ana.see(lambda table: here(table, 2))
    play([ana], turns=2)
    back.see(lambda table: turn(table) == (1, 3))
    assert away(back.newest) == [False, True]
    back.do("back")
    assert away(back.newest) == [False, False]


def test_a_bot_plays_one_of_several_seats(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, seats=[None] * 3)
    ana.do("sit", seat=2, name="Alma")
    begin([ana, ben])
    ana.do("away", seat=2)
    agree([ana, ben], lambda table: away(table) == [False, False, True])
    ana.do("away")
    agree([ana, ben], lambda table: away(table) == [True, False, True])
    ana.do("back", seat=0)
    agree([ana, ben], lambda table: away(table) == [False, False, True])
    ana.do("back")
    agree([ana, ben], lambda table: away(table) == [False, False, False])


def test_nobody_sends_somebody_else_away(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    assert ana.refused("away") == "not-now"
    begin([ana, ben])
    assert ana.refused("away", seat=1) == "not-yours"
    ben.do("away")
    assert ana.refused("back", seat=1) == "not-yours"
    assert away(ana.look()) == [False, True]


def test_whoever_asked_for_a_bot_keeps_it_in_the_next_game_too_and_may_come_back_between_games(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    for back in (False, True):
        begin([ana, ben])
        ben.do("away")
        play([ana])
        ben.see(lambda table: table["table"]["stage"] == "over")
        if back:
            ben.do("back")
        begin([ana, ben])
        assert away(ben.newest) == [False, not back]
        play([ana, ben] if back else [ana])
        ben.see(lambda table: table["table"]["stage"] == "over")


# --- Replacing ---


def test_somebody_who_is_not_here_is_replaced_at_once(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, grace=None)
    begin([ana, ben])
    gone(ben, ana)
    ana.do("replace", seat=1)
    assert away(ana.newest) == [False, True]
    play([ana], turns=2)
    back = ben.again()
    agree([ana, back], lambda table: away(table) == [False, False])


def test_nobody_is_replaced_who_is_here_nor_a_bot_nor_between_games(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2, seats=[None, None, "greedy"])
    assert ana.refused("replace", seat=1) == "not-now"
    begin([ana, ben])
    assert ana.refused("replace", seat=1) == "not-now"
    assert ana.refused("replace", seat=2) == "not-now"
    assert ana.refused("replace") == "bad-message"
    assert away(ana.look()) == [False, False, False]


def test_only_whoever_has_a_seat_replaces_somebody(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=None)
    begin([ana, ben])
    gone(ben, ana)
    cleo, stranger = (
        shared_sqlite_server.connect_client(ana.code),
        shared_sqlite_server.connect_client(ana.code),
    )
    cleo.do("join", name="Cleo")
    assert cleo.refused("replace", seat=1) == "not-yours"
    assert stranger.refused("replace", seat=1) == "bad-token"
    assert away(ana.look()) == [False, False]


# --- Leaving during a game ---


def test_a_bot_goes_on_for_whoever_leaves_during_a_game(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=2)
    ben.do("leave")
    assert ben.newest["you"] is None
    assert [view["seat"] for view in ben.newest["views"]] == [None]
    agree([ana], lambda table: [person["name"] for person in table["table"]["people"]] == ["Ana"])
    assert ana.table["seats"][1]["name"] == "Ben"
    assert ana.table["seats"][1]["person"] is None
    assert ana.table["seats"][1]["bot"], "a bot plays there"
    play([ana])
    assert ana.table["stage"] == "over"
    assert kaiten.load_match(ana.server.http.get(ana.table["games"][0]["record"]).text).names == (
        "Ana",
        "Ben",
    )
    assert [seat["person"] for seat in ana.table["seats"]] == [1, None]


def test_nobody_takes_the_name_of_somebody_who_has_left_the_game_that_goes_on(
    shared_sqlite_server: Server,
) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    ben.do("leave")
    answer = ben.ask("join", name="Ben")
    if answer["ok"]:
        ana.see(lambda table: len(table["table"]["people"]) == 2)
        play([ana])
        begin([ana])
        names = [seat["name"] for seat in ana.table["seats"]]
        assert len(set(names)) == 2
    else:
        assert answer["code"] == "name-taken"


def test_bots_end_the_game_that_all_have_left(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    watcher = shared_server.connect_client(ana.code)
    begin([ana, ben, watcher])
    ana.do("leave"), ben.do("leave")
    watcher.see(lambda table: table["table"]["stage"] == "over")
    assert len(watcher.table["games"]) == 1


# --- The host ---


def test_the_others_go_on_when_the_host_is_gone_longer_than_the_grace_time(
    shared_server: Server,
) -> None:
    ana, ben, cleo = shared_server.party(3, grace=1)
    dan = shared_server.connect_client(ana.code)
    dan.do("join", name="Dan")
    gone(ana, ben)
    assert ben.refused("start") == "not-yours", "not yet"
    time.sleep(1.1)
    assert dan.refused("start") == "not-yours", "without a seat"
    ben.do("set", options={"direction": "alternate"})
    ben.do("kick", person=4)
    begin([cleo, ben])
    assert cleo.table["options"]["direction"] == "alternate"
    play([cleo, ben])
    begin([ben, cleo])
    assert ben.table["host"] == 1


def test_the_host_is_host_again_on_coming_back(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=0)
    gone(ana, ben)
    ben.do("set", timer=60)
    back = ana.again()
    ben.see(lambda table: here(table, 1))
    assert ben.refused("set", timer=30) == "not-yours"
    back.do("set", timer=30)


@pytest.mark.parametrize("grace", [60, None])
def test_a_host_who_has_not_been_gone_long_is_waited_for(
    shared_sqlite_server: Server, grace: Any
) -> None:
    ana, ben = shared_sqlite_server.party(2, grace=grace)
    gone(ana, ben)
    assert ben.refused("start") == "not-yours"


# --- The server ---


def test_a_game_goes_on_where_it_was_when_the_server_was_restarted(
    database: str, serve: Callable[[str], Server]
) -> None:
    server = serve(database)
    ana, ben = server.party(2, seats=[None, None, "greedy"], grace=None)
    begin([ana, ben])
    play([ana, ben], turns=4)
    choice = ana.choose(rng=Random(7))
    ana.see(lambda table: table["table"]["ready"] == [0, 2])
    server.stop()
    ana.server = ben.server = serve(database)
    ana, ben = ana.again(since=ana.version), ben.again(since=ben.version)
    assert (turn(ana.newest), ana.view()["chosen"], ana.table["ready"]) == ((1, 5), choice, [0, 2])
    assert ana.view()["log"]["events"] == []
    agree([ana, ben], lambda table: here(table, 1) and here(table, 2))
    play([ana, ben])
    match = kaiten.load_match(ana.server.http.get(ana.table["games"][0]["record"]).text)
    answers = [event for event in match.log if isinstance(event, Answered)]
    assert answers[4].choices[0] == choice


# --- Timers ---


def test_when_the_time_is_over_a_bot_chooses_this_once(on_sqlite: Server) -> None:
    ana, ben = on_sqlite.party(2, timer=5)
    assert ana.table["seconds_left"] is None
    begin([ana, ben])
    started = time.monotonic()
    assert 4 < ana.table["seconds_left"] <= 5
    wanted = ana.choose(rng=Random(9))
    assert ana.look()["table"]["seconds_left"] <= ana.table["seconds_left"]
    ana.see(lambda table: turn(table) == (1, 2))
    assert 4 < time.monotonic() - started < 8
    answers = ana.view()["log"]["events"][0]["answers"]
    assert answers[0] == wanted, "a choice that stands is kept"
    assert answers[1], "a bot has chosen for Ben"
    assert away(ana.newest) == [False, False]
    assert 4 < ana.table["seconds_left"] <= 5, "the next choice has its own time"
    ben.see(lambda table: turn(table) == (1, 2))
    chosen_by_all(ana, ben)


# --- People who play over HTTP alone ---


def test_whoever_chooses_over_http_after_an_absence_is_back(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, grace=0)
    begin([ana, ben])
    ben.go()
    ana.see(lambda table: away(table) == [False, True])
    ana.see(lambda table: table["table"]["ready"] == [1])
    seen = shared_server.look(ana.code, ben.token)
    choice = seen["views"][0]["choices"][-1]["choice"]
    answer = shared_server.post(
        ana.code, "choose", ben.token, choice=choice, version=seen["version"]
    )
    assert answer.status_code == 200, answer.text
    ana.choose()
    ana.see(lambda table: turn(table) == (1, 2))
    assert ana.view()["log"]["events"][-1]["answers"][1] == choice


def test_joining_over_http_is_a_sign_of_life(shared_server: Server) -> None:
    opened = shared_server.open(seats=[None, None])
    joined = shared_server.post(opened["table"], "join", name="Ben").json()
    ana = shared_server.connect_client(opened["table"], opened["token"])
    begin([ana])
    with pytest.raises(TimeoutError):  # the grace time has begun when Ben came, not long ago
        ana.see(lambda table: away(table) == [False, True], timeout=2)
    assert shared_server.look(ana.code, joined["token"])["views"][0]["chosen"] is None


def test_looking_with_a_token_is_a_sign_of_life(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ACTIVITY", 0)
    ana, ben = shared_sqlite_server.party(2, grace=600)
    begin([ana, ben])
    gone(ben, ana)
    before = shared_sqlite_server.runtime.cache.get(ana.code).visits[2]
    shared_sqlite_server.look(ana.code)
    assert shared_sqlite_server.runtime.cache.get(ana.code).visits[2] == before, (
        "another person looked"
    )
    shared_sqlite_server.look(ana.code, ben.token)
    after = shared_sqlite_server.runtime.cache.get(ana.code).visits[2]
    assert before is not None
    assert after is not None
    assert after > before
    assert not here(ana.newest, 2)
