"""The rules of Sushi Draft, one test for each: who takes the tokens, what they are worth, and who
wins.
"""

from random import Random

import pytest

import kaiten
from kaiten.match.events import Scored, Took
from kaiten.scoring.score import score_table

from .test_sushi_draft import (
    BOX,
    CATEGORIES,
    MEAL,
    MEAL_TAKES,
    TOKENS,
    after,
    count,
    deal,
    dessert_to,
    half_dessert_to,
    half_tuna_to,
    lines,
    lots,
    play,
    ranking,
    rest_of_game,
    scored,
    taker,
    tokens,
    took,
    tuna_to,
    worths,
)

# --- Majorities ---


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_most_cards_of_a_category_take_its_token(category):
    assert taker(category, *lots(category, 1, 2, 0)) == "B"


@pytest.mark.parametrize("numbers", [(1, 2, 3), (0, 2, 3, 1), (1, 1, 4, 1, 0), (2, 2, 3, 1, 0)])
def test_a_majority_is_among_three_to_five_players(numbers):
    assert tuna_to(*numbers) == "ABCDE"[numbers.index(max(numbers))]


def test_one_card_is_enough_for_the_most():
    assert tuna_to(0, 0, 1) == "C"


def test_a_tie_below_the_most_does_not_matter():
    assert tuna_to(1, 3, 1) == "B"


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        ((2, 2, 1), "C"),
        ((1, 2, 2), "A"),
        ((2, 0, 2, 1), "D"),
        ((2, 2, 2, 1), "D"),
        ((0, 3, 0, 3, 2), "E"),
    ],
)
def test_tied_players_are_out_and_the_next_rank_takes_the_token(numbers, name):
    assert tuna_to(*numbers) == name


def test_a_second_tie_passes_the_token_on_again():
    # Only for the dessert, or with half jokers: no category has the eleven cards for 3, 3, 2, 2 and
    # 1.
    assert dessert_to(3, 3, 2, 2, 1) == "E"


@pytest.mark.parametrize("numbers", [(1, 1, 1), (2, 2, 2, 2), (1, 1, 1, 1, 1)])
def test_nobody_takes_the_token_when_all_are_tied(numbers):
    assert tuna_to(*numbers) is None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_takes_the_token_of_a_category_of_which_nobody_has_a_card(players):
    assert taker("tuna", *lots("shrimp", *[1] * players)) is None


@pytest.mark.parametrize(
    "numbers", [(1, 1, 0), (2, 0, 2), (0, 1, 1, 0), (1, 1, 1, 1, 0), (2, 2, 1, 1, 0)]
)
def test_a_rank_of_no_cards_never_takes_a_token(numbers):
    assert tuna_to(*numbers) is None


def test_marked_cards_count_like_others_for_a_majority():
    assert taker("tuna", "tuna_wasabi tuna_wasabi", "tuna", "") == "A"
    assert taker("tuna", "tuna_wasabi", "tuna", "") is None


def test_one_token_is_taken_for_each_category():
    taken = [player["takes"] for player in count(*MEAL)["players"]]
    assert taken == [["tuna", "shrimp"], ["salmon", "mackerel", "dessert"], ["cucumber"]]


def test_one_player_may_take_every_token():
    assert count(" ".join(CATEGORIES), "", "")["players"][0]["takes"] == list(TOKENS)


def test_a_tie_in_one_category_does_not_hinder_another():
    table = ("tuna shrimp shrimp", "tuna shrimp", "")
    assert (taker("tuna", *table), taker("shrimp", *table)) == (None, "A")


def test_the_tokens_are_taken_at_the_end_of_every_round():
    assert took(after(4, *MEAL).log) == []
    assert took(play(MEAL).log) == MEAL_TAKES
    assert took(play(MEAL, MEAL, MEAL).log) == MEAL_TAKES * 3


def test_a_majority_counts_the_cards_of_one_round():
    second = (
        " ".join(CATEGORIES),
        "tuna tuna shrimp shrimp salmon",
        "salmon salmon cucumber cucumber mackerel",
    )
    assert [seat for seat, pile in took(play(MEAL, second).log) if pile == "tuna"] == [0, 1]


def test_four_players_take_tokens_by_the_same_rule():
    table = (
        "tuna tuna shrimp",
        "tuna_wasabi tuna_wasabi salmon",
        "tuna shrimp shrimp",
        "salmon cucumber mackerel",
    )
    takes = [player["takes"] for player in count(*table)["players"]]
    # Two are tied for the most tuna, and two for salmon, of which the others have none.
    assert takes == [[], [], ["tuna", "shrimp"], ["cucumber", "mackerel", "dessert"]]


