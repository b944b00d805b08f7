"""How long each bot thinks, on average and at worst, in every game, compiled and in plain Python: `python -m bench.bots`."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from time import thread_time
from typing import Any

import kaiten
from kaiten.bots import BOTS

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("sushi-go", 2, {}),
    ("sushi-go", 4, {}),
    ("sushi-go-party", 4, {"menu": "big-banquet"}),
    ("sushi-go-party", 4, {"menu": "master-menu"}),
    ("sushi-draft", 4, {}),
]


def thinking(bot: str, game: str, players: int, options: dict[str, Any]) -> list[float]:
    """How many milliseconds each answer of a game took, after a game to warm up."""
    for seed in (1, 2):
        times, rng = [], Random(seed)
        match = kaiten.deal(game, players, seed, **options)
        while not match.over:
            chosen = {}
            for seat in match.waiting:
                view = match.view(seat)
                start = thread_time()
                chosen[seat] = BOTS[bot](view, rng)
                times.append(1000 * (thread_time() - start))
            match = match.answer(chosen)
    return times


def report() -> None:
    for game, players, options in TABLES:
        for bot in BOTS:
            times = thinking(bot, game, players, options)
            mean = sum(times) / len(times)
            name = " ".join([game, *options.values()])
            print(f"{name:>28} {players}  {bot:>8}  {mean:7.3f} ms, at most {max(times):7.3f} ms", flush=True)


def main() -> None:
    for mode, name in (("1", "compiled"), ("0", "plain Python")):
        print(name)
        subprocess.run(
            [sys.executable, "-m", "bench.bots", "report"], env={**os.environ, "KAITEN_JIT": mode}, check=True
        )


if __name__ == "__main__":
    report() if "report" in sys.argv else main()
