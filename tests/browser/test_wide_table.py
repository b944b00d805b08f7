"""The table of a wide screen: seats around a belt, and room for everything."""

from __future__ import annotations

import math
import random
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.pairwise import pairs, sample

from .axe import scan
from .conftest import DESKTOP, PHONE, NewContext
from .people import Server, come, do, myself, open_table, play, playing
from .player import Player, expect_turn
from .player import play as play_pages
from .test_pages import too_wide

SMALLEST = (1000, 700)
SIZES = [SMALLEST, (1024, 768), DESKTOP, (1440, 900), (1920, 1080), (3440, 1440)]
TABLES = [
    *product(["sushi-go"], [2, 3, 5]),
    *product(["sushi-go-party"], [2, 3, 5, 8]),
    *product(["sushi-draft"], [3, 5]),
]
Variant = tuple[str, int, str, bool]
VARIANTS: list[Variant] = [
    (game, players, language, dark)
    for (game, players), language, dark in product(TABLES, ["en", "fr"], [False, True])
]

# What does not lie as it should: `apart` must not touch each other, and everything must be on the
# screen; what lies in a seat must be inside of it.
MISLAID = """() => {
  const found = [];
  const name = (one) => `${one.className} “${(one.innerText ?? "").slice(0, 30).replaceAll("\\n", " ")}”`;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(one).visibility !== "hidden";
  });
  const box = (one) => {
    if (!one.matches(".words > *, .asking > *, .watching")) return one.getBoundingClientRect();
    const range = document.createRange(); // of words: where they are, not their line
    range.selectNodeContents(one);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    const [left, top] = ["left", "top"].map((side) => Math.min(...lines.map((line) => line[side])));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...lines.map((line) => line[side])));
    const end = one.closest(".words")?.getBoundingClientRect().bottom ?? bottom; // “… more”
    return { left, top, right, bottom: Math.min(bottom, end) };
  };
  const within = (one, other, slack) => {
    const [a, b] = [box(one), other];
    return a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
  };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const seats = all(".player"), cards = all(".belt .place, .card-button");
  const words = all(".words > *, .doing .button, .bar .chip, .asking > *, .watching");
  const hands = all(".ring .hand");
  for (const one of [...seats, ...cards, ...words, ...hands, ...all(".head > *"), ...all(".side button")])
    if (!within(one, screen, 1)) found.push(`off the screen: ${name(one)}`);
  const touch = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  const groups = [seats, cards, words, hands];
  groups.forEach((group, place) => groups.slice(place + 1).forEach((other) => group.forEach((one) => other.forEach((two) => {
    if (touch(one, two)) found.push(`${name(one)} touches ${name(two)}`);
  }))));
  seats.forEach((one, place) => seats.slice(place + 1).forEach((two) => {
    if (touch(one, two)) found.push(`${name(one)} touches ${name(two)}`);
  }));
  for (const seat of seats)
    for (const one of all(".piece, .token, .pile, h2, .points, .tools button", seat))
      if (!within(one, box(seat), 2)) found.push(`out of its seat: ${name(one)} of ${name(seat)}`);
  for (const seat of seats) {
    const pieces = all(".tray .piece, .tray .token", seat);
    pieces.forEach((one, place) => pieces.slice(place + 1).forEach((two) => {
      if (touch(one, two)) found.push(`${name(one)} lies on ${name(two)} of ${name(seat)}`);
    }));
    for (const one of pieces)
      if (box(one).width < 24) found.push(`too small: ${name(one)} of ${name(seat)}`);
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push("the page scrolls");
  return found;
}"""