# --- The dessert ---


@pytest.mark.parametrize(
    ("numbers", "name"), [((1, 2, 3), "C"), ((5, 4, 4), "A"), ((2, 4, 3, 1), "B")]
)
def test_the_most_categories_take_the_dessert(numbers, name):
    assert dessert_to(*numbers) == name


def test_the_number_of_cards_does_not_matter_for_the_dessert():
    assert taker("dessert", "tuna tuna tuna tuna tuna", "shrimp salmon", "") == "B"


def test_marked_and_plain_cards_of_a_category_are_one_category():
    assert taker("dessert", "tuna tuna_wasabi", "shrimp", "") is None


@pytest.mark.parametrize(
    ("numbers", "name"), [((3, 3, 2), "C"), ((1, 3, 3, 2), "D"), ((2, 2, 2, 2, 1), "E")]
)
def test_a_tie_for_the_dessert_passes_it_to_the_next_rank(numbers, name):
    assert dessert_to(*numbers) == name


@pytest.mark.parametrize("numbers", [(2, 2, 2), (3, 3, 2, 2), (1, 1, 1, 1, 1)])
def test_nobody_takes_the_dessert_when_every_rank_is_tied(numbers):
    assert dessert_to(*numbers) is None


def test_a_rank_of_no_categories_never_takes_the_dessert():
    assert dessert_to(2, 2, 0) is None
    assert dessert_to(0, 0, 0) is None


# --- The basic and the advanced rules ---


def test_the_basic_rules_hold_where_nothing_else_is_said():
    assert deal().options["advanced"] is False
    assert deal(advanced=True).options["advanced"] is True


def test_in_the_basic_rules_a_joker_is_a_whole_card():
    assert taker("tuna", "tuna tuna joker>tuna", "tuna tuna tuna", "tuna_wasabi") == "C"


def test_in_the_basic_rules_marks_mean_nothing():
    assert taker("dessert", "tuna_wasabi shrimp_wasabi", "tuna", "") == "A"
    assert taker("dessert", "tuna_wasabi shrimp_wasabi", "tuna shrimp", "salmon") == "C"


def test_two_cards_and_a_half_are_less_than_three():
    assert half_tuna_to("tuna tuna joker>tuna", "tuna tuna tuna", "tuna_wasabi") == "B"


def test_two_cards_and_a_half_are_more_than_two():
    assert half_tuna_to("tuna tuna joker>tuna", "tuna tuna", "tuna") == "A"


def test_one_card_and_a_half_are_less_than_two():
    assert half_tuna_to("tuna joker>tuna", "tuna tuna", "") == "B"


def test_two_half_jokers_are_one_card():
    assert half_tuna_to("tuna joker>tuna joker>tuna", "tuna tuna", "tuna") == "C"


def test_equal_halves_are_tied():
    assert half_tuna_to("tuna joker>tuna", "tuna joker>tuna", "tuna") == "C"


def test_a_second_tie_among_halves_passes_the_token_on_again():
    table = ("tuna tuna", "tuna tuna", "tuna joker>tuna", "tuna_wasabi joker>tuna", "tuna_wasabi")
    assert half_tuna_to(*table) == "E"


def test_a_half_joker_may_be_the_next_rank_after_a_tie():
    assert half_tuna_to("tuna tuna", "tuna tuna", "tuna joker>tuna", "tuna_wasabi") == "C"


def test_in_the_advanced_rules_marked_cards_are_whole_cards():
    assert half_tuna_to("tuna_wasabi tuna_wasabi", "tuna", "") == "A"
    assert half_tuna_to("tuna_wasabi", "tuna", "") is None


def test_a_category_with_a_marked_card_is_half_a_category():
    assert half_dessert_to("tuna_wasabi shrimp salmon", "tuna shrimp salmon", "") == "B"
    assert half_dessert_to("tuna_wasabi shrimp salmon", "tuna shrimp", "") == "A"


def test_a_marked_card_among_plain_ones_halves_the_category():
    assert half_dessert_to("tuna tuna_wasabi tuna", "shrimp", "") == "B"


def test_several_marked_cards_of_a_category_leave_half_of_it():
    assert half_dessert_to("tuna_wasabi tuna_wasabi tuna_wasabi", "shrimp_wasabi", "") is None


