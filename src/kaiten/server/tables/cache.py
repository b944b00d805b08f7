"""The newest snapshot of each table that this process knows, and the signals of those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from .signal import Signal
from .snapshot import Snapshot

DELAY = 0.4  # seconds after which watchers learn who has chosen: several choices make one message
UNWATCHED = 2_000  # snapshots that are kept though no client watches their tables


class SnapshotCache:
    """Keeps the newest snapshot of each table, and wakes those who watch it.

    Threads of the store call `get` and `add`; everything else belongs to the event loop.
    """

    def __init__(self) -> None:
        self._snapshots: dict[str, Snapshot] = {}
        self._watchers: dict[str, set[Signal]] = {}
        self._delayed: dict[str, asyncio.TimerHandle] = {}

    def get(self, code: str) -> Snapshot | None:
        return self._snapshots.get(code)

    def add(self, snapshot: Snapshot) -> Snapshot:
        """Keep a snapshot unless a newer one is known; return the newest."""
        cached = self._snapshots.get(snapshot.table.code)
        if cached and cached.changes >= snapshot.changes:
            return cached
        self._snapshots[snapshot.table.code] = snapshot
        return snapshot

    def drop(self, code: str) -> None:
        self._snapshots.pop(code, None)

    def publish(self, snapshot: Snapshot, delayed: bool = False) -> Snapshot:
        """Keep a snapshot and wake those who watch its table, now or a little later; return the
        newest.
        """
        newest = self.add(snapshot)
        code = snapshot.table.code
        if not delayed:
            self.wake(code)
        elif code not in self._delayed:
            loop = asyncio.get_running_loop()
            self._delayed[code] = loop.call_later(DELAY, self.wake, code)
        self._evict()
        return newest

    def _evict(self) -> None:
        if len(self._snapshots) > 2 * UNWATCHED + len(self._watchers):
            unwatched = [code for code in list(self._snapshots) if code not in self._watchers]
            for code in unwatched[:UNWATCHED]:
                del self._snapshots[code]

    # --- Watching ---

    @contextmanager
    def watch(self, code: str) -> Iterator[Signal]:
        """Yield a signal that is set whenever the table has changed."""
        signal = Signal()
        self._watchers.setdefault(code, set()).add(signal)
        try:
            yield signal
        finally:
            self._watchers[code].discard(signal)
            if not self._watchers[code]:
                del self._watchers[code]

    def wake(self, code: str) -> None:
        """Wake all who watch a table."""
        delayed = self._delayed.pop(code, None)
        if delayed:
            delayed.cancel()
        for signal in self._watchers.get(code, ()):
            signal.set()

    def is_watched(self, code: str) -> bool:
        return code in self._watchers

    def list_watched(self) -> list[str]:
        return list(self._watchers)

    def find_stale(self, changes: dict[str, int]) -> list[str]:
        """Return the tables that have changed more often than their cached snapshots know."""
        cached = {code: snapshot.changes for code, snapshot in self._snapshots.copy().items()}
        return [code for code, number in changes.items() if number > cached.get(code, -1)]
