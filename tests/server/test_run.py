"""The command: a server process of its own, from its start to its end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server.metrics import remove_dead_processes
from tests.server.server_process import free_port

WAIT = 30  # seconds after which something will not happen any more
Start = Callable[..., subprocess.Popen[str]]


def kaiten(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from kaiten.cli.main import main; main()", *arguments]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the command in a world of its own."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: str, **environment: str) -> subprocess.Popen[str]:
        world = {key: value for key, value in os.environ.items() if not key.startswith("KAITEN_")}
        world |= {
            "KAITEN_DATA": str(tmp_path),
            "KAITEN_BOT_WORKERS": "0",
            "LANG": "C",
            **environment,
        }
        with (tmp_path / f"log{len(started)}").open("w") as log:
            started.append(
                subprocess.Popen(kaiten(*arguments), env=world, stderr=log, stdout=log, text=True)
            )
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        found: int = free.getsockname()[1]
    return found


def wait_for(url: str, process: subprocess.Popen[str]) -> httpx.Response:
    """Return the first answer at an address."""
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends:
        assert process.poll() is None, "the server has ended"
        try:
            return httpx.get(url, timeout=5)
        except httpx.TransportError:
            time.sleep(0.05)
    raise TimeoutError(url)


def close_code(socket: ClientConnection) -> int | None:
    """The code with which the server closes a connection."""
    try:
        while True:
            socket.recv(timeout=WAIT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_the_server_serves_and_ends_gracefully(start: Start, port: int, tmp_path: Path) -> None:
    process = start("serve", "--port", str(port))
    base = f"http://127.0.0.1:{port}"
    assert wait_for(f"{base}/healthz", process).json()["ok"]
    opened = httpx.post(f"{base}/api/tables", json={"name": "Ana", "game": "sushi-go"}).json()
    header = {"Authorization": f"Bearer {opened['token']}"}
    with connect(
        f"ws://127.0.0.1:{port}/api/tables/{opened['table']}/live?protocol={PROTOCOL}",
        additional_headers=header,
    ) as ana:
        assert json.loads(ana.recv())["you"]["name"] == "Ana"
        figures = httpx.get(f"{base}/metrics").text
        assert re.search(r"^kaiten_connections 1\.0$", figures, re.MULTILINE)
        process.send_signal(signal.SIGTERM)
        assert close_code(ana) == 1012  # the server restarts: come back in a moment
    assert process.wait(WAIT) in (0, -signal.SIGTERM)
    again = start("serve", "--port", str(port))
    wait_for(f"{base}/healthz", again)
    seen = httpx.get(f"{base}/api/tables/{opened['table']}", headers=header).json()
    assert seen["you"]["name"] == "Ana"
    assert not seen["table"]["people"][0]["here"]


def test_logs_are_json_lines_where_no_terminal_is_and_hold_no_token(
    start: Start, port: int, tmp_path: Path
) -> None:
    process = start("serve", "--port", str(port))
    base = f"http://127.0.0.1:{port}"
    wait_for(f"{base}/healthz", process)
    opened = httpx.post(f"{base}/api/tables", json={"name": "Ana", "game": "sushi-go"}).json()
    httpx.get(
        f"{base}/api/tables/{opened['table']}",
        headers={"Authorization": f"Bearer {opened['token']}"},
    )
    process.send_signal(signal.SIGINT)
    process.wait(WAIT)
    text = (tmp_path / "log0").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert opened["token"] not in text
    assert [line["path"] for line in lines if line["event"] == "request"][-2:] == [
        "/api/tables",
        f"/api/tables/{opened['table']}",
    ]


def test_connections_of_a_worker_that_is_gone_are_counted_no_more(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for pid in (gone.pid, os.getpid()):
        (tmp_path / f"gauge_livesum_{pid}.db").touch()
        (tmp_path / f"counter_{pid}.db").touch()
    remove_dead_processes(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {
        f"counter_{gone.pid}.db",
        f"counter_{os.getpid()}.db",
        f"gauge_livesum_{os.getpid()}.db",
    }


def test_several_workers_serve_the_same_tables(
    start: Start, port: int, postgres_database: str
) -> None:
    process = start("serve", "--port", str(port), "--workers", "2", "--db", postgres_database)
    base = f"http://127.0.0.1:{port}"
    wait_for(f"{base}/healthz", process)
    opened = httpx.post(f"{base}/api/tables", json={"name": "Ana", "game": "sushi-go"}).json()
    for _ in range(20):  # a new connection each time, which either of them may take
        assert httpx.get(f"{base}/api/tables/{opened['table']}").json()["table"]["host"] == 1
    assert "kaiten_requests_total" in httpx.get(f"{base}/metrics").text
    process.kill()  # the workers notice, and free the port
    process.wait()
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends:
        try:
            with socket.create_server(("127.0.0.1", port)):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def test_the_command_alone_serves_this_machine_and_opens_the_browser(
    start: Start, tmp_path: Path
) -> None:
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" > {tmp_path}/address.tmp\nmv {tmp_path}/address.tmp {tmp_path}/address\n'
    )
    browser.chmod(0o755)
    process = start(BROWSER=f"{browser} %s")
    ends = time.monotonic() + WAIT
    while not (tmp_path / "address").exists():
        assert process.poll() is None
        assert time.monotonic() < ends
        time.sleep(0.05)
    address = (tmp_path / "address").read_text().strip()
    assert address.startswith("http://127.0.0.1:80")
    page = wait_for(address, process)
    assert "Kaiten" in page.text
    assert f"The table is set at {address} (Ctrl+C" in (tmp_path / "log0").read_text()


@pytest.mark.parametrize(("words", "locale"), [([], "fr_FR.UTF-8"), (["--lang", "fr"], "C")])
def test_without_a_screen_the_command_alone_says_where_the_table_is_and_nothing_else(
    words: list[str], locale: str, start: Start, tmp_path: Path
) -> None:
    process = start(*words, BROWSER="", DISPLAY="", WAYLAND_DISPLAY="", LC_ALL="", LANG=locale)
    ends = time.monotonic() + WAIT
    while not (said := (tmp_path / "log0").read_text().strip()):
        assert process.poll() is None
        assert time.monotonic() < ends
        time.sleep(0.05)
    found = re.fullmatch(r"La table est mise\s: (\S+) \(Ctrl\+C pour débarrasser\)\.", said)
    assert found
    assert wait_for(found[1], process).status_code == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(WAIT) in (0, 130, -signal.SIGINT)
    assert (tmp_path / "log0").read_text().strip() == said


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://nobody@127.0.0.1:1/nothing", "The database cannot be used: "),
        ("oracle://somewhere", "The database must be sqlite:///FILE or postgresql://..."),
        ("postgresql+asyncpg://a@b/c", "The database must be sqlite:///FILE or postgresql://..."),
        ("not a url", "The database cannot be used: "),
        ("sqlite:////proc/nowhere/tables.db", "The database cannot be used: "),
    ],
)
def test_a_database_that_cannot_be_used_is_said_politely(
    start: Start, tmp_path: Path, url: str, said: str
) -> None:
    process = start("serve", "--db", url, "--port", str(free_port()))
    assert process.wait(WAIT) == 2
    text = (tmp_path / "log0").read_text()
    assert said in text
    assert "Traceback" not in text


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_that_is_taken_is_said_before_anything_starts(
    start: Start, tmp_path: Path, workers: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        process = start("serve", "--port", port, "--workers", workers)
        assert process.wait(WAIT) == 2
    said = f"Port {port} is already in use. Choose another one with --port.\n"
    assert (tmp_path / "log0").read_text() == said


def test_the_port_can_be_a_variable(start: Start, port: int, tmp_path: Path) -> None:
    process = start("serve", KAITEN_PORT=str(port))
    assert wait_for(f"http://127.0.0.1:{port}/healthz", process).json()["ok"]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        other = str(taken.getsockname()[1])
        refused = start("serve", "--port", other, KAITEN_PORT=str(port))
        assert refused.wait(WAIT) == 2
    assert (tmp_path / "log1").read_text().startswith(f"Port {other} is already in use.")


@pytest.mark.parametrize("value", ["0", "65536", "http"])
def test_a_variable_that_is_no_port_is_named(start: Start, tmp_path: Path, value: str) -> None:
    assert start("serve", KAITEN_PORT=value).wait(WAIT) == 2
    text = (tmp_path / "log0").read_text()
    assert "KAITEN_PORT" in text
    assert "Traceback" not in text


def test_an_address_that_is_not_ours_is_said_politely(start: Start, tmp_path: Path) -> None:
    process = start("serve", "--host", "no such host", LANG="fr_FR.UTF-8")
    assert process.wait(WAIT) == 2
    text = (tmp_path / "log0").read_text(encoding="utf-8")
    assert text.startswith("Le serveur ne peut pas écouter sur no such host, port 8000 (--host,")
    assert text.count("\n") == 1


@pytest.mark.parametrize("words", [["serve"], []], ids=["serve", "alone"])
def test_a_data_folder_that_cannot_be_written_is_named(
    start: Start, tmp_path: Path, port: int, words: list[str]
) -> None:
    (tmp_path / "file").touch()
    for number, folder in enumerate([tmp_path / "file" / "below", Path("/dev/null")]):
        chosen = [*words, "--port", str(port)] if words else []
        process = start(*chosen, KAITEN_DATA=str(folder))
        assert process.wait(WAIT) == 2
        text = (tmp_path / f"log{number}").read_text()
        assert text.startswith(f"The data folder {folder} cannot be written to: ")
        assert text.endswith(" Set KAITEN_DATA to another folder.\n")
        assert text.count("\n") == 1