def a_table(visitor: BrowserContext, house: Server, game: str, players: int, turns: int) -> str:
    """A table in the middle of a game, where two of the others have chosen; its code."""
    code = open_table(visitor, "Ana", game, seats=[None] * players)
    others = [house.connect_client(code) for _ in range(players - 1)]
    names = ("Ben", "Cleo", "Dan", "Eve-Marguerite", "Fay", "Gus", "Hal")
    for guest, name in zip(others, names, strict=False):
        guest.do("join", name=name)
    do(visitor, code, "start")
    everybody = [myself(visitor, house, code), *others]
    for guest in everybody:
        guest.see(lambda table: table["table"]["stage"] == "playing")
    play(everybody, random.Random(players), turns=turns)
    for guest in others[:-1][:2]:
        guest.choose(rng=random.Random(1))
    return code


NEXT_FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(NEXT_FRAME)


def mislaid_at_any_size(page: Page) -> list[str]:
    found = []
    for size in SIZES:
        resize(page, size)
        found += [f"{size[0]} x {size[1]}: {one}" for one in page.evaluate(MISLAID)]
        found += [f"{size[0]} x {size[1]}: wider than the screen"] * too_wide(page)
    return found


@pytest.mark.parametrize(
    "variant", sample(VARIANTS, pairs), ids=lambda row: "-".join(map(str, row))
)
def test_everything_has_its_place_on_every_wide_screen(
    context: NewContext, house: Server, variant: Variant
) -> None:
    game, players, language, dark = variant
    visitor = context(language, SMALLEST, dark)
    page = come(visitor, a_table(visitor, house, game, players, turns=4))
    expect(page.locator(".ring .hand")).to_have_count(players - 1)
    assert not mislaid_at_any_size(page)
    page.locator("[role=option]:not([aria-disabled=true])").first.click()
    assert not mislaid_at_any_size(page)
    scan(page)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_those_who_watch_see_all_seats_around_the_table(
    context: NewContext, house: Server, players: int
) -> None:
    code = a_table(context(), house, "sushi-go-party", players, turns=11)
    page = come(context("fr", SMALLEST), code)
    expect(page.locator(".spot > .player")).to_have_count(players)
    assert not mislaid_at_any_size(page)


@pytest.mark.parametrize(("language", "dark"), [("fr", False), ("en", True)])
def test_a_question_is_asked_in_the_middle_of_the_table(
    context: NewContext, language: str, dark: bool
) -> None:
    visitor = context(language, SMALLEST, dark)
    menu = "uramaki,onigiri,dumpling,tofu,spoon,chopsticks,fruit"
    code = playing(visitor, bots=4, game="sushi-go-party", options={"menu": menu})
    ana = Player(come(visitor, code), likes=("Spoon", "spoon", "Cuillère"))
    asks = ana.page.locator(".question .card-button")
    while asks.count() < 15:
        play_pages(ana, until=lambda: ana.over or asks.count() >= 15)
        if ana.over:  # nobody passed a spoon on to Ana in time
            do(visitor, code, "start")
            expect(ana.hand.get_by_role("option")).to_have_count(8)
    assert not mislaid_at_any_size(ana.page)
    scan(ana.page)


@pytest.mark.parametrize(("bots", "language"), [(2, "en"), (4, "fr"), (7, "fr")])
def test_ways_to_pick_find_room_in_the_middle(
    context: NewContext, bots: int, language: str
) -> None:
    visitor = context(language, SMALLEST)
    menu = "maki,tempura,tofu,miso_soup,chopsticks,wasabi,pudding"
    code = playing(visitor, bots=bots, game="sushi-go-party", options={"menu": menu})
    ana = Player(come(visitor, code), likes=("Chopsticks", "Baguettes"))
    ways = ana.page.locator(".bar .chip")
    while not ways.count():
        play_pages(ana, until=lambda: ana.over or ways.count() > 0)
        if ana.over:
            do(visitor, code, "start")
            expect(ana.hand.get_by_role("option").nth(5)).to_be_visible()
    assert not mislaid_at_any_size(ana.page)
    ana.card(0).click()
    assert not mislaid_at_any_size(ana.page)


