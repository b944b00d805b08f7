"""Every page: what everybody can use, in both languages, on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kaiten.games import find_game
from kaiten.text import find_languages, language_tag

from .axe import violations
from .conftest import DESKTOP, PHONE, NewContext, Troubles
from .pages import PAGES
from .people import Server, choose_language, go

# Any two of these meet in one of them.
VARIANTS = [
    ("en", PHONE, False),
    ("fr", PHONE, True),
    ("fr", DESKTOP, False),
    ("en", DESKTOP, True),
]


def name_of(variant: tuple[str, tuple[int, int], bool]) -> str:
    language, size, dark = variant
    return f"{language}-{'phone' if size == PHONE else 'desktop'}-{'dark' if dark else 'light'}"


FIRST_PAGE = 150_000  # bytes that travel, fonts included


def too_wide(page: Page) -> bool:
    """Whether a page must be scrolled sideways."""
    return bool(
        page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_everybody_can_use_every_page(
    context: NewContext, house: Server, variant: tuple[str, tuple[int, int], bool]
) -> None:
    language, size, dark = variant
    visitor = context(language, size, dark)
    page = visitor.new_page()
    wrong = []
    for name, path in PAGES.items():
        go(page, path(visitor, house))
        assert page.locator("html").get_attribute("lang") == language
        assert "Kaiten" in page.title()
        wrong += [f"{name}: {one}" for one in violations(page)]
        wrong += [f"{name}: wider than the screen"] * too_wide(page)
    assert not wrong, "\n".join(wrong)


def test_the_language_is_chosen_in_the_header_and_stays(context: NewContext) -> None:
    page = go(context("fr").new_page(), "/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    languages = page.get_by_label("Langue")
    assert {"English", "Français"} <= set(languages.locator("option").all_inner_texts())
    choose_language(page, "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_label("Language")).to_have_value("en")


def test_the_games_are_told_in_the_new_language_too(context: NewContext) -> None:
    page = go(context("fr").new_page(), "/rules/sushi-draft")
    tuna = next(card for card in find_game("sushi-draft").cards if card.id == "tuna")
    main = page.get_by_role("main")
    for language in ("fr", *find_languages(), "en"):
        choose_language(page, language_tag(language))
        expect(main).to_contain_text(tuna.name.to(language))
        expect(main).to_contain_text(tuna.text().to(language))


def test_only_the_words_of_the_reader_are_loaded(context: NewContext) -> None:
    loaded: list[str] = []
    page = context("fr").new_page()
    page.on("request", lambda request: loaded.extend(re.findall("/words-(.+?)-", request.url)))
    go(page, "/rules")
    assert loaded == ["fr"]
    choose_language(page, "en")
    assert loaded == ["fr"]
    choose_language(page, "fr")
    assert loaded == ["fr"]


def test_a_language_that_cannot_be_loaded_leaves_the_page_as_it_is(
    context: NewContext, troubles: Troubles
) -> None:
    troubles.excuse("ERR_FAILED|words-fr")
    page = go(context().new_page(), "/")
    page.route("**/words-fr-*", lambda route: route.abort())
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("status").last).to_contain_text("cannot be loaded")
    expect(page.get_by_label("Language")).to_have_value("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_page_whose_words_cannot_be_loaded_is_in_english(
    context: NewContext, troubles: Troubles
) -> None:
    troubles.excuse("ERR_FAILED|words-fr")
    page = context("fr").new_page()
    page.route("**/words-fr-*", lambda route: route.abort())
    go(page, "/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_label("Language")).to_have_value("en")


def test_it_is_dark_or_light_as_somebody_likes_it(context: NewContext) -> None:
    page = go(context(dark=True).new_page(), "/")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Settings").click()
    page.get_by_role("radio", name="Light").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("body")).not_to_have_css("background-color", dark)


def test_an_address_that_leads_nowhere_says_so_and_leads_back(
    context: NewContext, troubles: Troubles
) -> None:
    troubles.excuse("404|nonsense")
    page = context().new_page()
    page.goto("/t/nonsense")
    page.get_by_role("main").get_by_role("link").first.click()
    expect(page).to_have_url("/")


def test_our_rulings_are_marked_as_ours_on_the_rules_page_and_on_the_card(
    context: NewContext,
) -> None:
    page = go(context("fr").new_page(), "/rules/sushi-go-party")
    rulings = page.locator("section").filter(has=page.get_by_role("heading", name="Nos arbitrages"))
    expect(rulings.get_by_role("listitem").filter(has_text="Temaki et Flan")).to_be_visible()
    go(page, "/rules/sushi-go-party/temaki")
    expect(page.get_by_text("Notre arbitrage")).to_have_count(1)
    go(page, "/rules/sushi-go-party/tempura")
    expect(page.get_by_text("Notre arbitrage")).to_have_count(0)


def test_the_first_page_is_small(context: NewContext) -> None:
    page = context(motion=True).new_page()
    weights: list[int] = []
    page.on(
        "requestfinished",
        lambda request: weights.append(request.sizes()["responseBodySize"]),
    )
    go(page, "/")
    page.wait_for_load_state("networkidle")
    assert 10_000 < sum(weights) < FIRST_PAGE, weights
