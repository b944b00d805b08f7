"""What helps players: levels, hints in three steps, and what they remember of the hands."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from kaiten.bots import LEVELS

from .axe import scan
from .conftest import PHONE, NewContext
from .people import Server, come, do, go, open_table, playing
from .player import Player, button, expect_turn, open_menu, play
from .test_pages import too_wide


def dialog(page: Page, name: str = "A hint") -> Page:
    """The dialog that is open, as far as it can be asked like a page."""
    found = page.get_by_role("dialog", name=name)
    expect(found).to_be_visible()
    return found  # type: ignore[return-value]


def test_the_levels_are_offered_each_with_a_word(context: NewContext) -> None:
    page = go(context("fr", PHONE).new_page(), "/")
    for _, (name, words) in LEVELS.values():
        page.get_by_role("radio", name=name.to("fr")).check(force=True)
        expect(page.get_by_text(words.to("fr").split(",")[0])).to_be_visible()
    expect(page.get_by_role("radio", name="Gourmand")).to_have_count(0)


def test_medium_is_proposed_first_and_a_level_is_played_against(context: NewContext) -> None:
    page = go(context().new_page(), "/")
    expect(page.get_by_role("radio", name="Medium")).to_be_checked()
    page.get_by_role("radio", name="Easy").check(force=True)
    button(page, "Play").click()
    ana = Player(page)
    play(ana, until=lambda: ana.page.get_by_text("turn 2", exact=True).is_visible())


def test_a_table_of_old_keeps_its_bots(context: NewContext) -> None:
    visitor = context()
    page = come(visitor, open_table(visitor, seats=[None, "greedy", "hard"]))
    seats = page.get_by_role("list").filter(has_text="Ana")
    expect(seats).to_contain_text("Greedy")
    expect(seats).to_contain_text("Hard")
    page.get_by_text("Change", exact=True).click()
    expect(page.get_by_label("Seat 2").locator("option:checked")).to_have_text("Bot · Greedy")
    expect(page.get_by_label("Seat 3").locator("option")).to_have_count(1 + len(LEVELS))


def test_a_hint_on_a_phone_tells_more_step_by_step(context: NewContext) -> None:
    visitor = context(size=PHONE)
    ana = Player(come(visitor, playing(visitor)))
    names = {name.strip() for name in ana.hand.locator(".name").all_inner_texts()}
    button(ana.page, "Hint").tap()
    told = dialog(ana.page)
    expect(told.locator(".nudge")).to_have_text(re.compile(r"\w{3}.*\.$"))
    assert not [name for name in names if name in told.locator(".nudge").inner_text()]
    expect(told.locator(".best li")).to_have_count(0)
    scan(ana.page)

    button(ana.page, "The best three").tap()
    expect(told.locator(".best li")).to_have_count(3)
    assert set(told.locator(".best b").all_inner_texts()) <= names
    scan(ana.page)

    button(ana.page, "All choices, with their chances").tap()
    rows = told.get_by_role("row")
    expect(rows).to_have_count(1 + len(names))
    expect(rows.nth(1)).to_contain_text(re.compile(r"\d+% ± [\d.]+"))
    expect(told.get_by_text("1 hint in this game")).to_be_visible()
    assert not too_wide(ana.page)
    scan(ana.page)

    button(ana.page, "Back to the cards").tap()
    ana.act()
    expect_turn(ana, 2)


def test_on_a_phone_no_button_of_a_hint_is_taller_than_its_words(context: NewContext) -> None:
    visitor = context("fr", PHONE)
    page = come(visitor, playing(visitor))
    button(page, "Conseil").tap()
    button(page, "Les trois meilleurs").tap()
    box = button(page, "Tous les choix, avec leurs chances").bounding_box()
    assert box
    assert box["height"] < 75  # two lines at most


def test_a_hint_by_keys_in_french(context: NewContext) -> None:
    visitor = context("fr")
    page = come(visitor, playing(visitor))
    page.keyboard.press("h")
    told = dialog(page, "Un conseil")
    expect(told.locator(".nudge")).to_be_visible()
    button(page, "Les trois meilleurs").press("Enter")
    expect(told.locator(".best li")).to_have_count(3)
    button(page, "Tous les choix, avec leurs chances").press("Enter")
    expect(told.get_by_role("table")).to_contain_text(re.compile(r"\d+\s% ± [\d,]+"))
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("tour 2")


def test_hints_are_counted_at_the_end(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor, bots=4)))
    for turn in (2, 3):
        button(ana.page, "Hint").click()
        expect(dialog(ana.page).locator(".nudge")).to_be_visible()
        button(ana.page, "Back to the cards").click()
        ana.act()
        expect_turn(ana, turn)
    button(ana.page, "Hint").click()
    button(ana.page, "The best three").click()
    expect(dialog(ana.page).locator(".best")).to_be_visible()
    button(ana.page, "Back to the cards").click()
    play(ana)
    expect(ana.page.locator(".ranking .mine")).to_contain_text("3 hints (the best three)")
    expect(ana.page.locator(".ranking").get_by_text("hint")).to_have_count(1)


def test_a_table_without_help_shows_none(context: NewContext, house: Server) -> None:
    visitor = context()
    code = open_table(visitor, seats=[None, "chance", "chance"], hints=False, memory=False)
    page = come(visitor, code)
    for words in ("No hints", "No memory aid"):
        expect(page.get_by_text(words)).to_be_visible()
    do(visitor, code, "start")
    ana = Player(page)
    ana.act()
    expect_turn(ana, 2)
    expect(button(page, "Hint")).to_have_count(0)
    expect(button(page, "Hands")).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".known")).to_have_count(0)


def test_the_host_switches_help_off_and_on(context: NewContext) -> None:
    visitor = context(size=PHONE)
    page = come(visitor, open_table(visitor))
    page.get_by_text("Change", exact=True).click()
    page.get_by_text("More options").click()
    page.get_by_role("checkbox", name="Hints").uncheck(force=True)
    expect(page.get_by_text("No hints")).to_be_visible()
    page.get_by_role("checkbox", name="Memory aid").uncheck(force=True)
    expect(page.get_by_text("No memory aid")).to_be_visible()
    page.get_by_role("checkbox", name="Hints").check(force=True)
    expect(page.get_by_text("No hints")).to_have_count(0)
    scan(page)


def test_what_was_seen_of_a_hand_is_shown_where_the_hand_is(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor)))
    passed_on = sorted(ana.hand.locator(".name").all_inner_texts())
    taken = ana.card(0).locator(".name").inner_text()
    ana.card(0).dblclick()
    expect_turn(ana, 2)
    left = ana.page.get_by_role("region", name="Aki")
    expect(left.locator(".known")).to_be_visible()
    passed_on.remove(taken)
    told = left.locator(".known .hidden").inner_text()
    assert all(name in told for name in passed_on)
    assert "unknown" not in told
    scan(ana.page)

    ana.page.keyboard.press("r")
    expect(ana.page.locator(".known")).to_have_count(0)
    ana.page.reload()
    expect(button(ana.page, "Hands")).to_have_attribute("aria-pressed", "false")
    button(ana.page, "Hands").click()
    expect(left.locator(".known")).to_be_visible()


def test_on_a_phone_hands_are_shown_when_they_are_asked_for(context: NewContext) -> None:
    visitor = context(size=PHONE)
    ana = Player(come(visitor, playing(visitor, bots=4)))
    ana.act()
    expect_turn(ana, 2)
    expect(ana.page.locator(".known")).to_have_count(0)
    button(ana.page, "Hands").tap()
    expect(ana.page.locator(".known")).to_have_count(1)
    play(ana, until=lambda: "turn 4" in ana.where)
    # of others, chopsticks that came back may be known
    wholly = ana.page.locator(".known").filter(has_not_text="unknown")
    expect(wholly).to_have_count(3)
    assert not too_wide(ana.page)
    scan(ana.page)


def test_the_menu_counts_the_desserts_of_this_round_and_tells_of_those_to_come(
    context: NewContext,
) -> None:
    visitor = context()
    page = come(
        visitor, playing(visitor, bots=7, game="sushi-go-party", options={"menu": "my-first-meal"})
    )
    menu = open_menu(page)
    dessert = menu.get_by_role("button").filter(has_text="Green tea ice cream")
    expect(dessert).to_contain_text(re.compile(r"\d of 7 seen, 8 more to come"))
    tempura = menu.get_by_role("button").filter(has_text="Tempura")
    expect(tempura).to_contain_text(re.compile(r"\d of 8 seen$"))
