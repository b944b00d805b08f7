"""Compiling all that bots and advice need, in another process: compiling cannot be interrupted."""

from __future__ import annotations

import sys
from random import Random

from ..bots import find_bot
from ..bots.heuristic.evaluate import fill_values, measure_joint_gain
from ..bots.tree.endgame import solve
from ..bots.tree.uct import explore
from ..engine.jit import COMPILE_NOTICE, JIT, cache_folder, is_cached
from ..match.match import deal
from ..parallel import Work, open_runner
from .advice import advise

BOT_KERNELS = (explore, solve, fill_values, measure_joint_gain)
WARM_UP_ITERATIONS = 4  # enough to compile everything
LAST_CARDS = 3  # few enough for `search` to solve the ending


def warm_up_bots() -> None:
    """Compile or load what bots and advice need: let them choose among the last cards of a game."""
    rng, match = Random(1), deal("sushi-go", 2, 1)
    while match.round < 3 or match.hands[0].total() > LAST_CARDS:
        match = match.answer({seat: rng.choice(match.choices(seat)) for seat in match.waiting})
    for bot in ("heuristic", "planner", "search"):
        find_bot(bot, iterations=WARM_UP_ITERATIONS)(match.view(0), rng)
    advise(match.view(0), iterations=WARM_UP_ITERATIONS)


def needs_compiling() -> bool:
    """Return whether the bots' first choice would have to wait for the compiler."""
    return JIT and cache_folder() is not None and not all(map(is_cached, BOT_KERNELS))


def prepare_bots(language: str) -> None:
    """Wait until what bots and advice need is compiled, and say so. Ctrl-C ends the wait at once."""
    if not needs_compiling():
        return
    print(COMPILE_NOTICE.to(language), file=sys.stderr, flush=True)
    work = Work[None, None](print, warm_up_bots, needs_compiling, quiet=True)
    with open_runner(work, 1, "compiled"):
        pass
