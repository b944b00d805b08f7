"""What axe-core finds wrong with a page for those who do not see, hear or point as others do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']}).then(found => found.violations)"
# by a bar that stays at the edge, from under which it can be scrolled
SCROLLED = "because it is partially obscured"


@cache
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Everything that is wrong with a page as it now is, a line for each place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())  # as the browser's own tools would, which no content policy forbids
    found = [told(rule, node) for rule in page.evaluate(RUN, RULES) for node in rule["nodes"]]
    return [one for one in found if SCROLLED not in one]


def told(rule: dict[str, Any], node: dict[str, Any]) -> str:
    why = " ".join(node.get("failureSummary", "").split())
    return f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}\n    {node['html'][:160]}\n    {why}"


def scan(page: Page) -> None:
    """Fail with a list that can be read, if anything is wrong."""
    found = violations(page)
    assert not found, f"{page.url}\n" + "\n".join(found)
