"""The rules of Sushi Go Party!: what the cards are worth."""

import pytest

import kaiten

from .party import MENUS, count, desserts, points, ranking, worth


def temaki(*numbers):
    return points("temaki", *["temaki " * number for number in numbers])


def puddings(*numbers):
    return desserts("pudding", *["pudding " * number for number in numbers])


# --- Nigiri and wasabi ---

NIGIRI = [("egg_nigiri", 1), ("salmon_nigiri", 2), ("squid_nigiri", 3)]


@pytest.mark.parametrize(("nigiri", "points"), NIGIRI)
def test_nigiri_are_worth_1_2_or_3(nigiri, points):
    assert worth(nigiri) == points


@pytest.mark.parametrize(("nigiri", "points"), NIGIRI)
def test_nigiri_on_wasabi_are_worth_three_times_as_much(nigiri, points):
    assert worth(f"wasabi {nigiri}") == 3 * points


def test_wasabi_without_nigiri_is_worth_nothing():
    assert worth("wasabi wasabi wasabi") == 0


def test_the_next_nigiri_must_go_on_the_wasabi():
    assert worth("wasabi egg_nigiri squid_nigiri") == 3 + 3


def test_a_nigiri_played_before_the_wasabi_is_plain():
    assert worth("squid_nigiri wasabi") == 3


def test_with_several_wasabi_each_takes_a_nigiri():
    assert worth("wasabi wasabi squid_nigiri egg_nigiri salmon_nigiri") == 9 + 3 + 2


def test_wasabi_changes_nothing_but_nigiri():
    assert worth("wasabi dumpling") == 1


# --- Maki ---


def test_most_maki_symbols_score_six_and_second_most_three():
    assert points("maki", "maki_3", "maki_2", "maki_1") == [6, 3, 0]


def test_maki_symbols_are_added_up():
    assert points("maki", "maki_1 maki_1 maki_2", "maki_3", "maki_2") == [6, 3, 0]


def test_the_books_example_of_maki():
    assert points("maki", "maki_3 maki_1", "maki_2 maki_2", "maki_3", "maki_2 maki_1") == [
        6,
        6,
        3,
        3,
    ]


def test_all_who_tie_for_most_maki_score_six_and_the_second_place_is_still_awarded():
    assert points("maki", "maki_2", "maki_2", "maki_2", "maki_1", "") == [6, 6, 6, 3, 0]


def test_all_who_tie_for_second_most_maki_score_three():
    assert points("maki", "maki_3", "maki_1", "maki_1", "maki_1", "") == [6, 3, 3, 3, 0]


def test_a_place_in_maki_needs_a_symbol():
    assert points("maki", "maki_1", "tempura", "") == [6, 0, 0]


def test_without_any_maki_nobody_scores():
    assert points("maki", "tempura", "", "", "", "", "") == [0] * 6


def test_with_five_players_there_are_two_places_in_maki():
    assert points("maki", "maki_3 maki_1", "maki_3", "maki_2", "maki_1", "") == [6, 3, 0, 0, 0]


@pytest.mark.parametrize("players", [6, 7, 8])
def test_with_six_to_eight_players_maki_score_six_four_and_two(players):
    scored = points("maki", "maki_3 maki_1", "maki_3", "maki_2", "maki_1", *[""] * (players - 4))
    assert scored == [6, 4, 2, 0] + [0] * (players - 4)


def test_with_six_players_all_who_tie_score_in_full_and_every_place_is_awarded():
    assert points("maki", "maki_3", "maki_3", "maki_2", "maki_2", "maki_1", "maki_1") == [
        6,
        6,
        4,
        4,
        2,
        2,
    ]


def test_with_six_players_the_third_place_in_maki_needs_a_symbol_too():
    assert points("maki", "maki_3", "maki_2", "", "", "", "") == [6, 4, 0, 0, 0, 0]


# --- Temaki ---


def test_most_temaki_score_four_and_fewest_lose_four():
    assert temaki(3, 2, 1) == [4, 0, -4]


def test_the_books_example_of_temaki():
    assert temaki(3, 2, 0, 0) == [4, 0, -4, -4]


def test_all_who_tie_for_most_temaki_score_four():
    assert temaki(2, 2, 1, 0) == [4, 4, 0, -4]


def test_having_no_temaki_counts_as_fewest():
    assert temaki(1, 0, 0) == [4, -4, -4]


