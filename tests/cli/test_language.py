"""Help and usage errors follow `--lang`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from kaiten.cli.language import find_language, skip_language
from kaiten.cli.main import CLI_COMMANDS, app
from kaiten.text import find_text, language_name

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

PROGRAM: Any = typer.main.get_command(app)
COMMANDS = {"": PROGRAM, **PROGRAM.commands}


def kaiten(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, on an English machine unless told otherwise."""
    world = {**os.environ, "KAITEN_JIT": "0", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    code = "import sys; sys.argv[0] = 'kaiten'; from kaiten.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**world, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def help_texts(name: str) -> Iterator[str]:
    """The help of a command, and of each of its arguments and options."""
    command = COMMANDS[name]
    yield command.help
    context = typer.Context(command)
    for parameter in command.get_params(context):
        assert getattr(parameter, "help", None), f"kaiten {name} {parameter.name} has no help"
        yield parameter.help


def one_line(text: str) -> str:
    return " ".join(text.split())


# --- Help ---


def translate_help(text: str) -> str:
    return find_text(one_line(text)).to("fr")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_text_is_translated(name: str) -> None:
    assert [text for text in map(one_line, help_texts(name)) if translate_help(text) == text] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_shows_every_text_in_the_language_asked_for(name: str) -> None:
    english = one_line(kaiten(*name.split(), "--help").stdout)
    french = one_line(kaiten(*name.split(), "--help", "--lang", "fr").stdout.replace("\u00a0", " "))
    assert english.startswith(f"Usage: kaiten {name}".strip())
    assert french.startswith(f"Utilisation : kaiten {name}".strip())
    for text in map(one_line, help_texts(name)):
        assert text in english
        assert translate_help(text).replace("\u00a0", " ") in french


@pytest.mark.parametrize("name", COMMANDS)
def test_kinds_of_values_have_french_names(name: str) -> None:
    french = kaiten(*name.split(), "--help", "--lang", "fr").stdout
    assert set(re.findall("<[a-z ]+>", french)) <= {"<texte>", "<nombre>", "<fichier>"}
    assert not re.search(
        r"\b(TEXT|INTEGER|FLOAT|PATH|GAME|FILE|LINK|CARD|default|required)\b", french
    )


def test_the_list_of_commands_is_in_french_too() -> None:
    shown = kaiten("--lang", "fr", "--help").stdout
    assert "Commandes\u00a0:" in shown
    for name in CLI_COMMANDS:
        begins = " ".join(translate_help(COMMANDS[name].help).split()[:4])
        assert f"{name:10}{begins}" in shown


@pytest.mark.parametrize("words", [["--lang", "fr", "play"], ["--lang=fr", "play"]])
def test_lang_before_the_command_holds_for_it(words: list[str]) -> None:
    assert "Jouer contre des bots" in kaiten(*words, "--help").stdout
    answer = kaiten(*words[:-1], "cards", "tempura")
    assert "5 points par paire" in answer.stdout
    assert (
        "5 points for each pair" in kaiten(*words[:-1], "cards", "tempura", "--lang", "en").stdout
    )


def test_help_speaks_the_machines_language_unless_another_is_asked_for() -> None:
    assert kaiten("-h", LC_ALL="fr_FR.UTF-8").stdout.startswith("Utilisation\u00a0:")
    assert kaiten("-h", "--lang", "en", LC_ALL="fr_FR.UTF-8").stdout.startswith("Usage: ")


def test_help_is_printed_without_accents_where_the_encoding_has_none() -> None:
    answer = kaiten("--lang", "fr", "replay", "--help", PYTHONIOENCODING="ascii")
    assert answer.returncode == 0
    assert "Attendre Entree apres chaque tour." in answer.stdout


# --- Usage errors ---

WRONG = {
    "missing argument": (
        ["score"],
        "Missing argument 'FILE'.",
        "Il manque l'argument 'FICHIER'.",
    ),
    "unknown option": (
        ["play", "--fast"],
        "No such option: --fast",
        "Option inconnue\u00a0: --fast",
    ),
    "misspelt option": (
        ["verify", "FILE", "--hahs", "1"],
        "No such option: --hahs (Possible options: --hash)",
        "Option inconnue\u00a0: --hahs (options possibles\u00a0: --hash)",
    ),
    "option without value": (
        ["play", "--seed"],
        "Option '--seed' requires an argument.",
        "L'option '--seed' attend une valeur.",
    ),
    "flag with value": (
        ["score", "FILE", "--json=1"],
        "Option '--json' does not take a value.",
        "L'option '--json' ne prend pas de valeur.",
    ),
    "no whole number": (
        ["simulate", "--games", "many"],
        "Invalid value for '--games' / '-n': this is not a whole number",
        "Valeur incorrecte pour '--games' / '-n'\u00a0: ce n'est pas un nombre entier",
    ),
    "no number": (
        ["arena", "--think", "long"],
        "Invalid value for '--think': this is not a number",
        "Valeur incorrecte pour '--think'\u00a0: ce n'est pas un nombre",
    ),
    "too small": (
        ["replay", "FILE", "--game", "0"],
        "Invalid value for '--game': at least 1",
        "Valeur incorrecte pour '--game'\u00a0: au moins 1",
    ),
    "too large": (
        ["serve", "--port", "65536"],
        "Invalid value for '--port' (KAITEN_PORT): at most 65535",
        "Valeur incorrecte pour '--port' (KAITEN_PORT)\u00a0: au plus 65535",
    ),
    "no folder": (
        ["play", "--record", "no/such/game.json"],
        "Invalid value for --record: there is no folder no/such",
        "Valeur incorrecte pour --record\u00a0: le dossier no/such n'existe pas",
    ),
    "no picture": (
        ["arena", "--picture", "table.png"],
        "Invalid value for --picture: name a .svg file in an existing folder",
        "Valeur incorrecte pour --picture\u00a0: indiquez un fichier .svg dans un dossier existant",
    ),
    "too many words": (
        ["play", "sushi-go", "FILE"],
        "Too many arguments: FILE",
        "Arguments en trop\u00a0: FILE",
    ),
    "unknown command": (
        ["shuffle"],
        "No such command 'shuffle'.",
        "La commande 'shuffle' n'existe pas.",
    ),
    "misspelt command": (
        ["arenna"],
        "No such command 'arenna'. Did you mean 'arena'?",
        "La commande 'arenna' n'existe pas. Vouliez-vous dire 'arena'\u00a0?",
    ),
}


def refuse(*words: str, **environment: str) -> list[str]:
    """The lines on standard error of a program that refuses its arguments."""
    answer = kaiten(*words, **environment)
    assert (answer.returncode, answer.stdout) == (2, ""), answer
    assert "Traceback" not in answer.stderr
    return answer.stderr.splitlines()


@pytest.mark.parametrize(("words", "english", "french"), WRONG.values(), ids=WRONG)
def test_a_usage_error_is_explained_in_both_languages(
    words: list[str], english: str, french: str
) -> None:
    usage, hint, empty, problem = refuse(*words)
    assert usage.startswith("Usage: kaiten ")
    assert (hint[:12], empty) == ("Try 'kaiten ", "")
    assert problem == f"Error: {english}"
    usage, hint, empty, problem = refuse("--lang", "fr", *words)
    assert usage.startswith("Utilisation\u00a0: kaiten ")
    assert (hint[:21], empty) == ("Pour l'aide\u00a0: 'kaiten", "")
    assert problem == f"Erreur\u00a0: {french}"


@pytest.mark.parametrize(
    "words", [["--lang", "xx"], ["cards", "--lang", "xx"], ["serve", "--lang=xx"]]
)
def test_an_unknown_language_is_refused_in_the_machines_own(words: list[str]) -> None:
    known = "en (English), de (German), fr (French)"
    assert refuse(*words)[-1] == f"Error: Invalid value for '--lang': choose one of: {known}"
    french = refuse(*words, LC_ALL="fr_FR.UTF-8")
    known = "en (anglais), de (allemand), fr (français)"
    assert (
        french[-1]
        == f"Erreur\u00a0: Valeur incorrecte pour '--lang'\u00a0: choisissez parmi\u00a0: {known}"
    )


def test_without_babel_a_language_has_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language_name("de", "fr") == "allemand"
    monkeypatch.setitem(sys.modules, "babel", None)
    assert language_name("de", "fr") == "de"


def test_ctrl_d_at_a_question_ends_the_command() -> None:
    for language, said in (("en", "Aborted!"), ("fr", "Abandon.")):
        answer = kaiten("join", "http://127.0.0.1:1/t/K7QX2M", "--lang", language)
        assert answer.returncode == 1
        assert answer.stderr.splitlines()[-1] == said


# --- The language among the arguments ---


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("play --lang fr", "fr"),
        ("--lang=fr play", "fr"),
        ("--lang fr play --lang en", "en"),
        ("play --lang", "en"),
        ("play --lang xx", "en"),
        ("--lang fr play --lang xx", "fr"),
        ("play fr", "en"),
    ],
)
def test_the_last_language_among_the_arguments_counts(
    words: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert find_language(words.split()) == language


def test_the_command_stands_behind_the_language() -> None:
    assert skip_language(["--lang", "fr", "--lang=en", "play", "--lang", "fr"])[0] == "play"
    assert skip_language(["--lang=fr"]) == []
