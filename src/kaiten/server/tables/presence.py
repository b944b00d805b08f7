"""Who is connected: arrivals, departures, and the heartbeat by which processes know of each other."""

from __future__ import annotations

import logging
import time
from collections import Counter
from contextlib import suppress

from ..protocol.errors import BadToken, Busy, UnknownTable
from ..storage.executor import StoreExecutor
from . import commands
from .commands import CommandContext, Effects
from .connections import ConnectionCount
from .service import TableService

PROCESS_HEARTBEAT = 3.0  # seconds between two heartbeats
PROCESS_DEAD_AFTER = 12.0  # seconds without a heartbeat after which a process counts as dead
READING = 30.0  # seconds for which a client that has read a table over HTTP counts as watching
SAVE_WATCHERS = 2.0  # seconds after which people learn how many watch
READY_SECONDS = 10.0  # after a write for which the server counts as ready
ACTIVITY = 5.0  # seconds after which a person who only reads over HTTP is noted again
log = logging.getLogger("kaiten.server")


def change_nothing(context: CommandContext) -> Effects:
    """A command without effects: only the visit of its sender is stored."""
    return Effects()


class Watchers:
    """How many see each table at this process without having joined it."""

    def __init__(self) -> None:
        self.connected: Counter[str] = Counter()
        self.readers: dict[tuple[str, str], float] = {}  # when each client last read a table
        self.stored: Counter[str] = Counter()  # what the store knows

    def find_changes(self, now: float) -> dict[str, int]:
        """Return the numbers that the store does not know yet."""
        self.readers = {key: at for key, at in self.readers.items() if at > now - READING}
        self.connected, self.stored = +self.connected, +self.stored
        numbers = self.connected + Counter(code for code, _ in self.readers)
        codes = numbers.keys() | self.stored.keys()
        return {code: numbers[code] for code in codes if numbers[code] != self.stored[code]}


class Presence:
    """Stores who is connected to this process, and disconnects the people of dead processes."""

    def __init__(
        self, executor: StoreExecutor, tables: TableService, connections: ConnectionCount
    ) -> None:
        self._executor, self._store, self._tables = executor, executor.store, tables
        self._connections = connections
        # people whose presence the store does not know, since it failed
        self._unsaved: set[tuple[str, int]] = set()
        self._watchers = Watchers()
        self._written_at = -READY_SECONDS

    # --- People ---

    async def arrive(self, code: str, person: int) -> None:
        """Note a new connection of a person."""
        # before anything waits: an older connection may be closing
        self._connections.add(code, person)
        await self._save(code, person)

    async def depart(self, code: str, person: int) -> None:
        """Note that a connection of a person is closed; it may be the last one."""
        if self._connections.remove(code, person):
            with suppress(BadToken, UnknownTable):
                await self._save(code, person)

    async def note_activity(self, code: str, person: int) -> None:
        """Note that a person without a connection is active."""
        cached = self._tables.cache.get(code)
        if (
            cached
            and person not in cached.here
            and time.time() > (cached.visits.get(person) or 0) + ACTIVITY
        ):
            await self._tables.update(code, change_nothing, person)

    async def _save(self, code: str, person: int) -> None:
        """Store whether a person is connected; if the store fails, the next heartbeat retries."""
        is_here = self._connections.is_connected(code, person)
        command = commands.return_to_table if is_here else change_nothing
        try:
            await self._tables.update(code, command, person, moves=True)
        except Busy:
            self._unsaved.add((code, person))

    # --- Those who have not joined ---

    def count_watcher(self, code: str, number: int) -> None:
        """Note one connection more, or with -1 one less, of a client that has not joined."""
        self._watchers.connected[code] += number

    def note_reader(self, code: str, client: str) -> None:
        """Note that a client reads a table over HTTP without having joined."""
        self._watchers.readers[code, client] = time.monotonic()

    async def save_watchers(self) -> None:
        """Store how many watch where that has changed, so that those who sit there see it."""
        for code, number in self._watchers.find_changes(time.monotonic()).items():
            with suppress(UnknownTable):
                await self._tables.store_watching(code, number)
                self._watchers.stored[code] = number

    # --- Processes ---

    async def beat(self) -> None:
        """Send a heartbeat, and store again what the store has missed."""
        if not await self._executor.run(self.write_heartbeat):
            # the others took this process for dead and disconnected its people
            self._unsaved |= self._connections.people()
        for code, person in list(self._unsaved):
            self._unsaved.discard((code, person))
            with suppress(BadToken, UnknownTable):
                await self._save(code, person)

    def write_heartbeat(self) -> bool:
        """Store a heartbeat and remove dead processes; return whether this process was known."""
        now = time.time()
        with self._store.transaction() as transaction:
            known = transaction.write_heartbeat(self._connections.process, now)
            dead = transaction.find_dead_processes(now - PROCESS_DEAD_AFTER)
        for process, seen in dead:
            log.warning("another process is dead", extra={"dead": process})
            with self._store.transaction() as transaction:
                transaction.remove_process(process, seen, now)
        self._written_at = time.monotonic()
        return known

    @property
    def is_ready(self) -> bool:
        """Whether a write into the database has succeeded lately."""
        return time.monotonic() < self._written_at + READY_SECONDS

    def remove_own_process(self) -> None:
        """Disconnect all people of this process, which stops."""
        process, now = self._connections.process, time.time()
        with self._store.transaction() as transaction:
            transaction.write_heartbeat(process, now)
            transaction.remove_process(process, now, now)
