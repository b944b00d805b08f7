"""What the store and the tables share: an entry of a table's log, and the stages of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """An entry of a table's log; versions count from 1 without gaps."""

    version: int
    kind: str
    data: Mapping[str, Any]
    at: float


class Stage:
    """What a table is doing: waiting for players, playing, or between two games."""

    OPEN, PLAYING, OVER = "open", "playing", "over"
