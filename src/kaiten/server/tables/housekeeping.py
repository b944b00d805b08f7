"""Periodic jobs: act at tables that are due, notice changes of other processes, write SQLite's
checkpoint, delete old tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from ..protocol.errors import Busy, UnknownTable
from ..storage.executor import StoreExecutor
from . import commands
from .service import LISTED_FOR, TableService

POLL = 0.5  # seconds between two looks at what is due and what other processes have changed
CHECKPOINT = 1.0  # seconds between two checkpoints
HOUR = 3600.0
TIDY_PAUSE = 0.05  # seconds between two deletions
# seconds after which a table that nobody touches is deleted
KEEP_OPEN, KEEP_PLAYING = LISTED_FOR, 60 * 24 * HOUR
log = logging.getLogger("kaiten.server")


class Housekeeping:
    """The periodic jobs of one process; `TableRuntime` runs them."""

    def __init__(self, executor: StoreExecutor, tables: TableService) -> None:
        self._executor, self._store, self._tables = executor, executor.store, tables

    async def poll(self) -> None:
        """Refresh the watched tables that other processes have changed, and act at all due ones."""
        watched = self._tables.cache.list_watched()
        due, stale = await self._executor.run(self._find_work, watched)
        for code in stale:
            await self._try(self._tables.refresh, code)
        for code in due:
            await self._try(self.attend, code)

    def _find_work(self, watched: list[str]) -> tuple[list[str], list[str]]:
        """Return the tables that are due, and the watched ones that are stale in the cache."""
        with self._store.transaction(autocommit=True) as transaction:
            due = transaction.find_due_tables(time.time())
            changes = transaction.read_changes(watched)
        return due, self._tables.cache.find_stale(changes)

    async def attend(self, code: str) -> None:
        """Do what is due at a table: deal, or replace absent players; the bot driver hears of the
        update.
        """
        await self._tables.update(code, commands.attend_table)

    async def _try(self, job: Callable[[str], Awaitable[None]], code: str) -> None:
        """Run a job for one table. If it fails, postpone the table, so that others are served."""
        try:
            await job(code)
        except (UnknownTable, Busy):
            pass
        except Exception:
            log.exception("table cannot be attended", extra={"table": code})
            await self._executor.run(self._postpone, code)
        await asyncio.sleep(0)

    def _postpone(self, code: str) -> None:
        with self._store.transaction() as transaction:
            transaction.postpone(code, time.time() + HOUR)

    async def checkpoint(self) -> None:
        """Write SQLite's checkpoint in a thread, since it waits for the disk."""
        await asyncio.to_thread(self._store.checkpoint)

    async def tidy(self) -> None:
        """Delete all old tables, a few at a time, so that nobody waits for it."""
        deleted = 0
        while found := await self._executor.run(self.delete_old_tables, time.time()):
            deleted += found
            await asyncio.sleep(TIDY_PAUSE)
        if deleted:
            log.info("old tables deleted", extra={"tables": deleted})

    def delete_old_tables(self, now: float) -> int:
        """Delete some old tables without a finished game and return their number."""
        with self._store.transaction() as transaction:
            return transaction.delete_old_tables(now - KEEP_OPEN, now - KEEP_PLAYING)
