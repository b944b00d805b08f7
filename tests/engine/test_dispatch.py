"""The functions that call the rules of the game being played, and the text that they are made of."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback

import pytest

from kaiten.engine import dispatch, registry
from kaiten.games import list_games

PLAIN = {**os.environ, "KAITEN_JIT": "0"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], env=PLAIN, capture_output=True, text=True, check=False
    )


def test_run_as_a_program_it_prints_every_function() -> None:
    printed = run("-m", "kaiten.engine.dispatch")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == dispatch.source_text()
    for name in dispatch.WRITERS:
        assert f"def {name}(" in printed.stdout
    for game in list_games():
        assert f"# {game.id}" in printed.stdout
    compile(printed.stdout, "printed", "exec")


def test_a_traceback_shows_the_line_that_was_written() -> None:
    with pytest.raises(AttributeError) as failure:
        dispatch.lands(None, 0, 0)
    told = "".join(traceback.format_exception(failure.value))
    assert 'File "<kaiten lands>", line 3, in lands' in told
    assert "if state.game == 0:  # sushi-go" in told


def test_the_engine_knows_no_game_by_itself() -> None:
    alone = run("-c", "from kaiten.engine import dispatch; dispatch.lands")
    assert "No game has registered: import kaiten.games first." in alone.stderr


def test_a_game_cannot_register_once_games_are_played() -> None:
    assert callable(dispatch.lands)
    with pytest.raises(RuntimeError, match="before the first game is played"):
        registry.register([])


def test_there_is_no_other_function() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'bakes'"):
        _ = dispatch.bakes
