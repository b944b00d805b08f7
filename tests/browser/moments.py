"""Visits to every page and every moment of the client. A visit stops at each of them, and works in
every language and at every size: it finds its way by what the page is made of, not by its words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from kaiten.engine.card import Card
from kaiten.engine.game import Game
from kaiten.games import find_game, list_games
from kaiten.server.protocol import serialize
from kaiten.server.protocol.errors import Busy
from tests.long_run import LONG
from tests.server.table_client import agree, progress

from .people import Server, TableClient, begin, come, do, finished, go, myself, open_table, play
from .player import Player
from .test_wide_table import NEXT_FRAME

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve")
Stop = tuple[str, Page]
Visit = Callable[[BrowserContext, Server], Iterator[Stop]]


def press(one: Locator) -> None:
    """Press what may lie below something else for a moment."""
    one.dispatch_event("click")


def unfold(page: Page) -> None:
    """Open everything that can be unfolded, except for menus."""
    page.evaluate(
        "document.querySelectorAll('main details:not(.head *), dialog details').forEach((one) => (one.open = true))"
    )


def close(page: Page) -> None:
    """Close a dialog, and what lies below it."""
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        page.evaluate(NEXT_FRAME)  # with the next dialog, if there is one


# --- Before a game ---


def home(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    house.party(2, game="sushi-go-party", listed=True, seats=[None] * 5, timer=60)
    page = go(visitor.new_page(), "/")
    expect(page.locator("[aria-labelledby=open-tables] li")).to_have_count(1)
    yield "home", page
    page.locator("header summary").click()
    yield "settings of the page", page
    page.keyboard.press("Escape")
    for game in list_games():
        press(page.locator(f".quick .tile input[value={game.id}]"))
        unfold(page)
        yield f"{game.title} against bots", page
    page.locator("form:has(.line) input").fill("?")
    page.locator("form:has(.line) button").click()
    expect(page.locator(".error:not(:empty)")).to_be_visible()
    yield "a wrong code", page


def new_table(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    page = go(visitor.new_page(), "/new")
    for game in list_games():
        press(page.locator(f".tile input[value={game.id}]"))
        unfold(page)
        page.locator(".seat select").nth(0).select_option(index=1)
        yield f"a new table of {game.title}", page


def menus(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    page = go(visitor.new_page(), "/new")
    press(page.locator(".tile input[value=sushi-go-party]"))
    page.locator(".row:has(.what) button").click()
    yield "the menus", page
    press(page.locator("dialog .menu input").last)
    yield "a menu à la carte", page
    press(page.locator("dialog .dish input[type=checkbox]:checked").last)
    yield "a menu that lacks a dish", page


def lobby(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    options = {"menu": "my-first-meal", "edition": "en"}
    wish = {"seats": [None, None, None, "greedy"], "timer": 30, "hints": False, "options": options}
    code = open_table(visitor, "Ana", "sushi-go-party", **wish)
    house.connect_client(code).do("join", name="Ben")
    watcher = house.connect_client(code)
    page = come(visitor, code)
    yield "the lobby of the host", page
    unfold(page)
    yield "the lobby of the host, unfolded", page
    page.locator("summary ~ form input").fill("Cleo")
    page.locator("summary ~ form button").click()
    expect(page.locator(".notice")).to_be_visible()
    yield "a second player at the device", page
    watcher.go()
    go(page, f"/t/{code}/screen")
    expect(page.locator(".wait")).to_be_visible()
    yield "the big screen before the game", page
    page = come(visitor, house.open("Ben", "sushi-draft", seats=[None] * 4)["table"])
    yield "the lobby of another", page
    page.locator(".join .quiet").click()
    yield "watching a lobby", page


# --- In a game ---


class Diner(Player):
    """A player whose language nobody asks for."""

    @property
    def take(self) -> Locator:
        return self.page.locator(".bar .doing .main")


def sit(
    visitor: BrowserContext, house: Server, players: int, game: str = "sushi-go", **wish: Any
) -> list[TableClient]:
    """The person at this browser, on a second connection, and others; their game has begun."""
    code = open_table(visitor, "Ana", game, seats=[None] * players, **wish)
    others = [house.connect_client(code) for _ in range(players - 1)]
    for guest, name in zip(others, NAMES[1:], strict=False):
        guest.do("join", name=name)
    everybody = [myself(visitor, house, code), *others]
    begin(everybody)
    return everybody


def play_until(
    everybody: list[TableClient], wanted: Callable[[dict[str, Any]], bool], liked: str = ""
) -> None:
    """Play until what the first of them sees is as wanted, in as many games as that takes. The first
    takes a dish where they can, and the others leave it to them.
    """
    rng = random.Random(2)
    while not (everybody[0].table["stage"] == "playing" and wanted(everybody[0].view())):
        if everybody[0].table["stage"] == "over":
            begin(everybody)
        asked = [guest for guest in everybody if guest.view()["choices"]]
        before = progress(everybody[0].newest)
        for guest in asked:
            options = [option["choice"] for option in guest.view()["choices"]]
            own = guest is everybody[0]
            best = [option for option in options if (liked in option) == own] if liked else []
            guest.choose(rng.choice(best or options))
        agree(everybody, lambda table, before=before: progress(table) != before)  # type: ignore[misc]


def is_last_turn(view: dict[str, Any]) -> bool:
    held = find_game(view["game"]).unplayed + 1
    return all(len(hand["known"]) + hand["hidden"] <= held for hand in view["hands"])


def device_of_two(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    code = open_table(visitor, seats=[None, None, "chance"], timer=120)
    do(visitor, code, "sit", seat=1, name="Ben")
    do(visitor, code, "start")
    page = come(visitor, code)
    expect(page.locator(".curtain")).to_be_visible()
    yield "the curtain", page


def table_of_four(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    everybody = sit(visitor, house, 4)
    play(everybody, random.Random(3), turns=4)
    ana = Diner(come(visitor, everybody[0].code))
    page = ana.page
    expect(ana.hand).to_be_visible()
    yield "the hand", page
    yield from hints(page)
    ana.card(0).click()
    expect(ana.take).to_be_visible()
    yield "a card that is lifted", page
    press(ana.take)
    expect(page.locator(".words .good")).to_be_visible()
    yield "waiting for the others", page
    yield from dialogs_of_a_game(page)
    everybody[1].do("emote", emote="thanks")
    expect(page.locator(".bubble")).to_be_visible()
    page.locator(".head details summary").click()
    yield "emotes", page
    everybody[2].go()
    expect(page.locator(".small-button")).to_have_count(1)
    yield "a player who is offline", page


def hints(page: Page) -> Iterator[Stop]:
    page.keyboard.press("h")
    for shown in (".nudge", "dialog .best", "dialog table"):
        expect(page.locator(shown)).to_be_visible()
        yield f"a hint: {shown}", page
        if page.locator("dialog .step").count():
            page.locator("dialog .step").click()
    close(page)


def dialogs_of_a_game(page: Page) -> Iterator[Stop]:
    """What opens by a key, and what a tap on a tray and a dish opens."""
    for key, name in (("m", "the menu"), ("?", "help")):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        unfold(page)
        yield name, page
        close(page)
    press(page.locator(".head .tool").last)
    yield "points", page
    press(page.locator("dialog .body .button").first)
    yield "the log", page
    close(page)
    press(page.locator(".look").first)
    yield "the cards of a player", page
    press(page.locator("dialog li button").first)
    unfold(page)
    yield "a card explained", page
    close(page)


def end_of_rounds(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    yield from ends(sit(visitor, house, 3), visitor)


def draft(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    everybody = sit(visitor, house, 4, "sushi-draft", options={"advanced": True})
    yield from ends(everybody, visitor, begins="the hand")


def ends(everybody: list[TableClient], visitor: BrowserContext, begins: str = "") -> Iterator[Stop]:
    """The end of a round and of the game, at the table and on the big screen."""
    code = everybody[0].code
    play_until(everybody, is_last_turn)
    page = come(visitor, code)
    screen = go(visitor.new_page(), f"/t/{code}/screen")
    expect(screen.locator(".players")).to_be_visible()
    game = page.locator("h1").first.inner_text()
    if begins:
        yield f"{game}: {begins}", page
    yield f"{game}: the big screen", screen
    play(everybody, turns=1)
    expect(page.locator(".beat .skip, dialog[open]").first).to_be_visible()
    yield f"{game}: counting", page
    for one, sheet in ((page, "dialog .table, dialog .dish-row"), (screen, ".over")):
        skip_counting(one)
        expect(one.locator(sheet).first).to_be_visible()
        if one.locator(".dish").count():
            one.locator(".dish").first.click()
        yield f"{game}: the sheet of a round", one
    page.bring_to_front()
    close(page)
    press(page.locator(".head .tool").last)
    yield f"{game}: points after a round", page
    close(page)
    play(everybody)
    for one in (page, screen):
        skip_counting(one)
        expect(one.locator(".over .ranking")).to_be_visible()
        unfold(one)
        yield f"{game}: the end", one


def skip_counting(page: Page) -> None:
    """Go on to the sheet, unless it is there already."""
    page.bring_to_front()
    skip = page.locator(".beat .skip")
    if skip.count():
        press(skip.first)


# --- Party ---

ASKING = {
    "spoon": "uramaki,onigiri,dumpling,tofu,spoon,chopsticks,fruit",
    "menu": "maki,tempura,sashimi,miso_soup,menu,soy_sauce,pudding",
    "special_order": "maki,tempura,sashimi,miso_soup,special_order,soy_sauce,pudding",
    "takeout_box": "temaki,eel,tofu,edamame,takeout_box,tea,green_tea_ice_cream",
}


def party(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    """What a card asks, with the menu beside it."""
    for card, menu in ASKING.items():
        everybody = sit(visitor, house, 3, "sushi-go-party", options={"menu": menu})
        play_until(everybody, lambda view: asks(view) and view["prompt"]["id"] != "pick", card)
        page = come(visitor, everybody[0].code)
        expect(page.locator(".question")).to_be_visible()
        yield f"a question: {card}", page
        house.empty()
        page.close()


def asks(view: dict[str, Any]) -> bool:
    return bool(view["prompt"]) and bool(view["choices"])


def ways_to_pick(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    menu = "maki,tempura,tofu,miso_soup,chopsticks,wasabi,pudding"
    everybody = sit(visitor, house, 3, "sushi-go-party", options={"menu": menu})
    play_until(
        everybody,
        lambda view: asks(view) and any("chopsticks" in kind for kind in view["trays"][0]),
        "chopsticks",
    )
    page = come(visitor, everybody[0].code)
    expect(page.locator(".bar .chip").first).to_be_visible()
    yield "ways to pick", page


# --- After a game ---


def replay(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    for game in ("sushi-go-party", "sushi-draft"):
        page = go(visitor.new_page(), f"/t/{finished(house, 3, game=game)}/games/1?step=6&seat=1")
        unfold(page)
        yield f"replay of {game}", page
        press(page.locator(".bar .button").last)
        expect(page.locator(".ranking")).to_be_visible()
        yield f"the end of a replay of {game}", page


# --- Without a table ---


def rules(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    page = go(visitor.new_page(), "/rules")
    yield "the rules", page
    for game in list_games():
        go(page, f"/rules/{game.id}")
        yield f"the rules of {game.title}", page
    page.locator("input[type=search]").fill("zzz")
    yield "no such card", page


def cards(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    page = visitor.new_page()
    for game in list_games():
        for card in game.cards if LONG else wordiest(game):
            go(page, f"/rules/{game.id}/{card.id}")
            yield f"{game.title}: {card.id}", page


def wordiest(game: Game) -> list[Card]:
    """Return the cards with the longest name and with the longest rule."""
    return [
        max(game.cards, key=lambda card: len(str(card.name))),
        max(game.cards, key=lambda card: len(str(card.text()))),
    ]


def score_helper(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    page = go(visitor.new_page(), "/score")
    for game in list_games():
        press(page.locator(f".games input[value={game.id}]"))
        while page.locator(".people input").count() < 3:
            page.locator(".people > .button").click()
        for place, name in enumerate(NAMES[:3]):
            page.locator(".people input").nth(place).fill(name)
        if game.menus:
            press(page.locator("input[name=menu]").last)
        unfold(page)
        yield f"score helper: {game.title}", page
        if game.menus:
            press(page.locator("input[name=menu]:enabled").nth(1))
        page.locator("form .main").click()
        lay_cards(page)
        yield f"score helper: cards of {game.title}", page
        press(page.locator(".stages input").last)
        yield f"score helper: the end of {game.title}", page
        page.locator("main header .button").click()


def lay_cards(page: Page) -> None:
    """Lay one of each of the first cards, in front of two players."""
    tiles = page.locator("[role=group].palette > .tile")
    for seat in range(2):
        press(page.locator(".players input").nth(seat))
        for place in range(seat, min(12, tiles.count()), 2):
            tiles.nth(place).click()
    expect(page.locator(".results .lines li").first).to_be_visible()
    unfold(page)


# --- What goes wrong ---


def errors(visitor: BrowserContext, house: Server) -> Iterator[Stop]:
    page = visitor.new_page()
    for path in ("/nonsense", "/t/nonsense", "/t/AAAAAA/games/1", "/rules/nonsense"):
        page.goto(path)
        expect(page.locator("main .button.main")).to_be_visible()
        yield f"the address {path}", page
    code = open_table(visitor, seats=[None, "chance"])
    do(visitor, code, "start")
    page = come(visitor, code)
    visitor.set_offline(True)
    expect(page.locator(".trouble")).to_be_visible()
    yield "without a network", page
    visitor.set_offline(False)
    page = go(visitor.new_page(), "/new")
    said = serialize.make_error_message(Busy(), page.locator("html").get_attribute("lang") or "")
    page.locator("form .field input").first.fill("Ana")
    page.route("**/api/tables*", lambda route: route.fulfill(status=503, json=said))
    page.locator("form .main").click()
    expect(page.locator("main .error")).to_be_visible()
    yield "a server that is busy", page


VISITS: list[Visit] = [
    home,
    new_table,
    menus,
    lobby,
    device_of_two,
    table_of_four,
    end_of_rounds,
    draft,
    party,
    ways_to_pick,
    replay,
    rules,
    cards,
    score_helper,
    errors,
]
