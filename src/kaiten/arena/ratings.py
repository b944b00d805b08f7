"""One rating for each bot of a pool. At any table, a bot wins in proportion to its strength
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

from .play_game import PlayedGame
from .schedule import SeatOrder

SCALE = 400 / math.log(10)  # as in chess: 400 points more are a strength ten times as great
RESAMPLES = 200
PRECISION = 1e-7
MAX_STEPS = 2000


@dataclass(frozen=True)
class Rating:
    """A strength on the scale of chess, 0 being the pool's average, with the interval that holds
    95 of 100 resamples of the deals.
    """

    name: str
    rating: float
    low: float
    high: float

    def data(self) -> dict[str, Any]:
        return {"name": self.name, "rating": self.rating, "low": self.low, "high": self.high}


def fit_log_strengths(
    wins: Sequence[float], tables: Sequence[tuple[SeatOrder, float]], start: Sequence[float]
) -> list[float]:
    """Return the log strengths under which the expected wins equal the observed ones.

    `tables` are given with their numbers of games. The algorithm is Hunter's MM iteration.
    """
    strength = [math.exp(value) for value in start]
    counted = [(Counter(table).items(), games) for table, games in tables]
    for _ in range(MAX_STEPS):
        expected = [0.0] * len(strength)  # the wins that each would have at a strength of 1
        for entrants, games in counted:
            share = games / sum(strength[who] * copies for who, copies in entrants)
            for who, copies in entrants:
                expected[who] += share * copies
        better = [math.log(won / fair) for won, fair in zip(wins, expected, strict=True)]
        middle = fmean(better)
        before, strength = strength, [math.exp(value - middle) for value in better]
        if all(
            abs(new - old) <= PRECISION * old for new, old in zip(strength, before, strict=True)
        ):
            break
    return [math.log(value) for value in strength]


def compute_ratings(
    names: Sequence[str], tables: Sequence[SeatOrder], games: Sequence[PlayedGame], seed: int
) -> tuple[Rating, ...]:
    """Return the rating of every bot.

    Each table counts one more game in which all were level, so that no rating is infinite.
    """
    deals = count_wins_by_deal(len(names), games)
    played = Counter(game.table for game in games)
    weights = [(table, played[number] + 1.0) for number, table in enumerate(tables)]
    level = [sum(table.count(who) / len(table) for table in tables) for who in range(len(names))]

    def fit(chosen: Sequence[Sequence[float]], start: Sequence[float]) -> list[float]:
        return fit_log_strengths(list(map(sum, zip(level, *chosen, strict=True))), weights, start)

    best = fit(deals, [0.0] * len(names))
    rng = Random(f"{seed} ratings")
    resampled = [fit(rng.choices(deals, k=len(deals)), best) for _ in range(RESAMPLES)]
    return tuple(
        Rating(
            name,
            SCALE * value,
            *(SCALE * limit for limit in compute_interval([one[who] for one in resampled])),
        )
        for who, (name, value) in enumerate(zip(names, best, strict=True))
    )


def count_wins_by_deal(entrants: int, games: Sequence[PlayedGame]) -> list[list[float]]:
    """Return for every deal the sum of each entrant's win shares."""
    deals = {game.deal: [0.0] * entrants for game in games}
    for game in games:
        for seat, who in enumerate(game.seats):
            deals[game.deal][who] += game.win_share(seat)
    return list(deals.values())


def compute_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the limits between which 95 of 100 of the values lie."""
    cuts = quantiles(values, n=40, method="inclusive")
    return cuts[0], cuts[-1]
