"""What the games say of each bot: means over deals, with standard errors."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean, stdev
from typing import Any

from ..text import Text
from .play_game import Played


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error, which a single deal does not tell."""

    mean: float
    error: float | None


def estimate(values: Iterable[tuple[int, float]]) -> Estimate:
    """The mean of values, each with its deal. Games of one deal are alike: only deals are drawn at
    random.
    """
    deals = defaultdict(list)
    for deal, value in values:
        deals[deal].append(value)
    means = [fmean(one) for one in deals.values()]
    return Estimate(fmean(means), stdev(means) / math.sqrt(len(means)) if len(means) > 1 else None)


@dataclass(frozen=True)
class Standing:
    """How a bot has done."""

    name: str
    win_share: Estimate  # shared victories divided
    margin: Estimate  # points beyond the best other player's
    points: Estimate
    seconds_per_choice: float
    failures: Counter[Text]  # why another bot chose for it, and how often

    def data(self, language: str = "en") -> dict[str, Any]:
        return {
            "name": self.name,
            "win_share": self.win_share.mean, "error": self.win_share.error,
            "margin": self.margin.mean, "margin_error": self.margin.error,
            "points": self.points.mean, "points_error": self.points.error,
            "seconds_per_choice": self.seconds_per_choice,
            "failures": self.failures.total(),
            "reasons": {words.to(language): count for words, count in self.failures.most_common()},
        }  # fmt: skip


def standing(name: str, who: int, games: Sequence[Played]) -> Standing:
    """How one of the entrants has done."""
    sat = [(game, seat) for game in games for seat, other in enumerate(game.seats) if other == who]
    failures: Counter[Text] = Counter()
    for game in games:
        for seat, words, count in game.failures:
            failures[words] += count * (game.seats[seat] == who)
    return Standing(
        name,
        win_share=estimate((game.deal, game.share(seat)) for game, seat in sat),
        margin=estimate((game.deal, game.margin(seat)) for game, seat in sat),
        points=estimate((game.deal, game.points[seat]) for game, seat in sat),
        seconds_per_choice=sum(game.seconds[seat] for game, seat in sat)
        / sum(game.choices[seat] for game, seat in sat),
        failures=+failures,
    )


# how often the row's bot finished ahead of the column's
Cross = tuple[tuple[Estimate | None, ...], ...]


def cross_table(entrants: int, games: Sequence[Played]) -> Cross:
    """How often each finished ahead of each other one, of the games in which both sat; level counts
    half.
    """
    met: dict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
    for game in games:
        for (seat, who), (place, other) in product(enumerate(game.seats), repeat=2):
            if who != other:
                met[who, other].append((game.deal, game.ahead(seat, place)))
    return tuple(
        tuple(
            estimate(met[who, other]) if (who, other) in met else None for other in range(entrants)
        )
        for who in range(entrants)
    )
