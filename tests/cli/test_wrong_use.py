"""The command line under wrong use: one polite sentence, and the exit status 2."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import play_out

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

COMMAND = [sys.executable, "-c", "from kaiten.cli.main import main; main()"]


def kaiten(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, in English unless told otherwise."""
    world = {**os.environ, "KAITEN_JIT": "0", "LC_ALL": "C.UTF-8", "COLUMNS": "100", **environment}
    return subprocess.run(
        [*COMMAND, *words], input=typed, env=world, capture_output=True, encoding="utf-8"
    )


def refused(*words: str, **environment: str) -> str:
    """What a command says on standard error that refuses its work."""
    answer = kaiten(*words, **environment)
    assert (answer.returncode, answer.stdout) == (2, ""), answer
    assert "Traceback" not in answer.stderr
    return answer.stderr


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.json"
    file.write_text(play_out("sushi-go", 2, 1).record().json())
    return str(file)


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "1e308", "0", "-1"])
def test_a_bot_thinks_for_a_number_of_seconds_that_ends(seconds: str, record: str) -> None:
    said = refused("analyse", record, f"--think={seconds}")
    assert "more than 0 and at most 86400" in said
    said = refused("arena", "--bots", "search,chance", f"--think={seconds}")
    assert "more than 0 seconds and at most 86400" in said


@pytest.mark.parametrize("budget", ["nans", "infs", "nan", "1e9s", "-1s", "9" * 5000])
def test_a_budget_behind_a_bots_name_is_a_number(budget: str) -> None:
    assert "such as @0.1s" in refused("arena", "--bots", f"search@{budget},chance")


@pytest.mark.parametrize("players", ["0", "-1"])
@pytest.mark.parametrize(
    "words",
    [["play"], ["open", "--name", "Ana"], ["simulate"], ["arena", "--pool", "greedy,chance"]],
    ids=lambda words: words[0],
)
def test_no_players_are_not_the_usual_number(words: list[str], players: str) -> None:
    said = refused(*words, "--players", players)
    assert said == f"Sushi Go! is for 2 to 5 players, not {players}.\n"


def test_an_unknown_bot_is_refused_before_the_player_is_asked_for_a_name() -> None:
    said = refused("open", "--bot", "nobody")
    assert said.startswith("There is no bot “nobody”. There are: chance, greedy,")


@pytest.mark.parametrize("command", ["replay", "analyse", "verify"])
def test_a_game_that_the_file_does_not_hold_is_refused(command: str, record: str) -> None:
    assert "--game: the file holds 1 game\n" in refused(command, record, "--game", "2")
    french = refused(command, record, "--game", "2", "--lang", "fr")
    assert "le fichier contient 1 partie\n" in french


@pytest.mark.parametrize("seconds", ["4", "0", "-5", "604801"])
def test_a_timer_out_of_range_is_refused_with_the_limits(seconds: str) -> None:
    said = refused("open", "--name", "Ana", "--timer", seconds)
    assert "--timer: 5 to 604800 seconds" in said
