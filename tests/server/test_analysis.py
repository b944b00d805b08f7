"""A finished game looked at again: asked for by a click, computed once beside everything else, and
kept.
"""

from __future__ import annotations

import asyncio
import threading
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest

from kaiten.server.tables import analyses
from kaiten.server.workers import pool
from kaiten.server.workers.pool import Worker, WorkerFailed, WorkerPool, end_process

from .table_client import Message, Server, bearer, begin, play

SLOW_MACHINE = 120.0  # seconds in which it is done, however busy the machine
HOSTS: dict[str, str] = {}  # their tokens, by table
WORLDS = ("2",)  # enough to see that it is done


def address(code: str, number: int = 1) -> str:
    return f"/api/tables/{code}/games/{number}/analysis"


def finished(server: Server, **wish: Any) -> str:
    server.runtime.worker_pool.analysis_budget = WORLDS
    clients = server.party(2, **wish)
    begin(clients)
    play(clients, Random(7))
    HOSTS[clients[0].code] = str(clients[0].token)
    return clients[0].code


def request(server: Server, code: str) -> httpx.Response:
    """Ask for the analysis of a table's first game, as its host."""
    return server.http.post(address(code), headers=bearer(HOSTS[code]))


def state(server: Server, code: str, **query: str) -> Message:
    answer = server.http.get(address(code), params=query)
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def done(server: Server, code: str, **query: str) -> Message:
    """The analysis, as soon as it is there."""
    ends = time.monotonic() + SLOW_MACHINE
    while (now := state(server, code, **query))["state"] == "working":
        assert time.monotonic() < ends
        time.sleep(0.1)
    return now


def test_a_finished_game_is_analysed_when_somebody_asks(shared_server: Server) -> None:
    code = finished(shared_server)
    assert state(shared_server, code) == {
        "ok": True,
        "state": "none",
        "progress": 0,
        "analysis": None,
    }
    begun = request(shared_server, code).json()
    assert (begun["state"], begun["analysis"]) == ("working", None)
    now = done(shared_server, code)
    assert (now["state"], now["progress"]) == ("done", 1)
    found = now["analysis"]
    assert found["names"] == ["Ana", "Ben"]
    frames = shared_server.http.get(f"/api/tables/{code}/games/1/replay").json()["frames"]
    for pick in found["picks"]:
        frame = frames[pick["step"]]
        assert (frame["round"], frame["turn"]) == (pick["round"], pick["turn"])
        assert frame["answers"][pick["seat"]]["choice"] == pick["played"]["choice"]
    assert [moment["step"] for moment in found["moments"]][-1] == len(frames) - 1
    for moment in found["moments"]:
        assert sum(moment["chances"]) == pytest.approx(1)
    assert len(found["players"]) == 2
    french = done(shared_server, code, lang="fr")["analysis"]
    choices, names = (
        [[pick["played"][key] for pick in one["picks"]] for one in (found, french)]
        for key in ("choice", "name")
    )
    assert choices[0] == choices[1]
    assert names[0] != names[1]


