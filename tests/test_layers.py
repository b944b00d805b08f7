"""Arrows point inwards: a module imports only what lies below it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import kaiten
from kaiten.games import GAMES

pytestmark = pytest.mark.once

PACKAGE = Path(kaiten.__file__).parent
LAYERS = [
    {"jit", "words", "crew"},
    {"dice", "state", "errors", "fair", "emotes"},
    {"moves", "card"},
    {"game"},
    {"cardboard", "games.classics", "games.sushi_go_party.menus"},
    {"games.sushi_go", "games.sushi_go_party.box", "games.sushi_draft"},
    {"games.sushi_go_party.rolls"},
    {"games.sushi_go_party.appetizers", "games.sushi_go_party.desserts", "games.sushi_go_party.specials"},
    {"games.sushi_go_party.tools"},
    {"games.sushi_go_party"},
    {"games"},
    {"games.switchboard"},
    {"draft"},
    {"choice"},
    {"events", "memory", "tokens"},
    {"record", "sheet", "worlds"},
    {"view"},
    {"match", "parcel"},
    {"bots.chance", "bots.greedy", "bots.budget", "bots.outlook", "bots.rules.cookbook"},
    {"bots.safe", "bots.endings", "bots.rules.outlook"},
    {"bots.rules.tastes"},
    {"bots.rules.trial"},
    {"bots.rules.deeds"},
    {"bots.rules.recipes"},
    {"bots.rules.thought"},
    {"bots.rules", "bots.tree"},
    {"bots.hindsight"},
    {"bots.guesses"},
    {"bots.imagination"},
    {"bots.planner", "bots.search", "reasons"},
    {"bots.levels"},
    {"bots", "reader", "score", "simulate", "line", "advice"},
    {"arena.entrants", "analysis"},
    {"arena.plan"},
    {"arena.sitting"},
    {"arena.ledger", "arena.ratings", "arena.standings"},
    {"arena"},
    {"arena.picture", "arena.report", "review", "hints"},
    {"client"},
    {"server", "server.order", "server.settings", "server.logs", "server.metrics", "server.refusals", "server.clerks"},
    {"server.cook", "server.critic", "server.ask", "server.bell", "server.table"},
    {"server.catalogue", "server.commands", "server.kitchen", "server.front", "server.pages", "server.store"},
    {"server.scene", "server.telegraph"},
    {"server.hall", "server.messages", "server.answers"},
    {"server.guard", "server.replays", "server.analyses"},
    {"server.connection"},
    {"server.routes"},
    {"server.app"},
    {"server.describe", "server.serve"},
    {"screen", "verdict"},
    {"tui"},
    {"remote"},
    {"cli"},
    {""},
]
LEVEL = {module: level for level, modules in enumerate(LAYERS) for module in modules}
# A view makes the matches that could lie behind it: the one arrow that points outwards, taken when it is needed.
EXCEPTIONS = {("view", "match")}


def modules() -> list[Path]:
    """All modules; what Alembic reads is none."""
    return [path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts]


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports_of(path: Path) -> set[str]:
    """The modules of the package that a file imports when it runs; what is for the type checker alone does not count."""
    tree = ast.parse(path.read_text())
    typing_only = {
        node for branch in ast.walk(tree) if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.dump(branch.test)
        for node in ast.walk(branch)
    }  # fmt: skip
    home = list(path.relative_to(PACKAGE).parent.parts)
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and node not in typing_only:
            base = home[: len(home) - node.level + 1] + (node.module.split(".") if node.module else [])
            for alias in node.names:
                longer = ".".join([*base, alias.name])
                found.add(longer if longer in LEVEL else ".".join(base))
    return found


def test_every_module_has_its_layer() -> None:
    assert {name_of(path) for path in modules()} == set(LEVEL)


def test_no_module_imports_one_above_it() -> None:
    for path in modules():
        module = name_of(path)
        for other in imports_of(path):
            if (module, other) not in EXCEPTIONS and other:  # the version is written at the top
                assert LEVEL[other] < LEVEL[module], f"{module} imports {other}"


def test_the_kernel_names_no_card() -> None:
    cards = [card for game in GAMES for card in game.cards]
    names = {name for card in cards for name in (card.id, *card.kinds)} - {
        "menu"
    }  # every game has one in the other sense
    for module in ("draft", "moves", "card", "game", "dice", "jit", "games/switchboard"):
        words = set(re.findall(r"[a-z_0-9]+", (PACKAGE / f"{module}.py").read_text().lower()))
        assert not words & names, module


def test_rules_use_no_clock_and_no_other_dice() -> None:
    rules = [PACKAGE / f"{module}.py" for module in ("draft", "moves", "card", "dice")]
    for path in [*rules, *(PACKAGE / "games").rglob("*.py")]:
        source = path.read_text()
        assert "import random" not in source
        assert "import time" not in source
