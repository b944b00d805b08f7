"""Analyses of finished games: each game is analysed once, in the background, by any process. The
store keeps the results, which are translated when they are read.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import orjson

from ...text import translate_data
from ..protocol.errors import Busy, TooMany
from ..storage.driver import DuplicateEntry
from ..storage.executor import StoreExecutor
from ..storage.finished_games import StoredAnalysis
from ..workers.pool import START_ERRORS, WorkerFailed, WorkerPool
from .service import TableService

PROGRESS_INTERVAL = 2.0  # seconds between two reports of the progress of an analysis
NEARLY_DONE = 0.99  # progress of an analysis whose result is not stored yet
ABANDONED_AFTER = 20.0  # seconds without a report after which another process may start again
MAX_WAITING = 20  # games that may wait for their turn
WAITING_EACH = 3  # of them requested by one person, or from one address
log = logging.getLogger("kaiten.server")


class Analyses:
    """Has games analysed, one at a time, and reports the progress."""

    def __init__(
        self, executor: StoreExecutor, tables: TableService, worker_pool: WorkerPool
    ) -> None:
        self._executor, self._store = executor, executor.store
        self._tables, self._worker_pool = tables, worker_pool
        # with the person and the address that asked for each
        self._tasks: dict[asyncio.Task[None], tuple[str, str]] = {}

    async def read(self, code: str, number: int) -> StoredAnalysis | None:
        """Return the analysis of a game or its progress; None if it was never requested."""
        await self._tables.read_record(code, number)
        return await self._executor.run(self._read, code, number)

    async def request(
        self, code: str, number: int, asking: tuple[str, str]
    ) -> StoredAnalysis | None:
        """Start the analysis of a game unless it is done or in progress; return what is known.

        `asking`: the person and the address that ask for it, each of which may have a few waiting.
        """
        record = await self._tables.read_record(code, number)
        known = await self._executor.run(self._read, code, number)
        if known and known.progress is not None and not is_abandoned(known):
            return known
        self._check_queue(asking)
        with suppress(DuplicateEntry):  # another process was faster
            if await self._executor.run(self._claim, code, number, known):
                task = asyncio.create_task(self._work(code, number, record))
                self._tasks[task] = asking
                task.add_done_callback(self._tasks.pop)
        return await self._executor.run(self._read, code, number)

    def _check_queue(self, asking: tuple[str, str]) -> None:
        """Raise unless one more analysis may wait for its turn."""
        for place, name in enumerate(asking):
            if [other[place] for other in self._tasks.values()].count(name) >= WAITING_EACH:
                raise TooMany
        if len(self._tasks) > MAX_WAITING:
            raise Busy

    async def stop(self) -> None:
        """Cancel the analyses that this process works on."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, code: str, number: int, record: str) -> None:
        """Have a worker analyse a game, and store its progress and what it finds."""
        job = AnalysisJob(self._worker_pool, record)
        try:
            while not await job.wait(PROGRESS_INTERVAL):
                with suppress(Busy):
                    await self._executor.run(self._update, code, number, job.progress, job.first)
                    job.first = None
            found = job.result()
            await self._executor.run(self._update, code, number, 1.0, found)
        except (WorkerFailed, *START_ERRORS) as trouble:
            log.warning(
                "no analysis", extra={"table": code, "number": number, "reason": str(trouble)}
            )
            with suppress(Busy):
                await self._executor.run(self._update, code, number, None)
        except Busy:
            log.warning(
                "no analysis",
                extra={"table": code, "number": number, "reason": "the database is busy"},
            )
        finally:
            await job.stop()

    def _read(self, code: str, number: int) -> StoredAnalysis | None:
        with self._store.transaction(autocommit=True) as transaction:
            return transaction.find_analysis(code, number)

    def _claim(self, code: str, number: int, known: StoredAnalysis | None) -> bool:
        with self._store.transaction() as transaction:
            return transaction.claim_analysis(code, number, known, time.time())

    def _update(
        self, code: str, number: int, progress: float | None, found: str | None = None
    ) -> None:
        with self._store.transaction() as transaction:
            transaction.update_analysis(code, number, progress, time.time(), found)


class AnalysisJob:
    """A game that a worker analyses: its progress, its first coarse result, and the last one."""

    def __init__(self, worker_pool: WorkerPool, record: str) -> None:
        self.progress = 0.0
        self.first: str | None = None  # as JSON, until it is stored
        self._news = asyncio.Event()
        self._task = asyncio.create_task(
            worker_pool.analyse(record, self._set_progress, self._set_first)
        )
        self._task.add_done_callback(lambda _: self._news.set())

    async def wait(self, seconds: float) -> bool:
        """Wait this long, or until there is something to see; return whether it is the result."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        self._news.clear()
        return self._task.done()

    def result(self) -> str:
        """Return the last result as JSON, or raise what went wrong."""
        return orjson.dumps(self._task.result()).decode()

    async def stop(self) -> None:
        """Give the job up unless it is done, and wait until its process has ended."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _set_progress(self, part: float) -> None:
        self.progress = min(part, NEARLY_DONE)

    def _set_first(self, first: dict[str, Any]) -> None:
        self.first = orjson.dumps(first).decode()
        self._news.set()


def is_abandoned(work: StoredAnalysis) -> bool:
    """Return whether the process that worked on an analysis must be dead."""
    return not work.is_done and time.time() > work.at + ABANDONED_AFTER


def describe_analysis(work: StoredAnalysis | None, language: str) -> dict[str, Any]:
    """Return the message about an analysis."""
    if work is None:
        return {"ok": True, "state": "none", "progress": 0.0, "analysis": None}
    found = translate_data(orjson.loads(work.analysis), language) if work.analysis else None
    unfinished = "failed" if work.progress is None or is_abandoned(work) else "working"
    state = "done" if work.is_done else unfinished
    return {"ok": True, "state": state, "progress": work.progress or 0.0, "analysis": found}
