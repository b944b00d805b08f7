"""A contest: which bots meet, at which deals, in which seats.

Every deal is played in several seat orders, so that the luck of the deal is shared equally.
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

from ..bots import MODE_FREE_BOTS, PLAIN_BOTS, Bot
from ..engine.jit import JIT, choose_mode
from ..errors import BadContest, BadPlayers
from ..games import find_game
from ..match.match import check_seed
from ..parallel import Mode
from ..text import Text
from .entrants import Entrant, parse_entrants

# Up to this many seat orders, all are played; of more, one random order and its rotations.
MAX_ORDERS = 8

SeatOrder = tuple[int, ...]  # by seat, the index of the entrant that sits there


@dataclass(frozen=True)
class Contest:
    """Bots that meet repeatedly at one table, or pairwise in a pool."""

    game: str
    players: int
    options: Mapping[str, Any]
    seed: int
    entrants: tuple[Entrant, ...]
    tables: tuple[SeatOrder, ...]  # who meets; the seats change from game to game
    pool: bool = False  # whether every entrant meets every other one, instead of all at one table

    @cached_property
    def games_per_deal(self) -> int:
        return sum(len(self.seat_orders(table, 0)) for table in range(len(self.tables)))

    @property
    def mode(self) -> Mode:
        """The mode in which the bots play: `auto` for those that play the same in both."""
        names = {one.bot for one in self.entrants}
        if names <= MODE_FREE_BOTS:
            return "plain" if names <= PLAIN_BOTS else choose_mode()
        return "compiled" if JIT else "plain"

    def data(self) -> dict[str, Any]:
        """Return what identifies a contest, as plain data.

        The mode is part of it where bots search more when the rules are compiled.
        """
        mode_free = {one.bot for one in self.entrants} <= MODE_FREE_BOTS
        return {
            "mode": "any" if mode_free else self.mode,
            "game": self.game,
            "version": find_game(self.game).version,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "entrants": [one.data() for one in self.entrants],
            "tables": [list(table) for table in self.tables],
        }

    def seat_orders(self, table: int, deal: int) -> list[SeatOrder]:
        """Return the seat orders in which a table plays a deal.

        Bots of the same name are interchangeable: chance decides which of them sits where.
        """
        rng, entrants = Random(f"{self.seed} {deal} seats"), self.tables[table]
        names = [self.entrants[who].name for who in entrants]
        if factorial(len(names)) // prod(map(factorial, Counter(names).values())) <= MAX_ORDERS:
            return [
                self._assign_seats(order, shuffle_seats(entrants, rng))
                for order in sorted(permute_names(names))
            ]
        order = shuffle_seats(entrants, rng)
        return [order[turn:] + order[:turn] for turn in range(len(order))]

    def _assign_seats(self, names: Sequence[str], entrants: SeatOrder) -> SeatOrder:
        """Return which entrant sits where, given the bot's name for each seat."""
        waiting = {
            name: iter([who for who in entrants if self.entrants[who].name == name])
            for name in names
        }
        return tuple(next(waiting[name]) for name in names)

    def schedule_games(self, deals: int) -> Iterator[ScheduledGame]:
        """Yield all games of the first `deals` deals."""
        for deal in range(deals):
            for table in range(len(self.tables)):
                for order, seats in enumerate(self.seat_orders(table, deal)):
                    yield ScheduledGame(self, table, deal, order, seats)


@dataclass(frozen=True)
class ScheduledGame:
    """One game of a contest, to be played."""

    contest: Contest
    table: int
    deal: int
    order: int
    seats: SeatOrder

    @property
    def key(self) -> tuple[int, int, int]:
        return self.table, self.deal, self.order


def shuffle_seats(seats: SeatOrder, rng: Random) -> SeatOrder:
    return tuple(rng.sample(seats, len(seats)))


def permute_names(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all distinct orders of the names."""
    if not names:
        yield ()
    for name in set(names):
        others = list(names)
        others.remove(name)
        for rest in permute_names(others):
            yield name, *rest


def make_table_contest(
    game: str, bots: Sequence[str | Bot], players: int | None,
    options: Mapping[str, Any], seed: int,
    think: float | None = None, iterations: int | None = None,
) -> Contest:  # fmt: skip
    """Return a contest of bots that all play at one table."""
    if players not in (None, len(bots)):
        raise BadPlayers(ONE_BOT_PER_SEAT.format(players=players, bots=len(bots)))
    chosen = check_contest_options(game, len(bots), options, seed)
    found = parse_entrants(bots, think, iterations)
    return Contest(game, len(bots), chosen, seed, found, (tuple(range(len(bots))),))


def make_pool_contest(
    game: str, pool: Sequence[str | Bot], players: int | None,
    options: Mapping[str, Any], seed: int,
    think: float | None = None, iterations: int | None = None,
) -> Contest:  # fmt: skip
    """Return a contest in which every bot meets every other one.

    At more than two players, one bot meets copies of the other in all remaining seats.
    """
    people = min(find_game(game).hand_sizes) if players is None else players
    chosen = check_contest_options(game, people, options, seed)
    found = parse_entrants(pool, think, iterations)
    if len({one.name for one in found}) < max(len(found), 2):
        raise BadContest(BAD_POOL)
    numbers = range(len(found))
    pairs = combinations(numbers, 2) if people == 2 else permutations(numbers, 2)
    tables = tuple((one, *[other] * (people - 1)) for one, other in pairs)
    return Contest(game, people, chosen, seed, found, tables, pool=True)


def check_contest_options(
    game: str, players: int, options: Mapping[str, Any], seed: int
) -> dict[str, Any]:
    """Return all options of a game. Raise if it cannot be played with them.

    What the options leave to chance is drawn for every deal.
    """
    played = find_game(game)
    chosen = played.options(options)
    played.table(players, played.decide_options(chosen, players, check_seed(seed)))
    return chosen


ONE_BOT_PER_SEAT = Text("There are {players} players but {bots} bots: name one bot for each seat.")
BAD_POOL = Text(
    "A pool needs two or more different bots. One bot at two budgets counts as two: "
    "search@500,search@5000."
)
