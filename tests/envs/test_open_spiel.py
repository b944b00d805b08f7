"""The games in OpenSpiel pass its random simulations, and are cloned and stored."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.bots import find_bot
from tests.envs.libraries import needs
from tests.envs.tables import SUITE_TABLES
from tests.long_run import LONG

pytestmark = [pytest.mark.once, needs("pyspiel")]

PARTY = {"menu": "maki,tempura,eel,spoon,chopsticks,tofu,pudding"}
NAMES = {
    "sushi-go": "python_kaiten_sushi_go",
    "sushi-go-party": "python_kaiten_sushi_go_party",
    "sushi-draft": "python_kaiten_sushi_draft",
}


def load(game: str, players: int, **options: Any) -> Any:
    import pyspiel

    import kaiten.envs.open_spiel_game  # noqa: F401

    return pyspiel.load_game(NAMES[game], {"players": players, **options})


def play_on(state: Any, rng: Random, steps: int = 10_000) -> Any:
    while steps and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1
    return state


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "players", "options"), SUITE_TABLES)
def test_the_random_simulations_pass(
    game: str, players: int, options: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    import pyspiel

    pyspiel.random_sim_test(load(game, players, **options), 1, LONG, False)
    assert "rror" not in capfd.readouterr().err


def test_a_state_is_stored_and_read_again() -> None:
    import pyspiel

    game = load("sushi-go-party", 3, menu="uramaki,eel,tofu,spoon,chopsticks,miso_soup,pudding")
    state = play_on(game.new_initial_state(), Random(2), 30)
    text = pyspiel.serialize_game_and_state(game, state)
    _, read = pyspiel.deserialize_game_and_state(text)
    assert [read.information_state_string(seat) for seat in range(3)] == [
        state.information_state_string(seat) for seat in range(3)
    ]


def test_a_clone_goes_its_own_way() -> None:
    state = play_on(load("sushi-go", 3).new_initial_state(), Random(2), 20)
    before = str(state)
    clone = play_on(state.clone(), Random(4))
    assert str(state) == before
    assert clone.is_terminal()
    assert sum(clone.returns()) == pytest.approx(0)
    assert play_on(state, Random(4)).returns() == clone.returns()


def test_what_a_seat_knows_does_not_depend_on_what_others_decide() -> None:
    state = play_on(load("sushi-go", 2).new_initial_state(), Random(2), 3)
    texts = set()
    for action in state.legal_actions(0):
        later = state.child(action)
        texts.add((later.information_state_string(1), tuple(later.information_state_tensor(1))))
        assert later.current_player() == 1
    assert len(texts) == 1


def test_the_seat_itself_knows_what_it_has_decided() -> None:
    state = play_on(load("sushi-go", 2).new_initial_state(), Random(2), 3)
    texts = {state.child(action).information_state_string(0) for action in state.legal_actions(0)}
    assert len(texts) == len(state.legal_actions(0)) > 1


def test_information_states_remember_every_pick_and_observations_do_not() -> None:
    game = load("sushi-draft", 3)
    state = play_on(game.new_initial_state(), Random(1))
    match = state.episode.match
    layout = kaiten.envs.find_layout(match.game, 3)
    observation, information = state.observation_tensor(0), state.information_state_tensor(0)
    assert information[: layout.size] == observation
    picks = information[layout.size :]
    assert sum(picks) >= 3 * 5 * 3  # rounds, turns, seats; a joker names a dish too
    assert len(observation) == layout.size == game.observation_tensor_size()


def test_before_the_deal_there_is_nothing_to_know() -> None:
    state = load("sushi-go", 2).new_initial_state()
    assert state.is_chance_node()
    assert state.information_state_string(0) == state.observation_string(0) == ""
    assert not any(state.observation_tensor(0))
    assert state.returns() == [0.0, 0.0]
    assert state.action_to_string(-1, 3) == "digit 3"


def test_actions_have_names() -> None:
    from kaiten.envs.open_spiel_game import name_action

    game = kaiten.find_game("sushi-go-party")
    assert name_action(game, 0) == game.kinds[0]
    assert name_action(game, 64) == f"{game.kinds[0]}+1"
    assert name_action(game, 63) == "nothing"
    assert name_action(game, 62) == "other"


def test_a_resampled_state_looks_the_same_to_the_player_and_not_to_the_others() -> None:
    state = play_on(load("sushi-go-party", 3, menu="master-menu").new_initial_state(), Random(2), 4)
    numbers = Random(3)
    player, differed = state.current_player(), 0
    for _ in range(10):
        world = state.resample_from_infostate(player, numbers.random)
        assert world.current_player() == player
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        other = (player + 1) % 3
        differed += world.observation_string(other) != state.observation_string(other)
        assert play_on(world.clone(), Random(1)).is_terminal()
    assert differed


def test_a_search_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("sushi-go", 2)
    state = play_on(game.new_initial_state(), Random(2), 35)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.0,
        max_simulations=20,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1),
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(("game", "options"), [("sushi-go", {}), ("sushi-go-party", PARTY)])
def test_bots_of_kaiten_sit_at_tables_of_openspiel(game: str, options: dict[str, Any]) -> None:
    import pyspiel

    from kaiten.envs.open_spiel_game import SpielBot

    names = ["heuristic", "greedy", find_bot("chance")]
    wins = 0.0
    for seed in range(3):
        state = play_on(load(game, 3, **options).new_initial_state(), Random(seed), 3)
        bots = [SpielBot(bot, seat, seed) for seat, bot in enumerate(names)]
        returns = pyspiel.evaluate_bots(state, bots, seed)
        assert sum(returns) == pytest.approx(0)
        wins += returns[0] - returns[2]
    assert wins > 0


def test_a_bot_completes_a_pick_that_somebody_else_has_begun() -> None:
    from kaiten.envs.open_spiel_game import SpielBot

    state = load("sushi-go", 2).new_initial_state()
    rng = Random(4)
    while not find_begun(state):
        state.apply_action(rng.choice(state.legal_actions()))
    seat = state.current_player()
    bot = SpielBot("greedy", seat)
    bot.restart_at(state)
    assert bot.step(state) in state.legal_actions()


def find_begun(state: Any) -> bool:
    """Return whether the seat that acts has spelled a part of its pick."""
    episode = state.episode
    return bool(episode and episode.decisions[state.current_player()].actions)
