"""The rules of Sushi Go Party!: menus, the box, rounds and the deck."""

from collections import Counter

import pytest

import kaiten

from .party import (
    APPETIZERS,
    BOX,
    DESSERTS,
    HAND_SIZES,
    MENUS,
    ROLLS,
    SPECIALS,
    box,
    dull,
    earned,
    hands,
    kept,
    play,
    rest_of_game,
    rest_of_round,
    step,
    trays,
    turn,
    unseen,
)


def deal(players=4, seed=1, **options):
    return kaiten.deal("sushi-go-party", players, seed=seed, **options)


def refusal(players=4, **options):
    """Why a match cannot be dealt."""
    with pytest.raises(kaiten.KaitenError) as refused:
        deal(players, **options)
    return str(refused.value).lower()


# --- Menus ---


@pytest.mark.parametrize(("name", "dishes"), MENUS.items())
def test_the_books_eight_menus(name, dishes):
    assert deal(menu=name).options["menu"] == dishes


@pytest.mark.parametrize(
    ("name", "few", "many"),
    [
        ("my-first-meal", 2, 8),
        ("sushi-go", 2, 8),
        ("party-sampler", 2, 6),
        ("master-menu", 3, 8),
        ("points-platter", 3, 6),
        ("cutthroat-combo", 3, 8),
        ("big-banquet", 3, 8),
        ("dinner-for-two", 2, 6),
    ],
)
def test_a_menu_is_for_as_many_players_as_all_of_its_cards(name, few, many):
    for players in range(2, 9):
        if few <= players <= many:
            assert deal(players, menu=name).options["menu"] == MENUS[name]
        else:
            assert refusal(players, menu=name)


def test_a_menu_can_be_put_together_a_la_carte_in_any_order():
    match = deal(menu="fruit,wasabi,miso_soup,eel,chopsticks,tofu,temaki")
    assert match.options["menu"] == "temaki,eel,tofu,miso_soup,chopsticks,wasabi,fruit"


def test_a_menu_a_la_carte_may_be_one_of_the_books():
    assert deal(menu=MENUS["master-menu"]).options["menu"] == MENUS["master-menu"]


@pytest.mark.parametrize(
    ("menu", "reason"),
    [
        ("maki,temaki,tempura,sashimi,dumpling,wasabi,tea,pudding", "roll"),
        ("tempura,sashimi,dumpling,wasabi,tea,pudding", "roll"),
        ("maki,tempura,sashimi,wasabi,tea,pudding", "appetizer"),
        ("maki,tempura,sashimi,dumpling,eel,wasabi,tea,pudding", "appetizer"),
        ("maki,tempura,sashimi,dumpling,wasabi,pudding", "special"),
        ("maki,tempura,sashimi,dumpling,wasabi,tea,soy_sauce,pudding", "special"),
        ("maki,tempura,sashimi,dumpling,wasabi,tea", "dessert"),
        ("maki,tempura,sashimi,dumpling,wasabi,tea,pudding,fruit", "dessert"),
        ("maki,tempura,sashimi,pizza,wasabi,tea,pudding", "pizza"),
        ("maki,tempura,sashimi,squid_nigiri,wasabi,tea,pudding", "squid_nigiri"),
        ("maki,tempura,tempura,sashimi,wasabi,tea,pudding", "tempura"),
        ("grand-buffet", "grand-buffet"),
    ],
)
def test_a_menu_has_one_roll_three_appetizers_two_specials_and_one_dessert(menu, reason):
    assert reason in refusal(menu=menu)


@pytest.mark.parametrize(
    ("menu", "players", "reason"),
    [
        ("maki,tempura,sashimi,dumpling,spoon,tea,pudding", [2], "spoon"),
        ("maki,tempura,sashimi,edamame,tea,wasabi,pudding", [2], "edamame"),
        ("maki,tempura,sashimi,dumpling,menu,tea,pudding", [7, 8], "menu"),
        ("maki,tempura,sashimi,dumpling,tea,special_order,pudding", [7, 8], "special order"),
    ],
)
def test_spoon_and_edamame_are_not_for_two_and_menu_and_special_order_not_for_seven_or_eight(
    menu, players, reason
):
    for number in range(2, 9):
        if number in players:
            assert reason in refusal(number, menu=menu).replace("_", " ")
        else:
            assert deal(number, menu=menu).options["menu"] == menu


