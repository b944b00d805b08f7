"""One game of a contest, played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from time import perf_counter
from typing import Any

from ..bots.fallback import safely
from ..engine import draft
from ..engine.jit import JIT
from ..match.match import deal
from ..text import Text
from .schedule import Contest, Seats, Sitting


@dataclass(frozen=True)
class Played:
    """What came of a game; everything by seat."""

    table: int
    deal: int
    order: int
    seats: Seats
    points: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is the winner's; equal players share one
    seconds: tuple[float, ...]  # that the bot has thought in all
    choices: tuple[int, ...]  # that it has made
    failures: tuple[
        tuple[int, Text, int], ...
    ] = ()  # the seat, why another bot chose for it, and how often

    @property
    def key(self) -> tuple[int, int, int]:
        return self.table, self.deal, self.order

    def share(self, seat: int) -> float:
        """The seat's part of the victory."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0

    def margin(self, seat: int) -> int:
        """The seat's points beyond the best of the others."""
        return self.points[seat] - max(self.points[:seat] + self.points[seat + 1 :])

    def ahead(self, seat: int, other: int) -> float:
        """Whether one seat finished ahead of another; level counts half."""
        return (
            1 + (self.ranks[seat] < self.ranks[other]) - (self.ranks[seat] > self.ranks[other])
        ) / 2

    def data(self) -> dict[str, Any]:
        return asdict(self)


def played(data: Mapping[str, Any]) -> Played:
    """A game out of its data."""
    failures = tuple((seat, Text(*words), count) for seat, words, count in data["failures"])
    rows = {name: tuple(row) for name, row in data.items() if isinstance(row, Sequence)}
    return Played(**{**data, **rows, "failures": failures})


def play(sitting: Sitting) -> Played:
    """Play a game: every bot sees its own view, and has luck of its own."""
    contest, people = sitting.contest, range(len(sitting.seats))
    bots = [contest.entrants[who].bot_itself() for who in sitting.seats]
    luck = [Random(f"{contest.seed} {sitting.deal} {sitting.order} {seat}") for seat in people]
    seconds, choices = [0.0] * len(people), [0] * len(people)
    failures: Counter[tuple[int, Text]] = Counter()
    seed = int(draft.game_seed(contest.seed, sitting.deal))
    match = deal(contest.game, contest.players, seed, **contest.options)
    while not match.over:
        answers = {}
        for seat in match.waiting:
            view = match.view(seat)
            start = perf_counter()
            answers[seat], failure = safely(bots[seat], view, luck[seat])
            seconds[seat] += perf_counter() - start
            choices[seat] += 1
            if failure:
                failures[seat, failure] += 1
        match = match.answer(answers)
    ended = match.outcome()
    assert ended is not None
    places = sorted(ended.ranking, key=lambda place: place.seat)
    return Played(
        *sitting.key,
        seats=sitting.seats,
        points=tuple(place.score for place in places),
        ranks=tuple(place.rank for place in places),
        seconds=tuple(seconds),
        choices=tuple(choices),
        failures=tuple((seat, words, count) for (seat, words), count in failures.items()),
    )


def rehearse(contest: Contest) -> None:
    """Let every bot play a game in haste, so that nothing is left to compile when its seconds
    count.
    """
    if JIT:
        hasty = replace(contest, entrants=tuple(one.in_haste() for one in contest.entrants))
        for who in {one.bot: number for number, one in enumerate(contest.entrants)}.values():
            play(Sitting(hasty, 0, 0, 0, (who,) * contest.players))
