"""Hints: what a seat is told when it asks, in three steps; who is told nothing; and how they are
counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kaiten.server.storage.entry import Entry
from kaiten.server.tables.log_fold import fold_log
from kaiten.server.tables.table import Table
from kaiten.server.workers.pool import WorkerPool

from .table_client import Server, TableClient, begin, play

NO_HELP = {"moments": 0, "deepest": 0}


def hint(client: TableClient, step: int = 1, **more: Any) -> Any:
    """What a seat is told."""
    return client.do("hint", step=step, version=client.version, **more)["hint"]


def test_each_step_of_a_hint_tells_more(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    choices = {one["choice"]: one["words"] for one in ana.view()["choices"]}
    nudge, best, everything = (hint(ana, step) for step in (1, 2, 3))
    assert (nudge["step"], nudge["prospects"]) == (1, [])
    assert nudge["nudge"] == best["nudge"] == everything["nudge"] != ""
    assert not any(words in nudge["nudge"] for words in choices.values()), "a nudge names no choice"
    assert best["prospects"] == everything["prospects"][:3]
    assert {one["choice"]: one["words"] for one in everything["prospects"]} == choices
    assert everything["prospects"][0]["equal"]
    for one in everything["prospects"]:
        assert 0 <= one["win"] <= 1
        assert one["win_error"] >= 0
        assert one["why"]


def test_a_hint_is_told_in_the_language_of_whoever_asks(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    english, french = hint(ana, 3), hint(ana.again(lang="fr"), 3)
    assert [one["win"] for one in english["prospects"]] == [
        one["win"] for one in french["prospects"]
    ]
    assert english["prospects"][0]["why"] != french["prospects"][0]["why"]


def test_a_hint_over_http_is_the_same(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    answer = shared_sqlite_server.post(ana.code, "hint", ana.token, step=2, version=ana.version)
    assert answer.status_code == 200
    assert answer.json()["hint"] == hint(ana, 2)


def test_hints_are_counted_by_moment_and_everybody_is_told(shared_server: Server) -> None:
    ana, ben = shared_server.party(2)
    begin([ana, ben])
    for step in (1, 2, 1, 2):
        hint(ana, step)
    ben.see(lambda table: table["table"]["helps"] == [{"moments": 1, "deepest": 2}, NO_HELP])
    play([ana, ben], turns=1)
    hint(ana)
    hint(ben, 3)
    helps = [{"moments": 2, "deepest": 2}, {"moments": 1, "deepest": 3}]
    for client in (ana, ben):
        client.see(lambda table: table["table"]["helps"] == helps)
    play([ana, ben])
    assert ana.look()["table"]["games"][0]["helps"] == helps
    begin([ana, ben])
    assert ana.table["helps"] == [NO_HELP, NO_HELP]
    assert ana.table["games"][0]["helps"] == helps


def test_a_forced_move_needs_no_help_and_counts_as_none(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=9)
    assert len(ana.view()["choices"]) == 1
    version = ana.version
    assert hint(ana, 3)["nudge"]
    assert ana.version == version
    assert ana.table["helps"] == [NO_HELP, NO_HELP]


def test_asking_again_writes_nothing_and_a_choice_stays_good(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    seen = ana.version
    hint(ana, 2)
    version = ana.version
    assert version == seen + 1
    assert (hint(ana, 1), ana.version)[1] == (hint(ana, 2), ana.version)[1] == version
    ana.do("choose", choice=ana.view()["choices"][0]["choice"], version=seen)
    assert hint(ana, 2), "a player who has chosen may still change, and ask"


def test_the_count_outlives_the_server(database: str, serve: Callable[..., Server]) -> None:
    first = serve(database)
    ana, ben = first.party(2)
    begin([ana, ben])
    hint(ana, 3)
    play([ana, ben], turns=1)
    first.stop()
    again = serve(database).connect_client(ana.code, ana.token)
    assert again.table["helps"] == [{"moments": 1, "deepest": 3}, NO_HELP]
    hint(again)
    assert again.look()["table"]["helps"][0]["moments"] == 2


def test_hints_given_by_two_processes_are_counted_together(
    database: str, serve: Callable[..., Server]
) -> None:
    one, other = serve(database, alone=False), serve(database, alone=False)
    ana, ben = one.party(2)
    begin([ana, ben])
    away = other.connect_client(ana.code, ana.token)
    assert hint(ana, 3) == hint(away, 3), "computed again, with an equal result"
    play([ana, ben], turns=1)
    away.see(lambda table: table["version"] >= ana.version)
    hint(away)
    ben.see(lambda table: table["table"]["helps"][0] == {"moments": 2, "deepest": 3})


def test_who_is_not_asked_gets_no_hint(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    watcher = shared_sqlite_server.connect_client(ana.code)
    assert ana.refused("hint", version=ana.version) == "not-now", "before a game"
    begin([ana, ben])
    version = ana.version
    assert watcher.refused("hint", version=version) == "bad-token"
    watcher.do("join", name="Cleo")
    version = ana.see(lambda table: table["version"] > version)["version"]
    assert watcher.refused("hint", version=version) == "not-yours"
    assert ana.refused("hint", version=version, seat=1) == "not-yours"
    assert ana.refused("hint", version=1) == "stale"
    for step in (0, 4, "2", None):
        assert ana.refused("hint", version=version, step=step) == "bad-message"
    assert ana.look()["table"]["helps"] == [NO_HELP, NO_HELP]
    play([ana, ben])
    assert ana.refused("hint", version=ana.version) == "not-now", "after a game"


def test_whom_a_card_does_not_ask_gets_no_hint(shared_sqlite_server: Server) -> None:
    clients = shared_sqlite_server.party(
        2,
        game="sushi-go-party",
        options={"menu": "maki,dumpling,eel,tofu,menu,takeout_box,pudding"},
    )
    begin(clients)
    while len(clients[0].view()["waiting"]) == 2:
        play(clients, turns=1, liked=("menu",))
    asked = clients[clients[0].view()["waiting"][0]]
    (other,) = [client for client in clients if client is not asked]
    assert other.refused("hint", version=other.version) == "not-now"
    assert {one["choice"] for one in hint(asked, 3)["prospects"]} == {
        one["choice"] for one in asked.view()["choices"]
    }


def test_a_table_may_do_without_hints(shared_server: Server) -> None:
    ana, ben = shared_server.party(2, hints=False)
    assert ana.table["hints"] is False
    begin([ana, ben])
    before = ana.look()
    assert ana.refused("hint", version=ana.version) == "not-now"
    assert ana.look() == before
    play([ana, ben])
    ana.do("set", hints=True)
    begin([ana, ben])
    assert hint(ana)["nudge"]


def test_a_hint_at_a_device_of_several_is_for_the_seat_that_asks(
    shared_sqlite_server: Server,
) -> None:
    opened = shared_sqlite_server.open("Ana", seats=[None, None])
    both = shared_sqlite_server.connect_client(opened["table"], opened["token"])
    both.do("sit", seat=1, name="Ben")
    begin([both])
    assert both.refused("hint", version=both.version) == "bad-message", "which one?"
    for seat in (0, 1):
        told = {one["choice"] for one in hint(both, 3, seat=seat)["prospects"]}
        assert told == {one["choice"] for one in both.view(seat)["choices"]}
    assert both.table["helps"] == [{"moments": 1, "deepest": 3}] * 2


def test_a_hint_that_nobody_can_think_of_does_not_count(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(self: WorkerPool, job: Any) -> None:
        return None

    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    monkeypatch.setattr(WorkerPool, "advise", nothing)
    assert ana.refused("hint", version=ana.version) == "busy"
    assert ana.look()["table"]["helps"] == [NO_HELP, NO_HELP]


def test_old_tables_have_hints_and_know_of_none() -> None:
    """A table whose log was written before there were any."""
    opened = {
        "game": "sushi-go",
        "options": {},
        "timer": None,
        "grace": 60,
        "listed": False,
        "seats": [None, "greedy"],
    }
    ended = {"number": 1, "scores": [1, 2], "ranking": [[1], [0]]}
    entries = [Entry(1, "opened", opened, 0), Entry(2, "ended", ended, 0)]
    table = fold_log(Table("K7QX2M"), entries)
    assert (table.settings.hints, table.settings.memory, table.results[0].helps) == (True, True, ())
    assert table.seats[1].bot == "greedy"


# --- The memory aid ---


def test_what_could_be_remembered_is_told_where_the_table_says_so(shared_server: Server) -> None:
    for memory in (True, False):
        ana, ben, cleo = shared_server.party(3, memory=memory)
        assert ana.table["memory"] is memory
        begin([ana, ben, cleo])
        play([ana, ben, cleo], turns=1)
        own, next_one, before = ana.view()["hands"]
        assert (sum(own["known"].values()), own["hidden"]) == (8, 0)
        passed_on = next_one if ana.view()["passes"] == "left" else before
        unseen = sum(ana.view()["unseen"].values())
        if memory:
            assert (sum(passed_on["known"].values()), passed_on["hidden"]) == (8, 0)
        else:
            assert passed_on == {"known": {}, "hidden": 8}
        assert unseen == 108 - 3 - 8 * (1 + memory)


def test_without_the_memory_aid_a_program_is_not_told_either(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2, memory=False)
    begin([ana, ben])
    play([ana, ben], turns=1)
    again = ana.again(state=1)
    known, hidden, _deck = again.view()["state"]["memory"]
    assert len([row for row in known if row]) == 1
    assert sorted(hidden)[-1] == 9
