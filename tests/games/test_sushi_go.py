"""The rules of Sushi Go!, one test for each."""

from collections import Counter

import pytest

import kaiten
from kaiten.match.events import Dealt, Drew, Script
from kaiten.scoring.score import score_table

BOX = {
    "tempura": 14,
    "sashimi": 14,
    "dumpling": 14,
    "maki_1": 6,
    "maki_2": 12,
    "maki_3": 8,
    "egg_nigiri": 5,
    "salmon_nigiri": 10,
    "squid_nigiri": 5,
    "pudding": 10,
    "wasabi": 6,
    "chopsticks": 4,
}
HAND_SIZES = {2: 10, 3: 9, 4: 8, 5: 7}
PLAIN = ("tempura", "sashimi", "dumpling")  # fills up the hands in which only some cards matter
NAMES = "ABCDE"


# --- A table that is counted ---


def count(*trays, before=None, kept=None, final=False, **options):
    """The points of a table: for each player the cards in the order played, points and puddings
    from earlier.
    """
    before, kept = before or [0] * len(trays), kept or [0] * len(trays)
    players = [
        {"name": name, "cards": tray.split(), "before": points, "kept": ["pudding"] * puddings}
        for name, tray, points, puddings in zip(NAMES, trays, before, kept, strict=False)
    ]
    return score_table(
        {"game": "sushi-go", "options": options, "round": 3, "final": final, "players": players}
    ).data("en")


def points(dish, *trays, **more):
    """What a dish brings each player."""
    return [
        sum(line["points"] for line in player["lines"] if line["card"] == dish)
        for player in count(*trays, **more)["players"]
    ]


def worth(tray):
    """What a player has for a tray when the other one has nothing."""
    return count(tray, "")["players"][0]["round"]


def maki(*trays):
    return points("maki", *trays)


def puddings(*numbers, **options):
    return points("pudding", *[""] * len(numbers), kept=list(numbers), final=True, **options)


def ranking(numbers, before, **options):
    """Ranks and names at the end of a game, from everybody's puddings and points of the rounds."""
    trays = [""] * len(numbers)
    places = count(*trays, kept=list(numbers), before=list(before), final=True, **options)[
        "ranking"
    ]
    return [(place["rank"], place["name"]) for place in places]


# --- A match that is played ---


def begin(*hands, draws=None, **options):
    """A match whose first hands hold these cards and plain ones; with the robot, its pile comes
    last.
    """
    held = [hand.split() for hand in hands]
    spare = Counter(BOX) - Counter(card for hand in held for card in hand)
    plain = Counter({card: spare[card] for card in PLAIN})
    for hand in held:
        while len(hand) < HAND_SIZES[len(hands)]:
            card = plain.most_common(1)[0][0]
            plain[card] -= 1
            hand.append(card)
    # In the first round seat 0 draws for the robot on odd turns, seat 1 on even ones.
    drawn = {(1, turn, (turn - 1) % 2): (card,) for turn, card in (draws or {}).items()}
    players = len(hands) - (options.get("variant") == "robot")
    return kaiten.deal(
        "sushi-go", players, script=Script({1: tuple(map(tuple, held))}, drawn), **options
    )


def begin_with_robot(*hands, draws=None):
    return begin(*hands, draws=draws, variant="robot")


def begin_two_rounds(first, second):
    """A match for two in which seat 0 is dealt one card in the first round and one in the second,
    seat 1 puddings.
    """
    rest = ("sashimi", "dumpling", "maki_2") * 3
    stacked = {
        number: ((card, *rest), ("pudding", *rest)) for number, card in ((1, first), (2, second))
    }
    return kaiten.deal("sushi-go", 2, script=Script(stacked, {}))


def turn(match, *choices):
    """Everybody's choices, in the order of the seats."""
    for seat, choice in enumerate(choices):
        match = match.choose(seat, choice)
    return match


def dull(match, seat):
    """A choice without chopsticks, of plain cards where there are any."""
    single = [choice for choice in match.choices(seat) if len(choice.cards) == 1]
    return min(
        single,
        key=lambda choice: sum(
            card not in PLAIN for card in (choice.cards[0], choice.given) if card
        ),
    )


def dull_turn(match):
    return turn(match, *[dull(match, seat) for seat in match.seats])


def until(match, turn):
    """The match at a later turn of its round."""
    while match.turn < turn:
        match = dull_turn(match)
    return match


def rest_of_round(match):
    round = match.round
    while match.round == round and not match.over:
        match = dull_turn(match)
    return match


def rest_of_game(match):
    while not match.over:
        match = rest_of_round(match)
    return match


def hands(match):
    return [match.view(seat).hand for seat in match.seats]


def trays(match):
    return match.view(0).trays


def dipped(match, seat):
    return match.view(0).dipped[seat]


def takes_two(match, seat):
    """Whether a seat may use chopsticks."""
    return any(len(choice.cards) == 2 for choice in match.choices(seat))


def earned(match, round, seat, dish):
    return sum(line.points for line in match.sheet(round).of(seat=seat) if line.card == dish)


def gives(match, seat):
    """Whether a seat must choose a card for the robot too."""
    return all(choice.given for choice in match.choices(seat))


def holder_of_the_hand_of_seat_0(match):
    """Who holds what seat 0 has left, a turn later."""
    left = match.view(0).hand - Counter(dull(match, 0).cards)
    return hands(dull_turn(match)).index(left)


def dealt(match):
    """All cards dealt in a match so far."""
    return Counter(
        card
        for event in match.log
        if isinstance(event, Dealt)
        for hand in event.hands
        for card in hand
    )


