"""Choosing, changing one's mind, and what the others see of it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, NewContext
from .people import come, do, playing
from .player import Player, button, expect_turn, play, together
from .test_pages import too_wide


def test_a_choice_is_changed_and_taken_back_until_the_last_one_has_chosen(context: NewContext) -> None:
    ana, ben = together(context(), context())
    first, last = ana.card(0), ana.card(-1)

    first.click()
    button(ana.page, "Take it").click()
    expect(first).to_contain_text("chosen")
    expect_state(ben.page, "Ana", "has chosen")
    expect_state(ben.page, "Ben", "is choosing")

    last.click()
    button(ana.page, "Take this").click()
    expect(last).to_contain_text("chosen")
    expect(first).not_to_contain_text("chosen")

    button(ana.page, "Take back").click()
    expect(last).not_to_contain_text("chosen")
    expect_state(ben.page, "Ana", "is choosing")

    kept = name_of(last)
    last.dblclick()
    ben.card(0).dblclick()
    expect_turn(ana, 2)
    expect(ana.page.get_by_role("region", name="Ana")).to_contain_text(kept)


def test_when_the_time_is_up_it_is_said_what_a_bot_has_chosen(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor, timer=5)))
    notice = ana.page.get_by_role("status").filter(has_text="a bot chose for you")
    ana.act()
    expect_turn(ana, 2)
    expect(notice).to_have_count(0)
    expect(notice).to_be_visible(timeout=15_000)
    expect_turn(ana, 3)
    taken = notice.inner_text().partition(": ")[2].splitlines()[0].removesuffix(".")
    expect(ana.page.get_by_role("region", name="Ana")).to_contain_text(taken)


def test_what_a_spoon_may_ask_for_stands_dish_by_dish(context: NewContext) -> None:
    visitor = context(size=PHONE)
    menu = "uramaki,onigiri,dumpling,tofu,spoon,chopsticks,fruit"
    code = playing(visitor, bots=5, game="sushi-go-party", options={"menu": menu})
    ana = Player(come(visitor, code), likes=("Spoon",))
    asks = ana.page.locator(".question .card-button")
    while not asks.filter(has_text="Any Nigiri").count():
        play(ana, until=lambda: ana.over or asks.filter(has_text="Any Nigiri").count() > 0)
        if ana.over:  # nobody passed a spoon on to Ana in time
            do(visitor, code, "start")
            expect_turn(ana, 1)
    nigiri = ["Any Nigiri", "Egg nigiri", "Salmon nigiri", "Squid nigiri"]
    assert asks.all_inner_texts()[:8] == [*nigiri, "Any Uramaki", "Uramaki 3", "Uramaki 4", "Uramaki 5"]
    assert not too_wide(ana.page)


def test_another_language_changes_all_words_and_nothing_else(context: NewContext) -> None:
    ana, _ben = together(context(), context())
    ana.card(0).dblclick()
    ana.card(-1).click()
    seen, title = picture_of(ana), ana.page.title()
    words = {one.strip() for one in ana.page.locator(".foot .words, .head .button").all_inner_texts()}

    button(ana.page, "Français").click()
    expect(ana.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.page.get_by_text("Manche 1/3")).to_be_visible()
    expect(ana.card(0)).to_contain_text("choisie")
    expect(button(ana.page, "Plutôt ceci")).to_be_visible()
    assert picture_of(ana) == seen
    assert ana.page.title() == title
    told = ana.page.locator("main").inner_text()
    assert not [one for one in words - {"Menu", "Points", "?", ""} if one in told]


def test_after_a_round_another_language_does_not_bring_its_sheet_back(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor, bots=4)))
    play(ana, until=lambda: ana.asked == "dialog")
    ana.close()
    button(ana.page, "Français").click()
    expect(ana.page.get_by_text("Choisissez une carte.")).to_be_visible()  # as the server says it
    assert not ana.page.get_by_role("dialog").is_visible()


def expect_state(page: Page, name: str, state: str) -> None:
    """What is said of somebody at the table."""
    expect(page.get_by_role("region", name=name)).to_contain_text(state)


def name_of(card: Locator) -> str:
    return card.locator(".name").inner_text()


def picture_of(player: Player) -> list[str]:
    """The hand without its words: each card, and whether it is lifted or chosen."""
    return [
        f"{card.locator('img').get_attribute('src')} {card.get_attribute('class')}"
        for card in player.hand.get_by_role("option").all()
    ]
