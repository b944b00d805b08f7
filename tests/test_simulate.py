"""Many random games."""

from __future__ import annotations

from typing import Any

import pytest

import kaiten
from kaiten.engine import draft
from kaiten.engine.state import OVER, copy_state, to_dict
from kaiten.match.record import parse_record
from kaiten.simulate import simulate
from tests.playing import TABLES, example_game


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_kernel_and_recorder_play_the_same_random_games_and_they_can_be_replayed(
    game: str, players: int, options: dict[str, Any]
) -> None:
    lines: list[str] = []
    recorded = simulate(game, players, 2, seed=4, options=options, write=lines.append)
    plainly = simulate(game, players, 2, seed=4, options=options)
    assert (recorded.mean, recorded.sd, recorded.win_share) == (
        plainly.mean,
        plainly.sd,
        plainly.win_share,
    )
    for line in lines:
        assert kaiten.load_match(line).record() == parse_record(line)


def test_a_menu_left_to_chance_is_decided_by_the_seed() -> None:
    menus = [
        simulate("sushi-go-party", 4, 1, seed, options={"menu": "random"}).options["menu"]
        for seed in (1, 1, 2)
    ]
    assert menus[0] == menus[1] != menus[2]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_game_can_be_played_out_at_random_from_anywhere(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in example_game(game, players, **options)[::50]:
        if all(to_dict(match._state)["answers"][seat] < 0 for seat in match.waiting):
            state = copy_state(match._state)
            draft.start_player_rng(state, 5, 1)
            draft.play_out(state)
            assert state.stage == OVER
