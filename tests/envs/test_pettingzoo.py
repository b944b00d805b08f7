"""The PettingZoo environments pass PettingZoo's own suites, and do what their docs say."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import kaiten.envs
from kaiten.errors import BadOption, BadPlayers, IllegalChoice, UnknownBot
from tests.envs.libraries import needs
from tests.envs.tables import SUITE_TABLES
from tests.long_run import LONG

pytestmark = [pytest.mark.once, needs("gymnasium", "pettingzoo")]

CYCLES = 1000 if LONG else 60
# Said of every environment whose observation has a mask beside it.
DICT = "Observation is not a NumPy array|Observation space for each agent probably should be"


@pytest.fixture
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", DICT)
        yield


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "players", "options"), SUITE_TABLES)
def test_the_suites_of_pettingzoo_pass(
    quiet: None, game: str, players: int, options: dict[str, Any]
) -> None:
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

    settings = {**options, "illegal": "first"}
    api_test(kaiten.envs.aec_env(game, players, **settings), num_cycles=CYCLES)
    parallel_api_test(kaiten.envs.parallel_env(game, players, **settings), num_cycles=CYCLES)
    seed_test(lambda: kaiten.envs.aec_env(game, players, **settings), num_cycles=CYCLES // 4)
    parallel_seed_test(
        lambda: kaiten.envs.parallel_env(game, players, **settings), num_cycles=CYCLES // 4
    )


def first_legal(observation: dict[str, Any]) -> int:
    return int(observation["action_mask"].argmax())


def play_parallel(**settings: Any) -> tuple[dict[str, float], Any]:
    """Play a game of first legal actions; return the rewards of the last step."""
    env = kaiten.envs.parallel_env(**settings)
    seen, _ = env.reset(seed=5)
    rewards: dict[str, float] = {}
    while env.agents:
        assert not any(rewards.values())
        seen, rewards, *_ = env.step({agent: first_legal(seen[agent]) for agent in env.agents})
    return rewards, env


def test_one_after_the_other_plays_the_same_game_as_all_at_once() -> None:
    rewards, parallel = play_parallel(game="sushi-go", players=3)
    env = kaiten.envs.aec_env("sushi-go", 3)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        env.step(first_legal(env.observe(env.agent_selection)))
    assert env.rewards == rewards
    assert env.episode.match.record().text() == parallel.episode.match.record().text()
    assert sum(rewards.values()) == pytest.approx(0)


def test_who_acts_later_does_not_see_what_others_have_decided() -> None:
    env = kaiten.envs.aec_env("sushi-go", 3)
    env.reset(seed=1)
    before = env.observe("seat_2")["observation"].tolist()
    env.step(first_legal(env.observe("seat_0")))
    assert env.agent_selection == "seat_1"
    assert env.observe("seat_2")["observation"].tolist() == before


def test_bots_sit_at_other_seats() -> None:
    rewards, env = play_parallel(game="sushi-go", players=3, bots={1: "greedy"})
    assert env.possible_agents == ["seat_0", "seat_2"] == [*rewards]


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = kaiten.envs.parallel_env("sushi-go", 2)
    seen, _ = env.reset(seed=1)
    before = env.episode.decisions
    with pytest.raises(IllegalChoice, match="Action 150 is not legal here"):
        env.step({"seat_0": first_legal(seen["seat_0"]), "seat_1": 150})
    assert env.episode.decisions == before


def test_or_the_first_legal_action_takes_its_place() -> None:
    env = kaiten.envs.parallel_env("sushi-go", 2, illegal="first")
    env.reset(seed=1)
    env.step({"seat_0": 150, "seat_1": 150})
    assert env.episode.match.turn == 2


def test_infos_tell_points_and_lead() -> None:
    _, env = play_parallel(game="sushi-go", players=2)
    infos, scores = env.list_infos(), env.episode.match.scores
    assert infos["seat_0"] == {"score": scores[0], "margin": scores[0] - scores[1], "round": 3}


def test_without_a_seed_another_game_follows() -> None:
    env = kaiten.envs.parallel_env("sushi-go", 2)
    first, _ = env.reset(seed=1)
    second, _ = env.reset()
    again, _ = env.reset(seed=1)
    assert first["seat_0"]["observation"].tolist() == again["seat_0"]["observation"].tolist()
    assert first["seat_0"]["observation"].tolist() != second["seat_0"]["observation"].tolist()


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"illegal": "maybe"}, BadOption, "`illegal` must be “raise” or “first”, not 'maybe'"),
        (
            {"render_mode": "human"},
            BadOption,
            "`render_mode` must be “ansi”, “rgb_array”, not 'human'",
        ),
        ({"bots": {7: "greedy"}}, BadPlayers, "There is no seat 7"),
        ({"bots": {0: "greedy", 1: "chance"}}, BadPlayers, "no agent is left"),
        ({"bots": {1: "nobody"}}, UnknownBot, "There is no bot “nobody”"),
        ({"players": 9}, BadPlayers, "two to five|2 to 5|players"),
        ({"menu": "x"}, BadOption, "menu"),
    ],
)
def test_wrong_settings_are_refused_at_once(
    settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        kaiten.envs.parallel_env("sushi-go", **{"players": 2, **settings})


def test_the_table_is_drawn_as_text_and_as_a_picture() -> None:
    _, env = play_parallel(game="sushi-go-party", players=2, menu="dinner-for-two")
    assert env.render() is None
    env.render_mode = "ansi"
    assert env.render().startswith("Sushi Go Party!: Player ")
    env.reset(seed=1)
    assert "round 1, turn 1\n  Player 1: 0\n    table: –\n    hand:  " in env.render()
    env.render_mode = "rgb_array"
    picture = env.render()
    assert (picture.dtype.name, picture.shape[2]) == ("uint8", 3)
    assert len(set(map(tuple, picture.reshape(-1, 3).tolist()))) > 10  # cards in their colours


def test_unknown_names_are_unknown() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'serial_env'"):
        getattr(kaiten.envs, "serial_env")  # noqa: B009
