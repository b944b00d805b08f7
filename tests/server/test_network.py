"""A private server that its player opens to the local network, and closes again. 127.0.0.2 stands
for the network: the server of a player listens at 127.0.0.1 only.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server import local_addresses
from kaiten.server.local_addresses import find_local_addresses, is_in_local_network
from kaiten.server.run import configure_guest_server
from kaiten.server.settings import BadSetting, read_public_url
from kaiten.server.web import network as web_network
from kaiten.server.web.network import Network

from .conftest import brisk_server
from .table_client import WAIT, Server

OUTSIDE = "127.0.0.2"
Serve = Callable[..., Server]
Answer = dict[str, Any]


def private_network(*addresses: str) -> Network:
    return Network(configure_guest_server, find_addresses=lambda: list(addresses))


@pytest.fixture(scope="module")
def home_all_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('home') / 'tables.db'}"
    server = brisk_server(database, private_network(OUTSIDE))
    yield server
    server.stop()


@pytest.fixture
def home(home_all_day: Server) -> Iterator[Server]:
    """The server of a player, as `kaiten` starts it."""
    yield home_all_day
    home_all_day.empty()
    assert ask(home_all_day, False).status_code == 200


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def ask(server: Server, open: bool, **headers: str) -> httpx.Response:
    """A page of the server's own asks to open or close it, unless the headers say otherwise."""
    sent = {"Origin": server.url, **headers}
    return server.http.post("/api/network", json={"open": open}, headers=sent)


def listens(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=1).close()
    except OSError:
        return False
    return True


def read(url: str, **headers: str) -> Answer:
    answer = httpx.get(f"{url}/api/network", headers=headers)
    assert answer.status_code == 200
    found: Answer = answer.json()
    return found


def close_code(line: ClientConnection) -> int | None:
    """The code with which the server ends a connection."""
    while True:
        try:
            line.recv(timeout=WAIT)
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd else None


def test_nothing_listens_beyond_this_machine_until_its_player_opens_it(home: Server) -> None:
    port = port_of(home)
    assert not listens(OUTSIDE, port)
    assert read(home.url) == {"ok": True, "open": False, "origins": [], "mine": True}
    opened = ask(home, True).json()
    origin = f"http://{OUTSIDE}:{port}"
    assert opened == {"ok": True, "open": True, "origins": [origin], "mine": True}
    assert httpx.get(f"{origin}/healthz").json()["ok"]
    assert ask(home, True).json() == opened  # a second tap changes nothing
    assert ask(home, False).json() == {"ok": True, "open": False, "origins": [], "mine": True}
    assert not listens(OUTSIDE, port)
    assert listens("127.0.0.1", port)
    assert ask(home, False).status_code == 200


def test_guests_play_over_the_network_and_are_told_when_it_closes(home: Server) -> None:
    ana = home.connect_client((opened := home.open(seats=[None, None]))["table"], opened["token"])
    [origin] = ask(home, True).json()["origins"]
    code = opened["table"]
    with httpx.Client(base_url=origin, timeout=WAIT) as guest:
        bo = guest.post(f"/api/tables/{code}/commands", json={"do": "join", "name": "Bo"}).json()
        address = f"{origin.replace('http', 'ws')}/api/tables/{code}/live?protocol={PROTOCOL}"
        header = {"Authorization": f"Bearer {bo['token']}"}
        with connect(address, additional_headers=header) as line:
            line.recv(timeout=WAIT)
            ana.do("start")
            ana.choose()
            look = guest.get(f"/api/tables/{code}", headers=header).json()
            choice = look["views"][0]["choices"][0]["choice"]
            sent = {"do": "choose", "choice": choice, "version": look["version"]}
            done = guest.post(f"/api/tables/{code}/commands", json=sent, headers=header)
            assert done.json()["ok"], done.text
            ana.see(lambda table: table["views"][0]["turn"] == 2)
            began = time.monotonic()
            assert ask(home, False).json()["open"] is False
            assert time.monotonic() - began < WAIT
            assert close_code(line) == 1012  # come back in a moment
        with pytest.raises(httpx.TransportError):
            guest.get("/healthz")
    ana.choose()  # who sits at this machine plays on
    ana.see(lambda table: not table["table"]["people"][1]["here"])


