"""The library as `pip install kaitenzushi` installs it: a wheel without extras in an empty venv."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import kaiten
from kaiten.cli.main import CLI_COMMANDS

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

ROOT = Path(__file__).parent.parent
SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "tools", "web")
LEFT_BEHIND = shutil.ignore_patterns("node_modules", "__pycache__", "client.*", "protocol.ts")


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in an environment of its own, without Node.js."""
    world = {"PATH": os.devnull, "LANG": "C", "PYTHONWARNINGS": "error", **environment}
    return subprocess.run(command, env=world, capture_output=True, text=True, check=False)


def run_pip(*words: str | Path, **environment: str) -> str:
    """Run pip without any index. Return what it prints."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-color"]
    done = run(*pip, *words, PIP_NO_INDEX="1", PYTHONWARNINGS="ignore", **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def copy_sources(folder: Path) -> Path:
    """Copy what a wheel is made from, without the browser client."""
    folder.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_BEHIND)
        else:
            shutil.copy(ROOT / name, folder)
    shutil.rmtree(folder / "src/kaiten/server/client", ignore_errors=True)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A wheel, made where the browser client cannot be, and what pip prints meanwhile."""
    folder = tmp_path_factory.mktemp("wheel")
    sources = copy_sources(folder / "sources")
    printed = run_pip(
        *("wheel", "--verbose", "--no-deps", "--no-build-isolation", "--wheel-dir", folder),
        sources,
        # a Node.js from PyPI may be installed here: it must not download anything either
        npm_config_offline="true",
        npm_config_cache=str(folder / "npm"),
    )
    (wheel,) = folder.glob("kaitenzushi-*.whl")
    return wheel, printed


@pytest.fixture(scope="module")
def library(made: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of a venv in which the wheel alone is installed."""
    venv = tmp_path_factory.mktemp("empty") / "venv"
    assert run(sys.executable, "-m", "venv", "--without-pip", venv).returncode == 0
    run_pip("--python", venv / "bin/python", "install", made[0])
    return venv / "bin"


def run_python(library: Path, code: str) -> list[str]:
    """Run a program in the venv. Return the lines that it prints."""
    done = run(library / "python", "-I", "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_wheel_is_made_without_node_and_says_what_it_lacks(made: tuple[Path, str]) -> None:
    wheel, printed = made
    assert printed.count("The server will have a plain page instead.") == 1
    names = ZipFile(wheel).namelist()
    assert "kaiten/server/web/app.py" in names
    assert not [name for name in names if name.startswith("kaiten/server/client/")]


def test_nothing_else_is_installed(library: Path) -> None:
    code = "from importlib.metadata import distributions as all\nfor one in all(): print(one.name)"
    assert run_python(library, code) == ["kaitenzushi"]


MATCH = """
import kaiten
match = kaiten.deal("sushi-go-party", players=4, seed=7)
while match.waiting:
    for seat in match.waiting:
        match = match.choose(seat, match.choices(seat)[0])
print(len(match.scores), kaiten.load_match(match.record().json()).scores == match.scores)
"""
BOTS = """
from random import Random
import kaiten
bots = [kaiten.find_bot("greedy"), kaiten.find_bot("heuristic")]
bots.append(kaiten.find_bot("search", iterations=3))
match = kaiten.deal("sushi-go", players=3, seed=7)
rng = Random(1)
while match.waiting:
    for seat in match.waiting:
        match = match.choose(seat, bots[seat](match.view(seat), rng))
print(match.over, len(match.outcome().winners) > 0)
"""
ARENA = """
import kaiten
if __name__ == "__main__":
    result = kaiten.run_contest("sushi-go", ["greedy", "chance"], games=6, jobs=1)
    print(result.data()["games"])
"""
SIMULATION = """
from kaiten.simulate import simulate
print(simulate("sushi-draft", players=4, games=20).games)
"""
ANALYSIS = """
import kaiten
match = kaiten.deal("sushi-go", players=2, seed=3)
advice = kaiten.advise(match.view(0), iterations=2)
print(len(advice.prospects) == len(match.choices(0)))
while match.waiting:
    for seat in match.waiting:
        match = match.choose(seat, match.choices(seat)[0])
print(type(kaiten.analyse(match, iterations=1)).__name__)
"""
SCORE = """
from kaiten.scoring.score import score_table
ana = {"name": "Ana", "cards": ["tempura", "tempura"]}
bo = {"name": "Bo", "cards": ["egg_nigiri"]}
table = {"game": "sushi-go", "players": [ana, bo]}
print([one["total"] for one in score_table(table).data("en")["players"]])
"""


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("import kaiten; print(kaiten.__version__)", [kaiten.__version__]),
        (MATCH, ["4 True"]),
        (BOTS, ["True True"]),
        (ARENA, ["6"]),
        (SIMULATION, ["20"]),
        (ANALYSIS, ["True", "Analysis"]),
        (SCORE, ["[5, 1]"]),
    ],
    ids=["import", "match", "bots", "arena", "simulation", "analysis", "score"],
)
def test_the_whole_library_works(library: Path, code: str, printed: list[str]) -> None:
    assert run_python(library, code) == printed


@pytest.mark.parametrize(
    ("words", "who", "extra"),
    [
        (["--help"], "kaiten", "'kaitenzushi[cli]'"),
        (["--version"], "kaiten", "'kaitenzushi[cli]'"),
        (
            [],
            "The kaiten command",
            "'kaitenzushi[server]', or 'kaitenzushi[cli]' for the terminal alone",
        ),
        (["serve"], "kaiten serve", "'kaitenzushi[server]'"),
        (["serve", "--db", "postgresql://127.0.0.1:1/x"], "kaiten serve", "'kaitenzushi[server]'"),
        *(
            [[command], f"kaiten {command}", "'kaitenzushi[cli]'"]
            for command in CLI_COMMANDS
            if command != "serve"
        ),
    ],
)
def test_every_command_names_its_extra(
    library: Path, words: list[str], who: str, extra: str
) -> None:
    done = run(library / "kaiten", *words)
    said = f"{who} needs more packages: pip install {extra}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
