"""Plug-ins: what other packages add to Kaiten, found by their entry points.

The scan reads the files `entry_points.txt` of the installed packages itself, since importing
`importlib.metadata` takes longer than everything else that a first deal needs.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cache, reduce
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from warnings import warn

from ..parallel import QUIET
from ..text import Text, detect_language

GAMES_GROUP, CARDS_GROUP, BOTS_GROUP = "kaiten.games", "kaiten.cards", "kaiten.bots"
METADATA_FOLDER = re.compile(r"(?P<package>.+?)(-.*)?\.(dist|egg)-info")

LOAD_FAILURE = Text(
    "“{name}” ({group}), from the package {package}, cannot be loaded and is left out: {reason}"
)


class Plugin(NamedTuple):
    """An entry point: which package adds what to Kaiten, and where it is."""

    package: str
    group: str
    name: str
    place: str  # `module` or `module:object`

    def load(self) -> Any:
        """Import the module and return what the entry point names."""
        module, _, attributes = self.place.partition(":")
        names = filter(None, attributes.split("."))
        return reduce(getattr, names, import_module(module))


@cache
def find_plugins(group: str) -> dict[str, Plugin]:
    """Return the plug-ins of a group by name, in the order of `sys.path`; an earlier one hides a
    later one of the same name.
    """
    found: dict[str, Plugin] = {}
    for plugin in scan_packages():
        if plugin.group == group:
            found.setdefault(plugin.name, plugin)
    return found


@cache
def scan_packages() -> tuple[Plugin, ...]:
    """Return all entry points of Kaiten's groups. A package that is installed in two folders counts
    where Python finds it first.
    """
    files: dict[str, str] = {}
    for folder in sys.path:
        for name in list_folder(folder):
            found = METADATA_FOLDER.fullmatch(name)
            if found:
                package = re.sub("[-_.]+", "-", found["package"]).lower()
                files.setdefault(package, os.path.join(folder, name, "entry_points.txt"))
    return tuple(
        plugin for package in files for plugin in read_entry_points(package, files[package])
    )


def list_folder(folder: str) -> list[str]:
    """Return the names in a folder of `sys.path`, sorted; none where it is no folder."""
    try:
        return sorted(os.listdir(folder or "."))
    except OSError:
        return []


def read_entry_points(package: str, file: str) -> Iterator[Plugin]:
    """Yield the entry points of a package that are meant for Kaiten."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    group = ""
    for line in text.splitlines() if "[kaiten." in text else ():
        entry = line.strip()
        if entry.startswith("["):
            group = entry.strip("[]").strip()
        elif "=" in entry and group.startswith("kaiten.") and entry[0] not in "#;":
            name, _, place = entry.partition("=")
            yield Plugin(package, group, name.strip(), re.sub(r"\s|\[.*", "", place))


def warn_of_failure(plugin: Plugin, error: Exception) -> None:
    """Say that a plug-in cannot be loaded, and why; the process that started this one has said so."""
    if QUIET not in os.environ:
        reason = f"{type(error).__name__}: {error}"
        words = LOAD_FAILURE.format(
            package=plugin.package, name=plugin.name, group=plugin.group, reason=reason
        )
        warn(words.to(detect_language()), stacklevel=2)


def find_plugin_sources() -> dict[str, Path]:
    """Return the source files of the packages that add games or cards, by the place in the package."""
    plugins = [*find_plugins(GAMES_GROUP).values(), *find_plugins(CARDS_GROUP).values()]
    roots = sorted({re.split("[.:]", plugin.place)[0] for plugin in plugins})
    return {
        f"{root}/{path.relative_to(folder)}": path
        for root in roots
        for folder in list_source_folders(root)
        for path in ([folder] if folder.is_file() else sorted(folder.rglob("*.py")))
    }


def list_source_folders(name: str) -> list[Path]:
    """Return the folders of a package, or the file of a module."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return [Path(folder) for folder in spec.submodule_search_locations]
    return [Path(spec.origin)] if spec.has_location and spec.origin else []
