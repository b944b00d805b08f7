"""How smoothly hands pass in the browser, at a table of eight: frames a second while cards move,
beside those of the same page at rest.

Two things are counted: the frames that the browser showed, by its own report of every frame that
was due, and the frames in which the page could do something itself. The first are what people see:
cards that move are drawn without the page, even while it lays the next hand.

Also how long it takes from the address to a table that can be played at. The server, the bots and
the browser share the machine, as they do when a player is alone. Nothing is compiled meanwhile:
that happens once, after Kaiten was installed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.browser import chromium, people
from tests.server.server_process import ServerProcess

PASSING = 400  # ms after a choice in which everything moves
MARK = "recorded"
# Chromium's report of what became of every frame
FRAMES = "disabled-by-default-devtools.timeline.frame"
RECORD = f"""milliseconds => new Promise(done => {{
    performance.mark("{MARK}");
    const frames = [];
    const first = performance.now();
    const frame = now => {{ frames.push(now); now - first < milliseconds ? requestAnimationFrame(frame) : done(frames); }};
    requestAnimationFrame(frame);
}})"""
TAKE = "() => document.querySelector('.hand:last-child [role=option]:not([aria-disabled=true])').click()"


def paces(frames: list[float]) -> list[float]:
    """The milliseconds from each frame to the next."""
    return [after - before for before, after in pairwise(frames)]


def pass_hands(page: Page, turns: int) -> list[float]:
    """Take a card again and again, and see how long each frame stays while the hands pass."""
    found: list[float] = []
    for _ in range(turns):
        page.keyboard.press("Escape")
        page.wait_for_selector(".hand:last-child [role=option]:not([aria-disabled=true])")
        page.evaluate(TAKE)
        page.keyboard.press("Enter")
        found += paces(page.evaluate(RECORD, PASSING))
    return found


def told(name: str, steps: list[float]) -> dict[str, Any]:
    """Frames a second and the slowest of them."""
    steps = sorted(steps)
    facts = {
        "frames_a_second": round(1000 * len(steps) / sum(steps), 1),
        "median_ms": round(median(steps), 1),
        "p95_ms": round(steps[int(0.95 * len(steps))], 1),
        "late": round(sum(step > 25 for step in steps) / len(steps), 3),
    }
    print(f"{name}: {json.dumps(facts)}")
    return facts


def shown(events: list[dict[str, Any]], milliseconds: int) -> tuple[int, int]:
    """How many frames were shown while it was recorded, and how many were due."""
    begun = [event for event in events if event["name"] == MARK]
    fates: dict[int, set[str]] = defaultdict(set)
    for event in events:
        report = event["args"].get("frame_reporter")
        if (
            report
            and event["pid"] == begun[0]["pid"]
            and is_within(event["ts"], begun, milliseconds)
        ):
            fates[report["frame_sequence"]].add(report["state"])
    due = [fate - {"STATE_NO_UPDATE_DESIRED"} for fate in fates.values()]
    return sum(fate != {"STATE_DROPPED"} for fate in due if fate), sum(map(bool, due))


def is_within(moment: float, begun: list[dict[str, Any]], milliseconds: int) -> bool:
    return any(0 <= moment - event["ts"] < 1000 * milliseconds for event in begun)


def seconds_to_play(context: BrowserContext, code: str) -> float:
    """From the address to a hand that can be played, with nothing in the cache but what the browser
    keeps.
    """
    page = context.new_page()
    began = time.perf_counter()
    page.goto(f"/t/{code}")
    page.wait_for_selector("[role=listbox]")
    page.close()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--players", type=int, default=8)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log", bot_workers=0)
        asyncio.run(server.open())
        try:
            measure(server, given.players, given.turns)
        finally:
            server.close()


def measure(server: ServerProcess, players: int, turns: int) -> None:
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        try:
            context = browser.new_context(
                base_url=server.url, viewport={"width": 1280, "height": 800}
            )
            code = people.playing(
                context, players - 1, game="sushi-go-party", options={"menu": "big-banquet"}
            )
            waits = [round(seconds_to_play(context, code), 2) for _ in range(3)]
            print(f"ready to play after {waits} s, the first time with an empty cache")
            page = people.come(context, code)
            page.wait_for_selector("[role=listbox]")
            told("at rest", paces(page.evaluate(RECORD, 2000)))
            browser.start_tracing(page=page, categories=["blink.user_timing", FRAMES])
            told(f"hands passing, {players} players", pass_hands(page, turns))
            seen, due = shown(json.loads(browser.stop_tracing())["traceEvents"], PASSING)
            print(f"shown meanwhile: {seen} of {due} frames, {60 * seen / due:.1f} a second")
        finally:
            browser.close()


if __name__ == "__main__":
    main()
