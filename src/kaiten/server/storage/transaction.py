"""Everything that the server reads from the database or writes to it, one method for each query.

The statements are written with SQLAlchemy, compiled once for each dialect and executed by the
driver: SQLAlchemy's own execution costs more than most of our statements take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sql
from sqlalchemy import bindparam

from ..protocol.errors import UnknownTable
from .entry import Entry, Stage
from .finished_games import FinishedGames
from .schema import (
    EVENT_RELATION,
    LOBBY_RELATION,
    PROCESS_RELATION,
    RECORD_RELATION,
    TABLE_RELATION,
    VISIT_RELATION,
)

LAST_VERSION = 2**31 - 1  # no log is longer
# tables that one statement names: their number is fixed, so that the statement is compiled once
CODES_PER_STATEMENT = 100
OLD_TABLES_AT_ONCE = 100
LISTED_TABLES, LISTED_PER_OPENER = 50, 5
WATCHERS = 0  # the person as whom all those count who watch without having joined


class TableRow(NamedTuple):
    """The row of a table: a reader sees from it whether anything is new."""

    version: int
    changes: int
    due: float | None
    chosen: str | None
    touched: float
    lots: str | None


# --- Statements ---

OF_TABLE = TABLE_RELATION.c.code == bindparam("c")
FIND_TABLE = sql.select(*(TABLE_RELATION.c[name] for name in TableRow._fields)).where(OF_TABLE)
LOCK_TABLE = FIND_TABLE.with_for_update()
SET_DUE = sql.update(TABLE_RELATION).where(OF_TABLE).values(due=bindparam("due"))
SET_DUE_AND_COUNT = SET_DUE.values(changes=TABLE_RELATION.c.changes + 1)
UPDATE_TABLE = (
    sql.update(TABLE_RELATION)
    .where(OF_TABLE, TABLE_RELATION.c.changes == bindparam("known"))
    .values(changes=TABLE_RELATION.c.changes + 1)
)
FIND_DUE = (
    sql.select(TABLE_RELATION.c.code)
    .where(TABLE_RELATION.c.due <= bindparam("now"))
    .order_by(TABLE_RELATION.c.due)
    .limit(200)
)
NEWEST_FIRST = TABLE_RELATION.c.touched.desc()
RANKED = (
    sql.select(
        LOBBY_RELATION.c.code,
        TABLE_RELATION.c.touched,
        sql.func.row_number()
        .over(partition_by=LOBBY_RELATION.c.opener, order_by=(NEWEST_FIRST, LOBBY_RELATION.c.code))
        .label("place"),
    )
    .join(TABLE_RELATION, TABLE_RELATION.c.code == LOBBY_RELATION.c.code)
    .where(
        TABLE_RELATION.c.touched > bindparam("since"),
        sql.exists().where(
            VISIT_RELATION.c.code == LOBBY_RELATION.c.code,
            VISIT_RELATION.c.person != WATCHERS,
            VISIT_RELATION.c.left_at.is_(None),
        ),
    )
    .subquery()
)
FIND_LISTED = (
    sql.select(RANKED.c.code)
    .where(RANKED.c.place <= LISTED_PER_OPENER)
    .order_by(RANKED.c.place, RANKED.c.touched.desc())
    .limit(LISTED_TABLES)
)
CODE_PARAMETERS: list[sql.BindParameter[str]] = [
    bindparam(f"c{number}") for number in range(CODES_PER_STATEMENT)
]
READ_CHANGES = sql.select(TABLE_RELATION.c.code, TABLE_RELATION.c.changes).where(
    TABLE_RELATION.c.code.in_(CODE_PARAMETERS)
)
READ_LOG = (
    sql.select(
        EVENT_RELATION.c.version, EVENT_RELATION.c.kind, EVENT_RELATION.c.data, EVENT_RELATION.c.at
    )
    .where(
        EVENT_RELATION.c.code == bindparam("c"),
        EVENT_RELATION.c.version.between(bindparam("first"), bindparam("last")),
    )
    .order_by(EVENT_RELATION.c.version)
)
CUT_LOG = sql.delete(EVENT_RELATION).where(
    EVENT_RELATION.c.code == bindparam("c"), EVENT_RELATION.c.version < bindparam("first")
)
READ_VISITS = sql.select(
    VISIT_RELATION.c.person, VISIT_RELATION.c.left_at, VISIT_RELATION.c.number
).where(VISIT_RELATION.c.code == bindparam("c"))
DELETE_VISITS = sql.delete(VISIT_RELATION).where(
    VISIT_RELATION.c.code == bindparam("c"), VISIT_RELATION.c.person == bindparam("p")
)
UPDATE_VISIT = (
    sql.update(VISIT_RELATION)
    .where(
        VISIT_RELATION.c.code == bindparam("c"),
        VISIT_RELATION.c.person == bindparam("p"),
        VISIT_RELATION.c.process == bindparam("q"),
    )
    .values(left_at=bindparam("left_at"))
)
UPDATE_WATCHERS = UPDATE_VISIT.values(number=bindparam("number"))
CONNECTED_TO = (VISIT_RELATION.c.process == bindparam("q"), VISIT_RELATION.c.left_at.is_(None))
FIND_CONNECTED = (
    sql.select(VISIT_RELATION.c.code)
    .where(*CONNECTED_TO)
    .distinct()
    .order_by(VISIT_RELATION.c.code)
)
END_VISITS = sql.update(VISIT_RELATION).where(*CONNECTED_TO).values(left_at=bindparam("left_at"))
UPDATE_PROCESS = (
    sql.update(PROCESS_RELATION)
    .where(PROCESS_RELATION.c.process == bindparam("q"))
    .values(seen=bindparam("seen"))
)
FIND_DEAD = sql.select(PROCESS_RELATION).where(PROCESS_RELATION.c.seen < bindparam("before"))
DELETE_PROCESS = sql.delete(PROCESS_RELATION).where(
    PROCESS_RELATION.c.process == bindparam("q"), PROCESS_RELATION.c.seen == bindparam("seen")
)
FIND_OLD_TABLES = (
    sql.select(TABLE_RELATION.c.code)
    .where(
        sql.or_(
            sql.and_(
                TABLE_RELATION.c.stage == Stage.OPEN,
                TABLE_RELATION.c.touched < bindparam("open_before"),
            ),
            sql.and_(
                TABLE_RELATION.c.stage == Stage.PLAYING,
                TABLE_RELATION.c.touched < bindparam("playing_before"),
            ),
        ),
        TABLE_RELATION.c.code.not_in(sql.select(RECORD_RELATION.c.code)),
        TABLE_RELATION.c.code.not_in(
            sql.select(VISIT_RELATION.c.code).where(
                VISIT_RELATION.c.left_at.is_(None), VISIT_RELATION.c.person != WATCHERS
            )
        ),
    )
    .limit(OLD_TABLES_AT_ONCE)
)
INSERT_TABLE, INSERT_ENTRY, INSERT_VISIT, INSERT_PROCESS, LIST = (
    sql.insert(relation)
    for relation in (
        TABLE_RELATION,
        EVENT_RELATION,
        VISIT_RELATION,
        PROCESS_RELATION,
        LOBBY_RELATION,
    )
)
UNLIST = sql.delete(LOBBY_RELATION).where(LOBBY_RELATION.c.code == bindparam("c"))
DELETE_TABLES = tuple(
    sql.delete(relation).where(relation.c.code.in_(CODE_PARAMETERS))
    for relation in (EVENT_RELATION, VISIT_RELATION, LOBBY_RELATION, TABLE_RELATION)
)


@cache
def update_of(*columns: str) -> sql.Update:
    """Return the statement that sets these columns in a table's row."""
    return UPDATE_TABLE.values({name: bindparam(name) for name in columns})


