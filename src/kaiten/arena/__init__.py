"""The arena: bots meet at duplicate deals, and it is counted who wins, by how much, and how sure
that is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..bots import Bot
from ..errors import BadContest
from ..parallel import crew
from ..text import Text
from .play_game import Played, play, rehearse
from .ratings import Rating, ratings
from .results import keeping, kept
from .schedule import Contest, at_one_table, in_pairs
from .standings import Cross, Standing, cross_table, standing

GAMES = 400


@dataclass(frozen=True)
class Results:
    """What came of a contest."""

    contest: Contest
    deals: int
    games: int
    standings: tuple[Standing, ...]  # in the order in which the bots were named
    cross: Cross
    ratings: tuple[Rating, ...]  # of a pool; none of a single table

    def data(self, language: str = "en") -> dict[str, Any]:
        held = self.contest
        return {
            "game": held.game,
            "players": held.players,
            "options": dict(held.options),
            "seed": held.seed,
            "games": self.games,
            "deals": self.deals,
            "bots": [one.data(language) for one in self.standings],
            "cross": [[cell and cell.mean for cell in row] for row in self.cross],
            "cross_errors": [[cell and cell.error for cell in row] for row in self.cross],
            "ratings": [one.data() for one in self.ratings],
        }


def contest(
    game: str,
    bots: Sequence[str | Bot] = (),
    *,
    pool: Sequence[str | Bot] = (),
    players: int | None = None,
    games: int = GAMES,
    seed: int = 0,
    think: float | None = None,
    iterations: int | None = None,
    jobs: int | None = None,
    options: Mapping[str, Any] | None = None,
    keep: str | Path | None = None,
    progress: Callable[[int, int], object] = lambda done, games: None,
) -> Results:
    """Let bots play at one table, or every bot of a pool against every other; the games are rounded
    up to whole deals.
    """
    if bool(bots) == bool(pool):
        raise BadContest(BOTS_OR_POOL)
    held = (in_pairs if pool else at_one_table)(
        game, pool or bots, players, options or {}, seed, think, iterations
    )
    deals = max(-(-games // held.games_per_deal), 1)
    return results(
        held, deals, play_out(held, deals, jobs or cores(), Path(keep) if keep else None, progress)
    )


def play_out(
    held: Contest, deals: int, jobs: int, keep: Path | None, progress: Callable[[int, int], object]
) -> list[Played]:
    """All games of so many deals, in order; those that a file has kept are not played again."""
    sittings = list(held.sittings(deals))
    done = {game.key: game for game in kept(keep, held)} if keep else {}
    missing = [sitting for sitting in sittings if sitting.key not in done]
    progress(len(sittings) - len(missing), len(sittings))
    with keeping(keep, held) as write:
        if missing:
            with crew(play, partial(rehearse, held), min(jobs, len(missing))) as share_out:
                for game in share_out(missing):
                    write(game)
                    done[game.key] = game
                    progress(1, len(sittings))
    return [done[sitting.key] for sitting in sittings]


def results(held: Contest, deals: int, games: Sequence[Played]) -> Results:
    """What the games say."""
    names = [one.name for one in held.entrants]
    return Results(
        held,
        deals,
        len(games),
        tuple(standing(name, who, games) for who, name in enumerate(names)),
        cross_table(len(names), games),
        ratings(names, held.tables, games, held.seed) if held.pool else (),
    )


def cores() -> int:
    """How many processes can work at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


BOTS_OR_POOL = Text(
    "Name the bots of one table, or a pool in which every bot meets every other: one of the two.",
    "Nommez les bots d'une table, ou un groupe où chaque bot rencontre chaque autre : l'un des deux.",
)
