"""Exact counts for Sushi Go Party!: all lines of play from some position, by engine and oracle.

A file in tests/games/counts_party is a record that breaks off, and below it what was counted by the
oracle: lines of play after one, two and more sets of answers, those that have reached the end of
the round, and the points of the round added up over those ends. `python -m
tests.games.test_counts_party` rewrites the numbers from the oracle.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

import kaiten
from kaiten import Match
from kaiten.match.record import Record, parse_record
from tests.games.test_oracle_party import tell
from tests.oracle.sushi_go_party import Party

pytestmark = pytest.mark.sweep

FOLDER = Path(__file__).parent / "counts_party"
FILES = sorted(FOLDER.glob("*.txt"))
Answers = dict[int, str]


def halves(path: Path) -> tuple[str, list[str]]:
    """The record of a file, and its counts."""
    record, _, counts = path.read_text().partition("\n\n")
    return record, counts.splitlines()


def count_by_engine(record: str, depth: int) -> list[str]:
    found, level, ends = [], [kaiten.load_match(record)], list[Match]()
    for _ in range(depth):
        after = [match for before in level for match in joint_answers(before)]
        ends += [match for match in after if match.round > 1]
        level = [match for match in after if match.round == 1]
        sums = [
            sum(match.sheet(1).of(seat=seat).points for match in ends)
            for seat in range(len(after[0].names))
        ]
        found.append(f"lines {len(level)} ends {len(ends)} points {' '.join(map(str, sums))}")
    return found


def joint_answers(match: Match) -> Iterator[Match]:
    """The match after each combination of answers."""
    for answers in itertools.product(*(match.choices(seat) for seat in match.waiting)):
        after = match
        for seat, answer in zip(match.waiting, answers, strict=True):
            after = after.choose(seat, answer)
        yield after


def count_by_oracle(text: str, depth: int) -> list[str]:
    record = parse_record(text)
    found, level, ends = [], list[list[Answers]]([[]]), list[Party]()
    for _ in range(depth):
        after = [[*line, answers] for line in level for answers in possible(told(record, line))]
        tables = [told(record, line) for line in after]
        ends += [table for table in tables if table.round_over]
        level = [line for line, table in zip(after, tables, strict=True) if not table.round_over]
        seats = range(len(record.players))
        sums = [
            sum(sum(table.finished_rounds[0][seat].values()) for table in ends) for seat in seats
        ]
        found.append(f"lines {len(level)} ends {len(ends)} points {' '.join(map(str, sums))}")
    return found


def told(record: Record, line: list[Answers]) -> Party:
    """The oracle after the record and these answers."""
    oracle = Party(len(record.players), str(record.options["menu"]).split(","), record.edition)
    tell(oracle, record.events)
    for answers in line:
        oracle.answer(answers)
    return oracle


def possible(oracle: Party) -> Iterator[Answers]:
    seats = sorted(oracle.asked)
    for answers in itertools.product(*(sorted(oracle.choices(seat)) for seat in seats)):
        yield dict(zip(seats, answers, strict=True))


def test_there_are_positions_to_count() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_counts_what_the_file_says(path: Path) -> None:
    record, counts = halves(path)
    assert count_by_engine(record, len(counts)) == counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_oracle_counts_what_the_file_says(path: Path) -> None:
    record, counts = halves(path)
    assert count_by_oracle(record, len(counts)) == counts


if __name__ == "__main__":
    for path in FILES:
        record, counts = halves(path)
        path.write_text("\n".join([record, "", *count_by_oracle(record, len(counts))]) + "\n")
