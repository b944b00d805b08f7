"""The score helper on a phone: the worked examples of the rulebooks, entered by taps."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from kaiten.server.protocol import serialize
from kaiten.server.protocol.errors import Busy

from .conftest import PHONE, NewContext, Troubles
from .people import go
from .player import button


@dataclass
class Helper:
    """The page of the score helper, and the finger that enters what lies on the table."""

    page: Page
    press: Callable[[Locator], None] = Locator.tap

    def start(self, game: str, *names: str, option: str | None = None) -> Helper:
        """Say what is played, and by whom."""
        self.chip(game)
        for place, name in enumerate(names, 1):
            if place > 2:
                self.press(button(self.page, "+ Add a player"))
            self.page.get_by_label(f"Name of player {place}").fill(name)
        if option:
            self.chip(option)
        self.press(button(self.page, "Start counting"))
        return self

    def chip(self, name: str) -> None:
        """One of several: a game, a player, a round."""
        self.press(
            self.page.locator("label.chip")
            .filter(has=self.page.get_by_text(name, exact=True))
            .first
        )

    def lay(self, name: str, *cards: str) -> Helper:
        """Lay cards in front of a player: "2 Tempura" are two of them, "Joker as Tuna" asks as
        what.
        """
        self.chip(name)
        for text in cards:
            number, card = re.fullmatch(r"(?:(\d) )?(.*)", text).groups()  # type: ignore[union-attr]
            card, _, role = card.partition(" as ")
            for _ in range(int(number or 1)):
                self.press(tile(self.page.get_by_role("group", name="Cards to add"), card))
                if role:
                    self.press(tile(self.page.get_by_role("dialog"), role))
        return self

    def cell(self, name: str, column: str) -> Locator:
        """What the table of points says of a player: in a round, at the end or in all."""
        row = (
            self.page.get_by_role("table", name="Points by round")
            .get_by_role("row")
            .filter(has_text=name)
        )
        return row.get_by_role("cell").nth(["1", "2", "3", "End", "Total"].index(column))

    def expect(self, column: str, **points: int) -> None:
        for name, number in points.items():
            expect(self.cell(name, column)).to_have_text(str(number).replace("-", "−"))

    def expect_tokens(self, name: str, *piles: str) -> None:
        """Enter these tokens for the players who take them."""
        expect(self.cell(name, "1").get_by_role("img")).to_have_count(len(piles))
        for pile in piles:
            expect(self.cell(name, "1").get_by_role("img", name=pile)).to_be_visible()


def tile(among: Locator, card: str) -> Locator:
    """A card that can be laid, with or without the number of those that lie there."""
    return among.get_by_role("button", name=re.compile(rf"^{card}( \(\d+\))?$"))


@pytest.fixture
def helper(context: NewContext) -> Helper:
    return Helper(go(context(size=PHONE).new_page(), "/score"))


def test_maki_of_sushi_go(helper: Helper) -> None:
    helper.start("Sushi Go!", "Ana", "Ben", "Cleo", "Dan")
    helper.lay("Ana", "Triple maki", "Double maki").lay("Ben", "Triple maki")
    helper.lay("Cleo", "Double maki", "Single maki").lay("Dan", "Double maki")
    helper.expect("1", Ana=6, Ben=1, Cleo=1, Dan=0)


def test_desserts_of_sushi_go_at_the_end_of_the_game(helper: Helper) -> None:
    helper.start("Sushi Go!", "Ana", "Ben", "Cleo", "Dan")
    helper.lay("Ana", "2 Pudding").lay("Ben", "3 Pudding")
    helper.chip("Round 2")
    helper.lay("Cleo", "Tempura")
    helper.chip("Round 3")
    helper.lay("Ana", "2 Pudding").lay("Dan", "Wasabi", "Squid nigiri")
    helper.chip("End")
    helper.expect("End", Ana=6, Ben=0, Cleo=-3, Dan=-3)
    helper.expect("Total", Ana=6, Ben=0, Cleo=-3, Dan=6)
    expect(helper.page.get_by_text("Ana and Dan are tied at 6 points")).to_be_visible()


def test_edamame_onigiri_and_a_special_order_of_the_party(helper: Helper) -> None:
    helper.start("Sushi Go Party!", "Ana", "Ben", "Cleo")
    helper.lay("Ana", "3 Edamame").lay("Ben", "2 Edamame")
    helper.lay(
        "Cleo",
        "Edamame",
        "Round onigiri",
        "Triangular onigiri",
        "Square onigiri",
        "Special order as Square onigiri",
    )
    helper.expect("1", Ana=6, Ben=4, Cleo=12)


def test_the_race_for_uramaki_of_the_party(helper: Helper) -> None:
    helper.start("Sushi Go Party!", "Ana", "Ben", "Cleo")
    helper.lay("Cleo", "Uramaki 4").lay("Ben", "Uramaki 4")
    for name in ("Ben", "Ana"):  # both got to ten on the same turn
        helper.chip(name)
        button(helper.page, "8 points").tap()
    helper.expect("1", Ana=8, Ben=10, Cleo=2)


def test_a_tie_hands_the_token_of_sushi_draft_down(helper: Helper) -> None:
    helper.start("Sushi Draft", "Ana", "Ben", "Cleo", "Dan")
    helper.lay("Ana", "2 Tuna", "Joker as Tuna").lay("Ben", "3 Tuna").lay("Cleo", "2 Tuna").lay(
        "Dan", "Tuna"
    )
    helper.expect_tokens("Cleo", "Tuna")
    helper.expect_tokens("Ana")


def test_wasabi_halves_the_categories_of_sushi_draft_and_tokens_are_the_points(
    helper: Helper,
) -> None:
    helper.start("Sushi Draft", "Ana", "Ben", "Cleo", option="Advanced rules")
    helper.lay("Ana", "Tuna with wasabi", "Shrimp with wasabi", "Salmon").lay("Ben", "Cucumber")
    helper.lay("Cleo", "Tuna", "Shrimp", "Salmon with wasabi")
    helper.expect_tokens("Cleo", "Dessert")
    helper.expect_tokens("Ben", "Cucumber")
    helper.chip("End")
    for name, pile, worth in (("Ben", "Cucumber", "3"), ("Cleo", "Dessert", "5")):
        helper.chip(name)
        helper.page.get_by_role("group", name=pile).get_by_role(
            "button", name=worth, exact=True
        ).first.tap()
    helper.expect("Total", Ana=0, Ben=3, Cleo=5)
    expect(helper.page.get_by_text("Cleo wins")).to_be_visible()


# --- What is entered is safe ---


def test_every_step_can_be_undone_and_a_reload_keeps_everything(helper: Helper) -> None:
    helper.start("Sushi Go!", "Ana", "Ben")
    helper.lay("Ana", "2 Tempura")
    helper.expect("1", Ana=5)
    button(helper.page, "Undo").tap()
    helper.expect("1", Ana=0)
    button(helper.page, "Redo").tap()
    helper.lay("Ben", "Wasabi", "Squid nigiri")
    helper.expect("1", Ana=5, Ben=9)
    helper.page.reload()
    helper.expect("1", Ana=5, Ben=9)
    button(helper.page, "Squid nigiri on wasabi: remove").tap()
    helper.expect("1", Ana=5, Ben=0)
    button(helper.page, "Undo").tap()
    helper.expect("1", Ana=5, Ben=9)


def test_what_is_entered_without_a_network_is_counted_when_it_is_back(
    helper: Helper, troubles: Troubles
) -> None:
    troubles.excuse("ERR_|Failed to load")
    helper.start("Sushi Go!", "Ana", "Ben").lay("Ana", "2 Tempura")
    helper.expect("1", Ana=5)
    helper.page.route("**/api/score*", lambda route: route.abort())
    helper.lay("Ben", "3 Sashimi")
    expect(helper.page.get_by_text("No connection")).to_be_visible()
    expect(button(helper.page, "Sashimi: remove")).to_have_count(3)
    helper.page.unroute("**/api/score*")
    helper.page.evaluate("dispatchEvent(new Event('online'))")
    helper.expect("1", Ana=5, Ben=10)
    expect(helper.page.get_by_text("No connection")).to_be_hidden()


def test_a_busy_server_counts_a_moment_later(helper: Helper, troubles: Troubles) -> None:
    troubles.excuse("503")
    helper.start("Sushi Go!", "Ana", "Ben").lay("Ana", "2 Tempura")
    helper.expect("1", Ana=5)
    said = serialize.make_error_message(Busy(), "en")
    helper.page.route("**/api/score*", lambda route: route.fulfill(status=503, json=said))
    helper.lay("Ben", "3 Sashimi")
    expect(helper.page.get_by_role("status").filter(has_text="busy")).to_be_visible()
    expect(helper.page.get_by_role("alert").filter(has_text="busy")).to_have_count(0)
    helper.page.unroute("**/api/score*")
    helper.expect("1", Ana=5, Ben=10)
    expect(helper.page.get_by_text("The server is busy")).to_be_hidden()


def test_a_card_too_many_is_said_to_whom_it_concerns(helper: Helper, troubles: Troubles) -> None:
    troubles.excuse("400")
    helper.start("Sushi Go!", "Ana", "Ben").lay("Ben", "5 Chopsticks")
    expect(
        helper.page.get_by_role("alert").filter(has_text="Ben: this is Chopsticks number 5")
    ).to_be_visible()


def test_while_one_entry_is_wrong_the_others_keep_their_points_and_it_is_said_whose_it_is(
    helper: Helper, troubles: Troubles
) -> None:
    troubles.excuse("400")
    helper.start("Sushi Go!", "Ana", "Ben").lay("Ana", "2 Tempura")
    helper.expect("Total", Ana=5, Ben=0)
    helper.lay("Ben", "5 Chopsticks")
    for column in ("1", "Total"):
        expect(helper.cell("Ben", column)).to_have_text("–")
    expect(helper.cell("Ana", "1")).to_have_text("5")
    points = helper.page.get_by_role("table", name="Points by round")
    expect(points).not_to_contain_text("1.")
    expect(
        helper.page.get_by_text("Check what Ben has in round 1: it cannot be scored.")
    ).to_be_visible()
    helper.lay("Ana", "Tempura")  # whose points are no longer those that were counted
    expect(helper.cell("Ana", "1")).to_have_text("–")
    button(helper.page, "Undo").tap()
    button(helper.page, "Undo").tap()
    helper.expect("Total", Ana=5, Ben=0)
    expect(points).to_contain_text("1. Ana")


def test_before_all_rounds_are_entered_somebody_is_ahead_and_nobody_wins(helper: Helper) -> None:
    helper.start("Sushi Go!", "Ana", "Ben")
    points = helper.page.get_by_role("table", name="Points by round")
    helper.expect("Total", Ana=0, Ben=0)
    expect(points).not_to_contain_text("1.")  # nobody is ahead
    helper.lay("Ana", "2 Tempura")
    helper.chip("End")
    expect(helper.page.get_by_text("Ana is ahead")).to_be_visible()
    expect(helper.page.get_by_text("Still empty: round 2 and 3")).to_be_visible()
    for stage in ("Round 2", "Round 3"):
        helper.chip(stage)
        helper.lay("Ben", "Tempura")
    helper.chip("End")
    expect(helper.page.get_by_text("Ana wins")).to_be_visible()


def test_counting_begins_at_the_top_of_the_page(helper: Helper) -> None:
    helper.start("Sushi Go Party!", "Ana", "Ben", "Cleo", "Dan", "Eve")
    heading = helper.page.get_by_role("heading", name="Sushi Go Party!")
    expect(heading).to_be_focused()
    assert helper.page.evaluate("scrollY") == 0


def test_a_menu_that_so_many_cannot_play_says_for_how_many_it_is(helper: Helper) -> None:
    helper.chip("Sushi Go Party!")
    menu = helper.page.get_by_role("radio", name="Master Menu")
    expect(menu).to_be_disabled()
    expect(helper.page.locator("label.chip").filter(has=menu)).to_contain_text("Spoon: 3–8 players")
    helper.press(button(helper.page, "+ Add a player"))
    expect(menu).to_be_enabled()


def test_a_notice_pushes_no_card_away_from_under_the_finger(
    helper: Helper, troubles: Troubles
) -> None:
    troubles.excuse("ERR_|Failed to load")
    helper.start("Sushi Go!", "Ana", "Ben").lay("Ana", "Tempura")
    palette = helper.page.get_by_role("group", name="Cards to add")
    before = palette.bounding_box()
    helper.page.route("**/api/score*", lambda route: route.abort())
    helper.lay("Ana", "Tempura")
    expect(helper.page.get_by_text("No connection")).to_be_visible()
    assert palette.bounding_box() == before


def test_names_are_whole_where_there_is_room(helper: Helper) -> None:
    helper.start("Sushi Go!", "Elisa", "Bertrand", "Marguerite")
    names = helper.page.get_by_role("table", name="Points by round").get_by_role("rowheader")
    expect(names).to_have_count(3)
    assert names.evaluate_all(
        "names => names.every((name) => name.scrollWidth <= name.clientWidth)"
    )
