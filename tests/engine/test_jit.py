"""The cache of compiled rules, and doing without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kaiten
from kaiten.engine import rng
from kaiten.engine.jit import (
    JIT,
    WARNED,
    cache_folder,
    compiled,
    kernel,
    make_cache_folder,
    sources_digest,
)

SCRIPT = """
from kaiten.engine.jit import kernel
from kaiten.engine.state import int_array
from kaiten.games.sushi_go import tempura
tray = int_array(48)
tray[tempura.kind] = 2
print(kernel(tempura.verbs["scores"])(tray))
"""


def counted_by(package: Path, cache: Path) -> int:
    """What a copy of the package says a pair of tempura is worth."""
    environment = {**os.environ, "PYTHONPATH": str(package), "KAITEN_CACHE": str(cache)}
    answer = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        cwd=package,
    )
    return int(answer.stdout)


def test_editing_a_rule_is_never_answered_from_an_old_cache(tmp_path: Path) -> None:
    shutil.copytree(Path(kaiten.__file__).parent, tmp_path / "kaiten")
    rules = tmp_path / "kaiten" / "games" / "shared_cards.py"
    cache = tmp_path / "cache"
    assert counted_by(tmp_path, cache) == 5
    compiled = sorted(cache.rglob("*.nb*"))
    assert bool(compiled) is JIT
    assert counted_by(tmp_path, cache) == 5
    assert sorted(cache.rglob("*.nb*")) == compiled  # the second run found everything in the cache
    rules.write_text(
        rules.read_text().replace(
            "return 5 * (tray[TEMPURA] // 2)", "return 7 * (tray[TEMPURA] // 2)"
        )
    )
    assert counted_by(tmp_path, cache) == 7


def test_another_python_or_numba_has_a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of the one would be taken for that of the other, which compiles it again."""
    ours = sources_digest()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0.1")
    other_numba = sources_digest()
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert len({ours, other_numba, sources_digest()}) == 3


def test_only_the_latest_caches_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path))
    for number in range(9):
        (tmp_path / f"rules-{number}").mkdir()
        os.utime(tmp_path / f"rules-{number}", (number, number))
    folder = make_cache_folder()
    assert folder == tmp_path / f"rules-{sources_digest()}"
    assert {path.name for path in tmp_path.iterdir()} == {
        folder.name,
        "rules-8",
        "rules-7",
        "rules-6",
    }


@pytest.fixture
def fresh_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the next question for the cache look for it again."""
    monkeypatch.setenv(WARNED, "")
    cache_folder.cache_clear()
    yield
    monkeypatch.undo()
    cache_folder.cache_clear()


@pytest.mark.usefixtures("fresh_cache")
def test_where_nothing_can_be_written_there_is_no_cache_and_that_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path / "file"))
    assert cache_folder() is None
    assert cache_folder() is None
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "KAITEN_CACHE" in said[0]


@pytest.mark.usefixtures("fresh_cache")
def test_on_a_full_disk_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write_nothing(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", write_nothing)
    assert cache_folder() is None
    assert "No space left on device" in capsys.readouterr().err


WITH_WORKERS = """
from kaiten.engine import draft
from kaiten.engine.jit import cache_folder, is_cached
from kaiten.parallel import Work, open_runner
with open_runner(Work(abs, cache_folder, lambda: is_cached(draft.simulate_games)), 2, "compiled"):
    pass
"""


def test_workers_do_not_repeat_that_there_is_no_cache() -> None:
    environment = {**os.environ, "KAITEN_CACHE": f"{os.devnull}/cache", WARNED: ""}
    command = [sys.executable, "-c", WITH_WORKERS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert len(done.stderr.splitlines()) == 1


# --- Kernels ---


@compiled
def double(number: int) -> int:
    return 2 * number


@compiled
def double_twice(number: int) -> int:
    return double(double(number)) + rng.below([number], 1)


def test_functions_stay_plain_and_their_kernels_say_the_same() -> None:
    assert double_twice.__code__.co_name == "double_twice"
    assert double_twice(3) == 12
    if JIT:
        assert kernel(double).__class__ is not double.__class__
    assert kernel(double)(3) == 6
    assert kernel(double) is kernel(double)


def test_importing_the_engine_imports_neither_numba_nor_numpy() -> None:
    script = (
        "import sys, kaiten.simulate, kaiten.bots; print({'numba', 'numpy'} & set(sys.modules))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "set()"
