"""The store: the same promises on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from kaiten.server.protocol.errors import Stale, UnknownTable
from kaiten.server.protocol.requests import Choose, OpenTable, Start
from kaiten.server.settings import choose_database, find_data_folder, read_limits
from kaiten.server.storage.driver import DuplicateEntry
from kaiten.server.storage.entry import Entry, Stage
from kaiten.server.storage.schema import METADATA
from kaiten.server.storage.store import Store, StoreClosed
from kaiten.server.tables.commands import Effects, create_table, run_command
from kaiten.server.tables.housekeeping import KEEP_OPEN, KEEP_PLAYING
from kaiten.server.tables.runtime import TableRuntime
from kaiten.server.tables.snapshot import (
    Snapshot,
    apply_effects,
    lock_snapshot,
    read_snapshot,
    refresh_snapshot,
    write_transition,
)
from kaiten.server.tables.table import Table
from kaiten.server.workers.pool import WorkerPool


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    store.migrate()
    yield store
    store.close()


def open_table(store: Store, code: str = "ABCDEF", seats: int = 2, now: float = 1000.0) -> Snapshot:
    """A table in the store at which one person sits, and a game has started against bots' seats."""
    with store.transaction() as transaction:
        transaction.insert_table(code, now)
        first = apply_effects(
            Snapshot(Table(code), 0),
            create_table(OpenTable(name="Ana", game="sushi-go", seats=[None] * seats)),
            now,
        )
        assert write_transition(transaction, first, now)
        return first.after


def act(
    store: Store,
    code: str,
    what: Callable[[Any], Effects],
    person: int | None = 1,
    now: float = 1001.0,
) -> Snapshot:
    """Change a table as it stands, until nobody else has changed it meanwhile."""
    while True:
        with store.transaction(autocommit=True) as transaction:
            snapshot = read_snapshot(transaction, code, None)
        next = apply_effects(snapshot, what(snapshot.context(person, now)), now)
        with store.transaction(autocommit=not next.entries) as transaction:
            if write_transition(transaction, next, now):
                return next.after


def start(store: Store, code: str = "ABCDEF") -> Snapshot:
    return act(store, code, lambda at: run_command(at, Start(do="start")))


