"""Around a table before a game: who is called what, who comes and who goes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from kaiten.server.tables import service

from .conftest import DESKTOP, PHONE, NewContext
from .people import Server, come, finished, go, join, open_table
from .test_pages import too_wide


def test_whoever_sits_down_with_others_says_their_name(context: NewContext) -> None:
    code = open_table(context())
    page = come(context(), code)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_label("Your name")).to_be_focused()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("button", name="Stand up")).to_have_count(0)
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_code_of_the_widest_letters_fits_a_phone(
    context: NewContext, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LETTERS", "MW")
    visitor = context(language, PHONE)
    page = come(visitor, open_table(visitor, seats=[None, None]))
    expect(page.get_by_label(re.compile("^(Link to the table|Lien de la table)$"))).to_be_visible()
    assert not too_wide(page)


def test_whoever_is_sent_away_is_told(context: NewContext) -> None:
    host, guest = context(), context("fr")
    code = open_table(host)
    join(guest, code, "Bo")
    told, asked = come(guest, code), come(host, code)
    asked.get_by_role("button", name="Remove Bo").click()
    expect(told.get_by_text("Ana vous a fait quitter la table")).to_be_visible()


def test_whoever_leaves_is_not_told_so(context: NewContext) -> None:
    guest = context()
    code = open_table(context())
    join(guest, code, "Bo")
    page = come(guest, code)
    page.get_by_role("button", name="Leave the table").click()
    expect(page).to_have_url("/")
    expect(page.get_by_text("no longer at this table")).to_have_count(0)


def test_a_host_sees_at_once_how_others_come(context: NewContext) -> None:
    host = context(size=PHONE)
    page = come(host, open_table(host))
    expect(page.get_by_role("button", name="Copy").first).to_be_in_viewport()
    expect(page.get_by_role("img", name="QR code")).to_be_in_viewport()


def test_somebody_more_at_this_device_is_announced(context: NewContext) -> None:
    host = context()
    page = come(host, open_table(host))
    page.get_by_text("Play together on this device").click()
    page.get_by_label("Their name").fill("Papi")
    page.get_by_role("button", name="Add to the table").click()
    expect(page.get_by_role("status").get_by_text("Papi is at the table.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Papi")).to_contain_text("on this device")
    expect(page.get_by_role("listitem").filter(has_text="host")).to_have_count(1)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("region", name="Curtain")).to_be_visible()
    # which would hide the button
    expect(page.get_by_text("Papi is at the table.")).to_have_count(0)


def test_a_menu_is_picked_without_starting_the_game(context: NewContext) -> None:
    page = go(context().new_page(), "/")
    page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
    page.get_by_role("button", name="Other menu").click()
    page.get_by_role("radio", name="Random").check(force=True)
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url("/")
    expect(page.get_by_text("Random", exact=True)).to_be_visible()


def test_the_dishes_of_every_menu_are_named_and_onigiri_is_known_by_its_triangle(
    context: NewContext,
) -> None:
    page = go(context().new_page(), "/")
    page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
    page.get_by_role("button", name="Other menu").click()
    menu = page.locator("label.menu").filter(has_text="Points Platter")
    expect(menu.get_by_text("Uramaki · Dumpling · Onigiri")).to_be_visible()
    onigiri = menu.get_by_title("Onigiri").get_attribute("src")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    triangle = page.locator(".tile img").nth(3)  # the first card of this game's tile
    assert onigiri == triangle.get_attribute("src")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_the_menu_of_a_party_is_seen_at_once(context: NewContext, language: str) -> None:
    page = go(context(language, PHONE).new_page(), "/")
    page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
    page.evaluate("scrollTo(0, 0)")
    menu = page.get_by_role(
        "button", name="Other menu" if language == "en" else "Autre menu"
    ).bounding_box()
    start = page.get_by_role(
        "button", name="Play" if language == "en" else "Jouer", exact=True
    ).bounding_box()
    assert menu
    assert start
    assert menu["y"] + menu["height"] <= start["y"]


def test_a_menu_that_more_players_cannot_have_is_replaced_with_a_word(context: NewContext) -> None:
    for path in ("/", "/new"):
        page = go(context().new_page(), path)
        page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
        page.get_by_role("radio", name="3", exact=True).check(force=True)
        page.get_by_role("button", name="Other menu").click()
        page.get_by_role("radio", name="Dinner for Two").check(force=True)
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        expect(page.get_by_text("does not work with")).to_have_count(0)
        page.get_by_role("radio", name="7", exact=True).check(force=True)
        told = page.get_by_role("status").filter(
            has_text="Your menu (Dinner for Two) does not work with 7 players"
        )
        expect(told).to_contain_text("Menu: 2–6 players")
        page.get_by_role("radio", name="3", exact=True).check(force=True)
        expect(told).to_have_count(0)
        expect(page.get_by_text("Dinner for Two", exact=True)).to_be_visible()


def test_whoever_comes_back_to_the_first_page_sees_that_a_game_waits(context: NewContext) -> None:
    page = go(context(size=PHONE).new_page(), "/")
    page.evaluate("scrollTo(0, 400)")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_role("listbox")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("A game is waiting for you")).to_be_in_viewport()


def test_a_name_may_begin_with_any_sign(context: NewContext) -> None:
    host = context()
    page = come(host, open_table(host, "🍣 Ana"))
    expect(page.locator(".face .letter").first).to_have_attribute("data-letter", "🍣")


def test_what_has_the_focus_is_not_under_the_bar(context: NewContext) -> None:
    page = go(context(size=PHONE).new_page(), "/")
    page.get_by_text("Name and variants").click()
    button, field = (
        page.get_by_role("button", name="Play", exact=True),
        page.get_by_label("Your name"),
    )
    field.focus()
    above, below = field.bounding_box(), button.bounding_box()
    assert above
    assert below
    assert above["y"] >= below["y"] + below["height"] or above["y"] + above["height"] <= below["y"]


def test_whoever_comes_after_the_first_game_may_join_the_next(
    context: NewContext, house: Server
) -> None:
    page = go(context().new_page(), f"/t/{finished(house, 2)}")
    expect(page.get_by_role("heading", name="wins")).to_be_visible()
    page.get_by_label("Your name").fill("Late Lou")
    page.get_by_role("button", name="Join the table").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def test_whoever_goes_back_from_a_table_calls_at_no_other(context: NewContext) -> None:
    visitor = context()
    page = go(visitor.new_page(), "/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("listbox")).to_be_visible()
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    page.go_back()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.wait_for_timeout(200)
    assert not lines


@pytest.mark.parametrize(
    ("language", "edition", "own", "other"),
    [
        ("en", "en", "English edition", "French"),
        ("fr", "fr", "Édition française", "Anglaise"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/new"])
def test_a_party_is_proposed_in_the_edition_of_the_language_and_says_so(
    context: NewContext, house: Server, path: str, language: str, edition: str, own: str, other: str
) -> None:
    page = go(context(language, PHONE if path == "/" else DESKTOP).new_page(), path)
    page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
    menu = page.locator(".what")  # and its edition
    expect(menu).to_contain_text(own)
    page.get_by_text(re.compile("^(Name and variants|Nom et|More options|Plus d)")).click()
    page.get_by_role("radio", name=other, exact=True).check(force=True)
    expect(menu).not_to_contain_text(own)
    page.reload()  # it is remembered
    expect(menu).to_contain_text(re.compile("edition|Édition"))
    expect(menu).not_to_contain_text(own)
    page.get_by_text(re.compile("^(Name and variants|Nom et|More options|Plus d)")).click()
    page.get_by_role("radio", name=re.compile("^(English|Française)$")).check(force=True)
    if path == "/new":
        page.get_by_label(re.compile("Your name|Votre nom")).fill("Ana")
    page.locator("form .go .button.main").first.click()
    page.wait_for_url("**/t/*")
    code = page.url.rpartition("/")[2]
    assert house.look(code)["table"]["options"]["edition"] == edition


def test_a_table_keeps_its_edition_whatever_the_host_speaks(
    context: NewContext, house: Server
) -> None:
    host = context()
    code = open_table(host, game="sushi-go-party", options={"edition": "fr"})
    page = come(host, code)
    expect(page.get_by_text("French edition").first).to_be_visible()
    page.get_by_text("Change", exact=True).click()
    page.get_by_role("radio", name="6", exact=True).check(force=True)
    expect(page.get_by_role("listitem").filter(has_text="Free seat")).to_have_count(5)
    assert house.look(code)["table"]["options"]["edition"] == "fr"
    page.get_by_role("radio", name="Sushi Go!").check(force=True)
    expect(page.get_by_text("French edition")).to_have_count(0)
    page.get_by_role("radio", name="Sushi Go Party!").check(force=True)
    expect(page.get_by_text("English edition").first).to_be_visible()
    assert house.look(code)["table"]["options"]["edition"] == "en"
