"""What the dishes in front of a player promise, in points: a function for each idea, above which
its cards are written.

A taste says what the cards of a dish that lie there will have brought by the end, less the price of
the turns that it takes. What cards are worth and what a race brings is in the cookbook, where the
game's own rules have said it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from typing import Any, TypeVar

from ...engine.dispatch import write_function
from ...engine.jit import compiled
from ...engine.state import CARDS, PLAYERS, ROUNDS, State
from ...games.sushi_draft import ADVANCED, HALVES, categories, marked_categories_are_half_ones
from .dish_table import FRUITS, LONGEST, Cookbook
from .forecast import NOTES, Outlook, count_none, count_too, growth, offer, offer_kind

Taste = Callable[[Cookbook, Outlook, State, int, int], float]
F = TypeVar("F", bound=Callable[..., Any])

TURN = 2.0  # what an ordinary card brings: the price of a turn that is spent on something else
VARIETY = 0.35  # how many colours, or cards of the favourite colour, a turn adds

TASTES: dict[str, Taste] = {}
# what other dishes change too, besides the rule about the most varied meal
ACROSS = ("wasabi", "tea", "soy_sauce")


def taste(*ids: str) -> Callable[[Taste], Taste]:
    """Write down what is thought of these cards when they lie in front of somebody."""
    return written(TASTES, ids)


def written(
    book: dict[str, F], ids: Sequence[str], join: Callable[[F], F] = compiled
) -> Callable[[F], F]:
    def write_down(function: F) -> F:
        function = join(function)
        book.update(dict.fromkeys(ids, function))
        return function

    return write_down


def number_in(book: Mapping[str, Any], id: str) -> int:
    """The number of a dish's function in such a book, from 1 on; 0 where it has none."""
    return list(dict.fromkeys(book.values())).index(book[id]) + 1 if id in book else 0


def by_dish(book: Mapping[str, Taste], field: str) -> Taste:
    """One function for all those of a book: it calls the one whose number stands in a field of the
    cookbook.
    """
    functions = {f"function_{number_in(book, id)}": function for id, function in book.items()}
    calls = [
        f"if number == {name[9:]}: return {name}(book, look, state, player, dish)"
        for name in functions
    ]
    lines = [f"number = book.{field}[dish]", *calls, "return 0.0"]
    return write_function("value_of_dish", "book, look, state, player, dish", lines, functions)


# --- What lies there ---


