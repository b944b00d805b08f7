"""`kaiten verify` after `kaiten play --record`, as the README shows it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_wrong_use import kaiten, refused

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

README = Path(__file__).parents[2] / "README.md"
KEYS = "1\n\n2\n\n1\n\n" * 200
SHOWN_AT_THE_START = "The hash of this deal, to check it after the game:\n  "


def play_and_record(file: Path, *words: str, typed: str = KEYS, **environment: str) -> str:
    """What the terminal shows in a game that is recorded in this file."""
    played = kaiten(
        "play", *words, "--bot", "greedy", "--record", str(file), typed=typed, **environment
    )
    assert (played.returncode, played.stderr) == (0, "")
    return played.stdout


def read_hash(shown: str) -> str:
    """The hash that stands before the first turn."""
    found = re.search(r"^  ([0-9a-f]{64})$", shown, re.M)
    assert found
    assert found.start() < shown.index("Your hand")
    return found[1]


def test_a_recorded_game_can_be_verified_with_the_hash_shown_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = play_and_record(file)
    promised = read_hash(shown)
    assert SHOWN_AT_THE_START + promised in shown
    assert json.loads(file.read_text())["fair"]["hash"] == promised
    answer = kaiten("verify", str(file), "--hash", promised)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert f"its hash is the one published before the game, {promised}." in answer.stdout
    assert kaiten("verify", str(file), "--hash", promised.upper()).returncode == 0


def test_the_command_printed_at_the_end_runs_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "Ana's game.json"
    last = play_and_record(file).splitlines()[-1]
    printed, command = last.split(": ", 1)
    assert printed == "To check the deal"
    program, *words = shlex.split(command)
    assert (program, words[0], words[1]) == ("kaiten", "verify", str(file))
    assert kaiten(*words).returncode == 0


def test_the_command_of_the_readme_is_the_one_printed(tmp_path: Path) -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    played, verified = (
        shlex.split(next(line for line in lines if line.startswith(begin)), comments=True)
        for begin in ("kaiten play sushi-go --players 3 --record", "kaiten verify")
    )
    world = {**os.environ, "KAITEN_JIT": "0", "LC_ALL": "C.UTF-8"}
    program = [sys.executable, "-c", "from kaiten.cli.main import main; main()"]
    shown = subprocess.run(
        [*program, *played[1:], "--bot", "greedy"],
        cwd=tmp_path,
        env=world,
        input=KEYS,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    words = [read_hash(shown) if word == "HASH" else word for word in verified[1:]]
    assert shown.endswith(f"To check the deal: kaiten {shlex.join(words)}\n")
    subprocess.run([*program, *words], cwd=tmp_path, env=world, check=True, capture_output=True)


def test_a_game_that_was_left_can_be_verified_too(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    promised = read_hash(play_and_record(file, "sushi-draft", typed="1\n1\nq\n"))
    answer = kaiten("verify", str(file), "--hash", promised, "--lang", "fr")
    assert answer.returncode == 0
    assert "personne n'a encore gagné" in answer.stdout


def test_the_hash_stays_in_one_piece_on_a_narrow_terminal(tmp_path: Path) -> None:
    shown = play_and_record(tmp_path / "game.json", typed="q\n", COLUMNS="50")
    assert re.search(r"^  [0-9a-f]{64}$", shown, re.M)


def test_another_hash_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play_and_record(file, typed="q\n")
    answer = kaiten("verify", str(file), "--hash", "0" * 64)
    assert answer.returncode == 2
    assert "is not the one published at the start." in answer.stderr


@pytest.mark.parametrize("hash", ["", "HASH", "9f0c", "0" * 63, "0" * 65, "g" * 64, "0" * 63 + "²"])
def test_a_hash_has_64_hexadecimal_digits(hash: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play_and_record(file, typed="q\n")
    said = refused("verify", str(file), "--hash", hash)
    assert "--hash: enter 64 hexadecimal digits, as shown at the start" in said
    french = refused("verify", str(file), "--hash", hash, "--lang", "fr")
    assert "--hash\u00a0: indiquez 64 chiffres hexadécimaux" in french


def test_a_game_without_a_record_shows_no_hash() -> None:
    assert "hash" not in kaiten("play", "--bot", "greedy", typed="q\n").stdout


def test_a_record_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    assert f"{tmp_path} is a folder, not a file" in refused("play", "--record", str(tmp_path))
    nowhere = tmp_path / "no" / "game.json"
    assert f"there is no folder {nowhere.parent}" in refused("play", "--record", str(nowhere))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused_before_the_game(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    file = tmp_path / "game.json"
    assert f"{file} cannot be written" in refused("play", "--record", str(file))