@pytest.mark.parametrize("players", HAND_SIZES)
def test_a_random_menu_is_legal(players):
    for seed in range(25):
        dishes = deal(players, seed, menu="random").options["menu"].split(",")
        assert len(set(dishes)) == 7
        assert [
            sum(dish in group for dish in dishes)
            for group in (ROLLS, APPETIZERS, SPECIALS, DESSERTS)
        ] == [
            1,
            3,
            2,
            1,
        ]
        if players == 2:
            assert not {"spoon", "edamame"} & set(dishes)
        if players > 6:
            assert not {"menu", "special_order"} & set(dishes)


def test_a_random_menu_is_decided_by_the_seed():
    menus = [deal(seed=seed, menu="random").options["menu"] for seed in range(25)]
    assert menus == [deal(seed=seed, menu="random").options["menu"] for seed in range(25)]
    assert len(set(menus)) > 20


def test_every_dish_comes_up_in_random_menus():
    seen = {
        dish
        for seed in range(200)
        for dish in deal(seed=seed, menu="random").options["menu"].split(",")
    }
    assert seen == {*ROLLS, *APPETIZERS, *SPECIALS, *DESSERTS}


def test_the_french_edition_is_the_usual_one():
    assert deal(menu="sushi-go").options["edition"] == "fr"
    assert deal(menu="sushi-go", edition="en").options["edition"] == "en"
    assert refusal(menu="sushi-go", edition="de")


@pytest.mark.parametrize("option", [{"direction": "alternate"}, {"variant": "robot"}])
def test_left_right_left_and_the_robot_are_not_for_the_party(option):
    with pytest.raises(kaiten.BadOption):
        deal(2, menu="sushi-go", **option)


# --- The box and the deal ---


@pytest.mark.parametrize("dish", BOX)
def test_the_box_has_so_many_copies_of_each_card(dish):
    usual = ["maki", "tempura", "sashimi", "dumpling", "wasabi", "tea", "pudding"]
    for group in (ROLLS, APPETIZERS, SPECIALS, DESSERTS):
        if dish in group and dish not in usual:
            usual[usual.index(next(other for other in usual if other in group))] = dish
    cards = unseen(deal(menu=",".join(usual)))
    assert {kind: cards[kind] for kind in BOX[dish]} == BOX[dish]


def test_the_whole_box_has_181_cards():
    sizes = {dish: sum(kinds.values()) for dish, kinds in BOX.items()}
    assert sum(sizes.values()) == 181
    assert {sizes[dish] for dish in ROLLS} == {12}
    assert {sizes[dish] for dish in APPETIZERS} == {8}
    assert {sizes[dish] for dish in SPECIALS} == {3}
    assert {sizes[dish] for dish in DESSERTS} == {15}


@pytest.mark.parametrize(("name", "dishes"), MENUS.items())
def test_a_game_has_the_nigiri_and_the_dishes_of_its_menu_alone(name, dishes):
    assert unseen(deal(menu=name)) == box(dishes)
    assert box(dishes).total() == 12 + 12 + 3 * 8 + 2 * 3 + 15


@pytest.mark.parametrize(("players", "size"), HAND_SIZES.items())
def test_hands_are_of_10_9_8_or_7_cards(players, size):
    assert [hand.total() for hand in hands(deal(players, menu="sushi-go"))] == [size] * players


@pytest.mark.parametrize("players", [1, 9])
def test_the_game_is_for_two_to_eight(players):
    with pytest.raises(kaiten.BadPlayers):
        deal(players, menu="sushi-go")


# --- Turns and rounds ---


def test_everybody_chooses_one_card_each_turn():
    match = play("eel", "tofu", "tofu")
    assert trays(match) == (Counter(["eel"]), Counter(["tofu"]), Counter(["tofu"]))


def test_nothing_is_revealed_before_everybody_has_chosen():
    match = deal(2, menu="sushi-go")
    first, second, *_ = match.choices(0)
    assert match.choose(0, first).view(1).facts() == match.choose(0, second).view(1).facts()


