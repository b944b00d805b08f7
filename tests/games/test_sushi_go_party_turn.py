"""The rules of Sushi Go Party!: one turn, chopsticks, spoons and menus."""

from collections import Counter

import pytest

import kaiten
from kaiten.match.events import Drew

from .party import (
    asked,
    dipped,
    face_down,
    hands,
    kept,
    offers,
    play,
    rest_of_round,
    texts,
    trays,
    turn,
    unseen,
    until,
)

SPOON = "spoon_4; . using:spoon_4"  # a spoon is played, and used on the second turn
FOUR = "eel tofu maki_1 maki_3"  # drawn for a menu
LAST = "; ; ; ; ; ; ; ; ; "  # nine turns that do not matter


# --- Chopsticks ---


def test_chopsticks_do_not_work_on_the_turn_on_which_they_are_played():
    match = play("", "", hold=["", "chopsticks_1 eel"])
    assert not offers(match, 0, "with:")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "chopsticks_1+eel with:chopsticks_1")


def test_chopsticks_take_two_cards_on_a_later_turn():
    assert trays(play("chopsticks_1; eel+tofu with:chopsticks_1"))[0] == {"eel": 1, "tofu": 1}


def test_chopsticks_may_wait():
    match = until(play("chopsticks_1"), 6)
    assert trays(match)[0]["chopsticks_1"] == 1
    assert offers(match, 0, "with:chopsticks_1")


def test_chopsticks_need_not_be_used():
    assert trays(play("chopsticks_1; eel"))[0] == {"chopsticks_1": 1, "eel": 1}


def test_the_two_cards_are_secret_until_the_reveal():
    match = play("chopsticks_1", "", hold=["", "eel tofu"])
    first, second = match.choose(0, "eel+tofu with:chopsticks_1"), match.choose(0, "eel")
    assert first.view(1).facts() == second.view(1).facts()


def test_used_chopsticks_go_into_the_hand_of_the_left_neighbour():
    match = play("", "chopsticks_1; eel+tofu with:chopsticks_1", "")
    assert [hand["chopsticks_1"] for hand in hands(match)] == [0, 0, 1]
    assert [hand.total() for hand in hands(match)] == [8, 8, 8]


def test_the_neighbour_can_use_the_chopsticks_later():
    match = play("chopsticks_1; eel+tofu with:chopsticks_1", "; ; ~chopsticks_1")
    assert offers(match, 1, "with:chopsticks_1")
    assert not offers(match, 0, "with:")


def test_with_chopsticks_wasabi_then_nigiri_is_dipped():
    match = play("chopsticks_1; wasabi+squid_nigiri with:chopsticks_1")
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_with_chopsticks_nigiri_then_wasabi_is_not_dipped():
    match = play("chopsticks_1; squid_nigiri+wasabi with:chopsticks_1")
    assert dipped(match, 0) == {}


def test_with_chopsticks_the_first_of_two_nigiri_goes_on_the_wasabi():
    match = play("wasabi; chopsticks_1; egg_nigiri+squid_nigiri with:chopsticks_1")
    assert dipped(match, 0) == {"egg_nigiri": 1}


def test_one_says_which_chopsticks_are_used():
    match = play("chopsticks_1; chopsticks_2; eel+tofu with:chopsticks_2")
    assert trays(match)[0] == {"chopsticks_1": 1, "eel": 1, "tofu": 1}
    assert hands(match)[1]["chopsticks_2"] == 1


def test_only_one_pair_of_chopsticks_is_used_a_turn():
    match = play("chopsticks_1; chopsticks_2", hold=["", "eel tofu maki_3"])
    for pick in (
        "eel+tofu+maki_3 with:chopsticks_1",
        "eel+tofu with:chopsticks_1 with:chopsticks_2",
        "eel+tofu",
    ):
        with pytest.raises(kaiten.IllegalChoice):
            match.choose(0, pick)


def test_chopsticks_of_others_cannot_be_used():
    match = play("", "chopsticks_1", hold=["", "eel tofu"])
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "eel+tofu with:chopsticks_1")


def test_other_chopsticks_may_be_picked_while_using_some():
    match = play("chopsticks_1; eel+chopsticks_2 with:chopsticks_1")
    assert trays(match)[0] == {"eel": 1, "chopsticks_2": 1}


def test_the_chopsticks_in_use_cannot_be_picked_themselves():
    match = play("chopsticks_1", "", hold=["", "eel"])
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "eel+chopsticks_1 with:chopsticks_1")


