"""The rules of Sushi Draft, one test for each: the cards and how they are played."""

from collections import Counter
from itertools import islice

import pytest

import kaiten
from kaiten.match.events import Answered, Dealt, Scored, Script, Took
from kaiten.scoring.score import score_table

CATEGORIES = ("tuna", "shrimp", "salmon", "cucumber", "mackerel")
BOX = {
    "tuna": 5,
    "shrimp": 4,
    "salmon": 4,
    "cucumber": 3,
    "mackerel": 3,
    "joker": 2,
    "tuna_wasabi": 3,
    "shrimp_wasabi": 3,
    "salmon_wasabi": 2,
    "cucumber_wasabi": 2,
    "mackerel_wasabi": 1,
}
TOKENS = {
    "tuna": (3, 4, 5), "shrimp": (2, 4, 4), "salmon": (2, 2, 4),
    "cucumber": (1, 3, 3), "mackerel": (1, 2, 3), "dessert": (2, 3, 5),
}  # fmt: skip
NAMES = "ABCDEF"
# A round for three in which seat 0 takes tuna and shrimp, seat 1 salmon, mackerel and dessert, seat
# 2 cucumber.
MEAL = (
    "tuna tuna tuna shrimp shrimp",
    "shrimp salmon salmon mackerel cucumber",
    "cucumber cucumber tuna tuna salmon",
)
MEAL_TAKES = [
    (0, "tuna"),
    (0, "shrimp"),
    (1, "salmon"),
    (2, "cucumber"),
    (1, "mackerel"),
    (1, "dessert"),
]


# --- A table that is counted ---


def count(*trays, held=(), final=None, **options):
    """A table that is counted: for each player the cards in the order played and, at the end, the
    tokens.
    """
    players = [
        {"name": name, "cards": tray.split()} for name, tray in zip(NAMES, trays, strict=False)
    ]
    for player, tokens in zip(players, held, strict=False):
        player["tokens"] = tokens
    final = bool(held) if final is None else final
    return score_table(
        {"game": "sushi-draft", "options": options, "final": final, "players": players}
    ).data("en")


def taker(pile, *trays, **options):
    """Who takes the token of a pile, or None."""
    names = [
        player["name"] for player in count(*trays, **options)["players"] if pile in player["takes"]
    ]
    assert len(names) <= 1
    return names[0] if names else None


def lots(category, *numbers):
    """Trays with these numbers of cards of one category, the marked ones last."""
    cards = iter([category] * BOX[category] + [f"{category}_wasabi"] * BOX[f"{category}_wasabi"])
    return [" ".join(islice(cards, number)) for number in numbers]


def tuna_to(*numbers):
    """Who takes the token when the players have these numbers of tuna."""
    return taker("tuna", *lots("tuna", *numbers))


def dessert_to(*numbers):
    """Who takes the dessert when the players have these numbers of categories."""
    return taker("dessert", *[" ".join(CATEGORIES[:number]) for number in numbers])


def half_tuna_to(*trays):
    return taker("tuna", *trays, advanced=True)


def half_dessert_to(*trays):
    return taker("dessert", *trays, advanced=True)


def ranking(*held):
    """Ranks and names at the end of a game, from everybody's tokens."""
    return [
        (place["rank"], place["name"]) for place in count(*[""] * len(held), held=held)["ranking"]
    ]


# --- A match that is played ---


def plan(trays):
    """What everybody plays in a round: these cards, and plain ones after them."""
    plays = [tray.split() for tray in trays]
    spare = Counter(BOX) - Counter(play.split(">")[0] for tray in plays for play in tray)
    plain = Counter({card: spare[card] for card in CATEGORIES})
    for tray in plays:
        while len(tray) < 5:
            card = plain.most_common(1)[0][0]
            plain[card] -= 1
            tray.append(card)
    return plays


