"""Puts the services of one server process together, starts them and stops them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from ..protocol.errors import Busy, UnknownTable
from ..storage.executor import StoreExecutor
from ..storage.notify import Notifier
from ..storage.store import Store
from ..workers.pool import WorkerPool
from . import housekeeping, presence
from .analyses import Analyses
from .bot_driver import BotDriver
from .cache import SnapshotCache
from .connections import ConnectionCount
from .housekeeping import Housekeeping
from .presence import Presence
from .service import TableService
from .snapshot import Snapshot
from .tasks import BackgroundTasks


class TableRuntime:
    """The tables of one server process, with everything that happens at them unasked.

    `alone`: no other process works with the same database.
    """

    def __init__(self, store: Store, worker_pool: WorkerPool, alone: bool = True) -> None:
        self.store, self.worker_pool = store, worker_pool
        self.executor = StoreExecutor(store, alone)
        self.cache = SnapshotCache()
        self.connections = ConnectionCount()
        self.background = BackgroundTasks()
        self.tables = TableService(self.executor, self.cache, self.connections)
        self.presence = Presence(self.executor, self.tables, self.connections)
        self.bots = BotDriver(self.tables, worker_pool, self.background)
        self.housekeeping = Housekeeping(self.executor, self.tables)
        self.analyses = Analyses(self.executor, self.tables, worker_pool)
        self.notifier = Notifier(self.executor, self.connections.process, self._refresh)
        self._closed: set[str] = set()  # tables where a deal waits for contributions
        self.tables.on_update += [self._notify, self.bots.drive, self._deal_in_time]

    def _notify(self, snapshot: Snapshot) -> None:
        self.notifier.publish(snapshot.table.code)

    def _deal_in_time(self, snapshot: Snapshot) -> None:
        """Deal a game that was started, even if some players do not contribute."""
        code, deadline = snapshot.table.code, snapshot.deal_deadline
        if deadline is not None and code not in self._closed:
            self._closed.add(code)
            self.background.start(self._deal_at(code, deadline))

    async def _deal_at(self, code: str, deadline: float) -> None:
        try:
            await asyncio.sleep(max(0, deadline - time.time()))
            await self.housekeeping.attend(code)
        except (Busy, UnknownTable):
            pass  # the table is still due, and some process will look again
        finally:
            self._closed.discard(code)

    def _refresh(self, codes: list[str]) -> None:
        """Read the watched tables that another process has changed."""
        for code in codes:
            if self.cache.is_watched(code):
                self.background.start(self.tables.refresh(code))

    @asynccontextmanager
    async def run(self) -> AsyncIterator[TableRuntime]:
        """Run everything inside the block."""
        await self.executor.run(self.store.migrate)
        await self.executor.run(self.presence.write_heartbeat)
        await self.worker_pool.start()
        self.notifier.start()
        periodic = (
            (housekeeping.POLL, self.housekeeping.poll),
            (presence.PROCESS_HEARTBEAT, self.presence.beat),
            (presence.SAVE_WATCHERS, self.presence.save_watchers),
            (housekeeping.CHECKPOINT, self.housekeeping.checkpoint),
            (housekeeping.HOUR, self.housekeeping.tidy),
        )
        for seconds, job in periodic:
            self.background.start_periodic(seconds, job)
        try:
            yield self
        finally:
            await self._stop()

    async def _stop(self) -> None:
        self.executor.hurry()
        await self.analyses.stop()
        await self.background.stop()
        await self.notifier.stop()
        await self.worker_pool.stop()
        with suppress(Busy):
            await self.executor.run(self.presence.remove_own_process)
        self.executor.stop()
        self.store.close()
