"""PostgreSQL for the tests, from the first place that has one:

1. `KAITEN_TEST_POSTGRES=URL`, a server on which the tests may create databases;
2. `pgserver` from PyPI, which has wheels up to Python 3.12;
3. the system's `initdb` and `postgres`.

`python -m tests.postgres` installs Debian's package if there is none and nobody must be asked.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit
from uuid import uuid4

from tests.apt import install_package

URL = "KAITEN_TEST_POSTGRES"
PROGRAMS = ("initdb", "postgres")
FOLDERS = (  # where systems keep these programs off the PATH: Debian, Fedora, Homebrew, MacPorts
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/opt/local/lib/postgresql*/bin",
)
OTHER_USERS = ("postgres", "nobody")  # PostgreSQL refuses to run as root
PATIENCE = 60.0  # seconds until a server must answer
MISSING = f"there is no PostgreSQL here (apt-get install postgresql, or {URL}=postgresql://...)"
NOT_RUN = f"NOT RUN: the tests on PostgreSQL, for {MISSING}."


def is_available() -> bool:
    return bool(os.environ.get(URL) or has_pgserver() or find_programs())


def has_pgserver() -> bool:
    return find_spec("pgserver") is not None


def find_programs() -> Path | None:
    """Return the folder of the system's newest PostgreSQL; None if it has none."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    for pattern in FOLDERS:
        places += sorted(Path("/").glob(pattern[1:]), key=version_of, reverse=True)
    return next((place for place in places if has_programs(place)), None)


def version_of(folder: Path) -> tuple[int, ...]:
    return tuple(int("0" + "".join(filter(str.isdigit, part))) for part in folder.parts)


def has_programs(folder: Path) -> bool:
    return all(os.access(folder / program, os.X_OK) for program in PROGRAMS)


class PostgresServer:
    """A running server on which the tests may create databases."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._created: list[str] = []

    def create_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"kaiten_test_{uuid4().hex}"
        self._execute(f"CREATE DATABASE {name}")
        self._created.append(name)
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def drop_databases(self) -> None:
        """Drop every database created here, whatever is still connected."""
        while self._created:
            self._execute(f"DROP DATABASE IF EXISTS {self._created.pop()} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def open_postgres() -> Iterator[PostgresServer]:
    """Yield a PostgreSQL server; one that was started for the tests stops afterwards."""
    if os.environ.get(URL):
        server = PostgresServer(os.environ[URL])
        try:
            yield server
        finally:
            server.drop_databases()
    elif has_pgserver():
        with start_pgserver() as url:
            yield PostgresServer(url)
    else:
        with start_system_server() as url:
            yield PostgresServer(url)


# --- pgserver ---


@contextmanager
def start_pgserver() -> Iterator[str]:
    # It keeps its locks there, and pytest's folders are closed to the user it runs as.
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="kaiten-runtime-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pgserver
    folder = Path(tempfile.mkdtemp(prefix="kaiten-postgres-"))
    server = pgserver.get_server(folder, cleanup_mode="delete")
    server.psql("ALTER SYSTEM SET fsync = off;")  # nobody pulls the plug during tests
    server.psql("SELECT pg_reload_conf();")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


# --- The system's PostgreSQL ---


@contextmanager
def start_system_server() -> Iterator[str]:
    """Start the system's PostgreSQL on a socket in a folder of its own, and yield its URL."""
    programs = find_programs()
    if programs is None:
        raise RuntimeError(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="kaiten-postgres-"))
    user = choose_user(folder)
    log = folder / "log"
    try:
        make_cluster(programs, folder, user)
        with log.open("wb") as output:
            command = [programs / "postgres", "-D", folder / "data", "-k", folder, *SETTINGS]
            process = subprocess.Popen(
                command,
                user=user,
                cwd=folder,
                env=plain_environment(),
                stdout=output,
                stderr=output,
            )
        url = f"postgresql://postgres@/postgres?host={quote(str(folder))}"
        try:
            wait_until_ready(url, process, log)
            yield url
        finally:
            process.send_signal(signal.SIGINT)  # closes connections and stops
            process.wait(timeout=PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# No port, and no waiting for the disk: nobody pulls the plug during tests.
SETTINGS = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "synchronous_commit=off"]


def choose_user(folder: Path) -> int | None:
    """Return the user to run as if we are root, and give them the folder; None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    other = next(known[name] for name in OTHER_USERS if name in known)
    os.chown(folder, other.pw_uid, other.pw_gid)
    return other.pw_uid


def make_cluster(programs: Path, folder: Path, user: int | None) -> None:
    options = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]
    done = subprocess.run(
        [programs / "initdb", "-D", folder / "data", *options],
        user=user,
        cwd=folder,
        env=plain_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")


def plain_environment() -> dict[str, str]:
    """Return this environment without settings of a PostgreSQL that is not ours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**kept, "LC_ALL": "C"}


def wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError as problem:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start:\n{log.read_text()}") from problem
            time.sleep(0.05)


def main() -> None:
    if not is_available() and not install_package("postgresql", "PostgreSQL"):
        print(NOT_RUN)


if __name__ == "__main__":
    sys.exit(main())
