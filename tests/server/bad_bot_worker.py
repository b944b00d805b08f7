"""A worker with bots that nobody would want, for the tests of the worker pool."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import NoReturn

if __name__ == "__main__":
    Path(os.environ["WORKER_PIDS"], str(os.getpid())).touch()

from kaiten import Choice, View
from kaiten.bots import BOTS
from kaiten.server.workers.bot_worker import main


def hangs(view: View, rng: Random) -> NoReturn:
    while True:
        pass


def dies(view: View, rng: Random) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def raises(view: View, rng: Random) -> NoReturn:
    raise ValueError(f"I hold {dict(view.hand)}")


def cheats(view: View, rng: Random) -> str:
    return "fugu"


def dawdles(view: View, rng: Random) -> Choice:
    time.sleep(0.3)
    return last(view, rng)


def chatters(view: View, rng: Random) -> Choice:
    print('{"choice": "fugu"}', flush=True)
    os.write(1, b'{"choice": "fugu"}\n')
    return last(view, rng)


def peeks(view: View, rng: Random) -> Choice:
    """The last choice, if it was given a view; the first one, if it was given more."""
    return last(view, rng) if type(view) is View else view.choices[0]


def last(view: View, rng: Random) -> Choice:
    choice: Choice = view.choices[-1]
    return choice


BOTS.update(
    {bot.__name__: bot for bot in (hangs, dies, raises, cheats, dawdles, chatters, peeks, last)}
)  # type: ignore[dict-item]

if __name__ == "__main__":
    main()