def test_two_equal_cards_need_two_copies():
    match = play("chopsticks_1", "", hold=["", "eel tofu tofu"])
    assert "tofu+tofu with:chopsticks_1" in match.choices(0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "eel+eel with:chopsticks_1")


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_chopsticks_are_of_no_use_on_the_last_turn(edition):
    match = until(play("chopsticks_1", edition=edition), 9)
    assert offers(match, 0, "with:chopsticks_1")
    match = until(match, 10)
    assert trays(match)[0]["chopsticks_1"] == 1
    assert not offers(match, 0, "with:")


def test_with_two_cards_in_hand_the_chopsticks_become_the_neighbours_last_card():
    match = until(play("chopsticks_1"), 9)
    match = turn(match, next(text for text in texts(match, 0) if "with:" in text))
    assert match.view(1).hand == {"chopsticks_1": 1}


def test_chopsticks_do_not_last_into_the_next_round():
    match = rest_of_round(play("chopsticks_1", hands={2: ()}))
    assert not offers(match, 0, "with:")


# --- Chopsticks in the English edition ---


def test_english_edition_chopsticks_are_announced_with_the_first_card():
    match = play("chopsticks_1", "", hold=["", "eel tofu"], edition="en")
    assert "eel with:chopsticks_1" in match.choices(0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "eel+tofu with:chopsticks_1")


def test_french_edition_chopsticks_are_not_announced_without_the_second_card():
    match = play("chopsticks_1", "", hold=["", "eel tofu"])
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "eel with:chopsticks_1")


def test_english_edition_the_second_card_is_chosen_after_the_reveal():
    match = play("chopsticks_1; eel with:chopsticks_1", "; maki_3", edition="en")
    assert asked(match) == {0: "chopsticks"}
    assert trays(match)[0] == {"chopsticks_1": 1, "eel": 1}
    assert trays(match)[1]["maki_3"] == 1


def test_english_edition_the_second_card_is_any_of_the_hand():
    match = play("chopsticks_1; eel with:chopsticks_1", hold=["tofu"], edition="en")
    assert texts(match, 0) == set(match.view(0).hand)
    assert "tofu" in texts(match, 0)
    assert "nothing" not in texts(match, 0)


def test_english_edition_the_second_card_lands_and_the_chopsticks_go_to_the_neighbour():
    match = play("chopsticks_1; eel with:chopsticks_1 / tofu", hold=["tofu"], edition="en")
    assert trays(match)[0] == {"eel": 1, "tofu": 1}
    assert hands(match)[1]["chopsticks_1"] == 1
    assert [hand.total() for hand in hands(match)] == [8, 8]


def test_english_edition_second_cards_are_chosen_by_number():
    match = play(
        "chopsticks_2; . with:chopsticks_2", "chopsticks_1; . with:chopsticks_1", edition="en"
    )
    assert asked(match) == {1: "chopsticks"}
    assert asked(match.choose(1, match.choices(1)[0])) == {0: "chopsticks"}


def test_english_edition_second_cards_are_chosen_after_all_special_orders():
    match = play("chopsticks_1; . with:chopsticks_1", "eel; special_order", edition="en")
    assert asked(match) == {1: "special_order"}
    assert asked(match.choose(1, "eel")) == {0: "chopsticks"}


def test_english_edition_ones_own_special_order_chooses_before_the_second_card():
    match = play("eel; chopsticks_1; special_order with:chopsticks_1", edition="en")
    assert asked(match) == {0: "special_order"}
    assert asked(match.choose(0, "eel")) == {0: "chopsticks"}


def test_english_edition_a_special_order_as_second_card_does_not_copy_the_first():
    match = play(
        "eel; chopsticks_1; tofu with:chopsticks_1 / special_order",
        hold=["special_order"],
        edition="en",
    )
    assert asked(match) == {0: "special_order"}
    assert texts(match, 0) == {"eel", "chopsticks_1"}


def test_english_edition_wasabi_then_nigiri_is_dipped():
    match = play(
        "chopsticks_1; wasabi with:chopsticks_1 / squid_nigiri", hold=["squid_nigiri"], edition="en"
    )
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_english_edition_a_menu_as_second_card_acts_on_this_turn():
    plan = "chopsticks_1; . with:chopsticks_1 / menu_7 / eel"
    match = play(plan, hold=["menu_7"], draws={(2, 0): FOUR}, edition="en")
    assert trays(match)[0]["eel"] == 1


# --- Spoons ---


