"""Games in arrays are the matches of the same seeds, in observations, masks, rewards, points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import envs
from kaiten.engine.draft import game_seed
from kaiten.engine.jit import JIT
from kaiten.envs import NO_ACTION
from kaiten.envs.episode import Episode
from kaiten.envs.vector_kernel import show_game
from kaiten.errors import BadOption, IllegalChoice
from kaiten.games.sushi_go_party.menus import MENUS
from tests.long_run import LONG
from tests.playing import EVERY_TABLE, FEW_TABLES, TABLES, Table

np = pytest.importorskip("numpy")

POSITIONS = 1000 if LONG else 60  # of a seat, at each table
needs_numba = pytest.mark.skipif(not JIT, reason="compiles for one table")
MENU_TABLES: list[Table] = [
    ("sushi-go-party", 2 if menu.id == "dinner-for-two" else 4, {"menu": menu.id}) for menu in MENUS
]


class Pair:
    """A vector of games, and the same games as matches."""

    def __init__(self, game: str, players: int, games: int = 2, **options: Any) -> None:
        self.vector = envs.vector(game, players, games, seed=5, **options)
        self.vector.reset()
        self.rng = Random(6)
        self.episodes = [self.deal(place) for place in range(games)]
        self.finished = 0

    def deal(self, place: int) -> Episode:
        vector = self.vector
        seed = vector.seeds[place]
        return Episode(kaiten.deal(vector.game, vector.seats, seed, **vector.options))

    def check_seats(self) -> int:
        """Check what every seat sees and may do. Return how many seats there are."""
        for place, episode in enumerate(self.episodes):
            for seat in range(self.vector.seats):
                seen, mask = self.vector.observations[place, seat], self.vector.masks[place, seat]
                assert seen.tobytes() == episode.observe(seat)
                assert np.flatnonzero(mask).tolist() == episode.legal_actions(seat)
                assert self.vector.seats_asked[place, seat] == (seat in episode.deciding)
        return int(self.vector.seats_asked.size)

    def choose(self) -> Any:
        """Return a random legal action for every seat."""
        return np.array(
            [[self.rng.choice(np.flatnonzero(mask)) for mask in row] for row in self.vector.masks]
        )

    def step(self) -> None:
        """Do random actions in both, and check how they end."""
        actions = self.choose()
        self.vector.step(actions)
        for place, episode in enumerate(self.episodes):
            episode.act(dict(enumerate(actions[place].tolist())))
            assert self.vector.done[place] == episode.over
            assert self.vector.rewards[place].tolist() == pytest.approx(episode.rewards())
            if episode.over:
                self.finished += 1
                assert tuple(self.vector.scores[place]) == episode.match.scores
                self.episodes[place] = self.deal(place)


def check_table(game: str, players: int, options: dict[str, Any], positions: int) -> None:
    """Check random positions at a table, and at least one whole game."""
    pair = Pair(game, players, **options)
    checked = pair.check_seats()
    while checked < positions or not pair.finished:
        pair.step()
        checked += pair.check_seats()


@pytest.mark.once
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players", "options"), [*EVERY_TABLE, *MENU_TABLES] if LONG else TABLES
)
def test_games_in_arrays_are_matches(game: str, players: int, options: dict[str, Any]) -> None:
    check_table(game, players, options, POSITIONS)


@needs_numba
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players", "options"), FEW_TABLES if LONG else [("sushi-go", 2, {"variant": "robot"})]
)
def test_compiled_games_in_arrays_are_matches(
    game: str, players: int, options: dict[str, Any]
) -> None:
    check_table(game, players, options, 1000)


# --- In plain Python ---

HIDDEN = ("hands", "deck", "dessert_reserve", "tokens", "drawn")


def show_first_game(vector: Any) -> None:
    """Write what the seats of the first game see, once more."""
    arrays = vector._blocks, vector._tables, vector._masks, vector.seats_asked
    show_game(vector._states[0], *arrays, 0, vector._scratch[0].picks, True)


@pytest.mark.once
@pytest.mark.sweep
@pytest.mark.parametrize(("game", "players", "options"), TABLES if LONG else TABLES[::4])
def test_nothing_changes_when_hidden_cards_are_dealt_again(
    game: str, players: int, options: dict[str, Any]
) -> None:
    pair, differed = Pair(game, players, **options), False
    vector, episode, state = pair.vector, pair.episodes[0], pair.vector._states[0]
    while not episode.over:
        if not any(decision.spelled for decision in episode.decisions.values()):
            seat = pair.rng.randrange(players)
            before = vector.observations[0, seat].tobytes(), vector.masks[0, seat].tobytes()
            world: Any = episode.match.view(seat).sample(pair.rng)._state
            true = {name: getattr(state, name) for name in HIDDEN}
            vars(state).update({name: getattr(world, name) for name in HIDDEN})
            differed |= state.hands != true["hands"]
            show_first_game(vector)
            after = vector.observations[0, seat].tobytes(), vector.masks[0, seat].tobytes()
            assert before == after
            vars(state).update(true)
            show_first_game(vector)
        pair.step()
    assert differed


def small_vector(**settings: Any) -> Any:
    vector = envs.vector("sushi-go", 2, **{"games": 3, "seed": 1, **settings})
    vector.reset()
    return vector


def first_legal(vector: Any) -> Any:
    return vector.masks.argmax(axis=2)


@pytest.mark.once
def test_a_game_that_ends_begins_again_in_the_same_step() -> None:
    vector = small_vector()
    first = vector.seeds
    while not vector.done.any():
        assert not vector.rewards.any()
        vector.step(first_legal(vector))
    place = int(vector.done.argmax())
    assert vector.rewards[place].sum() == pytest.approx(0)
    assert vector.rewards[place].any() or len(set(vector.scores[place].tolist())) == 1
    assert vector.seeds[place] not in first
    layout = vector.layout
    assert vector.observations[place, 0][layout.find("round")] == 1
    assert vector.seats_asked[place].all()
    vector.step(first_legal(vector))
    assert not vector.done[place]


@pytest.mark.once
def test_reset_begins_the_first_games_again() -> None:
    vector = small_vector()
    seen, seeds = vector.observations.copy(), vector.seeds
    while not vector.done.any():
        vector.step(first_legal(vector))
    observations, masks = vector.reset()
    assert (observations == seen).all()
    assert vector.seeds == seeds
    assert observations is vector.observations
    assert masks is vector.masks
    assert not vector.done.any()


@pytest.mark.once
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("sushi-go", 2, {"variant": "robot"}),
        ("sushi-go-party", 3, {"menu": "maki,tempura,eel,tofu,menu,spoon,fruit"}),
        ("sushi-draft", 3, {}),
    ],
)
def test_each_game_in_arrays_is_a_match(game: str, players: int, options: dict[str, Any]) -> None:
    check_table(game, players, options, 1)


@pytest.mark.once
def test_the_games_of_a_seed_are_those_of_simulate() -> None:
    assert small_vector(seed=9).seeds == [game_seed(9, number) for number in range(3)]


@pytest.mark.once
def test_an_illegal_action_is_refused_before_anything_happens() -> None:
    vector = small_vector()
    seen, actions = vector.observations.copy(), first_legal(vector)
    for action in (190, -1, 192, NO_ACTION):
        actions[2, 1] = action
        with pytest.raises(IllegalChoice, match=f"Game 2, seat 1: Action {action} is not legal"):
            vector.step(actions)
        assert (vector.observations == seen).all()


@pytest.mark.once
def test_the_first_legal_action_can_take_the_place_of_an_illegal_one() -> None:
    lenient, strict = small_vector(illegal="first"), small_vector()
    for _ in range(30):
        lenient.step(np.full((3, 2), 191))
        strict.step(first_legal(strict))
        assert (lenient.observations == strict.observations).all()


@pytest.mark.once
def test_wrong_settings_are_named() -> None:
    for settings, words in (
        ({"games": 0}, "at least one game"),
        ({"seed": -1}, "A seed is a whole number"),
        ({"seed": "ab" * 32}, "a number as their seed"),
        ({"device": "abacus"}, "`device` must be “cpu”"),
        ({"illegal": "ask"}, "`illegal` must be"),
        ({"menu": "none"}, "menu"),
    ):
        with pytest.raises(BadOption, match=words):
            small_vector(**settings)
    vector = envs.vector("sushi-go", 2, games=1)
    with pytest.raises(BadOption, match="Call `reset`"):
        vector.step([[0, 0]])
    vector.reset()
    with pytest.raises(TypeError):
        vector.step([[0.5, 0]])
    with pytest.raises(ValueError, match="broadcast"):
        vector.step([[0, 0, 0]])


@pytest.mark.once
def test_without_numba_it_says_what_makes_it_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kaiten.envs.vector_env.find_spec", lambda name: None)
    with pytest.warns(RuntimeWarning, match=r"kaitenzushi\[fast\]"):
        envs.vector("sushi-go", 2, games=1)