def hands_of(plays, sixth=""):
    """The hands with which that can be played when they pass to the left, and the cards that are
    left in them.
    """
    players = len(plays)
    dealt = [
        [plays[(hand + turn) % players][turn].split(">")[0] for turn in range(5)]
        for hand in range(players)
    ]
    spare = Counter(BOX) - Counter(card for hand in dealt for card in hand) - Counter(sixth.split())
    left = sixth.split() + sorted(spare.elements())
    return tuple((*hand, left[number]) for number, hand in enumerate(dealt))


def play(*rounds, turns=None, order=None, sixth="", **options):
    """A match in which these rounds are dealt, and played to their end or for some turns."""
    plays = [plan(trays) for trays in rounds]
    stacked = {
        number: hands_of(round, sixth if number == 1 else "")
        for number, round in enumerate(plays, 1)
    }
    script = Script(stacked, {}, tokens=order or {})
    match = kaiten.deal("sushi-draft", len(rounds[0]), script=script, **options)
    steps = [[tray[number] for tray in round] for round in plays for number in range(5)]
    for step in steps[:turns]:
        match = turn(match, *[card.replace(">", " as:") for card in step])
    return match


def after(turns, *trays, **options):
    """A match in which the first turns of a round have been played."""
    return play(trays, turns=turns, **options)


def deal(players=3, seed=1, **options):
    return kaiten.deal("sushi-draft", players, seed=seed, **options)


def turn(match, *choices):
    """Everybody's choices, in the order of the seats."""
    for seat, choice in enumerate(choices):
        match = match.choose(seat, choice)
    return match


def dull(match, seat):
    """A choice, and no joker where there is another."""
    return min(map(str, match.choices(seat)), key=lambda text: ("joker" in text, text))


def dull_turn(match):
    return turn(match, *[dull(match, seat) for seat in match.seats])


def rest_of_round(match):
    round = match.round
    while match.round == round and not match.over:
        match = dull_turn(match)
    return match


def rest_of_game(match):
    while not match.over:
        match = rest_of_round(match)
    return match


def jokers(match, seat):
    """The ways in which a seat may play a joker."""
    return {text for text in map(str, match.choices(seat)) if text.startswith("joker")}


def hands(match):
    return [match.view(seat).hand for seat in match.seats]


def trays(match):
    return match.view(0).trays


def deals(match):
    """The cards dealt, round by round."""
    return [
        Counter(card for hand in event.hands for card in hand)
        for event in match.log
        if isinstance(event, Dealt)
    ]


def took(log):
    """Who took which token, in the order of a log."""
    return [(event.seat, event.token) for event in log if isinstance(event, Took)]


def worths(log, seat, pile):
    """What the tokens of a pile that a seat took are worth, in the order of a log."""
    return [
        event.worth
        for event in log
        if isinstance(event, Took) and (event.seat, event.token) == (seat, pile)
    ]


def scored(match):
    return [(dict(event.points), event.final) for event in match.log if isinstance(event, Scored)]


def tokens(view, player):
    """The tokens of a player as a view shows them."""
    return sorted(((token.pile, token.worth) for token in view.tokens[player]), key=str)


def lines(view):
    """The score sheet as a view shows it."""
    return [
        (line.round, line.seat, line.card, line.points, line.reason.to("en"), line.reason.to("fr"))
        for line in view.sheet
    ]


# --- The box and the deal ---


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_is_dealt_six_cards(players, seed):
    match = deal(players, seed)
    assert [hand.total() for hand in hands(match)] == [6] * players
    assert sum(hands(match), Counter()) <= Counter(BOX)


def test_the_box_has_32_cards_of_which_some_are_marked():
    most = Counter()
    for seed in range(40):
        most |= sum(hands(deal(5, seed)), Counter())
    assert most == BOX
    assert most.total() == 32


def test_the_box_has_18_tokens_in_six_piles_of_three():
    assert deal().view(0).piles == dict.fromkeys(TOKENS, 3)