def test_a_server_that_ends_waits_for_the_end_of_its_analysis(
    on_sqlite: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, ended = threading.Event(), list[int]()

    async def read_nothing(self: Worker) -> dict[str, Any]:
        started.set()
        return await asyncio.Future()

    async def end_slowly(child: Process) -> None:
        await asyncio.sleep(0.5)
        await end_process(child)
        ended.append(child.pid)

    monkeypatch.setattr(pool, "end_process", end_slowly)
    monkeypatch.setattr(Worker, "read_message", read_nothing)
    assert request(on_sqlite, finished(on_sqlite)).json()["state"] == "working"
    assert started.wait(SLOW_MACHINE)
    on_sqlite.stop()
    assert len(ended) == 1


def test_a_game_is_analysed_once(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, asked = finished(shared_sqlite_server), []
    analyse = WorkerPool.analyse

    async def counted(self: WorkerPool, record: str, *tell: Any) -> Any:
        asked.append(record)
        return await analyse(self, record, *tell)

    monkeypatch.setattr(WorkerPool, "analyse", counted)
    for _ in range(3):
        assert request(shared_sqlite_server, code).json()["state"] == "working"
    found = done(shared_sqlite_server, code)
    assert request(shared_sqlite_server, code).json() == found
    assert len(asked) == 1


def test_a_coarse_analysis_comes_first(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on, analyse = threading.Event(), WorkerPool.analyse

    async def slow(
        self: WorkerPool, record: str, tell: Callable[[float], None], show: Callable[[Any], None]
    ) -> Any:
        found = await analyse(self, record, tell, show)
        show({**found, "over": False})
        await asyncio.to_thread(going_on.wait)
        return found

    code = finished(shared_sqlite_server)
    monkeypatch.setattr(WorkerPool, "analyse", slow)
    request(shared_sqlite_server, code)
    ends = time.monotonic() + SLOW_MACHINE
    while not (first := state(shared_sqlite_server, code))["analysis"]:
        assert time.monotonic() < ends
        time.sleep(0.1)
    assert (first["state"], first["analysis"]["over"]) == ("working", False)
    assert 0 < first["progress"] < 1
    assert request(shared_sqlite_server, code).json() == first, "it is not begun again"
    going_on.set()
    last = done(shared_sqlite_server, code)
    assert (last["state"], last["progress"], last["analysis"]["over"]) == ("done", 1, True)


def test_an_analysis_is_kept_and_known_to_other_processes(
    database: str, serve: Callable[..., Server]
) -> None:
    one, other = serve(database, alone=False), serve(database, alone=False)
    code = finished(one)
    request(one, code)
    assert request(other, code).json()["state"] == "working", "it is under way elsewhere"
    assert not other.runtime.analyses._tasks
    found = done(other, code)
    one.stop()
    other.stop()
    assert state(serve(database), code) == found


def test_a_game_that_is_not_finished_is_not_analysed(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    for ask in (shared_sqlite_server.http.get, shared_sqlite_server.http.post):
        for path in (address(ana.code), address("ZZZZZZ"), address(ana.code, 7)):
            answer = ask(path, headers=bearer(ana.token))
            assert (answer.status_code, answer.json()["ok"]) == (404, False)


def test_an_analysis_that_fails_is_told_and_may_be_asked_for_again(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: WorkerPool, record: str, *tell: Any) -> Any:
        raise WorkerFailed("no analysis worker")

    code = finished(shared_sqlite_server)
    with monkeypatch.context() as patch:
        patch.setattr(WorkerPool, "analyse", fails)
        request(shared_sqlite_server, code)
        assert done(shared_sqlite_server, code) == {
            "ok": True,
            "state": "failed",
            "progress": 0,
            "analysis": None,
        }
    assert request(shared_sqlite_server, code).json()["state"] == "working"
    assert done(shared_sqlite_server, code)["state"] == "done"


def test_whoever_was_at_it_and_is_gone_is_followed_by_another(shared_server: Server) -> None:
    code = finished(shared_server)
    with shared_server.runtime.store.transaction() as transaction:
        transaction.claim_analysis(code, 1, None, time.time() - analyses.ABANDONED_AFTER - 1)
    assert state(shared_server, code)["state"] == "failed"
    request(shared_server, code)
    assert done(shared_server, code)["state"] == "done"


def test_of_two_who_begin_at_once_one_does(shared_server: Server) -> None:
    code = finished(shared_server)
    old = time.time() - analyses.ABANDONED_AFTER - 1
    with shared_server.runtime.store.transaction() as transaction:
        assert transaction.claim_analysis(code, 1, None, old)
        known = transaction.find_analysis(code, 1)
        assert transaction.claim_analysis(code, 1, known, old + 1)
        assert not transaction.claim_analysis(code, 1, known, old + 1)


def test_too_many_games_at_once_are_refused_politely(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = finished(shared_sqlite_server)
    monkeypatch.setattr(analyses, "MAX_WAITING", -1)
    answer = request(shared_sqlite_server, code)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert state(shared_sqlite_server, code)["state"] == "none"