def test_with_two_players_nobody_loses_for_temaki():
    assert temaki(2, 1) == [4, 0]
    assert temaki(0, 1) == [0, 4]


@pytest.mark.parametrize("players", [3, 4, 8])
@pytest.mark.parametrize("number", [0, 1])
def test_nobody_scores_when_three_or_more_all_have_as_many_temaki(players, number):
    assert temaki(*[number] * players) == [0] * players


@pytest.mark.parametrize("number", [1, 3])
def test_two_players_with_as_many_temaki_both_score_four(number):
    assert temaki(number, number) == [4, 4]


def test_two_players_without_temaki_score_nothing():
    assert temaki(0, 0) == [0, 0]


# --- Appetizers ---


@pytest.mark.parametrize(("cards", "points"), [(1, 0), (2, 5), (3, 5), (4, 10), (7, 15), (8, 20)])
def test_every_pair_of_tempura_is_worth_five(cards, points):
    assert worth("tempura " * cards) == points


@pytest.mark.parametrize(("cards", "points"), [(1, 0), (2, 0), (3, 10), (5, 10), (6, 20), (8, 20)])
def test_every_three_sashimi_are_worth_ten(cards, points):
    assert worth("sashimi " * cards) == points


@pytest.mark.parametrize(
    ("cards", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (8, 15)]
)
def test_dumplings_are_worth_1_3_6_10_15_and_no_more(cards, points):
    assert worth("dumpling " * cards) == points


def test_one_eel_alone_loses_three():
    assert worth("eel") == -3


@pytest.mark.parametrize("cards", [2, 3, 4, 8])
def test_two_or_more_eels_are_worth_seven_in_all(cards):
    assert worth("eel " * cards) == 7


def test_no_eel_costs_nothing():
    assert points("eel", "eel eel", "eel", "") == [7, -3, 0]


@pytest.mark.parametrize(("cards", "points"), [(1, 2), (2, 6), (3, 0), (4, 0), (8, 0)])
def test_tofu_is_worth_2_then_6_then_nothing(cards, points):
    assert worth("tofu " * cards) == points


@pytest.mark.parametrize(("shapes", "points"), [(1, 1), (2, 4), (3, 9), (4, 16)])
def test_different_onigiri_shapes_are_worth_1_4_9_16(shapes, points):
    tray = ["onigiri_round", "onigiri_triangle", "onigiri_square", "onigiri_rectangle"][:shapes]
    assert worth(" ".join(tray)) == points


def test_the_books_example_of_onigiri():
    assert worth("onigiri_round onigiri_triangle onigiri_square onigiri_square") == 9 + 1


def test_two_onigiri_of_one_shape_are_two_sets():
    assert worth("onigiri_round onigiri_round") == 1 + 1


def test_several_onigiri_sets_count_each():
    pair = "onigiri_square onigiri_rectangle "
    assert worth(2 * pair) == 4 + 4
    assert worth(2 * pair + "onigiri_round onigiri_triangle") == 16 + 4
    assert worth(2 * (pair + "onigiri_round onigiri_triangle ")) == 16 + 16


def test_each_edamame_is_worth_one_per_opponent_who_has_any():
    assert points("edamame", "edamame", "edamame edamame", "") == [1, 2, 0]


def test_the_books_example_of_edamame():
    assert points("edamame", "edamame edamame edamame", "edamame edamame", "edamame", "") == [
        6,
        4,
        2,
        0,
    ]


def test_edamame_of_one_player_alone_is_worth_nothing():
    assert points("edamame", "edamame edamame", "", "") == [0, 0, 0]


def test_no_edamame_is_worth_more_than_four():
    assert points("edamame", *["edamame"] * 5) == [4] * 5
    assert points("edamame", "edamame edamame edamame", *["edamame"] * 5) == [12] + [4] * 5
    assert points("edamame", *["edamame"] * 8) == [4] * 8


@pytest.mark.parametrize(("cards", "points"), [(1, 3), (2, 6), (4, 12)])
def test_each_miso_soup_left_is_worth_three(cards, points):
    assert worth("miso_soup " * cards) == points


# --- Cards that only help others ---


@pytest.mark.parametrize(
    "tray", ["chopsticks_1", "chopsticks_1 chopsticks_2 chopsticks_3", "spoon_4 spoon_5 spoon_6"]
)
def test_unused_chopsticks_and_spoons_are_worth_nothing(tray):
    assert worth(tray, players=3) == 0


