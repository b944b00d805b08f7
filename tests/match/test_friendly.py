"""What Python users expect of matches and views: copies, pickles, places as choices, `repr`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.match.match import Match

GAMES = ("sushi-go", "sushi-go-party", "sushi-draft")
COPIES: tuple[Callable[[Any], Any], ...] = (
    copy.copy,
    copy.deepcopy,
    lambda value: pickle.loads(pickle.dumps(value)),
)


def play_on(match: Match, turns: int) -> Match:
    """Return a match some turns later, every seat answering with its first choice."""
    for _ in range(turns):
        match = match.answer(dict.fromkeys(match.waiting, 0))
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make_copy", COPIES)
def test_a_copy_of_a_match_goes_on_as_the_match_does(
    game: str, make_copy: Callable[[Any], Any]
) -> None:
    match = kaiten.deal(game, 3, 1)
    for one in (play_on(match, 4), play_on(match, 20), play_on(match, 4).choose(0, 0)):
        twin = make_copy(one)
        assert twin.waiting == one.waiting
        assert twin.round == one.round
        assert play_on(twin, 100).record() == play_on(one, 100).record()
        assert one.waiting == twin.waiting


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make_copy", COPIES)
def test_a_copy_of_a_finished_match_is_over_too(game: str, make_copy: Callable[[Any], Any]) -> None:
    match = play_on(kaiten.deal(game, 3, 1), 100)
    assert match.over
    for one in (match, match.record(), match.sheet(), match.outcome(), match.log):
        twin = make_copy(one)
        assert repr(twin) == repr(one)
    assert make_copy(match).record() == match.record()
    assert make_copy(match.view(0)).outcome() == match.outcome()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make_copy", COPIES)
def test_a_copy_of_a_view_knows_what_the_view_knows(
    game: str, make_copy: Callable[[Any], Any]
) -> None:
    match = play_on(kaiten.deal(game, 3, 1), 4)
    for seat in (0, None):
        view = match.view(seat)
        twin = make_copy(view)
        assert twin == view
        assert twin.facts() == view.facts()
        assert list(twin.choices) == list(view.choices)


def test_a_pickled_view_has_no_secrets() -> None:
    view = kaiten.deal("sushi-go", 3, 1).view(0)
    worlds = [view.sample(Random(seed)) for seed in range(3)]
    assert len({tuple(map(str, world.hands)) for world in worlds}) == 3
    assert len({pickle.dumps(world.view(0)) for world in worlds}) == 1


def test_a_choice_can_be_named_by_its_place() -> None:
    match = kaiten.deal("sushi-go", 3, 1)
    for place, choice in enumerate(match.choices(1)):
        assert match.check(1, place) == choice
        assert match.choose(1, place).waiting == (0, 2)


@pytest.mark.parametrize("place", [-1, 10, 10**30])
def test_a_place_that_no_choice_has_is_refused(place: int) -> None:
    match = kaiten.deal("sushi-go", 3, 1)
    with pytest.raises(kaiten.IllegalChoice, match=f"no choice {place}: .* from 0 to "):
        match.choose(1, place)


class Whole:
    """A number of another library, as NumPy has them."""

    def __init__(self, number: int | None) -> None:
        self.number = number

    def __index__(self) -> int:
        if self.number is None:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return self.number


def test_whole_numbers_of_other_libraries_are_numbers() -> None:
    match = kaiten.deal("sushi-go", Whole(3), Whole(1))
    assert match.seed == 1
    seat: Any = Whole(2)
    assert match.view(seat).seat == 2
    assert [*match.choices(seat)] == [*match.choices(2)]
    assert match.check(2, Whole(3)) == match.choices(2)[3]


@pytest.mark.parametrize("seat", [True, 1.0, "0", "Player 1", Whole(None), [0]])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    match = kaiten.deal("sushi-go", 3, 1)
    for ask in (match.view, match.choices, match.prompt, lambda seat: match.check(seat, 0)):
        with pytest.raises(kaiten.BadPlayers, match="There is no seat"):
            ask(seat)


@pytest.mark.parametrize("players", ["Ana", b"Ana", 3.0, True, None, ["Ana", 3]])
def test_what_are_no_players_is_refused(players: Any) -> None:
    with pytest.raises(kaiten.BadPlayers, match="a number or a list of names, not"):
        kaiten.deal("sushi-go", players, 1)


def test_players_may_come_one_by_one() -> None:
    assert kaiten.deal("sushi-go", (name for name in ("Ana", "Bo")), 1).names == ("Ana", "Bo")


@pytest.mark.parametrize("nonsense", [None, 1.5, [], {}, True, Whole(None)])
def test_what_is_neither_choice_nor_place_is_refused(nonsense: Any) -> None:
    with pytest.raises(kaiten.IllegalChoice):
        kaiten.deal("sushi-go", 3, 1).choose(1, nonsense)


@pytest.mark.parametrize("seed", [1.5, "7", -1, 2**63, [1], True, Whole(None)])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(kaiten.BadOption, match="whole number from 0"):
        kaiten.deal("sushi-go", 3, seed)


def test_repr_tells_how_far_a_match_is() -> None:
    match = kaiten.deal("sushi-go", ["Ana", "Bo"], 1).choose(0, 0)
    assert repr(match) == "<Match: sushi-go, round 1, turn 1, waiting for Bo>"
    assert repr(match.view(1)) == "<View: seat 1, sushi-go, round 1, turn 1, waiting for Bo>"
    assert repr(match.view(None)).startswith("<View: spectator, sushi-go, round 1")
    assert repr(play_on(match, 100)) == "<Match: sushi-go, over>"
    assert repr(match.game) == "<Game: sushi-go>"
