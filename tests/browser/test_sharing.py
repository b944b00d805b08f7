"""Data that the server sends again without a change keeps its identity, so that the page does not draw
it again.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from web import build_client

PLAIN = "process.stdout.write(require('typescript').transpileModule(require('fs').readFileSync('src/structuralSharing.ts', 'utf8'), { compilerOptions: { module: 'esnext', target: 'esnext' } }).outputText)"
SHARE = """([source, now, before]) => import("data:text/javascript," + encodeURIComponent(source)).then(({ shareStructure }) => {
    const found = shareStructure(now, before);
    const kept = (one, other, path) => one === other ? [path] : typeof one !== "object" || typeof other !== "object" || !one || !other ? []
        : Object.keys(one).flatMap((name) => kept(one[name], other[name], path + "/" + name));
    return { found, same: found === before, kept: kept(found, before, "") };
})"""


@pytest.fixture(scope="module")
def source() -> str:
    """The function as a browser reads it."""
    node = build_client.find_node()
    assert node
    return subprocess.run(
        [node, "-e", PLAIN], cwd=build_client.WEB, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def share(page: Page, source: str, now: Any, before: Any) -> Any:
    """What becomes of something new, and which parts of it are those of before."""
    told = page.evaluate(SHARE, [source, now, before])
    assert told["found"] == json.loads(json.dumps(now))
    return told


ALIKE = [[], {}, [1, [2, {"a": None}]], {"trays": [{"eel": 1}, {}], "round": 1, "chosen": None}]


@pytest.mark.parametrize("value", ALIKE, ids=str)
def test_what_is_alike_is_the_same(page: Page, source: str, value: Any) -> None:
    assert share(page, source, value, value)["same"]


def test_only_what_has_changed_is_new(page: Page, source: str) -> None:
    before = {
        "trays": [{"eel": 1}, {"tofu": 2}],
        "names": ["Ana", "Bo"],
        "log": [{"turn": 1}],
        "prompt": {"id": "pick"},
    }
    now = before | {
        "trays": [{"eel": 1}, {"tofu": 3}],
        "log": [{"turn": 1}, {"turn": 2}],
        "prompt": None,
    }
    assert share(page, source, now, before)["kept"] == ["/trays/0", "/names", "/log/0"]


@pytest.mark.parametrize(
    ("now", "before"),
    [
        ({"a": 1}, {"a": 1, "b": 1}),
        ({"a": 1, "b": None}, {"a": 1}),
        ([1], [1, 2]),
        ([], {}),
        ({"a": 1}, None),
        (1, [1]),
    ],
    ids=str,
)
def test_what_has_more_or_less_is_new(page: Page, source: str, now: Any, before: Any) -> None:
    assert not share(page, source, now, before)["same"]