def test_two_half_categories_are_one():
    assert half_dessert_to("tuna_wasabi shrimp_wasabi", "salmon", "") is None
    assert half_dessert_to("tuna_wasabi shrimp_wasabi", "salmon", "cucumber_wasabi") == "C"


def test_a_tie_among_half_categories_passes_the_dessert_on():
    table = ("tuna_wasabi shrimp", "tuna shrimp_wasabi", "salmon", "cucumber_wasabi")
    assert half_dessert_to(*table) == "C"


def test_half_a_category_may_take_the_dessert():
    assert half_dessert_to("tuna_wasabi tuna", "", "") == "A"


def test_a_joker_does_not_mark_its_category():
    assert half_dessert_to("tuna joker>tuna shrimp", "salmon cucumber_wasabi", "") == "A"


def test_a_half_joker_in_a_category_leaves_it_whole_for_the_dessert():
    assert half_dessert_to("tuna joker>tuna", "shrimp", "") is None


def test_a_joker_on_a_marked_category_leaves_it_half():
    assert half_dessert_to("tuna_wasabi joker>tuna", "shrimp_wasabi", "") is None
    assert half_dessert_to("tuna_wasabi joker>tuna", "shrimp", "") == "B"


@pytest.mark.parametrize(("advanced", "seat"), [(False, 2), (True, 1)])
def test_a_match_is_played_by_the_basic_or_the_advanced_rules(advanced, seat):
    # Tuna: 2 (1½), 2 and 1. Categories: 4 (3), 4 and 3.
    table = (
        "tuna joker>tuna cucumber shrimp_wasabi salmon_wasabi",
        "tuna tuna shrimp salmon mackerel",
        "tuna mackerel mackerel salmon salmon",
    )
    assert {(seat, "tuna"), (seat, "dessert")} <= set(took(play(table, advanced=advanced).log))


# --- The tokens ---

OTHERS = [1, 2, None]  # all but the owner of the tuna token in the meal, a spectator among them


def meals(number, *orders):
    """Matches in which `number` of the three meals have been eaten, with these orders of the tuna
    tokens.
    """
    same = {pile: values for pile, values in TOKENS.items() if pile != "tuna"}
    return [
        play(MEAL, MEAL, MEAL, turns=5 * number, order={**same, "tuna": order}) for order in orders
    ]


def test_tokens_are_taken_from_the_top_of_their_pile():
    (match,) = meals(3, (5, 3, 4))
    assert worths(match.log, 0, "tuna") == [5, 3, 4]
    assert worths(match.log, 0, "shrimp") == [2, 4, 4]


def test_piles_shrink_by_the_tokens_taken():
    assert play(MEAL).view(2).piles == dict.fromkeys(TOKENS, 2)
    assert play(MEAL, MEAL).view(None).piles == dict.fromkeys(TOKENS, 1)
    assert play(MEAL, MEAL, MEAL).view(0).piles == dict.fromkeys(TOKENS, 0)


def test_piles_are_shuffled():
    first = {pile: set() for pile in TOKENS}
    for seed in range(60):
        seen = {}
        for event in rest_of_game(deal(4, seed)).log:
            if isinstance(event, Took):
                seen.setdefault(event.token, event.worth)
        for pile, worth in seen.items():
            first[pile].add(worth)
    assert first == {pile: set(values) for pile, values in TOKENS.items()}


def test_a_token_that_nobody_takes_stays_on_top_of_its_pile():
    # All have one tuna and one mackerel in the first round.
    tied = (
        "tuna mackerel shrimp shrimp shrimp",
        "tuna mackerel salmon salmon salmon",
        "tuna mackerel cucumber cucumber cucumber",
    )
    match = play(tied, MEAL, turns=5, order={"tuna": (5, 3, 4)})
    assert took(match.log) == [(0, "shrimp"), (1, "salmon"), (2, "cucumber")]
    assert match.view(0).piles == {
        **dict.fromkeys(TOKENS, 3),
        "shrimp": 2,
        "salmon": 2,
        "cucumber": 2,
    }
    match = play(tied, MEAL, order={"tuna": (5, 3, 4)})
    assert worths(match.log, 0, "tuna") == [5]
    assert match.view(0).piles["tuna"] == 2


def test_tokens_are_taken_in_the_order_of_the_piles_and_bring_no_points_yet():
    kinds = [type(event) for event in play(MEAL, MEAL, turns=5).log]
    assert kinds[kinds.index(Took) :][:7] == [Took] * 6 + [Scored]
    assert scored(play(MEAL)) == [({}, False)]


