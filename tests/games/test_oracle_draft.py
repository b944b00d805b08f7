"""Sushi Draft against a literal reading of its rule sheet, written without a look at the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaiten
from kaiten import Match
from kaiten.match.events import Answered, Dealt, Event, Scored, Took
from kaiten.match.match import rank_seats
from kaiten.match.record import parse_record
from kaiten.simulate import simulate
from tests.long_run import examples, games, plain_unless_long
from tests.oracle.sushi_draft import PILES, Pick, SushiDraft
from tests.playing import steps

pytestmark = pytest.mark.sweep

OTHER_VALUES = {"tuna": [0, 7, 7], "mackerel": [1, 20, 99]}
TABLES = [
    (players, {"direction": direction, "advanced": advanced})
    for players, direction, advanced in product((3, 4, 5), ("left", "alternate"), (False, True))
]


def oracle_for(players: int, options: Mapping[str, Any]) -> SushiDraft:
    tokens = options.get("tokens")
    if isinstance(tokens, str):
        piles = dict(part.split(":") for part in tokens.split("/"))
        tokens = {
            pile: [int(worth) for worth in values.split(",")] for pile, values in piles.items()
        }
    alternate = options["direction"] == "alternate"
    return SushiDraft(players, alternate=alternate, advanced=options["advanced"], tokens=tokens)


def as_pick(text: str | None) -> Pick:
    card, _, category = str(text).partition(" as:")
    return card, category or None


def tell(oracle: SushiDraft, events: Sequence[Event]) -> None:
    """Let the oracle hear what happened; it objects to tokens that went astray."""
    for event in events:
        if isinstance(event, Dealt):
            oracle.deal([list(hand) for hand in event.hands])
        elif isinstance(event, Answered):
            oracle.play([as_pick(choice) for choice in event.choices])
        elif isinstance(event, Took):
            assert event.worth is not None
            oracle.take(event.seat, event.token, event.worth)
        elif isinstance(event, Scored):
            assert dict(event.points) == ({"tokens": tuple(oracle.totals())} if event.final else {})


def on_tray(tray: list[Pick]) -> tuple[Counter[str], Counter[str]]:
    """What lies in front of a player: all cards by what they count as, and the jokers among them."""
    jokers = Counter(category for _, category in tray if category)
    return Counter(card for card, category in tray if not category) + jokers, jokers


def assert_same(match: Match, oracle: SushiDraft) -> None:
    """What everybody sees, may do and knows."""
    assert match.over == oracle.over
    assert list(match.scores) == oracle.totals()
    for seat in (*match.seats, None):
        view = match.view(seat)
        assert view.piles == {pile: len(oracle.left(pile)) for pile in PILES}
        for owner in match.seats:
            seen = [(token.pile, token.worth) for token in view.tokens[owner]]
            assert Counter(seen) == Counter(oracle.known(seat, owner))
            assert (view.trays[owner], view.copies[owner]) == on_tray(oracle.trays[owner])
        if seat is not None:
            assert {as_pick(choice.text) for choice in match.choices(seat)} == oracle.choices(seat)
            if not match.over:  # who holds the sixth card at the very end, nobody asks
                assert view.hand == Counter(oracle.hands[seat])


@plain_unless_long
@examples(60)
@given(
    table=st.sampled_from(TABLES),
    tokens=st.sampled_from([None, OTHER_VALUES]),
    seed=st.integers(0, 2**63 - 1),
    choices_seed=st.integers(0, 2**32),
)
def test_the_engine_and_the_oracle_agree_at_every_step(
    table: tuple[int, dict[str, Any]],
    tokens: dict[str, list[int]] | None,
    seed: int,
    choices_seed: int,
) -> None:
    players, options = table[0], table[1] | {"tokens": tokens}
    oracle = oracle_for(players, options)
    heard = 0
    for match in steps(kaiten.deal("sushi-draft", players, seed, **options), Random(choices_seed)):
        if len(match.log) > heard:
            tell(oracle, match.log[heard:])
            heard = len(match.log)
            assert_same(match, oracle)
    outcome = match.outcome()
    assert outcome is not None
    assert rank_seats(outcome) == tuple(tuple(sorted(group)) for group in oracle.ranking())


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_many_random_games_agree_with_the_oracle(players: int, options: dict[str, Any]) -> None:
    lines: list[str] = []
    simulate("sushi-draft", players, games(80), seed=players, options=options, write=lines.append)
    for line in lines:
        record = parse_record(line)
        oracle = oracle_for(players, record.options)
        tell(oracle, record.events)
        assert record.scores == tuple(oracle.totals())
        assert record.ranking == tuple(map(tuple, oracle.ranking()))
