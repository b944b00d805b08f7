"""Where tables are kept: one append-only log per table, and beside it what changes: choices of this
turn, and who is there.

The same words for SQLite and PostgreSQL. A table's line counts its changes, and whoever changes the
table says which count it knows: if that is not the last one any more, nothing is written. So a
choice that was acknowledged is the one that counts; and the key of the log refuses whatever would
be written twice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sql
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    bindparam,
    event,
)
from sqlalchemy import Table as Relation
from sqlalchemy import Text as LongText
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from ..protocol.errors import UnknownTable
from ..tables.table import OPEN, PLAYING, Entry

PATIENCE: dict[
    str, Any
] = {  # how long we wait for PostgreSQL, and it for us, before somebody is taken for dead
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
    "options": "-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=10s",
}
LAST = 2**31 - 1  # no log is longer
# for connections of which we say ourselves when a transaction begins, if one does
QUIET = "kaiten_quiet"
METADATA = MetaData()
TABLES = Relation(
    "tables",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("version", Integer, nullable=False),  # of the last entry in the log
    Column(
        "changes", BigInteger, nullable=False
    ),  # grows with everything that can be seen, choices and visits too
    Column("stage", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column(
        "due", Float, index=True
    ),  # when the server has something to do here: a bot, a timer, somebody absent
    Column("touched", Float, nullable=False, index=True),
    Column("chosen", LongText),  # the choices of this turn by seat, as JSON, where there are any
)
EVENTS = Relation(
    "events",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("data", LongText, nullable=False),
    Column("at", Float, nullable=False),
)
VISITS = Relation(
    "visits",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("person", Integer, primary_key=True),
    Column("process", String(32), primary_key=True, index=True),
    Column("left_at", Float),  # nothing while the person is connected to that process
)
PROCESSES = Relation(
    "processes",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("seen", Float, nullable=False),
)
RECORDS = Relation(
    "records",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("record", LongText, nullable=False),
)
ANALYSES = Relation(
    "analyses",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # when somebody was last at it
    Column("progress", Float),  # from 0 to 1; nothing where it has failed
    Column("analysis", LongText),  # as JSON, when it is done
)


class Row(NamedTuple):
    """The one line of a table that tells whether anything is new."""

    version: int
    changes: int
    due: float | None
    chosen: str | None
    touched: float


class Work(NamedTuple):
    """How far the analysis of a game is."""

    at: float
    progress: float | None
    analysis: str | None


class Twice(Exception):
    """That line of the log is there already."""


class Store:
    """A database of tables."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.engine = engine(self.url)
        # calls out changes to other processes
        self.shared = self.engine.dialect.name == "postgresql"
        self.errors: tuple[type[Exception], ...] = (
            DBAPIError,
            TimeoutError,
            self.engine.dialect.loaded_dbapi.Error,
        )
        self._own = threading.local()  # the connection that each thread writes by
        self._kept: list[Connection] = []

    @contextmanager
    def writing(self, one_word: bool = False) -> Iterator[Book]:
        """A transaction: everything in it is kept, or nothing. A single statement is one by itself."""
        book = self._own_book()
        connection, driver = book.connection, book.driver
        try:
            if not self.shared and not one_word:
                driver.execute("BEGIN IMMEDIATE")  # one writer at a time
            yield book
            driver.commit()
        except self.errors:
            self._give_up(connection)  # it may be broken: the next transaction gets another one
            raise
        except BaseException:
            driver.rollback()
            raise
        finally:
            if connection.in_transaction():
                # SQLAlchemy's own idea of a transaction, in which nothing is left
                connection.rollback()

    def _own_book(self) -> Book:
        """The thread's own connection; fetching one from the pool each time would cost more than
        most transactions.
        """
        if getattr(self._own, "book", None) is None:
            self._own.book = Book(self.engine.connect().execution_options(**{QUIET: True}))
            self._kept.append(self._own.book.connection)
        book: Book = self._own.book
        return book

    def _give_up(self, connection: Connection) -> None:
        self._own.book = None
        self._kept.remove(connection)
        connection.invalidate()
        connection.close()

    @contextmanager
    def reading(self) -> Iterator[Book]:
        """Look without holding anything up."""
        options: dict[str, Any] = (
            {"isolation_level": "AUTOCOMMIT"} if self.shared else {QUIET: True}
        )
        with self.engine.connect().execution_options(**options) as connection:
            yield Book(connection)

    def migrate(self, form: str = "head") -> None:
        """Bring the database to today's form, whatever it was before; several processes may come at
        once.
        """
        from alembic import command
        from alembic.config import Config

        if self.engine.dialect.name == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            Path(self.url.database).touch(mode=0o600)  # it holds the seeds of games under way
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if self.shared:
                connection.execute(
                    sql.text("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
                )
                connection.execute(sql.text("SELECT pg_advisory_xact_lock(5407)"))  # one at a time
            config.attributes["connection"] = connection
            command.upgrade(config, form)

    def checkpoint(self) -> None:
        """Bring what SQLite wrote ahead into its place; a writer does not wait for that, only
        whoever calls this does.
        """
        if not self.shared:
            with self.reading() as book:
                book.connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        for connection in self._kept:
            connection.close()
        self.engine.dispose()


def address(url: str) -> sql.URL:
    """A database's URL with the driver that we use."""
    parsed = sql.make_url(url)
    return (
        parsed.set(drivername="postgresql+psycopg")
        if parsed.drivername in ("postgresql", "postgres")
        else parsed
    )


def engine(url: sql.URL) -> Engine:
    """The way to a database; what is written there stands in no error message, since a deal is
    among it.
    """
    if url.get_backend_name() == "postgresql":
        return sql.create_engine(
            url, hide_parameters=True, connect_args=PATIENCE, pool_size=20, pool_pre_ping=True
        )
    made = sql.create_engine(
        url,
        hide_parameters=True,
        connect_args={"timeout": 10},
        paramstyle="named",
        pool_reset_on_return=None,
    )

    @event.listens_for(made, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin when we say so
        for pragma in (
            "journal_mode=WAL",
            "synchronous=NORMAL",
            "busy_timeout=10000",
            "wal_autocheckpoint=4000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        if QUIET not in connection.get_execution_options():
            connection.connection.cursor().execute("BEGIN IMMEDIATE")

    return made


# --- Statements, made once ---

CODE = TABLES.c.code == bindparam("c")
LINE = [TABLES.c[name] for name in Row._fields]
FIND = sql.select(*LINE).where(CODE)
HOLD = FIND.with_for_update()
OPENED = sql.insert(TABLES)
DUE_AT = sql.update(TABLES).where(CODE).values(due=bindparam("due"))
NOTE = (
    sql.update(TABLES)
    .where(CODE, TABLES.c.changes == bindparam("known"))
    .values(changes=TABLES.c.changes + 1)
)
APPEND = sql.insert(EVENTS)
ENTRIES = (
    sql.select(EVENTS.c.version, EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at)
    .where(
        EVENTS.c.code == bindparam("c"),
        EVENTS.c.version.between(bindparam("first"), bindparam("last")),
    )
    .order_by(EVENTS.c.version)
)
HERE = sql.select(VISITS.c.person, VISITS.c.left_at).where(VISITS.c.code == bindparam("c"))
VISIT = sql.update(VISITS).where(
    VISITS.c.code == bindparam("c"),
    VISITS.c.person == bindparam("p"),
    VISITS.c.process == bindparam("q"),
)
VISIT_FIRST = sql.insert(VISITS)
DUE = (
    sql.select(TABLES.c.code)
    .where(TABLES.c.due <= bindparam("now"))
    .order_by(TABLES.c.due)
    .limit(200)
)
LISTED = (
    sql.select(TABLES.c.code)
    .where(TABLES.c.listed, TABLES.c.stage != PLAYING, TABLES.c.touched > bindparam("since"))
    .order_by(TABLES.c.touched.desc())
    .limit(50)
)
CHANGES = sql.select(TABLES.c.code, TABLES.c.changes).where(
    TABLES.c.code.in_(bindparam("codes", expanding=True))
)
BEAT = sql.update(PROCESSES).where(PROCESSES.c.process == bindparam("q"))
RECORD = sql.select(RECORDS.c.record).where(
    RECORDS.c.code == bindparam("c"), RECORDS.c.number == bindparam("n")
)

ANALYSIS = sql.select(*(ANALYSES.c[name] for name in Work._fields)).where(
    ANALYSES.c.code == bindparam("c"), ANALYSES.c.number == bindparam("n")
)
ANALYSED = sql.update(ANALYSES).where(
    ANALYSES.c.code == bindparam("c"), ANALYSES.c.number == bindparam("n")
)


@cache
def noting(*names: str) -> sql.Update:
    """The statement that changes these facts on a table's line."""
    return NOTE.values({name: bindparam(name) for name in names})


@cache
def text_of(statement: Any, dialect: sql.Dialect) -> tuple[str, Mapping[str, Any]]:
    """A statement in the words of the database, and what is fixed in it."""
    made = statement.compile(dialect=dialect)
    return made.string, made.params


class Book:
    """The tables as a transaction sees them."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        # what is done most is done by the driver itself
        self.driver: Any = connection.connection.dbapi_connection

    def quickly(self, statement: Any, values: Mapping[str, Any]) -> Any:
        """Execute a statement by the driver; the cursor has the rows."""
        text, fixed = text_of(statement, self.connection.dialect)
        return self.driver.execute(text, {**fixed, **values} if fixed else values)

    def find(self, code: str) -> Row:
        """The line of a table."""
        row = self.connection.execute(FIND, {"c": code}).one_or_none()
        if row is None:
            raise UnknownTable
        return Row(*row)

    def hold(self, code: str) -> Row:
        """The line of a table that nobody else changes until this transaction is over."""
        rows = self.quickly(HOLD, {"c": code}).fetchall()
        if not rows:
            raise UnknownTable
        return Row(*rows[0])

    def open(self, code: str, listed: bool, now: float) -> None:
        fresh = {
            "code": code,
            "version": 0,
            "changes": 0,
            "stage": OPEN,
            "listed": listed,
            "touched": now,
        }
        self.connection.execute(OPENED, fresh)

    def note(self, code: str, known: int, **facts: Any) -> bool:
        """Say on the table's line what is new since this count of its changes, unless that is not
        the last one.
        """
        noted: int = self.quickly(noting(*facts), {"c": code, "known": known, **facts}).rowcount
        return noted > 0

    def entries(self, code: str, after: int = 0, until: int = LAST) -> list[Entry]:
        """The log of a table after a version, until another one."""
        rows = self.connection.execute(ENTRIES, {"c": code, "first": after + 1, "last": until})
        return [Entry(version, kind, orjson.loads(data), at) for version, kind, data, at in rows]

    def append(self, code: str, entries: Sequence[Entry]) -> None:
        """Write entries into a table's log; none is written twice."""
        for entry in entries:
            row = {"code": code, **entry._asdict(), "data": orjson.dumps(entry.data).decode()}
            try:
                self.quickly(APPEND, row)
            except self.connection.dialect.loaded_dbapi.IntegrityError as error:
                raise Twice from error

    # --- Who is there ---

    def visits(self, code: str) -> dict[int, float | None]:
        """When people were seen last; nothing for those who are connected."""
        seen: dict[int, float | None] = {}
        for person, left in self.connection.execute(HERE, {"c": code}):
            before = seen.get(person, 0.0)
            seen[person] = None if left is None or before is None else max(left, before)
        return seen

    def visit(self, code: str, person: int, process: str, left: float | None) -> None:
        who = {"c": code, "p": person, "q": process}
        if self.connection.execute(VISIT, {**who, "left_at": left}).rowcount == 0:
            self.connection.execute(
                VISIT_FIRST, {"code": code, "person": person, "process": process, "left_at": left}
            )

    def beat(self, process: str, now: float) -> bool:
        """A sign of life of a process; whether it was known."""
        known = self.connection.execute(BEAT, {"q": process, "seen": now}).rowcount > 0
        if not known:
            self.connection.execute(sql.insert(PROCESSES), {"process": process, "seen": now})
        return known

    def dead(self, before: float) -> list[tuple[str, float]]:
        """Processes that have given no sign of life since then."""
        rows = self.connection.execute(sql.select(PROCESSES).where(PROCESSES.c.seen < before))
        return [(process, seen) for process, seen in rows]

    def bury(self, process: str, seen: float, now: float) -> list[str]:
        """Let everybody who was connected to a process be gone since it was seen last; the tables
        concerned.
        """
        last = (PROCESSES.c.process == process, PROCESSES.c.seen == seen)
        if self.connection.execute(sql.delete(PROCESSES).where(*last)).rowcount == 0:
            return []  # it lives, or somebody else has seen to it
        connected = (VISITS.c.process == process, VISITS.c.left_at.is_(None))
        codes = sorted(
            self.connection.scalars(sql.select(VISITS.c.code).where(*connected).distinct())
        )
        for code in codes:
            self.connection.execute(
                DUE_AT.values(changes=TABLES.c.changes + 1), {"c": code, "due": now}
            )
        self.connection.execute(sql.update(VISITS).where(*connected).values(left_at=seen))
        return codes

    # --- What is to be done, shown, kept, forgotten ---

    def due(self, now: float) -> list[str]:
        return list(self.connection.scalars(DUE, {"now": now}))

    def put_off(self, code: str, due: float) -> None:
        self.connection.execute(DUE_AT, {"c": code, "due": due})

    def listed(self, since: float) -> list[str]:
        return list(self.connection.scalars(LISTED, {"since": since}))

    def changes(self, codes: Iterable[str]) -> dict[str, int]:
        """How much has changed at each of these tables."""
        return dict(self.connection.execute(CHANGES, {"codes": list(codes)}).all())

    def keep(self, code: str, number: int, game: str, record: str, now: float) -> None:
        row = {"code": code, "number": number, "game": game, "record": record, "at": now}
        self.connection.execute(sql.insert(RECORDS), row)

    def record(self, code: str, number: int) -> str | None:
        record: str | None = self.connection.scalar(RECORD, {"c": code, "n": number})
        return record

    def analysis(self, code: str, number: int) -> Work | None:
        row = self.connection.execute(ANALYSIS, {"c": code, "n": number}).one_or_none()
        return Work(*row) if row else None

    def begin_analysis(self, code: str, number: int, known: Work | None, now: float) -> bool:
        """Say that somebody is at it from now on, unless that is not what is known any more."""
        if known is None:
            try:
                row = {"code": code, "number": number, "at": now, "progress": 0.0}
                self.connection.execute(sql.insert(ANALYSES), row)
            except IntegrityError as error:
                raise Twice from error
            return True
        again = ANALYSED.where(ANALYSES.c.at == known.at)
        return (
            self.connection.execute(
                again, {"c": code, "n": number, "at": now, "progress": 0.0}
            ).rowcount
            > 0
        )

    def note_analysis(
        self,
        code: str,
        number: int,
        progress: float | None,
        now: float,
        analysis: str | None = None,
    ) -> None:
        values = {"c": code, "n": number, "at": now, "progress": progress, "analysis": analysis}
        # what was found stays
        self.connection.execute(ANALYSED.where(ANALYSES.c.analysis.is_(None)), values)

    def forget(self, open_before: float, playing_before: float) -> int:
        """Clear tables away at which no game was ever finished, nobody is, and nothing has happened
        for long.
        """
        never = sql.and_(
            TABLES.c.code.not_in(sql.select(RECORDS.c.code)),
            TABLES.c.code.not_in(sql.select(VISITS.c.code).where(VISITS.c.left_at.is_(None))),
        )
        old = sql.or_(
            sql.and_(TABLES.c.stage == OPEN, TABLES.c.touched < open_before),
            sql.and_(TABLES.c.stage == PLAYING, TABLES.c.touched < playing_before),
        )
        codes = list(
            self.connection.scalars(sql.select(TABLES.c.code).where(old, never).limit(1000))
        )
        for relation in (EVENTS, VISITS, TABLES):
            self.connection.execute(sql.delete(relation).where(relation.c.code.in_(codes)))
        return len(codes)
