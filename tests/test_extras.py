"""The library needs Python alone; each extra adds what one part of the package needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kaiten import folders
from kaiten.extras import EXTRA_OF
from tests.test_layers import NAMES, package_of

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
OPTIONAL = sorted({*EXTRA_OF, "numba", "numpy", "platformdirs"})
# Hides packages from an interpreter that has them all.
HIDE = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
"""
IMPORT_ALL = """
from importlib import import_module
for module in sys.argv[1:]:
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        print(module, error.name)
"""
KAITEN = "from kaiten.cli.entry import main; sys.argv[0] = 'kaiten'; main()"


def run_without(
    hidden: list[str], code: str, *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a program in an interpreter from which these packages are hidden."""
    return subprocess.run(
        [sys.executable, "-c", f"HIDDEN = {hidden}\n{HIDE}\n{code}", *words],
        env={"PATH": "/usr/bin:/bin", "LANG": "C", "KAITEN_JIT": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def modules_of(extra: str) -> list[str]:
    return [module for module, home in EXTRA_OF.items() if home == extra]


# typer needs these two itself
FROM_TYPER = ("pydantic", "typing_extensions")
WITHOUT_SERVER = [name for name in modules_of("server") if name not in FROM_TYPER]


def read_extras() -> dict[str, list[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    extras: dict[str, list[str]] = project["optional-dependencies"]
    return extras


def names_of(requirements: list[str]) -> set[str]:
    found = (re.match(r"[\w-]+", requirement) for requirement in requirements)
    return {match[0].replace("-", "_") for match in found if match} - {"kaitenzushi"}


def test_only_environments_terminal_command_line_and_server_need_packages() -> None:
    modules = sorted(f"kaiten.{name}".rstrip(".") for name in NAMES)
    run = run_without(OPTIONAL, IMPORT_ALL, *modules)
    assert run.returncode == 0, run.stderr
    missing = dict(line.split() for line in run.stdout.splitlines())
    packages = {package_of(module.removeprefix("kaiten.")) for module in missing}
    assert packages == {"envs", "terminal", "cli", "server"}
    assert not {"kaiten.envs", "kaiten.envs.episode"} & set(missing)
    assert "kaiten.cli.entry" not in missing
    assert set(missing.values()) <= set(EXTRA_OF)


def test_the_extras_of_the_package_are_those_that_messages_name() -> None:
    extras = read_extras()
    for extra in ("cli", "server", "postgres"):
        assert names_of(extras[extra]) <= set(modules_of(extra))
    named = {"pyspiel": "open_spiel", "PIL": "pillow"}  # modules that have another name
    assert names_of(extras["envs"]) == {named.get(name, name) for name in modules_of("envs")}
    assert "kaitenzushi[cli]" in extras["server"]
    assert "kaitenzushi[server]" in extras["postgres"]
    assert extras["all"] == ["kaitenzushi[fast,cli,server,postgres]"]


def test_every_name_of_the_library_is_there_without_extras() -> None:
    run = run_without(OPTIONAL, "from kaiten import *; print(join, Refused)")
    assert run.returncode == 0, run.stderr


# --- What to install ---


SERVER = "needs more packages: pip install 'kaitenzushi[server]'\n"
CLI = "needs more packages: pip install 'kaitenzushi[cli]'\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["serve"], f"kaiten serve {SERVER}"),
        (["arena", "--games", "3"], f"kaiten arena {CLI}"),
        (["--help"], f"kaiten {CLI}"),
        (
            [],
            "The kaiten command needs more packages: pip install 'kaitenzushi[server]', "
            "or 'kaitenzushi[cli]' for the terminal alone\n",
        ),
        (
            ["cards", "--lang=fr"],
            "kaiten cards a besoin d'autres paquets\u00a0: pip install 'kaitenzushi[cli]'\n",
        ),
        (
            ["--lang", "fr", "serve"],
            "kaiten serve a besoin d'autres paquets\u00a0: pip install 'kaitenzushi[server]'\n",
        ),
    ],
)
def test_without_extras_a_command_says_what_to_install(words: list[str], message: str) -> None:
    run = run_without(OPTIONAL, KAITEN, *words)
    assert (run.returncode, run.stdout, run.stderr) == (2, "", message)


@pytest.mark.parametrize("words", [["serve"], []])
def test_with_the_command_line_alone_the_server_names_its_extra(words: list[str]) -> None:
    run = run_without(WITHOUT_SERVER, KAITEN, *words)
    assert (run.returncode, run.stderr) == (2, f"{' '.join(['kaiten', *words])} {SERVER}")


def test_with_the_command_line_alone_the_others_run() -> None:
    run = run_without(WITHOUT_SERVER, KAITEN, "cards", "wasabi")
    assert run.returncode == 0
    assert "asabi" in run.stdout
    assert run_without(WITHOUT_SERVER, "import kaiten.terminal.remote").returncode == 0


def test_postgresql_names_its_extra(tmp_path: Path) -> None:
    words = ["serve", "--port", "1", "--db", "postgresql://nobody@127.0.0.1:1/nothing"]
    run = run_without(modules_of("postgres"), KAITEN, *words, KAITEN_DATA=str(tmp_path))
    message = "PostgreSQL needs more packages: pip install 'kaitenzushi[postgres]'\n"
    assert (run.returncode, run.stderr) == (2, message)


def test_a_remote_seat_names_its_extra() -> None:
    code = (
        "import kaiten\n"
        "try: kaiten.join('http://127.0.0.1:1/t/K7QX2M', 'Bo')\n"
        "except kaiten.MissingExtra as error: print(error, '|', error.text.to('fr'))\n"
        "print(issubclass(kaiten.MissingExtra, (ImportError, kaiten.KaitenError)))"
    )
    run = run_without(OPTIONAL, code)
    english, french = run.stdout.splitlines()[0].split(" | ")
    assert english == f"A seat at a remote table {CLI.strip()}"
    assert french.endswith("a besoin d'autres paquets\u00a0: pip install 'kaitenzushi[cli]'")
    assert run.stdout.endswith("True\n")


@pytest.mark.parametrize("hidden", ["kaiten.cli.play", "kaiten.scoring.score"])
def test_an_import_that_fails_for_another_reason_shows_as_a_bug(hidden: str) -> None:
    code = f"sys.modules.pop({hidden!r}, None)\nsys.meta_path[0].find_spec = find\n{KAITEN}"
    find = (
        "def find(name, path=None, target=None):\n"
        f"    if name == {hidden!r}: raise ModuleNotFoundError(name, name=name)\n"
    )
    run = run_without([], find + code, "score", "-", "--lang", "en")
    assert run.returncode == 1
    assert f"ModuleNotFoundError: {hidden}" in run.stderr


# --- Where caches and data lie ---


@pytest.mark.parametrize(
    ("platform", "cache", "data"),
    [
        ("linux", "/home/ana/.cache/kaiten", "/home/ana/.local/share/kaiten"),
        (
            "darwin",
            "/home/ana/Library/Caches/kaiten",
            "/home/ana/Library/Application Support/kaiten",
        ),
        ("win32", "/local/kaiten/kaiten/Cache", "/local/kaiten/kaiten"),
    ],
)
def test_caches_and_data_lie_where_the_system_has_them(
    platform: str, cache: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert (str(folders.find_user_cache()), str(folders.find_user_data())) == (cache, data)


def test_the_variables_of_the_xdg_specification_move_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/big/cache")
    monkeypatch.setenv("XDG_DATA_HOME", "/big/data")
    assert str(folders.find_user_cache()) == "/big/cache/kaiten"
    assert str(folders.find_user_data()) == "/big/data/kaiten"
