"""Ctrl-C ends a command, also while it waits for the compiler."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import sleep

import pytest

import kaiten
from kaiten.bots import MODE_FREE_BOTS
from kaiten.cli.play import QUICK_BOTS
from kaiten.engine.jit import COMPILE_NOTICE, WARNED
from tests.long_run import LONG

pytestmark = [
    pytest.mark.once,
    pytest.mark.unmeasured,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals"),
]
# A background job ignores SIGINT, and its children inherit that.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from kaiten.cli.entry import main
main()
"""
UNTIL_IT_COMPILES = 4  # seconds: a worker has imported the package, and compiles for half a minute
PATIENCE = 60  # seconds
NEEDS_NUMBA = pytest.mark.skipif(not find_spec("numba"), reason="nothing is compiled without Numba")


def start_command(cache: Path, *words: str) -> subprocess.Popen[str]:
    """Start a command that may compile, with nothing in its cache."""
    surroundings = {**os.environ, "KAITEN_CACHE": str(cache), "KAITEN_LANG": "en"}
    surroundings.pop("KAITEN_JIT", None)
    return subprocess.Popen(
        [sys.executable, "-c", START, *words],
        env=surroundings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def write_record(file: Path) -> Path:
    """Write the record of a short game."""
    match = kaiten.deal("sushi-go", 2, 7)
    while not match.over:
        match = match.answer({seat: match.choices(seat)[0] for seat in match.waiting})
    file.write_text(match.record().json())
    return file


@NEEDS_NUMBA
@pytest.mark.parametrize(
    "command", ["play", "analyse", "arena", "simulate"] if LONG else ["play", "simulate"]
)
def test_an_interruption_ends_a_command_that_compiles(tmp_path: Path, command: str) -> None:
    words = {
        "play": ("play", "--bot", "medium"),
        "analyse": ("analyse", str(write_record(tmp_path / "game.json"))),
        "arena": ("arena", "--bots", "search,chance", "--iterations", "9", "--games", "2"),
        "simulate": ("simulate", "--games", "100000000"),
    }[command]
    with start_command(tmp_path / "cache", *words) as process:
        try:
            # a simulation goes on meanwhile and says nothing of the compiler
            notice = "" if command == "simulate" else read_notice(process)
            sleep(UNTIL_IT_COMPILES)
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Traceback" not in complaint
    assert notice.startswith("Compiling") or command == "simulate"


def read_notice(process: subprocess.Popen[str]) -> str:
    """Return the first line that a command prints on its error stream."""
    assert process.stderr
    return process.stderr.readline()


WITHOUT_A_CACHE = """
from time import sleep
from kaiten.analysis import warm_up

def swallow_interrupts():
    print("compiling", flush=True)
    while True:
        try:
            sleep(60)
        except KeyboardInterrupt:
            pass

warm_up.warm_up_bots = swallow_interrupts
warm_up.prepare_bots("fr")
"""


@NEEDS_NUMBA
def test_an_interruption_ends_the_compiler_where_nothing_can_be_saved() -> None:
    surroundings = {**os.environ, "KAITEN_CACHE": f"{os.devnull}/cache", "KAITEN_LANG": "en"}
    surroundings.pop("KAITEN_JIT", None)
    surroundings.pop(WARNED, None)
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_A_CACHE],
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "compiling\n"
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == -signal.SIGINT
    warning, notice = complaint.splitlines()
    assert warning.startswith("Compiled rules cannot be saved")
    assert notice == COMPILE_NOTICE.to("fr")


IMPORTED_TOO_SOON = """
import sys
from kaiten.cli.entry import main

class Interrupter:
    def find_spec(self, name, *more):
        if name == "kaiten.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupter())
main()
"""


def test_an_interruption_during_the_imports_ends_a_command_silently() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED_TOO_SOON], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


SWALLOWED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from time import sleep
from kaiten.cli.entry import main

class Finalized:
    def __del__(self):
        raise KeyboardInterrupt

class Waiter:
    def find_spec(self, name, *more):
        if name == "kaiten.cli.main":
            Finalized()
            sleep(60)

sys.meta_path.insert(0, Waiter())
main()
"""


def test_an_interruption_in_a_finalizer_is_not_lost() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


OTHER_ERROR = """
from kaiten.cli.entry import repeat_lost_interruptions

class Finalized:
    def __del__(self):
        raise ValueError("in a finalizer")

repeat_lost_interruptions()
Finalized()
print("goes on")
"""


def test_other_errors_in_a_finalizer_are_told() -> None:
    done = subprocess.run([sys.executable, "-c", OTHER_ERROR], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "goes on\n")
    assert "ValueError: in a finalizer" in done.stderr


def test_ctrl_c_is_heard_from_the_first_import_on() -> None:
    code = "import sys, kaiten; known = set(sys.modules); import kaiten.cli.entry\n"
    code += "print(sorted(set(sys.modules) - known))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "['kaiten.cli', 'kaiten.cli.entry']\n"


def test_the_bots_that_need_no_compiler_are_those_that_play_the_same_without_it() -> None:
    assert set(QUICK_BOTS) == MODE_FREE_BOTS
