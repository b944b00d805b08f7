"""What a seat remembers of the hands that travel."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.events import cards_of
from kaiten.state import plain
from tests.playing import TABLES, steps


def held(match: Match, seat: int) -> Counter[str]:
    """What a seat really holds."""
    state = plain(match._state)
    return Counter(cards_of(match.game, state["hands"][state["holding"][seat]]))


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_is_known_of_a_hand_is_true(game: str, players: int, options: dict[str, Any]) -> None:
    for match in steps(kaiten.deal(game, players, 2, **options), Random(2)):
        for seat in (*match.seats, None):
            view = match.view(seat)
            for other, hand in enumerate(view.hands):
                assert hand.known <= held(match, other)
                assert hand.known.total() + hand.hidden == held(match, other).total()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hand_once_held_is_known_for_the_rest_of_the_round(players: int) -> None:
    for match in steps(kaiten.deal("sushi-go", players, 3), Random(3)):
        if not match.over:
            view = match.view(0)
            known = {seat for seat, hand in enumerate(view.hands) if not hand.hidden}
            passed_on = min(match.turn, players)  # hands that seat 0 has held: its own, and those that came to it
            assert known == {(0 + step) % players for step in range(passed_on)}


def test_a_card_that_the_controller_draws_for_the_robot_is_hidden_from_the_other() -> None:
    match = kaiten.deal("sushi-go", 2, 1, variant="robot")
    assert match.view(1).hands[0].hidden == 10
    for seat in match.waiting:
        match = match.choose(seat, match.choices(seat)[0])
    assert match.view(0).hands[1].hidden == 1  # seat 1 now holds what seat 0 has seen, and one card drawn since
    assert match.view(1).hands[0].hidden == 0


def test_chopsticks_that_come_back_into_a_hand_never_held_are_known() -> None:
    hands = (("chopsticks", *["tempura"] * 8), ("pudding", *["sashimi"] * 8), ("maki_1", *["dumpling"] * 8))
    match = kaiten.match.deal("sushi-go", 3, script=kaiten.events.Script({1: hands}, {}))
    for picks in (("chopsticks", "sashimi", "dumpling"), ("dumpling+dumpling", "tempura", "sashimi")):
        for seat, pick in enumerate(picks):
            match = match.choose(seat, pick)
    assert match.view(2).hands[1].known["chopsticks"] == 1
    assert match.view(2).unseen["chopsticks"] == 3


@pytest.mark.parametrize("direction", ["left", "alternate"])
def test_in_an_imagined_match_the_others_know_the_hands_that_they_have_held(direction: str) -> None:
    rng = Random(6)
    for match in steps(kaiten.deal("sushi-go", 4, 6, direction=direction), rng):
        if not match.over:
            imagined = match.view(0).sample(rng)
            for seat in match.seats:
                real = [hand.hidden for hand in match.view(seat).hands]
                assert [hand.hidden for hand in imagined.view(seat).hands] == real


def test_unseen_cards_are_those_of_the_box_less_those_in_sight() -> None:
    match = kaiten.deal("sushi-go", 4, 1)
    view = match.view(2)
    assert view.unseen.total() == 108 - 8
    assert view.unseen + view.hand == Counter(match.game.copies)
    assert match.view(None).unseen == Counter(match.game.copies)
