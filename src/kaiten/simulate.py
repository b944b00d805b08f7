"""Many random games: the distribution of points and wins when every player chooses at random."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

from .engine import draft
from .engine.draft import TIES
from .engine.game import Game
from .engine.jit import JIT, kernel
from .engine.state import MAX_PLAYERS, State, int_array, kernel_state
from .games import find_game, lay_table
from .match import events, sheet
from .match.match import check_seed, rank_seats, seat_names
from .match.record import Record
from .parallel import process_pool

BATCH_SIZE = 20_000 if JIT else 200  # games that a worker plays in one task
RECORDED_BATCH_SIZE = 100
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Batch:
    """A run of games to play."""

    game: str
    people: int
    options: dict[str, Any]
    seed: int
    first: int
    count: int
    records: bool


@dataclass(frozen=True)
class Simulation:
    """The results of the games of one call of `simulate`."""

    options: Mapping[str, Any]  # with a menu drawn where it was random
    games: int
    seconds: float
    mean: float  # of the points of all seats
    sd: float
    win_share: tuple[float, ...]  # by seat, a shared win divided

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else math.inf

    def data(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "mean": self.mean,
            "sd": self.sd,
            "win_share": self.win_share,
            "options": dict(self.options),
        }


def simulate(
    game: str,
    players: int,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    write: Callable[[str], object] | None = None,
    progress: Progress = lambda games: None,
) -> Simulation:
    """Play games at random. The same seed plays the same games, whatever the number of jobs."""
    chosen = find_game(game).decide_options(
        find_game(game).options(options or {}), players, check_seed(seed)
    )
    find_game(game).table(players, chosen)
    size = RECORDED_BATCH_SIZE if write else BATCH_SIZE
    batches = [
        Batch(game, players, chosen, seed, first, min(size, games - first), write is not None)
        for first in range(0, games, size)
    ]
    tally = [0] * (2 + MAX_PLAYERS)
    seconds = 0.0
    for count, part, lines, elapsed in play_batches(batches, jobs):
        tally = [total + more for total, more in zip(tally, part, strict=True)]
        seconds = elapsed
        for line in lines:
            if write:
                write(line + "\n")
        progress(count)
    return summarise_tally(chosen, tally, games, players, seconds)


def summarise_tally(
    options: Mapping[str, Any], tally: list[int], games: int, players: int, seconds: float
) -> Simulation:
    """Turn sums of points, squares and wins by seat into means and shares."""
    seats = max(games, 1) * players
    mean = tally[0] / seats
    variance = tally[1] / seats - mean * mean
    shares = tuple(wins / TIES / max(games, 1) for wins in tally[2 : 2 + players])
    return Simulation(options, games, seconds, mean, math.sqrt(max(variance, 0.0)), shares)


# number of games, their tally, their records, seconds so far
BatchResult = tuple[int, list[int], list[str], float]


def play_batches(batches: list[Batch], jobs: int) -> Iterator[BatchResult]:
    """Yield the batches' results in order. The clock starts when everything is compiled."""
    if not batches:
        return
    warm_up = partial(play_batch, replace(batches[0], count=1))
    with process_pool(play_batch, warm_up, min(jobs, len(batches))) as play_all:
        start = perf_counter()
        for batch, (tally, lines) in zip(batches, play_all(batches), strict=True):
            yield batch.count, tally, lines, perf_counter() - start


def play_batch(batch: Batch) -> tuple[list[int], list[str]]:
    """Play a batch. Return its tally, and its records if it asks for them."""
    game = find_game(batch.game)
    state = lay_table(game, batch.people, batch.options)
    tally = int_array(2 + MAX_PLAYERS)
    if not batch.records:
        play = kernel(draft.simulate_games)
        play(kernel_state(state), batch.seed, batch.first, batch.count, tally)
        return [int(number) for number in tally], []
    lines = []
    for number in range(batch.first, batch.first + batch.count):
        lines.append(record_game(game, state, batch, number).json())
        draft.add_to_tally(state, tally)
    return [int(number) for number in tally], lines


def record_game(game: Game, state: State, batch: Batch, number: int) -> Record:
    """Play one game, the same as `draft.simulate_games` would play, and return its record."""
    seed = draft.game_seed(batch.seed, number)
    draft.start_game(state, seed)
    draft.start_player_rng(state, batch.seed, number)
    log = tuple(events.answer_randomly(game, state))
    names = seat_names(batch.people, int(state.players))
    return Record(
        game=game.id,
        version=game.version,
        edition=batch.options.get("edition", game.edition),
        options=batch.options,
        players=names[: batch.people],
        seed=int(seed),
        events=log,
        scores=tuple(int(state.scores[player]) for player in range(state.players)),
        ranking=rank_seats(sheet.find_outcome(game, state, names)),
    )
