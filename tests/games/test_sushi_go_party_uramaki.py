"""The rules of Sushi Go Party!: the race for uramaki, in both editions."""

import pytest

import kaiten

from .party import count, earned, play, points, rest_of_round, trays, turn, unseen

TEN = "uramaki_5; uramaki_5"
TWELVE = "uramaki_4; uramaki_4; uramaki_4"


def uramaki(match):
    """How many uramaki cards everybody has in front."""
    return [sum(tray[f"uramaki_{symbols}"] for symbols in (3, 4, 5)) for tray in trays(match)]


# --- Both editions ---


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_the_first_to_reach_ten_symbols_scores_eight_at_once(edition):
    assert play(TEN, edition=edition).scores == (8, 0)


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_uramaki_that_were_cashed_are_discarded(edition):
    match = play(TEN, "uramaki_4", edition=edition)
    assert uramaki(match) == [0, 1]


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_more_than_ten_symbols_are_cashed_as_ten_are(edition):
    match = play(TWELVE, edition=edition)
    assert match.scores == (8, 0)
    assert uramaki(match) == [0, 0]


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_nine_symbols_are_not_enough(edition):
    match = play("uramaki_5; uramaki_4", edition=edition)
    assert match.scores == (0, 0)
    assert uramaki(match) == [2, 0]


@pytest.mark.parametrize(("edition", "second"), [("fr", 6), ("en", 5)])
def test_the_second_time_somebody_reaches_ten_is_worth_six_or_five(edition, second):
    assert play(TEN, TWELVE, edition=edition).scores == (8, second)


@pytest.mark.parametrize(("edition", "second"), [("fr", 6), ("en", 5)])
def test_one_player_may_take_several_places(edition, second):
    assert play(f"{TEN}; {TEN}", edition=edition).scores == (8 + second, 0)


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_equal_totals_on_one_turn_share_the_first_place_in_full(edition):
    match = play(TEN, TEN, edition=edition)
    assert match.scores == (8, 8)
    assert uramaki(match) == [0, 0]


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_cashed_points_are_on_the_sheet_once(edition):
    match = rest_of_round(play(TEN, edition=edition))
    assert earned(match, 1, "uramaki") == [8, 0]
    assert list(match.scores) == [match.sheet().of(seat=seat).points for seat in match.seats]


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_the_race_begins_anew_each_round(edition):
    match = rest_of_round(
        play(f"{TEN}; {TEN}", hands={2: ("uramaki_5", "uramaki_5")}, edition=edition)
    )
    before = match.scores[0]
    match = turn(turn(match, "uramaki_5"), "uramaki_5")
    assert match.scores[0] == before + 8


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_symbols_left_over_do_not_count_in_the_next_round(edition):
    match = rest_of_round(play("uramaki_5", hands={2: ("uramaki_5",)}, edition=edition))
    before = match.scores[0]
    assert turn(match, "uramaki_5").scores[0] == before


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_cashed_uramaki_come_back_in_the_next_round(edition):
    match = rest_of_round(play(TEN, hands={2: ()}, edition=edition))
    assert unseen(match)["uramaki_5"] == 4


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_a_special_order_as_uramaki_helps_to_ten_and_is_discarded_with_the_others(edition):
    match = play("uramaki_5; special_order / uramaki_5", hands={2: ()}, edition=edition)
    assert match.scores == (8, 0)
    assert trays(match)[0] == {}
    assert unseen(rest_of_round(match))["special_order"] == 3


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_cashed_uramaki_cannot_be_copied(edition):
    match = play(f"{TEN}; special_order", edition=edition)
    assert match.turn == 4
    assert trays(match)[0] == {}


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_a_uramaki_by_spoon_counts_at_once(edition):
    match = play(
        "uramaki_5; spoon_4; . using:spoon_4 / uramaki_5",
        hold=["", "uramaki_5", ""],
        edition=edition,
    )
    assert match.scores == (8, 0, 0)


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_a_uramaki_by_menu_counts_at_once(edition):
    draws = {(2, 0): "uramaki_5 egg_nigiri salmon_nigiri tempura"}
    assert play("uramaki_5; menu_7 / uramaki_5", draws=draws, edition=edition).scores == (8, 0)


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_a_uramaki_on_the_last_turn_of_a_round_is_cashed_too(edition):
    match = play("; ; ; ; ; ; ; ; uramaki_5; uramaki_5", "uramaki_3", edition=edition)
    assert match.round == 2
    assert earned(match, 1, "uramaki") == [8, {"fr": 2, "en": 5}[edition]]