def test_a_spoon_does_not_work_on_the_turn_on_which_it_is_played():
    match = play("", "", "", hold=["", "", "spoon_4"])
    assert not offers(match, 0, "using:")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "spoon_4 using:spoon_4")


def test_a_spoon_asks_after_the_reveal():
    match = play("spoon_4; eel using:spoon_4", "; tofu", "")
    assert asked(match) == {0: "spoon"}
    assert (trays(match)[0]["eel"], trays(match)[1]["tofu"]) == (1, 1)


def test_a_spoon_is_announced_in_secret():
    match = play("spoon_4", "", "", hold=["", "", "eel"])
    assert (
        match.choose(0, "eel using:spoon_4").view(1).facts()
        == match.choose(0, "eel").view(1).facts()
    )


def test_a_spoon_takes_a_card_from_the_left_neighbour():
    match = play("spoon_4; eel using:spoon_4 / tofu", hold=["", "tofu", ""])
    assert trays(match)[0] == {"eel": 1, "tofu": 1}


def test_the_spoon_goes_into_the_givers_hand():
    match = play(SPOON + " / tofu", hold=["", "tofu", ""])
    # Which is then passed on to seat 2.
    assert [hand["spoon_4"] for hand in hands(match)] == [0, 0, 1]
    assert [hand.total() for hand in hands(match)] == [8, 8, 8]


def test_the_first_player_clockwise_who_has_the_card_gives_it():
    match = play(SPOON + " / tofu", hold=["", "tofu", "tofu", "tofu"])
    assert [hand["tofu"] for hand in hands(match)] == [1, 0, 0, 1]
    match = play(SPOON + " / tofu", hold=["", "", "tofu", "tofu"])
    assert [hand["spoon_4"] for hand in hands(match)] == [0, 0, 0, 1]


def test_a_spoon_goes_round_the_table_from_its_owner():
    match = play("", "", "spoon_4; . using:spoon_4 / tofu", hold=["tofu", "tofu", ""])
    assert [hand["tofu"] for hand in hands(match)] == [0, 0, 1]


def test_when_nobody_has_the_card_the_spoon_is_discarded():
    match = play(SPOON + " / tofu", dishes="tofu", players=3)
    assert match.turn == 3
    assert trays(match)[0]["spoon_4"] == 0
    assert [hand["spoon_4"] for hand in hands(match)] == [0, 0, 0]
    assert [hand.total() for hand in hands(match)] == [8, 8, 8]


def test_a_discarded_spoon_comes_back_in_the_next_round():
    match = rest_of_round(play(SPOON + " / tofu", dishes="tofu", players=3))
    assert unseen(match)["spoon_4"] == 1


def test_a_spoon_does_not_take_from_ones_own_hand():
    match = play(SPOON + " / tofu", hold=["tofu", "", ""])
    assert trays(match)[0]["tofu"] == 0
    assert sum(hands(match), Counter())["spoon_4"] == 0


def test_a_spoon_does_not_take_cards_that_lie_in_front():
    match = play(SPOON + " / tofu", "tofu", "; tofu")
    assert [tray["tofu"] for tray in trays(match)] == [0, 1, 1]


def test_a_spoon_asks_for_any_dish_of_the_menu_or_an_exact_card():
    match = play(SPOON, dishes="onigiri wasabi", players=3)
    assert texts(match, 0) == {
        "nigiri",
        "egg_nigiri",
        "salmon_nigiri",
        "squid_nigiri",
        "maki",
        "maki_1",
        "maki_2",
        "maki_3",
        "tempura",
        "sashimi",
        "onigiri",
        "onigiri_round",
        "onigiri_triangle",
        "onigiri_square",
        "onigiri_rectangle",
        "spoon",
        "wasabi",
        "pudding",
    }


@pytest.mark.parametrize(
    "answer", ["chopsticks_1", "spoon_4", "spoon_5", "eel", "nothing", "face_down"]
)
def test_a_spoon_does_not_ask_for_a_number_for_what_is_not_on_the_menu_or_for_nothing(answer):
    match = play(SPOON, hold=["", "chopsticks_1", ""])
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, answer)


def test_asked_for_a_dish_the_giver_chooses_among_its_kinds():
    match = play(SPOON + " / nigiri", hold=["", "egg_nigiri squid_nigiri", ""])
    assert asked(match) == {1: "give"}
    assert texts(match, 1) == {"egg_nigiri", "squid_nigiri"}
    assert trays(match.choose(1, "egg_nigiri"))[0]["egg_nigiri"] == 1