# --- The box and the deal ---


@pytest.mark.parametrize(("card", "copies"), BOX.items())
def test_the_box_has_so_many_copies_of_each_card(card, copies):
    view = kaiten.deal("sushi-go", 4, seed=1).view(0)
    assert (view.hand + view.unseen)[card] == copies


def test_the_box_has_108_cards():
    view = kaiten.deal("sushi-go", 4, seed=1).view(0)
    assert (view.hand + view.unseen).total() == 108


@pytest.mark.parametrize(("players", "size"), HAND_SIZES.items())
def test_hands_are_of_10_9_8_or_7_cards_for_2_to_5_players(players, size):
    match = kaiten.deal("sushi-go", players, seed=1)
    assert [hand.total() for hand in hands(match)] == [size] * players


@pytest.mark.parametrize("players", [1, 6])
def test_the_game_is_for_two_to_five(players):
    with pytest.raises(kaiten.BadPlayers):
        kaiten.deal("sushi-go", players, seed=1)


def test_hands_are_not_shown_to_opponents():
    other = begin("", "", "").view(0).hands[1]
    assert (other.known, other.hidden) == (Counter(), 9)


# --- Turns and rounds ---


def test_everybody_chooses_one_card_each_turn():
    match = begin("tempura sashimi", "dumpling", "sashimi")
    assert match.waiting == (0, 1, 2)
    match = turn(match, "tempura", "dumpling", "sashimi")
    assert trays(match) == (Counter(["tempura"]), Counter(["dumpling"]), Counter(["sashimi"]))


def test_nothing_is_revealed_before_everybody_has_chosen():
    match = begin("tempura", "dumpling").choose(0, "tempura")
    assert match.waiting == (1,)
    assert (
        match.view(1).facts() == begin("tempura", "dumpling").choose(0, "dumpling").view(1).facts()
    )
    assert trays(match) == (Counter(), Counter())


def test_a_card_is_chosen_from_ones_own_hand():
    match = begin("tempura", "pudding")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "pudding")


def test_hands_pass_to_the_left_neighbour():
    match = begin("tempura " * 9, "sashimi " * 9, "dumpling " * 9)
    match = turn(match, "tempura", "sashimi", "dumpling")
    assert hands(match) == [{"dumpling": 8}, {"tempura": 8}, {"sashimi": 8}]


def test_a_hand_has_one_card_less_each_turn():
    match = begin("", "", "")
    for size in range(9, 0, -1):
        assert [hand.total() for hand in hands(match)] == [size] * 3
        match = dull_turn(match)


def test_cards_played_stay_in_front_until_the_round_is_scored():
    match = turn(begin("tempura sashimi", "tempura sashimi"), "tempura", "tempura")
    match = turn(match, "sashimi", "sashimi")
    assert trays(match) == (Counter(["tempura", "sashimi"]),) * 2


def test_the_last_card_of_a_hand_is_played_too():
    match = until(begin("", ""), 10)
    assert [len(match.choices(seat)) for seat in match.seats] == [1, 1]
    assert rest_of_round(match).round == 2


def test_the_last_card_counts():
    # The nigiri is left for last in seat 0's first hand, which is then with seat 1.
    match = until(begin("squid_nigiri", ""), 10)
    assert match.view(1).hand == {"squid_nigiri": 1}
    assert earned(rest_of_round(match), 1, 1, "nigiri") == 3


@pytest.mark.parametrize(("players", "size"), HAND_SIZES.items())
def test_a_game_has_three_rounds_of_as_many_turns_as_a_hand_has_cards(players, size):
    match, turns = kaiten.deal("sushi-go", players, seed=2), Counter()
    while not match.over:
        turns[match.round] += 1
        match = dull_turn(match)
    assert turns == {1: size, 2: size, 3: size}


@pytest.mark.parametrize("round", [1, 2, 3])
def test_hands_pass_left_in_every_round(round):
    match = kaiten.deal("sushi-go", 4, seed=3)
    while match.round < round:
        match = rest_of_round(match)
    assert match.view(0).passes == "left"
    assert holder_of_the_hand_of_seat_0(match) == 1


@pytest.mark.parametrize(
    ("round", "direction", "neighbour"), [(1, "left", 1), (2, "right", 3), (3, "left", 1)]
)
def test_left_right_left_passes_right_in_the_second_round(round, direction, neighbour):
    match = kaiten.deal("sushi-go", 4, seed=3, direction="alternate")
    while match.round < round:
        match = rest_of_round(match)
    assert match.view(0).passes == direction
    assert holder_of_the_hand_of_seat_0(match) == neighbour


@pytest.mark.parametrize("players", HAND_SIZES)
@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_dealt_more_often_in_three_rounds_than_the_box_has_it(players, seed):
    cards = dealt(rest_of_game(kaiten.deal("sushi-go", players, seed=seed)))
    assert cards <= Counter(BOX)
    assert cards.total() == 3 * players * HAND_SIZES[players]


@pytest.mark.parametrize("card", ["wasabi", "chopsticks", "squid_nigiri", "egg_nigiri", "pudding"])
def test_cards_played_are_not_shuffled_back(card):
    match = rest_of_round(
        begin(f"{card} " * min(BOX[card], 7), f"{card} " * max(BOX[card] - 7, 0), "", "", "")
    )
    for _round in (2, 3):
        assert sum(hands(match), Counter())[card] == 0
        match = rest_of_round(match)


def test_each_round_is_dealt_from_the_pile_in_full_hands():
    match = kaiten.deal("sushi-go", 5, seed=4)
    for _round in (1, 2, 3):
        assert [hand.total() for hand in hands(match)] == [7] * 5
        match = rest_of_round(match)


