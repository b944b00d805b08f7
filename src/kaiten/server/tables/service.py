"""Tables: open, read and change them. Other processes may work with the same tables."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from ...errors import KaitenError
from ..metrics import GAMES_FINISHED, GAMES_STARTED, TURNS, command_counter
from ..protocol import requests
from ..protocol.errors import BadToken, Busy, UnknownNumber, UnknownTable
from ..storage.driver import DuplicateEntry
from ..storage.executor import StoreExecutor
from ..storage.transaction import Transaction
from . import commands
from .cache import SnapshotCache
from .commands import CommandContext, Effects
from .connections import ConnectionCount
from .snapshot import (
    Snapshot,
    apply_effects,
    lock_snapshot,
    read_presence,
    read_snapshot,
    write_transition,
)
from .table import Table

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTHS = (8, 6)  # 40 bits; tables that were opened before have six letters
LISTED_FOR = 24 * 3600.0  # seconds for which a public table that nobody touches is listed
CommandFunction = Callable[[CommandContext], Effects]


class Update(NamedTuple):
    """A change of a table: the snapshots before and after it, and the effects between the two."""

    before: Snapshot
    after: Snapshot
    effects: Effects


class TableService:
    """Opens, reads and changes tables.

    An update is optimistic where it can be: it is computed from the cached snapshot, and the store
    accepts it if no other process has changed the table. Otherwise it is repeated under a row lock.
    """

    def __init__(
        self, executor: StoreExecutor, cache: SnapshotCache, connections: ConnectionCount
    ) -> None:
        self.executor, self.store, self.cache = executor, executor.store, cache
        self._connections = connections
        # called with the new snapshot after each update
        self.on_update: list[Callable[[Snapshot], None]] = []

    # --- Opening and reading ---

    async def open_table(
        self, request: requests.OpenTable, opener: str = ""
    ) -> tuple[Snapshot, Mapping[str, Any]]:
        """Open a table that its host has joined; return it and the reply to the host. `opener`:
        where they open it.
        """
        effects = commands.create_table(request, opener)
        opened = await self.executor.run(self._insert_table, effects)
        self.cache.publish(opened)
        return opened, effects.reply

    def _insert_table(self, effects: Effects) -> Snapshot:
        host, process = effects.reply["person"], self._connections.process
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTHS[0]))
            now = time.time()
            with suppress(DuplicateEntry), self.store.transaction() as transaction:
                transaction.insert_table(code, now)
                transaction.write_visit(code, host, process, now)
                fresh = Snapshot(Table(code), 0, {}, {host: now})
                transition = apply_effects(fresh, effects, now)
                write_transition(transaction, transition, now)
                return transition.after

    async def read(self, code: str) -> Snapshot:
        """Return the newest snapshot of a table."""
        snapshot, cached = await self.executor.run(self._read, code), self.cache.get(code)
        if cached and cached.changes >= snapshot.changes:
            return cached
        return self.cache.publish(snapshot)

    def _read(self, code: str) -> Snapshot:
        with self.store.transaction(autocommit=True) as transaction:
            return read_snapshot(transaction, code, self.cache.get(code))

    async def refresh(self, code: str) -> None:
        """Read a table that another process has changed."""
        with suppress(UnknownTable, Busy):
            await self.read(code)

    async def read_listed(self) -> list[Snapshot]:
        """Return the public tables that wait for players."""
        codes = await self.executor.run(self._find_listed)
        found = [await self.read(code) for code in codes]
        return [snapshot for snapshot in found if snapshot.here and snapshot.table.is_listed]

    def _find_listed(self) -> list[str]:
        with self.store.transaction(autocommit=True) as transaction:
            return transaction.find_listed_tables(time.time() - LISTED_FOR)

    async def read_record(self, code: str, number: int) -> str:
        """Return the record of a finished game."""
        record = await self.executor.run(self._find_record, code, number)
        if record is None:
            raise UnknownNumber
        return record

    def _find_record(self, code: str, number: int) -> str | None:
        with self.store.transaction(autocommit=True) as transaction:
            transaction.find_table(code)
            return transaction.find_record(code, number)

    # --- Changing ---

    async def execute(
        self, code: str, person: int | None, request: requests.Command
    ) -> tuple[Snapshot, Mapping[str, Any]]:
        """Execute a command of a client; return the table after it and the reply.

        A command that is refused raises, and changes nothing.
        """
        try:
            after, effects = await self.update(
                code, lambda context: commands.run_command(context, request), person
            )
        except Exception:
            command_counter(request.do, "refused").inc()
            raise
        command_counter(request.do, "done").inc()
        seat = next(iter(effects.choices), None)
        if seat is None:
            return after, effects.reply
        chosen = after.chosen.get(seat)
        return after, {"seat": seat, "chosen": chosen.text if chosen else None}

    async def update(
        self, code: str, command: CommandFunction, person: int | None = None, moves: bool = False
    ) -> tuple[Snapshot, Effects]:
        """Apply a command to the newest snapshot of a table. `moves`: the person connects or
        disconnects, which is stored too.
        """
        cached = self.cache.get(code)
        try:
            update = await self.executor.run(self._update, code, command, person, moves)
        except DuplicateEntry as error:  # another process has written this version of the log
            self.cache.drop(code)
            raise Busy from error
        after = update.after
        only_choices = (
            cached
            and after.table is cached.table
            and after.visits is cached.visits
            and after.lots is cached.lots
        )
        self.cache.publish(after, delayed=bool(only_choices))
        count_games(update.before, after)
        for listener in self.on_update:
            listener(after)
        return after, update.effects

    def _update(
        self, code: str, command: CommandFunction, person: int | None, moves: bool
    ) -> Update:
        now, cached = time.time(), self.cache.get(code)
        update = None
        if cached and not moves and (person is None or person in cached.here):
            update = self._try_update(cached, command, person, now)
        if update is None:
            update = self._update_locked(code, command, person, moves, now)
        self.cache.add(update.after)
        return update

    def _try_update(
        self, cached: Snapshot, command: CommandFunction, person: int | None, now: float
    ) -> Update | None:
        """Apply the command to the cached snapshot. Return None if the cache is stale or the
        command is refused; the caller then retries under the lock.
        """
        try:
            effects = command(cached.context(person, now))
            transition = apply_effects(cached, effects, now)
        except KaitenError:
            return None
        with self.store.transaction(autocommit=not transition.entries) as transaction:
            written = write_transition(transaction, transition, now)
        return Update(cached, transition.after, effects) if written else None

    def _update_locked(
        self, code: str, command: CommandFunction, person: int | None, moves: bool, now: float
    ) -> Update:
        """Lock the table and apply the command to it as the store has it."""
        with self.store.transaction() as transaction:
            before = lock_snapshot(transaction, code, self.cache.get(code))
            if person is not None and person not in before.table.people:
                raise BadToken  # has left, or was removed
            seen = before
            if person is not None and (moves or person not in before.here):
                seen = self._write_visit(transaction, before, person, now)
            effects = command(seen.context(person, now))
            transition = apply_effects(seen, effects, now)
            write_transition(transaction, transition, now)
        return Update(before, transition.after, effects)

    def _write_visit(
        self, transaction: Transaction, before: Snapshot, person: int, now: float
    ) -> Snapshot:
        """Store that the sender is connected to this process, or was seen now; return the snapshot
        with that visit.
        """
        code, connections = before.table.code, self._connections
        left = None if connections.is_connected(code, person) else now
        transaction.write_visit(code, person, connections.process, left)
        return read_presence(transaction, before)

    async def store_watching(self, code: str, number: int) -> None:
        """Store how many watch a table at this process without having joined it."""
        after = self.cache.publish(await self.executor.run(self._store_watching, code, number))
        for listener in self.on_update:
            listener(after)

    def _store_watching(self, code: str, number: int) -> Snapshot:
        now = time.time()
        with self.store.transaction() as transaction:
            before = lock_snapshot(transaction, code, self.cache.get(code))
            transaction.write_watching(code, self._connections.process, number)
            seen = read_presence(transaction, before)
            transition = apply_effects(seen, Effects(), now)
            write_transition(transaction, transition, now)
        return transition.after


def count_games(before: Snapshot, after: Snapshot) -> None:
    """Count the games and turns between two snapshots in the metrics."""
    old, new = before.table, after.table
    if new is old:
        return
    GAMES_STARTED.inc(new.number - old.number)
    GAMES_FINISHED.inc(new.last_result - old.last_result)
    if new.moved > old.moved and new.number == old.number:
        TURNS.inc()