# --- Face-down cards ---


@pytest.mark.parametrize("cards", [1, 3, 9])
def test_each_face_down_card_is_worth_two(cards):
    assert points("takeout_box", "face_down " * cards, "") == [2 * cards, 0]


def test_face_down_cards_are_not_what_they_were():
    # Sashimi: two, and a third one turned over.
    assert worth("sashimi sashimi face_down") == 2


# --- Soy sauce ---


def soy(*trays, **more):
    return points("soy_sauce", *trays, **more)


def test_soy_sauce_is_worth_four_with_the_most_colours():
    assert soy("soy_sauce tempura", "sashimi", "") == [4, 0, 0]


def test_soy_sauce_is_worth_nothing_when_somebody_has_more_colours():
    assert soy("soy_sauce tempura", "sashimi dumpling maki_1") == [0, 0]


def test_a_tie_for_most_colours_is_enough_for_soy_sauce():
    assert soy("soy_sauce tempura", "sashimi dumpling", "soy_sauce maki_1") == [4, 0, 4]


def test_each_soy_sauce_is_worth_four():
    assert soy("soy_sauce soy_sauce soy_sauce tempura", "sashimi") == [12, 0]


def test_soy_sauce_has_a_colour_of_its_own():
    assert soy("soy_sauce", "tempura") == [4, 0]
    assert soy("soy_sauce tempura", "sashimi maki_1 dumpling") == [0, 0]


def test_cards_of_one_colour_count_once_for_soy_sauce():
    assert soy("soy_sauce tempura tempura tempura", "sashimi dumpling maki_1") == [0, 0]


@pytest.mark.parametrize(
    "dish",
    [
        "egg_nigiri salmon_nigiri squid_nigiri",
        "maki_1 maki_2 maki_3",
        "uramaki_3 uramaki_4",
        "onigiri_round onigiri_triangle onigiri_square",
        "chopsticks_1 chopsticks_2",
        "fruit_ww fruit_po",
    ],
)
def test_all_kinds_of_one_dish_share_a_colour(dish):
    assert soy(f"soy_sauce {dish}", "sashimi dumpling") == [4, 0]
    assert soy(f"soy_sauce {dish}", "soy_sauce sashimi dumpling") == [0, 4]


def test_nigiri_and_wasabi_share_a_colour():
    assert soy("soy_sauce wasabi egg_nigiri", "tempura sashimi dumpling") == [0, 0]
    assert soy("soy_sauce wasabi maki_1", "tempura sashimi dumpling") == [4, 0]


def test_this_rounds_desserts_have_a_colour_for_soy_sauce():
    assert soy("soy_sauce pudding", "tempura sashimi") == [4, 0]
    assert soy("soy_sauce tempura", "pudding sashimi dumpling") == [0, 0]


def test_desserts_of_earlier_rounds_have_no_colour_for_soy_sauce():
    assert soy("soy_sauce", "tempura sashimi", kept=["pudding", ""]) == [0, 0]


def test_face_down_cards_have_no_colour():
    assert soy("soy_sauce face_down face_down", "tempura sashimi") == [0, 0]


def test_a_special_order_has_the_colour_of_what_it_copies():
    assert soy("soy_sauce tempura special_order>tempura", "tempura sashimi dumpling") == [0, 0]


def test_a_special_order_can_be_a_soy_sauce():
    assert soy("soy_sauce special_order>soy_sauce", "tempura") == [8, 0]


# --- Tea ---


def tea(tray, **more):
    return points("tea", tray, "", **more)[0]


def test_tea_is_worth_the_cards_of_ones_most_frequent_colour():
    assert tea("tea tempura tempura tempura sashimi sashimi") == 3


def test_the_books_example_of_tea():
    assert tea("tea wasabi squid_nigiri salmon_nigiri salmon_nigiri") == 4


def test_each_tea_is_worth_as_much():
    assert tea("tea tea sashimi sashimi sashimi") == 6


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_tea_has_a_colour_of_its_own(cards):
    assert tea("tea " * cards) == cards * cards


def test_all_kinds_of_one_dish_count_together_for_tea():
    assert tea("tea maki_1 maki_2 maki_3") == 3
    assert tea("tea onigiri_round onigiri_square onigiri_triangle onigiri_rectangle") == 4