def test_puddings_stay_in_front_and_everything_else_is_cleared():
    match = turn(begin("pudding", "tempura"), "pudding", "tempura")
    match = rest_of_round(match)
    assert trays(match) == (Counter(), Counter())
    assert match.view(0).kept == (Counter(["pudding"]), Counter())


def test_puddings_are_kept_to_the_end_of_the_game():
    match = turn(begin("pudding", "tempura"), "pudding", "tempura")
    match = rest_of_game(match)
    assert match.view(0).kept[0]["pudding"] >= 1
    assert {line.round for line in match.sheet() if line.card == "pudding"} == {3}


def test_points_of_all_rounds_and_puddings_add_up():
    match = rest_of_game(kaiten.deal("sushi-go", 4, seed=5))
    assert list(match.scores) == [
        sum(line.points for line in match.sheet().of(seat=seat)) for seat in match.seats
    ]
    assert {line.round for line in match.sheet()} == {1, 2, 3}


def test_points_of_earlier_rounds_are_kept():
    totals = [
        player["total"] for player in count("tempura tempura", "", before=[10, 20])["players"]
    ]
    assert totals == [15, 20]


# --- Maki ---


def test_most_maki_symbols_score_six_and_second_most_three():
    assert maki("maki_3", "maki_2", "maki_1") == [6, 3, 0]


def test_the_books_example_of_maki():
    assert maki("maki_3 maki_2", "maki_3", "maki_2 maki_1", "maki_2") == [6, 1, 1, 0]


def test_maki_symbols_of_all_cards_are_added_up():
    assert maki("maki_1 maki_2 maki_3", "maki_3 maki_2", "maki_2 maki_2") == [6, 3, 0]


def test_maki_counts_symbols_and_not_cards():
    assert maki("maki_1 maki_1", "maki_3") == [3, 6]


def test_other_cards_between_maki_do_not_matter():
    assert maki("maki_2 tempura maki_2", "maki_3") == [6, 3]


@pytest.mark.parametrize(("tied", "each"), [(2, 3), (3, 2), (4, 1), (5, 1)])
def test_a_tie_for_most_maki_shares_six_and_drops_the_remainder(tied, each):
    assert maki(*["maki_1"] * tied, *[""] * (5 - tied)) == [each] * tied + [0] * (5 - tied)


def test_a_tie_for_most_maki_leaves_no_second_place():
    assert maki("maki_3", "maki_3", "maki_2", "maki_1") == [3, 3, 0, 0]


@pytest.mark.parametrize(("tied", "each"), [(2, 1), (3, 1), (4, 0)])
def test_a_tie_for_second_most_maki_shares_three_and_drops_the_remainder(tied, each):
    assert maki("maki_3", *["maki_1"] * tied, *[""] * (4 - tied)) == [6] + [each] * tied + [0] * (
        4 - tied
    )


def test_two_players_who_tie_for_maki_have_three_each():
    assert maki("maki_2", "maki_1 maki_1") == [3, 3]


def test_one_maki_symbol_is_enough_for_a_place():
    assert maki("maki_1", "", "") == [6, 0, 0]


def test_first_place_in_maki_needs_a_symbol():
    assert maki("tempura", "sashimi", "") == [0, 0, 0]


def test_second_place_in_maki_needs_a_symbol():
    assert maki("maki_3", "tempura", "") == [6, 0, 0]


def test_maki_are_scored_every_round():
    match = begin("maki_3", "maki_2", "maki_1")
    match = rest_of_round(turn(match, "maki_3", "maki_2", "maki_1"))
    assert [earned(match, 1, seat, "maki") for seat in match.seats] == [6, 3, 0]


# --- Tempura, sashimi, dumplings ---


def test_one_tempura_is_worth_nothing():
    assert worth("tempura") == 0


def test_two_tempura_are_worth_five():
    assert worth("tempura tempura") == 5


@pytest.mark.parametrize(
    ("cards", "points"), [(3, 5), (4, 10), (5, 10), (6, 15), (7, 15), (8, 20), (9, 20), (10, 25)]
)
def test_every_pair_of_tempura_is_worth_five(cards, points):
    assert worth("tempura " * cards) == points


@pytest.mark.parametrize("cards", [1, 2])
def test_one_or_two_sashimi_are_worth_nothing(cards):
    assert worth("sashimi " * cards) == 0


def test_three_sashimi_are_worth_ten():
    assert worth("sashimi sashimi sashimi") == 10


@pytest.mark.parametrize(
    ("cards", "points"), [(4, 10), (5, 10), (6, 20), (7, 20), (8, 20), (9, 30), (10, 30)]
)
def test_every_three_sashimi_are_worth_ten(cards, points):
    assert worth("sashimi " * cards) == points


