"""How the table feels: faces, sounds, what people say, and where a notice lies."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.long_run import LONG
from tests.pairwise import pairs, sample

from .axe import scan
from .conftest import LOCALES, PHONE, NewContext
from .people import Server, come, do, go, join, open_table, playing
from .player import Player, expect_turn
from .player import play as play_pages
from .test_pages import too_wide

SMALL, LARGE = (1000, 700), (1920, 1080)
SIZES = [PHONE, SMALL, LARGE]
LOOKS = sample(product(SIZES, LOCALES, [False, True]), pairs)


def on_looks(looks: list[tuple[tuple[int, int], str, bool]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("size", "language", "dark"), looks)


def is_first(place: int, size: tuple[int, int]) -> bool:
    return LONG or (place + SIZES.index(size)) % 2 == 0


def is_second(place: int, size: tuple[int, int]) -> bool:
    return LONG or not is_first(place, size)


# Two tests of the same subject share the looks: each has every size, in one of the languages.
on_every_look = on_looks(LOOKS)
on_some_looks = on_looks([look for place, look in enumerate(LOOKS) if is_first(place, look[0])])
on_other_looks = on_looks([look for place, look in enumerate(LOOKS) if is_second(place, look[0])])

HEARD = """
window.heard = 0;
for (const kind of ["OscillatorNode", "AudioBufferSourceNode"])
  window[kind] = class extends window[kind] { start(at) { heard += 1; super.start(at); } };
"""  # how many tones and noises a page has made
OFFER = {"en": ("Sound on", "No, thanks"), "fr": ("Avec le son", "Non merci")}
PLAY = {"en": "Play Sushi Go Party!", "fr": "Jouer à Sushi Go Party!"}


def overlap(one: Locator, other: Locator) -> bool:
    """Whether two things lie on each other."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first
    assert second
    return (
        first["x"] < second["x"] + second["width"]
        and second["x"] < first["x"] + first["width"]
        and first["y"] < second["y"] + second["height"]
        and second["y"] < first["y"] + first["height"]
    )


@on_every_look
def test_rules_are_one_tap_from_a_game(
    context: NewContext, size: tuple[int, int], language: str, dark: bool
) -> None:
    page = go(context(language, size, dark).new_page(), "/rules/sushi-go-party")
    scan(page)
    page.get_by_role("button", name=PLAY[language], exact=True).click()
    expect(page.get_by_role("main").get_by_role("option")).to_have_count(10)
    go(page, "/rules")
    assert not too_wide(page)
    expect(page.get_by_role("button")).to_have_count(3)
    go(page, "/rules/sushi-go-party/eel")
    expect(page.get_by_role("button", name=PLAY[language], exact=True)).to_be_visible()


@on_some_looks
def test_bots_have_faces_that_tell_how_they_fare(
    context: NewContext, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = context(language, size, dark)
    ana = Player(come(visitor, playing(visitor, bots=4)))
    bots = ana.page.locator(".others .player")
    expect(bots.locator(".face svg")).to_have_count(4)
    drawn = bots.locator(".face svg").evaluate_all("all => all.map(one => one.innerHTML)")
    assert len(set(drawn)) == 4
    expect(ana.page.locator(".mine .face .letter")).to_have_attribute("data-letter", "A")
    happy = ana.page.locator(".face.happy")
    play_pages(ana, until=lambda: happy.count() > 0 or ana.over)
    assert not ana.over
    seat = ana.page.locator(".player").filter(has=happy).first
    points = seat.locator(".points > [aria-hidden]").inner_text()
    assert sum(map(int, re.findall(r"\d+", points))) >= 3
    scan(ana.page)


@on_other_looks
def test_sound_is_offered_once(
    context: NewContext, size: tuple[int, int], language: str, dark: bool
) -> None:
    on, off = OFFER[language]
    shy, curious = (
        context(language, size, dark, fresh=True),
        context(language, size, dark, fresh=True),
    )
    for visitor in (shy, curious):
        visitor.add_init_script(HEARD)
    quiet = Player(come(shy, playing(shy)))
    scan(quiet.page)
    quiet.page.get_by_role("button", name=off).click()
    quiet.act()
    expect_moved(quiet)
    assert quiet.page.evaluate("heard") == 0
    quiet.page.reload()
    expect(quiet.hand).to_be_visible()
    expect(quiet.page.get_by_role("button", name=on)).to_have_count(0)

    loud = Player(come(curious, playing(curious)))
    loud.page.get_by_role("button", name=on).click()
    expect(loud.page.get_by_role("button", name=on)).to_have_count(0)
    before = loud.page.evaluate("heard")
    assert before > 0
    loud.act()
    expect_moved(loud)
    loud.page.wait_for_function(f"heard > {before + 4}")  # a pick, cards turned over, hands passed


def expect_moved(player: Player) -> None:
    expect(player.page.locator(".where")).to_contain_text(re.compile(r"(turn|tour) 2\b"))


def test_who_plays_on_has_answered_the_offer(context: NewContext) -> None:
    visitor = context(fresh=True)
    ana = Player(come(visitor, playing(visitor)))
    for turn in (2, 3):
        ana.act()
        expect_turn(ana, turn)
    expect(ana.page.locator(".offer")).to_have_count(0)
    do(visitor, ana.page.url.rsplit("/", 1)[1], "away")
    ana.page.reload()
    expect(ana.page.locator(".ending, .game")).not_to_have_count(0)
    expect(ana.page.locator(".offer")).to_have_count(0)


@on_some_looks
def test_what_somebody_says_hides_neither_name_nor_points(
    context: NewContext, size: tuple[int, int], language: str, dark: bool
) -> None:
    one, other = context(language, size, dark), context(language)
    code = open_table(one, "Ana", seats=[None, None, "chance", "chance"])
    join(other, code, "Ben")
    do(one, code, "start")
    here, there = come(one, code), come(other, code)
    there.locator(".head summary").click()
    there.locator(".head details .panel .button").first.click()
    bubble = here.locator(".bubble")
    expect(bubble).to_be_visible()
    seat = here.locator(".player").filter(has=bubble)
    assert not overlap(bubble, seat.locator("h2"))
    assert not overlap(bubble, seat.locator(".points"))
    assert not overlap(there.locator(".me .bubble"), there.locator(".me .points"))


@on_other_looks
def test_a_notice_hides_no_clock(
    context: NewContext, house: Server, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = context(language, size, dark)
    code = open_table(visitor, seats=[None, "chance", "chance"], timer=5)
    do(visitor, code, "start")
    page = come(visitor, code)
    notice = page.locator(".notice")
    expect(notice).to_be_visible(timeout=20_000)  # a bot chose when the time was up
    expect(page.locator(".clock")).to_be_visible()
    assert not overlap(notice, page.locator(".clock"))
    assert not overlap(notice, page.locator(".where"))
    assert_reachable(page)


def assert_reachable(page: Page) -> None:
    """A notice keeps nobody from what is asked."""
    hand = page.get_by_role("listbox").last.get_by_role("option").first
    assert not overlap(page.locator(".notice"), hand)
