"""Whole random games of Sushi Go! at four players, on one core: compiled, plain, and a hand-written C loop, in one run.

Machines are noisy, so the three take turns and each keeps its best time; only the ratios mean something.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
TURNS = 7
KAITEN = """
import sys, time
from kaiten import draft
from kaiten.games import find
from kaiten.state import numbers
game = find("sushi-go")
state, tally = game.table(4, game.options({})), numbers(10)
games = int(sys.argv[1])
draft.simulate(state, 1, 0, 1, tally)
print("ready", flush=True)
for line in sys.stdin:
    start = time.process_time()
    draft.simulate(state, 1, 0, games, tally)
    print(games / (time.process_time() - start), flush=True)
"""
STARTS = """
import subprocess, sys, time
start = time.perf_counter()
subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)
print(time.perf_counter() - start)
"""


class Player:
    """A process that plays so many games whenever it is told to."""

    def __init__(self, mode: str, games: int, cache: str) -> None:
        environment = {**os.environ, "KAITEN_JIT": mode, "KAITEN_CACHE": cache}
        command = [sys.executable, "-c", KAITEN, str(games)]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.line()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def speed(self) -> float:
        assert self.process.stdin
        self.process.stdin.write("play\n")
        self.process.stdin.flush()
        return float(self.line())


def yardstick(folder: str) -> Path | None:
    """The C loop, compiled where there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    program = Path(folder) / "yardstick"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "yardstick.c"], check=True)
    return program


def c_speed(program: Path) -> float:
    answer = json.loads(subprocess.run([program, "150000"], capture_output=True, text=True, check=True).stdout)
    return float(answer["games"] / answer["seconds"])


def seconds_to(script: str, cache: str) -> float:
    environment = {**os.environ, "KAITEN_JIT": "1", "KAITEN_CACHE": cache}
    return float(subprocess.run([sys.executable, "-c", STARTS, script], env=environment, capture_output=True, text=True, check=True).stdout)  # fmt: skip


def main() -> None:
    simulate = "from kaiten.simulate import simulate; simulate('sushi-go', 4, 10)"
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds_to(simulate, folder)
        warm = min(seconds_to(simulate, folder) for _ in range(3))
        compiled, plain, program = Player("1", 30_000, folder), Player("0", 200, folder), yardstick(folder)
        best = {"compiled": 0.0, "plain": 0.0, "C": 0.0}
        for _ in range(TURNS):
            best["compiled"] = max(best["compiled"], compiled.speed())
            best["plain"] = max(best["plain"], plain.speed())
            best["C"] = max(best["C"], c_speed(program) if program else 0.0)
    for name, speed in best.items():
        print(f"{name:>9}  {speed:>11,.0f} games a second" if speed else f"{name:>9}  no compiler on this machine")
    print(f"compiled / plain  {best['compiled'] / best['plain']:.0f}")
    if best["C"]:
        print(f"compiled / C      {best['compiled'] / best['C']:.3f}")
    print(f"first start {cold:.1f} s (compiles everything), later starts {warm:.2f} s")


if __name__ == "__main__":
    main()
