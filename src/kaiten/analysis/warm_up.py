"""Compiling all that bots and advice need. Numba swallows interrupts, so that another process does it,
or this one where there is no cache to hand anything over.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from ..bots import find_bot
from ..bots.heuristic.evaluate import fill_values, measure_joint_gain
from ..bots.tree.endgame import solve
from ..bots.tree.uct import explore
from ..engine.jit import JIT, announce_compiling, cache_folder, is_cached
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


def has_compiled_bots() -> bool:
    """Return whether all that bots and advice need is on disk."""
    return all(map(is_cached, BOT_KERNELS))


def prepare_bots(language: str) -> None:
    """Wait until what bots and advice need is compiled, and say so. Ctrl-C ends the wait at once."""
    if not JIT or has_compiled_bots():
        return
    announce_compiling(language)
    if cache_folder() is None:
        with end_by_ctrl_c():
            warm_up_bots()
        return
    work = Work[None, None](print, warm_up_bots, has_compiled_bots, quiet=True)
    with open_runner(work, 1, "compiled"):
        pass


@contextmanager
def end_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end this process meanwhile, instead of raising what Numba swallows."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