@pytest.mark.parametrize(("cards", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_dumplings_are_worth_1_3_6_10_15(cards, points):
    assert worth("dumpling " * cards) == points


@pytest.mark.parametrize("cards", [6, 7, 10])
def test_more_than_five_dumplings_are_still_worth_15(cards):
    assert worth("dumpling " * cards) == 15


def test_sets_need_not_be_played_in_a_row():
    assert worth("tempura sashimi dumpling sashimi tempura dumpling sashimi") == 5 + 10 + 3


def test_sets_are_ones_own():
    assert count("tempura", "tempura")["players"][0]["round"] == 0


def test_sets_do_not_reach_into_the_next_round():
    match = begin_two_rounds("tempura", "tempura")
    for round in (1, 2):
        match = rest_of_round(turn(match, "tempura", "pudding"))
        assert earned(match, round, 0, "tempura") == 0


# --- Nigiri and wasabi ---

NIGIRI = [("egg_nigiri", 1), ("salmon_nigiri", 2), ("squid_nigiri", 3)]


@pytest.mark.parametrize(("nigiri", "points"), NIGIRI)
def test_nigiri_are_worth_1_2_or_3(nigiri, points):
    assert worth(nigiri) == points


@pytest.mark.parametrize(("nigiri", "points"), NIGIRI)
def test_nigiri_on_wasabi_are_worth_three_times_as_much(nigiri, points):
    assert worth(f"wasabi {nigiri}") == 3 * points


def test_several_nigiri_add_up():
    assert worth("egg_nigiri salmon_nigiri squid_nigiri squid_nigiri") == 9


@pytest.mark.parametrize("cards", [1, 2, 6])
def test_wasabi_without_nigiri_is_worth_nothing(cards):
    assert worth("wasabi " * cards) == 0


def test_the_next_nigiri_must_go_on_the_wasabi():
    assert worth("wasabi egg_nigiri squid_nigiri") == 3 + 3


def test_a_player_cannot_keep_a_nigiri_off_the_wasabi():
    match = turn(begin("wasabi", "egg_nigiri squid_nigiri tempura"), "wasabi", "tempura")
    assert [choice.text for choice in match.choices(0) if "egg_nigiri" in choice.cards] == [
        "egg_nigiri"
    ]
    match = turn(match, "egg_nigiri", dull(match, 1))
    assert dipped(match, 0) == {"egg_nigiri": 1}


def test_only_one_nigiri_goes_on_each_wasabi():
    assert worth("wasabi squid_nigiri squid_nigiri") == 9 + 3


def test_with_several_wasabi_each_takes_a_nigiri():
    assert worth("wasabi wasabi squid_nigiri salmon_nigiri egg_nigiri") == 9 + 6 + 1


def test_a_second_wasabi_works_after_the_first_was_used():
    assert worth("wasabi egg_nigiri wasabi squid_nigiri salmon_nigiri") == 3 + 9 + 2


def test_a_wasabi_left_over_does_not_spoil_the_used_one():
    assert worth("wasabi wasabi salmon_nigiri") == 6


def test_a_nigiri_played_before_the_wasabi_is_plain():
    assert worth("squid_nigiri wasabi") == 3


def test_a_wasabi_waits_for_its_nigiri_while_other_cards_are_played():
    assert worth("wasabi pudding chopsticks tempura squid_nigiri") == 9


@pytest.mark.parametrize(
    ("card", "plain"), [("tempura", 0), ("dumpling", 1), ("maki_1", 6), ("pudding", 0)]
)
def test_wasabi_changes_nothing_but_nigiri(card, plain):
    assert worth(f"wasabi {card}") == plain


def test_the_wasabi_of_an_opponent_does_not_help():
    assert points("nigiri", "wasabi", "squid_nigiri") == [0, 3]


def test_wasabi_does_not_last_into_the_next_round():
    match = begin_two_rounds("wasabi", "squid_nigiri")
    match = rest_of_round(turn(match, "wasabi", "pudding"))
    match = turn(match, "squid_nigiri", "pudding")
    assert dipped(match, 0) == {}
    assert earned(rest_of_round(match), 2, 0, "nigiri") == 3


# --- Chopsticks ---


def with_chopsticks(hand):
    """Seat 0 has chopsticks in front and holds these cards, in a match for two."""
    return turn(begin("chopsticks tempura", hand + " tempura"), "chopsticks", "tempura")


def test_chopsticks_are_worth_nothing():
    assert worth("chopsticks " * 4) == 0


def test_chopsticks_do_not_work_on_the_turn_on_which_they_are_played():
    match = begin("chopsticks tempura sashimi", "tempura")
    assert not takes_two(match, 0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "chopsticks+tempura")


def test_two_cards_cannot_be_taken_without_chopsticks_in_front():
    match = with_chopsticks("wasabi squid_nigiri")
    assert not takes_two(match, 1)


def test_chopsticks_take_two_cards_on_a_later_turn():
    match = with_chopsticks("maki_1 maki_3")
    match = turn(match, "maki_1+maki_3", "tempura")
    assert trays(match)[0] == {"maki_1": 1, "maki_3": 1}


def test_chopsticks_may_wait():
    match = until(with_chopsticks(""), 6)
    assert trays(match)[0]["chopsticks"] == 1
    assert takes_two(match, 0)


def test_chopsticks_need_not_be_used():
    match = with_chopsticks("maki_1")
    assert "maki_1" in match.choices(0)
    assert trays(turn(match, "maki_1", "tempura"))[0] == {"chopsticks": 1, "maki_1": 1}


def test_the_two_cards_are_secret_until_the_reveal():
    match = with_chopsticks("maki_1 maki_3")
    assert (
        match.choose(0, "maki_1+maki_3").view(1).facts()
        == match.choose(0, "tempura").view(1).facts()
    )


def test_both_cards_taken_with_chopsticks_are_scored():
    match = with_chopsticks("squid_nigiri salmon_nigiri")
    match = rest_of_round(turn(match, "squid_nigiri+salmon_nigiri", "tempura"))
    assert earned(match, 1, 0, "nigiri") == 5


def test_with_chopsticks_wasabi_then_nigiri_is_dipped():
    match = turn(with_chopsticks("wasabi squid_nigiri"), "wasabi+squid_nigiri", "tempura")
    assert dipped(match, 0) == {"squid_nigiri": 1}
    assert earned(rest_of_round(match), 1, 0, "nigiri") == 9


def test_with_chopsticks_nigiri_then_wasabi_is_not_dipped():
    match = turn(with_chopsticks("wasabi squid_nigiri"), "squid_nigiri+wasabi", "tempura")
    assert dipped(match, 0) == {}
    assert earned(rest_of_round(match), 1, 0, "nigiri") == 3


def test_with_chopsticks_nigiri_then_wasabi_leaves_the_wasabi_for_the_next_nigiri():
    match = turn(
        with_chopsticks("wasabi squid_nigiri egg_nigiri"), "squid_nigiri+wasabi", "tempura"
    )
    match = dull_turn(match)
    match = turn(match, "egg_nigiri", dull(match, 1))
    assert dipped(match, 0) == {"egg_nigiri": 1}


@pytest.mark.parametrize("order", [("egg_nigiri", "squid_nigiri"), ("squid_nigiri", "egg_nigiri")])
def test_with_chopsticks_the_first_of_two_nigiri_goes_on_the_wasabi(order):
    match = begin("chopsticks egg_nigiri squid_nigiri", "wasabi")
    match = turn(match, "chopsticks", dull(match, 1))
    match = turn(match, "wasabi", dull(match, 1))
    match = turn(match, "+".join(order), dull(match, 1))
    assert dipped(match, 0) == {order[0]: 1}


def test_used_chopsticks_go_into_the_hand_of_the_left_neighbour():
    match = begin("maki_1 maki_3 tempura", "chopsticks", "tempura", "tempura")
    match = turn(match, "tempura", "chopsticks", "tempura", "tempura")
    match = turn(match, dull(match, 0), "maki_1+maki_3", dull(match, 2), dull(match, 3))
    assert [hand["chopsticks"] for hand in hands(match)] == [0, 0, 1, 0]
    assert trays(match)[1] == {"maki_1": 1, "maki_3": 1}


def test_used_chopsticks_go_right_in_the_second_round_of_left_right_left():
    first = [["tempura"] * 8, ["sashimi"] * 8, ["dumpling"] * 8, ["salmon_nigiri"] * 8]
    second = [
        ["maki_3"] * 8,
        ["chopsticks"] + ["maki_2"] * 7,
        ["pudding"] * 8,
        ["wasabi"] * 6 + ["maki_1"] * 2,
    ]
    stacked = {1: tuple(map(tuple, first)), 2: tuple(map(tuple, second))}
    match = rest_of_round(
        kaiten.deal("sushi-go", 4, script=Script(stacked, {}), direction="alternate")
    )
    match = turn(match, "maki_3", "chopsticks", "pudding", "wasabi")
    match = turn(match, "maki_2", "pudding+pudding", "wasabi", "maki_3")
    assert [hand["chopsticks"] for hand in hands(match)] == [1, 0, 0, 0]


def test_hands_stay_equal_when_chopsticks_are_used():
    match = turn(with_chopsticks("maki_1 maki_3"), "maki_1+maki_3", "tempura")
    assert [hand.total() for hand in hands(match)] == [8, 8]


def test_chopsticks_can_be_used_again_by_the_neighbour():
    match = begin("chopsticks", "maki_1 maki_3")
    match = turn(match, "chopsticks", "tempura")
    match = turn(match, "maki_1+maki_3", "tempura")
    match = turn(match, "tempura", "chopsticks")
    assert takes_two(match, 1)
    assert not takes_two(match, 0)


def two_chopsticks_in_front():
    match = begin("chopsticks chopsticks", "tempura sashimi dumpling")
    match = dull_turn(turn(match, "chopsticks", "dumpling"))
    return turn(match, "chopsticks", dull(match, 1))


def test_several_chopsticks_may_lie_in_front():
    assert trays(two_chopsticks_in_front())[0]["chopsticks"] == 2


def test_only_one_chopsticks_is_used_a_turn():
    match = two_chopsticks_in_front()
    assert max(len(choice.cards) for choice in match.choices(0)) == 2
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "tempura+sashimi+dumpling")


def test_the_second_chopsticks_stays_for_another_turn():
    match = two_chopsticks_in_front()
    match = turn(match, "tempura+sashimi", dull(match, 1))
    assert trays(match)[0]["chopsticks"] == 1
    assert match.view(1).hand["chopsticks"] == 1
    assert takes_two(match, 0)


def test_chopsticks_are_gone_once_they_were_used():
    match = turn(with_chopsticks("maki_1 maki_3"), "maki_1+maki_3", "tempura")
    assert trays(match)[0]["chopsticks"] == 0
    assert not takes_two(match, 0)


def test_chopsticks_are_of_no_use_with_one_card_in_hand():
    match = until(with_chopsticks(""), 10)
    assert trays(match)[0]["chopsticks"] == 1
    assert not takes_two(match, 0)
    (card,) = match.view(0).hand
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, f"{card}+{card}")