def test_the_curtain_and_a_hot_seat_fit_a_wide_screen(context: NewContext) -> None:
    visitor = context(size=SMALLEST)
    code = open_table(visitor, seats=[None, None, "chance", "chance", "chance"])
    do(visitor, code, "sit", seat=1, name="Ben")
    do(visitor, code, "start")
    page = come(visitor, code)
    expect(page.get_by_role("region", name="Curtain")).to_be_visible()
    assert not mislaid_at_any_size(page)
    page.locator(".curtain .button").click()
    expect(page.get_by_role("main").get_by_role("option")).to_have_count(7)
    assert not mislaid_at_any_size(page)


def test_the_table_changes_its_form_with_the_screen_and_keeps_what_is_lifted(
    context: NewContext,
) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor, bots=4)))
    ana.card(1).click()
    for size, rings in [(PHONE, 0), (DESKTOP, 1), ((1000, 600), 0), (SMALLEST, 1)]:
        resize(ana.page, size)
        expect(ana.page.locator(".ring")).to_have_count(rings)
        expect(ana.card(1)).to_have_attribute("aria-selected", "true")
        expect(ana.page.locator(".where")).to_contain_text("Round 1/3")


# --- The belt ---

RIDES = """() => {
  const middle = (one) => [one.left + one.width / 2, one.top + one.height / 2];
  window.rides = [];
  const look = () => {
    const [x, y] = middle(document.querySelector(".ring svg .rubber").getBoundingClientRect());
    rides.push([...document.querySelectorAll(".ring .hand")].map((hand) => {
      const [right, below] = middle(hand.getBoundingClientRect());
      return Math.atan2(below - y, right - x);
    }));
    requestAnimationFrame(look);
  };
  look();
}"""  # at which angle each hand is, frame by frame; angles grow clockwise


def turned(rides: list[list[float]], hands: int) -> list[float]:
    """How far each hand has turned clockwise, from the frame at which the belt began to run."""
    frames = [frame for frame in rides if len(frame) == hands]
    steps = [
        [math.remainder(after - before, math.tau) for before, after in zip(one, other, strict=True)]
        for one, other in pairwise(frames)
    ]
    # A jump is the next hand, which begins where the last one was.
    return [sum(step[hand] for step in steps if abs(step[hand]) < 0.5) for hand in range(hands)]


@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_belt_carries_the_hands_the_way_they_are_passed(
    context: NewContext, direction: str
) -> None:
    visitor = context(size=(1440, 900), motion=True)
    code = playing(visitor, bots=4, options={"direction": "alternate"})
    ana = Player(come(visitor, code))
    where = f"Round {1 if direction == 'left' else 2}/3"
    play_pages(ana, until=lambda: where in ana.where and ana.asked == "pick")
    expect(ana.page.locator(".where")).to_contain_text(f"hands pass {direction}")
    held = ana.hand.get_by_role("option").count()
    ana.page.wait_for_timeout(800)  # the deal has come to rest
    ana.page.evaluate(RIDES)
    ana.act()
    expect(ana.hand.get_by_role("option")).to_have_count(held - 1)
    ana.page.wait_for_timeout(1000)
    by = turned(ana.page.evaluate("rides"), hands=4)
    # A busy machine leaves frames out, and with them a part of the way.
    assert all(one > 0.05 if direction == "left" else one < -0.05 for one in by), by


# --- Dragging and flying ---

COVERED = """card => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return [0.15, 0.5, 0.85].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [left + x * width, top + y * height]))
    .filter(([x, y]) => y < innerHeight && !card.contains(document.elementFromPoint(x, y))).length;
}"""  # how many of nine points of a card are not seen


