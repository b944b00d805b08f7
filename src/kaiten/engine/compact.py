"""The record of one table: what changes during a game, in the sizes of this table.

What was laid is no part of it, since `engine.table_text` has made constants of that. A count of cards
is a single byte where many records are in memory. A record alone has four bytes for it, which is
faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .registry import list_games
from .state import (
    DECK,
    FIELDS,
    KINDS,
    MAX_PLAYERS,
    PILES,
    RESERVE,
    SHEET,
    USED,
    Laid,
    State,
    fields_of,
    measure,
)

# Numbers of players and kinds, and of cards: at most as many as are in a box.
SMALL = {
    *("deck", "dessert_reserve", "discard", "hands", "sizes", "holding", "trays", "dipped"),
    *("copied", "flipped", "kept", "kept_copied", "just_kept", "laid", "landed", "drawn", "draws"),
    *("claims", "takers", "just_taken", "asked"),
}
# Seeds, sets of kinds, picks, and what a rule may remember.
WIDE = {"deal_rng", "player_rng", "denied", "answers", "chosen", "last_answers", "context"}
SUMS = {"counted", "scores", "at_once"}  # and what is compared
LARGEST_COUNT = 127


def table_sizes(table: State) -> dict[int | str, int]:
    """Return how long the rows of a table's record are, by what they are for all tables."""
    return {
        MAX_PLAYERS: int(table.players),
        KINDS: len(list_games()[int(table.game)].kinds),
        SHEET: max(int(table.rows), 1),
        DECK: int(table.cards),
        RESERVE: max(int(table.reserve_count), 1),
        PILES: max(int(table.piles), 1),
    }


def table_facts(table: State) -> dict[str, Any]:
    """Return what was laid, with rows as long as in the table's record."""
    sizes = table_sizes(table)
    return {
        name: cut(getattr(table, name), tuple(sizes.get(size, size) for size in FIELDS[name]))
        for name in Laid.__annotations__
    }


def cut(value: Any, shape: tuple[Any, ...]) -> Any:
    """Return the beginning of a row, and of the rows in it."""
    return [cut(one, shape[1:]) for one in value[: shape[0]]] if shape else int(value)


def compact_type(table: State, fields: Sequence[str], many: bool, layout: type = State) -> Any:
    """Return the NumPy type of a table's record with these fields: of one alone, or of one among
    many. A layout with more fields than `State` names those that are small in `SMALL`.
    """
    import numpy as np

    sizes = table_sizes(table)
    number, small = "i4", "i4"
    if many and max(table.stock) <= LARGEST_COUNT:
        number, small = "i2", "i1"
    types = {
        **dict.fromkeys(SMALL | getattr(layout, "SMALL", set()), small),
        **dict.fromkeys(WIDE, "i8"),
        **dict.fromkeys(SUMS, "i4"),
    }
    known = {name: shape for name, shape, _ in fields_of(layout)}
    shapes = {name: tuple(sizes.get(size, size) for size in known[name]) for name in fields}
    return np.dtype(
        [(name, types.get(name, number), measure(shapes[name])) for name in fields], align=True
    )


def make_compact_boards(
    table: State, fields: Sequence[str], count: int, layout: type = State
) -> Any:
    """Return `count` records of a table, the first of them a copy of the table. Those of a layout
    with more fields than `State` are always as small as many are.
    """
    import numpy as np

    many = count > 1 or layout is not State
    boards = np.zeros(count, compact_type(table, fields, many, layout)).view(np.recarray)
    fill_compact(boards[0], table)
    return boards


def fill_compact(record: Any, state: State) -> None:
    """Copy what changes of a state into a table's record."""
    fields = vars(state)
    for name in filter(FIELDS.__contains__, record.dtype.names):
        rows = fields.get(USED.get(name, ""), None)
        target = record[name]
        if not FIELDS[name]:
            record[name] = fields[name]
        elif rows is None:
            record[name] = cut(fields[name], target.shape)
        else:
            for place in range(min(rows, len(target))):
                target[place] = fields[name][place][: target.shape[1]]