def test_with_two_cards_in_hand_both_can_be_taken_and_the_chopsticks_are_the_neighbours_last_card():
    match = until(with_chopsticks(""), 9)
    pair = next(choice for choice in match.choices(0) if len(choice.cards) == 2)
    match = turn(match, pair, dull(match, 1))
    assert match.view(1).hand == {"chopsticks": 1}


def test_two_equal_cards_need_two_copies():
    match = with_chopsticks("maki_1 maki_3 maki_3")
    assert "maki_3+maki_3" in match.choices(0)
    assert "maki_1+maki_1" not in match.choices(0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "maki_1+maki_1")


@pytest.mark.parametrize("pair", ["chopsticks+tempura", "tempura+chopsticks"])
def test_other_chopsticks_may_be_picked_while_using_some(pair):
    match = begin("chopsticks", "chopsticks tempura sashimi")
    match = turn(match, "chopsticks", "sashimi")
    match = turn(match, pair, dull(match, 1))
    assert trays(match)[0] == {"chopsticks": 1, "tempura": 1}
    assert match.view(1).hand["chopsticks"] == 1


def test_the_chopsticks_in_use_cannot_be_picked_themselves():
    match = turn(begin("chopsticks", "tempura sashimi"), "chopsticks", "sashimi")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "tempura+chopsticks")


