"""The drama of a game: points as they lie, cards turned over together, what cards do of themselves,
the counting of a round, and an end that differs for winners and losers.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.pairwise import pairs, sample

from .axe import scan
from .conftest import LOCALES, NewContext
from .people import Server, come, do, go, myself, open_table, play, playing
from .player import Player, expect_turn
from .test_feel import LARGE, SIZES, SMALL, on_every_look, on_other_looks, on_some_looks
from .test_pages import too_wide

SPECIAL = "maki,miso_soup,dumpling,tofu,spoon,special_order,pudding"
EFFECT = "effect"


def everybody(visitor: BrowserContext, house: Server, players: int, **wish: Any) -> Any:
    """A game that has begun between the person at this browser, first, and others."""
    code = open_table(visitor, seats=[None] * players, **wish)
    others = [house.connect_client(code) for _ in range(players - 1)]
    for guest, name in zip(others, ("Ben", "Cleo", "Dan"), strict=False):
        guest.do("join", name=name)
    do(visitor, code, "start")
    people = [myself(visitor, house, code), *others]
    for person in people:
        person.see(lambda table: table["table"]["stage"] == "playing")
    return people


def told_points(page: Page) -> list[list[int]]:
    """What each seat shows, oneself last: the points that are counted, and those that lie there."""
    shown = page.locator(".player .points > [aria-hidden]").all_inner_texts()
    return [[int(one) for one in re.findall(r"-?\d+", text.replace("−", "-"))] for text in shown]


@on_every_look
def test_points_are_told_as_the_table_lies(
    context: NewContext, house: Server, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = context(language, size, dark)
    people = everybody(visitor, house, 3)
    page = come(visitor, people[0].code)
    for turn in range(2, 9):
        play(people, random.Random(turn), turns=1)
        expect(page.locator(".where")).to_contain_text(re.compile(rf"(turn|tour) {turn}\b"))
        view = people[0].view(0)
        lying = [
            [score, *([more] if more else [])]
            for score, more in zip(view["scores"], view["on_table"], strict=True)
        ]
        assert told_points(page) == [*lying[1:], lying[0]]
        notes = page.locator(".me .notes li")
        expect(notes).to_have_count(len(view["lacks"][0]))


@on_some_looks
def test_what_cards_do_of_themselves_is_told_in_one_line_and_in_the_log(
    context: NewContext, house: Server, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = context(language, size, dark)
    people = everybody(
        visitor, house, 3, game="sushi-go-party", options={"menu": SPECIAL, "edition": "en"}
    )
    page = come(visitor, people[0].code)
    effects = tell_effects(people, page)
    line = page.locator(".beat")
    expect(line).to_contain_text(effects[-1])
    scan(page)
    if size not in (SMALL, LARGE) or not page.get_by_role("log").is_visible():
        line.get_by_role("button").click()
    log = page.get_by_role("log")
    expect(log).to_contain_text(effects[-1])
    expect(log.get_by_role("heading")).not_to_have_count(0)
    assert not too_wide(page)


def tell_effects(people: Any, page: Page) -> list[str]:
    """Play until a card does something of itself, and Ana may pick. Return how it is told to her."""
    for attempt in range(60):
        play(people, random.Random(attempt), turns=1, liked=("spoon", "miso", "special"))
        if people[0].table["stage"] == "over":
            do(page.context, people[0].code, "start")
            for person in people:
                person.see(lambda table: table["table"]["stage"] == "playing")
            continue
        language = page.locator("html").get_attribute("lang")
        view = people[0].look(lang=language)["views"][0]
        lines = view["story"]["lines"]
        last = max((at for at, line in enumerate(lines) if line["kind"] == "pick"), default=-1)
        effects = [line["words"] for line in lines[last + 1 :] if line["kind"] == EFFECT]
        if effects and view["prompt"] and view["prompt"]["id"] == "pick":
            return effects
    raise AssertionError("no card has done anything")


TURNED = """() => {
  window.turned = [];
  const look = () => {
    const turning = [...document.querySelectorAll(".others .place.turning")];
    turned.push(turning.map((one) => new DOMMatrix(getComputedStyle(one).transform).m11));
    requestAnimationFrame(look);
  };
  look();
}"""  # how far each card that is turned over has come, frame by frame: -1 is its back, 1 its face


@on_other_looks
def test_cards_are_turned_over_together(
    context: NewContext, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = context(language, size, dark, motion=True)
    ana = Player(come(visitor, playing(visitor, bots=3)))
    ana.page.wait_for_timeout(600)
    ana.page.evaluate(TURNED)
    ana.act()
    expect(ana.page.locator(".where")).to_contain_text(re.compile(r"(turn|tour) 2\b"))
    ana.card(0).click()  # nothing that turns is waited for
    expect(ana.take.or_(ana.page.locator(".doing .main"))).to_be_visible()
    ana.page.wait_for_function("() => turned.some(frame => frame.length) && !turned.at(-1).length")
    frames = [frame for frame in ana.page.evaluate("turned") if frame]
    assert {len(frame) for frame in frames} == {3}
    assert all(max(frame) - min(frame) < 0.05 for frame in frames)
    assert min(frames[0]) < 0 < max(frames[-1])


@on_some_looks
def test_a_round_is_counted_dish_by_dish_before_its_sheet(
    context: NewContext, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = context(language, size, dark, motion=True)
    ana = Player(come(visitor, playing(visitor, bots=2)))
    for turn in range(2, 10):
        ana.act()
        expect(ana.page.locator(".where")).to_contain_text(re.compile(rf"(turn|tour) {turn}\b"))
    ana.act()
    line, lit = ana.page.locator(".beat"), ana.page.locator(".tray .lit")
    expect(ana.page.locator(".prompt")).to_contain_text(re.compile(r"(round|manche) 1"))
    expect(lit.first).to_be_visible()  # the last cards lie there still
    expect(line).to_contain_text("Ana")
    expect(ana.hand.get_by_role("option")).to_have_count(9)
    expect(ana.hand).to_have_attribute("aria-disabled", "false")  # who wants picks at once
    ana.page.keyboard.press("Escape")
    sheet = ana.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    if ana.page.locator("dialog .won, dialog td:has-text('★')").count():
        expect(sheet).to_contain_text("★")
    sheet.get_by_role("button").last.click()
    expect(sheet).to_have_count(0)
    expect(lit).to_have_count(0)
    expect(ana.page.locator(".beat .skip")).to_have_count(0)


# --- The end ---


def end_so(ranks: list[int]) -> Callable[[WebSocketRoute], None]:
    """The server, but at the end the seats have these ranks, and points that go with them."""

    def talk(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def tell(said: str | bytes) -> None:
            message = json.loads(said)
            for outcome in filter(None, (view["outcome"] for view in message.get("views", []))):
                by_seat = sorted(outcome["ranking"], key=lambda place: place["seat"])
                for place, rank in zip(by_seat, ranks, strict=True):
                    place.update(rank=rank, score=50 - 10 * rank)
                outcome["ranking"] = sorted(by_seat, key=lambda place: place["rank"])
            line.send(json.dumps(message))

        server.on_message(tell)

    return talk


TITLES = {
    "won": {"en": "You win!", "fr": "Vous gagnez !"},
    "shared": {"en": "A shared victory!", "fr": "Victoire partagée !"},
    "lost": {"en": "Aki wins", "fr": "Aki gagne"},
}


RANKS = {"won": [1, 2, 3], "shared": [1, 1, 3], "lost": [3, 1, 2]}
ENDS = sample(product(RANKS, SIZES, LOCALES, [False, True]), pairs)


@pytest.mark.parametrize(("feeling", "size", "language", "dark"), ENDS)
def test_an_end_is_felt(
    context: NewContext, feeling: str, size: tuple[int, int], language: str, dark: bool
) -> None:
    ranks = RANKS[feeling]
    visitor = context(language, size, dark)
    visitor.route_web_socket(re.compile("/live"), end_so(ranks))
    code = playing(visitor)
    do(visitor, code, "away")  # and a bot plays to the end
    page = come(visitor, code)
    ending = page.locator(f".ending.{feeling}")
    expect(ending.get_by_role("heading")).to_have_text(TITLES[feeling][language])
    expect(ending.locator(".crown")).to_have_count(ranks.count(1))
    expect(ending.locator(".rain")).to_have_count(int(feeling != "lost"))
    said = "3" if feeling == "lost" else ""
    expect(ending).to_contain_text(said)  # the own place
    expect(page.locator(".ranking .face")).to_have_count(3)
    scan(page)
    assert not too_wide(page)


def test_the_big_screen_crowns_the_winner(context: NewContext) -> None:
    visitor = context(size=LARGE)
    visitor.route_web_socket(re.compile("/live"), end_so([2, 1, 3]))
    code = playing(visitor)
    do(visitor, code, "away")
    page = go(visitor.new_page(), f"/t/{code}/screen")
    expect(page.locator(".ending h1")).to_have_text("Aki wins")
    expect(page.locator(".ending .crown")).to_have_count(1)
    expect(page.locator(".ending .face svg")).to_have_count(1)
    scan(page)


def test_a_face_down_card_shows_who_has_chosen(context: NewContext, house: Server) -> None:
    visitor = context(size=(1440, 900))
    people = everybody(visitor, house, 3)
    page = come(visitor, people[0].code)
    ready = page.locator(".others .ready")
    marks = page.locator(".others .tray .ready")
    people[1].choose(rng=random.Random(1))
    expect(marks).to_have_count(1)
    expect(ready.first).to_be_visible()
    people[2].choose(rng=random.Random(1))
    expect(marks).to_have_count(2)
    Player(page).act()
    expect_turn(Player(page), 2)
    expect(marks).to_have_count(0)
