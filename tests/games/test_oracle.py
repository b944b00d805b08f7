"""The engine against a literal reading of the rulebook, written without a look at the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaiten
from kaiten.match.choice import Choice
from kaiten.match.events import Answered, Dealt, Drew, Event, Scored, drop_effects
from kaiten.match.match import rank_seats
from kaiten.match.record import parse_record
from kaiten.simulate import simulate
from tests.long_run import examples, games, plain_unless_long
from tests.oracle.sushi_go import Pick, SushiGo
from tests.playing import SUSHI_GO, steps

pytestmark = pytest.mark.sweep


def oracle_for(players: int, options: dict[str, str]) -> SushiGo:
    return SushiGo(
        players,
        alternate=options.get("direction") == "alternate",
        robot=options.get("variant") == "robot",
    )


def as_pick(choice: Choice) -> Pick:
    return choice.cards, choice.given


def pick_from_text(text: str | None) -> Pick:
    cards, _, given = str(text).partition(" give:")
    return tuple(cards.split("+")), given or None


def tell(oracle: SushiGo, events: Sequence[Event]) -> None:
    """Let the oracle hear what happened, and compare the points."""
    for event in events:
        if isinstance(event, Dealt):
            oracle.deal([list(hand) for hand in event.hands])
        elif isinstance(event, Drew):
            oracle.draw(event.cards[0])
        elif isinstance(event, Answered):
            oracle.play([pick_from_text(choice) for choice in event.choices])
        else:
            assert_points(oracle, event)


def assert_points(oracle: SushiGo, event: Scored) -> None:
    for seat in range(len(oracle.trays)):
        row = {card: points[seat] for card, points in event.points.items()}
        assert row == (
            {"pudding": oracle.dessert_points()[seat]}
            if event.final
            else oracle.round_points()[seat]
        )


@plain_unless_long
@examples(60)
@given(
    table=st.sampled_from(SUSHI_GO),
    seed=st.integers(0, 2**63 - 1),
    choices_seed=st.integers(0, 2**32),
)
def test_the_engine_and_the_oracle_agree_at_every_step(
    table: tuple[int, dict[str, str]], seed: int, choices_seed: int
) -> None:
    players, options = table
    oracle = oracle_for(players, options)
    heard = 0
    for match in steps(kaiten.deal("sushi-go", players, seed, **options), Random(choices_seed)):
        if len(match.log) == heard:
            continue
        tell(oracle, drop_effects(match.log[heard:]))
        heard = len(match.log)
        for seat in match.seats:
            assert {as_pick(choice) for choice in match.choices(seat)} == oracle.choices(seat)
            if not match.over:
                assert match.view(seat).hand == Counter(oracle.hands[seat])
        assert list(match.scores) == oracle.totals()
    outcome = match.outcome()
    assert outcome is not None
    assert rank_seats(outcome) == tuple(tuple(sorted(group)) for group in oracle.ranking())


@pytest.mark.parametrize(("players", "options"), SUSHI_GO)
def test_many_random_games_agree_with_the_oracle(players: int, options: dict[str, str]) -> None:
    lines: list[str] = []
    simulate("sushi-go", players, games(60), seed=players, options=options, write=lines.append)
    for line in lines:
        record = parse_record(line)
        oracle = oracle_for(players, options)
        tell(oracle, record.events)
        assert record.scores == tuple(oracle.totals())
        assert record.ranking == tuple(tuple(sorted(group)) for group in oracle.ranking())
