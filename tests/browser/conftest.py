"""A server with the browser client, a browser, and people who sit at it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from kaiten.engine.jit import JIT
from kaiten.server.web import static
from tests.server.conftest import brisk_server
from tests.server.table_client import Server

from . import chromium

expect.set_options(timeout=15_000)  # a busy machine is slow, not wrong

collect_ignore_glob = ["test_*"] if JIT else []  # the server plays by the plain rules

PHONE, TABLET, DESKTOP = (360, 740), (820, 1180), (1280, 800)
LOCALES = {"en": "en-GB", "fr": "fr-FR"}  # another language is a locale itself
NO_WORKER = "Service Worker registration blocked by Playwright"  # as a test wanted
NO_OFFER = "try { localStorage.setItem('kaiten.soundsOffered', 'true') } catch {}"
LEFT = "net::ERR_ABORTED"  # leaving a page cancels its requests


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this session."""
    if not chromium.found():
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house_all_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if "/index.html" not in static.read_client_files():
        pytest.skip("the browser client is not built (make client)")
    server = brisk_server(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.db'}")
    yield server
    server.stop()


@pytest.fixture
def house(house_all_day: Server) -> Iterator[Server]:
    """The server, with nobody in it who needs no browser."""
    yield house_all_day
    house_all_day.empty()


@dataclass
class Troubles:
    """What went wrong in the pages of a test, but for what it expects."""

    found: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)

    def excuse(self, pattern: str) -> None:
        """Something that belongs to the test."""
        self.excused.append(pattern)

    def note(self, trouble: str) -> None:
        self.found.append(trouble)

    def watch(self, context: BrowserContext) -> None:
        """Listen to everything that a page complains of."""
        context.on("console", self._console)
        context.on(
            "weberror", lambda error: self.note(f"{error.page and error.page.url}: {error.error}")
        )
        context.on("requestfailed", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.text != NO_WORKER:
            self.note(f"{message.location.get('url')}: {message.text}")

    def _request(self, request: Request) -> None:
        if request.failure != LEFT:
            self.note(f"{request.method} {request.url}: {request.failure}")

    @property
    def serious(self) -> list[str]:
        return [
            one
            for one in self.found
            if not any(re.search(pattern, one) for pattern in self.excused)
        ]


@pytest.fixture
def troubles() -> Iterator[Troubles]:
    """What went wrong; a test in which anything did fails at its end."""
    troubles = Troubles()
    yield troubles
    assert not troubles.serious, "\n".join(troubles.serious)


class NewContext(Protocol):
    """A person at a browser."""

    def __call__(
        self, language: str = "en", size: tuple[int, int] = DESKTOP, dark: bool = False, touch: bool | None = None,
        motion: bool = False, fresh: bool = False, **more: Any,
    ) -> BrowserContext: ...  # fmt: skip


@pytest.fixture
def context(browser: Browser, house: Server, troubles: Troubles) -> Iterator[NewContext]:
    """Browsers of people of a language, with a screen of a size, who like it dark or do not; each
    has its own cookies, and was offered sounds before unless it is fresh.
    """
    opened: list[BrowserContext] = []

    def new(
        language: str = "en", size: tuple[int, int] = DESKTOP, dark: bool = False, touch: bool | None = None,
        motion: bool = False, fresh: bool = False, **more: Any,
    ) -> BrowserContext:  # fmt: skip
        settings: dict[str, Any] = {
            "base_url": house.url,
            "locale": LOCALES.get(language, language),
            "viewport": ViewportSize(width=size[0], height=size[1]),
            "has_touch": size == PHONE if touch is None else touch,
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "no-preference" if motion else "reduce",
            "service_workers": "block",  # what one keeps would hide what the server says; tests of it say "allow"
        }
        context = browser.new_context(**(settings | more))
        context.set_default_timeout(10_000)
        if not fresh:
            context.add_init_script(NO_OFFER)
        troubles.watch(context)
        opened.append(context)
        return context

    yield new
    for one in opened:
        one.close()
