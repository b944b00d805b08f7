"""Make the `.mo` files that the package reads from its catalogues: python tools/compile_catalogues.py.

The package's build, the set-up and the tests call this. It returns at once if nothing has changed.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE_LOCALE = ROOT / "src/kaiten/locale"
MARKET_LOCALE = ROOT / "examples/night_market/night_market_locale"
FOLDERS = (PACKAGE_LOCALE, MARKET_LOCALE)


def compile_catalogues(*folders: Path) -> None:
    """Compile the catalogues in these folders that have changed; remove what has no catalogue."""
    for folder in folders:
        for path in find_stale(folder):
            compile_catalogue(path)
        for path in folder.glob("*.mo"):
            if not path.with_suffix(".po").exists():
                path.unlink()


def find_stale(folder: Path) -> list[Path]:
    """Return the catalogues that are newer than their `.mo`."""
    return [path for path in folder.glob("*.po") if is_newer(path, path.with_suffix(".mo"))]


def is_newer(path: Path, made: Path) -> bool:
    return not made.exists() or made.stat().st_mtime < path.stat().st_mtime


def compile_catalogue(path: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    beside = path.with_name(f".{path.stem}.{os.getpid()}")
    with path.open("rb") as source, beside.open("wb") as made:
        write_mo(made, read_po(source, locale=path.stem))
    beside.replace(path.with_suffix(".mo"))  # at once: other processes may be reading it


if __name__ == "__main__":
    compile_catalogues(*FOLDERS)
