"""Whole random games on a GPU: how many a second, and whether they are those of the CPU.

Where Kaiten, Numba and numba-cuda are installed, with a GPU or without one, this compiles tables
for a compute capability and asks the CPU for the tallies of their first games:

    python -m bench.gpu build FOLDER [table ...]

On a machine with a GPU and CuPy this alone is needed, and neither Numba nor Kaiten:

    python bench/gpu.py run FOLDER [table ...]

The tables are those of TABLES; without names all of them. Figures are appended to
FOLDER/history.jsonl.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

CAPABILITY = (9, 0)  # H100 and H200
SEED, SHARE, THREADS = 1, 8, 4096  # the games whose tallies are compared
ROUNDS, LAUNCH_SIZES, BLOCKS = 3, (14, 16, 18, 20), (64, 128, 256)
GAMES_OF_A_THREAD = 16
PARTY = "sushi-go-party"
# In these tables each game, menu, edition and variant occurs.
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "base": ("sushi-go", 4, {}),
    "base-2": ("sushi-go", 2, {"direction": "alternate"}),
    "base-5": ("sushi-go", 5, {"direction": "alternate"}),
    "robot": ("sushi-go", 2, {"variant": "robot"}),
    "robot-alternate": ("sushi-go", 2, {"variant": "robot", "direction": "alternate"}),
    "draft": ("sushi-draft", 4, {}),
    "draft-3": ("sushi-draft", 3, {"direction": "alternate"}),
    "draft-5": ("sushi-draft", 5, {"advanced": True}),
    "draft-advanced": ("sushi-draft", 4, {"advanced": True, "direction": "alternate"}),
    "master-menu": (PARTY, 4, {"menu": "master-menu"}),
    "master-menu-en": (PARTY, 4, {"menu": "master-menu", "edition": "en"}),
    "first-meal": (PARTY, 6, {"menu": "my-first-meal"}),
    "party-base": (PARTY, 2, {"menu": "sushi-go"}),
    "sampler": (PARTY, 4, {"menu": "party-sampler"}),
    "platter": (PARTY, 3, {"menu": "points-platter"}),
    "platter-en": (PARTY, 4, {"menu": "points-platter", "edition": "en"}),
    "cutthroat": (PARTY, 5, {"menu": "cutthroat-combo"}),
    "banquet": (PARTY, 7, {"menu": "big-banquet"}),
    "banquet-en": (PARTY, 8, {"menu": "big-banquet", "edition": "en"}),
    "dinner": (PARTY, 2, {"menu": "dinner-for-two"}),
    "dinner-en": (PARTY, 2, {"menu": "dinner-for-two", "edition": "en"}),
}


# --- Where Kaiten and numba-cuda are installed ---


class Compiled(NamedTuple):
    """A table's kernel for a GPU."""

    ptx: str
    entry: str  # its name in the PTX
    record_bytes: int  # of the state of one game


def compile_table(game: str, players: int, options: dict[str, Any]) -> Compiled:
    """Compile random games of a table for a GPU, which need not be there."""
    from types import SimpleNamespace

    import numba
    from numba.cuda import dispatcher

    from kaiten.engine import draft, gpu
    from kaiten.engine.specialise import find_table_kernel
    from kaiten.games import find_game, lay_table

    # All that numba-cuda asks of the driver when it compiles.
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)
    played = find_game(game)
    table = lay_table(played, players, played.options(options))
    function, blank = gpu.write_gpu_kernel(find_table_kernel(draft.simulate_games, table))
    number, types = numba.int64, numba.types
    parameters = (
        types.Array(numba.from_dtype(blank.dtype), 1, "C"),
        types.Array(number, 2, "C"),
        *(number,) * 4,
    )
    cuda = gpu.load_cuda()
    ptx, _ = cuda.compile(function, parameters, cc=CAPABILITY, device=False, abi="numba")
    text = ptx if isinstance(ptx, str) else ptx.decode()
    entry = re.search(r"\.entry (\w+)", text)
    assert entry
    return Compiled(text, entry[1], blank.dtype.itemsize)


def play_on_cpu(game: str, players: int, options: dict[str, Any]) -> list[int]:
    """Return the tally of the first games of a table."""
    from kaiten.engine import draft
    from kaiten.engine.jit import kernel
    from kaiten.engine.state import MAX_PLAYERS, int_array, kernel_state
    from kaiten.games import find_game, lay_table

    played, tally = find_game(game), int_array(2 + MAX_PLAYERS)
    state = kernel_state(lay_table(played, players, played.options(options)))
    kernel(draft.simulate_games)(state, SEED, 0, THREADS * SHARE, tally)
    return [int(number) for number in tally]


