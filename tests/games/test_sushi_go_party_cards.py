"""The rules of Sushi Go Party!: wasabi, takeout boxes, special orders and miso soups."""

import pytest

import kaiten

from .party import (
    asked,
    dipped,
    earned,
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
)

# --- Wasabi ---


def test_a_nigiri_must_go_on_a_free_wasabi():
    match = play("wasabi; .; egg_nigiri; squid_nigiri")
    assert dipped(match, 0) == {"egg_nigiri": 1}


def test_a_wasabi_of_an_opponent_does_not_help():
    match = play("wasabi", "; squid_nigiri")
    assert dipped(match, 1) == {}


def test_wasabi_does_not_last_into_the_next_round():
    match = rest_of_round(play("wasabi", hands={2: ("squid_nigiri",)}))
    assert dipped(turn(match, "squid_nigiri"), 0) == {}


# --- Takeout boxes ---


def test_a_takeout_box_asks_for_a_card_of_an_earlier_turn_or_nothing():
    match = play("eel; tofu; takeout_box_10", "maki_3")
    assert asked(match) == {0: "takeout_box"}
    assert texts(match, 0) == {"eel", "tofu", "nothing"}


def test_a_takeout_box_turns_a_card_face_down():
    match = play("eel; tofu; takeout_box_10 / eel / nothing")
    assert trays(match)[0] == {"tofu": 1}
    assert face_down(match) == (1, 0)


def test_a_takeout_box_asks_again_after_each_card():
    match = play("eel; tofu; takeout_box_10 / eel")
    assert asked(match) == {0: "takeout_box"}
    assert texts(match, 0) == {"tofu", "nothing"}


def test_a_takeout_box_turns_as_many_cards_as_one_likes():
    match = play("eel; tofu; maki_3; eel; takeout_box_10 / eel / maki_3 / tofu / eel")
    assert match.turn == 6
    assert trays(match)[0] == {}
    assert face_down(match) == (4, 0)


def test_a_takeout_box_need_not_turn_anything_and_is_discarded():
    match = play("eel; takeout_box_10 / nothing")
    assert trays(match)[0] == {"eel": 1}
    assert face_down(match) == (0, 0)


def test_a_takeout_box_with_nothing_to_turn_is_discarded():
    match = play("takeout_box_10")
    assert match.turn == 2
    assert trays(match)[0] == {}


def test_a_discarded_takeout_box_comes_back_in_the_next_round():
    assert unseen(rest_of_round(play("takeout_box_10")))["takeout_box_10"] == 1


def test_a_takeout_box_does_not_turn_cards_of_this_turn():
    match = play("tofu; chopsticks_1; eel+takeout_box_10 with:chopsticks_1")
    assert texts(match, 0) == {"tofu", "nothing"}


def test_with_cards_of_this_turn_alone_a_takeout_box_does_not_ask():
    match = play("chopsticks_1; eel+takeout_box_10 with:chopsticks_1")
    assert match.turn == 3
    assert trays(match)[0] == {"eel": 1}


def test_a_card_cannot_be_turned_twice():
    match = play("eel; tofu; takeout_box_10 / eel / nothing; takeout_box_11")
    assert texts(match, 0) == {"tofu", "nothing"}


def test_takeout_boxes_act_by_number():
    match = play("eel; takeout_box_11", "eel; takeout_box_10")
    assert asked(match) == {1: "takeout_box"}
    assert asked(match.choose(1, "nothing")) == {0: "takeout_box"}


def test_two_takeout_boxes_of_one_player_both_act():
    match = play(
        "eel; tofu; chopsticks_1; takeout_box_12+takeout_box_10 with:chopsticks_1 / eel / nothing / tofu"
    )
    assert match.turn == 5
    assert face_down(match) == (2, 0)


def test_face_down_cards_are_worth_two_and_nothing_else():
    match = rest_of_round(play("eel; miso_soup; takeout_box_10 / eel / miso_soup"))
    assert earned(match, 1, "takeout_box") == [4, 0]
    assert earned(match, 1, "eel") == [0, 0]
    assert earned(match, 1, "miso_soup") == [0, 0]


def test_face_down_cards_return_to_the_deck():
    match = rest_of_round(
        play("squid_nigiri; wasabi; takeout_box_10 / wasabi / squid_nigiri", hands={2: ()})
    )
    assert face_down(match) == (0, 0)
    assert (unseen(match)["squid_nigiri"], unseen(match)["wasabi"]) == (3, 3)


def test_a_nigiri_and_its_wasabi_are_turned_one_by_one():
    match = play("wasabi; egg_nigiri; takeout_box_10")
    assert texts(match, 0) == {"egg_nigiri@wasabi", "wasabi<egg_nigiri", "nothing"}


