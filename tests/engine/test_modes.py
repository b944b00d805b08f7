"""The same seeds, compiled and in plain Python: every field of every state is equal."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from kaiten.engine import draft
from kaiten.engine.jit import JIT
from kaiten.engine.state import OVER, SCORED, to_dict
from kaiten.games import find_game, list_games
from kaiten.simulate import simulate
from tests.compiled_rules import CompiledDraft
from tests.playing import ALL_TABLES

pytestmark = pytest.mark.sweep


def fingerprints(draft: Any) -> list[str]:
    """A digest of all states of some random games at every table, by the rules in a module."""
    prints = []
    for id, players, options in ALL_TABLES:
        game = find_game(id)
        state = game.table(players, game.options(options))
        state.game = list_games().index(game)
        seen = hashlib.sha256()
        for number in range(5):
            draft.start_game(state, draft.game_seed(99, number))
            draft.start_player_rng(state, 99, number)
            while state.stage != OVER:
                if state.stage == SCORED:
                    draft.deal_hands(state)
                    draft.begin_turn(state)
                draft.answer_at_random(state)
                seen.update(json.dumps(to_dict(state)).encode())
                draft.resolve(state)
            seen.update(json.dumps(to_dict(state)).encode())
        prints.append(f"{id} {players} {options} {seen.hexdigest()}")
    return prints


@pytest.mark.skipif(not JIT, reason="without Numba there is one mode")
def test_both_modes_reach_equal_states() -> None:
    assert fingerprints(CompiledDraft()) == fingerprints(draft)


def test_random_play_at_four_players_averages_between_28_and_28_and_a_half_points() -> None:
    result = simulate("sushi-go", 4, 200_000 if JIT else 2_000, seed=1)
    assert 28.0 <= result.mean <= 28.5
    assert 6.2 < result.sd < 6.6
    assert sum(result.win_share) == pytest.approx(1)
