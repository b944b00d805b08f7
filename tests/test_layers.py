"""Arrows point inwards: a package imports only what lies below it.

Read from the bottom of the house to the top, LAYERS is the map of the code.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import kaiten
from kaiten.games import list_games

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

PACKAGE = Path(kaiten.__file__).parent
LAYERS = [
    {"text", "errors", "extras", "folders", "parallel"},  # used everywhere
    {"engine"},  # how draft games are played and scored; knows no game
    {"games"},  # the games, card by card
    {"match"},  # a game from the outside: choices, views, records
    {"bots"},
    {"analysis", "arena", "envs", "scoring", "simulate", "testing"},  # what is done with games
    {"client", "server"},  # tables online
    {"terminal"},
    {"cli"},
    {""},  # the names that `import kaiten` offers
]
# Inside a package only these orders matter: each module imports none that stands after it.
ORDERS = {
    "": ["text", "errors", "extras"],
    "engine": [
        *("plugins", "jit", "rng", "state", "picks", "card", "game", "registry", "dispatch"),
        "draft",
    ],
    "match": ["choice", "events", "record", "view", "match", "replay"],
    "testing": ["playing", "rules", "secrecy", "suite"],
    "server": ["storage", "workers", "tables", "web", "run"],
}
# A view makes the matches that could lie behind it: it imports `match` at the moment it does so.
EXCEPTIONS = {("match.view", "match.match")}
LEVEL = {package: level for level, packages in enumerate(LAYERS) for package in packages}


def modules() -> list[Path]:
    """All modules of the package, except those that Alembic runs."""
    return [path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts]


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def package_of(module: str) -> str:
    return module.split(".")[0]


NAMES = {name_of(path) for path in modules()}


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports when it runs; imports for the type checker do not count."""
    tree = ast.parse(path.read_text())
    typing_only = {
        node
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.dump(branch.test)
        for node in ast.walk(branch)
    }
    home = list(path.relative_to(PACKAGE).parent.parts)
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and node not in typing_only:
            base = home[: len(home) - node.level + 1] + (node.module or "").split(".")
            base = [part for part in base if part]
            for alias in node.names:
                longer = ".".join([*base, alias.name])
                found.add(longer if longer in NAMES else ".".join(base))
    return found


def test_every_module_has_its_layer() -> None:
    assert {package_of(module) for module in NAMES} == set(LEVEL)


def test_no_module_imports_one_above_it() -> None:
    for path in modules():
        module = name_of(path)
        for other in imports_of(path):
            here, there = package_of(module), package_of(other)
            # `kaiten` itself is imported for its version
            if other and here != there:
                allowed = LEVEL[there] < LEVEL[here] or there in ("text", "errors")
                assert allowed, f"{module} imports {other}"


@pytest.mark.parametrize("package", ORDERS)
def test_the_orders_inside_packages_hold(package: str) -> None:
    prefix = f"{package}." if package else ""
    place = {prefix + name: place for place, name in enumerate(ORDERS[package])}
    depth = len(prefix.split("."))

    def stands(module: str) -> int | None:
        return place.get(".".join(module.split(".")[:depth]))

    for path in modules():
        module = name_of(path)
        for other in imports_of(path):
            here, there = stands(module), stands(other)
            if here is not None and there is not None and (module, other) not in EXCEPTIONS:
                assert there <= here, f"{module} imports {other}"


def test_the_engine_names_no_card() -> None:
    cards = [card for game in list_games() for card in game.cards]
    ids = {name for card in cards for name in (card.id, *card.kinds)}
    ids -= {"menu"}  # every game has one in the other sense
    for path in (PACKAGE / "engine").glob("*.py"):
        words = set(re.findall(r"[a-z_0-9]+", path.read_text().lower()))
        assert not words & ids, path.name


def words_of(path: Path) -> set[str]:
    """The names in a file and the words of its texts, but for docstrings and comments."""
    tree = ast.parse(path.read_text())
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set() if node in docstrings else {node.value}
        fields = (getattr(node, field, None) for field in ("id", "attr", "name", "arg"))
        found |= {name for name in fields if isinstance(name, str)}
    return {
        word
        for text in found
        for pattern in ("[a-z_0-9]+", "[a-z0-9]+")
        for word in re.findall(pattern, text.lower())
    }


@pytest.mark.parametrize("package", ["match", "bots", "analysis", "arena", "envs", "scoring"])
def test_what_is_done_with_games_names_no_card(package: str) -> None:
    """What must be known of a card, its block says."""
    cards = [card for game in list_games() for card in game.cards]
    ids = {name for card in cards for name in (card.id, *card.kinds)}
    ids -= {"menu"}  # every game has one in the other sense
    for path in (PACKAGE / package).rglob("*.py"):
        assert not words_of(path) & ids, name_of(path)


@pytest.mark.parametrize("package", ["bots", "analysis"])
def test_bots_and_analysis_import_no_single_game(package: str) -> None:
    """What a bot must know of a card or a game, the card or the game says itself."""
    for path in (PACKAGE / package).rglob("*.py"):
        games = {module for module in imports_of(path) if package_of(module) == "games"}
        assert games <= {"games"}, f"{name_of(path)} imports {games}"


def test_rules_use_no_clock_and_no_other_random_numbers() -> None:
    for path in [*(PACKAGE / "engine").glob("*.py"), *(PACKAGE / "games").rglob("*.py")]:
        source = path.read_text()
        assert "import random" not in source
        assert "import time" not in source
