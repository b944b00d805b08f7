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
from .engine.jit import JIT, choose_mode, is_cached, kernel
from .engine.specialise import find_table_kernel
from .engine.state import MAX_PLAYERS, State, int_array, kernel_state
from .errors import BadOption
from .games import find_game, lay_table
from .match import events, sheet
from .match.match import check_seed, rank_seats, seat_names
from .match.record import Record
from .parallel import Work, open_runner
from .text import Text

# games that a worker plays in one task: about a tenth of a second
PLAIN_BATCH_SIZE, COMPILED_BATCH_SIZE = 200, 20_000
RECORDED_BATCH_SIZE = 100
# Games from which on the rules are compiled for their table, unless they have been: this takes 10 to
# 40 seconds, and saves two to four for every million games.
WORTH_OWN_KERNEL = 20_000_000
CPU, GPU = DEVICES = "cpu", "gpu"
COMPARED_GAMES = 500  # of a run on the GPU, which are played on the CPU too: about a second
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
    compiled: bool = False
    own: bool = False  # worth compiling the rules for this table alone


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
    device: str = CPU,
) -> Simulation:
    """Play games at random. A seed always plays the same games, whatever the number of jobs and
    whatever the device: "cpu", or "gpu" with the extra `gpu`.
    """
    check_device(device, write is not None)
    chosen = find_game(game).decide_options(
        find_game(game).options(options or {}), players, check_seed(seed)
    )
    find_game(game).table(players, chosen)
    own = games >= WORTH_OWN_KERNEL
    whole = Batch(game, players, chosen, seed, 0, games, write is not None, own=own)
    tally = [0] * (2 + MAX_PLAYERS)
    seconds = 0.0
    batches = play_on_gpu(whole) if device == GPU else play_batches(whole, jobs)
    for count, part, lines, elapsed in batches:
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


def check_device(device: str, has_records: bool) -> None:
    """Raise if games cannot be played on a device."""
    if device not in DEVICES:
        raise BadOption(NO_SUCH_DEVICE.format(cpu=CPU, gpu=GPU, given=repr(device)))
    if device == GPU and has_records:
        raise BadOption(Text("A GPU writes no records: use the CPU for them."))


NO_SUCH_DEVICE = Text("`device` must be “{cpu}” or “{gpu}”, not {given}.")


def play_on_gpu(whole: Batch) -> Iterator[BatchResult]:
    """Yield the results of a run's launches on the GPU."""
    from .engine.gpu import GpuSimulator

    table = lay_table(find_game(whole.game), whole.people, whole.options)
    simulator, start = GpuSimulator(table), perf_counter()
    simulator.compare_with_cpu(table, whole.seed, whole.first, min(whole.count, COMPARED_GAMES))
    for count, tally in simulator.play(whole.seed, whole.first, whole.count):
        yield count, tally, [], perf_counter() - start


class BatchQueue:
    """The games of a run, cut into batches that suit the mode."""

    def __init__(self, whole: Batch) -> None:
        self._whole, self._next = whole, whole.first

    @property
    def left(self) -> int:
        return self._whole.first + self._whole.count - self._next

    def take(self, compiled: bool) -> Batch | None:
        if not self.left:
            return None
        size = COMPILED_BATCH_SIZE if compiled else PLAIN_BATCH_SIZE
        count = min(self.left, RECORDED_BATCH_SIZE if self._whole.records else size)
        batch = replace(self._whole, first=self._next, count=count, compiled=compiled)
        self._next += count
        return batch


def play_batches(whole: Batch, jobs: int) -> Iterator[BatchResult]:
    """Yield the results of a run's batches in order. Games that are recorded are played plain."""
    work = Work(
        play_batch,
        partial(play_batch, replace(whole, count=1, compiled=True)),
        partial(is_ready_to_load, whole),
        in_process=True,
    )
    with open_runner(work, jobs, "plain" if whole.records else choose_mode()) as run:
        start = perf_counter()
        for count, tally, lines in run(BatchQueue(whole)):
            yield count, tally, lines, perf_counter() - start


def play_batch(batch: Batch) -> tuple[int, list[int], list[str]]:
    """Play a batch. Return how many games it has, their tally, and their records if it asks for them."""
    game = find_game(batch.game)
    state = lay_table(game, batch.people, batch.options)
    if batch.compiled:
        play, record = find_fastest_kernel(state, batch.own)
        tally = int_array(2 + MAX_PLAYERS)
        play(record, batch.seed, batch.first, batch.count, tally)
        return batch.count, [int(number) for number in tally], []
    sums = [0] * (2 + MAX_PLAYERS)
    if not batch.records:
        draft.simulate_games(state, batch.seed, batch.first, batch.count, sums)
        return batch.count, sums, []
    lines = []
    for number in range(batch.first, batch.first + batch.count):
        lines.append(record_game(game, state, batch, number).json())
        draft.add_to_tally(state, sums)
    return batch.count, sums, lines


def find_fastest_kernel(table: State, own: bool) -> tuple[Callable[..., None], State]:
    """Return the kernel that plays games at a table, and its state: the table's own kernel if that
    is on disk or worth compiling, else the one for all tables.
    """
    own_kernel = find_table_kernel(draft.simulate_games, table)
    if JIT and (own or own_kernel.is_cached):
        return own_kernel.compile(), own_kernel.make_boards(1)[0]
    return kernel(draft.simulate_games), kernel_state(table)


def is_ready_to_load(batch: Batch) -> bool:
    """Return whether the kernel that `find_fastest_kernel` returns is on disk."""
    state = lay_table(find_game(batch.game), batch.people, batch.options)
    own_kernel = find_table_kernel(draft.simulate_games, state)
    return own_kernel.is_cached or (not batch.own and is_cached(draft.simulate_games))


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
        events=events.drop_effects(log),
        scores=tuple(int(state.scores[player]) for player in range(state.players)),
        ranking=rank_seats(sheet.find_outcome(game, state, names)),
    )
