"""Sushi Go Party! in the engine against a literal reading of the rulebook, written without a look
at the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaiten
from kaiten import Match
from kaiten.games.sushi_go_party.menus import MENUS
from kaiten.match.events import Answered, Dealt, Drew, Event, Gave, drop_effects
from kaiten.match.match import rank_seats
from kaiten.match.record import parse_record
from kaiten.simulate import simulate
from tests.long_run import examples, games, plain_unless_long
from tests.oracle.sushi_go_party import Party
from tests.playing import PARTY, PARTY_TABLES, steps

pytestmark = pytest.mark.sweep


def tell(oracle: Party, events: Sequence[Event]) -> None:
    """Let the oracle hear what happened, and compare the points and the gifts."""
    for event in events:
        if isinstance(event, Dealt):
            oracle.deal([list(hand) for hand in event.hands])
        elif isinstance(event, Drew):
            assert oracle.drawing == event.seat
            oracle.draw(list(event.cards))
        elif isinstance(event, Gave):
            assert oracle.gifts[-1] == (event.seat, event.to, event.card)
        elif isinstance(event, Answered):
            assert set(oracle.asked.values()) == {event.prompt}
            oracle.answer(
                {seat: choice for seat, choice in enumerate(event.choices) if choice is not None}
            )
        elif event.final:
            (row,) = event.points.values()
            assert list(row) == oracle.dessert_points()
        else:
            rows = [
                {dish: points[seat] for dish, points in event.points.items()}
                for seat in range(len(oracle.hands))
            ]
            assert rows == oracle.finished_rounds[-1]


def assert_same(match: Match, oracle: Party) -> None:
    """What lies and is held, who is asked what, and the points."""
    assert list(match.scores) == oracle.totals()
    if match.over:
        return
    assert set(match.waiting) == set(oracle.asked)
    for seat in match.seats:
        view = match.view(seat)
        assert view.hand == Counter(oracle.hands[seat])
        assert {choice.text for choice in view.choices} == oracle.choices(seat)
        assert on_table(view.trays[seat]) == on_table(oracle.table(seat) - Counter(face_down=99))
        assert view.face_down[seat] == oracle.table(seat)["face_down"]
        assert view.dipped[seat] == oracle.on_wasabi(seat)
        assert view.kept[seat] == oracle.kept(seat)


def on_table(cards: Counter[str]) -> Counter[str]:
    """Cards in front of a player, but for a menu, which may be discarded before or after its card
    has landed.
    """
    return Counter({card: count for card, count in cards.items() if not card.startswith("menu_")})


def assert_steps_agree(players: int, menu: str, edition: str, seed: int, choices_seed: int) -> None:
    dealt = kaiten.deal("sushi-go-party", players, seed, menu=menu, edition=edition)
    oracle = Party(players, str(dealt.options["menu"]).split(","), edition)
    heard = 0
    for match in steps(dealt, Random(choices_seed)):
        if len(match.log) > heard:
            tell(oracle, drop_effects(match.log[heard:]))
            heard = len(match.log)
            assert_same(match, oracle)
    outcome = match.outcome()
    assert outcome is not None
    assert rank_seats(outcome) == tuple(tuple(sorted(group)) for group in oracle.ranking())


@plain_unless_long
@pytest.mark.parametrize(("players", "menu", "edition"), PARTY_TABLES)
def test_the_engine_and_the_oracle_agree_at_every_step(
    players: int, menu: str, edition: str
) -> None:
    assert_steps_agree(players, menu, edition, seed=players, choices_seed=players)


@plain_unless_long
@examples(80)
@given(
    players=st.integers(2, 8),
    edition=st.sampled_from(["fr", "en"]),
    seed=st.integers(0, 2**63 - 1),
    choices_seed=st.integers(0, 2**32),
)
def test_they_agree_on_any_menu(players: int, edition: str, seed: int, choices_seed: int) -> None:
    assert_steps_agree(players, "random", edition, seed, choices_seed)


def assert_games_agree(players: int, menu: str, edition: str, count: int, seed: int) -> None:
    lines: list[str] = []
    simulate(
        "sushi-go-party",
        players,
        count,
        seed,
        options={"menu": menu, "edition": edition},
        write=lines.append,
    )
    for line in lines:
        record = parse_record(line)
        oracle = Party(players, str(record.options["menu"]).split(","), edition)
        tell(oracle, record.events)
        assert record.scores == tuple(oracle.totals())
        assert record.ranking == tuple(tuple(sorted(group)) for group in oracle.ranking())


@pytest.mark.parametrize(("players", "menu", "edition"), PARTY_TABLES)
def test_random_games_agree_on_every_menu(players: int, menu: str, edition: str) -> None:
    assert_games_agree(players, menu, edition, count=games(6), seed=players)


@pytest.mark.parametrize("edition", ["fr", "en"])
@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_agree_on_random_menus(players: int, edition: str) -> None:
    for seed in range(games(6)):
        assert_games_agree(players, "random", edition, count=4, seed=seed)


def test_every_named_menu_is_played_at_some_table() -> None:
    menus = {menu.id for menu in MENUS}
    assert {menu for _, menu in PARTY} == {menu for _, menu, _ in PARTY_TABLES} == menus
