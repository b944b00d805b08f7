"""Several processes serve the same tables: none owns one, and what happens at one reaches the
clients of all.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

import kaiten
from kaiten.server.storage.notify import Notifier
from kaiten.server.tables import housekeeping, presence

from .guest import Guest, Server, play

Serve = Callable[..., Server]


def sit_at_both(one: Server, other: Server, **wish: object) -> list[Guest]:
    """Ana connected to one server, Ben to the other, at the same table."""
    opened = one.open("Ana", **{"seats": [None, None], **wish})
    guests = [one.guest(opened["table"], opened["token"]), other.guest(opened["table"])]
    guests[1].do("join", name="Ben")
    guests[0].see(lambda table: len(table["table"]["people"]) == 2)
    return guests


def start(guests: list[Guest]) -> None:
    guests[0].do("start")
    for guest in guests:
        guest.see(lambda table: table["table"]["stage"] == "playing")


def test_people_at_different_servers_play_a_whole_game(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "POLL", 0.02)
    guests = sit_at_both(
        serve(database, alone=False), serve(database, alone=False), seats=[None, None, "greedy"]
    )
    start(guests)
    play(guests)
    records = [guest.server.http.get(guest.table["games"][0]["record"]).text for guest in guests]
    assert records[0] == records[1]
    assert kaiten.load_match(records[0]).over


def test_what_happens_at_one_server_is_told_to_the_other_without_its_looking(
    postgres_database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        housekeeping, "POLL", 3600
    )  # nobody looks: only word from the other can help
    guests = sit_at_both(
        serve(postgres_database, alone=False), serve(postgres_database, alone=False)
    )
    start(guests)
    guests[0].choose()
    guests[1].see(lambda table: table["table"]["ready"] == [0])
    play(guests, turns=2)


def test_word_that_gets_lost_is_made_up_for_by_looking(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Notifier, "publish", lambda self, code: None)
    guests = sit_at_both(serve(database, alone=False), serve(database, alone=False))
    start(guests)
    guests[0].choose()
    guests[1].see(lambda table: table["table"]["ready"] == [0])
    play(guests, turns=2)


def test_two_servers_that_both_think_they_are_alone_hear_of_each_other(
    database: str, serve: Serve
) -> None:
    """Whoever starts the command twice on one machine has two servers on one file."""
    guests = sit_at_both(serve(database), serve(database))
    start(guests)
    guests[0].choose()
    guests[1].see(lambda table: table["table"]["ready"] == [0])
    play(guests, turns=2)


def test_bots_that_two_servers_ask_at_once_choose_once(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    # both servers always think that it is their turn
    monkeypatch.setattr("kaiten.server.tables.snapshot.LEASE", 0)
    monkeypatch.setattr(housekeeping, "POLL", 0.01)
    guests = sit_at_both(
        serve(database, alone=False),
        serve(database, alone=False),
        seats=[None, None, "chance", "greedy"],
    )
    start(guests)
    play(guests)
    record = guests[0].server.http.get(guests[0].table["games"][0]["record"]).text
    assert kaiten.load_match(record).over
    with guests[0].server.runtime.store.transaction(autocommit=True) as transaction:
        entries = transaction.read_log(guests[0].code, 0)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))


def test_a_server_goes_on_with_the_table_of_another_one_that_died(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots are waited for, and whoever should have asked them is gone."""
    monkeypatch.setattr("kaiten.server.tables.snapshot.LEASE", 0.1)
    one = serve(database, alone=False)
    guest = one.party(1, seats=[None, "greedy"])[0]
    monkeypatch.setattr(
        one.runtime.bots, "drive", lambda snapshot: None
    )  # dies before the bot is asked
    guest.do("start")
    assert guest.table["ready"] == []
    other = serve(database, alone=False)
    again = other.guest(guest.code, guest.token)
    again.see(lambda table: table["table"]["ready"] == [1])


def test_people_whose_server_died_are_replaced_after_the_grace_time(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = serve(database, alone=False), serve(database, alone=False)
    guests = sit_at_both(one, other, grace=0)
    start(guests)
    guests[1].choose()
    with one.runtime.store.transaction() as transaction:
        transaction.write_heartbeat(
            one.runtime.connections.process, time.time() - 2 * presence.DEAD_AFTER
        )  # no sign of life for long
    monkeypatch.setattr(one.runtime.presence, "write_heartbeat", lambda: None)
    guests[1].see(
        lambda table: table["table"]["seats"][0]["away"] and table["views"][0]["turn"] == 2
    )
    assert not guests[1].table["people"][0]["here"]


def test_a_person_moves_from_one_server_to_another(database: str, serve: Serve) -> None:
    one, other = serve(database, alone=False), serve(database, alone=False)
    guests = sit_at_both(one, other)
    start(guests)
    play(guests, turns=2)
    chosen = guests[0].choose(rng=random.Random(5))
    guests[0].go()
    moved = other.guest(guests[0].code, guests[0].token, since=guests[0].version)
    assert moved.view()["chosen"] == chosen
    assert moved.view()["log"]["events"] == []
    play([moved, guests[1]], turns=1)
    assert moved.view()["log"]["events"][0]["answers"][0] == chosen