def test_the_tokens_of_the_box_have_these_values():
    text = "tuna:3,4,5/shrimp:2,4,4/salmon:2,2,4/cucumber:1,3,3/mackerel:1,2,3/dessert:2,3,5"
    assert deal().options["tokens"] == text


def test_every_token_of_the_box_can_be_won():
    view = play(MEAL, MEAL, MEAL).view(None)
    won = [pair for player in range(3) for pair in tokens(view, player)]
    assert sorted(won) == sorted(
        (pile, worth) for pile, values in TOKENS.items() for worth in values
    )


@pytest.mark.parametrize("players", [1, 2, 6])
def test_the_game_is_for_three_to_five(players):
    with pytest.raises(kaiten.BadPlayers):
        deal(players)


def test_hands_are_not_shown_to_opponents():
    other = deal().view(0).hands[1]
    assert (other.known, other.hidden) == (Counter(), 6)


def test_nobody_sees_the_cards_that_are_set_aside():
    own = ("tuna", "tuna", "tuna", "shrimp", "shrimp", "joker")
    others = [
        (("salmon",) * 4 + ("cucumber",) * 2, ("mackerel",) * 3 + ("tuna", "tuna", "joker")),
        (("tuna_wasabi",) * 3 + ("shrimp_wasabi",) * 3, ("cucumber",) * 3 + ("salmon",) * 3),
    ]
    first, second = (
        kaiten.deal("sushi-draft", 3, script=Script({1: (own, *held)}, {})) for held in others
    )
    assert first.view(0).facts() == second.view(0).facts()
    assert first.view(1).facts() != second.view(1).facts()


# --- Turns and rounds ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_has_three_rounds_of_five_turns(players):
    match, turns = deal(players), Counter()
    while not match.over:
        turns[match.round] += 1
        match = dull_turn(match)
    assert turns == {1: 5, 2: 5, 3: 5}


def test_everybody_plays_one_card_each_turn():
    match = after(0, "tuna", "shrimp", "salmon")
    assert match.waiting == (0, 1, 2)
    match = turn(match, "tuna", "shrimp", "salmon")
    assert trays(match) == (Counter(["tuna"]), Counter(["shrimp"]), Counter(["salmon"]))


def test_nothing_is_revealed_before_everybody_has_chosen():
    match = after(0, "tuna", "shrimp", "salmon")
    first, second = (match.choose(0, card) for card in list(match.view(0).hand)[:2])
    assert first.waiting == (1, 2)
    assert first.view(1).facts() == second.view(1).facts()
    assert trays(first) == (Counter(),) * 3


def test_a_card_is_chosen_from_ones_own_hand():
    match = after(0, "tuna", "mackerel_wasabi", "salmon")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "mackerel_wasabi")


def test_a_marked_card_and_a_plain_one_are_different_choices():
    match = after(0, "tuna_wasabi", "shrimp", "salmon shrimp tuna")
    assert {"tuna", "tuna_wasabi"} <= set(map(str, match.choices(0)))
    assert trays(turn(match, "tuna_wasabi", "shrimp", "salmon"))[0] == {"tuna_wasabi": 1}


def test_hands_pass_to_the_left_neighbour():
    match = after(0, *MEAL)
    first = hands(match)
    match = turn(match, "tuna", "shrimp", "cucumber")
    assert hands(match) == [
        first[2] - Counter(["cucumber"]),
        first[0] - Counter(["tuna"]),
        first[1] - Counter(["shrimp"]),
    ]


def test_all_cards_that_are_left_are_passed_on():
    match = deal()
    for size in (6, 5, 4, 3, 2):
        assert [hand.total() for hand in hands(match)] == [size] * 3
        match = dull_turn(match)


