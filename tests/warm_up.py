"""Compile the rules and bots once: `python -m tests.warm_up`, before the tests of compiled rules.

Two processes compile half each and leave the machine code in the cache. Without this, every process
of pytest-xdist would compile the same functions at the same time.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import kaiten
from kaiten.analysis.warm_up import warm_up_bots
from kaiten.simulate import simulate
from tests.compiled_rules import follow_compiled_rules


def compile_rules() -> None:
    """Compile what matches follow in these tests, and random play."""
    follow_compiled_rules()
    rng, match = Random(1), kaiten.deal("sushi-go", 2, 1)
    while not match.over:
        match = match.answer({seat: rng.choice(match.choices(seat)) for seat in match.waiting})
    match.outcome()
    simulate("sushi-go", 2, 1, seed=1)


if __name__ == "__main__":
    with ProcessPoolExecutor(max_workers=2, mp_context=get_context("spawn")) as pool:
        for job in [pool.submit(compile_rules), pool.submit(warm_up_bots)]:
            job.result()
