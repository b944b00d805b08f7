"""Samples in which every pair of values occurs.

`make test` tries such a sample of tables and bots wherever the rules are not the subject; with
`KAITEN_TEST_LONG=1` (`make test-long`) the same tests try every combination.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from typing import TypeVar

from kaiten.testing.tables import cover
from tests.long_run import LONG

Row = TypeVar("Row")


def pairs(values: Iterable[Hashable]) -> set[Hashable]:
    """Return every pair of these values, in one order."""
    return set(combinations(sorted(set(values), key=repr), 2))


def sample(rows: Iterable[Row], needs: Callable[[Row], set[Hashable]]) -> list[Row]:
    """Return enough rows that everything which some row has is in the sample; in a long run, all."""
    every = list(rows)
    return every if LONG else cover(every, needs)