def test_a_database_is_brought_to_the_form_that_the_code_knows(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == "0007"


def test_choices_of_a_turn_survive_the_move_to_their_tables_line(database: str) -> None:
    store = Store(database)
    store.migrate("0001")
    with store.engine.begin() as connection:
        for code in ("ABCDEF", "FEDCBA"):
            line = "(code, version, changes, stage, listed, touched) VALUES (:code, 9, 9, 'playing', :listed, 1)"
            connection.execute(
                sql.text(f"INSERT INTO tables {line}"), {"code": code, "listed": False}
            )
            for version, kind in ((3, "started"), (7, "turn"), (8, "emote")):
                line = "(code, version, kind, data, at) VALUES (:code, :version, :kind, '{}', 1)"
                connection.execute(
                    sql.text(f"INSERT INTO events {line}"),
                    {"code": code, "version": version, "kind": kind},
                )
        for seat, moved, choice in (
            (0, 7, "tempura"),
            (1, 3, "wasabi"),
            (2, 7, None),
            (3, 7, "maki_2"),
        ):
            line = "(code, seat, moved, choice) VALUES ('ABCDEF', :seat, :moved, :choice)"
            connection.execute(
                sql.text(f"INSERT INTO choices {line}"),
                {"seat": seat, "moved": moved, "choice": choice},
            )
    store.migrate()
    with store.engine.connect() as connection:
        chosen = dict(connection.execute(sql.text("SELECT code, chosen FROM tables")).all())  # type: ignore[arg-type]
    assert chosen == {"ABCDEF": '{"0": "tempura", "3": "maki_2"}', "FEDCBA": None}
    store.close()


def test_analyses_in_the_words_of_an_earlier_version_are_forgotten(database: str) -> None:
    store = Store(database)
    store.migrate("0005")
    line = "INSERT INTO analyses (code, number, at, analysis) VALUES ('ABCDEF', 1, 1, :words)"
    with store.engine.begin() as connection:
        connection.execute(sql.text(line), {"words": '{"picks": [{"words": {"en": "?"}}]}'})
    store.migrate()
    with store.transaction(autocommit=True) as transaction:
        assert transaction.find_analysis("ABCDEF", 1) is None
    store.close()


def test_whoever_knows_an_old_count_of_changes_writes_nothing(store: Store) -> None:
    open_table(store)
    old = start(store)
    match = old.table.match
    assert match is not None
    first, second = (match.choices(seat)[0] for seat in (0, 1))
    act(store, "ABCDEF", lambda at: Effects(choices={0: first}), None)
    late = apply_effects(old, Effects(choices={0: first, 1: second}), 1003.0)
    with store.transaction() as transaction:
        assert not write_transition(transaction, late, 1003.0)
    with store.transaction(autocommit=True) as transaction:
        now = read_snapshot(transaction, "ABCDEF", None)
    assert (now.table.version, now.chosen) == (old.table.version, {0: first})


def test_migrating_twice_or_by_several_at_once_changes_nothing(database: str) -> None:
    stores = [Store(database) for _ in range(3)]
    trouble: list[BaseException] = []

    def migrate(store: Store) -> None:
        try:
            store.migrate()
        except BaseException as error:
            trouble.append(error)

    threads = [threading.Thread(target=migrate, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == []
    open_table(stores[0])
    stores[1].migrate()
    with stores[2].transaction(autocommit=True) as transaction:
        assert read_snapshot(transaction, "ABCDEF", None).table.version == 2
    for store in stores:
        store.close()


def test_a_table_read_again_is_the_table_that_was_written(store: Store) -> None:
    open_table(store)
    written = start(store)
    with store.transaction(autocommit=True) as transaction:
        again = read_snapshot(transaction, "ABCDEF", None)
    assert again.table.match is not None
    assert written.table.match is not None
    assert again.table.match.record() == written.table.match.record()
    assert (again.table.version, again.table.seats, again.changes) == (
        written.table.version,
        written.table.seats,
        written.changes,
    )


def test_the_key_of_the_log_refuses_what_is_written_twice(store: Store) -> None:
    open_table(store)
    with pytest.raises(DuplicateEntry), store.transaction() as transaction:
        transaction.append_log("ABCDEF", [Entry(2, "emote", {"person": 1, "emote": "yum"}, 1.0)])
    with store.transaction(autocommit=True) as transaction:
        assert [entry.kind for entry in transaction.read_log("ABCDEF", 0)] == ["opened", "joined"]


def test_nothing_of_a_transaction_that_fails_is_kept(store: Store) -> None:
    open_table(store)
    before = start(store)
    with suppress(RuntimeError), store.transaction() as transaction:
        snapshot = lock_snapshot(transaction, "ABCDEF", None)
        assert snapshot.table.match is not None
        choice = snapshot.table.match.choices(0)[0]
        assert write_transition(
            transaction, apply_effects(snapshot, Effects(choices={0: choice}), 1002.0), 1002.0
        )
        assert read_snapshot(transaction, "ABCDEF", None).chosen == {0: choice}
        raise RuntimeError
    with store.transaction(autocommit=True) as transaction:
        after = read_snapshot(transaction, "ABCDEF", None)
    assert after.chosen == {}
    assert after.changes == before.changes


def test_an_unknown_table_is_said_to_be_unknown(store: Store) -> None:
    with pytest.raises(UnknownTable), store.transaction(autocommit=True) as transaction:
        read_snapshot(transaction, "NOBODY", None)


def test_choices_stand_beside_the_log_until_the_turn_is_done(store: Store) -> None:
    open_table(store)
    snapshot = start(store)
    assert snapshot.table.match is not None
    first, second = (snapshot.table.match.choices(seat)[0] for seat in (0, 1))
    version = snapshot.table.version
    snapshot = act(
        store,
        "ABCDEF",
        lambda at: run_command(at, Choose(do="choose", choice=first.text, version=version)),
    )
    assert snapshot.table.version == version
    with store.transaction(autocommit=True) as transaction:
        assert read_snapshot(transaction, "ABCDEF", None).chosen == {0: first}
    snapshot = act(store, "ABCDEF", lambda at: Effects(choices={1: second}), None)
    assert snapshot.table.version == version + 1
    with store.transaction(autocommit=True) as transaction:
        assert transaction.read_log("ABCDEF", version)[0].data == {
            "answers": [first.text, second.text]
        }
        assert read_snapshot(transaction, "ABCDEF", None).chosen == {}


def test_a_choice_that_was_committed_is_the_one_that_counts(store: Store) -> None:
    """One player changes a choice again and again while another ends the turn: the choice that was
    committed last is played.
    """
    open_table(store)
    snapshot = start(store)
    for _ in range(4):
        match, version = snapshot.table.match, snapshot.table.version
        assert match is not None
        options, other = [choice.text for choice in match.choices(0)], match.choices(1)[0]
        committed: list[str] = []

        def keep_changing(
            options: list[str] = options, version: int = version, committed: list[str] = committed
        ) -> None:
            for place in range(1000):
                wish = Choose(do="choose", choice=options[place % len(options)], version=version)
                try:
                    act(store, "ABCDEF", lambda at, wish=wish: run_command(at, wish))  # type: ignore[misc]
                except Stale:
                    return
                committed.append(wish.choice)

        thread = threading.Thread(target=keep_changing)
        thread.start()
        while len(committed) < 3:
            time.sleep(0.001)
        act(store, "ABCDEF", lambda at, other=other: Effects(choices={1: other}), None)  # type: ignore[misc]
        thread.join()
        with store.transaction(autocommit=True) as transaction:
            snapshot = read_snapshot(transaction, "ABCDEF", None)
            assert transaction.read_log("ABCDEF", version)[0].data["answers"] == [
                committed[-1],
                other.text,
            ]


def test_a_turn_that_is_done_while_somebody_reads_is_not_mixed_with_the_choices_before_it(
    store: Store,
) -> None:
    open_table(store)
    snapshot = start(store)
    match = snapshot.table.match
    assert match is not None
    first, second = (match.choices(seat)[0] for seat in (0, 1))
    act(store, "ABCDEF", lambda at: Effects(choices={0: first}), None)
    with store.transaction(autocommit=True) as transaction:
        line = transaction.find_table("ABCDEF")
    act(store, "ABCDEF", lambda at: Effects(choices={1: second}), None)
    with store.transaction(autocommit=True) as transaction:
        seen = refresh_snapshot(transaction, "ABCDEF", None, line)
        now = refresh_snapshot(transaction, "ABCDEF", seen, transaction.find_table("ABCDEF"))
    assert (seen.table.version, seen.chosen) == (snapshot.table.version, {0: first})
    assert (now.table.version, now.chosen) == (snapshot.table.version + 1, {})


def test_a_finished_game_is_kept_as_a_record(store: Store) -> None:
    open_table(store)
    snapshot = start(store)
    while snapshot.table.stage == Stage.PLAYING:
        match = snapshot.table.match
        assert match is not None
        answers = {seat: match.choices(seat)[0] for seat in match.waiting}
        snapshot = act(store, "ABCDEF", lambda at, answers=answers: Effects(choices=answers), None)  # type: ignore[misc]
    with store.transaction(autocommit=True) as transaction:
        kept = transaction.find_record("ABCDEF", 1)
        assert transaction.find_record("ABCDEF", 2) is None
    assert kept == snapshot.table.record().json()
    assert [result.number for result in snapshot.table.results] == [1]


def test_finished_games_are_not_played_again_when_a_table_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(store)
    for _ in range(2):
        snapshot = start(store)
        while snapshot.table.stage == Stage.PLAYING:
            match = snapshot.table.match
            assert match is not None
            answers = {seat: match.choices(seat)[0] for seat in match.waiting}
            snapshot = act(
                store, "ABCDEF", lambda at, answers=answers: Effects(choices=answers), None
            )  # type: ignore[misc]
    start(store)
    dealt = []
    monkeypatch.setattr(
        "kaiten.server.tables.log_fold.deal", lambda *a, **k: dealt.append(a) or deal(*a, **k)
    )
    from kaiten.match.match import deal

    with store.transaction(autocommit=True) as transaction:
        again = read_snapshot(transaction, "ABCDEF", None)
    assert len(dealt) == 1
    assert [result.number for result in again.table.results] == [1, 2]
    assert again.table.number == 3


def test_old_tables_at_which_nothing_was_finished_are_cleared_away(store: Store) -> None:
    now = 1_000_000_000.0
    open_table(store, "OLDOPN", now=now - KEEP_OPEN - 1)
    open_table(store, "NEWOPN", now=now - KEEP_OPEN + 1)
    for code, age in (("OLDPLY", KEEP_PLAYING + 1), ("NEWPLY", KEEP_PLAYING - 1)):
        open_table(store, code, now=now - age)
        act(store, code, lambda at: run_command(at, Start(do="start")), now=now - age)
    runtime = TableRuntime(store, WorkerPool(workers=0))
    assert runtime.housekeeping.delete_old_tables(now) == 2
    with store.transaction(autocommit=True) as transaction:
        assert set(transaction.read_changes(["OLDOPN", "NEWOPN", "OLDPLY", "NEWPLY"])) == {
            "NEWOPN",
            "NEWPLY",
        }
        assert transaction.read_log("OLDPLY", 0) == []


def test_a_table_with_a_finished_game_is_kept_for_good(store: Store) -> None:
    open_table(store, now=0.0)
    with store.transaction() as transaction:
        transaction.insert_record("ABCDEF", 1, "sushi-go", "{}", 0.0)
    assert TableRuntime(store, WorkerPool(workers=0)).housekeeping.delete_old_tables(1e10) == 0


def test_people_of_a_process_that_died_are_gone_since_its_last_sign_of_life(store: Store) -> None:
    open_table(store)
    with store.transaction() as transaction:
        transaction.write_heartbeat("dead", 500.0)
        transaction.write_heartbeat("alive", 600.0)
        transaction.write_visit("ABCDEF", 1, "dead", None)
    with store.transaction(autocommit=True) as transaction:
        assert transaction.read_visits("ABCDEF")[0] == {1: None}
        assert transaction.find_dead_processes(550.0) == [("dead", 500.0)]
    with store.transaction() as transaction:
        assert transaction.remove_process("dead", 500.0, 700.0) == ["ABCDEF"]
    with store.transaction(autocommit=True) as transaction:
        assert transaction.read_visits("ABCDEF")[0] == {1: 500.0}
        assert transaction.find_dead_processes(550.0) == []
        assert transaction.find_due_tables(700.0) == ["ABCDEF"]


def test_somebody_connected_to_one_of_two_processes_is_here(store: Store) -> None:
    open_table(store)
    with store.transaction() as transaction:
        transaction.write_visit("ABCDEF", 1, "one", 900.0)
        transaction.write_visit("ABCDEF", 1, "two", None)
    with store.transaction(autocommit=True) as transaction:
        assert transaction.read_visits("ABCDEF")[0] == {1: None}
    with store.transaction() as transaction:
        transaction.write_visit("ABCDEF", 1, "two", 800.0)
    with store.transaction(autocommit=True) as transaction:
        assert transaction.read_visits("ABCDEF")[0] == {1: 900.0}


def test_one_lost_connection_makes_all_threads_connect_again(postgres_database: str) -> None:
    store = Store(postgres_database)
    store.migrate()
    read, failed = threading.Barrier(2, timeout=10), threading.Event()
    found: list[str] = []

    def poll() -> None:
        with store.transaction(autocommit=True) as transaction:
            transaction.find_due_tables(1.0)
        read.wait()
        failed.wait(10)
        with store.transaction(autocommit=True) as transaction:
            found.extend(transaction.find_due_tables(1e10) or ["nothing"])

    thread = threading.Thread(target=poll)
    thread.start()
    read.wait()
    restart = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    )
    with pytest.raises(store.errors), store.transaction(autocommit=True) as transaction:
        transaction.driver.execute(restart)
    failed.set()
    thread.join()
    assert found == ["nothing"]
    store.close()


def test_closing_waits_for_threads_and_refuses_later_ones(database: str) -> None:
    """SQLite crashes the process if a connection is closed while a thread uses it."""
    store = Store(database)
    store.migrate()
    began, go_on, done = threading.Event(), threading.Event(), list[str]()

    def read() -> None:
        with store.transaction(autocommit=True) as transaction:
            began.set()
            go_on.wait(10)
            transaction.find_due_tables(1.0)
            done.append("read")
        with pytest.raises(StoreClosed), store.transaction(autocommit=True):
            pass
        done.append("refused")

    threads = [threading.Thread(target=read), threading.Thread(target=store.close)]
    threads[0].start()
    began.wait(10)
    threads[1].start()
    threads[1].join(0.1)
    assert threads[1].is_alive()
    go_on.set()
    for thread in threads:
        thread.join()
    assert done == ["read", "refused"]


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a' / 'tables.db'}")
    store.migrate()  # makes the folder too
    with store.engine.connect() as connection:
        assert connection.execute(sql.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sql.text("PRAGMA synchronous")).scalar() == 1
    store.close()
    with closing(sqlite3.connect(tmp_path / "a" / "tables.db")) as database:
        assert database.execute("SELECT count(*) FROM tables").fetchone() == (0,)


def test_the_database_is_the_one_given_then_the_environments_then_a_file_of_the_users(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("KAITEN_DB", raising=False)
    monkeypatch.setenv("KAITEN_DATA", str(tmp_path))
    assert find_data_folder() == tmp_path
    assert choose_database() == f"sqlite:///{tmp_path / 'tables.db'}"
    monkeypatch.setenv("KAITEN_DB", "postgresql://somewhere/else")
    assert choose_database() == "postgresql://somewhere/else"
    assert choose_database("sqlite:///here.db") == "sqlite:///here.db"
    assert Store(choose_database()).url.drivername == "postgresql+psycopg"


def test_limits_may_be_set_by_the_environment() -> None:
    assert read_limits({"KAITEN_CONNECTIONS": "7"}).connections == 7
    assert read_limits({}).connections == 5_000
