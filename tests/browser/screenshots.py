"""Takes the pictures of docs/screenshots: python -m tests.browser.screenshots [SCENE ...], which
make screenshots does.
"""

from __future__ import annotations

import random
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from tests.server.conftest import brisk_server

from . import chromium
from .conftest import DESKTOP, LOCALES, PHONE
from .people import Server, come, do, finished, go, myself, open_table, play
from .test_score_helper import Helper

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/screenshots"
PUBLIC = ROOT / "web/public"
Scene = Callable[[BrowserContext, Server], Page]


def home(context: BrowserContext, house: Server) -> Page:
    return go(context.new_page(), "/")


def lobby(context: BrowserContext, house: Server) -> Page:
    code = open_table(
        context, "Ana", "sushi-go-party", seats=[None, None, None, "greedy", "greedy"]
    )
    for name in ("Ben", "Cleo"):
        house.connect_client(code).do("join", name=name)
    return come(context, code)


def game(context: BrowserContext, house: Server) -> Page:
    """A Party game of five in its second round, two of whom have chosen."""
    code = open_table(
        context, "Ana", "sushi-go-party", seats=[None] * 5, options={"menu": "my-first-meal"}
    )
    others = [house.connect_client(code) for _ in range(4)]
    for guest, name in zip(others, ("Ben", "Cleo", "Dan", "Eve"), strict=True):
        guest.do("join", name=name)
    do(context, code, "start")
    everybody = [myself(context, house, code), *others]
    for guest in everybody:
        guest.see(lambda table: table["table"]["stage"] == "playing")
    play(everybody, random.Random(5), turns=14)
    for guest in others[:2]:
        guest.choose(rng=random.Random(1))
    return come(context, code)


def points(context: BrowserContext, house: Server) -> Page:
    """The sheet of the last round, with the reasons of its first dish."""
    page = go(context.new_page(), f"/t/{finished(house, 4, game='sushi-go')}")
    page.locator(".dish").first.click()
    return page


def replay(context: BrowserContext, house: Server) -> Page:
    return go(context.new_page(), f"/t/{finished(house, 3, game='sushi-go')}/games/1?step=8")


def helper(context: BrowserContext, house: Server) -> Page:
    """A round of cardboard cards, counted."""
    page = go(context.new_page(), "/score")
    counting = Helper(page, Locator.click).start("Sushi Go!", "Ana", "Ben", "Cleo")
    counting.lay("Ana", "Wasabi", "Squid nigiri", "2 Tempura", "Double maki", "Pudding")
    counting.lay("Ben", "3 Sashimi", "Triple maki", "2 Dumpling")
    counting.lay("Cleo", "4 Dumpling", "Salmon nigiri", "Pudding")
    counting.chip("Ana")
    page.evaluate("scrollTo(0, 0)")
    return page


SCENES: dict[str, Scene] = {
    "home": home,
    "lobby": lobby,
    "game": game,
    "points": points,
    "replay": replay,
    "helper": helper,
}
LOOKS = [
    (f"{name}-{'dark' if dark else 'light'}", size, dark)
    for name, size in (("desktop", DESKTOP), ("phone", PHONE))
    for dark in (False, True)
]


def settle(page: Page) -> None:
    """Wait until nothing moves or loads any more."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(400)


def take(browser: Browser, house: Server, name: str, scene: Scene) -> None:
    for look, (width, height), dark in LOOKS:
        context = browser.new_context(
            base_url=house.url,
            locale=LOCALES["en"],
            viewport={"width": width, "height": height},
            has_touch=width < 500,
            device_scale_factor=2 if width < 500 else 1,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            service_workers="block",
        )
        page = scene(context, house)
        settle(page)
        save(page, FOLDER / f"{name}-{look}.png")
        context.close()
        house.empty()


def save(page: Page, path: Path, **wish: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(smaller(page.screenshot(**wish)))
    print(path.relative_to(ROOT), f"{path.stat().st_size // 1024} kB", flush=True)


def smaller(png: bytes) -> bytes:
    """Compress a picture as well as possible; the browser only compresses it fast."""
    head, chunks = png[:8], list(chunks_of(png))
    pixels = zlib.compress(
        zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT")), 9
    )
    header = next(data for kind, data in chunks if kind == b"IHDR")
    return head + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def icons(browser: Browser) -> None:
    """The icon in the sizes and the form that some systems want."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for name, size in (("icon-192", 192), ("icon-512", 512), ("icon-180", 180)):
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(
            f"<style>body{{margin:0}} svg{{display:block;width:{size}px}}</style>{drawing}"
        )
        save(page, PUBLIC / f"{name}.png", omit_background=True)
        page.close()


def main(wanted: list[str]) -> None:
    unknown = set(wanted) - {*SCENES, "icons"}
    if unknown:
        sys.exit(
            f"There is no scene {', '.join(sorted(unknown))}; there are {', '.join([*SCENES, 'icons'])}."
        )
    if not chromium.found():
        sys.exit(f"No pictures: {chromium.MISSING}.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house, browser = brisk_server(f"sqlite:///{folder}/tables.db"), chromium.launch(playwright)
        for name in wanted or SCENES:
            if name == "icons":
                icons(browser)
            else:
                take(browser, house, name, SCENES[name])
        browser.close()
        house.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
