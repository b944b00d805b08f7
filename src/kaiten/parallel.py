"""Worker processes that return results in order, in the mode that suits the work.

Small work runs as plain Python at once. Large work begins that way, while a first worker compiles what
the tasks need; when that worker is ready, it and others like it take over. Only tasks that give the
same results in both modes may run so.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
NextTask = TypeVar("NextTask", covariant=True)
TaskResult = TypeVar("TaskResult")
Mode = Literal["plain", "compiled", "auto"]

QUEUED_PER_WORKER = 4  # tasks queued for each process, so that a long one holds no other up
# Seconds of plain work to be left before a compiled worker is started: about what it takes to start,
# or half of what it takes to compile. Chosen by hand; `python -m bench.start` shows the effect.
WORTH_STARTING, WORTH_COMPILING = 1.0, 12.0
QUIET = "KAITEN_COMPILES_QUIETLY"  # set in workers that do not say that they compile
FIRST_LOOK = 0.1  # seconds of plain work after which its pace is known


class TaskQueue(Protocol[NextTask]):
    """The tasks of a run."""

    @property
    def left(self) -> int:
        """How much work has not been taken yet, in units of any size."""

    def take(self, compiled: bool) -> NextTask | None:
        """Return the next task, of a size that suits the mode; None if there is none."""


@dataclass(frozen=True)
class Work(Generic[Task, TaskResult]):
    """What is done with each task."""

    run_task: Callable[[Task], TaskResult]
    warm_up: Callable[[], object]  # compiles or loads all that the tasks need
    is_compiled: Callable[[], bool]  # whether `warm_up` only has to load
    in_process: bool = False  # whether one job may run its tasks in this process
    needs_script: bool = False  # whether workers must import the script that was started
    quiet: bool = False  # whether workers do not say that they compile


@contextmanager
def open_runner(
    work: Work[Task, TaskResult], jobs: int, mode: Mode
) -> Iterator[Callable[[TaskQueue[Task]], Iterator[TaskResult]]]:
    """Yield a function that runs tasks in `jobs` processes and yields their results in order.

    All workers end with the block, at once. In the mode `compiled` they are ready when it begins.
    """
    from multiprocessing import active_children

    others = set(active_children())
    runner = Runner(work, jobs, mode)
    try:
        if mode == "compiled":
            runner.start_compiled()
            runner.wait_for_compiled()
        yield runner.run
    finally:
        for child in set(active_children()) - others:
            child.terminate()
        runner.close()


class Runner(Generic[Task, TaskResult]):
    """Runs tasks by plain workers, by compiled ones, or by the first until the second are ready."""

    def __init__(self, work: Work[Task, TaskResult], jobs: int, mode: Mode) -> None:
        self._work, self._jobs, self._mode = work, jobs, mode
        self._plain: Workers | InProcess | None = None
        self._compiled: Workers | InProcess | None = None

    def start_compiled(self) -> None:
        """Start the first compiled worker. Where nobody waits for it, it does not say what it does.

        This process never compiles: Numba would keep it from hearing Ctrl-C. It looks for the cache
        before its workers do, so that it warns for all of them if there is none.
        """
        is_compiled = self._work.is_compiled()
        alone = self._work.in_process and self._mode == "compiled" and self._jobs == 1
        self._compiled = (
            InProcess(self._work.warm_up)
            if alone and is_compiled
            else Workers(
                replace(self._work, quiet=self._work.quiet or self._mode == "auto"),
                self._jobs,
                compiled=True,
            )
        )

    def wait_for_compiled(self) -> None:
        assert self._compiled
        self._compiled.ready.result()

    def run(self, tasks: TaskQueue[Task]) -> Iterator[TaskResult]:
        waiting: deque[tuple[Future[TaskResult], int]] = deque()
        pace = Pace()
        while True:
            workers = self._choose_workers()
            while len(waiting) < workers.capacity:
                left = tasks.left
                task = tasks.take(workers.compiled)
                if task is None:
                    break
                waiting.append((workers.submit(self._work.run_task, task), left - tasks.left))
            if not waiting:
                return
            future, size = waiting.popleft()
            yield future.result()
            pace.add(size)
            if self._mode == "auto" and not self._compiled:
                self._look_ahead(pace.seconds_for(tasks.left))

    def _choose_workers(self) -> Workers | InProcess:
        if self._compiled and self._compiled.is_ready():
            return self._compiled
        if not self._plain:
            in_process = self._work.in_process and self._jobs == 1
            self._plain = InProcess() if in_process else Workers(self._work, self._jobs)
        return self._plain

    def _look_ahead(self, seconds: float) -> None:
        """Start a compiled worker if the plain work that is left takes long enough."""
        if seconds > WORTH_STARTING and (seconds > WORTH_COMPILING or self._work.is_compiled()):
            self.start_compiled()

    def close(self) -> None:
        for workers in (self._plain, self._compiled):
            if workers:
                workers.close()


class Pace:
    """How fast results come, counted from the first one: starting takes its own time."""

    def __init__(self) -> None:
        self._began, self._done = 0.0, 0

    def add(self, size: int) -> None:
        """Count a result of this many units."""
        if self._began:
            self._done += size
        else:
            self._began = perf_counter()

    def seconds_for(self, left: int) -> float:
        """Return how long this many units will take; 0 while the pace is not known."""
        elapsed = perf_counter() - self._began
        return left * elapsed / self._done if self._done and elapsed > FIRST_LOOK else 0.0


class InProcess:
    """Runs each task at once, in this process."""

    capacity, compiled = 1, False

    def __init__(self, warm_up: Callable[[], object] | None = None) -> None:
        self.compiled = warm_up is not None
        self.ready = self.submit(lambda _: warm_up() if warm_up else None, None)

    def is_ready(self) -> bool:
        return True

    def submit(self, run_task: Callable[[Any], Any], task: Any) -> Future[Any]:
        from concurrent.futures import Future

        future: Future[Any] = Future()
        future.set_result(run_task(task))
        return future

    def close(self) -> None:
        """There is nothing to close."""


class Workers:
    """Processes that run tasks in one mode. The first one starts at once, others when tasks come."""

    def __init__(self, work: Work[Any, Any], jobs: int, compiled: bool = False) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.compiled, self.capacity = compiled, QUEUED_PER_WORKER * jobs
        self._script = work.needs_script
        warm_up = work.warm_up if compiled else None
        self._pool = ProcessPoolExecutor(
            jobs, get_context("spawn"), initialise_worker, (warm_up, work.quiet)
        )
        self.ready = self.submit(abs, 0)

    def is_ready(self) -> bool:
        """Return whether the first worker can run tasks. One that has failed never can."""
        return self.ready.done() and self.ready.exception() is None

    def submit(self, run_task: Callable[[Any], Any], task: Any) -> Future[Any]:
        with worker_surroundings(self.compiled, self._script):
            return self._pool.submit(run_task, task)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def worker_surroundings(compiled: bool, script: bool) -> Iterator[None]:
    """Start processes meanwhile in this mode.

    Ctrl-C is for this process, not for them. Without `script` they do not import the program that was
    started: not every script protects what it does with `if __name__ == "__main__"`.
    """
    main, mode = sys.modules["__main__"], os.environ.get("KAITEN_JIT")
    os.environ["KAITEN_JIT"] = "1" if compiled else "0"
    if not script:
        sys.modules["__main__"] = ModuleType("__main__")
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        sys.modules["__main__"] = main
        os.environ.pop("KAITEN_JIT")
        if mode is not None:
            os.environ["KAITEN_JIT"] = mode


def initialise_worker(warm_up: Callable[[], object] | None, quiet: bool) -> None:
    """Initialise a worker process: tie its life to its parent's, then warm up."""
    from threading import Thread

    Thread(target=exit_with_parent, daemon=True).start()
    if quiet:
        os.environ[QUIET] = "1"
    if warm_up:
        warm_up()


def exit_with_parent() -> None:
    """Wait until the parent process ends, then end this one."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