@taste("nigiri", "miso_soup")
def face_value(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """What each card is worth by itself, three times as much on a wasabi."""
    total = 0.0
    for kind in range(book.first[dish], book.first[dish] + book.width[dish]):
        total += book.faces[kind] * (state.trays[player][kind] + 2 * state.dipped[player][kind])
    return total


# --- Sets ---


@compiled
def ripen(look: Outlook, row: list[float], last: int, offers: list[float], step: int) -> None:
    """What 0, 1, 2, ... of something are worth before these offers, each of which may be taken for
    the price of a turn.
    """
    for turn in range(look.turns_left - 1, -1, -1):
        if offers[turn] > 0:
            take(row, last, offers[turn], step)


@compiled
def ripen_later(look: Outlook, row: list[float], last: int, odds: float) -> None:
    """The same before the rounds to come, in which a player gets a fair share."""
    for _ in range(look.turns_later):
        take(row, last, odds, 1)


@compiled
def take(row: list[float], last: int, odds: float, step: int) -> None:
    """What a row is worth before one offer."""
    for place in range(last):
        more = row[min(place + step, last)] - row[place]
        if more > TURN:
            row[place] += odds * (more - TURN)


@compiled
def fresh(look: Outlook, player: int, note: int) -> bool:
    """Whether a row of somebody's must still be worked out; it will be."""
    if look.ripened[NOTES * player + note] > 0:
        return False
    look.ripened[NOTES * player + note] = 1
    return True


@taste("tempura", "sashimi", "dumpling", "eel", "tofu")
def a_set(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """What is finished, and the odds of finishing the rest from the hands to come."""
    row, kind = look.ripe[NOTES * player + dish], book.first[dish]
    if fresh(look, player, dish):
        for count in range(LONGEST + 1):
            row[count] = book.rows[dish][count]
        offer_kind(look, state, player, kind, look.offers[0])
        ripen(look, row, LONGEST, look.offers[0], 1)
    return row[min(state.trays[player][kind], LONGEST)]


@taste("green_tea_ice_cream")
def a_set_over_the_rounds(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    row, kind = look.ripe[NOTES * player + dish], book.first[dish]
    if fresh(look, player, dish):
        for count in range(LONGEST + 1):
            row[count] = book.rows[dish][count]
        ripen_later(look, row, LONGEST, book.share[dish])
        offer_kind(look, state, player, kind, look.offers[0])
        ripen(look, row, LONGEST, look.offers[0], 1)
    return row[min(state.trays[player][kind] + state.kept[player][kind], LONGEST)]


SHAPES = 4


@taste("onigiri")
def different_shapes(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """The first set may still get any shape that it lacks; a second one counts as it lies."""
    first, row = book.first[dish], look.ripe[NOTES * player + dish]
    lacking = spare = 0
    count_none(look, state)
    for kind in range(first, first + SHAPES):
        if state.trays[player][kind] == 0:
            lacking += 1
            count_too(look, state, kind)
        elif state.trays[player][kind] > 1:
            spare += 1
    for count in range(lacking + 1):
        row[count] = 1.0 * (SHAPES - lacking + count) * (SHAPES - lacking + count)
    offer(look, state, player, look.offers[0])
    ripen(look, row, lacking, look.offers[0], 1)
    return row[0] + spare * spare


BASKET = (-2.0, 0.0, 1.0, 3.0, 6.0, 10.0)
FULL = len(BASKET) - 1


@taste("fruit")
def three_baskets(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """Every fruit is a row of its own, which all cards that show it lengthen."""
    first, total = book.first[dish], 0.0
    for fruit in range(FRUITS):
        note = dish if fruit == 0 else CARDS + fruit - 1
        row = look.ripe[NOTES * player + note]
        if fresh(look, player, note):
            fill_basket(book, look, state, player, dish, fruit, row)
        symbols = 0
        for kind in range(first, first + book.width[dish]):
            symbols += book.shows[fruit][kind] * (
                state.trays[player][kind] + state.kept[player][kind]
            )
        total += row[min(symbols, FULL)]
    return total


@compiled
def fill_basket(
    book: Cookbook,
    look: Outlook,
    state: State,
    player: int,
    dish: int,
    fruit: int,
    row: list[float],
) -> None:
    """What 0, 1, 2, ... of a fruit promise."""
    for count in range(FULL + 1):
        row[count] = BASKET[count]
    ripen_later(look, row, FULL, book.fruit_share[fruit])
    count_none(look, state)
    for kind in range(book.first[dish], book.first[dish] + book.width[dish]):
        if book.shows[fruit][kind] > 0:
            count_too(look, state, kind)
    offer(look, state, player, look.offers[0])
    ripen(look, row, FULL, look.offers[0], 1)


# --- Wasabi ---

ON_IT = (9.0, 6.0, 3.0)  # what a squid, a salmon, an egg is worth on a wasabi
WAITING = 3  # wasabi that are thought of


@taste("wasabi")
def what_will_lie_on_it(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    """A free wasabi waits for a nigiri, the better the longer there is time."""
    row = look.ripe[NOTES * player + dish]
    if fresh(look, player, dish):
        egg = book.first[book.nigiri]
        for place in range(len(ON_IT)):
            offer_kind(look, state, player, egg + 2 - place, look.offers[place])
        for count in range(WAITING + 1):
            row[count] = 0.0
        for turn in range(look.turns_left - 1, -1, -1):
            for count in range(WAITING, 0, -1):
                row[count] += better(look, row, count, turn)
    return row[min(free_wasabi(book, state, player), WAITING)]


@compiled
def better(look: Outlook, row: list[float], count: int, turn: int) -> float:
    """What the best nigiri of a turn adds to so many free wasabi."""
    more = 0.0
    for place in range(len(ON_IT) - 1, -1, -1):
        more += look.offers[place][turn] * (
            max(row[count - 1] + ON_IT[place] - TURN - row[count], 0.0) - more
        )
    return more


@compiled
def free_wasabi(book: Cookbook, state: State, player: int) -> int:
    """How many wasabi in front of a player wait for a nigiri."""
    if book.wasabi < 0:
        return 0
    free, egg = state.trays[player][book.wasabi], book.first[book.nigiri]
    for kind in range(egg, egg + book.width[book.nigiri]):
        free -= state.dipped[player][kind]
    return free


# --- Races ---


@taste("maki", "temaki", "pudding")
def a_race(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    place_odds(book, look, state, player, dish, book.ties[dish])
    worth = 0.0
    for place in range(state.players):
        worth += look.behind[place] * book.prizes[dish][place]
    return (1.0 + look.envy) * worth


@compiled
def place_odds(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int, ties: float
) -> None:
    """The odds of each place, if everybody picks at random from here on."""
    rivals = look.rivals[CARDS * player + dish]
    if look.met[CARDS * player + dish] == 0:
        look.met[CARDS * player + dish] = 1
        meet_rivals(book, look, state, player, dish, rivals)
    edge = number_of(book, state, player, dish) + ties * book.least[dish]
    look.behind[0] = 1.0
    for number in range(1, state.players):
        fall_behind(
            look, number, odds_to_beat(edge - rivals[2 * number - 2], rivals[2 * number - 1])
        )


@compiled
def number_of(book: Cookbook, state: State, player: int, dish: int) -> int:
    """What a player has in front of them in a race."""
    first = book.first[dish]
    number = -book.less[dish] * state.copied[player][first]
    for kind in range(first, first + book.width[dish]):
        number += book.units[kind] * state.trays[player][kind]
    return number


@compiled
def meet_rivals(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int, rivals: list[float]
) -> None:
    """By how much everybody else will be ahead of what lies in front of the player, and the
    variance of that.
    """
    own = final(book, look, state, player, dish)
    later = look.turns_later * book.share[dish] if state.dessert[book.first[dish]] else 0.0
    spread = growth(book, look, state, player, dish, 1) + 2.0 * later
    place = 0
    for other in range(state.players):
        if other != player:
            rivals[place] = (
                number_of(book, state, other, dish) + final(book, look, state, other, dish) - own
            )
            rivals[place + 1] = growth(book, look, state, other, dish, 1) + spread
            place += 2


@compiled
def final(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """What a player will have in the end, besides what lies there now."""
    number = growth(book, look, state, player, dish, 0)
    if state.dessert[book.first[dish]]:
        for kind in range(book.first[dish], book.first[dish] + book.width[dish]):
            number += state.kept[player][kind]
    return number


SLOPE = 1.7  # with which a logistic curve is nearly the normal one
SURE = 0.05  # a variance so small that nothing is left to chance
STEEP = 30.0  # where the curve ends


@compiled
def odds_to_beat(lead: float, variance: float) -> float:
    """The odds that such a lead is one in the end."""
    return 1.0 / (1.0 + exp(-min(max(SLOPE * lead / sqrt(variance + SURE), -STEEP), STEEP)))


@compiled
def fall_behind(look: Outlook, number: int, beaten: float) -> None:
    """The odds that so many are ahead, when another one is, unless beaten."""
    look.behind[number] = 0.0
    for place in range(number, 0, -1):
        look.behind[place] = look.behind[place] * beaten + look.behind[place - 1] * (1.0 - beaten)
    look.behind[0] *= beaten


LEFT_OVER = 2.0  # what the most symbols bring that were too few for a place


@taste("uramaki")
def first_to_so_many(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """The best place that those with more symbols leave; what is too little for any competes for
    the last points.
    """
    own, place = number_of(book, state, player, dish), state.claimed
    for other in range(state.players):
        place += number_of(book, state, other, dish) > own
    row, last = look.ripe[NOTES * player + dish], book.goal + book.step - 1
    if look.ripened[NOTES * player + dish] != 1 + place:
        look.ripened[NOTES * player + dish] = 1 + place
        prize = 1.0 * book.places[min(place, PLAYERS - 1)]
        for number in range(last + 1):
            row[number] = (
                LEFT_OVER * number / book.goal if number < book.goal else max(prize, LEFT_OVER)
            )
        count_none(look, state)
        for kind in range(book.first[dish], book.first[dish] + book.width[dish]):
            count_too(look, state, kind)
        offer(look, state, player, look.offers[0])
        ripen(look, row, last, look.offers[0], book.step)
    return row[min(own, last)]


MOST_EATERS = 4.0


@taste("edamame")
def one_for_each_eater(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    eaters, kind = 0.0, book.first[dish]
    for other in range(state.players):
        if other != player:
            has = state.trays[other][kind] > 0
            eaters += 1.0 if has else 1.0 - exp(-growth(book, look, state, other, dish, 0))
    return state.trays[player][kind] * min(eaters, MOST_EATERS)


# --- Colours and categories ---


@compiled
def sort_by_colour(look: Outlook, state: State, player: int) -> None:
    """Count the cards of each colour in front of a player."""
    for colour in range(state.kind_count):
        look.colours[colour] = 0
    for kind in state.menu[: state.kind_count]:
        look.colours[state.colour[kind]] += state.trays[player][kind]


@taste("tea")
def the_favourite_colour(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    teas = state.trays[player][book.first[dish]]
    if teas == 0:
        return 0.0
    sort_by_colour(look, state, player)
    most = 0
    for colour in range(state.kind_count):
        most = max(most, look.colours[colour])
    return teas * (most + VARIETY * look.turns_left)


SAUCE = 4.0  # points


@taste("soy_sauce")
def most_colours(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    sauces = state.trays[player][book.first[dish]]
    if sauces == 0:
        return 0.0
    for other in range(state.players):
        sort_by_colour(look, state, other)
        look.numbers[other] = 0.0
        for colour in range(state.kind_count):
            look.numbers[other] += look.colours[colour] > 0
    return SAUCE * sauces * most_varied(look, state, player, 0.5)


@compiled
def most_varied(look: Outlook, state: State, player: int, ties: float) -> float:
    """The odds of having the most of something that grows with every turn, of which this one is
    still to come for the others.
    """
    variance = 2.0 * VARIETY * (look.turns_left + 1)
    own, odds = look.numbers[player] - VARIETY + ties, 1.0
    for other in range(state.players):
        if other != player:
            odds *= odds_to_beat(own - look.numbers[other], variance)
    return odds


@taste("tuna", "shrimp", "salmon", "cucumber", "mackerel")
def a_token(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """For whoever is alone with the most: a tie is a loss."""
    place_odds(book, look, state, player, dish, -0.5)
    return (1.0 + look.envy) * look.behind[0] * top_token(look, state, book.pile[dish])


@taste("dessert")
def the_most_varied_meal(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    for other in range(state.players):
        tray = state.trays[other]
        counted = (
            marked_categories_are_half_ones(tray) if state.variant == ADVANCED else categories(tray)
        )
        look.numbers[other] = counted / HALVES
    return (
        (1.0 + look.envy)
        * top_token(look, state, book.pile[dish])
        * most_varied(look, state, player, -0.5)
    )


@compiled
def top_token(look: Outlook, state: State, pile: int) -> float:
    """What the top token of a pile is worth on average, as far as the seat knows."""
    total, unknown = 0.0, 0
    for place in range(ROUNDS):
        total += state.worth[pile][place]
        unknown += 1
    for place in range(ROUNDS):
        if state.takers[pile][place] == look.seat + 1:
            total -= state.tokens[pile][place]
            unknown -= 1
    return total / max(unknown, 1)


# --- Tools ---


@taste("chopsticks", "spoon")
def another_card(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """A card more on a later turn but the last: the fewer turns, the poorer the choice."""
    tools = 0
    for kind in range(book.first[dish], book.first[dish] + book.width[dish]):
        tools += state.trays[player][kind]
    return min(tools, 2) * TURN * max(look.turns_left - 1, 0) / (look.turns_left + 1)


promise = by_dish(TASTES, "taste")
