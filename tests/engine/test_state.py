"""States share rows: only what nobody changes, and nobody notices."""

from __future__ import annotations

from random import Random
from typing import Any, NoReturn

import pytest

import kaiten
from kaiten.bots import LADDER
from kaiten.engine import draft
from kaiten.engine.state import Laid, State, copy_state, to_dict
from kaiten.games import find_game, lay_table
from tests.long_run import plain_unless_long
from tests.playing import every_table, steps

pytestmark = pytest.mark.sweep


class Engraved(list[Any]):
    """A row that refuses to be changed."""

    def __setitem__(self, place: Any, value: Any) -> NoReturn:
        raise AssertionError(
            f"{value} was written to place {place} of a row that was laid with the table"
        )


def engrave(state: State) -> None:
    for name in Laid.__annotations__:
        value = getattr(state, name)
        if isinstance(value, list):
            setattr(
                state,
                name,
                Engraved(Engraved(row) if isinstance(row, list) else row for row in value),
            )


@every_table
def test_nothing_writes_to_what_was_laid_with_the_table(
    game: str, players: int, options: dict[str, Any]
) -> None:
    state = lay_table(find_game(game), players, find_game(game).options(options))
    engrave(state)
    before = to_dict(state)
    draft.simulate_games(state, 1, 0, 3, [0] * 10)
    match = kaiten.deal(game, players, 5, **options)
    engrave(match._state)
    for step in steps(match, Random(5)):
        view = step.view(step.waiting[0] if step.waiting else None)
        assert view.facts()["round"] == step.round
        state = view.sample(Random(5))._state
    assert all(
        getattr(state, name) is getattr(match._state, name)
        for name in ("menu", "stock", "box", "worth")
    )
    assert all(to_dict(state)[name] == before[name] for name in Laid.__annotations__)


@every_table
def test_a_copy_changes_without_its_original(
    game: str, players: int, options: dict[str, Any]
) -> None:
    state = kaiten.deal(game, players, 3, **options)._state
    before, other = to_dict(state), copy_state(state)
    assert to_dict(other) == before
    draft.start_player_rng(other, 3, 0)
    draft.play_out(other)
    assert other.round_number == 3
    assert to_dict(state) == before


@plain_unless_long
@every_table
def test_whoever_looks_at_a_view_changes_neither_view_nor_match(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(6)
    for match in list(steps(kaiten.deal(game, players, 6, **options), rng))[:-1:9]:
        view = match.view(match.waiting[0])
        before, seen = to_dict(match._state), to_dict(view.state)
        for bot in LADDER:
            assert kaiten.find_bot(bot, iterations=2)(view, rng) in view.choices
        *_, imagined = steps(view.sample(rng), rng)
        assert imagined.over
        assert (to_dict(match._state), to_dict(view.state)) == (before, seen)