# --- The French edition ---


def test_after_two_places_ten_symbols_bring_nothing_and_stay():
    match = play(f"{TEN}; {TEN}; {TWELVE}")
    assert match.scores == (8 + 6, 0)
    assert uramaki(match) == [3, 0]


def test_symbols_that_stayed_count_at_the_end_of_the_round():
    match = rest_of_round(play(f"{TEN}; {TEN}; {TWELVE}", "uramaki_3"))
    assert earned(match, 1, "uramaki") == [8 + 6 + 2, 0]


def test_all_who_reach_ten_on_one_turn_share_the_place_whatever_their_totals():
    # 10 symbols and 11.
    match = play("; uramaki_5; uramaki_5", "uramaki_4; uramaki_3; uramaki_4")
    assert match.scores == (8, 8)


def test_after_a_shared_place_the_next_one_is_still_open():
    assert play(f"{TEN}; {TWELVE}", TEN).scores == (8 + 6, 8)


def test_the_second_place_can_be_shared_too():
    match = play(
        "uramaki_5; .; uramaki_5",
        "uramaki_4; .; .; uramaki_3; uramaki_3",
        "uramaki_4; .; .; uramaki_4; uramaki_3",
    )
    assert match.scores == (8, 6, 6)


def test_a_uramaki_by_spoon_shares_the_place_with_one_of_the_reveal():
    plans = "uramaki_5; spoon_4; . using:spoon_4 / uramaki_5", "; uramaki_5; uramaki_5", ""
    assert play(*plans, hold=["", "", "uramaki_5"]).scores == (8, 8, 0)


def test_two_uramaki_by_chopsticks_land_one_after_the_other():
    match = play("uramaki_5; chopsticks_1; uramaki_5+uramaki_5 with:chopsticks_1")
    assert match.scores == (8, 0)
    assert trays(match)[0] == {"uramaki_5": 1}


def test_a_card_that_stayed_after_cashing_counts_for_the_next_ten():
    match = play("uramaki_5; chopsticks_1; uramaki_5+uramaki_5 with:chopsticks_1; uramaki_5")
    assert match.scores == (8 + 6, 0)


TWICE = "chopsticks_1; spoon_4; uramaki_5; uramaki_5+uramaki_5 with:chopsticks_1 using:spoon_4 / uramaki_5"


def test_whoever_reaches_ten_twice_on_one_turn_takes_the_next_place_the_second_time():
    match = play(TWICE, hold=["", "uramaki_5", ""])
    assert match.scores == (8 + 6, 0, 0)
    assert uramaki(match) == [0, 0, 0]


def test_most_symbols_at_the_end_of_the_round_score_two():
    match = rest_of_round(play("uramaki_3", "uramaki_4", "uramaki_4"))
    assert earned(match, 1, "uramaki") == [0, 2, 2]


def test_the_books_example_of_uramaki_in_play():
    match = rest_of_round(play(TEN, f"{TEN}; uramaki_4", "uramaki_4", "uramaki_3"))
    assert earned(match, 1, "uramaki") == [8, 8 + 2, 2, 0]


# --- The English edition ---


