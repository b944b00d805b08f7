"""Tasks in the background of the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from ..protocol.errors import Busy

log = logging.getLogger("kaiten.server")


class BackgroundTasks:
    """Tasks that run until they end or `stop` cancels them. A failure is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, job: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def start_periodic(self, seconds: float, job: Callable[[], Awaitable[None]]) -> None:
        """Run a job at intervals, also after it has failed."""
        self.start(repeat(seconds, job))

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task failed", exc_info=task.exception())

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def repeat(seconds: float, job: Callable[[], Awaitable[None]]) -> None:
    """Run a job at intervals for ever, also after it has failed."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await job()
        except Busy:
            pass  # has been logged
        except Exception:
            log.exception("a periodic job failed")
