"""Friends from the first command: the server of a player is opened to the network by a tap, and
closed again. 127.0.0.2 and 127.0.0.3 stand for the addresses of the computer there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from kaiten.server.run import configure_guest_server
from kaiten.server.web import static
from kaiten.server.web.network import Network
from tests.pairwise import pairs, sample
from tests.server.conftest import brisk_server

from .axe import scan
from .conftest import PHONE, NewContext, Troubles
from .people import Server, come, go, open_table
from .player import Player
from .test_pages import too_wide

OUTSIDE = ["127.0.0.2", "127.0.0.3"]
SIZES = [PHONE, (1024, 768), (1440, 900)]
Look = tuple[tuple[int, int], str, bool]
LOOKS: list[Look] = list(product(SIZES, ["en", "fr"], [False, True]))
WORDS = {
    "invite": {"en": "Invite friends on your Wi-Fi", "fr": "Inviter des amis sur votre Wi-Fi"},
    "close": {"en": "Close again", "fr": "Refermer"},
    "link": {"en": "Link to the table", "fr": "Lien de la table"},
    "code": {"en": "QR code", "fr": "QR code"},
    "alone": {"en": "Only this computer can reach", "fr": "seul cet ordinateur a accès à la table"},
    "open": {"en": "Open to your Wi-Fi", "fr": "Ouverte à votre Wi-Fi"},
    "address": {"en": "Address of this computer", "fr": "Adresse de cet ordinateur"},
    "name": {"en": "Your name", "fr": "Votre nom"},
    "sit": {"en": "Take a seat", "fr": "Prendre place"},
    "start": {"en": "Start the game", "fr": "Commencer la partie"},
}


@pytest.fixture(scope="module")
def home_all_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if "/index.html" not in static.read_client_files():
        pytest.skip("the browser client is not built (make client)")
    database = f"sqlite:///{tmp_path_factory.mktemp('home') / 'tables.db'}"
    network = Network(configure_guest_server, find_addresses=lambda: [*OUTSIDE])
    server = brisk_server(database, network)
    yield server
    server.stop()


@pytest.fixture
def home(home_all_day: Server) -> Iterator[Server]:
    """The server of a player, as `make play` starts it."""
    yield home_all_day
    home_all_day.empty()
    closed = home_all_day.http.post(
        "/api/network", json={"open": False}, headers={"Origin": home_all_day.url}
    )
    assert closed.status_code == 200


def outside(home: Server, address: str = OUTSIDE[0]) -> str:
    return home.url.replace("127.0.0.1", address)


def button(page: Page, word: str, language: str) -> Locator:
    return page.get_by_role("button", name=WORDS[word][language], exact=True)


def is_reached(origin: str) -> bool:
    try:
        return httpx.get(f"{origin}/healthz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize(("size", "language", "dark"), sample(LOOKS, pairs))
def test_a_tap_lets_friends_in_and_another_one_ends_it(
    context: NewContext,
    home: Server,
    troubles: Troubles,
    size: tuple[int, int],
    language: str,
    dark: bool,
) -> None:
    host = context(language, size, dark, base_url=home.url)
    code = open_table(host, seats=[None, None])
    page = come(host, code)
    expect(page.get_by_text(WORDS["alone"][language])).to_be_visible()
    expect(page.get_by_role("img", name=WORDS["code"][language])).to_have_count(0)
    expect(page.get_by_label(WORDS["link"][language])).to_have_count(0)
    assert not is_reached(outside(home))
    assert not scan(page)
    button(page, "invite", language).click()

    link = page.get_by_label(WORDS["link"][language])
    expect(link).to_have_value(f"{outside(home)}/t/{code}")
    expect(page.get_by_text(WORDS["open"][language])).to_be_visible()
    expect(page.get_by_role("img", name=WORDS["code"][language])).to_be_visible()
    expect(page.locator(".door")).to_be_focused()
    assert not scan(page)
    assert not too_wide(page)

    guest = context(language, PHONE, base_url=outside(home))
    there = go(guest.new_page(), link.input_value())
    expect(button(there, "invite", language)).to_have_count(0)
    expect(button(there, "close", language)).to_have_count(0)
    there.get_by_label(WORDS["name"][language]).fill("Bo")
    button(there, "sit", language).click()
    button(page, "start", language).click()
    both = [Player(page), Player(there)]
    for player in both:
        player.act()
    for player in both:
        expect(player.page.locator(".where")).to_contain_text(re.compile(r"(turn|tour) 2\b"))

    troubles.excuse("ERR_CONNECTION_REFUSED|WebSocket connection to 'ws://127.0.0.2")
    again = come(host, open_table(host))  # a new table: its lobby closes the server too
    button(again, "close", language).click()
    expect(button(again, "invite", language)).to_be_visible()
    assert not is_reached(outside(home))
    assert is_reached(home.url)
    expect(there.locator(".trouble")).to_be_visible()
    both[0].act()  # who sits at this computer plays on


def test_the_big_screen_shows_where_to_come(context: NewContext, home: Server) -> None:
    host = context(size=(1440, 900), base_url=home.url)
    code = open_table(host)
    lobby, screen = come(host, code), go(host.new_page(), f"/t/{code}/screen")
    expect(screen.get_by_role("img", name="QR code")).to_have_count(0)
    button(screen, "invite", "en").click()
    drawn = screen.get_by_role("img", name="QR code")
    expect(drawn).to_be_visible()
    shown = httpx.get(f"{home.url}{drawn.get_attribute('src')}").text
    assert shown == httpx.get(f"{outside(home)}/api/tables/{code}/qr.svg").text
    host_name = outside(home).removeprefix("http://")
    expect(screen.locator("header .code")).to_contain_text(host_name)
    expect(lobby.get_by_label("Link to the table")).to_have_value(f"{outside(home)}/t/{code}")


def test_the_player_chooses_among_several_addresses(context: NewContext, home: Server) -> None:
    host = context(base_url=home.url)
    code = open_table(host)
    page = come(host, code)
    button(page, "invite", "en").click()
    second = outside(home, OUTSIDE[1])
    page.get_by_label("Address of this computer").select_option(second)
    expect(page.get_by_label("Link to the table")).to_have_value(f"{second}/t/{code}")
    drawn = page.get_by_role("img", name="QR code").get_attribute("src")
    assert (
        httpx.get(f"{home.url}{drawn}").text == httpx.get(f"{second}/api/tables/{code}/qr.svg").text
    )
    assert is_reached(second)


def test_a_computer_without_a_network_says_so(
    context: NewContext, home: Server, troubles: Troubles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.OUTSIDE", [])
    troubles.excuse("409")
    host = context("fr", base_url=home.url)
    page = come(host, open_table(host))
    button(page, "invite", "fr").click()
    expect(page.get_by_text("n'est sur aucun réseau local")).to_be_visible()
    expect(button(page, "invite", "fr")).to_be_visible()


def test_on_a_server_for_this_computer_alone_nothing_can_be_opened(context: NewContext) -> None:
    host = context()
    page = come(host, open_table(host))
    expect(page.get_by_text("kaiten serve --host 0.0.0.0")).to_be_visible()
    expect(button(page, "invite", "en")).to_have_count(0)