def test_english_edition_three_places_are_cashed_at_once():
    match = play(f"{TEN}; {TEN}; {TWELVE}", edition="en")
    assert match.scores == (8 + 5 + 2, 0)
    assert uramaki(match) == [0, 0]


def test_english_edition_after_three_places_ten_symbols_bring_nothing():
    late = "; ; ; ; ; ; uramaki_4; uramaki_3; uramaki_3"
    match = play(f"{TEN}; {TEN}; {TWELVE}", late, edition="en")
    assert match.scores == (15, 0)
    assert uramaki(match) == [0, 3]
    assert earned(rest_of_round(match), 1, "uramaki") == [15, 0]


def test_english_edition_on_one_turn_the_higher_total_comes_first():
    # 10 symbols and 11.
    match = play("; uramaki_5; uramaki_5", "uramaki_4; uramaki_3; uramaki_4", edition="en")
    assert match.scores == (5, 8)


def test_english_edition_three_totals_on_one_turn_take_three_places():
    # 10, 12 and 11 symbols.
    plans = (
        "uramaki_3; uramaki_3; uramaki_4",
        "uramaki_5; uramaki_3; uramaki_4",
        "uramaki_4; uramaki_3; uramaki_4",
    )
    assert play(*plans, edition="en").scores == (2, 8, 5)


def test_english_edition_after_a_shared_first_place_the_next_is_the_third():
    assert play(f"{TEN}; {TWELVE}", TEN, edition="en").scores == (8 + 2, 8)


def test_english_edition_three_who_share_the_first_place_skip_one_place_alone():
    plans = (
        f"; {TEN}; uramaki_4; uramaki_4; uramaki_3",
        f"; {TEN}",
        "uramaki_4; uramaki_3; uramaki_3",
    )
    assert play(*plans, edition="en").scores == (8 + 2, 8, 8)


def test_english_edition_a_lower_total_of_the_same_turn_comes_after_the_skipped_place():
    # 11 and 11 symbols, and 10.
    plans = (
        "uramaki_4; uramaki_3; uramaki_4",
        "uramaki_4; uramaki_3; uramaki_4",
        "; uramaki_5; uramaki_5",
    )
    assert play(*plans, edition="en").scores == (8, 8, 2)


def test_english_edition_after_a_shared_second_place_none_is_open():
    plans = (
        f"{TEN}; .; uramaki_4",
        "uramaki_4; uramaki_3; uramaki_3",
        "uramaki_4; uramaki_3; uramaki_3",
    )
    match = play(*plans, edition="en")
    assert match.scores == (8, 5, 5)
    assert earned(rest_of_round(match), 1, "uramaki") == [8, 5, 5]


def test_english_edition_uramaki_are_settled_at_the_end_of_the_turn_with_all_that_landed():
    match = play(
        "uramaki_5; chopsticks_1; uramaki_5 with:chopsticks_1 / uramaki_5",
        hold=["uramaki_5"],
        edition="en",
    )
    assert match.scores == (8, 0)
    assert uramaki(match) == [0, 0]


def test_english_edition_a_spoon_can_make_the_higher_total():
    # 5 + 5 and 5 more by spoon, against 5 + 3 + 3.
    plans = (
        "uramaki_5; spoon_4; uramaki_5 using:spoon_4 / uramaki_5",
        "uramaki_5; uramaki_3; uramaki_3",
        "",
    )
    assert play(*plans, hold=["", "", "uramaki_5"], edition="en").scores == (8, 5, 0)


def test_english_edition_twenty_symbols_on_one_turn_take_one_place():
    plan = TWICE.replace(
        "+uramaki_5 with:chopsticks_1 using:spoon_4", " with:chopsticks_1 using:spoon_4 / uramaki_5"
    )
    match = play(plan, hold=["uramaki_5", "uramaki_5", ""], edition="en")
    assert match.scores == (8, 0, 0)
    assert uramaki(match) == [0, 0, 0]


