"""Worker processes: order, modes, interruption, orphans."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import psutil
import pytest

from kaiten import parallel
from kaiten.engine.jit import JIT
from kaiten.parallel import QUEUED_PER_WORKER, Mode, Work, open_runner
from tests.long_run import LONG


class Numbers:
    """Tasks that are numbers; the mode in which each was taken is kept."""

    def __init__(self, count: int) -> None:
        self.count, self.modes = count, list[bool]()

    @property
    def left(self) -> int:
        return self.count - len(self.modes)

    def take(self, compiled: bool) -> int | None:
        if not self.left:
            return None
        self.modes.append(compiled)
        return len(self.modes) - 1


def warm_up_nothing() -> None:
    """Warm up nothing."""


def fail_to_warm_up() -> None:
    raise RuntimeError("no compiler")


def square(number: int) -> int:
    return number * number


def square_slowly(number: int) -> int:
    time.sleep(0.05)
    return number * number


def sleep_long(_: int) -> None:
    time.sleep(600)


def read_mode(_: int) -> str | None:
    return os.environ.get("KAITEN_JIT")


def find_process(_: int) -> int:
    return os.getpid()


def is_true() -> bool:
    return True


def make_work(run_task: Callable[[int], Any], **settings: Any) -> Work[int, Any]:
    return replace(Work(run_task, warm_up_nothing, is_true, needs_script=False), **settings)


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.parametrize("mode", ["plain", "compiled", "auto"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int, mode: Mode, in_process: bool) -> None:
    count = 3 * jobs * QUEUED_PER_WORKER + 1
    with open_runner(make_work(square, in_process=in_process), jobs, mode) as run:
        assert list(run(Numbers(count))) == [number * number for number in range(count)]


@pytest.mark.parametrize(("mode", "setting"), [("plain", "0"), ("compiled", "1")])
def test_workers_know_their_mode_and_this_process_keeps_its_own(mode: Mode, setting: str) -> None:
    before = os.environ.get("KAITEN_JIT")
    with open_runner(make_work(read_mode), 2, mode) as run:
        assert set(run(Numbers(9))) == {setting}
    assert os.environ.get("KAITEN_JIT") == before


@pytest.mark.parametrize("compiled", [False, True])
def test_only_what_is_compiled_already_runs_in_this_process(compiled: bool) -> None:
    """Numba would keep this process from hearing Ctrl-C while it compiles."""
    work = make_work(find_process, is_compiled=lambda: compiled, in_process=True)
    with open_runner(work, 1, "compiled") as run:
        (process,) = run(Numbers(1))
    assert (process == os.getpid()) == compiled


@pytest.mark.once
@pytest.mark.unmeasured
def test_large_work_begins_plain_and_goes_on_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "FIRST_LOOK", 0.0)
    tasks = Numbers(400)
    with open_runner(make_work(square_slowly, in_process=True), 1, "auto") as run:
        results = list(run(tasks))
    assert results == [number * number for number in range(400)]
    assert tasks.modes == sorted(tasks.modes)
    assert {*tasks.modes} == {False, True}


@pytest.mark.parametrize("compiled", [False, True])
def test_small_work_stays_plain(compiled: bool) -> None:
    tasks = Numbers(8)
    work = make_work(square_slowly, is_compiled=lambda: compiled, in_process=True)
    with open_runner(work, 1, "auto") as run:
        assert len(list(run(tasks))) == 8
    assert tasks.modes == [False] * 8


def test_work_goes_on_plain_where_compiling_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "FIRST_LOOK", 0.0)
    tasks = Numbers(60)
    work = make_work(square_slowly, warm_up=fail_to_warm_up, in_process=True)
    with open_runner(work, 1, "auto") as run:
        assert len(list(run(tasks))) == 60
    assert not any(tasks.modes)


def test_an_interruption_does_not_wait_for_running_tasks() -> None:
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt), open_runner(make_work(sleep_long), 2, "plain") as run:
        for _ in interrupt(run(Numbers(9))):
            pass
    assert set(active_children()) <= before


def interrupt(results: Iterator[None]) -> Iterator[None]:
    """Press Ctrl-C while results are waited for; SIGINT itself may be ignored in the background."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    yield from results


UNPROTECTED = """
from kaiten.simulate import simulate
print(simulate("sushi-go", 2, 5, seed=1, jobs=2).games)
"""


def test_a_script_without_a_main_guard_may_use_workers(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(UNPROTECTED)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("5\n", "")


@pytest.mark.skipif(not JIT, reason="nothing is compiled without Numba")
@pytest.mark.parametrize("seconds", [0.5, 1.5, 3.0] if LONG else [1.5])
def test_ctrl_c_ends_a_command_while_it_compiles(tmp_path: Path, seconds: float) -> None:
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from kaiten.cli.main import main; main()"
    )
    command = [sys.executable, "-c", program, "simulate", "--games", "10"]
    environment = {**os.environ, "KAITEN_JIT": "1", "KAITEN_CACHE": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode not in (0, None)
    assert b"Traceback" not in errors


OWNER = """
import sys
from multiprocessing import active_children
from kaiten.parallel import open_runner
from tests.test_parallel import Numbers, make_work, sleep_long
if __name__ == "__main__":
    with open_runner(make_work(sleep_long), 2, "plain") as run:
        results = run(Numbers(2))
        import threading
        threading.Thread(target=lambda: list(results), daemon=True).start()
        while len(active_children()) < 2:
            pass
        print(*(child.pid for child in active_children()), flush=True)
        threading.Event().wait()
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
