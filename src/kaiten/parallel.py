"""A pool of worker processes that returns results in order."""

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
TaskResult = TypeVar("TaskResult")

QUEUED_PER_WORKER = 16  # tasks queued for each process, so that a long one holds no other up


@contextmanager
def process_pool(
    run_task: Callable[[Task], TaskResult], warm_up: Callable[[], object], jobs: int
) -> Iterator[Callable[[Iterable[Task]], Iterator[TaskResult]]]:
    """Yield a function that maps tasks over `jobs` processes, in order.

    Ctrl-C terminates the workers at once.
    """
    warm_up()  # compiles once for all: the workers find the result in the cache
    if jobs == 1:
        yield partial(map, run_task)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), initialise_worker, (warm_up,)) as pool:
        try:
            list(map_in_order(pool, abs, range(jobs)))  # every worker is warm before the first task
            yield partial(map_in_order, pool, run_task, queued=QUEUED_PER_WORKER * jobs)
        except BaseException:
            for child in set(active_children()) - others:
                child.terminate()
            raise


def map_in_order(
    pool: Executor,
    run_task: Callable[[Task], TaskResult],
    tasks: Iterable[Task],
    queued: int = QUEUED_PER_WORKER,
) -> Iterator[TaskResult]:
    """Yield the results of the tasks in order, with at most `queued` of them in the pool."""
    waiting: deque[Future[TaskResult]] = deque()
    for task in tasks:
        waiting.append(pool.submit(run_task, task))
        if len(waiting) > queued:
            yield waiting.popleft().result()
    for future in waiting:
        yield future.result()


def initialise_worker(warm_up: Callable[[], object]) -> None:
    """Initialise a worker process: tie its life to its parent's, then warm up."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    Thread(target=exit_with_parent, daemon=True).start()
    warm_up()


def exit_with_parent() -> None:
    """Wait until the parent process ends, then end this one."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
