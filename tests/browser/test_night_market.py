"""A game and a card that the client does not know: played, and shown without pictures of ours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from kaiten.server.web import static
from tests.night_market import PARTY_MENU, FarServer, serve_plugins

from .axe import scan
from .conftest import DESKTOP, PHONE, NewContext
from .people import come, go, playing
from .player import Player, code_of, play, play_until
from .test_pages import too_wide
from .test_score_helper import Helper

PLATE = "img[src*='%3Ctext']"  # no picture of ours has letters


@pytest.fixture(scope="module")
def plugged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FarServer]:
    if "/index.html" not in static.read_client_files():
        pytest.skip("the browser client is not built (make client)")
    with serve_plugins(tmp_path_factory.mktemp("plugged")) as server:
        yield server


@pytest.fixture
def house(plugged: FarServer) -> Iterator[FarServer]:
    """The server at which people sit down: the one with the plug-ins."""
    yield plugged
    plugged.empty()


def trays_with(page: Page, card: str) -> Locator:
    return page.locator(".tray").filter(has_text=card)


def titles(page: Page) -> list[str]:
    return page.locator("main h2").all_inner_texts()


@pytest.mark.parametrize(
    ("language", "size", "dark"), [("en", DESKTOP, False), ("fr", PHONE, True)]
)
def test_the_game_is_played_to_its_end(
    context: NewContext, language: str, size: tuple[int, int], dark: bool
) -> None:
    guest = context(language, size, dark)
    page = come(guest, playing(guest, game="night-market"))
    ana = Player(page, likes=("Stray cat", "Chat errant"))
    expect(ana.card(0).locator(PLATE)).to_be_visible()
    scan(page)
    asked = {"What do you feed the cat?", "Que donnez-vous au chat\u00a0?"}
    play_until(lambda: bool(asked & set(ana.answered)), ana)
    play(ana)
    assert len(ana.ranking) == 3
    scan(page)
    go(page, f"/t/{code_of(page)}/games/1?step=2")
    expect(page.locator(f".tray {PLATE}").first).to_be_attached()
    scan(page)


def test_the_card_is_chosen_for_the_menu_and_played(context: NewContext) -> None:
    guest = context()
    page = go(guest.new_page(), "/rules/sushi-go-party/mochi")
    expect(page.locator(PLATE)).to_be_visible()
    expect(page.get_by_role("heading", name="For example")).to_have_count(0)
    code = playing(guest, game="sushi-go-party", options={"menu": PARTY_MENU})
    laid = list[int]()
    ana = Player(come(guest, code), likes=("Mochi",))
    ana.check = lambda page: laid.append(trays_with(page, "Mochi").count())
    play_until(lambda: any(laid), ana)
    play(ana)
    assert len(ana.ranking) == 3


def test_the_rules_are_told_from_the_catalogue(context: NewContext) -> None:
    page = go(context().new_page(), "/rules")
    page.get_by_role("link", name="Night Market").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How Night Market is played")
    assert titles(page) == [
        *("Set-up", "A turn", "End of a round", "End of the game", "Direction", "The cards")
    ]
    assert all(panel.inner_text().count("\n") for panel in panels(page).all())
    assert page.locator(PLATE).count() == 5
    scan(page)
    assert not too_wide(page)


def panels(page: Page) -> Locator:
    return page.locator("main .panel")


def test_plates_differ_by_their_letters_and_their_hue(context: NewContext) -> None:
    page = go(context().new_page(), "/rules/night-market")
    plates = page.locator(PLATE)
    assert len({plate.get_attribute("src") for plate in plates.all()}) == 5
    grounds = "cards => cards.map((card) => getComputedStyle(card).backgroundColor)"
    assert len(set(page.locator("main .picture .card").evaluate_all(grounds))) == 5


def test_the_score_helper_counts_it(context: NewContext) -> None:
    page = go(context(size=PHONE).new_page(), "/score")
    helper = Helper(page).start("Night Market", "Ana", "Bo")
    helper.lay("Ana", "3 Skewer", "Lantern").lay("Bo", "4 Skewer", "Hot noodles")
    helper.expect("1", Ana=10, Bo=1)
    scan(page)