def test_a_connection_that_does_not_end_is_cut_off(home: Server) -> None:
    ask(home, True)
    with socket.create_connection((OUTSIDE, port_of(home)), timeout=WAIT) as stubborn:
        body = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
        stubborn.sendall(body)
        time.sleep(0.2)
        assert ask(home, False).status_code == 200
        try:
            while stubborn.recv(65_536):
                pass
        except ConnectionResetError:
            pass


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},  # another page
        {"Origin": "null"},
        {"Origin": "https://evil.example", "Host": "evil.example:{port}"},
        {"Origin": "http://evil.example:{port}", "Host": "evil.example:{port}"},  # DNS rebinding
        {"Origin": "http://localhost:1", "Host": "localhost:1"},
        {"Origin": "http://localhost", "Host": "localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-Forwarded-For": "203.0.113.5"},  # a tunnel
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Host": "evil.example"},
        {"X-Real-IP": "203.0.113.5"},
        {"Forwarded": "for=203.0.113.5"},
        {"Via": "1.1 tunnel"},
    ],
    ids=str,
)
def test_no_other_page_no_guest_and_no_tunnel_opens_or_closes_it(
    home: Server, headers: dict[str, str]
) -> None:
    port = port_of(home)
    sent = {name: value.format(port=port) for name, value in headers.items()}
    refused = ask(home, True, **sent)
    assert refused.status_code == 403, refused.text
    assert refused.json()["code"] == "not-yours"
    assert not listens(OUTSIDE, port)
    assert not read(home.url, **{**sent, "Origin": sent.get("Origin", home.url)})["mine"]
    ask(home, True)
    assert ask(home, False, **sent).status_code == 403
    assert listens(OUTSIDE, port)


def test_without_an_origin_nothing_is_opened(home: Server) -> None:
    answer = home.http.post("/api/network", json={"open": True})
    assert answer.status_code == 403
    assert not listens(OUTSIDE, port_of(home))


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_form_of_another_page_cannot_open_it(home: Server, kind: str) -> None:
    headers = {"Content-Type": kind, "Origin": home.url}
    answer = home.http.post("/api/network", content='{"open": true}', headers=headers)
    assert answer.status_code == 400
    assert not listens(OUTSIDE, port_of(home))


