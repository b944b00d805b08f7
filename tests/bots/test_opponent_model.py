"""How alike to `heuristic` everybody has played so far, in games that are played over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match, View
from kaiten.bots.heuristic import best_choices, evaluate_choices, heuristic
from kaiten.bots.tree.opponent_model import (
    STRANGER_MATCH_RATE,
    Agreement,
    estimate_trust,
    measure_agreements,
    reconstruct_rounds,
)
from kaiten.bots.tree.rollouts import Rollouts
from kaiten.match.events import Dealt
from tests.playing import TABLES, Table, every_table, example_game

UNFOLLOWED = ("spoon", "menu")  # cards that go ways which are not followed
FOLLOWED: list[Table] = [
    table
    for table in TABLES
    if (table[0] == "sushi-go" and "variant" not in table[2])
    or table[2].get("menu") in ("my-first-meal", "sushi-go", "points-platter")
    or (
        table[0] == "sushi-go-party"
        and "," in table[2]["menu"]
        and not any(one in table[2]["menu"] for one in UNFOLLOWED)
    )
]
every_followed_table = pytest.mark.parametrize(("game", "players", "options"), FOLLOWED)


def told(view: View) -> list[Agreement]:
    return list(measure_agreements(view, view.sample(Random(1))))


def by_heuristic(match: Match, *others: int) -> Match:
    """The next moment: everybody plays like `heuristic`, but for some who pick what it likes least."""
    return match.answer(
        {
            seat: worst(match.view(seat))
            if seat in others
            else heuristic(match.view(seat), Random(1))
            for seat in match.waiting
        }
    )


def worst(view: View) -> kaiten.Choice:
    promised = evaluate_choices(view)
    return view.choices[promised.index(min(promised))]


@every_followed_table
def test_hands_are_dealt_again_as_they_were(
    game: str, players: int, options: dict[str, Any]
) -> None:
    seen = 0
    for match in example_game(game, players, **options):
        dealt = [event.hands for event in match.log if isinstance(event, Dealt)]
        view = match.view(0)
        if match.over or len(dealt) < 2 or (view.prompt and view.prompt.id != "pick"):
            continue
        rounds = reconstruct_rounds(view, view.sample(Random(1)))
        # a player may have been asked for a second card, and the chopsticks are not back yet
        if rounds:
            assert [one.hands for one in rounds[:-1]] == [
                tuple(tuple(sorted(hand)) for hand in hands) for hands in dealt[:-1]
            ]
            seen += 1
            for hand in rounds[-1].known:
                assert rounds[-1].hands[hand] == tuple(sorted(dealt[-1][hand]))
    assert seen > 10


@every_table
def test_whoever_plays_like_heuristic_is_found_to_whatever_is_on_the_menu(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match, rng = kaiten.deal(game, players, 3, **options), Random(3)
    while not match.over:
        if rng.random() < 0.2:
            assert all(one.matches == one.picks for one in told(match.view(rng.randrange(players))))
        match = by_heuristic(match)


def test_whoever_plays_otherwise_is_found_to() -> None:
    match = kaiten.deal("sushi-go", 3, 3)
    while match.round < 2:
        match = by_heuristic(match, 1)
    alike, different, as_much = told(match.view(0))
    assert alike.matches == alike.picks >= 5 <= as_much.picks == as_much.matches
    assert different.matches < different.picks / 2


def test_nothing_is_said_of_hands_that_nobody_but_their_holder_has_seen() -> None:
    match = by_heuristic(kaiten.deal("sushi-go", 4, 3))
    told_by_turn = [[one.picks for one in told(match.view(0))]]
    match = by_heuristic(match)
    told_by_turn.append([one.picks for one in told(match.view(0))])
    # the first seat has seen its own hand, the fourth and the third
    assert told_by_turn == [[1, 0, 0, 1], [2, 0, 1, 2]]


@pytest.mark.parametrize(
    ("game", "options"),
    [("sushi-go", {"variant": "robot"}), ("sushi-go-party", {"menu": "dinner-for-two"})],
)
def test_where_cards_go_other_ways_nothing_is_said(game: str, options: dict[str, Any]) -> None:
    match = kaiten.deal(game, 2, 3, **options)
    while match.round < 3:
        match = by_heuristic(match)
    assert told(match.view(0)) == [Agreement(), Agreement()]


def test_two_who_may_be_like_heuristic_are_trusted_by_half_at_first() -> None:
    assert estimate_trust(Agreement(), 2) == 0.5
    assert estimate_trust(Agreement(8, 8), 2) > 0.98
    assert estimate_trust(Agreement(8, 4), 2) < 0.01


def test_the_more_play_the_more_is_a_stranger_trusted() -> None:
    strangers = [estimate_trust(Agreement(20, 11), players) for players in (2, 3, 4, 8)]
    assert strangers == sorted(strangers)
    assert strangers[0] < 0.001
    assert strangers[-1] < STRANGER_MATCH_RATE


@pytest.mark.parametrize(("others", "foreseen"), [((), True), ((1,), False)])
def test_somebody_who_plays_like_heuristic_is_an_open_book(
    others: tuple[int, ...], foreseen: bool
) -> None:
    match = kaiten.deal("sushi-go", 2, 3)
    while match.round < 2:
        match = by_heuristic(match, *others)
    assert (
        Rollouts(match.view(0), Random(1), kaiten.bots.Budget(iterations=1)).is_predictable
        == foreseen
    )
    assert len(best_choices(match.view(1))) >= 1
