"""A policy becomes a bot, and a bot can sit in any environment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.bots import from_policy
from kaiten.envs import ACTIONS, find_layout
from kaiten.errors import IllegalChoice
from tests.playing import every_table

pytestmark = pytest.mark.once
numpy = pytest.importorskip("numpy")

seen: list[tuple[Any, Any]] = []


def take_the_last(observations: Any, masks: Any) -> Any:
    """A policy that takes the highest legal action."""
    seen.append((observations, masks))
    return ACTIONS - 1 - masks[:, ::-1].argmax(axis=1)


@every_table
def test_a_policy_plays_a_whole_game(game: str, players: int, options: dict[str, Any]) -> None:
    bot = from_policy(take_the_last)
    match = kaiten.deal(game, players, 1, **options)
    while not match.over:
        match = match.answer({seat: bot(match.view(seat), Random(1)) for seat in match.waiting})
    assert match.outcome()


def test_it_is_given_rows_of_observations_and_masks() -> None:
    match = kaiten.deal("sushi-go", 3, 1)
    seen.clear()
    choice = from_policy(take_the_last)(match.view(2), Random(1))
    assert choice == match.choices(2)[-1]
    ((observations, masks),) = seen
    assert (observations.shape, observations.dtype) == (
        (1, find_layout(match.game, 3).size),
        numpy.uint8,
    )
    assert (masks.shape, masks.dtype, masks.sum()) == ((1, ACTIONS), bool, len(match.choices(2)))


def test_it_is_refused_an_illegal_action() -> None:
    bot = from_policy(lambda observations, masks: [190])
    with pytest.raises(IllegalChoice, match="Action 190 is not legal"):
        bot(kaiten.deal("sushi-go", 2, 1).view(0), Random(1))


def test_it_contends_in_the_arena_in_several_processes() -> None:
    contest = kaiten.run_contest(
        "sushi-go", [from_policy(take_the_last), "chance"], games=2, jobs=2
    )
    assert contest.games == 2
    assert [one.name for one in contest.standings] == ["take_the_last", "chance"]
