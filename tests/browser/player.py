"""A person who plays in a browser: they look at the page, and do what it asks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from .people import come, do, join, open_table

ASKED = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].at(-1);  // a hand that leaves comes first
  if (seen("dialog[open]")) return "dialog";
  if (seen(".over .ranking")) return "over";
  if (seen(".curtain")) return "curtain";
  const [question, hand] = [seen(".question"), seen("[role=listbox]")];
  if (question) return question.querySelector(".chosen") ? "" : "question";
  return hand && hand.ariaDisabled !== "true" && !hand.querySelector(".chosen") ? "pick" : "";
}"""
LONG = 180  # seconds after which a game will not end any more
TAKE = re.compile("^(Take it|Prendre)$")
ANOTHER = re.compile("^(Play .+ again|Rejouer à .+)$")


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


@dataclass
class Player:
    """Takes the first card that may be taken, or one that is liked, and gives the first answer that
    there is.
    """

    page: Page
    likes: tuple[str, ...] = ()
    press: Callable[[Locator], None] = Locator.click
    check: Callable[[Page], None] = lambda page: None  # what must be so at every step
    hasty: bool = True  # takes a card by clicking on it twice, where that is possible
    answered: list[str] = field(default_factory=list)

    @property
    def asked(self) -> str:
        """What the page wants now, if anything."""
        wanted: str = self.page.evaluate(ASKED)
        return wanted

    @property
    def over(self) -> bool:
        return self.asked == "over"

    def act(self) -> None:
        """Do what is asked, as soon as anything is."""
        self.page.wait_for_function(ASKED)
        assert self.act_if_asked(), "the game is over"

    def act_if_asked(self) -> bool:
        """Do what is asked; whether anything was."""
        asked = self.asked
        if asked in ("", "over"):
            return False
        self.check(self.page)
        {"dialog": self.close, "curtain": self.open, "question": self.answer, "pick": self.pick}[
            asked
        ]()
        return True

    def pick(self) -> None:
        """Lift cards until they can be taken, and take them."""
        for like in self.likes:
            self.try_on(self.page.locator(".bar .chip").filter(has_text=like))
        while not self.take.is_visible():
            card = self.liked(
                self.hand.locator("[role=option]:not([aria-disabled=true], [aria-selected=true])")
            )
            if self.hasty and self.hand.get_attribute("aria-multiselectable") == "false":
                card.dblclick()
                return
            self.press(card)
        self.press(self.take)

    def liked(self, cards: Locator) -> Locator:
        found = [cards.filter(has_text=like) for like in self.likes]
        return next((liked for liked in found if liked.count()), cards).first

    def answer(self) -> None:
        """Answer what a card asks."""
        self.answered.append(self.page.locator("#question").inner_text())
        first = self.page.locator(".question .card-button").first
        if first.count():
            self.press(first)
            self.press(self.page.locator(".question .main"))
        else:
            self.press(self.page.locator(".question .doing .button:not(.main)").first)

    def close(self) -> None:
        """Read the sheet, and put it away."""
        self.press(self.page.locator("dialog[open] .button").last)

    def open(self) -> None:
        """Open the curtain."""
        self.press(self.page.locator(".curtain .button"))

    def try_on(self, found: Locator) -> None:
        if found.count():
            self.press(found.first)

    # --- What is seen ---

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("listbox").last

    def card(self, place: int) -> Locator:
        """A card of the hand; the last one is -1."""
        return self.hand.get_by_role("option").nth(place)

    @property
    def take(self) -> Locator:
        return button(self.page, TAKE)

    @property
    def where(self) -> str:
        """Which round and turn it is."""
        return " ".join(self.page.locator(".where").inner_text().split())

    @property
    def ranking(self) -> list[tuple[int, str, int]]:
        """Rank, name and points of everybody, as the page has them."""
        rows = self.page.locator(".ranking li").all_inner_texts()
        return [read(row) for row in rows]


def read(row: str) -> tuple[int, str, int]:
    """A row of the ranking: rank, name and points."""
    rank, name, *_desserts, points = row.split("\n")
    return int(rank), name.split(" · ")[0], int(points.split()[0].replace("−", "-"))


def play(*people: Player, until: Callable[[], bool] | None = None) -> None:
    """Let everybody do what they are asked, until the game is over for all of them, or as they say."""
    ends = time.monotonic() + LONG
    while not (until() if until else all(person.over for person in people)):
        # everybody, not only up to the first who did
        acted = [person.act_if_asked() for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(10)  # the others, and the server, are at it
        assert time.monotonic() < ends, [
            f"{person.where}: {person.asked or 'nothing'} is asked" for person in people
        ]


def play_until(happened: Callable[[], bool], *people: Player) -> int:
    """Play until something has happened, another game too if the deal did not bring it. Return the
    number of the game.
    """
    number = 1
    while True:
        play(*people, until=lambda: happened() or all(person.over for person in people))
        if happened():
            return number
        button(people[0].page, ANOTHER).click()
        for person in people:
            expect(person.page.locator(".where")).to_contain_text("1/")
        number += 1


def expect_turn(player: Player, turn: int) -> None:
    expect(player.page.locator(".where")).to_contain_text(re.compile(rf"turn {turn}\b"))


def open_menu(page: Page, name: str = "Menu") -> Locator:
    """The menu: it stands beside the table where there is room, or is a click away."""
    opener, tab = button(page, name), page.get_by_role("tab", name=name)
    expect(opener.or_(tab)).to_be_visible()
    if tab.is_visible():
        tab.click()
        return page.get_by_role("tabpanel", name=name)
    opener.click()
    return page.get_by_role("dialog", name=f"The {name.lower()}")


def code_of(page: Page) -> str:
    """The code of the table at which a page is."""
    return page.url.rsplit("/", 1)[1]


def together(one: BrowserContext, other: BrowserContext, **wish: Any) -> tuple[Player, Player]:
    """Ana and Ben at a table with a bot, where the game has begun."""
    code = open_table(one, "Ana", **{"seats": [None, None, "chance"], **wish})
    join(other, code, "Ben")
    do(one, code, "start")
    return Player(come(one, code)), Player(come(other, code))
