"""Whole games, from the first page to the outcome."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from .conftest import NewContext
from .people import Server, go
from .player import Player, button, play


def open_by_the_pages(context: BrowserContext, name: str, bots: dict[int, str], **game: str) -> Page:
    """A table that somebody opens by the pages themselves, with bots at some seats; the page is then at the table."""
    page = go(context.new_page(), "/new")
    page.get_by_label("Your name").fill(name)
    for seat, bot in bots.items():
        page.get_by_label(f"Seat {seat}").select_option(bot)
    button(page, "Open the table").click()
    expect(button(page, "Start the game")).to_be_visible()
    return page


def join_by_code(context: BrowserContext, code: str, name: str) -> Page:
    """Somebody comes by the code, and takes a seat."""
    page = go(context.new_page(), "/")
    page.get_by_label("Join with a code").fill(code.lower())
    button(page, "Join").click()
    page.get_by_label("Your name").fill(name)
    button(page, "Take a seat").click()
    expect(page.get_by_text("Ana starts the game.")).to_be_visible()
    return page


def code_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def test_two_people_and_two_bots_play_a_whole_game_and_then_another(context: NewContext, house: Server) -> None:
    ana = Player(open_by_the_pages(context(), "Ana", {3: "chance", 4: "greedy"}))
    code = code_of(ana.page)
    ben = Player(join_by_code(context(), code, "Ben"))
    button(ana.page, "Start the game").click()
    play(ana, ben)
    assert ana.ranking == ben.ranking
    record = house.http.get(f"/api/tables/{code}/games/1").json()
    assert {name: points for _, name, points in ana.ranking} == dict(zip(record["players"], record["result"]["scores"], strict=True))
    button(ana.page, "Play again").click()
    for person in (ana, ben):
        expect(person.page.get_by_text("Round 1/3")).to_be_visible()
        expect(person.hand.get_by_role("option")).to_have_count(8)
