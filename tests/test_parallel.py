"""Processes that share the work out."""

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

from kaiten.parallel import AHEAD, crew


def nothing() -> None:
    """No need to rehearse."""


def square(number: int) -> int:
    return number * number


def sleep_long(_: int) -> None:
    time.sleep(600)


@pytest.mark.parametrize("jobs", [1, 2])
def test_everything_is_answered_in_order(jobs: int) -> None:
    count = 3 * jobs * AHEAD + 1
    with crew(square, nothing, jobs) as share_out:
        assert list(share_out(range(count))) == [number * number for number in range(count)]


def test_whoever_interrupts_does_not_wait_for_work_under_way() -> None:
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt), crew(sleep_long, nothing, 2) as share_out:
        next(share_out(interrupting()))
    assert set(active_children()) <= before


def interrupting() -> Iterator[int]:
    """A few tasks, and then somebody presses Ctrl-C."""
    yield from range(3)
    raise KeyboardInterrupt


OWNER = """
from multiprocessing import active_children
from kaiten.parallel import crew
from tests.test_parallel import nothing, sleep_long
if __name__ == "__main__":
    with crew(sleep_long, nothing, 2) as share_out:
        print(*(child.pid for child in active_children()), flush=True)
        list(share_out(range(2)))
"""


def gone(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_the_processes_end_with_the_one_who_started_them(tmp_path: Path) -> None:
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
        if not all(map(gone, workers)):
            time.sleep(0.1)
    assert all(map(gone, workers))
