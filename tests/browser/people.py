"""People at the tables: those who sit at a browser, and those who play along without one."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.server.table_client import Server, TableClient, begin, play

__all__ = [
    "Server",
    "TableClient",
    "begin",
    "choose_language",
    "come",
    "finished",
    "go",
    "join",
    "open_table",
    "play",
    "playing",
    "wait_until_shown",
]


def go(page: Page, path: str) -> Page:
    """Go to an address of ours, and wait until it is shown."""
    page.goto(path)
    wait_until_shown(page)
    return page


def wait_until_shown(page: Page) -> None:
    """A page is there when its main part has more to say than that it comes."""
    expect(page.locator("main > :not([role=status])").first).to_be_attached()


def choose_language(page: Page, language: str) -> None:
    """Choose the language of the page, as in its header."""
    page.locator("header select").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


# --- Those who sit at a browser: their context has the cookie of their seat ---


def open_table(
    context: BrowserContext, name: str = "Ana", game: str = "sushi-go", **wish: Any
) -> str:
    """Open a table as the person at this browser. Return its code."""
    answer = context.request.post("/api/tables", data={"name": name, "game": game, **wish})
    assert answer.ok, answer.text()
    code: str = answer.json()["table"]
    return code


def join(context: BrowserContext, code: str, name: str) -> None:
    """Take a seat as the person at this browser."""
    do(context, code, "join", name=name)


def do(context: BrowserContext, code: str, command: str, **fields: Any) -> Any:
    """Do something at a table without a click."""
    answer = context.request.post(f"/api/tables/{code}/commands", data={"do": command, **fields})
    assert answer.ok, answer.text()
    return answer.json()


def come(context: BrowserContext, code: str) -> Page:
    """A page at a table."""
    return go(context.new_page(), f"/t/{code}")


def playing(context: BrowserContext, bots: int = 2, name: str = "Ana", **wish: Any) -> str:
    """Start a game against bots as the person at this browser. Return the table's code."""
    code = open_table(context, name, **{"seats": [None, *["chance"] * bots], **wish})
    do(context, code, "start")
    return code


def myself(context: BrowserContext, house: Server, code: str) -> TableClient:
    """The person at this browser, on a second connection that plays for them."""
    cookies = {
        cookie.get("name"): cookie.get("value")
        for cookie in context.cookies(f"{house.url}/api/tables/{code}")
    }
    return house.connect_client(code, cookies[f"kaiten_{code}"])


# --- Those who need none ---


def finished(house: Server, people: int = 2, **wish: Any) -> str:
    """A table where people have played a whole game; its code."""
    return finished_party(house, people, **wish)[0].code


def finished_party(house: Server, people: int = 2, **wish: Any) -> list[TableClient]:
    """People who have played a whole game."""
    guests = house.party(people, **wish)
    begin(guests)
    play(guests, random.Random(7))
    return guests


def bring_seat(page: Page, guest: TableClient) -> Page:
    """Bring a person's seat to this browser by their link."""
    go(page, f"/t/{guest.code}#seat={guest.token}")
    page.wait_for_function(f"() => localStorage.getItem('kaiten.token.{guest.code}')")
    return page
