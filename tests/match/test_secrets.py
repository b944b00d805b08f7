"""Nobody learns what they may not know, in moments that were made to show it.

`kaiten.testing.check_secrecy` looks at random games (tests/games/test_invariants.py).
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

import kaiten
from kaiten import Match
from kaiten.engine.state import to_dict
from kaiten.match.events import Dealt, Drew, Script, Took
from tests.playing import steps

pytestmark = pytest.mark.sweep


def test_an_imagined_match_has_no_record() -> None:
    imagined = kaiten.deal("sushi-go", 3, 1).view(0).sample(Random(1))
    with pytest.raises(kaiten.KaitenError, match="imagined match has no record"):
        imagined.record()


def test_a_view_holds_neither_seed_nor_deck_nor_other_hands() -> None:
    match = kaiten.deal("sushi-go", 3, 12345678901234567)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        state = to_dict(view.state)
        assert state["deal_rng"] == state["player_rng"] == [0]
        assert not any(state["deck"])
        for other, cards in enumerate(state["hands"][:3]):
            assert any(cards) == (other == seat)
        assert "12345678901234567" not in repr(view) + repr(view.facts())


def test_a_log_shows_a_seat_its_own_cards_and_no_others() -> None:
    match = kaiten.deal("sushi-go", 2, 5, variant="robot")
    for seat, sees in ((0, True), (1, False), (None, False)):
        dealt, drew = match.view(seat).log[:2]
        assert isinstance(dealt, Dealt)
        assert isinstance(drew, Drew)
        assert [bool(hand) for hand in dealt.hands] == [player == seat for player in range(3)]
        assert bool(drew.cards) is sees


def menu_about_to_be_read() -> Match:
    """Seat 1 has just played a menu and looks at four cards."""
    hands = (("tofu", *["tempura"] * 8, "wasabi"), ("menu_7", *["dumpling"] * 8, "wasabi"))
    looked_at = ("temaki", "temaki", "menu_8", "squid_nigiri")
    match = kaiten.deal(
        "sushi-go-party",
        2,
        script=Script({1: hands}, {(1, 1, 1): looked_at}),
        menu="temaki,tempura,dumpling,tofu,menu,wasabi,pudding",
    )
    return match.choose(0, "tofu").choose(1, "menu_7")


def test_a_menu_shows_its_four_cards_to_its_owner_alone() -> None:
    match = menu_about_to_be_read()
    assert match.waiting == (1,)
    assert {choice.text for choice in match.choices(1)} == {"temaki", "squid_nigiri"}
    for seat, sees in ((0, False), (1, True), (None, False)):
        view = match.view(seat)
        (drew,) = [event for event in view.log if isinstance(event, Drew)]
        assert drew == Drew(1, ("temaki", "temaki", "menu_8", "squid_nigiri") if sees else ())
        assert view.deck.total() == (4 if sees else 0)
        assert bool(view.choices) is sees
        assert any(to_dict(view.state)["drawn"][1]) is sees


def test_the_three_cards_that_a_menu_leaves_are_known_to_be_in_the_deck() -> None:
    match = menu_about_to_be_read().choose(1, "temaki")
    assert match.view(1).deck == Counter(temaki=1, menu_8=1, squid_nigiri=1)
    assert match.view(0).deck == match.view(None).deck == Counter()
    assert match.view(0).trays[1] == Counter(temaki=1)
    deck = match.view(1).sample(Random(1))._state
    assert {"temaki", "menu_8", "squid_nigiri"} <= {
        match.game.kinds[kind] for kind in to_dict(deck)["deck"][: deck.deck_size]
    }


def test_the_desserts_that_wait_beside_the_deck_are_hidden_and_their_number_is_known() -> None:
    match = kaiten.deal("sushi-go-party", 3, 1, menu="master-menu")
    for seat in (0, None):
        view = match.view(seat)
        state = to_dict(view.state)
        assert not any(state["dessert_reserve"])
        assert state["dessert_reserve_size"] == 10
    imagined = to_dict(match.view(0).sample(Random(1))._state)
    assert all(
        imagined["dessert"][kind]
        for kind in imagined["dessert_reserve"][: imagined["dessert_reserve_size"]]
    )


def second_round(tokens: dict[str, tuple[int, ...]]) -> Match:
    """Seat 0 has taken a tuna token, seat 1 a shrimp one, and the second round begins."""
    hands = (
        ("tuna",) * 5 + ("salmon",),
        ("shrimp",) * 4 + ("shrimp_wasabi", "salmon"),
        ("cucumber",) * 3 + ("mackerel",) * 3,
    )
    match = kaiten.deal("sushi-draft", 3, script=Script({1: hands}, {}, tokens))
    likes = ("tuna", "shrimp", "cucumber")
    while match.round == 1:
        for seat in match.waiting:
            hand = match.choices(seat)
            liked = [choice for choice in hand if choice.text.startswith(likes[seat])]
            match = match.choose(seat, (liked or list(hand))[0])
    return match


def test_only_its_owner_knows_what_a_token_is_worth() -> None:
    first, second = second_round({"tuna": (5, 3, 4)}), second_round({"tuna": (3, 5, 4)})
    owner = next(
        event.seat for event in first.log if isinstance(event, Took) and event.token == "tuna"
    )
    for seat in (0, 1, 2, None):
        views = [match.view(seat) for match in (first, second)]
        known = [
            [token.worth for token in view.tokens[owner] if token.pile == "tuna"] for view in views
        ]
        assert known == ([[5], [3]] if seat == owner else [[None], [None]])
        assert (views[0].log == views[1].log) is (seat != owner)
        assert (to_dict(views[0].state)["tokens"] == to_dict(views[1].state)["tokens"]) is (
            seat != owner
        )
        assert views[0].sheet == views[1].sheet
        assert views[0].scores == (0, 0, 0)


def test_the_tokens_that_a_seat_cannot_know_are_shuffled_anew_and_its_own_stay() -> None:
    match = second_round({"tuna": (5, 3, 4)})
    owner = next(
        event.seat for event in match.log if isinstance(event, Took) and event.token == "tuna"
    )
    for seat in (0, 1, 2, None):
        orders = {
            tuple(to_dict(match.view(seat).sample(Random(n))._state)["tokens"][0])
            for n in range(60)
        }
        assert orders == ({(5, 3, 4), (5, 4, 3)} if seat == owner else set(permutations((3, 4, 5))))


def test_behind_a_view_a_hidden_token_is_worth_the_average_of_what_it_may_be() -> None:
    match = second_round({"tuna": (5, 3, 4)})
    owner = next(
        event.seat for event in match.log if isinstance(event, Took) and event.token == "tuna"
    )
    for seat in (0, 1, 2):
        tuna = to_dict(match.view(seat).state)["tokens"][0]
        # 3 and 4 are 3.5, which is rounded to the even 4
        assert tuna == ([5, 4, 4] if seat == owner else [4, 4, 4])


def test_all_tokens_are_open_when_the_game_is_over() -> None:
    *_, match = steps(kaiten.deal("sushi-draft", 3, 1), Random(1))
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert [sum(token.worth or 0 for token in held) for held in view.tokens] == list(
            match.scores
        )
        assert view.log[-1] == match.log[-1]
        assert [event for event in view.log if isinstance(event, Took)] == [
            event for event in match.log if isinstance(event, Took)
        ]


def asked_to_give() -> Match:
    """Seat 0 has asked for any nigiri, and seat 1, who holds two kinds of them, must choose one."""
    rest = ("tempura", "tempura", "sashimi", "sashimi", "dumpling", "dumpling", "maki_2")
    hands = (
        ("spoon_4", "egg_nigiri", "salmon_nigiri", *rest),
        ("tea", "maki_1", "maki_1", *rest),
        ("tea", "maki_3", "maki_3", *rest),
    )
    menu = "maki,tempura,sashimi,dumpling,spoon,tea,pudding"
    match = kaiten.deal("sushi-go-party", 3, script=Script({1: hands}, {}), menu=menu)
    for turn in (("spoon_4", "tea", "tea"), ("tempura using:spoon_4", "tempura", "tempura")):
        for seat, pick in enumerate(turn):
            match = match.choose(seat, pick)
    return match.choose(0, "nigiri")


def test_in_every_imagined_match_whoever_must_give_something_can() -> None:
    match = asked_to_give()
    assert match.waiting == (1,)
    for seat in (0, 1, 2, None):
        for number in range(30):
            assert len(match.view(seat).sample(Random(number)).choices(1)) > 1


def test_in_every_imagined_match_nobody_holds_what_they_have_denied() -> None:
    hands = (
        ("spoon_4", *["tempura"] * 8, "maki_1"),
        ("tea", *["sashimi"] * 8, "maki_1"),
        ("tea", *["dumpling"] * 8, "maki_1"),
    )
    menu = "maki,tempura,sashimi,dumpling,spoon,tea,pudding"
    match = kaiten.deal("sushi-go-party", 3, script=Script({1: hands}, {}), menu=menu)
    for turn in (("spoon_4", "tea", "tea"), ("dumpling using:spoon_4", "tempura", "sashimi")):
        for seat, pick in enumerate(turn):
            match = match.choose(seat, pick)
    match = match.choose(0, "nigiri")  # nobody has any
    for number in range(30):
        imagined = match.view(None).sample(Random(number))
        for seat in (2, 0):  # the hands that seats 1 and 2 held have gone on
            assert not any(card.endswith("nigiri") for card in imagined.view(seat).hand)