@pytest.mark.parametrize(
    ("direction", "round", "passes", "neighbour"),
    [
        ("left", 1, "left", 1),
        ("left", 2, "left", 1),
        ("left", 3, "left", 1),
        ("alternate", 1, "left", 1),
        ("alternate", 2, "right", 3),
        ("alternate", 3, "left", 1),
    ],
)
def test_hands_pass_left_and_with_the_option_right_in_the_second_round(
    direction, round, passes, neighbour
):
    match = deal(4, seed=3, direction=direction)
    while match.round < round:
        match = rest_of_round(match)
    left = match.view(0).hand - Counter([dull(match, 0)])
    assert match.view(0).passes == passes
    assert hands(dull_turn(match)).index(left) == neighbour


def test_hands_pass_left_where_nothing_else_is_said():
    assert deal().options["direction"] == "left"
    with pytest.raises(kaiten.BadOption):
        deal(direction="sideways")


def test_cards_played_stay_in_front_to_the_end_of_the_round():
    match = after(4, *MEAL)
    assert trays(match) == tuple(Counter(tray.split()[:4]) for tray in MEAL)
    assert trays(play(MEAL)) == (Counter(),) * 3


def test_a_round_ends_with_one_card_unplayed_in_each_hand():
    match = after(4, *MEAL)
    assert [hand.total() for hand in hands(match)] == [2, 2, 2]
    match = turn(match, *[tray.split()[4] for tray in MEAL])
    assert (match.round, match.turn) == (2, 1)
    assert [hand.total() for hand in hands(match)] == [6, 6, 6]


def test_the_sixth_card_counts_for_nobody():
    table = (
        "tuna tuna tuna shrimp shrimp",
        "shrimp salmon salmon cucumber tuna",
        "cucumber cucumber tuna salmon salmon",
    )
    match = play(table, sixth="mackerel mackerel mackerel_wasabi")
    assert "mackerel" not in [pile for _seat, pile in took(match.log)]
    assert match.view(0).piles["mackerel"] == 3


def test_the_sixth_card_is_not_shown():
    first, second = (
        play(MEAL, MEAL, turns=5, sixth=left)
        for left in ("joker joker mackerel", "tuna_wasabi shrimp_wasabi salmon")
    )
    assert first.view(None).facts() == second.view(None).facts()


def test_the_same_cards_may_come_again_in_the_next_round():
    table = ("tuna joker>tuna", "shrimp joker>shrimp", "mackerel_wasabi")
    match = play(table, table, table, turns=12)
    assert [cards["joker"] for cards in deals(match)] == [2, 2, 2]
    assert [cards["mackerel_wasabi"] for cards in deals(match)] == [1, 1, 1]


def test_each_round_is_dealt_from_all_cards():
    most = [Counter(), Counter(), Counter()]
    for seed in range(40):
        cards = deals(rest_of_game(deal(5, seed)))
        assert [dealt.total() for dealt in cards] == [30, 30, 30]
        most = [seen | dealt for seen, dealt in zip(most, cards, strict=True)]
    assert most == [BOX, BOX, BOX]


# --- The joker ---


def test_a_joker_is_never_the_first_card():
    match = after(0, "tuna", "shrimp", "salmon", sixth="joker")
    assert match.view(0).hand["joker"] == 1
    assert jokers(match, 0) == set()
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "joker as:tuna")


def test_a_joker_may_be_played_on_the_turn_after_the_first_card():
    match = after(2, "tuna joker>tuna", "shrimp", "salmon")
    assert trays(match)[0] == {"tuna": 2}


def test_a_joker_goes_onto_a_category_already_begun():
    match = after(3, "tuna shrimp tuna joker>tuna", "", "")
    assert jokers(match, 0) == {"joker as:tuna", "joker as:shrimp"}
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "joker as:cucumber")


def test_a_category_begun_by_somebody_else_does_not_take_ones_joker():
    assert jokers(after(1, "tuna joker>tuna", "shrimp", "salmon"), 0) == {"joker as:tuna"}


