"""Every legal choice has exactly one encoding, in every game, menu, edition and variant."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.envs import ACTIONS, NO_ACTION, decode, encode, legal_actions
from kaiten.errors import IllegalChoice
from kaiten.match.view import View
from tests.long_run import LONG
from tests.playing import EVERY_TABLE, TABLES, Table

POSITIONS = 25_000 if LONG else 400  # views of a seat that is asked something
CROWDED = {"menu": "master-menu", "edition": "fr"}


def check_encodings(view: View) -> None:
    """Check that the choices of a seat have one encoding each, and that nothing else is one."""
    encodings = [encode(view, choice) for choice in view.choices]
    assert len(set(encodings)) == len(encodings)
    firsts = {actions[0] for actions in encodings}
    assert set(legal_actions(view)) == firsts
    for choice, actions in zip(view.choices, encodings, strict=True):
        assert all(0 <= action < ACTIONS for action in actions)
        decoded = decode(view, actions)
        assert (decoded, decoded.number) == (choice, choice.number)
        for length in range(1, len(actions)):  # no encoding begins with another one
            assert actions[length] in legal_actions(view, actions[:length])


def play_on(table: Table, seed: int, budget: int) -> int:
    """Check every position of a game until the budget is spent; return how many were checked."""
    game, players, options = table
    match, rng, checked = kaiten.deal(game, players, seed, **options), Random(seed), 0
    while not match.over and checked < budget:
        for seat in match.waiting:
            check_encodings(match.view(seat))
        checked += len(match.waiting)
        match = match.answer({seat: rng.choice(match.choices(seat)) for seat in match.waiting})
    return checked


@pytest.mark.once
@pytest.mark.sweep
def test_every_choice_has_one_encoding() -> None:
    tables = EVERY_TABLE if LONG else TABLES
    share = -(-POSITIONS // len(tables))
    checked = 0
    for place, table in enumerate(tables):
        seed, left = place, share
        while left > 0:
            done = play_on(table, seed, left)
            checked, left, seed = checked + done, left - done, seed + len(tables)
    assert checked >= POSITIONS


def asked_for_two(**options: Any) -> View:
    """Return the view of a seat that may take two cards with its chopsticks."""
    match = kaiten.deal("sushi-go", 4, 4, **options)
    while not match.over:
        for seat in match.waiting:
            if any(len(choice.cards) > 1 for choice in match.choices(seat)):
                return match.view(seat)
        picks = {seat: match.choices(seat) for seat in match.waiting}
        match = match.answer(
            {seat: "chopsticks" if "chopsticks" in some else 0 for seat, some in picks.items()}
        )
    raise AssertionError("nobody had chopsticks")


def test_a_second_card_is_a_second_action() -> None:
    view = asked_for_two()
    two = next(choice for choice in view.choices if len(choice.cards) > 1)
    one = two.cards[0]
    numbers = view.game.numbers
    assert encode(view, two) == (numbers[one], numbers[two.cards[1]])
    assert encode(view, one) == (numbers[one], NO_ACTION)


def test_a_slot_in_which_the_picks_do_not_differ_is_not_spelled() -> None:
    """With the robot every pick gives a card; from a hand of two cards it is the other one."""
    match = kaiten.deal("sushi-go", 2, 1, variant="robot")
    while any(len(match.choices(seat)) > 2 for seat in match.waiting):
        match = match.answer(dict.fromkeys(match.waiting, 0))
    view = match.view(0)
    assert {len(encode(view, choice)) for choice in view.choices} == {1}


def test_who_is_asked_nothing_has_one_action_and_no_choice() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    while not match.over:
        match = match.answer(dict.fromkeys(match.waiting, 0))
    assert legal_actions(match.view(0)) == [NO_ACTION]
    with pytest.raises(IllegalChoice, match="Legal next: 63"):
        decode(match.view(0), ())


def test_illegal_actions_are_refused_and_the_legal_ones_are_named() -> None:
    view = asked_for_two()
    first = legal_actions(view)[0]
    with pytest.raises(IllegalChoice, match=f"Action 190 is not legal here.*{first}"):
        decode(view, (190,))
    with pytest.raises(IllegalChoice, match="not a complete choice"):
        decode(view, (encode(view, view.choices[-1])[0],))
    with pytest.raises(IllegalChoice, match="is not legal here"):
        decode(view, (*encode(view, view.choices[0]), 0))
    with pytest.raises(IllegalChoice, match="not one of the answers"):
        encode(view, next(card for card in view.game.kinds if card not in view.hand))
