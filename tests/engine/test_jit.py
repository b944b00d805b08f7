"""The cache of compiled rules, and doing without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kaiten
from kaiten.engine.jit import JIT, cache_folder, sources_digest

SCRIPT = """
from kaiten.scoring.score import score_table
table = {"game": "sushi-go", "players": [{"cards": ["tempura", "tempura"]}, {}]}
print(score_table(table).data("en")["players"][0]["total"])
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


def test_only_the_latest_caches_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path))
    for number in range(9):
        (tmp_path / f"rules-{number}").mkdir()
        os.utime(tmp_path / f"rules-{number}", (number, number))
    folder = cache_folder()
    assert folder == tmp_path / f"rules-{sources_digest()}"
    assert {path.name for path in tmp_path.iterdir()} == {
        folder.name,
        "rules-8",
        "rules-7",
        "rules-6",
    }


def test_where_nothing_can_be_written_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path / "file"))
    assert cache_folder() is None
