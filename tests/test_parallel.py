"""The process pool: order, interruption, orphans."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import psutil
import pytest

from kaiten.parallel import QUEUED_PER_WORKER, process_pool


def warm_up_nothing() -> None:
    """Warm up nothing."""


def square(number: int) -> int:
    return number * number


def sleep_long(_: int) -> None:
    time.sleep(600)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    count = 3 * jobs * QUEUED_PER_WORKER + 1
    with process_pool(square, warm_up_nothing, jobs) as run:
        assert list(run(range(count))) == [number * number for number in range(count)]


def test_an_interruption_does_not_wait_for_running_tasks() -> None:
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt), process_pool(sleep_long, warm_up_nothing, 2) as run:
        next(run(interrupt_after_three()))
    assert set(active_children()) <= before


def interrupt_after_three() -> Iterator[int]:
    """Yield a few tasks, then press Ctrl-C."""
    yield from range(3)
    raise KeyboardInterrupt


OWNER = """
from multiprocessing import active_children
from kaiten.parallel import process_pool
from tests.test_parallel import sleep_long, warm_up_nothing
if __name__ == "__main__":
    with process_pool(sleep_long, warm_up_nothing, 2) as run:
        print(*(child.pid for child in active_children()), flush=True)
        list(run(range(2)))
"""


def has_ended(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    file = tmp_path / "owner.py"
    file.write_text(OWNER)
    environment = {
        **os.environ,
        "KAITEN_JIT": "0",
        "PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path]),
    }
    with subprocess.Popen(
        [sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as owner:
        assert owner.stdout is not None
        workers = [psutil.Process(int(pid)) for pid in owner.stdout.readline().split()]
        assert len(workers) == 2
        owner.kill()
    for _ in range(600):
        if not all(map(has_ended, workers)):
            time.sleep(0.1)
    assert all(map(has_ended, workers))
