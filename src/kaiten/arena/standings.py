"""Statistics of the games of each bot: means over deals, with standard errors."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean, stdev
from typing import Any

from ..text import Text
from .play_game import PlayedGame


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error; None for a single deal."""

    mean: float
    error: float | None


def estimate_mean(values: Iterable[tuple[int, float]]) -> Estimate:
    """Return the mean of values, each given with its deal.

    The error is over deals: games of one deal are not independent.
    """
    deals = defaultdict(list)
    for deal, value in values:
        deals[deal].append(value)
    means = [fmean(one) for one in deals.values()]
    return Estimate(fmean(means), stdev(means) / math.sqrt(len(means)) if len(means) > 1 else None)


@dataclass(frozen=True)
class BotStanding:
    """The statistics of one bot."""

    name: str
    win_share: Estimate  # shared wins divided
    margin: Estimate  # points minus the best other player's
    points: Estimate
    seconds_per_choice: float
    failures: Counter[Text]  # why the fallback bot chose for it, and how often

    def data(self, language: str = "en") -> dict[str, Any]:
        return {
            "name": self.name,
            "win_share": self.win_share.mean, "error": self.win_share.error,
            "margin": self.margin.mean, "margin_error": self.margin.error,
            "points": self.points.mean, "points_error": self.points.error,
            "seconds_per_choice": self.seconds_per_choice,
            "failures": self.failures.total(),
            "reasons": {text.to(language): count for text, count in self.failures.most_common()},
        }  # fmt: skip


def compute_standing(name: str, who: int, games: Sequence[PlayedGame]) -> BotStanding:
    """Return the statistics of one entrant over the games that it played."""
    seats = [
        (game, seat) for game in games for seat, other in enumerate(game.seats) if other == who
    ]
    failures: Counter[Text] = Counter()
    for game in games:
        for seat, reason, count in game.failures:
            failures[reason] += count * (game.seats[seat] == who)
    return BotStanding(
        name,
        win_share=estimate_mean((game.deal, game.win_share(seat)) for game, seat in seats),
        margin=estimate_mean((game.deal, game.margin(seat)) for game, seat in seats),
        points=estimate_mean((game.deal, game.points[seat]) for game, seat in seats),
        seconds_per_choice=sum(game.seconds[seat] for game, seat in seats)
        / sum(game.choices[seat] for game, seat in seats),
        failures=+failures,
    )


# how often the row's bot finished ahead of the column's
CrossTable = tuple[tuple[Estimate | None, ...], ...]


def compute_cross_table(entrants: int, games: Sequence[PlayedGame]) -> CrossTable:
    """Return how often each entrant finished ahead of each other one; level counts half."""
    met: dict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
    for game in games:
        for (seat, who), (place, other) in product(enumerate(game.seats), repeat=2):
            if who != other:
                met[who, other].append((game.deal, game.compare_ranks(seat, place)))
    return tuple(
        tuple(
            estimate_mean(met[who, other]) if (who, other) in met else None
            for other in range(entrants)
        )
        for who in range(entrants)
    )