def test_turning_a_nigiri_frees_its_wasabi():
    match = play("wasabi; egg_nigiri; takeout_box_10 / egg_nigiri@wasabi / nothing; squid_nigiri")
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_a_freed_wasabi_can_be_turned_too():
    match = play("wasabi; egg_nigiri; takeout_box_10 / egg_nigiri@wasabi")
    assert texts(match, 0) == {"wasabi", "nothing"}


def test_turning_a_wasabi_leaves_its_nigiri_at_face_value():
    match = play("wasabi; squid_nigiri; takeout_box_10 / wasabi<squid_nigiri / nothing")
    assert trays(match)[0] == {"squid_nigiri": 1}
    assert dipped(match, 0) == {}
    assert earned(rest_of_round(match), 1, "nigiri")[0] == 3


def test_a_nigiri_whose_wasabi_was_turned_does_not_move_to_another_one():
    plan = "wasabi; egg_nigiri; wasabi; takeout_box_10 / wasabi<egg_nigiri / nothing"
    assert dipped(play(plan), 0) == {}
    assert dipped(play(plan + "; squid_nigiri"), 0) == {"squid_nigiri": 1}


def test_nigiri_on_and_off_wasabi_are_told_apart():
    match = play("egg_nigiri; wasabi; egg_nigiri; wasabi; takeout_box_10")
    assert texts(match, 0) == {
        "egg_nigiri",
        "egg_nigiri@wasabi",
        "wasabi",
        "wasabi<egg_nigiri",
        "nothing",
    }
    assert dipped(match.choose(0, "egg_nigiri"), 0) == {"egg_nigiri": 1}
    assert dipped(match.choose(0, "egg_nigiri@wasabi"), 0) == {}


def test_a_dessert_turned_over_is_no_dessert_any_more():
    match = rest_of_round(play("pudding; takeout_box_10 / pudding", hands={2: ()}))
    assert kept(match, 0).total() == 0
    assert unseen(match)["pudding"] == 15


def test_chopsticks_turned_over_cannot_be_used():
    match = play("chopsticks_1; takeout_box_10 / chopsticks_1")
    assert face_down(match) == (1, 0)
    assert not offers(match, 0, "with:")


def test_chopsticks_used_on_this_turn_are_gone_before_the_takeout_box_acts():
    match = play("eel; chopsticks_1; tofu+takeout_box_10 with:chopsticks_1 / eel")
    assert match.turn == 4
    assert hands(match)[1]["chopsticks_1"] == 1


def test_uramaki_turned_over_do_not_count_for_ten():
    match = play("uramaki_5; takeout_box_10 / uramaki_5; uramaki_5")
    assert trays(match)[0] == {"uramaki_5": 1}
    assert match.scores == (0, 0)


def test_a_special_order_stays_what_it_is_when_its_original_is_turned():
    match = play("eel; special_order / eel; takeout_box_10 / eel / nothing")
    assert trays(match)[0] == {"eel": 1}
    assert face_down(match) == (1, 0)


def test_a_special_order_acting_as_another_card_can_be_turned_too():
    match = play("eel; special_order / eel; takeout_box_10")
    assert texts(match, 0) == {"eel", "nothing"}
    match = match.choose(0, "eel").choose(0, "eel")
    assert face_down(match) == (2, 0)


def test_a_printed_dessert_and_a_special_order_as_dessert_are_told_apart():
    match = play("pudding; special_order / pudding; takeout_box_10")
    assert texts(match, 0) == {"pudding", "special_order>pudding", "nothing"}


@pytest.mark.parametrize(
    ("turned", "orders", "puddings"), [("special_order>pudding", 3, 14), ("pudding", 2, 15)]
)
def test_of_a_dessert_and_its_copy_the_one_not_turned_is_kept(turned, orders, puddings):
    match = rest_of_round(
        play(
            f"pudding; special_order / pudding; takeout_box_10 / {turned} / nothing", hands={2: ()}
        )
    )
    assert kept(match, 0).total() == 1
    assert (unseen(match)["special_order"], unseen(match)["pudding"]) == (orders, puddings)


# --- Special orders ---


def test_a_special_order_without_an_earlier_card_is_discarded():
    match = play("special_order")
    assert match.turn == 2
    assert trays(match)[0] == {}


def test_a_discarded_special_order_comes_back_in_the_next_round():
    assert unseen(rest_of_round(play("special_order", hands={2: ()})))["special_order"] == 3


