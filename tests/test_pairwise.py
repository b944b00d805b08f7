"""The samples of `make test` leave out combinations, but no pair and no value."""

from __future__ import annotations

from itertools import combinations

import pytest

from kaiten.bots import LADDER, LEVELS
from tests import pairwise
from tests.playing import (
    ALL_TABLES,
    PARTY,
    PARTY_TABLES,
    TABLES,
    TABLES_AND_BOTS,
    TABLES_AND_LEVELS,
    dishes_of,
    party_needs,
    settings_of,
)

pytestmark = pytest.mark.once


@pytest.mark.parametrize("long", [False, True])
def test_a_sample_has_every_pair_and_a_long_run_every_row(
    monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    monkeypatch.setattr(pairwise, "LONG", long)
    rows = [(a, b, c) for a in "ab" for b in "cde" for c in "fgh"]
    taken = pairwise.sample(rows, pairwise.pairs)
    wanted = {frozenset(pair) for row in rows for pair in combinations(row, 2)}
    assert {frozenset(pair) for row in taken for pair in combinations(row, 2)} == wanted
    assert taken == rows if long else 9 <= len(taken) < 13


def test_the_tables_of_the_sample_have_every_pair_of_settings_and_every_dish() -> None:
    every, some = (
        {pair for table in tables for pair in combinations(sorted(settings_of(table), key=str), 2)}
        for tables in (ALL_TABLES, TABLES)
    )
    assert some == every
    dishes = [set().union(*map(dishes_of, tables)) for tables in (ALL_TABLES, TABLES)]
    assert dishes[0] == dishes[1]


def test_every_dish_meets_every_number_of_players_and_both_editions() -> None:
    everything = set().union(
        *(party_needs((*table, edition)) for table in PARTY for edition in ("fr", "en"))
    )
    assert set().union(*map(party_needs, PARTY_TABLES)) == everything


def test_every_bot_meets_every_setting_and_every_dish() -> None:
    everything = set().union(*map(settings_of, ALL_TABLES), *map(dishes_of, ALL_TABLES))
    for bot in LADDER:
        met = [
            settings_of(table) | dishes_of(table) for table, one in TABLES_AND_BOTS if one == bot
        ]
        assert set().union(*met) == everything


def test_every_level_meets_every_game() -> None:
    games = {table[0] for table in ALL_TABLES}
    for level in LEVELS:
        assert {table[0] for table, one in TABLES_AND_LEVELS if one == level} == games
