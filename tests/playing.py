"""Ways of playing matches that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import kaiten
from kaiten import Match

SUSHI_GO: list[tuple[int, dict[str, str]]] = [
    *((players, {"direction": direction}) for players in (2, 3, 4, 5) for direction in ("left", "alternate")),
    (2, {"variant": "robot"}),
    (2, {"variant": "robot", "direction": "alternate"}),
]
TABLES: list[tuple[str, int, dict[str, str]]] = [
    *(("sushi-go", players, options) for players, options in SUSHI_GO),
    *(("trial-meal", players, {}) for players in range(2, 9)),
    *(("trial-buffet", players, {}) for players in (3, 4, 5)),
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
