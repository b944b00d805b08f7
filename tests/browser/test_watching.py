"""Several people at one device, a big screen for all, and games watched again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocket, expect

from kaiten.server.workers.pool import WorkerFailed, WorkerPool

from .axe import scan
from .conftest import DESKTOP, PHONE, NewContext, Troubles
from .people import (
    Server,
    TableClient,
    begin,
    bring_seat,
    choose_language,
    come,
    do,
    finished,
    finished_party,
    go,
    myself,
    open_table,
    play,
    playing,
)
from .player import Player, button, expect_turn, together
from .test_pages import too_wide

LAID = ".card:not(.side .card)"  # cards of the game, not those of its menu


def test_the_curtain_hides_each_hand_until_its_owner_looks(context: NewContext) -> None:
    visitor = context()
    page = go(visitor.new_page(), f"/t/{open_table(visitor, seats=[None, None, 'chance'])}")
    page.get_by_text("Play together on this device").click()
    page.get_by_label("Their name").fill("Ben")
    button(page, "Add to the table").click()
    expect(page.get_by_role("list").get_by_text("Ben", exact=True)).to_be_visible()
    button(page, "Start the game").click()

    device = Player(page)
    for name in ("Ana", "Ben"):
        expect(page.get_by_role("region", name="Curtain")).to_contain_text(name)
        assert not page.locator(LAID).count()  # of nobody, for nothing lies on the table yet
        button(page, f"I am {name}: show my cards").click()
        expect(page.get_by_role("main").get_by_role("option")).to_have_count(9)
        device.card(0).dblclick()
    expect(button(page, "I am Ana: show my cards")).to_be_focused()
    expect_turn(device, 2)
    expect(page.get_by_role("listbox")).to_have_count(0)


def test_the_curtain_hides_what_tokens_are_worth(context: NewContext, house: Server) -> None:
    visitor = context()
    code = open_table(visitor, game="sushi-draft", seats=[None, None, "chance"])
    do(visitor, code, "sit", seat=1, name="Ben")
    do(visitor, code, "start")
    both = myself(visitor, house, code)
    both.see(lambda table: table["table"]["stage"] == "playing")
    while not both.view(0)["tokens"][0]:  # without a token in all three rounds, play again
        play([both], turns=1)
        if both.table["stage"] == "over":
            begin([both])

    page = come(visitor, code)
    expect(page.get_by_role("region", name="Curtain")).to_be_visible()
    expect(page.locator(".token b").first).to_be_visible()
    assert set(page.locator(".token b").all_inner_texts()) == {"?"}


def test_the_big_screen_shows_everything_but_hands_to_the_host_too(context: NewContext) -> None:
    visitor = context()
    ana, ben = together(visitor, context())
    heard: list[Any] = []
    screen = visitor.new_page()
    screen.on("websocket", lambda line: listen(line, heard))
    go(screen, f"{ana.page.url}/screen")
    for person in (ana, ben):
        person.act()
    expect(screen.get_by_text("Round 1/3 · turn 2")).to_be_visible()
    for name in ("Ana", "Ben", "Aki"):
        region = screen.get_by_role("region", name=name)
        expect(region).to_contain_text("0 points")
        expect(region.locator(".tray .card")).to_have_count(1)
    expect(screen.locator(".card")).to_have_count(3)
    expect(screen.get_by_role("listbox")).to_have_count(0)
    views = [view for message in heard for view in message.get("views", [])]
    assert views
    assert not [
        view
        for view in views
        if view["seat"] is not None or any(hand["known"] for hand in view["hands"])
    ]


def listen(line: WebSocket, heard: list[Any]) -> None:
    line.on("framereceived", lambda said: heard.append(json.loads(said)))


def test_on_the_big_screen_neighbours_sit_beside_each_other_all_around(context: NewContext) -> None:
    visitor = context()
    page = go(visitor.new_page(), f"/t/{playing(visitor, bots=4)}/screen")
    seats = page.locator(".place")
    expect(seats).to_have_count(5)
    boxes = [seat.bounding_box() for seat in seats.all()]
    middle = [(box["x"] + box["width"] / 2, box["y"]) for box in boxes if box]
    first, second, third, fourth, fifth = middle
    assert first[0] < second[0] < third[0]
    assert first[1] == second[1] == third[1] < fourth[1] == fifth[1]
    assert third[0] > fourth[0] > second[0] > fifth[0] > first[0]


def test_the_big_screen_has_the_outcome_in_the_end(context: NewContext, house: Server) -> None:
    page = go(context().new_page(), f"/t/{finished(house)}/screen")
    expect(page.get_by_role("heading", name=re.compile("wins|share"))).to_be_visible()
    expect(page.locator(".ranking li")).to_have_count(2)


def test_a_game_is_watched_again_step_by_step(context: NewContext, house: Server) -> None:
    page = go(context().new_page(), f"/t/{finished(house)}/games/1")
    moment = page.locator(".moment h2")
    expect(moment).to_have_text("Round 1, turn 1")
    button(page, "One step forward").click()
    expect(moment).to_have_text("Round 1, turn 2")
    assert hands(page) == [9, 9]
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_text("Round 1, turn 3")
    button(page, "One step back").click()
    expect(moment).to_have_text("Round 1, turn 2")
    button(page, "To the end").click()
    expect(moment).to_have_text("The end of the game")
    expect(page.locator(".ranking li")).to_have_count(2)
    expect(button(page, "One step forward")).to_be_disabled()
    button(page, "To the start").click()
    expect(moment).to_have_text("Round 1, turn 1")


def test_a_game_is_watched_again_from_one_seat(context: NewContext, house: Server) -> None:
    page = go(context().new_page(), f"/t/{finished(house)}/games/1?step=3")
    page.get_by_label("Watch").select_option(label="Ben's view")
    expect(page.get_by_role("region", name="Ana")).to_contain_text("8 cards in hand")
    expect(page.get_by_role("region", name="Ana")).to_contain_text("Has chosen in secret.")
    assert hands(page) == [8]
    page.reload()
    expect(page.get_by_label("Watch").locator("option:checked")).to_have_text("Ben's view")
    expect(page.locator(".moment h2")).to_have_text("Round 1, turn 3")
    page.get_by_label("Watch").select_option(label="All hands")
    expect(page.get_by_role("region", name="Ana")).not_to_contain_text("in secret")
    assert hands(page) == [8, 8]


def test_the_last_sheet_of_a_draft_tells_of_tokens_in_words_and_counts_them(
    context: NewContext, house: Server
) -> None:
    page = go(
        context().new_page(),
        f"/t/{finished(house, people=3, game='sushi-draft')}/games/1?step=1000",
    )
    expect(page.locator(".moment h2")).to_have_text("The end of the game")
    assert [row.strip() for row in page.get_by_role("rowheader").all_inner_texts()] == [
        "Tokens",
        "This round",
        "Total",
    ]
    expect(page.locator(".dish-row").filter(has_text="Dessert")).to_contain_text("token")


def test_tokens_count_from_the_moment_at_which_they_are_taken(
    context: NewContext, house: Server
) -> None:
    visitor = context()
    code = finished(house, people=3, game="sushi-draft")
    frames = visitor.request.get(f"/api/tables/{code}/games/1/replay").json()["frames"]
    page = visitor.new_page()
    for step in (
        0,
        next(place for place, frame in enumerate(frames) if any(frame["tokens"])),
        len(frames) - 1,
    ):
        go(page, f"/t/{code}/games/1?step={step + 1}")
        for seat, name in enumerate(("Ana", "Ben", "Cleo")):
            worth = sum(worth for _, worth in frames[step]["tokens"][seat])
            expect(page.get_by_role("region", name=name).locator("header b")).to_have_text(
                re.compile(rf"^{worth} points?$")
            )
    assert [sum(worth for _, worth in held) for held in frames[-1]["tokens"]] == frames[-1][
        "scores"
    ]


def test_whoever_has_not_said_their_name_is_you_to_themselves_and_a_guest_to_others(
    context: NewContext, house: Server
) -> None:
    visitor = context("fr")
    code = playing(visitor, bots=1, name="Vous")
    me = myself(visitor, house, code)
    me.see(lambda table: table["table"]["stage"] == "playing")
    play([me])
    page = go(visitor.new_page(), f"/t/{code}")  # which brings the seat's token into this browser
    page.evaluate(f"localStorage.setItem('kaiten.token.{code}', '\"mine\"')")
    go(page, f"/t/{code}/games/1?step=1000")
    expect(page.get_by_role("region", name="Vous")).to_be_visible()
    choose_language(page, "en")
    expect(page.get_by_role("region", name="You")).to_be_visible()
    other = go(context().new_page(), f"/t/{code}/games/1?step=1000")
    expect(other.get_by_role("region", name="Guest")).to_be_visible()
    expect(other.locator(".ranking")).to_contain_text("Guest")
    expect(other.get_by_label("Watch")).to_contain_text("Guest's view")


def hands(page: Page) -> list[int]:
    """How many cards lie open in each hand."""
    return [hand.locator(".card:not(.small)").count() for hand in page.locator(".hand").all()]


def test_whoever_only_watches_sees_no_hand(context: NewContext) -> None:
    code = playing(context())
    page = go(context().new_page(), f"/t/{code}")
    expect(page.get_by_text("You are watching this game.")).to_be_visible()
    expect(page.get_by_text("hands pass left")).to_be_visible()
    expect(page.locator(LAID)).to_have_count(0)


def analysed(house: Server) -> TableClient:
    """A player of a finished game that is quickly analysed."""
    house.runtime.worker_pool.analysis_budget = ("2",)  # worlds imagined for each decision
    return finished_party(house)[0]


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "fr"), (DESKTOP, "en")], ids=["phone", "desktop"]
)
def test_a_game_is_analysed_beside_its_replay(
    context: NewContext, house: Server, size: tuple[int, int], language: str
) -> None:
    english = language == "en"
    guest = analysed(house)
    code = guest.code
    page = bring_seat(context(language, size).new_page(), guest)
    go(page, f"/t/{code}/games/1")
    button(page, "Analyse this game" if english else "Analyser la partie").click()
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator("figure svg[role=img]")).to_be_visible(timeout=60_000)
    scan(page)
    assert not too_wide(page)

    expect(page.locator("polyline")).to_have_count(2)
    page.get_by_text("Show the numbers" if english else "Voir les nombres").click()
    numbers = page.get_by_role(
        "group", name="Chances of winning" if english else "Chances de victoire"
    ).get_by_role("row")
    assert numbers.count() > 25
    won = winners(page, house, code)
    expect(numbers.last.get_by_role("cell", name=re.compile(rf"^{100 // won}\s?%$"))).to_have_count(
        won
    )
    players = page.get_by_role(
        "group", name="How each player did" if english else "Comment chacun a joué"
    )
    expect(players.get_by_role("row")).to_have_count(3)
    assert not broken_words(players)
    scan(page)

    numbers.nth(3).get_by_role("button").click()
    expect(page.locator(".moment h2")).to_have_text(
        "Round 1, turn 3" if english else "Manche 1, tour 3"
    )


def winners(page: Page, house: Server, code: str) -> int:
    """How many have won the first game of a table: two who are equal share it."""
    replay = page.request.get(f"{house.url}/api/tables/{code}/games/1/replay").json()
    return sum(place["rank"] == 1 for place in replay["frames"][-1]["outcome"]["ranking"])


def broken_words(place: Locator) -> list[str]:
    """Text and numbers that begin on one line and end on another."""
    found: list[str] = place.evaluate("""place => {
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), broken = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode())
            for (const word of text.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word[0]);
            }
        return broken;
    }""")
    return found


def test_only_people_of_the_table_are_offered_an_analysis(
    context: NewContext, house: Server
) -> None:
    page = go(context().new_page(), f"/t/{finished(house)}/games/1")
    expect(page.get_by_text("People at this table can have the game analysed.")).to_be_visible()
    expect(button(page, "Analyse this game")).to_have_count(0)


def test_an_analysis_that_nobody_asked_for_is_looked_for_once(
    context: NewContext, house: Server
) -> None:
    page = context().new_page()
    looks: list[str] = []
    page.on(
        "request",
        lambda request: looks.append(request.method) if "/analysis" in request.url else None,
    )
    guest = finished_party(house)[0]
    bring_seat(page, guest)
    go(page, f"/t/{guest.code}/games/1")
    page.wait_for_timeout(1500)
    assert looks == ["GET"]
    choose_language(page, "fr")
    expect(button(page, "Analyser la partie")).to_be_visible()
    page.wait_for_timeout(500)
    # in the other language, by the page that is left and by the one that comes
    assert len(looks) <= 3


def test_an_analysis_is_waited_for_whatever_the_network_does(
    context: NewContext, house: Server, troubles: Troubles
) -> None:
    troubles.excuse("429")
    code = finished(house)
    working = {"state": "working", "progress": 0.4, "ok": True, "analysis": None}
    busy = {"ok": False, "code": "busy", "error": "Too many questions."}
    done = {"state": "done", "progress": 1.0, "ok": True, "analysis": an_analysis(house, code)}
    answers = [(200, working), (429, busy), (200, done)]
    page = context().new_page()
    page.route("**/analysis*", lambda route: answer_with(route, *answers.pop(0)))
    go(page, f"/t/{code}/games/1")
    expect(page.locator("progress")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("Too many questions.")
    expect(page.locator("figure svg[role=img]")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_first_curve_comes_before_the_picks_are_judged(
    context: NewContext, house: Server
) -> None:
    code = finished(house)
    found = an_analysis(house, code)
    told = {"state": "working", "progress": 0.1, "ok": True, "analysis": found}
    page = context().new_page()
    page.route("**/analysis*", lambda route: answer_with(route, 200, told))
    go(page, f"/t/{code}/games/1")
    expect(page.locator("figure svg[role=img]")).to_be_visible()
    expect(page.locator("progress")).to_be_visible()
    expect(page.get_by_text("This is a first impression.")).to_be_visible()
    expect(page.get_by_role("heading", name="The costliest picks")).to_have_count(0)
    scan(page)
    told |= {"state": "done", "progress": 1.0}
    expect(page.get_by_role("heading", name="The costliest picks")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)


def answer_with(route: Route, status: int, said: Any) -> None:
    route.fulfill(status=status, json=said)


def test_on_a_wide_screen_the_analysis_stands_beside_the_replay(
    context: NewContext, house: Server
) -> None:
    page = go(context().new_page(), f"/t/{finished(house)}/games/1")
    game, analysis = (page.locator(place).bounding_box() for place in (".players", ".after"))
    assert game
    assert analysis
    assert analysis["x"] > game["x"] + game["width"]
    assert analysis["y"] < game["y"]


def test_the_costliest_picks_lead_to_their_moments(context: NewContext, house: Server) -> None:
    code = finished(house)
    found = {"state": "done", "progress": 1.0, "ok": True, "analysis": an_analysis(house, code)}
    page = context().new_page()
    page.route("**/analysis*", lambda route: route.fulfill(json=found))
    go(page, f"/t/{code}/games/1")
    pick = page.get_by_role("listitem").filter(has_text="Round 2, turn 4")
    expect(pick).to_contain_text("Ben")
    expect(pick).to_contain_text("blunder")
    expect(pick).to_contain_text("better: Tempura (61%)")
    expect(pick).to_contain_text("Completes a pair.")
    pick.get_by_role("link").click()
    expect(page.locator(".moment h2")).to_have_text("Round 2, turn 4")
    scan(page)


def an_analysis(house: Server, code: str) -> dict[str, Any]:
    """An analysis worth looking at: a player has blundered."""
    frames = house.http.get(f"/api/tables/{code}/games/1/replay").json()["frames"]
    step = next(
        place for place, frame in enumerate(frames) if (frame["round"], frame["turn"]) == (2, 4)
    )
    even = {
        "picks": 30,
        "accuracy": 91.2,
        "average_loss": 0.02,
        "judgements": {},
        "start": 0.5,
        "lost": 0.1,
    }
    return {
        "game": "sushi-go",
        "names": ["Ana", "Ben"],
        "over": True,
        "costliest": [0],
        "moments": [
            {"step": at, "round": 1, "turn": 1, "prompt": "pick", "chances": [chance, 1 - chance]}
            for at, chance in ((0, 0.5), (step, 0.4), (len(frames) - 1, 1.0))
        ],
        "picks": [
            {
                "step": step,
                "round": 2,
                "turn": 4,
                "prompt": "pick",
                "seat": 1,
                "win": 0.4,
                "best": 0.61,
                "loss": 0.21,
                "played": {"choice": "wasabi", "name": "Wasabi"},
                "better": {"choice": "tempura", "name": "Tempura"},
                "judgement": "blunder",
                "stake": 0.1,
                "words": "Completes a pair.",
                "words_to_player": "Completes a pair.",
            }
        ],
        "players": [
            {
                "seat": seat,
                "name": name,
                **even,
                "gained": 0.1,
                "luck": 0.5 - seat,
                "end": 1.0 - seat,
            }
            for seat, name in enumerate(("Ana", "Ben"))
        ],
    }


def test_a_game_that_cannot_be_analysed_says_so(
    context: NewContext, house: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: WorkerPool, record: str, *tell: Any) -> Any:
        raise WorkerFailed("no analysis worker")

    monkeypatch.setattr(WorkerPool, "analyse", fails)
    guest = finished_party(house)[0]
    page = bring_seat(context().new_page(), guest)
    go(page, f"/t/{guest.code}/games/1")
    button(page, "Analyse this game").click()
    expect(page.get_by_role("alert")).to_have_text("This game could not be analysed. Try again?")
    expect(button(page, "Analyse this game")).to_be_visible()
