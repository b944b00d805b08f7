"""Samples in which every pair of values occurs.

`make test` tries such a sample of tables and bots wherever the rules are not the subject; with
`KAITEN_TEST_LONG=1` (`make test-long`) the same tests try every combination.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from typing import TypeVar

from tests.depth import LONG

Row = TypeVar("Row")


def pairs(values: Iterable[Hashable]) -> set[Hashable]:
    """Return every pair of these values, in one order."""
    return set(combinations(sorted(set(values), key=repr), 2))


def sample(rows: Iterable[Row], needs: Callable[[Row], set[Hashable]]) -> list[Row]:
    """Return enough rows that everything which some row has is in the sample; in a long run, all.

    The choice is greedy: the row that has most of what is missing comes first. It is the same in
    every run.
    """
    every = list(rows)
    if LONG:
        return every
    has = [needs(row) for row in every]
    missing: set[Hashable] = set().union(*has)
    taken = set[int]()
    while missing:
        best = max(range(len(every)), key=lambda place: len(has[place] & missing))
        taken.add(best)
        missing -= has[best]
    return [row for place, row in enumerate(every) if place in taken]
