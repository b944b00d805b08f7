"""Ways of playing matches that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import kaiten
from kaiten import Match
from kaiten.games.sushi_go_party.menus import FOR_PLAYERS, MENUS

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
    if all(players in FOR_PLAYERS.get(dish, range(2, 9)) for dish in menu.dishes.split(","))
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
TABLES: list[Table] = [
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
EVERY_TABLE: list[Table] = TABLES + [
    ("sushi-go-party", players, {"menu": menu, "edition": edition})
    for players, menu in PARTY
    for edition in ("fr", "en")
]


def steps(match: Match, rng: Random) -> Iterator[Match]:
    """The match, and the match after every single answer of players who choose anything."""
    yield match
    while not match.over:
        seat = rng.choice(match.waiting)
        match = match.choose(seat, rng.choice(match.choices(seat)))
        yield match


def play_out(game: str, players: int, seed: int, **options: Any) -> Match:
    """A finished match of players who choose anything."""
    *_, match = steps(kaiten.deal(game, players, seed, **options), Random(seed))
    return match
