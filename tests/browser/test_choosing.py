"""Choosing, changing one's mind, and what the others see of it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, NewContext
from .people import choose_language, come, do, playing
from .player import Player, button, expect_turn, play, together
from .test_pages import too_wide


def test_a_choice_is_changed_and_taken_back_until_the_last_one_has_chosen(
    context: NewContext,
) -> None:
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
    assert asks.all_inner_texts()[:8] == [
        *nigiri,
        "Any Uramaki",
        "Uramaki 3",
        "Uramaki 4",
        "Uramaki 5",
    ]
    assert not too_wide(ana.page)


MARGIN = """() => {
  const look = () => {
    const [question, foot] = [".question", ".foot"].map((one) => document.querySelector(one)?.getBoundingClientRect());
    const mine = document.querySelector(".mine")?.getBoundingClientRect();
    if (question && mine) window.margin = Math.max(window.margin ?? 0, foot.height - mine.height - question.height);
    requestAnimationFrame(look);
  };
  look();
}"""  # the most that was ever between a question and what belongs there


def test_a_question_takes_the_place_of_the_hand_without_a_jump(context: NewContext) -> None:
    visitor = context(size=PHONE, motion=True)
    # many cards that ask
    code = playing(visitor, bots=5, game="sushi-go-party", options={"menu": "dinner-for-two"})
    ana = Player(come(visitor, code), likes=("Menu", "Special order"))
    ana.page.evaluate(MARGIN)
    play(ana, until=lambda: ana.asked == "question")
    ana.page.wait_for_timeout(500)
    assert ana.page.evaluate("margin") < 1


def test_a_card_that_slides_under_the_mouse_is_not_looked_at(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor)))
    prompt, rule = ana.page.get_by_text("Pick a card."), ana.page.locator(".bar .told")
    ana.card(2).dblclick()
    expect_turn(ana, 2)
    # as browsers tell of a mouse that rests where things move
    for event in ("pointerenter", "pointermove"):
        ana.card(2).dispatch_event(event, {"pointerType": "mouse"})
    expect(prompt).to_be_visible()
    box = ana.card(2).bounding_box()
    assert box
    ana.page.mouse.move(box["x"] + 20, box["y"] + 20)
    expect(rule).to_be_visible()


def test_what_the_others_took_is_read_out_as_each_language_writes_it(context: NewContext) -> None:
    for language, colon in (("en", ":"), ("fr", "\u00a0:")):
        visitor = context(language)
        ana = Player(come(visitor, playing(visitor)))
        ana.act()
        expect(ana.page.locator("[aria-live=polite]")).to_have_text(
            re.compile(rf" 2\. Aki{colon} \w")
        )


def test_another_language_changes_all_words_and_nothing_else(context: NewContext) -> None:
    ana, _ben = together(context(), context())
    ana.card(0).dblclick()
    ana.card(-1).click()
    seen, title = picture_of(ana), ana.page.title()
    words = {
        one.strip() for one in ana.page.locator(".foot .words, .head .button").all_inner_texts()
    }

    choose_language(ana.page, "fr")
    expect(ana.page.get_by_text("Manche 1/3")).to_be_visible()
    expect(ana.card(0)).to_contain_text("choisie")
    expect(button(ana.page, "Plutôt celle-ci")).to_be_visible()
    assert picture_of(ana) == seen
    assert ana.page.title() == title
    told = ana.page.locator("main").inner_text()
    assert not [one for one in words - {"Menu", "Points", "?", ""} if one in told]


def test_after_a_round_another_language_does_not_bring_its_sheet_back(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor, bots=4)))
    play(ana, until=lambda: ana.asked == "dialog")
    ana.close()
    choose_language(ana.page, "fr")
    expect(ana.page.get_by_text("Choisissez une carte.")).to_be_visible()  # as the server says it
    assert not ana.page.get_by_role("dialog").is_visible()


def expect_state(page: Page, name: str, state: str) -> None:
    """What the table says of a player."""
    expect(page.get_by_role("region", name=name)).to_contain_text(state)


def name_of(card: Locator) -> str:
    return card.locator(".name").inner_text()


def picture_of(player: Player) -> list[str]:
    """The hand without its words: each card, and whether it is lifted or chosen."""
    return [
        f"{card.locator('img').get_attribute('src')} {card.get_attribute('class')}"
        for card in player.hand.get_by_role("option").all()
    ]
