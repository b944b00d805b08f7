"""Exact counts: from small positions, all lines of play to the end of the round, and the points at
their ends.

The files in tests/games/counts say how many there are. They were counted by the oracle; here the
engine counts too, and the oracle once more. `python -m tests.games.test_counts` rewrites the
numbers from the oracle.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import TypeVar

import pytest

import kaiten
from kaiten import Match
from kaiten.match.events import Script
from kaiten.match.record import parse_cards
from tests.games.test_oracle import oracle_for, pick_from_text
from tests.oracle.sushi_draft import SushiDraft
from tests.oracle.sushi_go import SushiGo

pytestmark = pytest.mark.sweep

FOLDER = Path(__file__).parent / "counts"
FILES = sorted(FOLDER.glob("*.txt"))


class Position:
    """A file: what was dealt, what has been played, and what is to be counted."""

    def __init__(self, path: Path) -> None:
        self.path, self.fields = path, path.read_text().splitlines()
        words = [line.partition(" ") for line in self.fields if line and not line.startswith("#")]
        self.options = dict(
            pair.split("=") for word, _, rest in words if word == "options" for pair in rest.split()
        )
        self.hands = tuple(
            parse_cards(hand)
            for word, _, rest in words
            if word == "deal"
            for hand in rest.split(" / ")
        )
        self.draws = [rest.split() for word, _, rest in words if word == "draw"]
        self.plays = [rest.split(" / ") for word, _, rest in words if word == "play"]
        self.counts = [rest for word, _, rest in words if word == "depth"]
        self.players = len(self.hands) - ("variant" in self.options)

    def match(self) -> Match:
        turns = ((1, turn + 1, turn % 2) for turn in itertools.count())
        draws = {turn: (cards[0],) for turn, cards in zip(turns, self.draws, strict=False)}
        match = kaiten.deal(
            "sushi-go", self.players, script=Script({1: self.hands}, draws), **self.options
        )
        for play in self.plays:
            for seat, pick in enumerate(play):
                match = match.choose(seat, pick)
        return match

    def oracle(self) -> SushiGo:
        oracle = oracle_for(self.players, self.options)
        oracle.deal([list(hand) for hand in self.hands])
        for turn, play in enumerate(self.plays):
            self.draw(oracle, turn)
            oracle.play([pick_from_text(pick) for pick in play])
        return oracle

    def draw(self, oracle: SushiGo, turn: int) -> None:
        if self.draws:
            oracle.draw(self.draws[turn][0])


def joint_picks(match: Match) -> Iterator[Match]:
    """The match after each combination of picks."""
    for picks in itertools.product(*(match.choices(seat) for seat in match.seats)):
        after = match
        for seat, pick in enumerate(picks):
            after = after.choose(seat, pick)
        yield after


def count_by_engine(position: Position) -> list[str]:
    """Lines of play by depth, and everybody's points of the round, added up over the ends."""
    found = []
    level = [position.match()]
    for depth in itertools.count(1):
        level = [after for match in level for after in joint_picks(match)]
        if level[0].round > 1:
            sums = [
                sum(match.sheet(1).of(seat=seat).points for match in level)
                for seat in range(len(position.hands))
            ]
            return [*found, f"{depth} lines {len(level)} points {' '.join(map(str, sums))}"]
        found.append(f"{depth} lines {len(level)}")
    raise AssertionError


def count_by_oracle(position: Position) -> list[str]:
    found = []
    level = [position.oracle()]
    for depth in itertools.count(1):
        for table in level:
            position.draw(table, len(position.plays) + depth - 1)
        level = [after for table in level for after in joint_plays(table, position.players)]
        if level[0].round_over:
            sums = [
                sum(sum(table.round_points()[seat].values()) for table in level)
                for seat in range(len(position.hands))
            ]
            return [*found, f"{depth} lines {len(level)} points {' '.join(map(str, sums))}"]
        found.append(f"{depth} lines {len(level)}")
    raise AssertionError


Oracle = TypeVar("Oracle", SushiGo, SushiDraft)


def joint_plays(table: Oracle, players: int) -> Iterator[Oracle]:
    """The table after each combination of picks."""
    for picks in itertools.product(
        *(sorted(table.choices(seat), key=str) for seat in range(players))
    ):
        after = deepcopy(table)
        after.play(list(picks))
        yield after


def test_there_are_positions_to_count() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_counts_what_the_file_says(path: Path) -> None:
    position = Position(path)
    assert count_by_engine(position) == position.counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_oracle_counts_what_the_file_says(path: Path) -> None:
    position = Position(path)
    assert count_by_oracle(position) == position.counts


if __name__ == "__main__":
    for path in FILES:
        position = Position(path)
        kept = [line for line in position.fields if not line.startswith("depth ")]
        path.write_text(
            "\n".join([*kept, *(f"depth {count}" for count in count_by_oracle(position))]) + "\n"
        )