@pytest.mark.parametrize(
    ("plan", "places"), [("", [0, 8]), (TEN, [8, 5]), (f"{TEN}; {TEN}", [13, 2])]
)
def test_english_edition_the_most_symbols_take_the_best_place_still_open_at_the_end(plan, places):
    match = rest_of_round(play(plan, "uramaki_4", edition="en"))
    assert earned(match, 1, "uramaki") == places


def test_english_edition_a_skipped_place_is_not_open_at_the_end_of_the_round():
    match = rest_of_round(play(TEN, f"{TEN}; uramaki_3", edition="en"))
    assert earned(match, 1, "uramaki") == [8, 8 + 2]


# --- A table that is counted ---


@pytest.mark.parametrize("uramaki", ["uramaki_4 uramaki_5", "uramaki_5"])
def test_most_uramaki_symbols_at_the_end_of_the_round_score_two(uramaki):
    assert points("uramaki", uramaki, "uramaki_4", "") == [2, 0, 0]


def test_uramaki_counts_symbols_and_not_cards():
    assert points("uramaki", "uramaki_5 uramaki_4", "uramaki_3 uramaki_3") == [2, 0]
    assert points("uramaki", "uramaki_3 uramaki_3", "uramaki_5") == [2, 0]


def test_all_who_tie_for_most_uramaki_at_the_end_of_the_round_score_two():
    assert points("uramaki", "uramaki_5 uramaki_3", "uramaki_4 uramaki_4", "uramaki_4") == [2, 2, 0]


def test_without_any_uramaki_nobody_scores():
    assert points("uramaki", "tempura", "", "") == [0, 0, 0]


def test_the_books_example_of_uramaki():
    assert points(
        "uramaki", "", "uramaki_4", "uramaki_4", "uramaki_3", uramaki=[[8], [8], [], []]
    ) == [8, 10, 2, 0]


def test_one_player_may_take_all_places_in_uramaki():
    assert points("uramaki", "uramaki_3", "", uramaki=[[8, 6], []]) == [16, 0]


def test_ten_uramaki_symbols_after_both_places_are_gone_are_most_at_the_end():
    assert points("uramaki", "", "uramaki_3", "uramaki_5 uramaki_5", uramaki=[[8], [6], []]) == [
        8,
        6,
        2,
    ]


@pytest.mark.parametrize(
    ("cashed", "open_place"),
    [([], 8), ([8], 5), ([8, 5], 2), ([8, 5, 2], 0)],
)
def test_english_edition_most_uramaki_at_the_end_of_the_round_take_the_best_place_still_open(
    cashed, open_place
):
    scored = points("uramaki", "", "uramaki_4", "uramaki_3", uramaki=[cashed, [], []], edition="en")
    assert scored == [sum(cashed), open_place, 0]


def test_english_edition_all_who_tie_for_most_at_the_end_of_the_round_take_the_place():
    assert points("uramaki", "uramaki_4", "uramaki_4", "uramaki_3", edition="en") == [8, 8, 0]


@pytest.mark.parametrize("tied", [2, 3])
def test_english_edition_a_shared_first_place_skips_exactly_one(tied):
    cashed = [[8]] * tied + [[]]
    scored = points("uramaki", *[""] * tied, "uramaki_3", uramaki=cashed, edition="en")
    assert scored == [8] * tied + [2]


def test_english_edition_a_place_that_was_skipped_is_not_open_at_the_end_of_the_round():
    assert points("uramaki", "uramaki_3", "", "", uramaki=[[8], [5], [5]], edition="en") == [
        8,
        5,
        5,
    ]


@pytest.mark.parametrize(
    ("edition", "cashed"), [("fr", [5]), ("fr", [8, 2]), ("en", [6]), ("en", [8, 6])]
)
def test_uramaki_places_of_the_other_edition_are_refused(edition, cashed):
    with pytest.raises(kaiten.KaitenError):
        count("", "", uramaki=[cashed, []], edition=edition)
