"""A contest: who meets whom, at which deals, in which seats. Every deal is played in several seat
orders, so that luck falls to everybody alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import factorial, prod
from random import Random
from typing import Any

from ..bots import Bot
from ..errors import BadContest, BadPlayers
from ..games import find
from ..match.match import checked_seed
from ..text import Text
from .entrants import Entrant, entrants

MOST_ORDERS = 8  # of which all are played; where there are more, a random one and its rotations

Seats = tuple[int, ...]  # by seat, which of the entrants sits there


@dataclass(frozen=True)
class Contest:
    """Bots that meet, over and over."""

    game: str
    players: int
    options: Mapping[str, Any]
    seed: int
    entrants: tuple[Entrant, ...]
    tables: tuple[Seats, ...]  # who meets; the seats change from game to game
    pool: bool = False  # whether every entrant meets every other one, instead of all at one table

    @cached_property
    def games_per_deal(self) -> int:
        return sum(len(self.orders(table, 0)) for table in range(len(self.tables)))

    def data(self) -> dict[str, Any]:
        """What makes two contests the same one."""
        return {
            "game": self.game,
            "version": find(self.game).version,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "entrants": [one.data() for one in self.entrants],
            "tables": [list(table) for table in self.tables],
        }

    def orders(self, table: int, deal: int) -> list[Seats]:
        """The seat orders in which a table plays a deal; who sits where among bots of one name is
        left to chance.
        """
        rng, sitting = Random(f"{self.seed} {deal} seats"), self.tables[table]
        names = [self.entrants[who].name for who in sitting]
        if factorial(len(names)) // prod(map(factorial, Counter(names).values())) <= MOST_ORDERS:
            return [
                self._seated(order, shuffled(sitting, rng)) for order in sorted(arrangements(names))
            ]
        order = shuffled(sitting, rng)
        return [order[turn:] + order[:turn] for turn in range(len(order))]

    def _seated(self, names: Sequence[str], sitting: Seats) -> Seats:
        """Which entrant sits where, when bots of these names do."""
        waiting = {
            name: iter([who for who in sitting if self.entrants[who].name == name])
            for name in names
        }
        return tuple(next(waiting[name]) for name in names)

    def sittings(self, deals: int) -> Iterator[Sitting]:
        """All games of so many deals."""
        for deal in range(deals):
            for table in range(len(self.tables)):
                for order, seats in enumerate(self.orders(table, deal)):
                    yield Sitting(self, table, deal, order, seats)


@dataclass(frozen=True)
class Sitting:
    """One game of a contest, to be played."""

    contest: Contest
    table: int
    deal: int
    order: int
    seats: Seats

    @property
    def key(self) -> tuple[int, int, int]:
        return self.table, self.deal, self.order


def shuffled(seats: Seats, rng: Random) -> Seats:
    return tuple(rng.sample(seats, len(seats)))


def arrangements(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All orders of the names; equal ones are not told apart."""
    if not names:
        yield ()
    for name in set(names):
        others = list(names)
        others.remove(name)
        for rest in arrangements(others):
            yield name, *rest


def at_one_table(
    game: str, bots: Sequence[str | Bot], players: int | None, options: Mapping[str, Any], seed: int,
    think: float | None = None, iterations: int | None = None,
) -> Contest:  # fmt: skip
    """A contest of bots that all play together."""
    if players not in (None, len(bots)):
        raise BadPlayers(AS_MANY.format(players=players, bots=len(bots)))
    chosen = laid(game, len(bots), options, seed)
    found = entrants(bots, think, iterations)
    return Contest(game, len(bots), chosen, seed, found, (tuple(range(len(bots))),))


def in_pairs(
    game: str, pool: Sequence[str | Bot], players: int | None, options: Mapping[str, Any], seed: int,
    think: float | None = None, iterations: int | None = None,
) -> Contest:  # fmt: skip
    """A contest in which every bot meets every other one: alone against it, or against so many of
    it as there are other seats.
    """
    people = players or min(find(game).hand_sizes)
    chosen = laid(game, people, options, seed)
    found = entrants(pool, think, iterations)
    if len({one.name for one in found}) < max(len(found), 2):
        raise BadContest(POOL)
    numbers = range(len(found))
    pairs = combinations(numbers, 2) if people == 2 else permutations(numbers, 2)
    tables = tuple((one, *[other] * (people - 1)) for one, other in pairs)
    return Contest(game, people, chosen, seed, found, tables, pool=True)


def laid(game: str, players: int, options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """All options of a game, when it can be played with them; what is left to chance is drawn anew
    for every deal.
    """
    played = find(game)
    chosen = played.options(options)
    played.table(players, played.decided(chosen, players, checked_seed(seed)))
    return chosen


AS_MANY = Text(
    "{players} players, but {bots} named as bots: name one bot for each seat.",
    "{players} joueurs, mais {bots} bots nommés : nommez un bot pour chaque place.",
)
POOL = Text(
    "A pool has two or more bots, each named once; the same one at two budgets is two: search@500,search@5000.",
    "Un groupe a au moins deux bots, chacun nommé une fois ; le même à deux budgets en fait deux : search@500,search@5000.",
)