def test_a_marked_card_begins_its_category():
    match = after(1, "tuna_wasabi joker>tuna", "shrimp", "salmon")
    assert jokers(match, 0) == {"joker as:tuna"}


def test_a_joker_needs_a_category_that_is_told_with_the_pick():
    match = after(1, "tuna joker>tuna", "shrimp", "salmon")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "joker")


@pytest.mark.parametrize("target", ["tuna_wasabi", "joker", "dessert"])
def test_a_joker_is_a_category_and_nothing_else(target):
    match = after(1, "tuna_wasabi joker>tuna", "shrimp", "salmon")
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, f"joker as:{target}")


def test_other_cards_take_no_category():
    match = after(1, "tuna joker>tuna", "shrimp", "salmon")
    assert "joker as:tuna" in match.choices(0)
    other = next(card for card in match.view(0).hand if card != "joker")
    assert other in match.choices(0)
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, f"{other} as:tuna")


@pytest.mark.parametrize("category", ["tuna", "shrimp"])
def test_a_joker_lies_in_the_category_that_was_told(category):
    match = after(3, f"tuna shrimp joker>{category}", "", "")
    assert trays(match)[0] == Counter(["tuna", "shrimp", category])
    assert match.view(1).copies[0] == {category: 1}


def test_the_category_of_a_joker_is_part_of_the_pick():
    match = after(2, "tuna joker>tuna", "shrimp shrimp", "salmon salmon")
    assert match.log[-1] == Answered("pick", ("joker as:tuna", "shrimp", "salmon"))
    assert match.waiting == (0, 1, 2)


def test_the_category_of_a_joker_is_secret_until_the_reveal():
    match = after(2, "tuna shrimp joker>tuna", "", "")
    first, second = match.choose(0, "joker as:tuna"), match.choose(0, "joker as:shrimp")
    assert first.view(1).facts() == second.view(1).facts()


def test_a_joker_on_a_marked_card_is_not_marked():
    match = after(2, "tuna_wasabi joker>tuna", "shrimp", "salmon")
    assert trays(match)[0] == {"tuna_wasabi": 1, "tuna": 1}
    assert match.view(0).copies[0] == {"tuna": 1}


@pytest.mark.parametrize("second", ["tuna", "shrimp"])
def test_both_jokers_may_lie_in_front_of_one_player(second):
    match = after(4, f"tuna joker>tuna shrimp joker>{second}", "", "")
    assert match.view(0).copies[0] == Counter(["tuna", second])


def test_a_joker_is_passed_on_with_the_hand():
    match = after(0, "tuna", "shrimp", "salmon", sixth="joker")
    assert [hand["joker"] for hand in hands(match)] == [1, 0, 0]
    assert [hand["joker"] for hand in hands(turn(match, "tuna", "shrimp", "salmon"))] == [0, 1, 0]


def test_categories_of_the_last_round_are_not_begun_in_the_next():
    table = ("shrimp", "tuna", "salmon joker>salmon")
    match = play(MEAL, table, turns=5)
    assert match.view(1).hand["joker"] == 1
    assert jokers(match, 1) == set()


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_joker_counts_as_a_card_of_its_category(category):
    assert taker(category, f"{category} joker>{category}", category, "") == "A"
    assert (
        taker(category, f"{category} joker>{category}", f"{category} {category}_wasabi", "") is None
    )


def test_a_joker_counts_for_its_category_alone():
    assert taker("tuna", "tuna shrimp joker>tuna", "tuna shrimp", "") == "A"
    assert taker("shrimp", "tuna shrimp joker>tuna", "tuna shrimp", "") is None


def test_two_jokers_count_as_two_cards():
    assert taker("tuna", "tuna joker>tuna joker>tuna", "tuna tuna", "") == "A"


def test_a_joker_adds_no_category():
    assert taker("dessert", "tuna tuna joker>tuna", "shrimp shrimp", "") is None
