"""How long commands take from their start to their end in each mode, on an empty and a filled cache.

The automatic mode may take 1.15 times as long as the better of the two fixed modes, plus one second.
`python -m bench.start --quick` leaves out the two largest jobs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import first_table

MODES = {"plain": "0", "compiled": "1", "auto": None}
CACHES = ("empty", "filled")
RATIO, SECONDS = 1.15, 1.0
REPEATED = 5.0  # seconds; what takes less is measured three times, and the median counts
SIMULATED = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
ARENA = (30, 200, 2_000)
START = "from kaiten.cli.entry import main; main()"


@dataclass(frozen=True)
class Job:
    """A command whose time is measured."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """One way to run a job."""

    mode: str
    cache: str


def simulate(games: int) -> Job:
    words = ("simulate", "sushi-go", "--players", "4", "--games", str(games))
    return Job(f"simulate {games:,}", words)


def arena(games: int, bots: str = "greedy,chance,chance") -> Job:
    return Job(f"arena {games:,} ({bots})", ("arena", "--bots", bots, "--games", str(games)))


def list_jobs(quick: bool) -> list[Job]:
    large = 2 if quick else 0
    return [
        *map(simulate, SIMULATED[: len(SIMULATED) - large]),
        *map(arena, ARENA),
        *(arena(games, "heuristic,greedy,chance") for games in ARENA[: 2 if quick else 3]),
    ]


@contextmanager
def open_cache(kind: str, filled: Path) -> Iterator[Path]:
    """Yield the filled cache, or an empty one."""
    if kind == "filled":
        yield filled
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def time_command(words: tuple[str, ...], mode: str, cache: Path) -> float:
    """Run a command and return the seconds that it took."""
    environment = {**os.environ, "KAITEN_CACHE": str(cache), "KAITEN_JIT": MODES[mode] or ""}
    if not MODES[mode]:
        environment.pop("KAITEN_JIT")
    began = time.perf_counter()
    command = [sys.executable, "-c", START, *words]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


def time_job(job: Job, run: Run, filled: Path) -> float:
    """Return the seconds that a job takes: the median of three where they are few."""
    seconds: list[float] = []
    while not seconds or (len(seconds) < 3 and seconds[0] < REPEATED):
        with open_cache(run.cache, filled) as cache:
            seconds.append(time_command(job.words, run.mode, cache))
    return sorted(seconds)[len(seconds) // 2]


def compare_modes(job: Job, filled: Path) -> bool:
    """Print the times of a job in each mode. Return whether the automatic mode keeps its limit."""
    plain = time_job(job, Run("plain", "filled"), filled)  # which has no use for a cache
    kept = True
    for cache in CACHES:
        compiled = time_job(job, Run("compiled", cache), filled)
        auto = time_job(job, Run("auto", cache), filled)
        limit = RATIO * min(plain, compiled) + SECONDS
        kept = kept and auto <= limit
        print(
            f"{job.name:36} {cache:6} {plain:8.2f} {compiled:9.2f} {auto:8.2f} {limit:8.2f}"
            f"  {'' if auto <= limit else 'TOO SLOW'}",
            flush=True,
        )
    return kept


PLAY_MATCHES = """
import time
from random import Random
import kaiten
from kaiten.bots import find_bot
greedy = find_bot("greedy")
def play(seed):
    match, rng = kaiten.deal("sushi-go", 4, seed), Random(seed)
    while match.waiting:
        match = match.answer({seat: greedy(match.view(seat), rng) for seat in match.waiting})
    return match.outcome()
play(0)
began = time.perf_counter()
for seed in range(200):
    play(seed)
print(time.perf_counter() - began)
"""


def time_matches(mode: str, cache: Path) -> float:
    """Return how long 200 games of `greedy` take through `Match` and `View`."""
    environment = {**os.environ, "KAITEN_CACHE": str(cache), "KAITEN_JIT": MODES[mode] or ""}
    command = [sys.executable, "-c", PLAY_MATCHES]
    return float(
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    )


def compare_matches(cache: Path) -> None:
    """Print how long games through `Match` and `View` take in both modes, taken in turns."""
    pairs = [(time_matches("plain", cache), time_matches("compiled", cache)) for _ in range(5)]
    plain, compiled = (sorted(column)[2] for column in zip(*pairs, strict=True))
    ratio = sorted(compiled / plain for plain, compiled in pairs)[2]
    print(
        f"200 games of greedy through Match and View: plain {plain:.2f} s, compiled {compiled:.2f} s,"
    )
    print(f"compiled / plain {ratio:.3f} (median of five pairs)")


def main() -> None:
    first_table.main()
    with tempfile.TemporaryDirectory() as folder:
        filled = Path(folder)
        for job in (simulate(10), arena(30), arena(30, "heuristic,greedy,chance")):
            time_command(job.words, "compiled", filled)
        compare_matches(filled)
        print(f"\n{'seconds':36} {'cache':6} {'plain':>8} {'compiled':>9} {'auto':>8} {'limit':>8}")
        kept = [compare_modes(job, filled) for job in list_jobs("--quick" in sys.argv)]
    if not all(kept):
        sys.exit(
            f"The automatic mode is over its limit in {kept.count(False)} of {len(kept)} jobs."
        )


if __name__ == "__main__":
    main()