class Mouse:
    """Drags with a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)

    def release(self) -> None:
        self.page.mouse.up()


class Finger:
    """Drags with a finger, as the browser gets it from the screen."""

    def __init__(self, page: Page) -> None:
        self.page, self.line = page, page.context.new_cdp_session(page)

    def press(self, x: float, y: float) -> None:
        self.send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        self.send("touchMove", [{"x": x, "y": y}])
        self.page.evaluate(NEXT_FRAME)  # which is when the page hears of it

    def release(self) -> None:
        self.send("touchEnd", [])

    def send(self, type: str, points: list[dict[str, Any]]) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": points})


def centre(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["sushi-go", "sushi-go-party"])
@pytest.mark.parametrize("size", [PHONE, SMALLEST, (1440, 900)], ids=["phone", "small", "large"])
def test_a_card_is_dragged_from_the_hand_to_the_tray_and_seen_all_the_way(
    context: NewContext, size: tuple[int, int], game: str
) -> None:
    visitor = context(size=size)
    ana = Player(come(visitor, playing(visitor, bots=4, game=game)))
    card, tray = ana.card(0), ana.page.locator(".mine .player")
    name = card.locator(".name").inner_text()
    pointer = Finger(ana.page) if size == PHONE else Mouse(ana.page)
    (x, y), (far_x, far_y) = centre(card), centre(tray)
    pointer.press(x, y)
    for step in range(1, 11):
        to = (x + (far_x - x) * step / 10, y + (far_y - y) * step / 10)
        pointer.move(*to)
        if step > 2:  # the screen waits a little before it believes that a finger moves
            expect_at(card, to)
        assert not card.evaluate(COVERED), f"covered or clipped after {step} of 10 steps"
    expect(tray).not_to_have_css("background-color", "rgb(255, 253, 248)")  # it waits for the card
    pointer.release()
    expect_turn(ana, 2)
    expect(ana.page.locator(".mine .tray")).to_contain_text(name)


def expect_at(card: Locator, place: tuple[float, float]) -> None:
    """The card is under the pointer."""
    found = centre(card)
    assert math.dist(found, place) < 12, (found, place)


def test_a_card_that_is_not_dragged_far_goes_back(context: NewContext) -> None:
    visitor = context()
    ana = Player(come(visitor, playing(visitor)))
    card, mouse = ana.card(0), Mouse(ana.page)
    (x, y) = start = centre(card)
    mouse.press(x, y)
    mouse.move(x + 90, y - 30)
    expect_at(card, (x + 90, y - 30))
    mouse.move(x + 300, y + 5)
    mouse.release()
    expect_at(card, start)
    expect(card).not_to_contain_text("chosen")


FLIGHTS = """() => {
  window.flights = 0;
  window.clipped = [];
  const look = () => {
    for (const animation of document.getAnimations()) {
      const one = animation.effect.target;
      if (!one.matches?.(".place.chosen, .mine .tray .place")) continue;
      flights += 1;
      const box = one.getBoundingClientRect();
      for (let around = one.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY, contain } = getComputedStyle(around), edge = around.getBoundingClientRect();
        const wide = overflowX !== "visible" || contain.includes("paint"), high = overflowY !== "visible" || contain.includes("paint");
        if ((high && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1)) || (wide && (box.left < edge.left - 1 || box.right > edge.right + 1)))
          clipped.push(`${one.className} by ${around.tagName} ${around.className}`);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""  # whether a card that flies is cut off by anything around it


@pytest.mark.parametrize("size", [PHONE, SMALLEST, (1440, 900)], ids=["phone", "small", "large"])
def test_a_card_that_flies_to_the_tray_is_drawn_whole(
    context: NewContext, size: tuple[int, int]
) -> None:
    visitor = context(size=size, motion=True)
    ana = Player(come(visitor, playing(visitor, bots=4)))
    ana.page.evaluate(FLIGHTS)
    for turn in (2, 3):
        ana.act()
        expect_turn(ana, turn)
        ana.page.wait_for_timeout(600)
    assert ana.page.evaluate("flights") > 0
    assert ana.page.evaluate("clipped") == []


def test_cards_carry_their_value(context: NewContext) -> None:
    for language, size in (("en", DESKTOP), ("fr", PHONE)):
        visitor = context(language, size)
        page = come(visitor, playing(visitor))
        values = page.locator("[role=option] .value")
        expect(values).to_have_count(9)
        expect(values.first).to_be_visible()
        assert all(values.all_inner_texts())
