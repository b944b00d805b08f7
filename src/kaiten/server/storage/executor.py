"""Runs jobs of the store for the event loop: in threads where a job would block the loop, and in
the loop itself where a thread would cost more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..protocol.errors import Busy
from .store import Store

JobResult = TypeVar("JobResult")
THREADS = 8  # that may wait for the database
log = logging.getLogger("kaiten.server")


class StoreExecutor:
    """Runs jobs that use the store. `alone`: no other process works with the same database.

    A database on the network may answer late: a thread waits for it. A file that no other process
    writes to answers in a fraction of a millisecond, all of it computing. A second thread would
    only compete with the loop for the interpreter, which made people wait a hundred times longer
    under load.
    """

    def __init__(self, store: Store, alone: bool = True) -> None:
        self.store = store
        threads = 0 if alone and not store.shared else THREADS
        self._threads = ThreadPoolExecutor(threads, "store") if threads else None

    async def run(self, job: Callable[..., JobResult], *arguments: Any) -> JobResult:
        """Return the result of a job, or raise its exception; Busy if the database fails."""
        try:
            if self._threads is None:
                return job(*arguments)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, job, *arguments)
        except self.store.errors as error:
            log.error("database", extra={"reason": type(error).__name__})
            raise Busy from error

    def stop(self) -> None:
        """Finish the jobs that were submitted, and end the threads."""
        if self._threads:
            self._threads.shutdown()
