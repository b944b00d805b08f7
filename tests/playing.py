"""Ways of playing matches that several tests share."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.bots import LADDER, LEVELS
from kaiten.games.sushi_go_party.box import game as party
from kaiten.games.sushi_go_party.menus import MENUS
from kaiten.testing.playing import play_steps as steps
from kaiten.testing.playing import play_through
from tests.long_run import LONG
from tests.pairwise import pairs, sample

SUSHI_GO: list[tuple[int, dict[str, str]]] = [
    *(
        (players, {"direction": direction})
        for players in (2, 3, 4, 5)
        for direction in ("left", "alternate")
    ),
    (2, {"variant": "robot"}),
    (2, {"variant": "robot", "direction": "alternate"}),
]
PARTY: list[tuple[int, str]] = [
    (players, menu.id)
    for menu in MENUS
    for players in range(2, 9)
    if all(players in party.limits.get(dish, range(2, 9)) for dish in menu.dishes.split(","))
]
SPREAD = [
    (6, "my-first-meal"),
    (2, "sushi-go"),
    (4, "party-sampler"),
    (8, "master-menu"),
    (3, "points-platter"),
    (5, "cutthroat-combo"),
    (7, "big-banquet"),
    (2, "dinner-for-two"),
]
SUSHI_DRAFT: list[tuple[int, dict[str, Any]]] = [
    (players, {"direction": direction, "advanced": advanced})
    for players, direction in ((3, "left"), (4, "alternate"), (5, "left"))
    for advanced in (False, True)
]
Table = tuple[str, int, dict[str, Any]]  # game, players, options
ALL_TABLES: list[Table] = [
    *(("sushi-go", players, options) for players, options in SUSHI_GO),
    *(("sushi-go-party", players, {"menu": menu}) for players, menu in SPREAD),
    ("sushi-go-party", 5, {"menu": "big-banquet", "edition": "en"}),
    ("sushi-go-party", 4, {"menu": "points-platter", "edition": "en"}),
    ("sushi-go-party", 2, {"menu": "dinner-for-two", "edition": "en"}),
    (
        "sushi-go-party",
        3,
        {"menu": "uramaki,eel,tofu,miso_soup,chopsticks,special_order,pudding", "edition": "en"},
    ),
    ("sushi-go-party", 4, {"menu": "maki,eel,tofu,miso_soup,spoon,special_order,pudding"}),
    ("sushi-go-party", 2, {"menu": "maki,eel,tofu,miso_soup,takeout_box,special_order,fruit"}),
    *(("sushi-draft", players, options) for players, options in SUSHI_DRAFT),
]


# --- Samples for tests whose subject is not the rules ---


def settings_of(table: Table) -> set[tuple[str, Any]]:
    """Return what a table plays by, apart from its menu. Player numbers count as two, some, many."""
    game, players, options = table
    size = "two" if players == 2 else "some" if players < 5 else "many"
    usual = {"edition": "fr"} if game == "sushi-go-party" else {}
    others = {name: value for name, value in options.items() if name != "menu"}
    return {("game", game), ("players", size), *(usual | others).items()}


def dishes_of(table: Table) -> set[tuple[str, Any]]:
    menu = str(table[2].get("menu", ""))
    listed = next((known.dishes for known in MENUS if known.id == menu), menu)
    return {("dish", dish) for dish in listed.split(",") if dish}


def table_needs(table: Table) -> set[Any]:
    """Return the pairs of a table's settings, and its dishes."""
    return pairs(settings_of(table)) | dishes_of(table)


def party_needs(row: tuple[int, str, str]) -> set[Any]:
    """Return each dish of a table with its number of players and with its edition, and its menu."""
    players, menu, edition = row
    dishes = dishes_of(("sushi-go-party", players, {"menu": menu}))
    return {(dish, with_it) for dish in dishes for with_it in (players, edition)} | {menu}


def bot_needs(row: tuple[Table, str]) -> set[Any]:
    """Return the pairs of a bot with a table's settings and dishes."""
    table, bot = row
    return {(bot, value) for value in settings_of(table) | dishes_of(table)} | table_needs(table)


TABLES = sample(ALL_TABLES, table_needs)
PARTY_TABLES: list[tuple[int, str, str]] = sample(
    [(*table, edition) for table in PARTY for edition in ("fr", "en")], party_needs
)
EVERY_TABLE: list[Table] = ALL_TABLES + [
    ("sushi-go-party", players, {"menu": menu, "edition": edition})
    for players, menu, edition in PARTY_TABLES
]
FEW_TABLES = sample(ALL_TABLES, settings_of)  # for what takes very long at each table
TABLES_AND_BOTS = sample(product(ALL_TABLES, LADDER), bot_needs)
# difficulty levels are the bots with other budgets and softer choices: three tables are enough
TABLES_AND_LEVELS = list(
    product(ALL_TABLES if LONG else [ALL_TABLES[8], ALL_TABLES[17], ALL_TABLES[-1]], LEVELS)
)


def every_table(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test at every table of the sample. It is a sweep: coverage does not need it."""
    at_tables = pytest.mark.parametrize(("game", "players", "options"), TABLES)
    return pytest.mark.sweep(at_tables(test))


def play_out(game: str, players: int, seed: int, **options: Any) -> Match:
    """A finished match of players who choose anything; played once."""
    return _finished_game(game, players, seed, tuple(options.items()))


def example_game(game: str, players: int, seed: int = 1, **options: Any) -> tuple[Match, ...]:
    """Return a match of players who choose anything after every single answer; played once."""
    return play_through(new_game(game, players, seed, **options))


def new_game(game: str, players: int, seed: int = 1, **options: Any) -> Match:
    """Return a match that was just dealt; the same one for the same options."""
    return _deal(game, players, seed, tuple(options.items()))


Frozen = tuple[tuple[str, Any], ...]


@lru_cache(maxsize=200)
def _finished_game(game: str, players: int, seed: int, options: Frozen) -> Match:
    *_, match = steps(kaiten.deal(game, players, seed, **dict(options)), Random(seed))
    return match


@lru_cache(maxsize=200)
def _deal(game: str, players: int, seed: int, options: Frozen) -> Match:
    return kaiten.deal(game, players, seed, **dict(options))