def test_a_card_is_chosen_from_ones_own_hand():
    match = play("", "", hold=["", "eel"])
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(1, "eel")
    assert match.waiting == (0, 1)


@pytest.mark.parametrize("round", [1, 2, 3])
def test_hands_pass_to_the_left_neighbour_in_every_round(round):
    match = deal(4, menu="sushi-go")
    while match.round < round:
        match = rest_of_round(match)
    left = [hand - Counter([dull(match, seat)]) for seat, hand in enumerate(hands(match))]
    assert hands(turn(match)) == [left[3], left[0], left[1], left[2]]


@pytest.mark.parametrize(("players", "size"), HAND_SIZES.items())
def test_a_game_has_three_rounds_of_as_many_turns_as_a_hand_has_cards(players, size):
    match, turns = deal(players, menu="sushi-go"), Counter()
    while not match.over:
        assert [hand.total() for hand in hands(match)] == [size + 1 - match.turn] * players
        turns[match.round] += 1
        match = step(match)
    assert turns == {1: size, 2: size, 3: size}


def test_points_of_all_rounds_and_desserts_add_up():
    match = rest_of_game(deal(4, menu="points-platter"))
    assert list(match.scores) == [
        sum(line.points for line in match.sheet().of(seat=seat)) for seat in match.seats
    ]
    assert {line.round for line in match.sheet()} == {1, 2, 3}


def test_desserts_are_scored_after_the_third_round_alone():
    match = rest_of_game(deal(4, menu="master-menu"))
    assert {line.round for line in match.sheet() if line.card == "fruit"} == {3}


# --- Desserts and the deck ---


def desserts_dealt(players, *numbers):
    """A match in whose rounds these numbers of puddings are dealt, played to the last of the rounds."""
    given = {
        round: ["pudding " * min(number, 7), "pudding " * max(number - 7, 0)]
        for round, number in enumerate(numbers, 1)
    }
    match = play(players=players, hands=given)
    while match.round < len(numbers):
        match = rest_of_round(match)
    return match


@pytest.mark.parametrize(("players", "numbers"), [(2, [5]), (5, [5]), (6, [7])])
def test_before_the_first_round_five_or_seven_desserts_are_shuffled_in(players, numbers):
    assert desserts_dealt(players, *numbers).round == 1
    with pytest.raises(kaiten.KaitenError, match="more desserts than have joined"):
        desserts_dealt(players, numbers[0] + 1)


@pytest.mark.parametrize(("players", "more"), [(2, 8), (5, 8), (6, 12)])
def test_before_the_second_round_three_or_five_more_desserts_are_shuffled_in(players, more):
    assert desserts_dealt(players, 0, more).round == 2
    with pytest.raises(kaiten.KaitenError, match="more desserts than have joined"):
        desserts_dealt(players, 0, more + 1)


@pytest.mark.parametrize(("players", "more"), [(2, 10), (5, 10)])
def test_before_the_third_round_two_more_desserts_are_shuffled_in(players, more):
    assert desserts_dealt(players, 0, 0, more).round == 3
    with pytest.raises(kaiten.KaitenError, match="more desserts than have joined"):
        desserts_dealt(players, 0, 0, more + 1)


@pytest.mark.parametrize(
    ("players", "aside", "to_come"), [(4, [10, 7, 5], [5, 2, 0]), (6, [8, 3, 0], [8, 3, 0])]
)
def test_everybody_knows_how_many_desserts_lie_beside_the_deck_and_how_many_of_them_come_later(
    players, aside, to_come
):
    for number in range(3):
        view = desserts_dealt(players, *[0] * (number + 1)).view(0)
        assert (view.round, view.aside, view.to_come) == (
            number + 1,
            aside[number],
            to_come[number],
        )


def test_with_six_players_all_fifteen_desserts_are_in_the_game_in_the_third_round():
    assert desserts_dealt(6, 0, 0, 15).round == 3
    assert desserts_dealt(6, 7, 5, 3).round == 3


@pytest.mark.parametrize(("players", "most"), [(5, 5), (8, 7)])
def test_so_many_desserts_come_up_in_the_first_round_of_many_games(players, most):
    games = [
        sum(hands(deal(players, seed, menu="sushi-go")), Counter())["pudding"]
        for seed in range(100)
    ]
    assert max(games) == most


