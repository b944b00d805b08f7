"""The tables at which the libraries' own suites run: each game, menu, edition and variant, with the
fewest and the most players.
"""

from __future__ import annotations

from typing import Any

from kaiten.testing.tables import cover
from tests.long_run import LONG
from tests.pairwise import pairs
from tests.playing import EVERY_TABLE, Table, settings_of


def key_of(table: Table) -> tuple[Any, ...]:
    """Return what a table plays by, apart from the number of players."""
    game, _, options = table
    return game, *sorted(options.items())


def find_ends() -> list[Table]:
    """Return those of all tables that have the fewest or the most players."""
    found: dict[tuple[Any, ...], list[Table]] = {}
    for table in EVERY_TABLE:
        found.setdefault(key_of(table), []).append(table)
    ends = (
        {min(same, key=lambda one: one[1])[1], max(same, key=lambda one: one[1])[1]}
        for same in found.values()
    )
    return [
        table
        for same, players in zip(found.values(), ends, strict=True)
        for table in same
        if table[1] in players
    ]


def needs_of(table: Table) -> set[Any]:
    """Return the pairs of a table's settings, and its menu; dishes are tried elsewhere."""
    return pairs(settings_of(table)) | {("menu", table[2].get("menu"))}


SUITE_TABLES = find_ends() if LONG else cover(find_ends(), needs_of)
