"""A stranger who means no good: they can stop neither a table nor the lobby, and nobody watches
unseen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sql

from kaiten.server.protocol.errors import NotYours, TooMany
from kaiten.server.settings import Limits
from kaiten.server.storage import transaction as statements
from kaiten.server.storage.store import Store
from kaiten.server.tables import analyses, commands, presence, service, summary
from kaiten.server.tables.housekeeping import KEEP_OPEN
from kaiten.server.tables.runtime import TableRuntime
from kaiten.server.tables.snapshot import Snapshot
from kaiten.server.workers.pool import WorkerPool

from .conftest import GENEROUS, Clock
from .raw_connection import ELSEWHERE
from .table_client import Server, TableClient, bearer, begin, play
from .tables_in_memory import NOW, open_snapshot, send, start_for_two
from .test_analysis import finished, request, state
from .test_store import open_table

Serve = Callable[..., Server]


def count_entries(server: Server, code: str) -> int:
    text = sql.text("SELECT count(*) FROM events WHERE code = :code")
    with server.runtime.store.engine.connect() as connection:
        number: int = connection.scalar(text, {"code": code})
    return number


# --- A log stays short ---


@pytest.fixture
def short_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "SUMMARY_EVERY", 20)


def test_a_log_stays_short_whatever_people_do(
    database: str, serve: Serve, short_logs: None
) -> None:
    server = serve(database)
    ana, ben = server.party(2, seats=[None] * 3)
    begin([ana, ben])
    play([ana, ben], turns=2)
    for _ in range(30):
        ben.do("away")
        ben.do("back")
    assert ben.version > 60
    assert count_entries(server, ana.code) <= 21
    play([ana, ben])
    ana.see(lambda table: table["table"]["stage"] == "over")
    record = server.http.get(ana.table["games"][0]["record"]).json()
    for _ in range(20):
        ben.do("leave")
        ben.do("join", name="Ben")
    assert count_entries(server, ana.code) <= 21
    shown = server.look(ana.code, ana.token)
    server.stop()
    again = serve(database)
    looked = again.look(ana.code, ana.token)
    people = [{**person, "here": True} for person in looked["table"]["people"]]
    assert {**looked, "table": {**looked["table"], "people": people, "watching": 0}} == {
        **shown,
        "table": {**shown["table"], "watching": 0},
    }
    assert again.http.get(shown["table"]["games"][0]["record"]).json() == record


def test_two_processes_read_on_after_a_log_was_summarised(
    postgres_database: str, serve: Serve, short_logs: None
) -> None:
    one, other = (serve(postgres_database, alone=False) for _ in range(2))
    ana = one.party(2, names="Ana Ben")[0]
    dan = other.connect_client(ana.code)
    for _ in range(30):
        ana.do("set", timer=60)
    dan.see(lambda table: table["version"] >= ana.version)
    begin([ana])
    dan.see(lambda table: table["table"]["stage"] == "playing")


def test_a_person_who_left_leaves_no_trace_in_the_visits(server: Server) -> None:
    ana, ben = server.party(2, seats=[None] * 3)
    for _ in range(5):
        ben.do("leave")
        ben.do("join", name="Ben")
    with server.runtime.store.transaction(autocommit=True) as transaction:
        assert set(transaction.read_visits(ana.code)[0]) == {1, ben.newest["you"]["person"]}


def test_a_guest_who_comes_and_goes_a_thousand_times_keeps_nobody_out() -> None:
    snapshot = open_snapshot(seats=[None] * 3)
    for _ in range(1001):
        snapshot = send(snapshot, None, "join", name="Mallory")
        snapshot = send(snapshot, max(snapshot.table.people), "leave")
    assert send(snapshot, None, "join", name="Ben").table.people[1003].name == "Ben"


def test_people_who_are_gone_make_room_at_a_full_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_PEOPLE", 4)
    snapshot = open_snapshot(seats=[None, None])
    for name in ("Ben", "Cleo", "Dan"):
        snapshot = send(snapshot, None, "join", name=name)
    with pytest.raises(TooMany):
        send(snapshot, None, "join", name="Eve")
    # Ben sits here and keeps his place; Dan went before Cleo
    gone = {**snapshot.visits, 2: NOW - 50, 3: NOW - 10, 4: NOW - 20}
    full = send(replace(snapshot, visits=gone), None, "join", name="Eve")
    assert [person.name for person in full.table.people.values()] == ["Ana", "Ben", "Cleo", "Eve"]


# --- Budgets ---


def test_one_person_changes_a_table_only_so_often_over_all_connections(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(replace(GENEROUS, changes_per_second=1))
    ana, ben = server.party(2, seats=[None] * 3)
    again = ben.again()
    answers = [client.ask("back")["ok"] for client in (ben, again) for _ in range(8)]
    assert all(answers)
    assert [send_over_http(ben, "back") for _ in range(5)] == ["done"] * 4 + ["too-many"]
    assert again.refused("back") == "too-many"
    assert ana.ask("set", timer=60)["ok"], "the host has a budget of their own"
    clock.now += 1
    assert [send_over_http(ben, "back") for _ in range(2)] == ["done", "too-many"]


def send_over_http(client: TableClient, do: str) -> str:
    """Send a command and return its error's code, or "done"."""
    answer = client.server.post(client.code, do, client.token).json()
    return "done" if answer["ok"] else str(answer["code"])


