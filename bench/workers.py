"""How long bots take to answer when four tables of four, with three of the best bots each, think at
the same time: `python -m bench.workers`.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import time
from collections.abc import Iterable
from random import Random
from statistics import quantiles

os.environ["KAITEN_JIT"] = "0"  # as the server plays; the bot workers are compiled

import kaiten
from kaiten.server.run import default_bot_workers
from kaiten.server.tables.bot_driver import ANSWER_TIMEOUT
from kaiten.server.workers.pool import Job, WorkerPool

TABLES, BOTS = 4, 3
# seconds in which everything must be compiled, at low priority on however busy a machine
LONG = 1800.0


async def sit(workers: WorkerPool, game: str, bot: str, number: int) -> list[float]:
    """A whole game at one table, whose person chooses at once; how many seconds each bot took."""
    took, answers = list[float](), list[tuple[str | None, ...]]()
    match, rng = kaiten.deal(game, 1 + BOTS, number), Random(number)

    async def ask(seat: int) -> str:
        job = Job(
            table=f"TABLE-{number}",
            game=game,
            names=match.names,
            options=match.options,
            seed=number,
            answers=tuple(answers),
            seat=seat,
            bot=bot,
            rng_seed=f"{number}:{seat}:{len(answers)}",
            seconds=ANSWER_TIMEOUT,
        )
        begun = time.perf_counter()
        choice = await workers.choose(job)
        took.append(time.perf_counter() - begun)
        return choice

    while not match.over:
        bots = [seat for seat in match.waiting if seat]
        chosen = dict(zip(bots, await asyncio.gather(*map(ask, bots)), strict=True))
        if 0 in match.waiting:
            chosen[0] = str(rng.choice(match.choices(0)))
        match = match.answer(chosen)
        answers.append(tuple(chosen.get(seat) for seat in match.seats))
    return took


async def watch_the_loop(pauses: list[float]) -> None:
    """Measure how long the event loop keeps other tasks waiting."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(0.01)
        pauses.append(time.perf_counter() - begun - 0.01)


async def measure(count: int, bot: str, games: Iterable[str]) -> None:
    async with WorkerPool(count) as workers:
        begun = time.perf_counter()
        while workers.compiled < count:
            assert time.perf_counter() < begun + LONG, "nothing is compiled"
            await asyncio.sleep(0.1)
        print(f"{count} compiled bot workers after {time.perf_counter() - begun:.1f} s")
        for game in games:
            pauses = list[float]()
            watcher = asyncio.create_task(watch_the_loop(pauses))
            failures, tables = (
                workers.failures,
                (sit(workers, game, bot, number) for number in range(TABLES)),
            )
            took = [seconds for table in await asyncio.gather(*tables) for seconds in table]
            watcher.cancel()
            print(
                f"{game:>16}  {TABLES} tables, {BOTS} × {bot}: {told(took)}; {workers.failures - failures} of {len(took)} not in time"
            )
            print(f"{'':>16}  the event loop was held up: {told(pauses)}")


def told(seconds: list[float]) -> str:
    parts = quantiles(seconds, n=20)
    return f"p50 {1000 * parts[9]:.0f} ms, p95 {1000 * parts[18]:.0f} ms, max {1000 * max(seconds):.0f} ms"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "--bot-workers", type=int, default=default_bot_workers(os.cpu_count() or 2, 1)
    )
    asked.add_argument("--bot", default="chef")
    asked.add_argument("games", nargs="*", default=["sushi-go", "sushi-go-party", "sushi-draft"])
    wish = asked.parse_args()
    logging.getLogger("kaiten.server").setLevel(logging.ERROR)  # late bots are counted instead
    asyncio.run(measure(wish.bot_workers, wish.bot, wish.games))


if __name__ == "__main__":
    main()