def test_a_special_order_chooses_a_card_of_an_earlier_turn_at_the_reveal():
    match = play("eel; maki_2; special_order", "tofu; tofu; maki_3")
    assert asked(match) == {0: "special_order"}
    assert texts(match, 0) == {"eel", "maki_2"}
    assert trays(match)[1]["maki_3"] == 1


def test_a_special_order_counts_as_what_it_copies():
    assert trays(play("eel; maki_2; special_order / maki_2"))[0] == {"eel": 1, "maki_2": 2}


def test_a_special_order_is_asked_even_if_there_is_one_card_to_copy():
    match = play("eel; special_order")
    assert asked(match) == {0: "special_order"}
    assert texts(match, 0) == {"eel"}


@pytest.mark.parametrize("answer", ["nothing", "tofu", "special_order"])
def test_a_special_order_must_copy_a_card_of_ones_own(answer):
    match = play("eel; special_order", "tofu")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, answer)


def test_all_special_orders_of_a_turn_choose_at_once():
    match = play("eel; special_order", "tofu; special_order")
    assert asked(match) == {0: "special_order", 1: "special_order"}
    match = match.choose(1, "tofu").choose(0, "eel")
    assert trays(match) == ({"eel": 2}, {"tofu": 2})


def test_a_special_order_does_not_copy_a_card_of_this_turn():
    match = play("eel; chopsticks_1; tofu+special_order with:chopsticks_1")
    assert "tofu" not in texts(match, 0)
    assert "eel" in texts(match, 0)


def test_a_special_order_does_not_copy_a_card_of_an_earlier_round():
    match = rest_of_round(play("pudding", hands={2: ("special_order",)}))
    match = turn(match, "special_order")
    assert match.turn == 2
    assert kept(match, 0).total() == 1
    assert trays(match)[0] == {}


def test_two_special_orders_of_one_player_choose_one_after_the_other():
    match = play(
        "eel; tofu; chopsticks_1; special_order+special_order with:chopsticks_1 / eel / tofu"
    )
    assert trays(match)[0] == {"eel": 2, "tofu": 2}


def test_a_special_order_that_copies_a_special_order_copies_what_that_one_copied():
    match = play("eel; special_order / eel; special_order")
    assert texts(match, 0) == {"eel"}
    assert trays(match.choose(0, "eel"))[0] == {"eel": 3}


def test_a_special_order_played_as_a_nigiri_on_wasabi_is_plain():
    match = play("wasabi; squid_nigiri; special_order")
    assert texts(match, 0) == {"wasabi", "squid_nigiri"}
    match = match.choose(0, "squid_nigiri")
    assert trays(match)[0]["squid_nigiri"] == 2
    assert dipped(match, 0) == {"squid_nigiri": 1}


def test_a_special_order_that_copies_a_nigiri_on_wasabi_leaves_another_wasabi_free():
    plan = "wasabi; squid_nigiri; wasabi; special_order"
    assert texts(play(plan), 0) == {"wasabi", "squid_nigiri"}
    assert dipped(play(plan + " / squid_nigiri; egg_nigiri"), 0) == {
        "squid_nigiri": 1,
        "egg_nigiri": 1,
    }


def test_a_special_order_played_as_nigiri_may_be_put_on_a_free_wasabi():
    match = play("squid_nigiri; wasabi; special_order")
    assert texts(match, 0) == {"squid_nigiri", "squid_nigiri@wasabi", "wasabi"}
    assert dipped(match.choose(0, "squid_nigiri@wasabi"), 0) == {"squid_nigiri": 1}


def test_a_special_order_on_the_wasabi_takes_it_from_the_next_nigiri():
    match = play("squid_nigiri; wasabi; special_order / squid_nigiri@wasabi; egg_nigiri")
    assert dipped(match, 0) == {"squid_nigiri": 1}
    assert earned(rest_of_round(match), 1, "nigiri")[0] == 3 + 9 + 1


def test_a_special_order_as_nigiri_need_not_go_on_a_free_wasabi():
    match = play("squid_nigiri; wasabi; special_order / squid_nigiri; egg_nigiri")
    assert dipped(match, 0) == {"egg_nigiri": 1}
    assert earned(rest_of_round(match), 1, "nigiri")[0] == 3 + 3 + 3


def test_a_special_order_needs_a_free_wasabi_to_be_put_on():
    assert texts(play("squid_nigiri; special_order"), 0) == {"squid_nigiri"}
    assert "squid_nigiri@wasabi" not in texts(
        play("squid_nigiri; wasabi; egg_nigiri; special_order"), 0
    )


