"""One seed, compiled and in plain Python: every field of every state is equal."""

from __future__ import annotations

import pytest

import kaiten
from kaiten.engine.jit import JIT
from kaiten.simulate import simulate
from kaiten.testing import check_modes
from tests.playing import ALL_TABLES, Table

pytestmark = pytest.mark.sweep


@pytest.mark.skipif(not JIT, reason="without Numba there is one mode")
@pytest.mark.parametrize("table", ALL_TABLES)
def test_both_modes_reach_equal_states(table: Table) -> None:
    game, players, options = table
    check_modes(kaiten.deal(game, players, 99, **options))


def test_random_play_at_four_players_averages_between_28_and_28_and_a_half_points() -> None:
    result = simulate("sushi-go", 4, 200_000 if JIT else 2_000, seed=1)
    assert 28.0 <= result.mean <= 28.5
    assert 6.2 < result.sd < 6.6
    assert sum(result.win_share) == pytest.approx(1)
