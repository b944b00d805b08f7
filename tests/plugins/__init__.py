"""Packages that tests install: `kaiten_mochi` adds a card to Sushi Go Party!, by a block and nothing
else, and `kaiten_sake` dishes of several kinds; `odd_game` is a game of which the bots know nothing.
"""

from __future__ import annotations

from pathlib import Path

from tests.packages import install

MENU = "maki,tempura,sashimi,mochi,chopsticks,wasabi,pudding"
SOURCES = Path(__file__).parent


def install_mochi(folder: Path) -> Path:
    """Install the package with the card into a folder, which then belongs on PYTHONPATH."""
    return install_source(folder, "kaiten_mochi", "[kaiten.cards]\nmochi = kaiten_mochi\n")


def install_sake(folder: Path) -> Path:
    """Install the package with dishes of several kinds, as `install_mochi` does."""
    return install_source(folder, "kaiten_sake", "[kaiten.cards]\nsake = kaiten_sake\n")


def install_odd_game(folder: Path) -> Path:
    """Install the package with the game into a folder, which then belongs on PYTHONPATH."""
    return install_source(folder, "odd_game", "[kaiten.games]\nodd = odd_game:game\n")


def install_source(folder: Path, name: str, entry_points: str) -> Path:
    return install(folder, name, entry_points, {f"{name}.py": (SOURCES / f"{name}.py").read_text()})