def test_a_special_order_as_wasabi_is_free_even_if_the_original_is_not():
    match = play("wasabi; squid_nigiri; special_order / wasabi; egg_nigiri; salmon_nigiri")
    assert dipped(match, 0) == {"squid_nigiri": 1, "egg_nigiri": 1}


def test_a_special_order_as_chopsticks_works_on_a_later_turn():
    match = play(
        "chopsticks_2; special_order / chopsticks_2; eel+tofu with:special_order>chopsticks_2"
    )
    assert trays(match)[0] == {"chopsticks_2": 1, "eel": 1, "tofu": 1}


def test_a_special_order_used_as_chopsticks_is_a_special_order_again():
    match = play(
        "chopsticks_2; special_order / chopsticks_2; eel+tofu with:special_order>chopsticks_2"
    )
    assert (hands(match)[1]["special_order"], hands(match)[1]["chopsticks_2"]) == (1, 0)


def test_a_special_order_that_was_chopsticks_copies_anew_for_the_neighbour():
    plan = "chopsticks_2; special_order / chopsticks_2; eel+eel with:special_order>chopsticks_2"
    match = play(plan, "tofu; .; .; ~special_order / tofu")
    assert trays(match)[1]["tofu"] == 2


def test_of_chopsticks_and_their_copy_one_says_which_is_used():
    match = play("chopsticks_2; special_order / chopsticks_2", "", hold=["", "eel tofu"])
    for tool in ("chopsticks_2", "special_order>chopsticks_2"):
        assert f"eel+tofu with:{tool}" in match.choices(0)
    match = turn(match, "eel+tofu with:chopsticks_2")
    assert hands(match)[1]["chopsticks_2"] == 1
    assert offers(match, 0, "with:special_order>chopsticks_2")


def test_a_special_order_as_chopsticks_has_their_number():
    plans = (
        "chopsticks_1; special_order / chopsticks_1; . with:special_order>chopsticks_1",
        "; chopsticks_2; . with:chopsticks_2",
    )
    assert asked(play(*plans, edition="en")) == {0: "chopsticks"}
    plans = (
        "; chopsticks_2; . with:chopsticks_2",
        "chopsticks_1; special_order / chopsticks_1; . with:special_order>chopsticks_1",
    )
    assert asked(play(*plans, edition="en")) == {1: "chopsticks"}


def test_a_special_order_may_copy_the_chopsticks_in_use():
    match = play("chopsticks_1; eel+special_order with:chopsticks_1")
    assert texts(match, 0) == {"chopsticks_1"}
    match = match.choose(0, "chopsticks_1")
    assert trays(match)[0] == {"eel": 1, "chopsticks_1": 1}
    assert hands(match)[1]["chopsticks_1"] == 1
    assert offers(match, 0, "with:special_order>chopsticks_1")


def test_chopsticks_that_are_gone_cannot_be_copied():
    match = play("chopsticks_1; eel+tofu with:chopsticks_1; special_order")
    assert texts(match, 0) == {"eel", "tofu"}


def test_a_special_order_as_spoon_works_on_a_later_turn_and_is_a_special_order_again():
    match = play(
        "spoon_4; special_order / spoon_4; . using:special_order>spoon_4 / tofu",
        hold=["", "tofu", ""],
    )
    assert trays(match)[0]["tofu"] == 1
    assert trays(match)[0]["spoon_4"] == 1
    assert (hands(match)[2]["special_order"], hands(match)[2]["spoon_4"]) == (1, 0)


def test_a_special_order_that_copies_a_face_down_card_is_face_down_too():
    match = play("eel; takeout_box_10 / eel; special_order")
    assert texts(match, 0) == {"face_down"}
    match = match.choose(0, "face_down")
    assert face_down(match) == (2, 0)
    assert trays(match)[0] == {}
    assert earned(rest_of_round(match), 1, "takeout_box")[0] == 4


def test_a_card_turned_over_can_no_longer_be_copied_as_what_it_was():
    match = play("eel; tofu; takeout_box_10 / eel / nothing; special_order")
    assert texts(match, 0) == {"face_down", "tofu"}


def test_a_special_order_as_dessert_is_kept_and_not_shuffled_back():
    match = rest_of_round(play("pudding; special_order / pudding", hands={2: (), 3: ()}))
    for _round in (2, 3):
        assert kept(match, 0).total() == 2
        assert (unseen(match)["special_order"], unseen(match)["pudding"]) == (2, 14)
        match = rest_of_round(match)
    assert earned(match, 3, "pudding") == [6, 0]


def test_a_special_order_as_anything_else_is_shuffled_back():
    match = rest_of_round(play("eel; special_order / eel; special_order / eel", hands={2: ()}))
    assert unseen(match)["special_order"] == 3


