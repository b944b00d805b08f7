"""What is true at every step of every game, however it is played: the checks of `kaiten.testing`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.testing import CHECKS, check_choices, check_conservation
from tests.long_run import plain_unless_long
from tests.playing import EVERY_TABLE, every_table, new_game, play_out, steps

pytestmark = pytest.mark.sweep


@plain_unless_long
@pytest.mark.parametrize("check", CHECKS)
@every_table
def test_every_check_passes(game: str, players: int, options: dict[str, Any], check: str) -> None:
    CHECKS[check](new_game(game, players, **options))


@plain_unless_long
@pytest.mark.parametrize(("game", "players", "options"), EVERY_TABLE)
def test_no_card_and_no_token_is_ever_lost_or_made_and_whoever_is_waited_for_has_a_choice(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = kaiten.deal(game, players, players, **options)
    check_choices(match)
    check_conservation(match)


@every_table
def test_another_seed_gives_another_match(game: str, players: int, options: dict[str, Any]) -> None:
    first, other = (play_out(game, players, seed, **options) for seed in (6, 7))
    assert first.record() != other.record()


def test_an_answer_can_be_changed_until_the_last_one_has_answered() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    first, second = match.choices(0)[0], match.choices(0)[1]
    changed = match.choose(0, first).choose(0, second)
    assert changed.waiting == (1,)
    other = match.choices(1)[0]
    assert changed.choose(1, other).record() == match.choose(1, other).choose(0, second).record()


@pytest.mark.parametrize("game", ["sushi-go", "sushi-draft"])
def test_deals_depend_on_the_seed_alone_and_not_on_what_is_played(game: str) -> None:
    deals = set()
    for whim in range(5):
        *_, match = steps(kaiten.deal(game, 4, 11), Random(whim))
        deals.add(
            tuple(
                event.hands for event in match.log if isinstance(event, kaiten.match.events.Dealt)
            )
        )
    assert len(deals) == 1
