"""Room on the screen: what must be seen at once is, and what is to be pressed is as large as a
finger.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from .conftest import PHONE, NewContext
from .people import Server, come, finished, go, playing
from .player import Player, button
from .test_pages import too_wide

TOO_SMALL = """(found) => found.filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [[-21, 0], [21, 0], [0, -21], [0, 21]].some(([right, down]) => !one.contains(document.elementFromPoint(x + right, y + down)));
}).map((one) => one.outerHTML)"""  # what is not hit by a finger at its middle


@pytest.mark.parametrize("bots", [2, 3, 4])
def test_everything_on_a_phone_is_as_large_as_a_finger(context: NewContext, bots: int) -> None:
    visitor = context(size=PHONE)
    ana = Player(come(visitor, playing(visitor, bots=bots)))
    ana.act()
    ana.act()
    ana.card(0).tap()
    for pressed in (
        ".head > button, .head summary",
        ".tools button, .doing button",
        "[role=option]",
    ):
        assert not ana.page.locator(pressed).evaluate_all(TOO_SMALL)
    # with other things on them, or partly out of sight
    larger = ana.page.locator(".look, .bar .told").all()
    assert all(box(one)["width"] >= 44 and box(one)["height"] >= 44 for one in larger)


def test_all_that_is_chosen_on_the_first_page_is_as_large_as_a_finger(context: NewContext) -> None:
    page = go(context(size=PHONE).new_page(), "/")
    page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
    for number in page.get_by_role("group", name="Players").locator("label").all():
        number.scroll_into_view_if_needed()
        assert not number.evaluate(f"one => ({TOO_SMALL})([one])"), number.inner_text()


def test_what_is_unfolded_in_a_replay_is_as_large_as_a_finger(
    context: NewContext, house: Server
) -> None:
    page = go(context(size=PHONE).new_page(), f"/t/{finished(house)}/games/1")
    assert box(page.locator("summary", has_text="Was the deal fair?"))["height"] >= 44


def test_small_cards_are_read_in_a_list(context: NewContext) -> None:
    visitor = context(size=PHONE)
    ana = Player(come(visitor, playing(visitor, bots=4)))
    ana.act()
    laid = ana.page.get_by_role("region", name="Aki").locator(".tray .card")
    expect(laid).to_have_count(1)
    laid.tap(force=True)
    rows = ana.page.get_by_role("dialog", name="Aki").get_by_role("listitem").get_by_role("button")
    expect(rows).to_have_count(1)
    assert not rows.evaluate_all(TOO_SMALL)
    name = rows.inner_text()
    rows.tap()
    expect(ana.page.get_by_role("dialog", name=name)).to_be_visible()
    button(ana.page, "Close").tap()
    expect(rows).to_be_visible()  # where they came from


def test_four_on_a_phone_see_each_other(context: NewContext) -> None:
    visitor = context(size=PHONE)
    ana = Player(come(visitor, playing(visitor, bots=3)))
    button(ana.page, "Hands").tap()  # what is remembered takes room too
    for _ in range(3):
        ana.act()
    expect(ana.hand.get_by_role("option")).to_have_count(5)  # the fourth turn has begun
    foot = box(ana.page.locator(".foot"))
    assert all(below(one) <= foot["y"] for one in ana.page.locator(".others .player").all())


@pytest.mark.parametrize(
    "size", [(740, 360), (844, 390), (640, 400)], ids=["phone", "long phone", "enlarged"]
)
def test_a_low_screen_has_hand_and_trays_side_by_side(
    context: NewContext, size: tuple[int, int]
) -> None:
    visitor = context(size=size)
    ana = Player(come(visitor, playing(visitor, bots=3)))
    for name in ("Ana", "Aki"):
        expect(ana.page.get_by_role("region", name=name)).to_be_in_viewport(ratio=0.9)
    ana.card(-1).click()
    expect(ana.hand).to_be_in_viewport(ratio=1)
    expect(ana.take).to_be_in_viewport(ratio=0.9)
    ana.page.evaluate("scrollTo(0, 10_000)")
    expect(ana.hand).to_be_in_viewport(ratio=1)
    assert not too_wide(ana.page)


@pytest.mark.parametrize(
    ("size", "bots"), [((820, 1180), 7), ((1280, 800), 7), ((360, 740), 4), ((320, 640), 2)]
)
def test_a_name_and_its_points_stand_in_one_line(
    context: NewContext, size: tuple[int, int], bots: int
) -> None:
    visitor = context("fr", size)
    page = come(visitor, playing(visitor, bots=bots, game="sushi-go-party"))
    expect(page.locator(".points")).to_have_count(bots + 1)
    for player in page.locator(".player").all():
        assert below(player.locator("h2")) > box(player.locator(".points"))["y"]
    assert page.locator(".where").evaluate("element => element.scrollWidth <= element.clientWidth")


def test_a_card_that_cannot_be_taken_says_so_and_its_rule_is_read_to_the_end(
    context: NewContext,
) -> None:
    visitor = context("fr", (320, 640), touch=True)
    page = with_a_joker(visitor)
    page.locator("[role=option][aria-disabled=true]").first.tap(force=True)
    told = page.locator(".bar .told")
    expect(told).to_contain_text("Joker")
    expect(told).to_contain_text("Vous ne pouvez pas la prendre maintenant.")
    expect(page.locator(".more")).to_be_visible()
    told.tap()
    expect(page.get_by_role("dialog", name="Joker")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_rule_is_cut_off_without_a_word(context: NewContext, language: str) -> None:
    visitor = context(language, (320, 640))
    ana = Player(come(visitor, playing(visitor)))
    for card in ana.hand.get_by_role("option").all():
        card.click()
        expect(ana.page.locator(".bar .told b")).to_have_text(card.locator(".name").inner_text())
        cut = ana.page.locator(".words").evaluate(
            "element => element.scrollHeight > element.clientHeight + 1"
        )
        expect(ana.page.locator(".more")).to_have_count(int(cut))


def with_a_joker(visitor: BrowserContext) -> Page:
    """A draft that begins with a joker in the hand, which joins nothing yet."""
    for _ in range(30):
        page = come(visitor, playing(visitor, bots=4, game="sushi-draft"))
        expect(page.get_by_role("listbox")).to_be_visible()
        if page.locator("[role=option][aria-disabled=true]").count():
            return page
        page.close()
    raise AssertionError("no joker in thirty hands")


def box(one: Locator) -> dict[str, float]:
    found = one.bounding_box()
    assert found
    return dict(found)


def below(one: Locator) -> float:
    return box(one)["y"] + box(one)["height"]
