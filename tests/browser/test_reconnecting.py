"""The network goes, and comes back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, WebSocket, expect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server.protocol import errors

from .conftest import PHONE, NewContext, Troubles
from .cuttable_proxy import CuttableProxy
from .people import Server, come, do, go, myself, open_table, playing
from .player import Player, button, code_of, expect_turn, together
from .test_installable import READY

SCRIPTS = re.compile(r"/assets/[^/]*\.js")
NOW, BEFORE = f"version:`{PROTOCOL}`", "version:`1`"


@pytest.fixture
def proxy(house: Server, troubles: Troubles) -> Iterator[CuttableProxy]:
    troubles.excuse("WebSocket|ERR_")  # what a browser says of a server that is gone
    proxy = CuttableProxy(house.url)
    yield proxy
    proxy.remove()


@pytest.fixture
def people(context: NewContext, proxy: CuttableProxy) -> tuple[Player, Player]:
    """Ana at the proxy, and Ben, in a game."""
    return together(context(base_url=proxy.url), context())


def cut(ana: Player, proxy: CuttableProxy) -> None:
    ana.page.context.set_offline(True)
    proxy.cut()
    expect(ana.page.get_by_text("Reconnecting …")).to_be_visible()


def mend(ana: Player, proxy: CuttableProxy) -> None:
    proxy.mend()
    ana.page.context.set_offline(False)
    expect(ana.page.get_by_text("Reconnecting …")).to_be_hidden()


def choose_elsewhere(ana: Player, house: Server, wanted: Callable[[str, str], bool]) -> None:
    """On another screen Ana chooses a card whose name is as wanted, given that of the first one in
    her hand.
    """
    elsewhere = myself(ana.page.context, house, code_of(ana.page))
    first = ana.card(0).locator(".name").inner_text()
    elsewhere.choose(
        next(one["choice"] for one in elsewhere.view()["choices"] if wanted(one["words"], first))
    )


def test_what_was_chosen_without_a_network_is_sent_when_it_is_back(
    people: tuple[Player, Player], proxy: CuttableProxy
) -> None:
    ana, ben = people
    cut(ana, proxy)
    expect(ben.page.get_by_role("region", name="Ana")).to_contain_text("offline")
    ana.card(1).dblclick()
    expect(ana.card(1)).to_contain_text("chosen")
    expect(ben.page.get_by_role("region", name="Ana")).not_to_contain_text("has chosen")
    # which does not make it too late
    do(ben.page.context, code_of(ben.page), "emote", emote="hurry")
    mend(ana, proxy)
    expect(ben.page.get_by_role("region", name="Ana")).to_contain_text("has chosen")
    ben.card(0).dblclick()
    for person in people:
        expect_turn(person, 2)


def test_a_choice_that_comes_too_late_is_said_to(
    people: tuple[Player, Player], proxy: CuttableProxy, house: Server
) -> None:
    ana, ben = people
    cut(ana, proxy)
    ana.card(0).dblclick()
    choose_elsewhere(ana, house, lambda words, taken: words != taken)
    ben.card(0).dblclick()
    expect_turn(ben, 2)
    mend(ana, proxy)
    expect(ana.page.get_by_text("came too late")).to_be_visible()
    expect_turn(ana, 2)
    ana.card(0).dblclick()
    ben.card(0).dblclick()
    expect_turn(ana, 3)


def test_a_choice_that_was_made_all_the_same_is_not_said_to_be_late(
    people: tuple[Player, Player], proxy: CuttableProxy, house: Server
) -> None:
    ana, ben = people
    cut(ana, proxy)
    ana.card(0).dblclick()
    choose_elsewhere(ana, house, lambda words, taken: words == taken)
    ben.card(0).dblclick()
    mend(ana, proxy)
    for turn in (2, 3):
        expect_turn(ana, turn)
        ana.card(0).dblclick()
        ben.card(0).dblclick()
    expect(ana.page.get_by_text("came too late")).to_have_count(0)


def test_a_bot_plays_for_somebody_who_is_gone_until_they_are_back(
    people: tuple[Player, Player], proxy: CuttableProxy
) -> None:
    ana, ben = people
    cut(ana, proxy)
    ben.card(0).dblclick()
    button(ben.page, "Let a bot play").click()
    expect_turn(ben, 2)
    ben.card(0).dblclick()
    expect_turn(ben, 3)
    mend(ana, proxy)
    expect_turn(ana, 3)
    expect(ben.page.get_by_role("region", name="Ana")).not_to_contain_text("away")


def test_a_connection_that_dies_without_a_word_is_noticed_though_nobody_does_anything(
    context: NewContext, proxy: CuttableProxy
) -> None:
    visitor = context(base_url=proxy.url)
    visitor.clock.install()
    lines: list[WebSocket] = []
    visitor.on("page", lambda page: page.on("websocket", lambda line: lines.append(line)))
    ana, _ben = together(visitor, context())
    trouble = ana.page.get_by_text("Reconnecting …")
    # nothing has changed, but the connection works
    with lines[-1].expect_event("framereceived"):
        visitor.clock.fast_forward(8_000)
    visitor.clock.fast_forward(6_000)
    expect(trouble).to_be_hidden()

    proxy.hush()
    visitor.clock.fast_forward(8_000)
    visitor.clock.fast_forward(6_000)
    expect(trouble).to_be_visible()
    proxy.mend()
    visitor.clock.fast_forward(6_000)
    expect(trouble).to_be_hidden()


def test_a_browser_that_knows_it_is_offline_says_so_at_once(
    people: tuple[Player, Player], proxy: CuttableProxy
) -> None:
    ana, ben = people
    proxy.hush()
    ana.page.context.set_offline(True)
    expect(ana.page.get_by_text("Reconnecting …")).to_be_visible(timeout=2_000)
    ana.card(0).dblclick()
    expect(ana.page.locator(".unsent")).to_have_text(
        "It will be sent once you are back online.", timeout=2_000
    )
    expect(ana.page.get_by_role("region", name="Ana")).not_to_contain_text("has chosen")
    mend(ana, proxy)
    expect(ben.page.get_by_role("region", name="Ana")).to_contain_text("has chosen")
    expect(ana.page.get_by_text("Chosen. You can still change it.")).to_be_visible()


def test_a_choice_counts_as_sent_when_the_server_has_it(
    people: tuple[Player, Player], proxy: CuttableProxy
) -> None:
    ana, _ben = people
    chosen = ana.page.get_by_text("Chosen. You can still change it.")
    ana.page.evaluate(WATCHED)
    ana.card(0).dblclick()
    expect(chosen).to_be_visible()
    ana.page.wait_for_timeout(700)
    assert not ana.page.evaluate("window.waited")  # an answer in time leaves no room for doubts

    proxy.hush()
    ana.card(-1).dblclick()
    expect(ana.page.locator(".unsent")).to_have_text("Sending …", timeout=2_000)
    expect(chosen).to_be_hidden()
    expect(ana.page.get_by_role("region", name="Ana")).not_to_contain_text("has chosen")


WATCHED = "new MutationObserver(() => { window.waited ||= document.querySelector('.unsent') !== null; }).observe(document.body, {childList: true, subtree: true})"


def offline_and_loaded_again(context: NewContext, proxy: CuttableProxy) -> tuple[Player, Player]:
    """Ana has chosen without a network, and loaded the page again; and Ben."""
    visitor = context(base_url=proxy.url, service_workers="allow")
    go(visitor.new_page(), "/").evaluate(READY)
    ana, ben = together(visitor, context())
    cut(ana, proxy)
    ana.card(0).dblclick()
    expect(ana.card(0)).to_contain_text("chosen")
    ana.page.reload()
    expect(ana.page.get_by_text("Reconnecting …")).to_be_visible()
    return ana, ben


def test_what_was_chosen_without_a_network_outlasts_the_page(
    context: NewContext, proxy: CuttableProxy
) -> None:
    ana, ben = offline_and_loaded_again(context, proxy)
    mend(ana, proxy)
    expect(ben.page.get_by_role("region", name="Ana")).to_contain_text("has chosen")
    expect(ana.card(0)).to_contain_text("chosen")
    ana.page.reload()
    ben.card(0).dblclick()
    expect_turn(ana, 2)
    expect(ana.page.get_by_text("came too late")).to_have_count(0)


def test_what_outlasts_the_page_may_come_too_late(
    context: NewContext, proxy: CuttableProxy, house: Server
) -> None:
    ana, ben = offline_and_loaded_again(context, proxy)
    elsewhere = myself(ana.page.context, house, code_of(ana.page))
    elsewhere.choose(elsewhere.view()["choices"][-1]["choice"])
    ben.card(0).dblclick()
    expect_turn(ben, 2)
    mend(ana, proxy)
    expect(ana.page.get_by_text("came too late")).to_be_visible()
    expect_turn(ana, 2)


def test_that_the_connection_is_lost_stays_in_sight(
    context: NewContext, proxy: CuttableProxy
) -> None:
    visitor = context(base_url=proxy.url, size=PHONE)
    ana = Player(come(visitor, playing(visitor, bots=4)))
    cut(ana, proxy)
    # as after many turns
    ana.page.locator(".others").evaluate("element => element.style.minHeight = '200vh'")
    ana.page.evaluate("scrollTo(0, 300)")
    expect(ana.page.get_by_text("Reconnecting …")).to_be_in_viewport(ratio=1)


def test_a_page_that_is_loaded_again_is_at_the_same_moment(people: tuple[Player, Player]) -> None:
    ana, ben = people
    ana.act()
    ben.act()
    expect_turn(ana, 2)
    ana.card(0).dblclick()
    hand = ana.hand.inner_text()
    ana.page.reload()
    expect_turn(ana, 2)
    expect(ana.card(0)).to_contain_text("chosen")
    assert ana.hand.inner_text() == hand
    assert not ana.page.get_by_role("dialog").is_visible()


def test_a_tab_from_before_an_update_is_reloaded_by_a_tap_and_keeps_its_seat(
    context: NewContext, proxy: CuttableProxy, monkeypatch: pytest.MonkeyPatch, troubles: Troubles
) -> None:
    troubles.excuse("protocol=1.* 426 ")  # the older page asks how many points there are, in vain

    older: list[str] = []

    def serve_older(route: Route) -> None:
        answer = route.fetch()
        script = answer.text()
        if NOW in script:
            older.append(route.request.url)
        # a real update gives the file another name, so that none is kept
        headers = {**answer.headers, "cache-control": "no-store"}
        route.fulfill(response=answer, headers=headers, body=script.replace(NOW, BEFORE))

    browser = context(base_url=proxy.url)
    monkeypatch.setattr(errors, "PROTOCOL", "1")
    browser.route(SCRIPTS, serve_older)
    code = open_table(browser, "Ana", seats=[None, "chance"])
    do(browser, code, "start")
    ana = Player(come(browser, code))
    assert len(set(older)) == 1
    ana.card(0).dblclick()
    expect_turn(ana, 2)

    monkeypatch.undo()  # the server is updated, and with it the page for those who come now
    browser.unroute(SCRIPTS)
    cut(ana, proxy)
    mend(ana, proxy)
    notice = ana.page.get_by_role("alert").filter(has_text="has been updated")
    expect(notice).to_contain_text("you keep your seat")
    notice.get_by_role("button", name="Reload").click()
    expect_turn(ana, 2)
    expect(notice).to_be_hidden()
    ana.card(0).dblclick()
    expect_turn(ana, 3)