def test_chopsticks_do_not_last_into_the_next_round():
    match = rest_of_round(with_chopsticks(""))
    assert not takes_two(match, 0)


# --- Puddings ---


def test_most_puddings_score_six_and_fewest_lose_six():
    assert puddings(3, 2, 1) == [6, 0, -6]


def test_the_books_example_of_puddings():
    assert puddings(4, 3, 0, 0) == [6, 0, -3, -3]


@pytest.mark.parametrize(("tied", "each"), [(2, 3), (3, 2), (4, 1)])
def test_a_tie_for_most_puddings_shares_six_and_drops_the_remainder(tied, each):
    assert puddings(*[2] * tied, *[1] * (4 - tied), 0) == [each] * tied + [0] * (4 - tied) + [-6]


@pytest.mark.parametrize(("tied", "each"), [(2, 3), (3, 2), (4, 1)])
def test_a_tie_for_fewest_puddings_shares_the_loss_and_drops_the_remainder(tied, each):
    assert puddings(*[2] + [1] * (4 - tied), *[0] * tied) == [6] + [0] * (4 - tied) + [-each] * tied


def test_four_who_share_a_loss_lose_one_each():
    assert puddings(1, 0, 0, 0, 0) == [6, -1, -1, -1, -1]


def test_ties_for_most_and_for_fewest_can_meet():
    assert puddings(2, 2, 0, 0) == [3, 3, -3, -3]


def test_fewest_puddings_counts_those_with_none():
    assert puddings(2, 1, 0) == [6, 0, -6]


def test_fewest_puddings_need_not_be_none():
    assert puddings(5, 3, 2) == [6, 0, -6]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_nobody_scores_when_all_have_as_many_puddings(players, number):
    assert puddings(*[number] * players) == [0] * players


@pytest.mark.parametrize(("first", "second"), [(1, 0), (2, 1), (5, 0)])
def test_with_two_players_nobody_loses_for_puddings(first, second):
    assert puddings(first, second) == [6, 0]


def test_puddings_are_not_scored_before_the_end_of_the_game():
    assert worth("pudding pudding") == 0
    assert points("pudding", "pudding", "", "") == [0, 0, 0]


def test_puddings_of_all_rounds_count_together():
    assert points("pudding", "pudding", "pudding pudding", "", kept=[3, 1, 1], final=True) == [
        6,
        0,
        -6,
    ]


# --- The end of the game ---


def test_most_points_win():
    assert ranking([0, 0, 0], [10, 30, 20]) == [(1, "B"), (2, "C"), (3, "A")]


def test_pudding_points_count_for_the_victory():
    assert ranking([1, 2, 3], [10, 10, 5]) == [(1, "C"), (2, "B"), (3, "A")]


def test_a_tie_is_won_with_more_puddings():
    # 14 + 0 and 8 + 6 points.
    assert ranking([1, 2, 0], [14, 8, 0]) == [(1, "B"), (2, "A"), (3, "C")]


def test_a_tie_in_puddings_too_is_a_shared_victory():
    assert ranking([1, 1, 0], [20, 20, 0]) == [(1, "A"), (1, "B"), (3, "C")]


def test_equal_points_without_puddings_are_a_shared_victory():
    assert [rank for rank, _name in ranking([0, 0], [20, 20])] == [1, 1]


def test_lower_ranks_are_decided_by_puddings_too():
    # 30, 14 + 0, 8 + 6 and 0 - 6 points.
    assert ranking([1, 1, 2, 0], [30, 14, 8, 0]) == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]


def test_lower_ranks_are_shared_too():
    assert ranking([1, 1, 1, 1], [30, 20, 20, 10]) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def mirrored_game(first, second):
    """A match for two who do the same until the end, apart from their first cards of the last
    round.
    """
    rounds = {
        1: "tempura " * 7 + "sashimi " * 3,
        2: "sashimi " * 4 + "dumpling " * 6,
        3: "dumpling " + "salmon_nigiri " * 5 + "wasabi " * 3,
    }
    stacked = {number: (tuple(cards.split()),) * 2 for number, cards in rounds.items()}
    stacked[3] = ((*stacked[3][0], first), (*stacked[3][1], second))
    match = kaiten.deal("sushi-go", 2, script=Script(stacked, {}))
    while match.round < 3:
        match = rest_of_round(match)
    return rest_of_game(turn(match, first, second))


def test_a_match_between_equals_ends_with_two_winners():
    ended = mirrored_game("egg_nigiri", "egg_nigiri").outcome()
    assert ended.winners == (0, 1)
    assert [place.rank for place in ended.ranking] == [1, 1]


def test_a_tied_match_is_won_with_a_pudding():
    # The maki and the pudding bring six points each.
    match = mirrored_game("maki_1", "pudding")
    assert match.scores[0] == match.scores[1]
    assert match.outcome().winners == (1,)


# --- The robot ---


