"""Who works for the event loop: threads where it would have to wait, and the loop itself where a
thread would cost more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Clerks:
    """So many threads; with none, the loop does everything itself.

    A database on the network answers when it likes: a thread waits for it. A file that nobody else
    writes to answers in a fraction of a millisecond, all of it computing; a second thread would
    only fight with the loop for the interpreter, which made people wait a hundred times longer
    under load.
    """

    def __init__(self, number: int) -> None:
        self._threads = ThreadPoolExecutor(number, "clerk") if number else None

    async def do(self, job: Callable[..., T], *arguments: Any) -> T:
        """What comes of a job, or its exception."""
        if self._threads is None:
            return job(*arguments)
        return await asyncio.get_running_loop().run_in_executor(self._threads, job, *arguments)

    def stop(self) -> None:
        """Let everything be done that was asked for."""
        if self._threads:
            self._threads.shutdown()