@pytest.mark.parametrize("players", [2, 5])
def test_desserts_that_were_played_are_not_shuffled_back(players):
    assert desserts_dealt(players, 5, 3, 2).round == 3
    with pytest.raises(kaiten.KaitenError, match="more desserts than have joined"):
        desserts_dealt(players, 5, 4)


def test_desserts_that_were_not_played_stay_in_the_deck():
    assert desserts_dealt(2, 2, 6).round == 2
    with pytest.raises(kaiten.KaitenError, match="more desserts than have joined"):
        desserts_dealt(2, 2, 7)


def test_desserts_stay_in_front_and_everything_else_is_cleared():
    match = rest_of_round(play("pudding", "eel"))
    assert trays(match) == (Counter(), Counter())
    assert (kept(match, 0), kept(match, 1)) == (Counter(["pudding"]), Counter())


def test_desserts_are_kept_to_the_end_of_the_game():
    match = rest_of_game(play("green_tea_ice_cream", "eel", hands={2: (), 3: ()}))
    assert kept(match, 0)["green_tea_ice_cream"] >= 1


def test_desserts_of_all_three_rounds_are_scored_together():
    match = play("pudding", hands={2: ("pudding",), 3: ("pudding",)})
    for round in (2, 3):
        match = rest_of_round(match)
        assert kept(match, 0) == {"pudding": round - 1}
        match = turn(match, "pudding")
    match = rest_of_round(match)
    assert kept(match, 0) == {"pudding": 3}
    assert earned(match, 3, "pudding") == [6, 0]


def test_cards_that_were_played_are_shuffled_back_for_the_next_round():
    trio = "wasabi wasabi wasabi squid_nigiri squid_nigiri squid_nigiri"
    match = rest_of_round(play(hands={1: (trio,), 2: (trio,), 3: ("", trio)}))
    assert match.view(0).hand["wasabi"] == 3
    assert rest_of_round(match).view(1).hand["squid_nigiri"] == 3


@pytest.mark.parametrize("name", [name for name in MENUS if "special_order" not in MENUS[name]])
def test_after_a_round_everything_but_the_desserts_in_front_goes_back_into_the_deck(name):
    match = deal(4, menu=name)
    for _round in (2, 3):
        match = rest_of_round(match)
        assert unseen(match) == box(MENUS[name]) - sum(
            (kept(match, seat) for seat in match.seats), Counter()
        )


# --- The end of the game ---

SAME = "tempura " * 4 + "sashimi " * 3 + "dumpling " * 3


def between_equals(first, second):
    """A match of two who are dealt the same apart from these cards, which come in the last round."""
    last = "tempura " * (4 - len(first.split()) + 1) + "sashimi " * 3 + "dumpling " * 2
    match = play(
        hands={1: (SAME, SAME), 2: (SAME, SAME), 3: (last + first, last + second)},
        dishes="wasabi special_order",
    )
    while match.round < 3:
        match = rest_of_round(match)
    return match


def test_a_match_between_equals_ends_with_two_winners():
    match = turn(between_equals("wasabi", "wasabi"), "wasabi", "wasabi")
    ended = rest_of_game(match).outcome()
    assert ended.winners == (0, 1)
    assert [place.rank for place in ended.ranking] == [1, 1]


def test_a_tied_match_is_won_with_a_dessert():
    match = turn(between_equals("wasabi", "green_tea_ice_cream"), "wasabi", "green_tea_ice_cream")
    match = rest_of_game(match)
    assert match.scores[0] == match.scores[1]
    assert match.outcome().winners == (1,)


def test_a_tied_match_is_won_with_a_special_order_that_became_a_dessert():
    match = between_equals("green_tea_ice_cream special_order", "green_tea_ice_cream wasabi")
    match = turn(match, "green_tea_ice_cream", "green_tea_ice_cream")
    match = turn(match, "wasabi", "special_order / green_tea_ice_cream")
    match = rest_of_game(match)
    assert match.scores[0] == match.scores[1]
    assert match.outcome().winners == (1,)
