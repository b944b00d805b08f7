"""Random games on a GPU: the text for one table, compiled by numba-cuda for the device.

Each thread plays a share of the games in a record of its own, and keeps its own tally. Games and
tallies are those of `draft.simulate_games` on a processor.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any

from ..errors import NoGpu
from ..extras import need_extra
from ..text import Text, plain_text
from . import draft
from .compact import make_compact_boards
from .dispatch import Function
from .jit import is_marked
from .specialise import TableKernel, find_table_kernel
from .state import MAX_PLAYERS, State
from .table_text import find_name

THREADS_OF_A_LAUNCH = 1 << 17  # of one launch
THREADS_OF_A_BLOCK = 128
GAMES_OF_A_THREAD = 32  # in one launch, if there are as many
TALLY = 2 + MAX_PLAYERS
NO_GPU = Text("No GPU can be used here: {reason}")
OTHER_GAMES = Text("It plays this table otherwise than the CPU: the compiler for it has a fault.")
NO_DEVICE = Text("numba-cuda finds no device of NVIDIA's with a driver.")


@cache
def load_cuda() -> Any:
    """Return numba-cuda's module. Raise if it is not installed."""
    with need_extra(plain_text('device="gpu"')):
        import_module("numba_cuda")
        return import_module("numba.cuda")


def check_gpu() -> None:
    """Raise if there is no GPU to be used."""
    if not load_cuda().is_available():
        raise NoGpu(NO_GPU.format(reason=NO_DEVICE))


def link_for_gpu(scope: dict[str, Any], name: str) -> Any:
    """Return a function of a table's module for a GPU, with all that it calls."""
    linked: dict[Function, Any] = {}

    def link(function: Function) -> Any:
        if function not in linked:
            names = {one: scope[one] for one in function.__code__.co_names if one in scope}
            own = {one: link(each) if is_marked(each) else each for one, each in names.items()}
            copy = FunctionType(function.__code__, own, function.__name__)
            linked[function] = load_cuda().jit(device=True)(copy)
        return linked[function]

    return link(scope[name])


def play_share(blank: Any, tallies: Any, seed: int, first: int, games: int, share: int) -> None:
    """Play the games of a thread, and add to its tally: what each thread of a GPU runs.

    `cuda`, `record` and `play` are those of a table: see `write_gpu_kernel`.
    """
    thread = cuda.grid(1)
    start = thread * share
    if thread < tallies.shape[0] and start < games:
        board = cuda.local.array(1, record)
        board[0] = blank[0]
        play(board[0], seed, first + start, min(share, games - start), tallies[thread])


cuda: Any = None
record: Any = None
play: Any = None


def write_gpu_kernel(own_kernel: TableKernel) -> tuple[Function, Any]:
    """Return the function that each thread runs, and a blank record as an array of one."""
    scope = own_kernel.load()
    blank = make_compact_boards(own_kernel.table, scope["FIELDS"], 2)[:1]
    names = {
        "cuda": load_cuda(),
        "record": blank.dtype,
        "play": link_for_gpu(scope, find_name(own_kernel.function)),
    }
    return FunctionType(play_share.__code__, names, play_share.__name__), blank


class GpuSimulator:
    """Random games of one table on the GPU."""

    def __init__(self, table: State) -> None:
        check_gpu()
        function, self._blank = write_gpu_kernel(find_table_kernel(draft.simulate_games, table))
        self._kernel = load_cuda().jit(function)

    def play(self, seed: int, first: int, games: int) -> Iterator[tuple[int, list[int]]]:
        """Play games number `first` and on. Yield how many have been played, and their tally, launch
        by launch.
        """
        end = first + games
        while first < end:
            count = min(end - first, THREADS_OF_A_LAUNCH * GAMES_OF_A_THREAD)
            yield count, self.launch(seed, first, count)
            first += count

    def compare_with_cpu(self, table: State, seed: int, first: int, games: int) -> None:
        """Raise unless these games have the tally that they have on the CPU.

        NVIDIA's compiler is not always right: that of CUDA 12.9 packs some bytes wrongly which are
        to be multiplied and added at once.
        """
        tally = [0] * TALLY
        draft.simulate_games(table, seed, first, games, tally)
        if self.launch(seed, first, games) != tally:
            raise NoGpu(NO_GPU.format(reason=OTHER_GAMES))

    def launch(self, seed: int, first: int, games: int) -> list[int]:
        """Play games in one launch, and return their tally."""
        import numpy as np

        threads = min(games, THREADS_OF_A_LAUNCH)
        share = -(-games // threads)
        tallies = load_cuda().to_device(np.zeros((threads, TALLY), np.int64))
        blank = load_cuda().to_device(self._blank)
        blocks = -(-threads // THREADS_OF_A_BLOCK)
        launch = self._kernel[blocks, THREADS_OF_A_BLOCK]
        launch(blank, tallies, seed, first, games, share)
        return [int(total) for total in tallies.copy_to_host().sum(axis=0)]
