"""Whether the server is well: what it says of itself, and what it does when the database does not
answer, is locked or has been deleted.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from kaiten.server.storage import executor
from kaiten.server.tables import presence

from .server_process import ServerProcess
from .table_client import WAIT, Server, TableClient, begin, play

Serve = Callable[..., Server]
GRACE = 10.0  # seconds that Docker and systemd's users give a server to stop


def status(server: Server, path: str) -> int:
    return server.http.get(path).status_code


def soon(happens: Callable[[], bool], seconds: float = WAIT) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with suppress(httpx.HTTPError):
            if happens():
                return True
        time.sleep(0.05)
    return False


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heartbeats often, and little patience."""
    monkeypatch.setattr(presence, "PROCESS_HEARTBEAT", 0.1)
    monkeypatch.setattr(presence, "READY_SECONDS", 1.0)
    monkeypatch.setattr(executor, "JOB_SECONDS", 1.0)


def test_a_server_that_writes_is_live_and_ready(server: Server) -> None:
    assert [status(server, path) for path in ("/livez", "/readyz", "/healthz")] == [200] * 3
    assert set(server.http.get("/readyz").json()) == {"ok", "kaiten", "bots"}
    assert server.http.get("/livez").json()["ok"]


# --- SQLite ---


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let another program write into the file, as a backup or a shell might."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_file_keeps_nobody_waiting_who_does_not_write(
    tmp_path: Path, serve: Serve
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    ana, ben = server.party(2)
    begin([ana, ben])
    chosen = threading.Event()

    def choose() -> None:
        ana.choose()
        chosen.set()

    with locked(tmp_path / "tables.db"):
        thread = threading.Thread(target=choose)
        thread.start()
        time.sleep(0.3)
        for path in ("/livez", "/readyz", "/", f"/api/tables/{ana.code}"):
            began = time.monotonic()
            assert status(server, path) == 200
            assert time.monotonic() - began < 2.5, "the loop does not wait for the lock"
        assert not chosen.is_set()
    thread.join(WAIT)
    assert chosen.is_set(), "the choice is made as soon as it can be"
    play([ben], turns=1)


def test_a_file_that_stays_locked_is_told_and_play_goes_on_later(
    tmp_path: Path, serve: Serve, brisk: None
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    ana, ben = server.party(2)
    begin([ana, ben])
    choice = ana.view()["choices"][0]["choice"]
    with locked(tmp_path / "tables.db"):
        assert ana.refused("choose", choice=choice, version=ana.version) == "busy"
        assert soon(lambda: status(server, "/readyz") == 503)
        assert status(server, "/livez") == 200
        assert server.http.get("/readyz").headers["Retry-After"]
    assert soon(lambda: status(server, "/readyz") == 200)
    assert soon(lambda: can_choose(ana, choice))


def can_choose(client: TableClient, choice: str) -> bool:
    return bool(client.ask("choose", choice=choice, version=client.version)["ok"])


def test_what_would_be_lost_is_not_acknowledged(tmp_path: Path, serve: Serve, brisk: None) -> None:
    path = tmp_path / "tables.db"
    server = serve(f"sqlite:///{path}")
    ana, ben = server.party(2)
    begin([ana, ben])
    choice = ana.view()["choices"][0]["choice"]
    os.rename(path, tmp_path / "elsewhere.db")
    assert ana.refused("choose", choice=choice, version=ana.version) == "busy"
    assert soon(lambda: status(server, "/readyz") == 503)
    path.write_bytes((tmp_path / "elsewhere.db").read_bytes())
    assert ana.refused("choose", choice=choice, version=ana.version) == "busy", "another file"
    os.rename(tmp_path / "elsewhere.db", path)
    assert soon(lambda: status(server, "/readyz") == 200)
    assert soon(lambda: can_choose(ana, choice))


# --- PostgreSQL ---


class Relay:
    """Stands between the server and PostgreSQL, and falls silent when it is told to: it accepts
    connections and answers nothing.
    """

    def __init__(self, host: str, port: int) -> None:
        self.target = host, port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        self.flows = threading.Event()
        self.flows.set()
        self.lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                far = self._reach()
                self.lines += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._copy, args=pair, daemon=True).start()

    def _reach(self) -> socket.socket:
        host, port = self.target
        if not host.startswith("/"):
            return socket.create_connection(self.target)
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{host}/.s.PGSQL.{port}")
        return far

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(65_536):
                self.flows.wait()
                target.sendall(part)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self.flows.set()
        for line in [self.listening, *self.lines]:
            line.close()


@pytest.fixture
def relay(postgres_database: str) -> Iterator[tuple[Relay, str]]:
    """A relay, and the URL of an empty database behind it."""
    import sqlalchemy as sql

    url = sql.make_url(postgres_database)
    host = str(url.host or url.query.get("host") or "127.0.0.1")
    found = Relay(host, int(url.port or url.query.get("port") or 5432))  # type: ignore[arg-type]
    query = {name: value for name, value in url.query.items() if name not in ("host", "port")}
    through = url.set(host="127.0.0.1", port=found.port, query=query)
    yield found, through.render_as_string(hide_password=False)
    found.close()


def test_a_postgresql_that_does_not_answer_is_told_and_comes_back(
    relay: tuple[Relay, str], serve: Serve, brisk: None
) -> None:
    between, url = relay
    server = serve(url)
    ana, ben = server.party(2)
    begin([ana, ben])
    choice = ana.view()["choices"][0]["choice"]
    between.flows.clear()
    began = time.monotonic()
    assert ana.refused("choose", choice=choice, version=ana.version) == "busy"
    assert time.monotonic() - began < WAIT / 2
    assert soon(lambda: status(server, "/readyz") == 503)
    for path in ("/livez", "/readyz", "/"):
        began = time.monotonic()
        status(server, path)
        assert time.monotonic() - began < 2.5, "nothing waits for the database"
    assert server.http.post("/api/tables", json={"name": "Eve", "game": "sushi-go"}).json()[
        "code"
    ] == ("busy")
    between.flows.set()
    assert soon(lambda: status(server, "/readyz") == 200, 30)
    assert soon(lambda: can_choose(ana, choice), 30)


def test_a_server_stops_in_time_although_postgresql_does_not_answer(
    relay: tuple[Relay, str], tmp_path: Path
) -> None:
    between, url = relay
    server = ServerProcess(url, tmp_path / "log", 1, 0)
    asyncio.run(server.open())
    try:
        opened = httpx.post(f"{server.url}/api/tables", json={"name": "Ana", "game": "sushi-go"})
        assert opened.status_code == 201
        between.flows.clear()
        time.sleep(4)  # heartbeats and polls are waiting by now
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        server.process.wait(timeout=60)
        assert time.monotonic() - began < GRACE
    finally:
        between.flows.set()
        server.close()