def test_special_orders_copy_before_takeout_boxes_act():
    match = play("eel; special_order", "eel; takeout_box_10")
    assert asked(match) == {0: "special_order"}
    assert asked(match.choose(0, "eel")) == {1: "takeout_box"}


# --- Miso soup ---


def miso(match):
    return [tray["miso_soup"] for tray in trays(match)]


def test_a_miso_soup_alone_on_its_turn_stays_and_is_worth_three():
    match = play("miso_soup", "")
    assert miso(match) == [1, 0]
    assert earned(rest_of_round(match), 1, "miso_soup") == [3, 0]


def test_miso_soups_of_different_turns_all_stay():
    assert miso(play("miso_soup; .; miso_soup", "; miso_soup")) == [2, 1]


def test_two_miso_soups_of_one_turn_are_both_discarded():
    assert miso(play("miso_soup", "miso_soup", "")) == [0, 0, 0]


def test_three_miso_soups_of_one_turn_are_all_discarded():
    assert miso(play("miso_soup", "miso_soup", "miso_soup")) == [0, 0, 0]


def test_older_miso_soups_stay_when_others_are_discarded():
    assert miso(play("miso_soup; miso_soup", "; miso_soup")) == [1, 0]


def test_discarded_miso_soups_come_back_in_the_next_round():
    match = rest_of_round(play("miso_soup", "miso_soup", hands={2: ("miso_soup " * 8,)}))
    assert match.view(0).hand["miso_soup"] == 8


def test_two_miso_soups_by_chopsticks_are_discarded():
    assert miso(play("chopsticks_1; miso_soup+miso_soup with:chopsticks_1")) == [0, 0]


def test_a_second_card_by_chopsticks_makes_miso_soups_clash():
    assert miso(play("chopsticks_1; eel+miso_soup with:chopsticks_1", "; miso_soup")) == [0, 0]


def test_english_edition_a_second_card_chosen_later_makes_miso_soups_clash():
    match = play(
        "chopsticks_1; . with:chopsticks_1 / miso_soup",
        "; miso_soup",
        hold=["miso_soup"],
        edition="en",
    )
    assert miso(match) == [0, 0]


def test_a_miso_soup_by_spoon_makes_miso_soups_clash():
    plan = "spoon_4; . using:spoon_4 / miso_soup"
    assert miso(play(plan, "", "; miso_soup", hold=["", "miso_soup"])) == [0, 0, 0]
    assert miso(
        play("spoon_4; miso_soup using:spoon_4 / miso_soup", hold=["", "miso_soup", ""])
    ) == [0, 0, 0]


def test_two_miso_soups_by_two_spoons_clash():
    plans = "spoon_4; . using:spoon_4 / miso_soup", "spoon_5; . using:spoon_5 / miso_soup", ""
    assert miso(play(*plans, hold=["", "miso_soup", "miso_soup"])) == [0, 0, 0]


def test_a_miso_soup_by_spoon_alone_on_its_turn_stays():
    assert miso(play("spoon_4; . using:spoon_4 / miso_soup", hold=["", "miso_soup", ""])) == [
        1,
        0,
        0,
    ]


def test_a_miso_soup_by_menu_makes_miso_soups_clash():
    draws = {(1, 0): "miso_soup maki_1 maki_2 maki_3"}
    assert miso(play("menu_7 / miso_soup", "miso_soup", draws=draws)) == [0, 0]
    assert miso(play("menu_7 / miso_soup", "", draws=draws)) == [1, 0]


def test_a_special_order_as_miso_soup_makes_miso_soups_clash():
    assert miso(play("miso_soup; special_order / miso_soup", "; miso_soup")) == [1, 0]


def test_a_special_order_as_miso_soup_alone_on_its_turn_stays():
    assert miso(play("miso_soup; special_order / miso_soup", "")) == [2, 0]


def test_two_special_orders_as_miso_soups_clash():
    plans = "miso_soup; .; special_order / miso_soup", "; miso_soup; special_order / miso_soup"
    assert miso(play(*plans)) == [1, 1]


def test_a_special_order_discarded_as_miso_soup_is_a_special_order_again_in_the_next_round():
    match = rest_of_round(
        play("miso_soup; special_order / miso_soup", "; miso_soup", hands={2: ()})
    )
    assert (unseen(match)["special_order"], unseen(match)["miso_soup"]) == (3, 8)


def test_a_miso_soup_turned_over_cannot_be_discarded_any_more():
    match = play("miso_soup; takeout_box_10 / miso_soup", "; miso_soup")
    assert miso(match) == [0, 1]
    assert face_down(match) == (1, 0)
