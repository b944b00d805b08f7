"""Whole games, from the first page to the outcome."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from .conftest import PHONE, NewContext
from .people import Server, come, do, go, playing
from .player import Player, button, code_of, play, play_until, together
from .test_pages import too_wide


def open_by_the_pages(context: BrowserContext, name: str, bots: dict[int, str]) -> Page:
    """Open a table through the pages, with bots at some seats. Return the page, which shows the
    table.
    """
    page = go(context.new_page(), "/new")
    page.get_by_label("Your name").fill(name)
    for seat, bot in bots.items():
        page.get_by_label(f"Seat {seat}").select_option(bot)
    button(page, "Open the table").click()
    expect(button(page, "Start the game")).to_be_visible()
    return page


def join_by_code(context: BrowserContext, code: str, name: str) -> Page:
    """A person comes by the code and takes a seat."""
    page = go(context.new_page(), "/")
    page.get_by_label("Join with a code").fill(code.lower())
    button(page, "Join").click()
    page.get_by_label("Your name").fill(name)
    button(page, "Take a seat").click()
    expect(page.get_by_text("Waiting for Ana to start the game.")).to_be_visible()
    return page


def assert_as_recorded(house: Server, *people: Player, game: int = 1) -> None:
    """Everybody sees the same outcome, and it is that of the record."""
    record = house.http.get(f"/api/tables/{code_of(people[0].page)}/games/{game}").json()
    recorded = dict(zip(record["players"], record["result"]["scores"], strict=True))
    for person in people:
        assert {name: points for _, name, points in person.ranking} == recorded
        assert person.ranking == people[0].ranking


def is_asked(words: str, *people: Player) -> bool:
    """Whether a question with these words was answered by anyone."""
    return any(re.search(words, one) for person in people for one in person.answered)


def test_two_people_and_two_bots_play_a_whole_game_and_then_another(
    context: NewContext, house: Server
) -> None:
    ana = Player(open_by_the_pages(context(), "Ana", {3: "easy", 4: "medium"}))
    code = code_of(ana.page)
    ben = Player(join_by_code(context(), code, "Ben"))
    button(ana.page, "Start the game").click()
    play(ana, ben)
    assert_as_recorded(house, ana, ben)
    button(ana.page, "Play Sushi Go! again").click()
    for person in (ana, ben):
        expect(person.page.get_by_text("Round 1/3")).to_be_visible()
        expect(person.hand.get_by_role("option")).to_have_count(8)


def test_a_party_with_spoons_and_boxes_is_played_by_answering_what_they_ask(
    context: NewContext, house: Server
) -> None:
    ana, ben = together(
        context(), context(), game="sushi-go-party", options={"menu": "master-menu"}
    )
    ana.likes = ben.likes = ("Takeout box", "Spoon")
    game = play_until(lambda: is_asked(r"your spoon|face down", ana, ben), ana, ben)
    play(ana, ben)
    assert_as_recorded(house, ana, ben, game=game)


def test_menus_and_special_orders_are_answered_in_the_browser(context: NewContext) -> None:
    ana, ben = together(
        context(), context(), game="sushi-go-party", options={"menu": "dinner-for-two"}
    )
    ana.likes = ben.likes = ("Menu", "Special order")
    play_until(lambda: is_asked("", ana, ben), ana, ben)


def test_sushi_draft_is_played_for_tokens(context: NewContext, house: Server) -> None:
    ana, ben = together(context(), context(), game="sushi-draft", options={"advanced": True})
    ana.likes = ben.likes = ("Joker",)
    joined = ana.page.locator(".tray").filter(has_text="(Joker)")
    game = play_until(lambda: joined.count() > 0, ana, ben)
    drawn = (
        go(ana.page.context.new_page(), "/rules/sushi-draft/joker")
        .locator(".card img")
        .first.get_attribute("src")
    )
    expect(joined.locator(".copy").first).to_have_attribute(
        "src", drawn or "the picture of the joker"
    )
    play(ana, ben)
    assert_as_recorded(house, ana, ben, game=game)
    expect(ana.page.locator(".token").first).to_be_visible()


def test_all_who_share_a_victory_are_announced(context: NewContext) -> None:
    visitor = context()
    visitor.route_web_socket(re.compile("/live"), let_two_win)
    code = playing(visitor)
    do(visitor, code, "away")  # and a bot plays to the end
    page = come(visitor, code)
    expect(page.locator("[aria-live]")).to_have_text(
        re.compile(r"^The game is over\. Shared victory: \w+ and \w+\.$")
    )


def let_two_win(line: WebSocketRoute) -> None:
    """The server, but for the second one in a ranking, who has won too."""
    server = line.connect_to_server()

    def tell(said: str | bytes) -> None:
        message = json.loads(said)
        for outcome in filter(None, (view["outcome"] for view in message.get("views", []))):
            outcome["ranking"][1]["rank"] = 1
        line.send(json.dumps(message))

    server.on_message(tell)


def test_cards_fly_and_the_hand_rides_where_motion_is_welcome(context: NewContext) -> None:
    visitor = context(motion=True)
    ana = Player(come(visitor, playing(visitor, game="sushi-draft")))
    play(ana)
    assert len(ana.ranking) == 3


# --- By touch alone, by keys alone ---


def test_a_phone_is_enough(context: NewContext) -> None:
    visitor = context(size=PHONE)
    page = come(visitor, playing(visitor, bots=4))
    ana = Player(page, press=Locator.tap, check=fits, hasty=False)
    play(ana)
    fits(page)
    assert len(ana.ranking) == 5


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and what is to be pressed is on it."""
    assert not too_wide(page)
    for hand in page.get_by_role("listbox").all():
        expect(hand).to_be_in_viewport(ratio=1)


def test_keys_are_enough(context: NewContext) -> None:
    page = go(context().new_page(), "/")
    keys = page.keyboard
    tab_to(page, "radio", "Sushi Go! ")
    keys.press("ArrowLeft")  # the last one: Sushi Draft
    tab_to(page, "button", "Play")
    keys.press("Enter")
    hand = page.get_by_role("listbox", name="Your hand")
    expect(hand).to_be_focused()
    play(Typist(page))
    tab_to(page, "button", "Play Sushi Draft again")
    keys.press("Enter")
    expect(page.get_by_text("Round 1/3")).to_be_visible()
    expect(hand).to_be_focused()


def tab_to(page: Page, role: Any, name: str) -> None:
    """Go there by the Tab key."""
    wanted = page.get_by_role(role, name=name).first
    expect(wanted).to_be_visible()
    for _ in range(80):
        if is_focused(wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name} by keys")


def is_focused(there: Locator) -> bool:
    return bool(there.evaluate("element => element === document.activeElement"))


class Typist(Player):
    """Plays by keys alone: the hand has the focus at every turn."""

    def pick(self) -> None:
        expect(self.hand).to_be_focused()
        cards = self.hand.get_by_role("option").all()
        place = next(
            place
            for place, card in enumerate(cards)
            if card.get_attribute("aria-disabled") != "true"
        )
        if re.search(r"turn [135]\b", self.where):
            self.type(str(place + 1))
        else:
            self.type(*["ArrowRight"] * place, "Space")
        self.type("Escape", "Space", "Enter")

    def close(self) -> None:
        if "Round 1" in self.page.get_by_role("dialog").inner_text():
            self.type("Escape")
        else:
            tab_to(self.page, "button", "Next round")
            self.type("Enter")

    def type(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
