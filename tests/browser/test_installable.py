"""The client on the home screen and without a network."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from kaiten.server.web import static

from .conftest import NewContext, Troubles
from .people import Server, go, open_table, wait_until_shown

READY = "navigator.serviceWorker.ready.then(() => new Promise(done => navigator.serviceWorker.controller ? done() : navigator.serviceWorker.addEventListener('controllerchange', done, {once: true})))"
KEPT = "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(one => one.keys()).then(keys => keys.map(key => new URL(key.url).pathname)))))"


@pytest.fixture
def visitor(context: NewContext) -> BrowserContext:
    return context(service_workers="allow")


@pytest.fixture
def page(visitor: BrowserContext) -> Page:
    """A page whose worker has kept everything and answers it."""
    page = go(visitor.new_page(), "/")
    page.evaluate(READY)
    return page


def test_the_browser_offers_to_install_it(page: Page) -> None:
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert not manifest["errors"]
    assert json.loads(manifest["data"])["display"] == "standalone"
    found = [
        error["errorId"]
        for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    ]
    assert set(found) <= {"in-incognito"}  # as every page of a test is


def test_every_file_is_kept_and_nothing_that_the_server_says_but_the_games(page: Page) -> None:
    go(page, "/new")
    go(page, f"/t/{open_table(page.context)}")
    (kept,) = page.evaluate(KEPT)
    files = set(static.read_client_files()) - {"/worker.js", "/sources.sha256"}
    assert files <= set(kept) <= {*files, "/api/games"}


def test_pages_open_without_a_network(page: Page, troubles: Troubles) -> None:
    troubles.excuse("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource")
    go(page, "/score")  # the games are asked for under the worker's eyes
    page.context.set_offline(True)
    for path in ("/", "/rules", "/score", "/new"):
        page.goto(path)
        wait_until_shown(page)
        expect(page.locator("main h1").first).to_be_visible()


def test_older_files_go_when_a_new_client_comes(page: Page) -> None:
    page.evaluate(
        "caches.open('kaiten-old').then(one => one.put('/assets/old.js', new Response('')))"
    )
    page.evaluate("caches.open('another-program')")
    page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.unregister())")
    page.reload()
    page.evaluate(READY)
    expect_names = "caches.keys().then(names => names.sort())"
    names = page.evaluate(expect_names)
    assert "kaiten-old" not in names
    assert "another-program" in names
    assert len(names) == 2


def test_a_new_client_waits_until_the_open_pages_are_closed(
    page: Page, house: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = house.app.state.client["/worker.js"]
    newer = static.ClientFile(
        {"": worker.variants[""] + b"\n// newer"},
        worker.media_type,
        '"newer"',
        worker.cache_control,
    )
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    monkeypatch.setitem(house.app.state.client, "/worker.js", newer)
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            const found = new Promise(done => registration.addEventListener("updatefound", done, {once: true}));
            await registration.update();
            await found;
            while (!registration.waiting) await new Promise(done => setTimeout(done, 20));
        }"""
    )
    assert page.evaluate("navigator.serviceWorker.controller.state") == "activated"
    assert not loads
