"""Where the tests take PostgreSQL from, and what they say if there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests import postgres

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

WITHOUT = """
import sys, pytest
from tests import postgres
postgres.has_pgserver = lambda: False
postgres.find_programs = lambda: None
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without PostgreSQL on which nothing may be installed."""
    monkeypatch.delenv(postgres.URL, raising=False)
    monkeypatch.setattr(postgres, "has_pgserver", lambda: False)
    monkeypatch.setattr(postgres, "FOLDERS", ())
    monkeypatch.setenv("PATH", "")


def put_programs(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).touch(0o755)
    return folder


def test_the_system_server_starts_serves_and_leaves_nothing_behind() -> None:
    if not postgres.find_programs():
        pytest.skip("the system has no PostgreSQL")
    with postgres.start_system_server() as url:
        folder = Path(url.partition("host=")[2])
        created = postgres.PostgresServer(url).create_database()
        with psycopg.connect(created) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
            assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
    assert not folder.exists()


def test_a_named_server_is_used_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    if not postgres.is_available():
        pytest.skip(postgres.MISSING)

    def databases(url: str) -> list[object]:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT datname FROM pg_database ORDER BY 1").fetchall()

    with postgres.open_postgres() as own:
        before = databases(own.url)
        monkeypatch.setenv(postgres.URL, own.url)
        with postgres.open_postgres() as named:
            assert named.url == own.url
            with psycopg.connect(named.create_database()):  # dropped although a client is connected
                assert len(databases(own.url)) == len(before) + 1
                named.drop_databases()
        assert databases(own.url) == before


def test_the_newest_complete_installation_is_taken(
    nothing: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_programs(tmp_path / "9/bin", "initdb", "postgres")
    newest = put_programs(tmp_path / "17/bin", "initdb", "postgres")
    put_programs(tmp_path / "18/bin", "initdb")
    monkeypatch.setattr(postgres, "FOLDERS", (f"{tmp_path}/*/bin",))
    assert postgres.find_programs() == newest
    on_path = put_programs(tmp_path / "mine", "initdb", "postgres")
    monkeypatch.setenv("PATH", str(on_path))
    assert postgres.find_programs() == on_path


def test_without_postgresql_the_stage_says_what_was_not_run(
    nothing: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not postgres.is_available()
    postgres.main()
    assert capsys.readouterr().out == f"{postgres.NOT_RUN}\n"


def test_without_postgresql_its_tests_are_skipped_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(postgres.URL, raising=False)
    monkeypatch.setenv("KAITEN_JIT", "0")
    tests = "tests/server/test_store.py"
    command = [
        sys.executable,
        "-c",
        WITHOUT,
        "-q",
        "-p",
        "no:cacheprovider",
        tests,
        "-k",
        "unknown",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert postgres.MISSING in done.stdout
    assert "1 passed, 1 skipped" in done.stdout
