"""Kernels that are compiled for one table: a game, its options and a number of players.

`find_table_kernel` writes the source of a kernel for the table (`engine.table_text`), compiles it
for the table's own record (`engine.compact`), and keeps text and machine code on disk, in a folder
for each table beside the kernels for all tables. Such a folder can be deleted at any time.

    python -m kaiten.engine.specialise sushi-go 4    prints the text
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from .compact import make_compact_boards, table_facts
from .dispatch import Function
from .jit import cache_folder, compile_kernel
from .registry import list_games
from .state import State
from .table_text import find_name, write_table_text

TABLES_KEPT = 64
TEXT_FILE = "rules.py"


class TableKernel(NamedTuple):
    """A function, to be compiled for one table."""

    table: State
    function: Function  # as it stands in the sources
    whole_state: bool  # whether the caller looks at the whole state afterwards
    folder: Path | None  # where its text and its machine code are kept
    facts: Mapping[str, Any]  # what its text has as constants
    layout: type = State  # the class of its states

    @property
    def is_cached(self) -> bool:
        """Whether its machine code is on disk."""
        return self.folder is not None and any(self.folder.rglob("*.nbi"))

    def compile(self) -> Function:
        """Return the compiled function, whose states are records of this table."""
        function: Function = self.load()[find_name(self.function)]
        return compile_kernel(function, self.folder)

    def load(self) -> dict[str, Any]:
        """Return the module in which the function is written for this table."""
        title = f"{list_games()[int(self.table.game)].id}, {int(self.table.players)} players"
        text = read_table_text(self.folder)
        if not text:
            text = write_table_text(title, self.function, self.facts, self.whole_state, self.layout)
        file = keep_text(self.folder, text) if self.folder else None
        return load_text(text, str(file or f"<{title}>"))

    def make_boards(self, count: int) -> Any:
        """Return `count` records in a row, the first of them a copy of the table."""
        return make_compact_boards(self.table, self.load()["FIELDS"], count, self.layout)


def find_table_kernel(
    function: Function,
    table: State,
    whole_state: bool = False,
    layout: type = State,
    **constants: int,
) -> TableKernel:
    """Return a marked function, to be compiled for one table. `layout` is the class of its states;
    `constants` are attributes of a state besides those of `Laid`.
    """
    facts = {**table_facts(table), **constants}
    key = find_name(function), whole_state, layout.__qualname__, facts
    digest = sha256(repr(key).encode()).hexdigest()[:16]
    name = f"{list_games()[int(table.game)].id}-{int(table.players)}-{digest}"
    home = cache_folder()
    folder = home and home / "tables" / name
    return TableKernel(table, function, whole_state, folder, facts, layout)


def read_table_text(folder: Path | None) -> str:
    """Return the text that a folder has, empty if it has none."""
    try:
        return (folder / TEXT_FILE).read_text(encoding="utf-8") if folder else ""
    except OSError:
        return ""


def keep_text(folder: Path, text: str) -> Path | None:
    """Write a table's text, and return its file; None if it cannot be written.

    Processes that write it at the same time write equal files, whose times are equal too: Numba
    compares them.
    """
    file = folder / TEXT_FILE
    try:
        if not file.exists():
            forget_oldest_tables(folder.parent)
            folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as part:
                part.write(text)
            os.utime(part.name, (0, 0))
            os.replace(part.name, file)
    except OSError:
        return None
    return file


def forget_oldest_tables(home: Path) -> None:
    """Remove what is kept of all tables but the newest ones."""
    kept = sorted(home.glob("*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for stale in kept[TABLES_KEPT - 1 :]:
        shutil.rmtree(stale, ignore_errors=True)


@cache
def load_text(text: str, file: str) -> dict[str, Any]:
    """Return the names of a text, which tracebacks find in the file.

    Its functions belong to this module, for Numba imports their module when it loads machine code.
    """
    scope: dict[str, Any] = {"__name__": load_text.__module__, "__file__": file}
    exec(compile(text, file, "exec"), scope)
    return scope


def print_table_text(game_id: str, people: int) -> None:
    """Print how random games are written for a table with the usual options."""
    games: Any = import_module("kaiten.games")
    game = games.find_game(game_id)
    table = games.lay_table(game, people, game.options({}))
    draft = import_module("kaiten.engine.draft")
    print(write_table_text(game_id, draft.simulate_games, table_facts(table)), end="")


if __name__ == "__main__":
    print_table_text(sys.argv[1], int(sys.argv[2]))