def test_this_rounds_desserts_count_for_tea():
    assert tea("tea pudding pudding pudding") == 3


def test_desserts_of_earlier_rounds_do_not_count_for_tea():
    assert tea("tea pudding", kept=["pudding pudding pudding", ""]) == 1


def test_face_down_cards_do_not_count_for_tea():
    assert tea("tea face_down face_down face_down") == 1


def test_a_special_order_counts_for_tea_as_what_it_copies():
    assert tea("tea tempura special_order>tempura special_order>tempura") == 3


def test_a_special_order_can_be_a_tea():
    assert tea("tea special_order>tea tempura tempura tempura") == 6


def test_cards_of_others_do_not_count_for_tea():
    assert points("tea", "tea", "tempura tempura tempura", "") == [1, 0, 0]


# --- Special orders ---


@pytest.mark.parametrize(
    ("tray", "points"),
    [
        ("tempura special_order>tempura", 5),
        ("sashimi special_order>sashimi special_order>sashimi", 10),
        ("dumpling dumpling special_order>dumpling", 6),
        ("eel special_order>eel", 7),
        ("tofu special_order>tofu", 6),
        ("tofu tofu special_order>tofu", 0),
        ("miso_soup special_order>miso_soup", 6),
        ("onigiri_round special_order>onigiri_round", 2),
        ("squid_nigiri special_order>squid_nigiri", 6),
    ],
)
def test_a_special_order_is_worth_what_another_card_of_its_kind_would_be(tray, points):
    assert worth(tray) == points


def test_a_special_order_has_the_symbols_of_the_roll_that_it_copies():
    assert points("maki", "maki_2 special_order>maki_2", "maki_3") == [6, 3]
    assert points("uramaki", "uramaki_4 special_order>uramaki_4", "uramaki_5") == [2, 0]


def test_a_special_order_counts_for_temaki_and_edamame():
    assert points("temaki", "temaki special_order>temaki", "temaki", "") == [4, 0, -4]
    assert points("edamame", "edamame special_order>edamame", "edamame", "edamame") == [4, 2, 2]


def test_special_orders_may_bring_more_of_a_card_than_the_box_has():
    assert worth("tempura " * 8 + "special_order>tempura special_order>tempura") == 25


def test_a_special_order_that_copies_a_nigiri_on_wasabi_is_plain():
    assert worth("wasabi squid_nigiri special_order>squid_nigiri") == 9 + 3


def test_a_special_order_as_nigiri_may_be_put_on_a_free_wasabi():
    assert worth("squid_nigiri wasabi special_order>squid_nigiri@wasabi") == 3 + 9


def test_a_special_order_as_nigiri_may_stay_off_the_wasabi():
    assert worth("squid_nigiri wasabi special_order>squid_nigiri") == 3 + 3
    assert worth("squid_nigiri wasabi special_order>squid_nigiri salmon_nigiri") == 3 + 3 + 6


def test_a_wasabi_under_a_special_order_is_taken():
    assert worth("egg_nigiri wasabi special_order>egg_nigiri@wasabi squid_nigiri") == 1 + 3 + 3


def test_a_special_order_cannot_be_put_on_a_wasabi_that_is_not_free():
    with pytest.raises(kaiten.BadTable):
        count("squid_nigiri special_order>squid_nigiri@wasabi", "")
    with pytest.raises(kaiten.BadTable):
        count("egg_nigiri wasabi squid_nigiri special_order>egg_nigiri@wasabi", "")


@pytest.mark.parametrize(
    "tray",
    [
        "wasabi special_order>wasabi squid_nigiri salmon_nigiri",
        "wasabi squid_nigiri special_order>wasabi salmon_nigiri",
    ],
)
def test_a_special_order_as_wasabi_takes_a_nigiri_of_its_own(tray):
    assert worth(tray) == 9 + 6


def test_a_special_order_as_dessert_counts_as_one():
    assert points("pudding", "pudding special_order>pudding", "pudding", "", final=True) == [
        6,
        0,
        -6,
    ]
    assert desserts("pudding", "pudding", "pudding special_order>pudding", "") == [0, 6, -6]
    assert desserts(
        "green_tea_ice_cream", "green_tea_ice_cream " * 3 + "special_order>green_tea_ice_cream", ""
    ) == [
        12,
        0,
    ]
    assert desserts("fruit", "fruit_ww special_order>fruit_ww", "") == [6 - 2 - 2, -6]