def test_those_without_a_seat_share_a_budget_and_those_who_sit_do_not_notice(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(replace(GENEROUS, changes_per_second=1))
    ana, ben = server.party(2)
    guests = []
    for name in ("Mallory", "Mike", "Moe", "Max", "Mia", "Mo"):
        guests.append(server.connect_client(ana.code))
        guests[-1].do("join", name=name)
    answers = [guest.ask("back") for guest in guests for _ in range(20)]
    assert sum(answer["ok"] for answer in answers) == 100
    assert {answer["code"] for answer in answers if not answer["ok"]} == {"too-many"}
    begin([ana, ben])
    play([ana, ben], turns=1)
    assert ben.ask("away")["ok"]


def test_one_address_joins_a_table_only_so_often(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(replace(GENEROUS, joins_per_minute=3))
    code = server.open(seats=[None] * 3)["table"]
    names = [f"M{number}" for number in range(4)]
    codes = [server.post(code, "join", name=name).status_code for name in names]
    assert codes == [200, 200, 200, 429]
    answer = server.http.post(
        f"/api/tables/{code}/commands", json={"do": "join", "name": "Ben"}, headers=ELSEWHERE
    )
    assert answer.status_code == 200
    other = server.open(seats=[None] * 3)["table"]
    assert server.post(other, "join", name="Ben").status_code == 200, "another table"
    clock.now += 20
    assert server.post(code, "join", name="Cleo").status_code == 200


def test_one_address_has_so_many_connections_to_one_table(
    limited: Callable[[Limits], Server],
) -> None:
    server = limited(replace(GENEROUS, connections_per_table=2))
    code, other = (server.open()["table"] for _ in range(2))
    clients = [server.connect_client(code) for _ in range(3)]
    assert [client.messages[0]["type"] for client in clients] == ["table", "table", "error"]
    assert clients[-1].messages[0]["code"] == "too-many"
    assert server.connect_client(other).messages[0]["type"] == "table"
    assert server.connect_client(code, headers=ELSEWHERE).messages[0]["type"] == "table"


# --- The lobby ---


def list_codes(server: Server) -> list[str]:
    return [table["code"] for table in server.http.get("/api/tables").json()["tables"]]


def test_a_stranger_cannot_fill_the_lobby(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "LISTED_TABLES", 50)
    server = serve(database)
    wish = {"name": "Ana", "game": "sushi-go", "listed": True}
    honest = server.http.post("/api/tables", json=wish, headers=ELSEWHERE).json()
    server.http.cookies.clear()
    server.connect_client(honest["table"], honest["token"])
    for _ in range(60):
        opened = server.open("Mallory", listed=True)
        server.connect_client(opened["table"], opened["token"])
    codes = list_codes(server)
    assert honest["table"] in codes[:2]
    assert len(codes) == 1 + statements.LISTED_PER_OPENER


def test_tables_at_which_nobody_is_or_no_seat_is_free_take_no_place_in_the_lobby(
    database: str, serve: Serve
) -> None:
    server = serve(database)
    ana = server.party(1, seats=[None] * 2, listed=True)[0]
    for _ in range(3):
        server.open("Mallory", listed=True)  # and goes
        server.party(2, listed=True)
    assert list_codes(server) == [ana.code]
    ben = server.connect_client(ana.code)
    ben.do("join", name="Ben")
    assert list_codes(server) == []
    ben.do("stand", seat=1)
    assert list_codes(server) == [ana.code]
    ana.do("set", listed=False)
    assert list_codes(server) == []


def test_the_lobby_does_not_know_who_opened_a_table(server: Server) -> None:
    server.open(listed=True)
    with server.runtime.store.engine.connect() as connection:
        (opener,) = connection.scalars(sql.text("SELECT opener FROM lobby")).all()
    assert len(bytes.fromhex(opener)) == 2, "65,536 IPv4 addresses share each of these"


# --- The host ---


def test_a_host_who_is_away_keeps_their_place() -> None:
    snapshot = send(open_snapshot(seats=[None] * 3), None, "join", name="Mallory")
    snapshot = send(snapshot, None, "join", name="Ben")
    away = replace(snapshot, visits={**snapshot.visits, 1: NOW - 3600})
    for unwanted in (1, 3):  # the host, and a player who is here
        with pytest.raises(NotYours):
            send(away, 2, "kick", person=unwanted)
    gone = replace(away, visits={**away.visits, 3: NOW - 5})
    assert 3 not in send(gone, 2, "kick", person=3).table.people
    assert send(away, 2, "start").table.stage == "playing"
    watcher = send(away, None, "join", name="Eve")
    assert 4 not in send(watcher, 2, "kick", person=4).table.people
    back = replace(away, visits={**away.visits, 1: None})
    assert 3 not in send(back, 1, "kick", person=3).table.people


# --- Codes and spectators ---


def test_a_code_has_forty_bits(shared_sqlite_server: Server) -> None:
    code = shared_sqlite_server.open()["table"]
    assert len(service.LETTERS) ** len(code) >= 2**40
    assert set(code) <= set(service.LETTERS)


def test_a_table_with_an_older_code_goes_on(database: str, serve: Serve) -> None:
    store = Store(database)
    store.migrate()
    open_table(store, "K7QX2M", now=time.time())
    store.close()
    assert serve(database).look("K7QX2M")["table"]["code"] == "K7QX2M"


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SAVE_WATCHERS", 0.1)
    monkeypatch.setattr(presence, "READING", 0.5)


def test_those_who_sit_see_how_many_watch(database: str, serve: Serve, swift: None) -> None:
    server = serve(database)
    ana = server.party(1, seats=[None] * 2)[0]
    ana.see(lambda table: table["table"]["watching"] == 0)
    watcher, other = server.connect_client(ana.code), server.connect_client(ana.code, watch=1)
    ana.see(lambda table: table["table"]["watching"] == 2)
    watcher.do("join", name="Ben")
    ana.see(lambda table: table["table"]["watching"] == 1)
    other.go()
    ana.see(lambda table: table["table"]["watching"] == 0)
    server.look(ana.code)  # over HTTP
    ana.see(lambda table: table["table"]["watching"] == 1)
    ana.see(lambda table: table["table"]["watching"] == 0)


def test_watchers_of_all_processes_count_and_those_of_a_dead_one_do_not(
    database: str, serve: Serve, swift: None
) -> None:
    one, other = (serve(database, alone=False) for _ in range(2))
    ana = one.party(1, seats=[None] * 2)[0]
    other.connect_client(ana.code)
    one.connect_client(ana.code)
    ana.see(lambda table: table["table"]["watching"] == 2)
    other.stop()
    ana.see(lambda table: table["table"]["watching"] == 1)


# --- Analyses ---


@pytest.fixture
def slow_analyses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def never(self: WorkerPool, *job: Any) -> Any:
        await asyncio.sleep(60)

    with monkeypatch.context() as patch:
        patch.setattr(WorkerPool, "analyse", never)
        yield


def test_only_people_of_a_table_have_its_games_analysed(
    slow_analyses: None, on_sqlite: Server
) -> None:
    code = finished(on_sqlite)
    refused = on_sqlite.http.post(f"/api/tables/{code}/games/1/analysis")
    assert (refused.status_code, refused.json()["code"]) == (401, "bad-token")
    assert state(on_sqlite, code)["state"] == "none"
    assert request(on_sqlite, code).json()["state"] == "working"


def test_one_address_has_only_a_few_analyses_waiting(
    slow_analyses: None, on_sqlite: Server
) -> None:
    codes = [finished(on_sqlite) for _ in range(analyses.WAITING_EACH + 1)]
    answers = [request(on_sqlite, code) for code in codes]
    assert [answer.status_code for answer in answers] == [200] * analyses.WAITING_EACH + [429]
    assert request(on_sqlite, codes[0]).status_code == 200, "it is under way"
    address = f"/api/tables/{codes[-1]}/games/1/analysis"
    host = request.__globals__["HOSTS"][codes[-1]]
    assert on_sqlite.http.post(address, headers={**bearer(host), **ELSEWHERE}).status_code == 200


# --- Tidying ---


def test_tidying_goes_on_until_nothing_is_left(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "OLD_TABLES_AT_ONCE", 100)
    store, now = Store(f"sqlite:///{tmp_path / 'tables.db'}"), time.time()
    store.migrate()
    with store.transaction() as transaction:
        for number in range(1250):
            transaction.insert_table(f"A{number}", now - 2 * KEEP_OPEN)
    runtime = TableRuntime(store, WorkerPool(workers=0))
    asyncio.run(runtime.housekeeping.tidy())
    with store.engine.connect() as connection:
        assert connection.scalar(sql.text("SELECT count(*) FROM tables")) == 0
    store.close()


def test_a_snapshot_is_as_long_as_the_game_and_not_as_its_table_is_old() -> None:
    """What a summary holds does not grow with what people do."""
    snapshot: Snapshot = start_for_two()
    before = len(str(summary.summarise_table(snapshot.table)))
    for number in range(300):
        snapshot = send(snapshot, 2, "away" if number % 2 == 0 else "back")
    assert len(str(summary.summarise_table(snapshot.table))) <= before + 50
