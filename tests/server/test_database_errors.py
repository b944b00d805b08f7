"""When the database fails for a moment, a process is taken for dead, or one table cannot be read:
the rest goes on.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from kaiten.server.storage.entry import Entry
from kaiten.server.storage.store import Store
from kaiten.server.tables import housekeeping, presence
from kaiten.server.tables.housekeeping import KEEP_OPEN
from kaiten.server.tables.runtime import TableRuntime
from kaiten.server.workers.pool import WorkerPool

from .table_client import Message, Server, begin, play
from .test_store import open_table

Serve = Callable[..., Server]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "PROCESS_HEARTBEAT", 0.1)
    monkeypatch.setattr(housekeeping, "POLL", 0.1)


def here(table: Message) -> list[bool]:
    return [person["here"] for person in table["table"]["people"]]


def fails_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next change break off, as if the database were gone."""
    change, failed = server.runtime.tables._update, []

    def broken(*arguments: Any) -> Any:
        if not failed:
            failed.append(True)
            raise OperationalError("", {}, Exception("gone"))
        return change(*arguments)

    monkeypatch.setattr(server.runtime.tables, "_update", broken)


def test_somebody_who_goes_while_the_database_fails_is_gone_all_the_same(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = serve(database).party(2)
    begin([ana, ben])
    fails_once(ana.server, monkeypatch)
    ben.go()
    ana.see(lambda table: here(table) == [True, False])


def test_a_command_during_a_failure_is_refused_and_may_be_sent_again(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = serve(database).party(2)
    begin([ana, ben])
    choice = ana.view()["choices"][0]["choice"]
    fails_once(ana.server, monkeypatch)
    assert ana.refused("choose", choice=choice, version=ana.version) == "busy"
    ana.choose(choice)
    play([ana, ben], turns=1)


def test_guests_of_a_process_that_was_taken_for_dead_are_here_again(
    database: str, serve: Serve
) -> None:
    server = serve(database, alone=False)
    ana, ben = server.party(2)
    with server.runtime.store.transaction() as transaction:
        transaction.write_heartbeat(server.runtime.connections.process, 1.0)
        assert transaction.remove_process(server.runtime.connections.process, 1.0, time.time()) == [
            ana.code
        ]
        assert transaction.read_visits(ana.code)[0] == {1: 1.0, 2: 1.0}
    ends = time.monotonic() + 10
    while set(visits(server.runtime, ana.code).values()) != {None}:
        assert time.monotonic() < ends
        time.sleep(0.05)
    begin([ana, ben])


def visits(runtime: TableRuntime, code: str) -> dict[int, float | None]:
    with runtime.store.transaction(autocommit=True) as transaction:
        return transaction.read_visits(code)[0]


def test_a_process_that_has_given_a_sign_of_life_is_not_buried(database: str) -> None:
    store = Store(database)
    store.migrate()
    open_table(store)
    with store.transaction() as transaction:
        transaction.write_heartbeat("alive", 500.0)
        transaction.write_visit("ABCDEF", 1, "alive", None)
        transaction.write_heartbeat("alive", 501.0)
        assert transaction.remove_process("alive", 500.0, 600.0) == []
        assert transaction.read_visits("ABCDEF")[0] == {1: None}
    store.close()


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(
    database: str, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(database)
    broken = server.party(2)[0].code
    ana, ben = server.party(2, grace=0)
    begin([ana, ben])
    with server.runtime.store.transaction() as transaction:
        transaction.append_log(broken, [Entry(4, "unheard of", {}, 1.0)])
        assert transaction.update_table(
            broken, transaction.lock_table(broken).changes, version=4, stage="playing", due=1.0
        )
    ben.go()
    ana.see(lambda table: table["table"]["seats"][1]["away"])
    assert any("cannot be attended" in record.message for record in caplog.records)


def test_a_table_at_which_somebody_is_is_not_cleared_away(database: str) -> None:
    store, now = Store(database), 1_000_000_000.0
    store.migrate()
    open_table(store, now=now - 2 * KEEP_OPEN)
    runtime = TableRuntime(store, WorkerPool(workers=0))
    with store.transaction() as transaction:
        transaction.write_visit("ABCDEF", 1, "somewhere", None)
    assert runtime.housekeeping.delete_old_tables(now) == 0
    with store.transaction() as transaction:
        transaction.write_visit("ABCDEF", 1, "somewhere", now)
    assert runtime.housekeeping.delete_old_tables(now) == 1
    store.close()


def test_nobody_else_may_read_the_file_with_the_seeds(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    store.close()
    assert stat.S_IMODE((tmp_path / "tables.db").stat().st_mode) == 0o600
