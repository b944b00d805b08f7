"""The database: one append-only log per table, and beside it what changes: the choices of this turn
and who is connected.

One code serves SQLite and PostgreSQL. A table's row counts the table's changes. A writer names
the count that it knows, and writes nothing if that is not the last one any more. So a choice that
was acknowledged is the one that counts; and the key of the log refuses an entry that exists.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Engine, event
from sqlalchemy.exc import DBAPIError, TimeoutError

from .transaction import Transaction

# how long we wait for PostgreSQL, and PostgreSQL for us, before the other side counts as dead
POSTGRES_TIMEOUTS: dict[str, Any] = {
    "connect_timeout": 4,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
    "options": "-c lock_timeout=4s -c statement_timeout=5s"
    " -c idle_in_transaction_session_timeout=10s",
}
SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    "wal_autocheckpoint=4000",
)
SQLITE_PATIENCE = 5000  # milliseconds for which a thread waits for another writer
SQLITE_BUSY = 5  # the code of the error where a file is locked
MIGRATION_LOCK = 5407  # the number of PostgreSQL's advisory lock


class StoreClosed(Exception):
    """The store is closed: a thread has come too late."""


class StoreLost(Exception):
    """The file of the database has been deleted or replaced: what is written would be lost."""


def is_locked(error: BaseException) -> bool:
    """Return whether SQLite has done nothing because another connection writes to the file."""
    code = getattr(getattr(error, "orig", None) or error, "sqlite_errorcode", 0)
    return bool(code & 0xFF == SQLITE_BUSY)


class Store:
    """A database of tables.

    All connections are in autocommit mode: a transaction begins with a statement of ours.
    """

    def __init__(self, url: str) -> None:
        self.url = parse_url(url)
        self.engine = create_engine(self.url)
        # other processes are notified of changes
        self.shared = self.engine.dialect.name == "postgresql"
        self.errors: tuple[type[Exception], ...] = (
            DBAPIError,
            TimeoutError,
            StoreLost,
            self.engine.dialect.loaded_dbapi.Error,
        )
        # on SQLite a transaction takes the lock for writers at once: it would be refused later
        self._begin = "BEGIN" if self.shared else "BEGIN IMMEDIATE"
        self._of_thread = threading.local()
        self._transactions: list[Transaction] = []  # of all threads
        self._drivers: dict[int, Any] = {}  # the driver's connection of each thread, to cut it off
        self._file: tuple[int, int] | None = None  # SQLite's file as it was when we began
        self._lost = 0  # how often a connection was lost; older ones are not trusted then
        self._is_closed = False

    @contextmanager
    def transaction(self, autocommit: bool = False) -> Iterator[Transaction]:
        """Yield a transaction: everything in the block is committed, or nothing is.

        With `autocommit` each statement is a transaction of its own, which takes no lock for
        longer. That is for reading, and for a single write: it saves BEGIN and COMMIT.
        """
        transaction = self._transaction_of_thread()
        driver = transaction.driver
        with transaction.lock:
            if self._is_closed:
                raise StoreClosed
            self._check_file()
            try:
                if not autocommit:
                    driver.execute(self._begin)
                yield transaction
                driver.commit()
            except self.errors as error:
                if is_locked(error):  # nothing has been done
                    driver.rollback()
                    raise
                # it may be broken: the thread gets another connection
                self._lost += bool(getattr(driver, "closed", False))
                self._drop(transaction)
                raise
            except BaseException:
                driver.rollback()
                raise

    def _transaction_of_thread(self) -> Transaction:
        """Return the thread's own connection. Fetching one from the pool each time would cost more
        than most transactions.
        """
        transaction: Transaction | None = getattr(self._of_thread, "transaction", None)
        if transaction is not None:
            if transaction.number == self._lost:
                return transaction
            self._drop(transaction)  # PostgreSQL may have been restarted: then all are lost
        transaction = Transaction(self._connect(), self._lost)
        self._of_thread.transaction = transaction
        self._transactions.append(transaction)
        return transaction

    def _connect(self) -> sql.Connection:
        """Open the connection of a thread, which waits for other writers or not."""
        connection = self.engine.connect()
        self._drivers[threading.get_ident()] = driver = connection.connection.dbapi_connection
        if not self.shared:
            assert driver is not None
            driver.execute(f"PRAGMA busy_timeout={self._patience}")
        return connection

    @property
    def _patience(self) -> int:
        return getattr(self._of_thread, "patience", SQLITE_PATIENCE)

    @contextmanager
    def never_waiting(self) -> Iterator[None]:
        """Let this thread, which has other things to do, fail at once where SQLite's file is locked."""
        if self._patience:
            self._of_thread.patience = 0
            transaction: Transaction | None = getattr(self._of_thread, "transaction", None)
            if transaction is not None:
                transaction.driver.execute("PRAGMA busy_timeout=0")
        yield

    def cut_off(self, thread: int) -> None:
        """Break off what a thread waits for: it gets an error instead of an answer."""
        driver: Any = self._drivers.get(thread)
        with suppress(Exception):  # it may be closed already
            if self.shared:
                with socket.socket(fileno=os.dup(driver.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)
            else:
                driver.interrupt()

    def _check_file(self) -> None:
        """Raise StoreLost if SQLite's file is not the one any more with which we began."""
        if self._file is not None and self._file != self._identify_file():
            raise StoreLost

    def _identify_file(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self.url.database or "")
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _drop(self, transaction: Transaction) -> None:
        self._of_thread.transaction = None
        self._transactions.remove(transaction)
        transaction.connection.invalidate()
        transaction.connection.close()

    def migrate(self, revision: str = "head") -> None:
        """Bring the database to a revision; several processes may do so at once."""
        from alembic import command
        from alembic.config import Config

        if not self.shared and self.url.database:
            Path(self.url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            Path(self.url.database).touch(mode=0o600)  # it holds the seeds of games in progress
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        if not self.shared:
            self._file = self._identify_file()
        with self.transaction() as transaction:
            if self.shared:
                transaction.driver.execute("SET LOCAL lock_timeout = 0")
                transaction.driver.execute("SET LOCAL statement_timeout = 0")
                # one process at a time
                transaction.driver.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            with transaction.connection.begin():
                config.attributes["connection"] = transaction.connection
                command.upgrade(config, revision)

    def checkpoint(self) -> None:
        """Copy SQLite's write-ahead log into the database file. Writers do not wait for it."""
        if not self.shared:
            with self.transaction(autocommit=True) as transaction:
                transaction.driver.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Close all connections, each when its thread has finished its transaction."""
        self._is_closed = True
        for transaction in list(self._transactions):
            with transaction.lock:
                transaction.connection.close()
        self.engine.dispose()


def parse_url(url: str) -> sql.URL:
    """Return a database's URL with the driver that we use."""
    parsed = sql.make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def create_engine(url: sql.URL) -> Engine:
    """Return SQLAlchemy's engine. Error messages hide all values, since deals are among them."""
    if url.get_backend_name() == "postgresql":
        return sql.create_engine(
            url,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            connect_args=POSTGRES_TIMEOUTS,
            poolclass=sql.NullPool,  # each thread keeps its own
        )
    engine = sql.create_engine(
        url,
        hide_parameters=True,
        connect_args={"timeout": SQLITE_PATIENCE / 1000},
        paramstyle="named",
        pool_reset_on_return=None,
    )

    @event.listens_for(engine, "connect")
    def set_up_connection(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # autocommit, in the words of sqlite3
        for pragma in SQLITE_PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    return engine
