"""How long each bot thinks, on average and at worst, and how many worlds `search` plays, in every
game, compiled and in plain Python: `python -m bench.bots`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from time import thread_time
from typing import Any

import kaiten
from kaiten.bots import BOTS
from kaiten.bots.budget import Budget
from kaiten.bots.tree.rollouts import Rollouts
from kaiten.engine.jit import JIT

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


def worlds_a_second(game: str, players: int, options: dict[str, Any]) -> float:
    """How many worlds a search plays to the end of the round in a second of one core, at the first
    turn, where that takes longest.
    """
    view, worlds = kaiten.deal(game, players, 1, **options).view(0), 20_000 if JIT else 200
    Rollouts(view, Random(1), Budget(iterations=1)).run_uct()
    start = thread_time()
    Rollouts(view, Random(1), Budget(iterations=worlds)).run_uct()
    return worlds / (thread_time() - start)


def report() -> None:
    for game, players, options in TABLES:
        name = " ".join([game, *options.values()])
        print(
            f"{name:>28} {players}  {worlds_a_second(game, players, options):,.0f} worlds a second",
            flush=True,
        )
        for bot in BOTS:
            times = thinking(bot, game, players, options)
            mean = sum(times) / len(times)
            print(
                f"{name:>28} {players}  {bot:>8}  {mean:7.3f} ms, at most {max(times):7.3f} ms",
                flush=True,
            )


def main() -> None:
    for mode, name in (("1", "compiled"), ("0", "plain Python")):
        print(name)
        subprocess.run(
            [sys.executable, "-m", "bench.bots", "report"],
            env={**os.environ, "KAITEN_JIT": mode},
            check=True,
        )


if __name__ == "__main__":
    report() if "report" in sys.argv else main()