def test_a_giver_with_one_kind_of_the_dish_has_no_choice():
    match = play(SPOON + " / nigiri", hold=["", "egg_nigiri egg_nigiri", "squid_nigiri"])
    assert match.turn == 3
    assert trays(match)[0]["egg_nigiri"] == 1


def test_asked_for_an_exact_card_only_that_card_is_given():
    match = play(SPOON + " / squid_nigiri", hold=["", "egg_nigiri squid_nigiri", ""])
    assert match.turn == 3
    assert trays(match)[0]["squid_nigiri"] == 1


def test_a_neighbour_with_another_kind_of_the_card_is_passed_over():
    match = play(SPOON + " / maki_3", hold=["", "maki_2", "maki_3"])
    assert trays(match)[0]["maki_3"] == 1
    assert [hand["spoon_4"] for hand in hands(match)] == [1, 0, 0]


def test_when_nobody_has_the_exact_card_the_spoon_is_discarded():
    match = play(SPOON + " / fruit_wp", hold=["", "fruit_wo", "fruit_po"])
    assert trays(match)[0]["fruit_wp"] == 0
    assert sum(hands(match), Counter())["spoon_4"] == 0


def test_of_numbered_cards_the_giver_gives_the_lowest():
    match = play(SPOON + " / chopsticks", hold=["", "chopsticks_3 chopsticks_2", ""])
    assert match.turn == 3
    assert trays(match)[0]["chopsticks_2"] == 1


def test_spoons_act_by_number():
    match = play("spoon_5; . using:spoon_5", "spoon_4; . using:spoon_4", "")
    assert asked(match) == {1: "spoon"}
    assert asked(match.choose(1, "pudding")) == {0: "spoon"}


def test_a_spoon_put_back_can_be_asked_for_by_the_next_spoon():
    plans = "spoon_5; . using:spoon_5 / spoon", "spoon_4; . using:spoon_4 / tofu", ""
    match = play(*plans, hold=["", "", "tofu"])
    assert trays(match)[0]["spoon_4"] == 1
    assert trays(match)[1]["tofu"] == 1
    assert [hand["spoon_5"] for hand in hands(match)] == [1, 0, 0]


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_chopsticks_put_back_can_be_asked_for_by_a_spoon(edition):
    pair = {"fr": "eel+tofu with:chopsticks_1", "en": "eel with:chopsticks_1 / tofu"}[edition]
    held = ["", "tofu" if edition == "en" else "", ""]
    match = play(SPOON + " / chopsticks", f"chopsticks_1; {pair}", hold=held, edition=edition)
    assert trays(match)[0]["chopsticks_1"] == 1
    assert [hand["spoon_4"] for hand in hands(match)] == [0, 0, 1]


def test_only_one_spoon_is_used_a_turn():
    match = play("spoon_4; spoon_5", "", "", hold=["", "", "eel"])
    assert "eel using:spoon_4" in match.choices(0)
    assert "eel using:spoon_5" in match.choices(0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "eel using:spoon_4 using:spoon_5")


def test_one_says_which_spoon_is_used():
    match = play("spoon_4; spoon_5; . using:spoon_5 / tofu", hold=["", "tofu", ""])
    assert trays(match)[0]["spoon_4"] == 1
    assert hands(match)[2]["spoon_5"] == 1


def test_chopsticks_and_a_spoon_can_be_used_on_one_turn():
    plan = "chopsticks_1; spoon_4; eel+eel with:chopsticks_1 using:spoon_4 / tofu"
    match = play(plan, hold=["", "tofu", ""])
    assert trays(match)[0] == {"eel": 2, "tofu": 1}
    assert [hand.total() for hand in hands(match)] == [7, 7, 7]


def test_a_spoon_is_of_no_use_on_the_last_turn():
    match = until(play("spoon_4", players=3), 9)
    assert offers(match, 0, "using:spoon_4")
    match = until(match, 10)
    assert trays(match)[0]["spoon_4"] == 1
    assert not offers(match, 0, "using:")


