"""What pages look like only at certain moments, for those who do not see, hear or point as others
do.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from .axe import scan
from .conftest import DESKTOP, PHONE, NewContext
from .people import Server, come, do, finished, go, open_table, playing
from .player import Player, button, open_menu, play
from .test_pages import too_wide
from .test_score_helper import Helper


def curtain(visitor: BrowserContext, house: Server) -> Page:
    code = open_table(visitor, seats=[None, None, "chance"])
    do(visitor, code, "sit", seat=1, name="Ben")
    do(visitor, code, "start")
    page = come(visitor, code)
    expect(page.get_by_role("region", name="Curtain")).to_be_visible()
    return page


def card_lifted(visitor: BrowserContext, house: Server) -> Page:
    ana = Player(come(visitor, playing(visitor)))
    ana.card(0).click()
    expect(ana.take).to_be_visible()
    return ana.page


def question(visitor: BrowserContext, house: Server) -> Page:
    # many cards that ask
    code = playing(visitor, bots=5, game="sushi-go-party", options={"menu": "dinner-for-two"})
    ana = Player(come(visitor, code), likes=("Menu", "Special order"))
    play(ana, until=lambda: ana.asked == "question")
    return ana.page


class Reader(Player):
    """Leaves a sheet open, even one that comes just when they were about to do something else."""

    def close(self) -> None:
        pass


def sheet(visitor: BrowserContext, house: Server) -> Page:
    ana = Reader(come(visitor, playing(visitor, bots=4)))
    play(ana, until=lambda: ana.asked == "dialog")
    expect(ana.page.get_by_text("Tap a dish to see why.")).to_be_visible()
    ana.page.get_by_role("dialog").get_by_role("table").get_by_role("button").first.click()
    return ana.page


def sheet_of_tokens(visitor: BrowserContext, house: Server) -> Page:
    ana = Reader(come(visitor, playing(visitor, game="sushi-draft")))
    play(ana, until=lambda: ana.asked == "dialog")
    expect(ana.page.get_by_text("Tap a dish to see why.")).to_have_count(0)  # there is none
    expect(ana.page.locator(".others .player").first).to_contain_text(re.compile(r"\d tokens?"))
    own = sum(map(int, ana.page.locator(".mine .token b").all_inner_texts()))
    expect(ana.page.locator(".mine .points")).to_contain_text(re.compile(rf"^{own} points?"))
    return ana.page


def tray_in_a_list(visitor: BrowserContext, house: Server) -> Page:
    ana = Player(come(visitor, playing(visitor)))
    ana.act()
    button(ana.page, "Cards in front of Aki").press("Enter")
    cards = ana.page.get_by_role("dialog", name="Aki").locator("li button")
    expect(cards).to_have_count(1)
    return ana.page


def outcome(visitor: BrowserContext, house: Server) -> Page:
    code = playing(visitor)
    do(visitor, code, "away")  # and a bot plays to the end
    page = come(visitor, code)
    expect(page.locator(".ending h1")).to_be_visible()
    return page


def big_screen(visitor: BrowserContext, house: Server) -> Page:
    ana = Player(come(visitor, playing(visitor)))
    ana.act()
    go(ana.page, f"{ana.page.url}/screen")
    expect(ana.page.locator(".tray .card").first).to_be_visible()
    return ana.page


def replay(visitor: BrowserContext, house: Server) -> Page:
    page = go(visitor.new_page(), f"/t/{finished(house)}/games/1?step=6&seat=1")
    page.get_by_text("Was the deal fair?").click()
    return page


def score_helper(visitor: BrowserContext, house: Server) -> Page:
    helper = Helper(go(visitor.new_page(), "/score"), press=Locator.click)
    helper.start("Sushi Go Party!", "Ana", "Ben", "Cleo")
    helper.lay("Ana", "2 Tempura", "Wasabi", "Squid nigiri").lay(
        "Ben", "Triple maki", "Special order as Triple maki"
    )
    helper.expect("1", Ana=14)
    return helper.page


def card_explained(visitor: BrowserContext, house: Server) -> Page:
    page = come(visitor, playing(visitor))
    open_menu(page, "Cards").get_by_role("button", name="Tempura").click()
    expect(page.get_by_role("dialog", name="Tempura")).to_be_visible()
    return page


MOMENTS: list[Callable[[BrowserContext, Server], Page]] = [
    curtain,
    card_lifted,
    question,
    sheet,
    sheet_of_tokens,
    tray_in_a_list,
    outcome,
    big_screen,
    replay,
    score_helper,
    card_explained,
]


@pytest.mark.parametrize(
    ("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone-light", "desktop-dark"]
)
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__.replace("_", " "))
def test_everybody_can_use_every_moment(
    context: NewContext,
    house: Server,
    moment: Callable[[BrowserContext, Server], Page],
    size: tuple[int, int],
    dark: bool,
) -> None:
    page = moment(context(size=size, dark=dark), house)
    scan(page)
    assert not too_wide(page)