def test_with_the_robot_three_hands_of_nine_are_dealt():
    match = kaiten.deal("sushi-go", 2, seed=1, variant="robot")
    assert [len(hand) for hand in match.log[0].hands] == [9, 9, 9]


@pytest.mark.parametrize("players", [1, 3, 4, 5])
def test_the_robot_is_for_two_players(players):
    with pytest.raises(kaiten.KaitenError):
        kaiten.deal("sushi-go", players, seed=1, variant="robot")


def test_the_controller_draws_the_robots_card_into_the_hand():
    match = begin_with_robot("", "", "pudding", draws={1: "pudding"})
    assert match.view(0).hand["pudding"] == 1
    assert [hand.total() for hand in hands(match)] == [10, 9]


def test_the_other_player_does_not_see_the_card_that_was_drawn():
    match = begin_with_robot("", "", "pudding", draws={1: "pudding"})
    assert [event.cards for event in match.view(1).log if isinstance(event, Drew)] == [()]
    assert match.view(1).hands[0].known["pudding"] == 0


def test_seat_0_controls_the_robot_first():
    match = begin_with_robot("", "", "")
    assert gives(match, 0)
    assert not gives(match, 1)


def test_control_of_the_robot_alternates_each_turn_and_on_from_round_to_round():
    match, controllers = kaiten.deal("sushi-go", 2, seed=6, variant="robot"), []
    while not match.over:
        controllers += [seat for seat in match.seats if gives(match, seat)]
        match = dull_turn(match)
    # Nine turns a round: seat 1 begins the second.
    assert controllers == [number % 2 for number in range(27)]


def test_only_the_controller_draws():
    match = rest_of_game(kaiten.deal("sushi-go", 2, seed=6, variant="robot"))
    assert [event.seat for event in match.log if isinstance(event, Drew)] == [
        number % 2 for number in range(27)
    ]


def test_the_controller_picks_one_card_and_gives_the_robot_one():
    match = turn(
        begin_with_robot("tempura sashimi", "dumpling", ""), "tempura give:sashimi", "dumpling"
    )
    assert trays(match) == (Counter(["tempura"]), Counter(["dumpling"]), Counter(["sashimi"]))


def test_the_controller_must_give_the_robot_a_card():
    with pytest.raises(kaiten.IllegalChoice):
        begin_with_robot("tempura", "", "").choose(0, "tempura")


def test_the_other_player_gives_the_robot_nothing():
    match = begin_with_robot("", "tempura sashimi", "")
    assert "tempura" in match.choices(1)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(1, "tempura give:sashimi")


@pytest.mark.parametrize("choice", ["pudding give:tempura", "tempura give:pudding"])
def test_the_card_drawn_may_be_kept_or_given(choice):
    match = begin_with_robot("tempura", "", "pudding", draws={1: "pudding"})
    assert choice in match.choices(0)


def test_the_same_card_for_oneself_and_the_robot_needs_two_copies():
    match = begin_with_robot("maki_1 maki_3 maki_3", "", "")
    assert "maki_3 give:maki_3" in match.choices(0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "maki_1 give:maki_1")


def test_the_controllers_choice_is_secret_until_the_reveal():
    match = begin_with_robot("tempura sashimi", "", "")
    first, second = match.choose(0, "tempura give:sashimi"), match.choose(0, "sashimi give:tempura")
    assert first.view(1).facts() == second.view(1).facts()


def test_the_players_swap_hands_and_the_robots_pile_stays():
    match = begin_with_robot("maki_1 maki_1 " + "tempura " * 7, "sashimi " * 9, "dumpling " * 9)
    match = turn(match, "maki_1 give:maki_1", "sashimi")
    # Seat 0 had drawn a dumpling, which passes on with the hand; seat 1 draws the next.
    assert hands(match) == [{"sashimi": 8}, {"tempura": 7, "dumpling": 2}]


def test_with_the_robot_all_cards_are_played():
    match = until(begin_with_robot("", "", ""), 9)
    assert [tray.total() for tray in trays(match)] == [8, 8, 8]
    assert [hand.total() for hand in hands(match)] == [2, 1]
    assert dull_turn(match).round == 2


def test_with_the_robot_a_game_has_three_rounds_of_nine_turns():
    match, turns = kaiten.deal("sushi-go", 2, seed=6, variant="robot"), Counter()
    while not match.over:
        turns[match.round] += 1
        match = dull_turn(match)
    assert turns == {1: 9, 2: 9, 3: 9}


@pytest.mark.parametrize("seed", range(5))
def test_with_the_robot_no_card_is_dealt_more_often_than_the_box_has_it(seed):
    cards = dealt(rest_of_game(kaiten.deal("sushi-go", 2, seed=seed, variant="robot")))
    assert cards <= Counter(BOX)
    assert cards.total() == 81


def test_the_robot_counts_as_a_third_player_for_maki():
    assert points("maki", "maki_3", "maki_1", "maki_2", variant="robot") == [6, 0, 3]


def test_the_robot_can_have_the_most_maki():
    assert points("maki", "maki_1", "maki_2", "maki_3", variant="robot") == [0, 3, 6]


def test_the_robot_shares_a_place_in_maki():
    assert points("maki", "maki_2", "", "maki_2", variant="robot") == [3, 0, 3]
    assert points("maki", "maki_3", "maki_2", "maki_2", variant="robot") == [6, 1, 1]


def test_the_robot_counts_as_a_third_player_for_most_puddings():
    assert puddings(1, 0, 2, variant="robot") == [0, -6, 6]
    assert puddings(2, 0, 2, variant="robot") == [3, -6, 3]


