"""A package that adds a card to Sushi Go Party!: `kaiten_mochi`, a block and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.packages import install

MENU = "maki,tempura,sashimi,mochi,chopsticks,wasabi,pudding"
SOURCE = Path(__file__).parent / "kaiten_mochi.py"


def install_mochi(folder: Path) -> Path:
    """Install the package into a folder, which then belongs on PYTHONPATH."""
    entry_points = "[kaiten.cards]\nmochi = kaiten_mochi\n"
    return install(folder, "kaiten-mochi", entry_points, {SOURCE.name: SOURCE.read_text()})
