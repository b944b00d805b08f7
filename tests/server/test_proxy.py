"""A server behind a reverse proxy: which proxies it believes, and which it does not."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server.settings import BadSetting, read_trusted_proxies

from .server_process import SERVE, ServerProcess

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"  # the second one stands in for another machine
Serve = Callable[[str], ServerProcess]
Headers = dict[str, str]


def has_address(address: str) -> bool:
    """Whether this machine has the address: macOS sets up the first of loopback alone."""
    try:
        socket.create_server((address, 0)).close()
    except OSError:
        return False
    return True


needs_elsewhere = pytest.mark.skipif(
    not has_address(ELSEWHERE), reason=f"this machine does not have the address {ELSEWHERE}"
)


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Serve]:
    """Start a server that trusts these proxies. Each client may open one table, and hold one
    connection.
    """
    started: list[ServerProcess] = []

    def start(trusted: str) -> ServerProcess:
        server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log", 1, 0)
        server.environment |= {
            "KAITEN_TRUSTED_PROXIES": trusted,
            "KAITEN_TABLES_PER_HOUR": "1",
            "KAITEN_CONNECTIONS_PER_ADDRESS": "1",
        }
        started.append(server)
        asyncio.run(server.open())
        return server

    yield start
    for server in started:
        server.close()


def open_table(server: ServerProcess, source: str, headers: Headers) -> httpx.Response:
    """Open a table from this address."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source)) as client:
        wanted = {"name": "Ana", "game": "sushi-go"}
        return client.post(f"{server.url}/api/tables", json=wanted, headers=headers)


_numbers = count(1)


def forwarded() -> Headers:
    """The header of a proxy that forwards a request of a new client."""
    return {"X-Forwarded-For": f"203.0.113.{next(_numbers)}"}


def are_told_apart(server: ServerProcess, source: str) -> bool:
    """Whether the server tells clients apart for whom this address forwards requests."""
    codes = [open_table(server, source, forwarded()).status_code for _ in range(3)]
    assert codes in ([201, 201, 201], [201, 429, 429])
    return codes[-1] == 201


def connect_clients(server: ServerProcess, source: str, code: str) -> list[str]:
    """Open two WebSockets from this address, forwarded for two clients. Return what each hears."""
    with ExitStack() as still_open:
        heard = []
        for _ in range(2):
            line = socket.create_connection((HERE, server.port), source_address=(source, 0))
            url = f"ws://{HERE}:{server.port}/api/tables/{code}/live?protocol={PROTOCOL}"
            client = connect(url, sock=line, additional_headers=forwarded(), legacy=True)
            still_open.callback(client.close)
            heard.append(json.loads(client.recv(timeout=30))["type"])
        return heard


# --- Whom the server believes ---


@pytest.mark.unmeasured
def test_no_proxy_is_believed_that_the_host_has_not_named(behind: Serve) -> None:
    server = behind("")
    assert not are_told_apart(server, HERE)
    open_table(server, HERE, forwarded())
    warnings = [line for line in server.log.read_text().splitlines() if "not trusted" in line]
    assert len(warnings) == 1
    assert json.loads(warnings[0])["proxy"] == HERE


@pytest.mark.unmeasured
def test_a_proxy_on_this_machine_is_believed_once_it_is_named(behind: Serve) -> None:
    server = behind(HERE)
    assert are_told_apart(server, HERE)
    code = open_table(server, HERE, forwarded()).json()["table"]
    assert connect_clients(server, HERE, code) == ["table", "table"]
    https = open_table(server, HERE, {**forwarded(), "X-Forwarded-Proto": "https"})
    assert "; Secure" in https.headers["Set-Cookie"]


@pytest.mark.unmeasured
@needs_elsewhere
def test_another_machine_is_not_believed(behind: Serve) -> None:
    server = behind(HERE)
    assert not are_told_apart(server, ELSEWHERE)
    code = open_table(server, HERE, forwarded()).json()["table"]
    assert connect_clients(server, ELSEWHERE, code) == ["table", "error"]
    assert are_told_apart(server, HERE)


@pytest.mark.unmeasured
@needs_elsewhere
@pytest.mark.parametrize("trusted", ["127.0.0.2", "::1, 127.0.0.2/32", "127.0.0.3/31"])
def test_the_proxies_that_are_listed_are_believed(behind: Serve, trusted: str) -> None:
    server = behind(trusted)
    assert are_told_apart(server, ELSEWHERE)
    code = open_table(server, ELSEWHERE, forwarded()).json()["table"]
    assert connect_clients(server, ELSEWHERE, code) == ["table", "table"]


@pytest.mark.unmeasured
@pytest.mark.parametrize("trusted", ["127.0.0.2", "10.0.0.0/8,::1"])
def test_a_proxy_that_is_not_listed_is_not_believed(behind: Serve, trusted: str) -> None:
    server = behind(trusted)
    assert not are_told_apart(server, HERE)


@pytest.mark.unmeasured
@needs_elsewhere
def test_a_star_believes_every_address(behind: Serve) -> None:
    server = behind("*")
    assert are_told_apart(server, HERE)
    assert are_told_apart(server, ELSEWHERE)


@pytest.mark.unmeasured
def test_a_client_cannot_hide_behind_a_header_of_its_own(behind: Serve) -> None:
    server = behind(HERE)
    codes = [
        open_table(server, HERE, {"X-Forwarded-For": f"{forged}, 203.0.113.250"}).status_code
        for forged in ("198.51.100.1", "198.51.100.2")
    ]
    assert codes == [201, 429]


# --- What can be listed ---


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (None, []),
        (" , ", []),
        (" * ", ["*"]),
        ("172.18.0.1", ["172.18.0.1/32"]),
        ("172.18.0.1/16,fd00::/8", ["172.18.0.0/16", "fd00::/8"]),
    ],
)
def test_addresses_and_networks_can_be_listed(value: str | None, read: list[str]) -> None:
    environment = {} if value is None else {"KAITEN_TRUSTED_PROXIES": value}
    assert read_trusted_proxies(environment) == read


@pytest.mark.parametrize("value", ["caddy", "10.0.0.300", "10.0.0.0/33", "127.0.0.1 ::1", "*,::1"])
def test_anything_else_is_refused(value: str) -> None:
    with pytest.raises(BadSetting, match="KAITEN_TRUSTED_PROXIES"):
        read_trusted_proxies({"KAITEN_TRUSTED_PROXIES": value})


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("locale", "message"),
    [
        (
            "C",
            "KAITEN_TRUSTED_PROXIES: caddy is not an IP address. List addresses (172.18.0.1) or "
            "networks (172.16.0.0/12), separated by commas.\n",
        ),
        (
            "fr_FR.UTF-8",
            "KAITEN_TRUSTED_PROXIES\u00a0: caddy n'est pas une adresse IP. Indiquez des adresses "
            "(172.18.0.1) ou des réseaux (172.16.0.0/12), séparés par des virgules.\n",
        ),
    ],
)
@pytest.mark.parametrize("words", [["serve"], []], ids=["serve", "alone"])
def test_a_wrong_list_ends_the_command_with_one_line(
    tmp_path: Path, words: list[str], locale: str, message: str
) -> None:
    environment = {
        **os.environ,
        **{"KAITEN_TRUSTED_PROXIES": "127.0.0.1, caddy", "KAITEN_DATA": str(tmp_path / "data")},
        **{"LC_ALL": locale, "PYTHONUTF8": "1"},
    }
    command = [sys.executable, "-c", SERVE, *words]
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=30, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    assert not (tmp_path / "data").exists()