def test_a_player_keeps_the_tokens_of_all_rounds():
    (match,) = meals(2, (5, 3, 4))
    assert tokens(match.view(0), 0) == [("shrimp", 2), ("shrimp", 4), ("tuna", 3), ("tuna", 5)]


def test_the_owner_knows_what_a_token_is_worth():
    (match,) = meals(1, (5, 3, 4))
    view = match.view(0)
    assert tokens(view, 0) == [("shrimp", 2), ("tuna", 5)]
    assert worths(view.log, 0, "tuna") == [5]


@pytest.mark.parametrize("seat", OTHERS)
def test_others_see_which_token_was_taken_and_not_what_it_is_worth(seat):
    (match,) = meals(1, (5, 3, 4))
    view = match.view(seat)
    assert took(view.log) == MEAL_TAKES
    assert tokens(view, 0) == [("shrimp", None), ("tuna", None)]


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("seat", OTHERS)
def test_values_of_others_are_hidden_until_the_end(seat, rounds):
    first, second = (match.view(seat) for match in meals(rounds, (5, 3, 4), (3, 4, 5)))
    assert first.facts() == second.facts()
    assert first.log == second.log
    assert lines(first) == lines(second) != []
    assert first.scores == second.scores == (0, 0, 0)


def test_the_owner_sees_the_difference():
    first, second = (match.view(0) for match in meals(1, (5, 3, 4), (3, 4, 5)))
    assert first.facts() != second.facts()


def test_nobody_knows_what_lies_on_a_pile():
    first, second = meals(1, (5, 3, 4), (5, 4, 3))
    for seat in (0, *OTHERS):
        assert first.view(seat).facts() == second.view(seat).facts()


@pytest.mark.parametrize("seat", [0, *OTHERS])
def test_all_values_are_open_at_the_end(seat):
    (match,) = meals(3, (5, 3, 4))
    view = match.view(seat)
    assert tokens(view, 0) == [
        ("shrimp", 2),
        ("shrimp", 4),
        ("shrimp", 4),
        ("tuna", 3),
        ("tuna", 4),
        ("tuna", 5),
    ]
    assert worths(view.log, 0, "tuna") == [5, 3, 4]
    assert view.scores == (22, 24, 7)


def imagined(match, seat, player):
    """What a seat may imagine that the only tuna token of a player is worth."""
    worth = set()
    for number in range(60):
        view = match.view(seat).sample(Random(number)).view(player)
        worth |= {token.worth for token in view.tokens[player] if token.pile == "tuna"}
    return worth


def test_a_token_of_somebody_else_may_be_any_of_its_pile():
    (match,) = meals(1, (5, 3, 4))
    assert [imagined(match, seat, 0) for seat in (0, *OTHERS)] == [
        {5},
        {3, 4, 5},
        {3, 4, 5},
        {3, 4, 5},
    ]


def test_a_token_of_somebody_else_is_none_that_one_holds():
    # In the second round seat 1 has the tuna.
    match = play(MEAL, (MEAL[2], MEAL[0], MEAL[1]), order={"tuna": (5, 3, 4)})
    assert (imagined(match, 0, 1), imagined(match, 1, 0)) == ({3, 4}, {4, 5})
    assert imagined(match, 2, 0) == {3, 4, 5}


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_keeps_the_tokens(form):
    match = play(MEAL, MEAL, MEAL, order={"tuna": (5, 3, 4)}, advanced=True)
    again = kaiten.load_match(getattr(match.record(), form)())
    assert again.log == match.log
    assert again.scores == match.scores


# --- Other values of tokens ---


@pytest.mark.parametrize(
    "values", [{"tuna": [9, 1, 1], "dessert": [0, 7, 0]}, "tuna:1,9,1/dessert:7,0,0"]
)
def test_an_option_replaces_values_of_tokens(values):
    text = "tuna:1,1,9/shrimp:2,4,4/salmon:2,2,4/cucumber:1,3,3/mackerel:1,2,3/dessert:0,0,7"
    match = play(MEAL, MEAL, MEAL, tokens=values)
    assert match.options["tokens"] == text
    assert match.scores == (11 + 10, 8 + 6 + 7, 7)


