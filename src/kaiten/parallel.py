"""Processes that share the work out."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 16  # tasks that wait for each process, so that a long one holds nobody up


@contextmanager
def crew(
    work: Callable[[Task], Result], rehearse: Callable[[], object], jobs: int
) -> Iterator[Callable[[Iterable[Task]], Iterator[Result]]]:
    """So many processes, ready to do some work: what they are given is answered in order. Whoever
    interrupts them need not wait.
    """
    rehearse()  # compiles once, for all: the others find it in the cache
    if jobs == 1:
        yield partial(map, work)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    strangers = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), begin, (rehearse,)) as pool:
        try:
            list(in_order(pool, abs, range(jobs)))
            yield partial(in_order, pool, work, ahead=AHEAD * jobs)
        except BaseException:
            for child in set(active_children()) - strangers:
                child.terminate()
            raise


def in_order(
    pool: Executor, work: Callable[[Task], Result], tasks: Iterable[Task], ahead: int = AHEAD
) -> Iterator[Result]:
    """What comes of the tasks, of which not too many wait at a time."""
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        waiting.append(pool.submit(work, task))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    for future in waiting:
        yield future.result()


def begin(rehearse: Callable[[], object]) -> None:
    """The first thing that a process does: it makes sure to end with whoever started it, and
    rehearses.
    """
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started it
    Thread(target=end_with_parent, daemon=True).start()
    rehearse()


def end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
