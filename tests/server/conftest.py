"""A server in this process, on a real SQLite file and on a real PostgreSQL, and people who come to
its tables.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from kaiten.engine.jit import JIT
from kaiten.server.settings import Limits
from kaiten.server.tables import housekeeping, presence
from kaiten.server.web import rate_limit, static
from kaiten.server.web.network import Network
from tests.postgres import MISSING, PostgresServer, is_available, open_postgres

from .table_client import Server, TableClient

collect_ignore_glob = ["test_*"] if JIT else []  # the server plays by the plain rules

WEB = Path(__file__).parents[2] / "web"
GENEROUS = Limits(
    connections=5000,
    connections_per_address=5000,
    tables_per_hour=100_000,
    requests_per_second=10_000,
    connections_per_table=5000,
    messages_per_second=1_000,
    changes_per_second=1_000,
    joins_per_minute=100_000,
)


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """How many watch is not told while a test runs, unless it asks for that: tables stay comparable."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presence, "SAVE_WATCHERS", 3600.0)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this session; tests that need one are skipped if there is none."""
    if not is_available():
        pytest.skip(MISSING)
    with open_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create_database()


@pytest.fixture
def postgres_database(postgres: PostgresServer) -> str:
    return postgres.create_database()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Start a server on a database; it is stopped after the test."""
    started: list[Server] = []

    def start(
        database: str,
        limits: Limits = GENEROUS,
        alone: bool = True,
        network: Network | None = None,
    ) -> Server:
        started.append(Server(database, limits, alone, network))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def limited(tmp_path: Path, serve: Callable[..., Server]) -> Callable[[Limits], Server]:
    """Start a server with these limits."""
    return lambda limits: serve(f"sqlite:///{tmp_path / 'tables.db'}", limits)


class Clock:
    """A clock for the rate limits that goes on only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        fake = SimpleNamespace(monotonic=lambda: self.now, perf_counter=time.perf_counter)
        monkeypatch.setattr(rate_limit, "time", fake)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(database: str, serve: Callable[..., Server]) -> Server:
    """A server on SQLite, then one on PostgreSQL."""
    return serve(database)


@pytest.fixture
def on_sqlite(tmp_path: Path, serve: Callable[..., Server]) -> Server:
    """A server where the database makes no difference."""
    return serve(f"sqlite:///{tmp_path / 'tables.db'}")


def brisk_server(database: str, network: Network | None = None) -> Server:
    """A server that looks round more often than usual, so that nobody has to wait for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(housekeeping, "POLL", 0.1)
        return Server(database, GENEROUS, network=network)


@pytest.fixture(scope="session")
def sqlite_all_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = brisk_server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.db'}")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgresql_all_day(postgres: PostgresServer) -> Iterator[Server]:
    server = brisk_server(postgres.create_database())
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def shared_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server on SQLite, then one on PostgreSQL, that stays open: for tests that need no more than
    a table in it.
    """
    server: Server = request.getfixturevalue(f"{request.param}_all_day")
    yield server
    server.empty()


@pytest.fixture
def shared_sqlite_server(sqlite_all_day: Server) -> Iterator[Server]:
    """A server for tests in which the database makes no difference."""
    yield sqlite_all_day
    sqlite_all_day.empty()


def small_client(folder: Path) -> Path:
    """A browser client in a folder, with a file of every sort."""
    files = {
        "index.html": (WEB / "index.html").read_bytes(),
        "icon.svg": b"<svg/>",
        "app.webmanifest": b"{}",
        "worker.js": b"0",
        "assets/app-1a2b.js": b"plain",
        "assets/app-1a2b.js.br": b"br",
        "assets/app-1a2b.js.gz": gzip.compress(b"plain"),
        "assets/app-3c4d.css": b"",
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(params=["with its client", "without it"])
def fronted(
    request: pytest.FixtureRequest,
    shared_sqlite_server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Server:
    """A server that has the browser client, then one that does not."""
    folder = (
        small_client(tmp_path / "client")
        if request.param == "with its client"
        else tmp_path / "nothing"
    )
    monkeypatch.setitem(
        shared_sqlite_server.app.state._state, "client", static.read_client_files(folder)
    )
    return shared_sqlite_server


__all__ = ["TableClient"]
