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

from .table_client import Server, TableClient, play

Serve = Callable[..., Server]


def sit_at_both(one: Server, other: Server, **wish: object) -> list[TableClient]:
    """Ana connected to one server, Ben to the other, at the same table."""
    opened = one.open("Ana", **{"seats": [None, None], **wish})
    clients = [
        one.connect_client(opened["table"], opened["token"]),
        other.connect_client(opened["table"]),
    ]
    clients[1].do("join", name="Ben")
    clients[0].see(lambda table: len(table["table"]["people"]) == 2)
    return clients


def start(clients: list[TableClient]) -> None:
    clients[0].do("start")
    for client in clients:
        client.see(lambda table: table["table"]["stage"] == "playing")


def test_people_at_different_servers_play_a_whole_game(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "POLL", 0.02)
    clients = sit_at_both(
        serve(database, alone=False), serve(database, alone=False), seats=[None, None, "greedy"]
    )
    start(clients)
    play(clients)
    records = [
        client.server.http.get(client.table["games"][0]["record"]).text for client in clients
    ]
    assert records[0] == records[1]
    assert kaiten.load_match(records[0]).over


def test_what_happens_at_one_server_is_told_to_the_other_without_its_looking(
    postgres_database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    # nobody looks: only word from the other can help
    monkeypatch.setattr(housekeeping, "POLL", 3600)
    clients = sit_at_both(
        serve(postgres_database, alone=False), serve(postgres_database, alone=False)
    )
    start(clients)
    clients[0].choose()
    clients[1].see(lambda table: table["table"]["ready"] == [0])
    play(clients, turns=2)


def test_word_that_gets_lost_is_made_up_for_by_looking(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Notifier, "publish", lambda self, code: None)
    clients = sit_at_both(serve(database, alone=False), serve(database, alone=False))
    start(clients)
    clients[0].choose()
    clients[1].see(lambda table: table["table"]["ready"] == [0])
    play(clients, turns=2)


def test_two_servers_that_both_think_they_are_alone_hear_of_each_other(
    database: str, serve: Serve
) -> None:
    """Starting the command twice on one machine gives two servers on one file."""
    clients = sit_at_both(serve(database), serve(database))
    start(clients)
    clients[0].choose()
    clients[1].see(lambda table: table["table"]["ready"] == [0])
    play(clients, turns=2)


def test_bots_that_two_servers_ask_at_once_choose_once(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    # both servers always think that it is their turn
    monkeypatch.setattr("kaiten.server.tables.snapshot.LEASE", 0)
    monkeypatch.setattr(housekeeping, "POLL", 0.01)
    clients = sit_at_both(
        serve(database, alone=False),
        serve(database, alone=False),
        seats=[None, None, "chance", "greedy"],
    )
    start(clients)
    play(clients)
    record = clients[0].server.http.get(clients[0].table["games"][0]["record"]).text
    assert kaiten.load_match(record).over
    with clients[0].server.runtime.store.transaction(autocommit=True) as transaction:
        entries = transaction.read_log(clients[0].code, 0)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))


def test_a_server_goes_on_with_the_table_of_another_one_that_died(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots are waited for, and the process that should have asked them is gone."""
    monkeypatch.setattr("kaiten.server.tables.snapshot.LEASE", 0.1)
    one = serve(database, alone=False)
    client = one.party(1, seats=[None, "greedy"])[0]
    # dies before the bot is asked
    monkeypatch.setattr(one.runtime.bots, "drive", lambda snapshot: None)
    client.do("start")
    assert client.table["ready"] == []
    other = serve(database, alone=False)
    again = other.connect_client(client.code, client.token)
    again.see(lambda table: table["table"]["ready"] == [1])


def test_people_whose_server_died_are_replaced_after_the_grace_time(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = serve(database, alone=False), serve(database, alone=False)
    clients = sit_at_both(one, other, grace=0)
    start(clients)
    clients[1].choose()
    with one.runtime.store.transaction() as transaction:
        # no sign of life for long
        transaction.write_heartbeat(
            one.runtime.connections.process, time.time() - 2 * presence.PROCESS_DEAD_AFTER
        )
    monkeypatch.setattr(one.runtime.presence, "write_heartbeat", lambda: None)
    clients[1].see(
        lambda table: table["table"]["seats"][0]["away"] and table["views"][0]["turn"] == 2
    )
    assert not clients[1].table["people"][0]["here"]


def test_a_person_moves_from_one_server_to_another(database: str, serve: Serve) -> None:
    one, other = serve(database, alone=False), serve(database, alone=False)
    clients = sit_at_both(one, other)
    start(clients)
    play(clients, turns=2)
    chosen = clients[0].choose(rng=random.Random(5))
    clients[0].go()
    moved = other.connect_client(clients[0].code, clients[0].token, since=clients[0].version)
    assert moved.view()["chosen"] == chosen
    assert moved.view()["log"]["events"] == []
    play([moved, clients[1]], turns=1)
    assert moved.view()["log"]["events"][0]["answers"][0] == chosen