# --- Desserts ---


def test_desserts_are_not_scored_before_the_end_of_the_game():
    assert worth("pudding pudding") == 0
    assert points("pudding", "pudding", "", "") == [0, 0, 0]
    assert points("fruit", "fruit_ww", "", "") == [0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "points"), [(0, 0), (1, 0), (3, 0), (4, 12), (5, 12), (7, 12), (8, 24)]
)
def test_every_four_green_tea_ice_creams_are_worth_twelve(cards, points):
    assert desserts("green_tea_ice_cream", "green_tea_ice_cream " * cards, "") == [points, 0]


def test_ice_creams_of_all_rounds_count_together():
    ice = "green_tea_ice_cream "
    assert points("green_tea_ice_cream", ice, "", kept=[ice * 3, ""], final=True) == [12, 0]


def test_most_puddings_score_six_and_fewest_lose_six():
    assert puddings(3, 2, 1) == [6, 0, -6]


def test_the_books_example_of_puddings():
    assert puddings(4, 2, 0, 0) == [6, 0, -6, -6]


def test_all_who_tie_for_puddings_gain_or_lose_in_full():
    assert puddings(2, 2, 1, 0, 0) == [6, 6, 0, -6, -6]


def test_with_two_players_nobody_loses_for_puddings():
    assert puddings(2, 1) == [6, 0]
    assert puddings(0, 1) == [0, 6]


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_nobody_scores_when_three_or_more_all_have_as_many_puddings(players, number):
    assert puddings(*[number] * players) == [0] * players


def test_two_players_with_as_many_puddings_both_score_six_if_they_have_any():
    assert puddings(2, 2) == [6, 6]
    assert puddings(0, 0) == [0, 0]


def test_puddings_of_all_rounds_count_together():
    kept = ["pudding pudding pudding", "", "pudding"]
    assert points("pudding", "pudding", "pudding pudding", "", kept=kept, final=True) == [6, 0, -6]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("", -2 - 2 - 2),
        ("fruit_ww", 1 - 2 - 2),
        ("fruit_oo", 1 - 2 - 2),
        ("fruit_pp", 1 - 2 - 2),
        ("fruit_wp", 0 + 0 - 2),
        ("fruit_po", 0 + 0 - 2),
        ("fruit_wo", 0 + 0 - 2),
        ("fruit_wp fruit_po fruit_wo", 1 + 1 + 1),
        ("fruit_wp fruit_wp fruit_wp", 3 + 3 - 2),
        ("fruit_ww fruit_wp fruit_wo", 6 + 0 + 0),
        ("fruit_ww fruit_ww fruit_wo", 10 + 0 - 2),
        ("fruit_pp fruit_pp fruit_wp fruit_po", 10 + 0 + 0),
        ("fruit_ww fruit_ww fruit_wp fruit_wp fruit_wo", 10 + 1 + 0),
        ("fruit_oo fruit_oo fruit_po fruit_po fruit_po", 10 + 3 - 2),
    ],
)
def test_each_kind_of_fruit_is_worth_minus_2_0_1_3_6_10_by_symbols(cards, points):
    assert desserts("fruit", cards, "", menu="dinner-for-two") == [points, -6]


def test_somebody_without_fruit_loses_six():
    assert desserts("fruit", "", "fruit_wp", "") == [-6, -2, -6]


def test_fruit_of_all_rounds_counts_together():
    assert points("fruit", "fruit_wp", "", kept=["fruit_wp fruit_wp", ""], final=True) == [
        3 + 3 - 2,
        -6,
    ]


# --- The end of the game ---

ICE = "green_tea_ice_cream "


def test_most_points_win():
    assert ranking([10, 30, 20], ["", "", ""]) == [(1, "B"), (2, "C"), (3, "A")]


def test_dessert_points_count_for_the_victory():
    assert ranking([20, 10], ["", 4 * ICE]) == [(1, "B"), (2, "A")]


def test_a_tie_is_won_with_more_dessert_cards():
    assert ranking([20, 20, 20], [ICE, 3 * ICE, 2 * ICE]) == [(1, "B"), (2, "C"), (3, "A")]