def test_a_guest_changes_nothing_and_is_told_one_address(tmp_path: Path, serve: Serve) -> None:
    network = private_network(OUTSIDE, "127.0.0.3")
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", network=network)
    first, second = ask(server, True).json()["origins"]
    assert (first, second) == tuple(
        f"http://{one}:{port_of(server)}" for one in (OUTSIDE, "127.0.0.3")
    )
    for origin in (first, second):
        for name in (origin, server.url):  # also one that claims to be at this machine
            headers = {"Origin": name, "Host": name.removeprefix("http://")}
            told = read(origin, **headers)
            assert told == {"ok": True, "open": True, "origins": [name], "mine": False}
            for wish in (True, False):
                done = httpx.post(f"{origin}/api/network", json={"open": wish}, headers=headers)
                assert done.status_code == 403
        claimed = read(origin, **{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost"})
        assert claimed["origins"] == [origin]
    assert listens(OUTSIDE, port_of(server))


def test_link_and_qr_code_lead_to_where_a_phone_can_come(tmp_path: Path, serve: Serve) -> None:
    network = private_network(OUTSIDE, "127.0.0.3")
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", network=network)
    code = server.open()["table"]
    qr = f"/api/tables/{code}/qr.svg"
    closed = server.http.get(qr).text
    first, second = ask(server, True).json()["origins"]
    opened = server.open()
    assert opened["link"] == f"{first}/t/{opened['table']}"
    seen = server.http.get(qr)
    assert seen.text != closed
    assert httpx.get(f"{first}{qr}").text == seen.text  # as guests there see it
    other = server.http.get(qr, params={"at": second}).text
    assert other == httpx.get(f"{second}{qr}").text != seen.text
    assert server.http.get(qr, params={"at": "https://evil.example"}).text == seen.text
    ask(server, False)
    assert server.http.get(qr).text == closed


def test_a_port_that_is_taken_there_is_replaced(home: Server) -> None:
    port = port_of(home)
    with socket.create_server((OUTSIDE, port)):
        [origin] = ask(home, True).json()["origins"]
        assert origin != f"http://{OUTSIDE}:{port}"
        assert httpx.get(f"{origin}/healthz").json()["ok"]


@pytest.mark.parametrize(
    ("addresses", "said"),
    [([], "is not on a local network"), (["203.0.113.9"], "cannot be opened")],
)
def test_without_a_network_the_player_is_told_so(
    tmp_path: Path, serve: Serve, addresses: list[str], said: str
) -> None:
    network = private_network(*addresses)
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", network=network)
    answer = ask(server, True)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
    assert said in answer.json()["error"]
    assert not read(server.url)["open"]


def test_the_server_ends_while_it_is_open(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = brisk_server(database, private_network(OUTSIDE))
    port = port_of(server)
    ask(server, True)
    server.stop()
    assert not listens(OUTSIDE, port)


def test_a_machine_that_moves_to_another_network_is_opened_again(
    tmp_path: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_network, "KNOWN_SECONDS", 0)
    there = [OUTSIDE]
    network = Network(configure_guest_server, find_addresses=lambda: [*there])
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", network=network)
    ask(server, True)
    there[:] = ["127.0.0.3"]
    assert read(server.url) == {"ok": True, "open": False, "origins": [], "mine": True}
    assert ask(server, True).json()["origins"] == [f"http://127.0.0.3:{port_of(server)}"]
    assert not listens(OUTSIDE, port_of(server))


# --- Servers for everybody ---


def test_only_a_private_server_can_be_opened(shared_sqlite_server: Server) -> None:
    server = shared_sqlite_server
    assert read(server.url) == {"ok": True, "open": False, "origins": [], "mine": False}
    assert ask(server, True).status_code == 403
    assert read(server.url, Host="tables.example")["origins"] == ["http://tables.example"]


def test_a_public_server_shows_its_public_address(tmp_path: Path, serve: Serve) -> None:
    network = Network(public_url="https://sushi.example")
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", network=network)
    opened = server.open()
    assert opened["link"] == f"https://sushi.example/t/{opened['table']}"
    for host in ("127.0.0.1", "other.example"):
        told = read(server.url, Host=host)
        assert (told["origins"], told["mine"]) == (["https://sushi.example"], False)
    assert ask(server, True).status_code == 403


def test_a_server_for_the_whole_network_shows_where_it_is_in_it(
    tmp_path: Path, serve: Serve
) -> None:
    network = Network(host="0.0.0.0", find_addresses=lambda: ["192.168.7.9"])
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", network=network)
    opened = server.open()
    assert opened["link"] == f"http://192.168.7.9:{port_of(server)}/t/{opened['table']}"
    assert read(server.url, Host="192.168.7.9:80")["origins"] == ["http://192.168.7.9:80"]
    forwarded = {"Host": "sushi.example", "X-Forwarded-For": "203.0.113.5"}
    assert read(server.url, **forwarded)["origins"] == ["http://sushi.example"]


@pytest.mark.parametrize(
    ("url", "read_as"),
    [
        ("", None),
        (" https://sushi.example/ ", "https://sushi.example"),
        ("http://10.0.0.5:8000", "http://10.0.0.5:8000"),
    ],
)
def test_a_public_address_is_an_origin(url: str, read_as: str | None) -> None:
    assert read_public_url({"KAITEN_PUBLIC_URL": url}) == read_as


@pytest.mark.parametrize(
    "url",
    [
        "sushi.example",
        "ftp://sushi.example",
        "https://",
        "https://a/b",
        "https://a?b",
        "http://a:x",
    ],
)
def test_what_is_no_address_of_a_server_is_named(url: str) -> None:
    with pytest.raises(BadSetting, match="--public-url: "):
        read_public_url({"KAITEN_PUBLIC_URL": url})


# --- The addresses of a machine ---


def test_the_addresses_can_be_listed() -> None:
    listed = {"KAITEN_LOCAL_ADDRESSES": " 192.168.1.20, 127.0.0.2,"}
    assert find_local_addresses(listed) == ["192.168.1.20", "127.0.0.2"]
    with pytest.raises(BadSetting, match=r"fritz\.box is not an IPv4 address"):
        find_local_addresses({"KAITEN_LOCAL_ADDRESSES": "fritz.box"})


@pytest.mark.parametrize(
    ("address", "name", "usable"),
    [
        ("192.168.1.20", "wlan0", True),
        ("10.4.0.2", "", True),
        ("100.101.1.2", "tailscale0", True),
        ("169.254.3.4", "eth0", True),
        ("127.0.1.1", "", False),
        ("0.0.0.0", "", False),
        ("172.17.0.1", "docker0", False),
        ("8.8.4.4", "eth0", False),  # the whole internet would come
        ("2001:4860:4860::8888", "eth0", False),
    ],
)
def test_only_addresses_of_a_local_network_are_opened(
    address: str, name: str, usable: bool
) -> None:
    assert is_in_local_network(address, name) is usable


def test_the_likeliest_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    interfaces = [
        ("lo", "127.0.0.1"),
        ("docker0", "172.17.0.1"),
        ("tun0", "10.8.0.2"),
        ("eth1", "169.254.9.9"),
        ("eth0", "10.0.0.7"),
        ("wlan0", "192.168.1.20"),
    ]
    monkeypatch.setattr(local_addresses, "list_interfaces", lambda: iter(interfaces))
    monkeypatch.setattr(local_addresses, "list_host_addresses", lambda: ["127.0.1.1", "10.0.0.7"])
    monkeypatch.setattr(local_addresses, "find_default_address", lambda: "192.168.1.20")
    in_order = ["192.168.1.20", "10.0.0.7", "169.254.9.9", "10.8.0.2"]
    assert find_local_addresses({}) == in_order
    monkeypatch.setattr(local_addresses, "find_default_address", lambda: "10.8.0.2")
    assert find_local_addresses({}) == ["10.0.0.7", "192.168.1.20", "169.254.9.9", "10.8.0.2"]
    monkeypatch.setattr(local_addresses, "list_interfaces", lambda: iter([]))
    monkeypatch.setattr(local_addresses, "find_default_address", lambda: None)
    assert find_local_addresses({}) == ["10.0.0.7"]


def test_this_machine_is_asked_without_a_fuss(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(is_in_local_network(one, "") for one in find_local_addresses({}))

    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket, "gethostbyname_ex", fail)
    monkeypatch.setattr(local_addresses, "ANY_TARGET", "256.0.0.1")
    monkeypatch.setattr(local_addresses, "READ_ADDRESS", {})
    assert find_local_addresses({}) == []
