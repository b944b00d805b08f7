"""The arena: bots play each other at duplicate deals.

The results say who wins, by how much, and with which standard errors.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..bots import Bot
from ..bots.heuristic.evaluate import fill_values
from ..engine.jit import is_cached
from ..errors import BadContest
from ..parallel import Work, open_runner
from ..text import Text
from .play_game import PlayedGame, play_scheduled_game, warm_up_entrants
from .ratings import Rating, compute_ratings
from .results import load_results, open_results
from .schedule import Contest, ScheduledGame, make_pool_contest, make_table_contest
from .standings import BotStanding, CrossTable, compute_cross_table, compute_standing

DEFAULT_GAMES = 400


@dataclass(frozen=True)
class Results:
    """The results of a contest."""

    contest: Contest
    deals: int
    games: int
    standings: tuple[BotStanding, ...]  # in the order in which the bots were named
    cross: CrossTable
    ratings: tuple[Rating, ...]  # of a pool; empty for a single table

    def data(self, language: str = "en") -> dict[str, Any]:
        contest = self.contest
        return {
            "game": contest.game,
            "players": contest.players,
            "options": dict(contest.options),
            "seed": contest.seed,
            "games": self.games,
            "deals": self.deals,
            "bots": [one.data(language) for one in self.standings],
            "cross": [[cell and cell.mean for cell in row] for row in self.cross],
            "cross_errors": [[cell and cell.error for cell in row] for row in self.cross],
            "ratings": [one.data() for one in self.ratings],
        }


def run_contest(
    game: str,
    bots: Sequence[str | Bot] = (),
    *,
    pool: Sequence[str | Bot] = (),
    players: int | None = None,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    think: float | None = None,
    iterations: int | None = None,
    jobs: int | None = None,
    options: Mapping[str, Any] | None = None,
    keep: str | Path | None = None,
    progress: Callable[[int, int], object] = lambda done, games: None,
) -> Results:
    """Play bots at one table, or every bot of a pool against every other, and return the results.

    The number of games is rounded up to whole deals. With `keep`, finished games are stored in that
    file, and an interrupted contest continues from it. The games are played in `jobs` processes, by
    default one for each core. A lambda, or a function that a notebook defines, exists in this process
    alone: with such a bot the default is one, and more raise `BadContest`.
    """
    if bool(bots) == bool(pool):
        raise BadContest(BOTS_OR_POOL)
    make = make_pool_contest if pool else make_table_contest
    contest = make(game, pool or bots, players, options or {}, seed, think, iterations)
    deals = max(-(-games // contest.games_per_deal), 1)
    file = Path(keep) if keep else None
    return summarise_games(
        contest, deals, play_games(contest, deals, count_jobs(contest, jobs), file, progress)
    )


def count_jobs(contest: Contest, jobs: int | None) -> int:
    """Return in how many processes a contest is played. Raise if they would not find its bots."""
    if jobs is not None and jobs < 1:
        raise BadContest(NO_JOBS.format(jobs=jobs))
    lost = [one.name for one in contest.entrants if not one.is_importable()]
    if lost and (jobs or 1) > 1:
        raise BadContest(NOT_IMPORTABLE.format(bot=lost[0]))
    return 1 if lost else jobs or count_cores()


def play_games(
    contest: Contest,
    deals: int,
    jobs: int,
    keep: Path | None,
    progress: Callable[[int, int], object],
) -> list[PlayedGame]:
    """Play the games of the first `deals` deals, except those in the file. Return all in order."""
    schedule = list(contest.schedule_games(deals))
    done = {game.key: game for game in load_results(keep, contest)} if keep else {}
    missing = [game for game in schedule if game.key not in done]
    progress(len(schedule) - len(missing), len(schedule))
    with open_results(keep, contest) as append:
        if missing:
            with open_runner(make_work(contest), min(jobs, len(missing)), contest.mode) as run:
                for result in run(GameQueue(missing)):
                    append(result)
                    done[result.key] = result
                    progress(1, len(schedule))
    return [done[game.key] for game in schedule]


def make_work(contest: Contest) -> Work[ScheduledGame, PlayedGame]:
    """Return how the games of a contest are played.

    Functions as bots need the script that defines them; those of one job stay in this process, which
    asks nothing of them.
    """
    functions = any(not isinstance(one.bot, str) for one in contest.entrants)
    return Work(
        play_scheduled_game,
        partial(warm_up_entrants, contest),
        partial(is_cached, fill_values),
        in_process=functions or contest.mode == "plain",
        needs_script=functions,
    )


class GameQueue:
    """Games to be played, one by one."""

    def __init__(self, games: Sequence[ScheduledGame]) -> None:
        self._games = deque(games)

    @property
    def left(self) -> int:
        return len(self._games)

    def take(self, compiled: bool) -> ScheduledGame | None:
        return self._games.popleft() if self._games else None


def summarise_games(contest: Contest, deals: int, games: Sequence[PlayedGame]) -> Results:
    """Return the statistics of the games."""
    names = [one.name for one in contest.entrants]
    return Results(
        contest,
        deals,
        len(games),
        tuple(compute_standing(name, who, games) for who, name in enumerate(names)),
        compute_cross_table(len(names), games),
        compute_ratings(names, contest.tables, games, contest.seed) if contest.pool else (),
    )


def count_cores() -> int:
    """Return how many processes can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


BOTS_OR_POOL = Text("Name either the bots of one table or a pool of bots that all play each other.")
NO_JOBS = Text("A contest needs at least 1 job, not {jobs}.")
NOT_IMPORTABLE = Text(
    "With several jobs, a bot must be a function that other processes can import: “{bot}” is "
    "not. Move it into a module, or use jobs=1."
)
