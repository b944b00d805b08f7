"""The same seeds, compiled and in plain Python: every field of every state is equal."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kaiten.engine import draft
from kaiten.engine.jit import JIT
from kaiten.engine.state import OVER, SCORED, to_dict
from kaiten.games import GAMES, find_game
from kaiten.simulate import simulate
from tests.playing import ALL_TABLES

pytestmark = pytest.mark.sweep


def fingerprints() -> list[str]:
    """A digest of all states of some random games at every table."""
    prints = []
    for id, players, options in ALL_TABLES:
        game = find_game(id)
        state = game.table(players, game.options(options))
        state.game = GAMES.index(game)
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


@pytest.mark.skipif(not JIT, reason="proved from the compiled side, where all is compiled already")
def test_both_modes_reach_equal_states() -> None:
    other = {**os.environ, "KAITEN_JIT": "0"}
    command = [
        sys.executable,
        "-c",
        "import tests.conftest, tests.engine.test_modes as m; print('\\n'.join(m.fingerprints()))",
    ]
    answer = subprocess.run(
        command,
        env=other,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert answer.stdout.splitlines() == fingerprints()


def test_random_play_at_four_players_averages_between_28_and_28_and_a_half_points() -> None:
    result = simulate("sushi-go", 4, 200_000 if JIT else 2_000, seed=1)
    assert 28.0 <= result.mean <= 28.5
    assert 6.2 < result.sd < 6.6
    assert sum(result.win_share) == pytest.approx(1)
