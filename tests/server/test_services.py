"""The services of the tables, each by itself: no network, no bots' processes, one SQLite file."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import kaiten
from kaiten.engine.game import Game
from kaiten.match import match as matches
from kaiten.match.choice import parse_choice
from kaiten.server.protocol import requests
from kaiten.server.protocol.errors import BadToken, Busy, HostOnly, UnknownTable
from kaiten.server.storage.entry import Entry
from kaiten.server.storage.executor import StoreExecutor
from kaiten.server.storage.store import Store
from kaiten.server.tables import cache as caches
from kaiten.server.tables import presence as presences
from kaiten.server.tables.bot_driver import BotDriver
from kaiten.server.tables.cache import SnapshotCache
from kaiten.server.tables.connections import ConnectionCount
from kaiten.server.tables.housekeeping import Housekeeping
from kaiten.server.tables.presence import Presence
from kaiten.server.tables.service import TableService
from kaiten.server.tables.snapshot import Snapshot
from kaiten.server.tables.tasks import BackgroundTasks, repeat
from kaiten.server.workers.pool import Job

from .tables_in_memory import choose, open_snapshot, start_for_two

pytestmark = pytest.mark.once


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    yield store
    store.close()


def make_service(store: Store) -> TableService:
    """A table service as a process of its own has it."""
    return TableService(StoreExecutor(store), SnapshotCache(), ConnectionCount())


async def open_table(tables: TableService, **settings: Any) -> str:
    request = requests.OpenTable(name="Ana", game="sushi-go", **{"seats": [None, None], **settings})
    return (await tables.open_table(request))[0].table.code


async def send(
    tables: TableService, code: str, person: int | None, do: str, **fields: Any
) -> Snapshot:
    request = requests.COMMAND.validate_python({"do": do, **fields})
    return (await tables.execute(code, person, request))[0]


async def start_game(tables: TableService, **settings: Any) -> Snapshot:
    code = await open_table(tables, **settings)
    return await send(tables, code, 1, "start")


def first_choice(snapshot: Snapshot, seat: int = 0) -> dict[str, Any]:
    assert snapshot.table.match is not None
    choice = snapshot.table.match.choices(seat)[0].text
    return {"choice": choice, "version": snapshot.table.version, "seat": seat}


# --- The table service ---


def test_an_update_from_the_newest_snapshot_needs_no_lock(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        tables = make_service(store)
        connections: ConnectionCount = tables._connections
        code = await open_table(tables)
        connections.add(code, 1)
        await send(tables, code, 1, "start")  # under the lock: Ana was not connected
        monkeypatch.setattr(tables, "_update_locked", None)
        cached = tables.cache.get(code)
        assert cached is not None
        after = await send(tables, code, 1, "choose", **first_choice(cached))
        assert list(after.chosen) == [0]

    asyncio.run(play())


def test_an_update_from_a_stale_snapshot_is_repeated_under_the_lock(store: Store) -> None:
    async def play() -> None:
        one, other = make_service(store), make_service(store)
        code = await open_table(one)
        one._connections.add(code, 1)
        await send(one, code, 1, "emote", emote="yum")
        await send(other, code, None, "join", name="Ben")
        stale = one.cache.get(code)
        assert stale is not None
        assert 2 not in stale.table.people
        after = await send(one, code, 1, "start")
        assert set(after.table.people) == {1, 2}

    asyncio.run(play())


def test_the_store_has_the_last_word_on_a_refusal(store: Store) -> None:
    """A command that the cached snapshot refuses may be right when another process has changed the
    table.
    """

    async def play() -> None:
        one, other = make_service(store), make_service(store)
        code = await open_table(one)
        await send(one, code, None, "join", name="Ben")
        one._connections.add(code, 2)
        await send(one, code, 2, "emote", emote="yum")
        with pytest.raises(HostOnly):
            await send(one, code, 2, "start")
        await send(other, code, 1, "leave")
        after = await send(one, code, 2, "start")
        assert after.table.number == 1

    asyncio.run(play())


def test_people_who_have_left_are_refused(store: Store) -> None:
    async def play() -> None:
        tables = make_service(store)
        code = await open_table(tables)
        await send(tables, code, 1, "leave")
        with pytest.raises(BadToken):
            await send(tables, code, 1, "start")
        with pytest.raises(UnknownTable):
            await tables.read("NOBODY")

    asyncio.run(play())


def test_a_version_that_another_process_has_written_makes_the_service_busy_once(
    store: Store,
) -> None:
    async def play() -> None:
        tables = make_service(store)
        code = await open_table(tables)
        with store.transaction() as transaction:
            transaction.append_log(code, [Entry(3, "emote", {"person": 1, "emote": "yum"}, 1.0)])
        with pytest.raises(Busy):
            await send(tables, code, 1, "emote", emote="yum")
        assert tables.cache.get(code) is None

    asyncio.run(play())


def test_every_update_is_announced(store: Store) -> None:
    async def play() -> None:
        tables, heard = make_service(store), list[Snapshot]()
        tables.on_update.append(heard.append)
        snapshot = await start_game(tables)
        assert heard == [snapshot]

    asyncio.run(play())


def test_a_choice_is_parsed_once_on_its_way_from_a_client_to_the_match(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def count(game: Game, question: int, text: str) -> int:
        parsed.append(text)
        return parse_choice(game, question, text)

    async def play() -> None:
        tables = make_service(store)
        code = await open_table(tables)
        await send(tables, code, None, "join", name="Ben")
        for person in (1, 2):
            tables._connections.add(code, person)
            await send(tables, code, person, "emote", emote="yum")
        started = await send(tables, code, 1, "start")
        monkeypatch.setattr(matches, "parse_choice", count)
        choices = [first_choice(started, seat) for seat in (0, 1)]
        for person, choice in zip((1, 2), choices, strict=True):
            after = await send(tables, code, person, "choose", **choice)
        assert after.table.moved > started.table.moved
        assert parsed == [choice["choice"] for choice in choices]

    asyncio.run(play())


def test_a_choice_that_another_process_has_stored_is_parsed_when_it_is_read(store: Store) -> None:
    async def play() -> None:
        one, other = make_service(store), make_service(store)
        snapshot = await start_game(one)
        chosen = await send(one, snapshot.table.code, 1, "choose", **first_choice(snapshot))
        assert (await other.read(snapshot.table.code)).chosen == chosen.chosen

    asyncio.run(play())


# --- Presence ---


def make_presence(tables: TableService) -> Presence:
    return Presence(tables.executor, tables, tables._connections)


def here(tables: TableService, code: str) -> set[int]:
    cached = tables.cache.get(code)
    assert cached is not None
    return cached.here


def test_people_are_here_from_their_first_connection_to_their_last(store: Store) -> None:
    async def play() -> None:
        tables = make_service(store)
        presence = make_presence(tables)
        code = await open_table(tables)
        assert here(tables, code) == set()
        await presence.arrive(code, 1)
        await presence.arrive(code, 1)
        await presence.depart(code, 1)
        assert here(tables, code) == {1}
        await presence.depart(code, 1)
        assert here(tables, code) == set()

    asyncio.run(play())


def test_what_the_store_has_missed_is_stored_with_the_next_heartbeat(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        tables = make_service(store)
        presence = make_presence(tables)
        code = await open_table(tables)

        def fail(*arguments: Any) -> Any:
            raise OperationalError("", {}, Exception("gone"))

        with monkeypatch.context() as patch:
            patch.setattr(tables, "_update", fail)
            await presence.arrive(code, 1)
        assert here(tables, code) == set()
        await presence.beat()
        assert here(tables, code) == {1}

    asyncio.run(play())


def test_a_process_that_was_taken_for_dead_stores_its_people_again(store: Store) -> None:
    async def play() -> None:
        tables = make_service(store)
        presence = make_presence(tables)
        code = await open_table(tables)
        await presence.beat()
        await presence.arrive(code, 1)
        presence.remove_own_process()
        assert (await tables.read(code)).here == set()
        await presence.beat()
        assert here(tables, code) == {1}

    asyncio.run(play())


def test_the_people_of_a_dead_process_are_gone_since_its_last_heartbeat(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        one, other = make_service(store), make_service(store)
        code = await open_table(one)
        await make_presence(one).beat()
        await make_presence(one).arrive(code, 1)
        assert (await other.read(code)).here == {1}
        monkeypatch.setattr(presences, "PROCESS_DEAD_AFTER", -1.0)  # everyone is
        await make_presence(other).beat()
        gone = await other.read(code)
        left = gone.visits[1]
        assert left is not None
        assert left == pytest.approx(time.time(), abs=5)

    asyncio.run(play())


def test_the_activity_of_a_connected_person_is_no_news(store: Store) -> None:
    async def play() -> None:
        tables = make_service(store)
        presence = make_presence(tables)
        code = await open_table(tables)
        await presence.arrive(code, 1)
        before = tables.cache.get(code)
        await presence.note_activity(code, 1)
        assert tables.cache.get(code) is before

    asyncio.run(play())


# --- The bot driver ---


class FakePool:
    """Workers that choose the first legal choice, and advise as they are told."""

    def __init__(self, advice: dict[str, Any] | None = None) -> None:
        self.jobs: list[Job] = []
        self.advice = advice

    async def choose(self, job: Job) -> str:
        self.jobs.append(job)
        match = kaiten.deal(job.game, job.names, job.seed, **job.options)
        for answers in job.answers:
            match = match.answer({seat: text for seat, text in enumerate(answers) if text})
        return match.choices(job.seat)[0].text

    async def advise(self, job: Job) -> dict[str, Any] | None:
        self.jobs.append(job)
        await asyncio.sleep(0)
        return self.advice


def make_driver(tables: TableService, pool: FakePool) -> tuple[BotDriver, BackgroundTasks]:
    background = BackgroundTasks()
    return BotDriver(tables, pool, background), background  # type: ignore[arg-type]


async def settle(background: BackgroundTasks) -> None:
    """Wait for all tasks in the background."""
    while background._tasks:
        await asyncio.gather(*background._tasks)


def test_bots_choose_where_the_table_waits_for_them(store: Store) -> None:
    async def play() -> None:
        tables, pool = make_service(store), FakePool()
        driver, background = make_driver(tables, pool)
        snapshot = await start_game(tables, seats=[None, "greedy", "chance"])
        driver.drive(snapshot)
        driver.drive(snapshot)  # the bots are asked once
        await settle(background)
        assert [(job.seat, job.bot) for job in pool.jobs] == [(1, "greedy"), (2, "chance")]
        after = tables.cache.get(snapshot.table.code)
        assert after is not None
        assert {seat: choice.text for seat, choice in after.chosen.items()} == {
            seat: first_choice(snapshot, seat)["choice"] for seat in (1, 2)
        }
        driver.drive(after)
        assert not background._tasks

    asyncio.run(play())


def test_a_choice_for_a_match_that_has_moved_is_dropped(store: Store) -> None:
    async def play() -> None:
        tables = make_service(store)
        driver, _ = make_driver(tables, FakePool())
        snapshot = await start_game(tables, seats=[None, "greedy"])
        code, moved = snapshot.table.code, snapshot.table.moved
        answers = {1: first_choice(snapshot, 1)["choice"]}
        await driver._apply(code, answers, moved - 1)
        assert (await tables.read(code)).chosen == {}
        await send(tables, code, 1, "choose", **first_choice(snapshot))
        await driver._apply(code, answers, moved)
        turn = await tables.read(code)
        assert (turn.table.moved, turn.chosen) == (moved + 1, {})
        await driver._apply(code, answers, moved)
        assert (await tables.read(code)).chosen == {}

    asyncio.run(play())


def test_all_steps_of_a_hint_share_one_advice(store: Store) -> None:
    async def play() -> None:
        tables, pool = make_service(store), FakePool({"best": "tempura"})
        driver, _ = make_driver(tables, pool)
        snapshot = await start_game(tables, seats=[None, "greedy"])
        code, version = snapshot.table.code, snapshot.table.version
        for step in (1, 2, 3):
            request = requests.Hint(do="hint", step=step, version=version)
            after, seat, advice = await driver.advise(code, 1, request)
            assert (seat, advice) == (0, {"best": "tempura"})
        assert len(pool.jobs) == 1
        assert pool.jobs[0].bot is None
        assert after.table.hint_step(0) == 3

    asyncio.run(play())


def test_a_hint_without_advice_does_not_count_and_may_be_asked_again(store: Store) -> None:
    async def play() -> None:
        tables, pool = make_service(store), FakePool(None)
        driver, _ = make_driver(tables, pool)
        snapshot = await start_game(tables, seats=[None, "greedy"])
        request = requests.Hint(do="hint", version=snapshot.table.version)
        with pytest.raises(Busy):
            await driver.advise(snapshot.table.code, 1, request)
        pool.advice = {}
        after, _, _ = await driver.advise(snapshot.table.code, 1, request)
        assert after.table.hint_step(0) == 1
        assert len(pool.jobs) == 2

    asyncio.run(play())


# --- Housekeeping ---


def test_polling_refreshes_watched_tables_that_another_process_has_changed(store: Store) -> None:
    async def play() -> None:
        one, other = make_service(store), make_service(store)
        code, unwatched = await open_table(one), await open_table(one)
        for changed in (code, unwatched):
            await send(other, changed, None, "join", name="Ben")
        with one.cache.watch(code) as signal:
            await Housekeeping(one.executor, one).poll()
            await asyncio.wait_for(signal.wait(), 1)
        assert len(one.cache.get(code).table.people) == 2  # type: ignore[union-attr]
        assert len(one.cache.get(unwatched).table.people) == 1  # type: ignore[union-attr]

    asyncio.run(play())


def test_polling_replaces_players_who_have_been_gone_too_long(store: Store) -> None:
    async def play() -> None:
        tables = make_service(store)
        presence = make_presence(tables)
        code = await open_table(tables, grace=0)
        await presence.arrive(code, 1)
        await send(tables, code, None, "join", name="Ben")
        await send(tables, code, 1, "start")
        with store.transaction() as transaction:
            transaction.postpone(code, 1.0)
        await Housekeeping(tables.executor, tables).poll()
        seats = tables.cache.get(code).table.seats  # type: ignore[union-attr]
        assert [seat.away for seat in seats] == [None, "absent"]

    asyncio.run(play())


def test_a_table_that_cannot_be_attended_is_postponed(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        tables = make_service(store)
        code = await open_table(tables)
        tables.cache.drop(code)
        with store.transaction() as transaction:
            transaction.append_log(code, [Entry(3, "unheard of", {}, 1.0)])
            changes = transaction.lock_table(code).changes
            assert transaction.update_table(code, changes, version=3, due=1.0)
        await Housekeeping(tables.executor, tables).poll()
        with store.transaction(autocommit=True) as transaction:
            assert transaction.find_due_tables(time.time()) == []
        assert "table cannot be attended" in caplog.text

    asyncio.run(play())


# --- The cache, signals and tasks ---


def test_the_cache_keeps_the_newest_snapshot() -> None:
    cache, old = SnapshotCache(), start_for_two()
    new = choose(old, 1)
    assert cache.add(new) is new
    assert cache.add(old) is new
    assert cache.get("ABCDEF") is new
    assert cache.find_stale({"ABCDEF": new.changes, "OTHERS": 0}) == ["OTHERS"]
    assert cache.find_stale({"ABCDEF": new.changes + 1}) == ["ABCDEF"]


def test_watchers_are_woken_now_or_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "DELAY", 0.01)

    async def play() -> None:
        cache, snapshot = SnapshotCache(), open_snapshot()
        with cache.watch("ABCDEF") as signal:
            assert cache.list_watched() == ["ABCDEF"]
            cache.publish(snapshot)
            await asyncio.wait_for(signal.wait(), 1)
            cache.publish(snapshot, delayed=True)
            cache.publish(snapshot, delayed=True)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(signal.wait(), 0.001)
            await asyncio.wait_for(signal.wait(), 1)
        assert not cache.is_watched("ABCDEF")

    asyncio.run(play())


def test_the_cache_forgets_tables_that_are_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "UNWATCHED", 2)

    async def play() -> None:
        cache, snapshot = SnapshotCache(), open_snapshot()
        with cache.watch("TABLE0"):
            for number in range(6):
                table = replace(snapshot.table, code=f"TABLE{number}")
                cache.publish(replace(snapshot, table=table))
        kept = [number for number in range(6) if cache.get(f"TABLE{number}")]
        assert kept == [0, 3, 4, 5]

    asyncio.run(play())


def test_a_periodic_job_goes_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    async def job() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise Busy
        if len(done) == 2:
            raise RuntimeError

    async def play() -> None:
        background = BackgroundTasks()
        background.start(repeat(0, job))
        while len(done) < 4:
            await asyncio.sleep(0)
        await background.stop()

    asyncio.run(play())
    assert caplog.text.count("a periodic job failed") == 1


def test_a_task_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError

    async def play() -> None:
        background = BackgroundTasks()
        background.start(fail())
        await asyncio.sleep(0.01)
        await background.stop()

    asyncio.run(play())
    assert "a task failed" in caplog.text
