"""What commands print in any encoding and with NO_COLOR, in processes of their own."""

from __future__ import annotations

import json
import os
import pty
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from kaiten.match.fairness import commit
from tests.cli.test_wrong_use import COMMAND, kaiten
from tests.long_run import LONG
from tests.playing import play_out
from tests.small_table import SmallTable

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

WAIT = 30  # seconds after which a server will not answer any more
TABLE = {
    "game": "sushi-go",
    "players": [{"name": "Zoé", "cards": ["wasabi", "squid_nigiri"]}, {"name": "Bo"}],
}
COMMANDS = {
    "help": ["--help"],
    "cards": ["cards", "--game", "sushi-go-party"],
    "play": ["play", "--seed", "5", "--bot", "greedy", "--record", "NEW"],
    "join": ["join", "LINK", "--name", "Zoé"],
    "open": ["open", "--server", "SERVER", "--name", "Zoé", "--bots", "3", "--bot", "greedy"],
    "score": ["score", "TABLE"],
    "simulate": ["simulate", "sushi-go-party", "-n", "3"],
    "arena": ["arena", "--bots", "greedy,chance", "--games", "2", "--jobs", "1"],
    "replay": ["replay", "RECORD"],
    "analyse": ["analyse", "RECORD", "--iterations", "1"],
    "verify": ["verify", "RECORD"],
}
REFUSED = {
    "a wrong number of players": ["simulate", "--players", "9"],
    "a wrong number": ["arena", "--games", "many"],
    "a server that is not there": ["join", "http://127.0.0.1:1/t/K7QX2M", "--name", "Zoé"],
    "no record": ["verify", "TABLE"],
}
KEYS = "\n1\n\n1\nh\nq\n"  # starts a game where that must be done, picks cards, leaves


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    data = {"KAITEN_DATA": str(tmp_path_factory.mktemp("data")), "KAITEN_BOT_WORKERS": "0"}
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", str(port)],
        env={**os.environ, **data},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends:
        assert process.poll() is None
        with suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/healthz")
            break
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait()


@pytest.fixture
def words(request: pytest.FixtureRequest, tmp_path: Path, server: str) -> Iterator[list[str]]:
    """The words of a command, with files, a table and a server in the place of their names."""
    record = tmp_path / "Zoé.json"
    record.write_text(replace(play_out("sushi-go", 2, 1).record(), fair=commit(1)).json())
    (tmp_path / "table.json").write_text(json.dumps(TABLE))
    with SmallTable() as table:
        table.hash = "9f0c" * 16
        known = {
            "RECORD": str(record),
            "NEW": str(tmp_path / "né.json"),
            "TABLE": str(tmp_path / "table.json"),
            "LINK": table.link,
            "SERVER": server,
        }
        yield [known.get(word, word) for word in request.param]


every_command = pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS, indirect=True)
every_refusal = pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED, indirect=True)


# --- Encodings ---


@every_command
@pytest.mark.parametrize("language", ["en", "fr"] if LONG else ["fr"])
def test_in_ascii_a_command_prints_ascii(words: list[str], language: str) -> None:
    plain = kaiten(*words, "--lang", language, typed=KEYS, PYTHONIOENCODING="ascii")
    assert (plain.returncode, plain.stderr) == (0, ""), plain
    assert plain.stdout.isascii()
    hand = {"en": "Your hand", "fr": "Votre main"}[language]
    assert (words[0] in ("play", "join", "open")) == (hand in plain.stdout)


@every_refusal
def test_in_ascii_a_refusal_is_ascii(words: list[str]) -> None:
    answer = kaiten(*words, LC_ALL="fr_FR.UTF-8", PYTHONIOENCODING="ascii")
    assert (answer.returncode, answer.stdout) == (2, ""), answer
    assert answer.stderr.isascii()
    assert "Traceback" not in answer.stderr


def test_a_letter_that_the_encoding_lacks_loses_its_accent_and_json_keeps_it() -> None:
    assert "A bientot." in kaiten("play", "--lang", "fr", PYTHONIOENCODING="ascii").stdout
    data = kaiten("cards", "pudding", "--json", "--lang", "fr", PYTHONIOENCODING="ascii").stdout
    assert json.loads(data)[0]["rule"].startswith("À la fin de la partie")


@pytest.mark.parametrize("words", [COMMANDS["analyse"]], indirect=True)
def test_signs_have_a_likeness_in_ascii(words: list[str]) -> None:
    shown = kaiten(*words, PYTHONIOENCODING="ascii").stdout
    assert "from 0 (1) to 100% (8)" in shown
    refusal = kaiten("play", "--bot", "nobody", PYTHONIOENCODING="ascii").stderr
    assert 'There is no bot "nobody".' in refusal


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_other_encodings_keep_the_letters_that_they_have(encoding: str) -> None:
    answer = subprocess.run(
        [*COMMAND, "cards", "maki", "--lang", "fr"],
        env={**os.environ, "KAITEN_JIT": "0", "PYTHONIOENCODING": encoding},
        capture_output=True,
    )
    assert answer.returncode == 0
    assert "deuxième" in answer.stdout.decode(encoding)


# --- Colours ---


def show_on_terminal(words: list[str], **environment: str) -> str:
    """What a command writes where both of its outputs are a terminal."""
    ours, theirs = pty.openpty()
    world = {**os.environ, "KAITEN_JIT": "0", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [*COMMAND, *words],
        env={**world, **environment},
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        encoding="utf-8",
    )
    os.close(theirs)
    assert process.stdin
    with suppress(BrokenPipeError), process.stdin as keyboard:
        keyboard.write(KEYS)
    shown = b""
    with suppress(OSError):  # Linux raises at the end, macOS returns nothing
        while part := os.read(ours, 65536):
            shown += part
    os.close(ours)
    process.wait()
    return shown.decode()


@every_command
def test_no_color_means_no_escape_codes_at_all(words: list[str]) -> None:
    shown = show_on_terminal(words, NO_COLOR="1")
    assert len(shown.splitlines()) > 1
    assert "Traceback" not in shown
    assert "\x1b" not in shown


@every_refusal
def test_no_color_holds_for_refusals(words: list[str]) -> None:
    shown = show_on_terminal(words, NO_COLOR="1")
    assert shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    "words", [COMMANDS[name] for name in ("cards", "replay", "join")], indirect=True
)
def test_a_terminal_has_colours_otherwise(words: list[str]) -> None:
    assert "\x1b[1m" in show_on_terminal(words, NO_COLOR="")
