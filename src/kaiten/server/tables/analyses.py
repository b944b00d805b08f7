"""Finished games looked at again: each once, in the background, whoever asks for it in whichever
process. The store keeps them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import orjson

from ..protocol.errors import Busy
from ..storage.store import Twice, Work
from ..workers.pool import START_ERRORS, WorkerFailed
from .service import Hall

BEAT = 2.0  # seconds between two words about how far an analysis is
DEAD = 20.0  # seconds without a word after which somebody else may begin anew
WAITING = 20  # games that may wait for their turn
log = logging.getLogger("kaiten.server")


class Analyses:
    """Has games analysed, one at a time, and tells how far that is."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._tasks: set[asyncio.Task[None]] = set()

    async def look(self, code: str, number: int) -> Work | None:
        """How far the analysis of a game is, or what it has found; None if nobody has asked for it."""
        await self._hall.record(code, number)
        return await self._hall.at_store(self._read, code, number)

    async def begin(self, code: str, number: int) -> Work | None:
        """The same, when it has been seen to that somebody is at it."""
        record = await self._hall.record(code, number)
        known = await self._hall.at_store(self._read, code, number)
        if known and (known.analysis or known.progress is not None) and not stale(known):
            return known
        if len(self._tasks) > WAITING:
            raise Busy
        with suppress(Twice):  # another process was faster
            if await self._hall.at_store(self._claim, code, number, known):
                task = asyncio.create_task(self._work(code, number, record))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        return await self._hall.at_store(self._read, code, number)

    async def stop(self) -> None:
        """Let whatever is under way be."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, code: str, number: int, record: str) -> None:
        """Have a game analysed, and let the store know how far that is as long as it lasts."""
        progress = 0.0

        def tell(part: float) -> None:
            nonlocal progress
            progress = part

        work = asyncio.create_task(self._hall.worker_pool.analyse(record, tell))
        try:
            while not (await asyncio.wait([work], timeout=BEAT))[0]:
                with suppress(Busy):
                    await self._hall.at_store(self._note, code, number, progress)
            found = orjson.dumps(work.result()).decode()
            await self._hall.at_store(self._note, code, number, 1.0, found)
        except (WorkerFailed, *START_ERRORS) as trouble:
            log.warning(
                "no analysis", extra={"table": code, "number": number, "reason": str(trouble)}
            )
            with suppress(Busy):
                await self._hall.at_store(self._note, code, number, None)
        except Busy:
            log.warning(
                "no analysis",
                extra={"table": code, "number": number, "reason": "the database is busy"},
            )
        finally:
            work.cancel()

    def _read(self, code: str, number: int) -> Work | None:
        with self._hall.store.reading() as book:
            return book.analysis(code, number)

    def _claim(self, code: str, number: int, known: Work | None) -> bool:
        with self._hall.store.writing() as book:
            return book.begin_analysis(code, number, known, time.time())

    def _note(
        self, code: str, number: int, progress: float | None, found: str | None = None
    ) -> None:
        with self._hall.store.writing() as book:
            book.note_analysis(code, number, progress, time.time(), found)


def stale(work: Work) -> bool:
    """Whether whoever was at it must be gone."""
    return work.analysis is None and time.time() > work.at + DEAD


def message(work: Work | None, language: str) -> dict[str, Any]:
    """What is told of an analysis."""
    if work is None:
        return {"ok": True, "state": "none", "progress": 0.0, "analysis": None}
    found = in_words(orjson.loads(work.analysis), language) if work.analysis else None
    state = "done" if found else "failed" if work.progress is None or stale(work) else "working"
    return {"ok": True, "state": state, "progress": work.progress or 0.0, "analysis": found}


def in_words(data: Any, language: str) -> Any:
    """The same with everything that is said in both languages said in one."""
    if isinstance(data, dict):
        if set(data) == {"en", "fr"}:
            return data[language]
        return {key: in_words(part, language) for key, part in data.items()}
    return [in_words(part, language) for part in data] if isinstance(data, list) else data