def test_the_number_of_dessert_cards_breaks_a_tie_whatever_they_are():
    # Three cards are worth 3 + 0 + 1 and 3 + 3 - 2, two are worth 6 - 2 - 2.
    assert ranking([12, 12], ["fruit_ww fruit_po fruit_wo", "fruit_wp fruit_wp fruit_wp"]) == [
        (1, "A"),
        (1, "B"),
    ]
    assert ranking([14, 12], ["fruit_ww fruit_ww", "fruit_wp fruit_wp fruit_wp"]) == [
        (1, "B"),
        (2, "A"),
    ]


def test_a_special_order_as_dessert_counts_as_a_dessert_card_in_a_tie():
    assert ranking([20, 20], [ICE, ICE + "special_order>green_tea_ice_cream"]) == [
        (1, "B"),
        (2, "A"),
    ]


def test_a_tie_in_dessert_cards_too_is_a_shared_victory():
    assert ranking([20, 20, 10], [ICE, ICE, ""]) == [(1, "A"), (1, "B"), (3, "C")]


def test_lower_ranks_are_decided_by_dessert_cards_too_and_may_be_shared():
    assert ranking([30, 20, 20], ["", "", ICE]) == [(1, "A"), (2, "C"), (3, "B")]
    assert ranking([30, 20, 20, 10], ["", ICE, ICE, ""]) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_points_of_earlier_rounds_are_kept():
    assert [
        player["total"] for player in count("tempura tempura", "", before=[10, 20])["players"]
    ] == [15, 20]


# --- Tables that cannot be ---


def test_the_cards_of_a_table_fit_its_menu():
    assert count("tempura tempura", "", menu="sushi-go")["players"][0]["round"] == 5
    assert count("tempura tempura", "", menu=MENUS["sushi-go"])["players"][0]["round"] == 5


@pytest.mark.parametrize(
    "card", ["eel", "temaki", "tea", "fruit_ww", "face_down", "special_order>tempura"]
)
def test_a_card_that_is_not_on_the_menu_is_refused(card):
    with pytest.raises(kaiten.BadTable):
        count(f"tempura {card}", "", menu="sushi-go")


@pytest.mark.parametrize(
    "tray",
    [
        "maki_1 temaki",
        "tempura sashimi dumpling eel",
        "wasabi tea soy_sauce",
        "pudding green_tea_ice_cream",
    ],
)
def test_cards_that_are_on_no_menu_together_are_refused(tray):
    with pytest.raises(kaiten.KaitenError):
        count(tray, "")


@pytest.mark.parametrize(
    "tray",
    [
        "tempura " * 9,
        "wasabi " * 4,
        "squid_nigiri " * 4,
        "chopsticks_1 chopsticks_1",
        "maki_3 " * 4,
    ],
)
def test_more_copies_than_the_box_has_are_refused(tray):
    with pytest.raises(kaiten.BadTable):
        count(tray, "")


def test_more_special_orders_than_the_box_has_are_refused():
    with pytest.raises(kaiten.BadTable):
        count("tempura " + "special_order>tempura " * 4, "")


def test_a_special_order_that_had_nothing_to_copy_is_refused():
    with pytest.raises(kaiten.BadTable):
        count(
            "special_order>tempura",
            "tempura",
            menu=MENUS["points-platter"].replace("edamame", "tempura"),
        )


@pytest.mark.parametrize(("players", "size"), [(2, 10), (4, 9), (6, 8), (8, 7)])
def test_more_cards_than_a_round_has_turns_are_refused(players, size):
    tray = " ".join((["tempura"] * 8 + ["sashimi"] * 8)[: size + 1])
    with pytest.raises(kaiten.BadTable):
        count(tray, *[""] * (players - 1))


@pytest.mark.parametrize(
    ("tray", "players"),
    [
        ("edamame", 2),
        ("spoon_4", 2),
        ("tempura special_order>tempura", 7),
        ("tempura special_order>tempura", 8),
    ],
)
def test_cards_that_are_not_for_so_many_players_are_refused(tray, players):
    with pytest.raises(kaiten.KaitenError):
        count(tray, *[""] * (players - 1))


def test_only_desserts_are_kept_from_round_to_round():
    with pytest.raises(kaiten.BadTable):
        count("", "", kept=["tempura", ""])


@pytest.mark.parametrize("players", [1, 9])
def test_a_table_is_for_two_to_eight(players):
    with pytest.raises(kaiten.KaitenError):
        count(*[""] * players)
