"""Runs jobs of the store for the event loop, which never waits for the database, and gives each a
time limit.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from ..protocol.errors import Busy
from .store import Store, is_locked

JobResult = TypeVar("JobResult")
THREADS = 8  # that may wait for the database
JOB_SECONDS = 6.0  # in which a job is done, or its caller is told that the server is busy
STOP_SECONDS = 2.0  # the same, once the server stops
WATCH_SECONDS = 0.25  # between two looks for jobs that are late
log = logging.getLogger("kaiten.server")


@dataclass(eq=False)
class RunningJob:
    """A job in a thread."""

    thread: int
    deadline: float


class StoreExecutor:
    """Runs jobs that use the store. `alone`: no other process works with the same database.

    A database on the network may answer late: a thread waits for it. A file that no other process
    writes to answers in a fraction of a millisecond, all of it computing. A second thread would
    only compete with the loop for the interpreter, which made people wait a hundred times longer
    under load. So there the loop does the job itself, and leaves it to a thread only if it finds
    the file locked after all, perhaps by a backup.

    A watchdog cuts off the connections of jobs that are late: then their threads are free again.
    """

    def __init__(self, store: Store, alone: bool = True) -> None:
        self.store = store
        self._in_loop = alone and not store.shared
        self._threads = ThreadPoolExecutor(THREADS, "store")
        self._running: set[RunningJob] = set()
        self._seconds = JOB_SECONDS
        self._stopped = threading.Event()
        self._watchdog = threading.Thread(target=self._watch, daemon=True, name="store watchdog")
        self._watchdog.start()

    async def run(self, job: Callable[..., JobResult], *arguments: Any) -> JobResult:
        """Return the result of a job, or raise its exception; Busy if the database fails or does not
        answer in time.
        """
        try:
            if self._in_loop:
                try:
                    with self.store.never_waiting():
                        return job(*arguments)
                except self.store.errors as error:
                    if not is_locked(error):
                        raise
            deadline = time.monotonic() + self._seconds
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                self._threads, self._perform, deadline, job, arguments
            )
        except self.store.errors as error:
            log.error("database", extra={"reason": type(error).__name__})
            raise Busy from error

    def _perform(self, deadline: float, job: Callable[..., Any], arguments: Any) -> Any:
        """Do a job in a thread, unless it has waited for the thread too long."""
        if time.monotonic() > deadline:
            raise Busy
        running = RunningJob(threading.get_ident(), deadline)
        self._running.add(running)
        try:
            return job(*arguments)
        finally:
            self._running.discard(running)

    def _watch(self) -> None:
        while not self._stopped.wait(WATCH_SECONDS):
            self._cut_off(time.monotonic())

    def _cut_off(self, now: float) -> None:
        """Break off the jobs that should have been done by now."""
        for late in [running for running in list(self._running) if running.deadline < now]:
            log.error("database does not answer")
            self.store.cut_off(late.thread)

    def hurry(self) -> None:
        """Give jobs little time from now on: the server stops."""
        self._seconds = STOP_SECONDS
        soon = time.monotonic() + STOP_SECONDS
        for running in list(self._running):
            running.deadline = min(running.deadline, soon)

    def stop(self) -> None:
        """End the threads. Jobs that do not end by themselves are broken off."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        ends = time.monotonic() + STOP_SECONDS
        while self._running and time.monotonic() < ends:
            time.sleep(0.01)
        self._stopped.set()
        self._cut_off(float("inf"))
        self._threads.shutdown()
