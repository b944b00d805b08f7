"""The Gymnasium environments pass its checker, and one seat plays against bots."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten.envs
from kaiten.bots import find_bot
from kaiten.errors import BadPlayers
from tests.envs.libraries import needs
from tests.envs.tables import SUITE_TABLES

pytestmark = [pytest.mark.once, needs("gymnasium")]

IDS = {
    "sushi-go": "kaiten/SushiGo-v0",
    "sushi-go-party": "kaiten/SushiGoParty-v0",
    "sushi-draft": "kaiten/SushiDraft-v0",
}


def make(game: str, players: int, **settings: Any) -> Any:
    import gymnasium

    return gymnasium.make(IDS[game], players=players, **settings)


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "players", "options"), SUITE_TABLES)
def test_the_checker_of_gymnasium_passes(game: str, players: int, options: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    settings = {**options, "bots": "chance", "illegal": "first", "render_mode": "rgb_array"}
    check_env(make(game, players, **settings).unwrapped)


def play_on(env: Any, seed: int) -> tuple[float, int]:
    """Play first legal actions; return the reward, and how many actions it took."""
    _, info = env.reset(seed=seed)
    total, steps, over = 0.0, 0, False
    while not over:
        assert info["action_mask"].tolist() == env.unwrapped.action_masks().tolist()
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
        total, steps = total + reward, steps + 1
    return total, steps


def test_a_seat_plays_against_bots_to_the_end() -> None:
    env = make("sushi-go", 2, bots="greedy", seat=1)
    reward, steps = play_on(env, 3)
    assert reward in (-0.5, 0, 0.5)
    assert steps >= 27  # nine, or with a second card ten actions a round
    assert play_on(env, 3) == (reward, steps)


def test_each_bot_has_its_seat() -> None:
    played: list[int] = []

    def note(view: Any, rng: Random) -> Any:
        played.append(view.seat)
        return find_bot("chance")(view, rng)

    env = make("sushi-go", 3, bots=[note, "greedy"], seat=1)
    play_on(env, 1)
    assert set(played) == {2}


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"seat": 4}, "There is no seat 4"), ({"bots": ["greedy"]}, "There are 3 other seats")],
)
def test_seats_and_bots_must_fit(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPlayers, match=message):
        make("sushi-go", 4, **settings)


def test_several_games_are_played_at_once() -> None:
    import gymnasium

    envs = gymnasium.make_vec(
        "kaiten/SushiDraft-v0", num_envs=3, vectorization_mode="sync", players=3, bots="chance"
    )
    seen, info = envs.reset(seed=1)
    assert seen.shape == (3, kaiten.envs.find_layout(kaiten.find_game("sushi-draft"), 3).size)
    seen, rewards, over, *_ = envs.step(info["action_mask"].argmax(axis=1))
    assert (rewards.shape, over.tolist()) == ((3,), [False] * 3)
    envs.close()