@pytest.mark.parametrize(
    "values",
    [
        {"tuna": [1, 2]}, {"tuna": [1, 2, 3, 4]}, {"tuna": []}, {"squid": [1, 2, 3]}, {"joker": [1, 2, 3]},
        {"tuna": [-1, 2, 3]}, {"tuna": [1, 2, 100]}, {"tuna": [1, 2, 2.5]}, {"tuna": ["a", "b", "c"]},
        "tuna:1,2", "tuna:1,2,3,4", "tuna", "squid:1,2,3", "tuna_wasabi:1,2,3", "tuna:1,2,x", "tuna:1,2,100",
        "tuna:-1,2,3", "tuna:1,2,2.5", "tuna:3,4,5/tuna:1,1,1", "", 5, True, [1], [], {"tuna": {1, 2, 3}}, {"tuna": "345"},
        {"tuna": [True, 1, 2]}, {7: [1, 2, 3]},
    ],
)  # fmt: skip
def test_three_whole_numbers_from_0_to_99_make_a_pile(values):
    assert (
        deal(tokens={"tuna": [0, 50, 99]})
        .options["tokens"]
        .startswith("tuna:0,50,99/shrimp:2,4,4/")
    )
    with pytest.raises(kaiten.BadOption):
        deal(tokens=values)


# --- The end of the game ---


def places(match):
    return [(place.rank, place.seat, place.score) for place in match.outcome().ranking]