def test_a_nigiri_taken_with_a_spoon_lands_on_the_wasabi():
    match = play("spoon_4; wasabi; . using:spoon_4 / squid_nigiri", hold=["", "squid_nigiri", ""])
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_a_card_taken_with_a_spoon_lands_after_those_of_the_reveal():
    match = play(
        "spoon_4; wasabi; egg_nigiri using:spoon_4 / squid_nigiri", hold=["", "squid_nigiri", ""]
    )
    assert dipped(match, 0) == {"egg_nigiri": 1}
    match = play("spoon_4; wasabi using:spoon_4 / squid_nigiri", hold=["", "squid_nigiri", ""])
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_chopsticks_taken_with_a_spoon_are_for_a_later_turn():
    match = play(SPOON + " / chopsticks", hold=["", "chopsticks_3", ""])
    assert offers(match, 0, "with:chopsticks_3")


def test_a_menu_taken_with_a_spoon_acts_on_this_turn():
    match = play(SPOON + " / menu / eel", hold=["", "menu_8", ""], draws={(2, 0): FOUR})
    assert trays(match)[0]["eel"] == 1
    assert trays(match)[0]["menu_8"] == 0


def test_a_takeout_box_taken_with_a_spoon_acts_on_this_turn():
    match = play(
        "eel; spoon_4; . using:spoon_4 / takeout_box / eel", hold=["", "takeout_box_11", ""]
    )
    assert face_down(match) == (1, 0, 0)


def test_a_special_order_taken_with_a_spoon_copies_at_once_and_may_copy_the_spoon():
    match = play("spoon_4; eel; . using:spoon_4 / special_order", hold=["", "special_order", ""])
    assert asked(match) == {0: "special_order"}
    assert texts(match, 0) == {"spoon_4", "eel"}
    match = match.choose(0, "spoon_4")
    assert hands(match)[2]["spoon_4"] == 1
    assert offers(match, 0, "using:special_order>spoon_4")


def test_a_dessert_taken_with_a_spoon_is_kept():
    match = rest_of_round(play(SPOON + " / pudding", hold=["", "pudding", ""]))
    assert kept(match, 0) == {"pudding": 1}


def test_of_two_spoons_with_one_number_the_first_seats_acts_first():
    plan = "spoon_4; special_order / spoon_4; . using:spoon_4 / tofu"
    match = play(plan, "", "", hold=["", "tofu", ""])
    # The printed spoon goes to seat 2.
    match = turn(match, ".", ".", "spoon_4")
    match = turn(match, ". using:special_order>spoon_4", ".", ". using:spoon_4")
    assert asked(match) == {0: "spoon"}
    assert asked(match.choose(0, "pudding")) == {2: "spoon"}


def test_a_special_order_put_back_as_spoon_can_be_asked_for_by_the_next_spoon():
    plan = "spoon_4; special_order / spoon_4; . using:special_order>spoon_4 / tofu"
    match = play(
        plan, "", "eel; spoon_5; . using:spoon_5 / special_order / eel", hold=["", "tofu", ""]
    )
    assert trays(match)[2]["eel"] == 2


def test_a_special_order_used_as_spoon_for_what_nobody_has_is_discarded():
    plan = "spoon_4; special_order / spoon_4; . using:special_order>spoon_4 / tofu"
    match = play(plan, dishes="tofu", players=3, hands={2: ()})
    assert trays(match)[0]["spoon_4"] == 1
    assert sum(hands(match), Counter())["special_order"] == 0
    assert unseen(rest_of_round(match))["special_order"] == 3


def test_spoons_act_before_menus():
    match = play("; menu_7", SPOON, "")
    assert asked(match) == {1: "spoon"}
    assert asked(match.choose(1, "pudding")) == {0: "menu"}


# --- Menus ---


def test_a_menu_draws_four_cards():
    match = play("menu_7", draws={(1, 0): FOUR})
    assert asked(match) == {0: "menu"}
    assert texts(match, 0) == set(FOUR.split())


def test_one_of_the_four_lands_and_the_menu_is_discarded():
    match = play("menu_7 / tofu", draws={(1, 0): FOUR})
    assert trays(match)[0] == {"tofu": 1}
    assert [hand.total() for hand in hands(match)] == [9, 9]


def test_another_menu_cannot_be_taken_with_a_menu():
    match = play("menu_7", draws={(1, 0): "menu_8 eel menu_9 tofu"})
    assert texts(match, 0) == {"eel", "tofu"}


def test_a_menu_must_take_a_card():
    with pytest.raises(kaiten.IllegalChoice):
        play("menu_7 / nothing", draws={(1, 0): FOUR})


def test_the_others_do_not_see_what_a_menu_drew():
    match = play("menu_7", draws={(1, 0): FOUR})
    assert [event.cards for event in match.view(1).log if isinstance(event, Drew)] == [()]


