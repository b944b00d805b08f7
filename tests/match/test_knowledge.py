"""What a seat remembers of the hands that travel."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import kaiten
from kaiten import Match
from kaiten.engine.state import to_dict
from kaiten.match.events import Gave, Script, cards_of
from tests.playing import steps

pytestmark = pytest.mark.sweep


def held(match: Match, seat: int) -> Counter[str]:
    """What a seat really holds."""
    state = to_dict(match._state)
    return Counter(cards_of(match.game, state["hands"][state["holding"][seat]]))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hand_once_held_is_known_for_the_rest_of_the_round(players: int) -> None:
    for match in steps(kaiten.deal("sushi-go", players, 3), Random(3)):
        if not match.over:
            view = match.view(0)
            known = {seat for seat, hand in enumerate(view.hands) if not hand.hidden}
            # hands that seat 0 has held: its own, and those that came to it
            passed_on = min(match.turn, players)
            assert known == {(0 + step) % players for step in range(passed_on)}


def test_a_card_that_the_controller_draws_for_the_robot_is_hidden_from_the_other() -> None:
    match = kaiten.deal("sushi-go", 2, 1, variant="robot")
    assert match.view(1).hands[0].hidden == 10
    for seat in match.waiting:
        match = match.choose(seat, match.choices(seat)[0])
    # seat 1 now holds what seat 0 has seen, and one card drawn since
    assert match.view(0).hands[1].hidden == 1
    assert match.view(1).hands[0].hidden == 0


def test_chopsticks_that_come_back_into_a_hand_never_held_are_known() -> None:
    hands = (
        ("chopsticks", *["tempura"] * 8),
        ("pudding", *["sashimi"] * 8),
        ("maki_1", *["dumpling"] * 8),
    )
    match = kaiten.deal("sushi-go", 3, script=Script({1: hands}, {}))
    for picks in (
        ("chopsticks", "sashimi", "dumpling"),
        ("dumpling+dumpling", "tempura", "sashimi"),
    ):
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


REST = ("tempura", "tempura", "sashimi", "sashimi", "dumpling", "dumpling", "maki_2")


def turns(match: Match, *picks: str) -> Match:
    """The match after everybody's picks, turn by turn, the seats separated by commas."""
    for turn in picks:
        for seat, pick in enumerate(turn.split(", ")):
            match = match.choose(seat, pick)
    return match


def test_a_card_given_for_a_spoon_leaves_a_hand_in_sight_and_the_spoon_comes_into_it() -> None:
    hands = (
        ("spoon_4", "egg_nigiri", "egg_nigiri", *REST),
        ("tea", "salmon_nigiri", "salmon_nigiri", *REST),
        ("pudding", "squid_nigiri", "squid_nigiri", *REST),
    )
    menu = "maki,tempura,sashimi,dumpling,spoon,tea,pudding"
    match = kaiten.deal("sushi-go-party", 3, script=Script({1: hands}, {}), menu=menu)
    match = turns(match, "spoon_4, tea, pudding", "tempura using:spoon_4, tempura, tempura")
    match = match.choose(0, "salmon_nigiri")
    assert match.log[-1] == Gave(2, 0, "salmon_nigiri")
    watched = match.view(None).hands  # the hand that seat 2 held has gone on to seat 0
    assert [hand.known for hand in watched] == [Counter(spoon_4=1), Counter(), Counter()]
    assert [hand.hidden for hand in watched] == [7, 8, 8]


def test_a_special_order_that_is_given_for_a_special_order_is_known_to_be_in_the_hand() -> None:
    hands = (
        ("spoon_4", "special_order", "egg_nigiri", *REST),
        ("salmon_nigiri", "salmon_nigiri", "salmon_nigiri", *REST),
        ("special_order", "squid_nigiri", "squid_nigiri", *REST),
    )
    menu = "maki,tempura,sashimi,dumpling,spoon,special_order,pudding"
    match = kaiten.deal("sushi-go-party", 3, script=Script({1: hands}, {}), menu=menu)
    match = turns(match, "spoon_4, tempura, tempura", "special_order, tempura, tempura").choose(
        0, "spoon_4"
    )
    match = turns(match, "sashimi using:special_order>spoon_4, sashimi, sashimi").choose(
        0, "special_order"
    )
    match = match.choose(0, "tempura" if "tempura" in match.choices(0) else "spoon_4")
    assert Gave(2, 0, "special_order") in match.log
    watched = match.view(None).hands  # one went, another one came: both in sight
    assert [hand.known for hand in watched] == [Counter(special_order=1), Counter(), Counter()]
    assert [hand.hidden for hand in watched] == [6, 7, 7]