def split_codes(codes: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the parameters of statements that name tables; a short batch repeats its first one."""
    for first in range(0, len(codes), CODES_PER_STATEMENT):
        batch = codes[first : first + CODES_PER_STATEMENT]
        padded = [*batch, *[batch[0]] * (CODES_PER_STATEMENT - len(batch))]
        yield {f"c{number}": code for number, code in enumerate(padded)}


class Transaction(FinishedGames):
    """The queries, on the connection of one thread. `Store.transaction` begins and commits."""

    # --- Tables and their logs ---

    def find_table(self, code: str) -> TableRow:
        return self._read_row(FIND_TABLE, code)

    def lock_table(self, code: str) -> TableRow:
        """Return the row of a table and lock it: no other process changes it until the commit."""
        return self._read_row(LOCK_TABLE, code)

    def _read_row(self, statement: sql.Select[Any], code: str) -> TableRow:
        row = self.execute(statement, {"c": code}).fetchone()
        if row is None:
            raise UnknownTable
        return TableRow(*row)

    def insert_table(self, code: str, now: float) -> None:
        row = {"code": code, "version": 0, "changes": 0, "stage": Stage.OPEN, "listed": False}
        self.execute(
            INSERT_TABLE, {**row, "due": None, "touched": now, "chosen": None, "lots": None}
        )

    def update_table(self, code: str, known: int, **columns: Any) -> bool:
        """Set these columns in the row of a table and count the change, if the number of changes is
        still the known one. Return whether it was.
        """
        values = {"c": code, "known": known, **columns}
        updated: int = self.execute(update_of(*columns), values).rowcount
        return updated > 0

    def read_log(self, code: str, after: int = 0, until: int = LAST_VERSION) -> list[Entry]:
        """Return the entries of a table's log after one version, up to another."""
        rows = self.execute(READ_LOG, {"c": code, "first": after + 1, "last": until})
        return [Entry(version, kind, orjson.loads(data), at) for version, kind, data, at in rows]

    def append_log(self, code: str, entries: Sequence[Entry]) -> None:
        """Append entries to a table's log. Raise DuplicateEntry if a version exists."""
        for entry in entries:
            data = orjson.dumps(entry.data).decode()
            self.execute(INSERT_ENTRY, {"code": code, **entry._asdict(), "data": data})

    def cut_log(self, code: str, first: int) -> None:
        """Delete the entries before this version of a table's log, which a summary replaces."""
        self.execute(CUT_LOG, {"c": code, "first": first})

    def read_changes(self, codes: Sequence[str]) -> dict[str, int]:
        """Return the number of changes of each of these tables."""
        found: dict[str, int] = {}
        for batch in split_codes(codes):
            found |= dict(self.execute(READ_CHANGES, batch).fetchall())
        return found

    def find_due_tables(self, now: float) -> list[str]:
        """Return the tables at which the server has to act."""
        return [code for (code,) in self.execute(FIND_DUE, {"now": now})]

    def postpone(self, code: str, due: float) -> None:
        self.execute(SET_DUE, {"c": code, "due": due})

    def find_listed_tables(self, since: float) -> list[str]:
        """Return public tables that wait for players, the latest first: the first one from each
        place where tables were opened, then the second ones, ...
        """
        return [code for (code,) in self.execute(FIND_LISTED, {"since": since})]

    def set_listed(self, code: str, opener: str | None) -> None:
        """Put a table into the lobby, or with None take it out."""
        self.execute(UNLIST, {"c": code})
        if opener is not None:
            self.execute(LIST, {"code": code, "opener": opener or code})

    def delete_old_tables(self, open_before: float, playing_before: float) -> int:
        """Delete tables without a finished game and without a connected person, unchanged since
        these times, a hundred at most. Return their number.
        """
        values = {"open_before": open_before, "playing_before": playing_before}
        codes = [code for (code,) in self.execute(FIND_OLD_TABLES, values)]
        for batch in split_codes(codes):
            for statement in DELETE_TABLES:
                self.execute(statement, batch)
        return len(codes)

    # --- People and processes ---

    def read_visits(self, code: str) -> tuple[dict[int, float | None], int]:
        """Return when each person was last connected to any process, None if they are now; and how
        many others watch.
        """
        seen: dict[int, float | None] = {}
        watching = 0
        for person, left, number in self.execute(READ_VISITS, {"c": code}):
            if person == WATCHERS:
                watching += number if left is None else 0
                continue
            before = seen.get(person, 0.0)
            seen[person] = None if left is None or before is None else max(left, before)
        return seen, watching

    def write_visit(self, code: str, person: int, process: str, left: float | None) -> None:
        """Note when a person left a process; None: they are connected to it."""
        who = {"c": code, "p": person, "q": process}
        if self.execute(UPDATE_VISIT, {**who, "left_at": left}).rowcount == 0:
            row = {"code": code, "person": person, "process": process, "left_at": left}
            self.execute(INSERT_VISIT, {**row, "number": None})

    def write_watching(self, code: str, process: str, number: int) -> None:
        """Note how many watch at a process without having joined."""
        who = {"c": code, "p": WATCHERS, "q": process}
        values = {**who, "left_at": None, "number": number}
        if self.execute(UPDATE_WATCHERS, values).rowcount == 0:
            row = {"code": code, "person": WATCHERS, "process": process, "left_at": None}
            self.execute(INSERT_VISIT, {**row, "number": number})

    def delete_visits(self, code: str, person: int) -> None:
        """Forget the visits of a person who has left."""
        self.execute(DELETE_VISITS, {"c": code, "p": person})

    def write_heartbeat(self, process: str, now: float) -> bool:
        """Note that a process is alive. Return whether the process was known."""
        known: bool = self.execute(UPDATE_PROCESS, {"q": process, "seen": now}).rowcount > 0
        if not known:
            self.execute(INSERT_PROCESS, {"process": process, "seen": now})
        return known

    def find_dead_processes(self, before: float) -> list[tuple[str, float]]:
        """Return the processes whose last heartbeat is older than this, with its time."""
        return [(process, seen) for process, seen in self.execute(FIND_DEAD, {"before": before})]

    def remove_process(self, process: str, seen: float, now: float) -> list[str]:
        """Remove a process and disconnect its people as of its last heartbeat. Return their tables.

        Nothing happens if the process has sent a heartbeat since, or was removed already.
        """
        if self.execute(DELETE_PROCESS, {"q": process, "seen": seen}).rowcount == 0:
            return []
        codes = [code for (code,) in self.execute(FIND_CONNECTED, {"q": process})]
        for code in codes:
            self.execute(SET_DUE_AND_COUNT, {"c": code, "due": now})
        self.execute(END_VISITS, {"q": process, "left_at": seen})
        return codes
