"""Random games on a GPU: in numba-cuda's simulator, and as code for a device that is not there.

`python -m tests.engine.test_gpu` says what `make test` cannot run without numba-cuda.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from kaiten.engine import draft, gpu
from kaiten.errors import BadOption, MissingExtra, NoGpu
from kaiten.games import find_game, lay_table
from kaiten.simulate import simulate
from tests.long_run import LONG
from tests.playing import ALL_TABLES, FEW_TABLES, Table

HAS_CUDA = find_spec("numba_cuda") is not None
needs_cuda = pytest.mark.skipif(not HAS_CUDA, reason="numba-cuda is not installed")
pytestmark = pytest.mark.once

# Prints what the simulator's threads add up to. The simulator is chosen when numba.cuda is imported.
SIMULATE = """
import json, sys
from kaiten.simulate import play_on_gpu, Batch
game, players, options, games = json.loads(sys.argv[1])
batch = Batch(game, players, options, 7, 5, games, False)
print(json.dumps([[count, tally] for count, tally, _, _ in play_on_gpu(batch)]))
"""
# Compiles for a device that is not there: numba-cuda asks the driver for its capability alone.
COMPILE = """
import json, sys
from bench.gpu import compile_table
print(len(compile_table(*json.loads(sys.argv[1])).ptx))
"""


def run(program: str, *words: object, **environment: str) -> str:
    """Return what a program prints that gets these words as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program, json.dumps(words)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_cuda
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players", "options"), ALL_TABLES if LONG else FEW_TABLES, ids=str
)
def test_the_simulator_of_a_gpu_plays_the_same_games(
    game: str, players: int, options: dict[str, object]
) -> None:
    played = find_game(game)
    chosen, games = played.options(options), 3
    words = game, players, chosen, games
    ((count, tally),) = json.loads(run(SIMULATE, *words, NUMBA_ENABLE_CUDASIM="1"))
    expected = [0] * gpu.TALLY
    draft.simulate_games(lay_table(played, players, chosen), 7, 5, games, expected)
    assert (count, tally) == (games, expected)


COMPILED: list[Table] = [
    ("sushi-go", 4, {}),
    ("sushi-go-party", 2, {"menu": "dinner-for-two"}),
    ("sushi-draft", 3, {}),
]


@needs_cuda
@pytest.mark.sweep
@pytest.mark.parametrize(("game", "players", "options"), COMPILED, ids=str)
def test_a_table_of_each_game_compiles_to_code_for_a_gpu(
    game: str, players: int, options: dict[str, object]
) -> None:
    assert int(run(COMPILE, game, players, options)) > 10_000


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    gpu.load_cuda.cache_clear()
    with pytest.raises(MissingExtra, match=r"kaitenzushi\[gpu\]"):
        simulate("sushi-go", 2, 1, device="gpu")


class NoCuda:
    """What numba-cuda's module is on a machine without a GPU."""

    @staticmethod
    def is_available() -> bool:
        return False


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "load_cuda", lambda: NoCuda)
    with pytest.raises(NoGpu, match="No GPU can be used here"):
        simulate("sushi-go", 2, 1, device="gpu")


def test_other_devices_and_records_on_a_gpu_are_refused() -> None:
    with pytest.raises(BadOption, match="must be “cpu” or “gpu”, not 'abacus'"):
        simulate("sushi-go", 2, 1, device="abacus")
    with pytest.raises(BadOption, match="writes no records"):
        simulate("sushi-go", 2, 1, device="gpu", write=print)


class Launches:
    """A kernel that notes how it is launched, and lets each thread of a launch count its games."""

    def __init__(self) -> None:
        self.games: list[tuple[int, int]] = []

    def launch(self, seed: int, first: int, games: int) -> list[int]:
        self.games.append((first, games))
        return [games] * gpu.TALLY


def test_games_are_cut_into_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "THREADS_OF_A_LAUNCH", 4)
    monkeypatch.setattr(gpu, "GAMES_OF_A_THREAD", 5)
    noted, simulator = Launches(), object.__new__(gpu.GpuSimulator)
    monkeypatch.setattr(simulator, "launch", noted.launch, raising=False)
    assert [count for count, _ in simulator.play(1, 10, 47)] == [20, 20, 7]
    assert noted.games == [(10, 20), (30, 20), (50, 7)]


def test_a_gpu_that_plays_other_games_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("sushi-go")
    table = lay_table(game, 2, game.options({}))
    tally = [0] * gpu.TALLY
    draft.simulate_games(table, 7, 5, 20, tally)
    simulator = object.__new__(gpu.GpuSimulator)
    monkeypatch.setattr(simulator, "launch", lambda *games: tally, raising=False)
    simulator.compare_with_cpu(table, 7, 5, 20)
    with pytest.raises(NoGpu, match="otherwise than the CPU"):
        simulator.compare_with_cpu(table, 8, 5, 20)


if __name__ == "__main__" and not HAS_CUDA:
    print("NOT RUN: random games on a GPU, for numba-cuda is not installed (the extra gpu).")