def assemble(ptx: Path) -> list[str]:
    """Make machine code of PTX where there is an assembler; return what it says of registers."""
    found = [*Path(sys.prefix).rglob("nvidia/cuda_nvcc/bin/ptxas"), shutil.which("ptxas")]
    if not found[0]:
        return []
    capability = "sm_{}{}".format(*CAPABILITY)
    command = [found[0], "-v", f"-arch={capability}", ptx, "-o", ptx.with_suffix(".cubin")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    return [line.strip() for line in lines if "Used" in line or "spill" in line]


def build(folder: Path, names: list[str]) -> None:
    """Write what `run` needs."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        start, compiled = time.time(), compile_table(*TABLES[name])
        ptx = folder / f"{name}.ptx"
        ptx.write_text(compiled.ptx)
        facts = {
            "table": TABLES[name],
            "entry": compiled.entry,
            "record_bytes": compiled.record_bytes,
            "assembler": assemble(ptx),
            "tally": play_on_cpu(*TABLES[name]),
        }
        (folder / f"{name}.json").write_text(json.dumps(facts))
        print(f"{name}: {time.time() - start:.0f} s, {facts['assembler']}", flush=True)


# --- Where a GPU and CuPy are ---


class Kit:
    """A table that has been compiled, ready to be played on the GPU of this machine."""

    def __init__(self, folder: Path, name: str) -> None:
        import cupy

        self.cupy, self.name = cupy, name
        self.facts = json.loads((folder / f"{name}.json").read_text())
        cubin = folder / f"{name}.cubin"
        path = cubin if cubin.exists() else folder / f"{name}.ptx"
        self.play = cupy.RawModule(path=str(path)).get_function(self.facts["entry"])
        self.blank = cupy.zeros(self.facts["record_bytes"], cupy.uint8)

    def launch(self, threads: int, share: int, block: int) -> tuple[list[int], float]:
        """Play games, a share in each thread. Return their tally, and the seconds that it took."""
        import numpy as np

        tallies = self.cupy.zeros((threads, 10), self.cupy.int64)
        arguments = (
            *describe_array(self.blank, (1,), self.facts["record_bytes"]),
            *describe_array(tallies, tallies.shape, 8),
            *map(np.int64, (SEED, 0, threads * share, share)),
        )
        self.cupy.cuda.Device().synchronize()
        start = time.perf_counter()
        self.play(((threads + block - 1) // block,), (block,), arguments)
        self.cupy.cuda.Device().synchronize()
        return tallies.sum(0).get().tolist(), time.perf_counter() - start

    def is_right(self) -> bool:
        """Whether the first games have the tally that the CPU has found."""
        return self.launch(THREADS, SHARE, 128)[0] == self.facts["tally"]

    def measure(self) -> tuple[float, int, int]:
        """Return the most games a second, the number of threads, and the size of their blocks."""
        return max(
            (threads * GAMES_OF_A_THREAD / self.best_time(threads, block), threads, block)
            for threads in (1 << size for size in LAUNCH_SIZES)
            for block in BLOCKS
        )

    def best_time(self, threads: int, block: int) -> float:
        return min(self.launch(threads, GAMES_OF_A_THREAD, block)[1] for _ in range(ROUNDS))


def describe_array(array: Any, shape: tuple[int, ...], item: int) -> list[Any]:
    """Return an array as numba-cuda passes it to a kernel."""
    import numpy as np

    sizes = [int(np.prod(shape[place:])) for place in range(len(shape) + 1)]
    strides = [item * size for size in sizes[1:]]
    head = [np.uint64(0), np.uint64(0), np.int64(sizes[0]), np.int64(item)]
    return [*head, np.uint64(array.data.ptr), *map(np.int64, shape), *map(np.int64, strides)]


def run(folder: Path, names: list[str]) -> bool:
    """Compare and measure tables. Return whether all tallies are those of the CPU."""
    right = []
    for name in names:
        kit = Kit(folder, name)
        right.append(kit.is_right())
        speed, threads, block = kit.measure()
        device = kit.cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        print(
            f"{name}: {'the same tally as the CPU' if right[-1] else 'ANOTHER TALLY'}, "
            f"{speed:,.0f} games a second ({threads} threads, blocks of {block}, "
            f"{kit.facts['record_bytes']} bytes a game)",
            flush=True,
        )
        line = {"table": name, "machine": device, "right": right[-1], "games_per_second": speed}
        with (folder / "history.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
    return all(right)


def main() -> None:
    task, folder, *names = sys.argv[1:]
    path = Path(folder)
    if task == "build":
        build(path, names or list(TABLES))
    elif not run(path, names or sorted(one.stem for one in path.glob("*.json"))):
        sys.exit(1)


if __name__ == "__main__":
    main()
