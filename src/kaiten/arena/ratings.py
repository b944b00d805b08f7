"""One number for each bot of a pool: at any table, everybody wins in proportion to their strength
(Bradley and Terry; Plackett and Luce).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, quantiles
from typing import Any

from .play_game import Played
from .schedule import Seats

SCALE = 400 / math.log(10)  # as in chess: 400 points more are a strength ten times as great
RESAMPLES = 200
PRECISION = 1e-7
MOST_STEPS = 2000


@dataclass(frozen=True)
class Rating:
    """A strength on the scale of chess, the pool's average being 0, and where 95 of 100 resamples
    of the deals put it.
    """

    name: str
    rating: float
    low: float
    high: float

    def data(self) -> dict[str, Any]:
        return {"name": self.name, "rating": self.rating, "low": self.low, "high": self.high}


def logarithms(
    wins: Sequence[float], tables: Sequence[tuple[Seats, float]], start: Sequence[float]
) -> list[float]:
    """The strengths under which as many wins are expected as there were, of tables with their
    numbers of games: Hunter's MM iteration.
    """
    strength = [math.exp(value) for value in start]
    seats = [(Counter(table).items(), games) for table, games in tables]
    for _ in range(MOST_STEPS):
        due = [0.0] * len(strength)  # the wins that each would have at a strength of 1
        for sitting, games in seats:
            share = games / sum(strength[who] * copies for who, copies in sitting)
            for who, copies in sitting:
                due[who] += share * copies
        better = [math.log(won / fair) for won, fair in zip(wins, due, strict=True)]
        middle = fmean(better)
        before, strength = strength, [math.exp(value - middle) for value in better]
        if all(
            abs(new - old) <= PRECISION * old for new, old in zip(strength, before, strict=True)
        ):
            break
    return [math.log(value) for value in strength]


def ratings(
    names: Sequence[str], tables: Sequence[Seats], games: Sequence[Played], seed: int
) -> tuple[Rating, ...]:
    """Everybody's rating; each table has one more game in which all were level, so that nobody is
    infinitely weak.
    """
    deals = wins_by_deal(len(names), games)
    played = Counter(game.table for game in games)
    weights = [(table, played[number] + 1.0) for number, table in enumerate(tables)]
    level = [sum(table.count(who) / len(table) for table in tables) for who in range(len(names))]

    def rated(chosen: Sequence[Sequence[float]], start: Sequence[float]) -> list[float]:
        return logarithms(list(map(sum, zip(level, *chosen, strict=True))), weights, start)

    best = rated(deals, [0.0] * len(names))
    rng = Random(f"{seed} ratings")
    resampled = [rated(rng.choices(deals, k=len(deals)), best) for _ in range(RESAMPLES)]
    return tuple(
        Rating(
            name,
            SCALE * value,
            *(SCALE * limit for limit in limits([one[who] for one in resampled])),
        )
        for who, (name, value) in enumerate(zip(names, best, strict=True))
    )


def wins_by_deal(entrants: int, games: Sequence[Played]) -> list[list[float]]:
    """For every deal, how many wins each entrant has of all its games."""
    deals = {game.deal: [0.0] * entrants for game in games}
    for game in games:
        for seat, who in enumerate(game.seats):
            deals[game.deal][who] += game.share(seat)
    return list(deals.values())


def limits(values: Sequence[float]) -> tuple[float, float]:
    """Between them lie 95 of 100 of the values."""
    cuts = quantiles(values, n=40, method="inclusive")
    return cuts[0], cuts[-1]