def test_the_points_are_the_sum_of_ones_tokens():
    match = play(MEAL, MEAL, MEAL)
    # All tuna and shrimp; all salmon, mackerel and dessert; all cucumber.
    assert match.scores == (12 + 10, 8 + 6 + 10, 7)
    assert scored(match) == [({}, False)] * 3 + [({"tokens": (22, 24, 7)}, True)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tokens_alone_bring_points(players):
    match = rest_of_game(deal(players, seed=7, advanced=True))
    view = match.view(None)
    assert list(match.scores) == [
        sum(worth for _pile, worth in tokens(view, seat)) for seat in match.seats
    ]
    assert sum(match.scores) > 0


def test_there_are_no_points_before_the_end():
    match = play(MEAL, MEAL, MEAL, turns=14)
    assert (match.over, match.scores) == (False, (0, 0, 0))


def test_the_sheet_has_a_line_for_each_category_in_front_and_the_dessert():
    match = play(MEAL)
    cards = [{line.card for line in match.sheet(round=1).of(seat=seat)} for seat in match.seats]
    assert cards == [
        {"tuna", "shrimp", "dessert"},
        {"shrimp", "salmon", "cucumber", "mackerel", "dessert"},
        {"tuna", "salmon", "cucumber", "dessert"},
    ]
    assert {line.points for line in match.sheet(round=1)} == {0}


def test_the_sheet_has_the_points_of_the_tokens_at_the_end():
    match = play(MEAL, MEAL, MEAL)
    points = {(line.seat, line.points) for line in match.sheet(round=3) if line.card == "tokens"}
    assert points == {(0, 22), (1, 24), (2, 7)}
    assert [match.sheet().of(seat=seat).points for seat in match.seats] == [22, 24, 7]


def test_most_points_win():
    match = play(MEAL, MEAL, MEAL)
    assert match.outcome().winners == (1,)
    assert places(match) == [(1, 1, 24), (2, 0, 22), (3, 2, 7)]


def test_a_tie_is_a_shared_victory():
    match = play(MEAL, MEAL, MEAL, tokens={"tuna": [4, 4, 4], "shrimp": [4, 4, 4]})
    assert match.outcome().winners == (0, 1)
    assert places(match) == [(1, 0, 24), (1, 1, 24), (3, 2, 7)]


def test_lower_ranks_are_shared_too():
    match = play(MEAL, MEAL, MEAL, tokens={"cucumber": [8, 7, 7]})
    assert match.outcome().winners == (1,)
    assert places(match) == [(1, 1, 24), (2, 0, 22), (2, 2, 22)]


def test_neither_the_number_of_tokens_nor_the_dessert_breaks_a_tie():
    assert ranking({"tuna": [4]}, {"salmon": [2, 2]}, {}) == [(1, "A"), (1, "B"), (3, "C")]
    assert ranking({"tuna": [3], "shrimp": [2]}, {}, {"dessert": [5]}) == [
        (1, "A"),
        (1, "C"),
        (3, "B"),
    ]


def test_all_may_win_together():
    assert ranking({"tuna": [3]}, {"dessert": [3]}, {"cucumber": [3]}) == [
        (1, "A"),
        (1, "B"),
        (1, "C"),
    ]


# --- What cannot be on a table ---


def refused(*trays, **more):
    with pytest.raises(kaiten.BadTable):
        count(*trays, **more)


HELD = (
    {"tuna": [5], "shrimp": [4]},
    {"salmon": [2], "mackerel": [1], "dessert": [2, 3]},
    {"cucumber": [3]},
)


def test_a_table_is_counted_to_the_sum_of_the_tokens():
    result = count(*MEAL, held=HELD)
    assert [player["total"] for player in result["players"]] == [9, 8, 3]
    assert [(place["rank"], place["name"], place["total"]) for place in result["ranking"]] == [
        (1, "A", 9),
        (2, "B", 8),
        (3, "C", 3),
    ]


def test_a_table_has_a_line_for_each_category_in_front_and_the_dessert():
    cards = [
        [line["card"] for line in player["lines"]]
        for player in count("tuna shrimp tuna", "", "")["players"]
    ]
    assert [set(line) for line in cards] == [{"tuna", "shrimp", "dessert"}, set(), set()]


@pytest.mark.parametrize("players", [2, 6])
def test_a_table_is_for_three_to_five(players):
    with pytest.raises(kaiten.KaitenError):
        count(*[""] * players)


@pytest.mark.parametrize(
    "tray",
    [
        "joker>tuna",
        "joker>tuna tuna",
        "shrimp joker>tuna",
        "tuna joker",
        "tuna joker>joker",
        "tuna joker>dessert",
    ],
)
def test_a_joker_without_a_category_already_begun_is_refused(tray):
    refused(tray, "tuna", "")


@pytest.mark.parametrize("card", ["nigiri", "wasabi", "joker_wasabi", "shrimp>tuna", "dessert"])
def test_a_card_that_is_not_in_the_box_is_refused(card):
    refused(f"tuna {card}", "", "")


def test_more_than_five_cards_are_refused():
    assert taker("tuna", "tuna tuna shrimp shrimp salmon", "", "") == "A"
    refused("tuna tuna shrimp shrimp salmon salmon", "", "")


@pytest.mark.parametrize("card", [card for card in BOX if card != "joker"])
def test_more_copies_than_the_box_has_are_refused(card):
    copies = [card] * BOX[card]
    trays = [" ".join(copies[:2]), " ".join(copies[2:])]
    assert count(*trays, "", advanced=True)["players"][2]["takes"] == []
    refused(*trays, card, advanced=True)


@pytest.mark.parametrize(
    ("category", "cards"),
    [("tuna", 8), ("shrimp", 7), ("salmon", 6), ("cucumber", 5), ("mackerel", 4)],
)
def test_the_basic_rules_do_not_ask_which_cards_bear_the_mark(category, cards):
    copies = [category] * cards
    trays = [" ".join(copies[:4]), " ".join(copies[4:])]
    assert count(*trays, "")["players"][2]["takes"] == []
    refused(*trays, category)
    refused(*trays, f"{category}_wasabi")


def test_more_jokers_than_the_box_has_are_refused():
    refused("tuna joker>tuna joker>tuna", "tuna joker>tuna", "")


@pytest.mark.parametrize(
    "held",
    [
        ({"tuna": [5]}, {"tuna": [5]}, {}),
        ({"tuna": [6]}, {}, {}),
        ({"salmon": [4, 4]}, {}, {}),
        ({"dessert": [2]}, {"dessert": [2]}, {}),
        ({"squid": [3]}, {}, {}),
    ],
)
def test_more_tokens_of_a_value_than_the_pile_has_are_refused(held):
    refused("", "", "", held=held)


def test_tokens_are_those_of_the_option():
    held = ({"tuna": [9]}, {"tuna": [1]}, {})
    totals = [
        player["total"] for player in count("", "", "", held=held, tokens="tuna:1,1,9")["players"]
    ]
    assert totals == [9, 1, 0]
    refused("", "", "", held=({"tuna": [5]}, {}, {}), tokens="tuna:1,1,9")


def test_tokens_before_the_end_are_refused():
    refused(*MEAL, held=HELD, final=False)


def test_tokens_that_contradict_the_cards_are_refused():
    # The first has the most tuna.
    refused(*MEAL, held=({"shrimp": [4]}, *HELD[1:]))
    refused(*MEAL, held=({"shrimp": [4]}, {**HELD[1], "tuna": [5]}, HELD[2]))


def test_points_from_earlier_are_refused():
    players = [{"name": name, "cards": ["tuna"], "before": 3} for name in "ABC"]
    with pytest.raises(kaiten.BadTable):
        score_table({"game": "sushi-draft", "players": players})