def test_with_the_robot_a_player_can_lose_for_fewest_puddings():
    assert puddings(2, 0, 1, variant="robot") == [6, -6, 0]


def test_the_robot_counts_for_fewest_puddings():
    assert puddings(2, 1, 0, variant="robot") == [6, 0, -6]
    assert puddings(2, 0, 0, variant="robot") == [6, -3, -3]


def test_with_the_robot_all_three_equal_in_puddings_score_nothing():
    assert puddings(1, 1, 1, variant="robot") == [0, 0, 0]


def test_with_the_robot_two_equal_players_in_puddings_still_score():
    assert puddings(1, 1, 0, variant="robot") == [3, 3, -6]


def test_the_robots_score_is_shown():
    robot = count("", "", "tempura tempura wasabi squid_nigiri", variant="robot")["players"][2]
    assert (robot["round"], robot["total"]) == (14, 14)


def test_the_robots_points_add_up_over_the_rounds():
    match = rest_of_game(kaiten.deal("sushi-go", 2, seed=6, variant="robot"))
    assert match.scores[2] == match.sheet().of(seat=2).points
    assert {line.round for line in match.sheet().of(seat=2)} == {1, 2, 3}


def test_the_robot_keeps_its_puddings():
    match = begin_with_robot("pudding tempura", "tempura", "")
    match = rest_of_round(turn(match, "tempura give:pudding", "tempura"))
    assert match.view(0).kept[2] == {"pudding": 1}


def test_the_robot_cannot_win():
    assert ranking([0, 0, 0], [10, 20, 50], variant="robot") == [(1, "B"), (2, "A")]


def test_the_robot_breaks_no_tie():
    assert ranking([1, 1, 2], [20, 20, 14], variant="robot") == [(1, "A"), (1, "B")]


def test_the_robot_is_not_ranked_at_the_end_of_a_match():
    ended = rest_of_game(kaiten.deal("sushi-go", 2, seed=6, variant="robot")).outcome()
    assert {place.seat for place in ended.ranking} == {0, 1}


def test_a_nigiri_given_to_the_robot_lands_on_its_free_wasabi():
    match = begin_with_robot("wasabi squid_nigiri tempura tempura", "tempura", "")
    match = turn(match, "tempura give:wasabi", "tempura")
    match = turn(match, dull(match, 0), "tempura give:squid_nigiri")
    assert dipped(match, 2) == {"squid_nigiri": 1}


def test_a_nigiri_given_to_the_robot_before_the_wasabi_is_plain():
    match = begin_with_robot("wasabi squid_nigiri tempura tempura", "tempura", "")
    match = turn(match, "tempura give:squid_nigiri", "tempura")
    match = turn(match, dull(match, 0), "tempura give:wasabi")
    assert dipped(match, 2) == {}


def test_a_nigiri_given_to_the_robot_leaves_the_controllers_wasabi_free():
    match = begin_with_robot("wasabi squid_nigiri", "tempura", "")
    match = turn(match, "wasabi give:squid_nigiri", "tempura")
    assert dipped(match, 0) == dipped(match, 2) == {}


def controls_with_chopsticks(hand):
    """Seat 1 has chopsticks in front, controls the robot and holds these cards."""
    match = begin_with_robot(hand + " tempura tempura", "chopsticks", "")
    return turn(match, "tempura give:tempura", "chopsticks")


def test_a_controller_may_use_chopsticks():
    match = controls_with_chopsticks("maki_1 maki_2 maki_3")
    match = turn(match, dull(match, 0), "maki_1+maki_2 give:maki_3")
    assert trays(match)[1] == {"maki_1": 1, "maki_2": 1}
    assert trays(match)[2] == {"tempura": 1, "maki_3": 1}


def test_a_controllers_chopsticks_go_to_the_other_player():
    match = controls_with_chopsticks("maki_1 maki_2 maki_3")
    match = turn(match, dull(match, 0), "maki_1+maki_2 give:maki_3")
    assert match.view(0).hand["chopsticks"] == 1
    # Eight cards each, and seat 0 has drawn.
    assert [hand.total() for hand in hands(match)] == [8, 7]


def test_a_controller_with_chopsticks_needs_as_many_copies_as_cards_taken_and_given():
    match = controls_with_chopsticks("maki_3 maki_3")
    assert "tempura+maki_3 give:maki_3" in match.choices(1)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(1, "maki_3+maki_3 give:maki_3")


def test_a_controller_may_use_chopsticks_with_three_cards_counted_after_the_draw():
    match = until(controls_with_chopsticks(""), 8)
    assert match.view(1).hand.total() == 3
    assert takes_two(match, 1)


def test_a_controller_may_not_use_chopsticks_with_two_cards():
    match = begin_with_robot("chopsticks tempura", "tempura", "")
    match = until(turn(match, "chopsticks give:tempura", "tempura"), 9)
    assert trays(match)[0]["chopsticks"] == 1
    assert match.view(0).hand.total() == 2
    assert not takes_two(match, 0)


def test_the_other_player_may_use_chopsticks_with_two_cards():
    match = begin_with_robot("chopsticks tempura", "tempura", "")
    match = until(turn(match, "chopsticks give:tempura", "tempura"), 8)
    assert match.view(0).hand.total() == 2
    assert takes_two(match, 0)


def test_the_robot_never_uses_chopsticks():
    match = begin_with_robot("chopsticks tempura", "tempura", "")
    match = turn(match, "tempura give:chopsticks", "tempura")
    assert not takes_two(match, 0)
    assert not takes_two(match, 1)
    assert trays(until(match, 9))[2]["chopsticks"] == 1
