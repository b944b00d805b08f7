"""Processes that share the work out."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


@contextmanager
def crew(
    work: Callable[[Task], Result], rehearse: Callable[[], object], jobs: int
) -> Iterator[Callable[[Iterable[Task]], Iterator[Result]]]:
    """So many processes, ready to do some work: what they are given is answered in order."""
    rehearse()  # compiles once, for all: the others find it in the cache
    if jobs == 1:
        yield lambda tasks: map(work, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn"), begin, (rehearse,)) as pool:
        list(pool.map(abs, range(jobs)))
        yield lambda tasks: pool.map(work, tasks)


def begin(rehearse: Callable[[], object]) -> None:
    """The first thing that a process does: it makes sure to end with whoever started it, then rehearses."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # without a word
    Thread(target=end_with_parent, daemon=True).start()
    rehearse()


def end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
