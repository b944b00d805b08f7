"""Playing one game of a contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from time import perf_counter
from typing import Any

from ..bots.fallback import choose_safely
from ..engine import draft
from ..match.match import deal
from ..text import Text, read_text
from .schedule import Contest, ScheduledGame, SeatOrder


@dataclass(frozen=True)
class PlayedGame:
    """The result of a game, by seat."""

    table: int
    deal: int
    order: int
    seats: SeatOrder
    points: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is the winner's; equal players share one
    seconds: tuple[float, ...]  # total thinking time of the bot
    choices: tuple[int, ...]  # number of choices the bot made
    # the seat, why the fallback bot chose for it, and how often
    failures: tuple[tuple[int, Text, int], ...] = ()

    @property
    def key(self) -> tuple[int, int, int]:
        return self.table, self.deal, self.order

    def win_share(self, seat: int) -> float:
        """Return the seat's share of the win: 1, a fraction of a shared win, or 0."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0

    def margin(self, seat: int) -> int:
        """Return the seat's points minus those of the best other seat."""
        return self.points[seat] - max(self.points[:seat] + self.points[seat + 1 :])

    def compare_ranks(self, seat: int, other: int) -> float:
        """Return 1 if one seat finished ahead of the other, 0 if behind, 0.5 if level."""
        return (
            1 + (self.ranks[seat] < self.ranks[other]) - (self.ranks[seat] > self.ranks[other])
        ) / 2

    def data(self) -> dict[str, Any]:
        data = asdict(self)
        data["failures"] = [[seat, reason.data(), count] for seat, reason, count in self.failures]
        return data


def read_played_game(data: Mapping[str, Any]) -> PlayedGame:
    """Return the result that `PlayedGame.data` described."""
    failures = tuple((seat, read_text(reason), count) for seat, reason, count in data["failures"])
    rows = {name: tuple(row) for name, row in data.items() if isinstance(row, Sequence)}
    return PlayedGame(**{**data, **rows, "failures": failures})


def play_scheduled_game(game: ScheduledGame) -> PlayedGame:
    """Play a game. Every bot gets its own view and its own random generator."""
    contest, people = game.contest, range(len(game.seats))
    bots = [contest.entrants[who].load_bot() for who in game.seats]
    rngs = [Random(f"{contest.seed} {game.deal} {game.order} {seat}") for seat in people]
    seconds, choices = [0.0] * len(people), [0] * len(people)
    failures: Counter[tuple[int, Text]] = Counter()
    seed = int(draft.game_seed(contest.seed, game.deal))
    match = deal(contest.game, contest.players, seed, **contest.options)
    while not match.over:
        answers = {}
        for seat in match.waiting:
            view = match.view(seat)
            start = perf_counter()
            answers[seat], failure = choose_safely(bots[seat], view, rngs[seat])
            seconds[seat] += perf_counter() - start
            choices[seat] += 1
            if failure:
                failures[seat, failure] += 1
        match = match.answer(answers)
    outcome = match.outcome()
    assert outcome is not None
    places = sorted(outcome.ranking, key=lambda place: place.seat)
    return PlayedGame(
        *game.key,
        seats=game.seats,
        points=tuple(place.score for place in places),
        ranks=tuple(place.rank for place in places),
        seconds=tuple(seconds),
        choices=tuple(choices),
        failures=tuple((seat, reason, count) for (seat, reason), count in failures.items()),
    )


def warm_up_entrants(contest: Contest) -> None:
    """Play one game with every bot at its smallest budget, so that the games compile nothing."""
    entrants = tuple(one.with_minimal_budget() for one in contest.entrants)
    quick = replace(contest, entrants=entrants)
    for who in {one.bot: number for number, one in enumerate(contest.entrants)}.values():
        play_scheduled_game(ScheduledGame(quick, 0, 0, 0, (who,) * contest.players))
