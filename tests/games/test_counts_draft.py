"""Exact counts for Sushi Draft: all lines of play from some position to the end of the round, by
engine and oracle.

A file in tests/games/counts_draft is a record that breaks off, and below it what was counted by the
oracle: lines of play after one and two turns, and at their ends how often each seat takes the token
of each pile. `python -m tests.games.test_counts_draft` rewrites the numbers from the oracle.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import kaiten
from kaiten.match.events import Took
from kaiten.match.record import parse_record
from tests.games.test_counts import joint_plays
from tests.games.test_counts_party import halves, joint_answers
from tests.games.test_oracle_draft import oracle_for, tell
from tests.oracle.sushi_draft import PILES

pytestmark = pytest.mark.sweep

FOLDER = Path(__file__).parent / "counts_draft"
FILES = sorted(FOLDER.glob("*.txt"))


def told(counts: Sequence[int], takers: Sequence[tuple[str, int]]) -> list[str]:
    """Lines of play by depth, and who takes what at their ends."""
    seats = sorted({seat for _, seat in takers})
    taken = [[takers.count((pile, seat)) for pile in PILES] for seat in seats]
    return [
        *(f"lines {count}" for count in counts),
        f"takes {' / '.join(' '.join(map(str, row)) for row in taken)}",
    ]


def count_by_engine(record: str) -> list[str]:
    counts, level = [], [kaiten.load_match(record)]
    while level[0].round == 1:
        level = [after for match in level for after in joint_answers(match)]
        counts.append(len(level))
    takers = [
        (event.token, event.seat)
        for match in level
        for event in match.log
        if isinstance(event, Took)
    ]
    return told(counts, takers)


def count_by_oracle(text: str) -> list[str]:
    record = parse_record(text)
    oracle = oracle_for(len(record.players), record.options)
    tell(oracle, record.events)
    counts, level = [], [oracle]
    while not level[0].round_over:
        level = [after for table in level for after in joint_plays(table, oracle.players)]
        counts.append(len(level))
    takers = [
        (pile, seat) for table in level for pile, seat in table.takers().items() if seat is not None
    ]
    return told(counts, takers)


def test_there_are_positions_to_count() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_counts_what_the_file_says(path: Path) -> None:
    record, counts = halves(path)
    assert count_by_engine(record) == counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_oracle_counts_what_the_file_says(path: Path) -> None:
    record, counts = halves(path)
    assert count_by_oracle(record) == counts


if __name__ == "__main__":
    for path in FILES:
        record, _ = halves(path)
        path.write_text("\n".join([record, "", *count_by_oracle(record)]) + "\n")