def test_the_other_three_cards_go_back_into_the_deck():
    # Two wasabi are in a hand, and the third is drawn twice.
    plan, draws = (
        "menu_7 / eel; menu_8 / wasabi",
        {(1, 0): "wasabi eel tofu maki_1", (2, 0): "wasabi tofu maki_1 maki_2"},
    )
    match = play(plan, hold=["", "wasabi wasabi"], draws=draws)
    assert trays(match)[0] == {"eel": 1, "wasabi": 1}


def test_a_menu_draws_from_the_undealt_deck_alone():
    with pytest.raises(kaiten.KaitenError, match="wasabi"):
        play("menu_7", hold=["", "wasabi wasabi wasabi"], draws={(1, 0): "wasabi eel tofu maki_1"})


def test_a_discarded_menu_is_out_until_the_next_round():
    with pytest.raises(kaiten.KaitenError, match="menu_7"):
        play("menu_7 / eel; menu_8", draws={(1, 0): FOUR, (2, 0): "menu_7 eel tofu maki_1"})
    match = rest_of_round(play("menu_7 / eel", draws={(1, 0): FOUR}))
    assert unseen(match)["menu_7"] == 1


def test_menus_act_by_number():
    match = play("menu_8", "menu_7", draws={(1, 0): FOUR, (1, 1): FOUR})
    assert asked(match) == {1: "menu"}
    assert asked(match.choose(1, "eel")) == {0: "menu"}


def test_two_menus_of_one_player_act_one_after_the_other():
    plan, draws = (
        "chopsticks_1; menu_8+menu_7 with:chopsticks_1 / eel / tofu",
        "eel maki_1 maki_2 maki_3 " + FOUR,
    )
    match = play(plan, draws={(2, 0): draws})
    assert trays(match)[0] == {"eel": 1, "tofu": 1}


def test_a_nigiri_from_a_menu_lands_on_the_wasabi():
    match = play("wasabi; menu_7 / squid_nigiri", draws={(2, 0): "squid_nigiri eel tofu maki_1"})
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_a_special_order_from_a_menu_copies_at_once():
    match = play("eel; menu_7 / special_order", draws={(2, 0): "special_order tofu maki_1 maki_2"})
    assert asked(match) == {0: "special_order"}
    assert texts(match, 0) == {"eel"}
    assert trays(match.choose(0, "eel"))[0] == {"eel": 2}


def test_a_special_order_from_a_menu_on_the_first_turn_is_discarded():
    match = play("menu_7 / special_order", draws={(1, 0): "special_order tofu maki_1 maki_2"})
    assert match.turn == 2
    assert trays(match)[0] == {}


def test_a_special_order_from_a_menu_copies_before_the_next_menu_acts():
    draws = {(2, 0): "special_order tofu maki_1 maki_2", (2, 1): FOUR}
    match = play("eel; menu_7 / special_order", "eel; menu_8", draws=draws)
    assert asked(match) == {0: "special_order"}
    assert asked(match.choose(0, "eel")) == {1: "menu"}


def test_a_takeout_box_from_a_menu_acts_on_this_turn():
    match = play(
        "eel; menu_7 / takeout_box_10 / eel", draws={(2, 0): "takeout_box_10 tofu maki_1 maki_2"}
    )
    assert face_down(match) == (1, 0)


def test_chopsticks_from_a_menu_are_for_a_later_turn():
    match = play("menu_7 / chopsticks_2", draws={(1, 0): "chopsticks_2 eel tofu maki_1"})
    assert offers(match, 0, "with:chopsticks_2")


def test_a_dessert_from_a_menu_is_kept():
    match = rest_of_round(play("menu_7 / pudding", draws={(1, 0): "pudding eel tofu maki_1"}))
    assert kept(match, 0) == {"pudding": 1}


def test_menus_act_before_takeout_boxes():
    match = play("eel; takeout_box_10", "eel; menu_9", draws={(2, 1): FOUR})
    assert asked(match) == {1: "menu"}
    assert asked(match.choose(1, "tofu")) == {0: "takeout_box"}


def test_special_orders_copy_before_menus_act():
    match = play("eel; menu_7", "eel; special_order", draws={(2, 0): FOUR})
    assert asked(match) == {1: "special_order"}
    assert asked(match.choose(1, "eel")) == {0: "menu"}


def test_a_menu_works_on_the_last_turn():
    match = play(LAST + "menu_7", draws={(10, 0): FOUR})
    assert asked(match) == {0: "menu"}
    assert match.choose(0, "tofu").round == 2
