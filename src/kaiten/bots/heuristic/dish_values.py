"""The value of the dishes in front of a player, in points: a function for each idea of a dish. A
card's block says which idea it has, by name.

A dish is worth what its cards will have brought by the end, less the cost of the turns that this
takes. What cards are worth and what a race brings is in the dish table, as the game's own rules say.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from ...engine.card import PARAMETERS, parameter_names
from ...engine.dispatch import condition_of, write_function
from ...engine.jit import compiled
from ...engine.state import MAX_PLAYERS, ROUNDS, State
from .dish_table import MAX_SET, SYMBOL_COUNT, DishTable
from .forecast import (
    ROWS_PER_PLAYER,
    Forecast,
    add_copies,
    compute_kind_offers,
    compute_offers,
    expect_growth,
    reset_copies,
)
from .ideas import TURN_COST, Ideas
from .sizes import DISH_ROOM, GAMES

# How many colours, or cards of the favourite colour, a turn adds. Chosen by hand.
VARIETY_PER_TURN = 0.35

DISH_VALUES = Ideas()  # by the name that a block gives as its `idea`
evaluates = DISH_VALUES.add


# --- What lies there ---


@evaluates("faces", "multiplied")
def value_faces(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return what each card is worth by itself, three times as much on a multiplier."""
    total = 0.0
    for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
        total += dishes.face_values[kind] * (
            state.trays[player][kind] + 2 * state.dipped[player][kind]
        )
    return total


# --- Sets ---


@compiled
def apply_offers(
    forecast: Forecast, row: list[float], last: int, offers: list[float], step: int
) -> None:
    """Go back from the last turn: change the values of 0, 1, 2, ... of something to those before
    these offers, each of which may be taken at the cost of a turn.
    """
    for turn in range(forecast.turns_left - 1, -1, -1):
        if offers[turn] > 0:
            apply_offer(row, last, offers[turn], step)


@compiled
def apply_later_rounds(forecast: Forecast, row: list[float], last: int, odds: float) -> None:
    """Change a row of values to those before the rounds to come, in which a player gets a fair share."""
    for _ in range(forecast.turns_later):
        apply_offer(row, last, odds, 1)


@compiled
def apply_offer(row: list[float], last: int, odds: float, step: int) -> None:
    """Change a row of values to those before one offer."""
    for place in range(last):
        more = row[min(place + step, last)] - row[place]
        if more > TURN_COST:
            row[place] += odds * (more - TURN_COST)


@compiled
def claim_row(forecast: Forecast, player: int, note: int) -> bool:
    """Return whether a player's row must still be computed; the caller then does so."""
    if forecast.row_ready[ROWS_PER_PLAYER * player + note] > 0:
        return False
    forecast.row_ready[ROWS_PER_PLAYER * player + note] = 1
    return True


@evaluates("set")
def value_set(dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int) -> float:
    """Return what is finished, and the odds of finishing the rest from the hands to come."""
    row, kind = forecast.row_values[ROWS_PER_PLAYER * player + dish], dishes.first[dish]
    if claim_row(forecast, player, dish):
        for count in range(MAX_SET + 1):
            row[count] = dishes.set_values[dish][count]
        compute_kind_offers(forecast, state, player, kind, forecast.offers[0])
        apply_offers(forecast, row, MAX_SET, forecast.offers[0], 1)
    return row[min(state.trays[player][kind], MAX_SET)]


@evaluates("lasting_set")
def value_lasting_set(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the value of a set that goes on through all rounds."""
    row, kind = forecast.row_values[ROWS_PER_PLAYER * player + dish], dishes.first[dish]
    if claim_row(forecast, player, dish):
        for count in range(MAX_SET + 1):
            row[count] = dishes.set_values[dish][count]
        apply_later_rounds(forecast, row, MAX_SET, dishes.share[dish])
        compute_kind_offers(forecast, state, player, kind, forecast.offers[0])
        apply_offers(forecast, row, MAX_SET, forecast.offers[0], 1)
    return row[min(state.trays[player][kind] + state.kept[player][kind], MAX_SET)]


@evaluates("shapes")
def value_shapes(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the value of shapes: the first set may still get any that it lacks, a second one counts
    as it lies.
    """
    first, row = dishes.first[dish], forecast.row_values[ROWS_PER_PLAYER * player + dish]
    shapes, lacking, spare = dishes.width[dish], 0, 0
    reset_copies(forecast, state)
    for kind in range(first, first + shapes):
        if state.trays[player][kind] == 0:
            lacking += 1
            add_copies(forecast, state, kind)
        elif state.trays[player][kind] > 1:
            spare += 1
    for count in range(lacking + 1):
        row[count] = 1.0 * (shapes - lacking + count) * (shapes - lacking + count)
    compute_offers(forecast, state, player, forecast.offers[0])
    apply_offers(forecast, row, lacking, forecast.offers[0], 1)
    return row[0] + spare * spare


# points of 0, 1, 2, ... of a symbol, by the rules
BASKET_POINTS = (-2.0, 0.0, 1.0, 3.0, 6.0, 10.0)
BASKET_LIMIT = len(BASKET_POINTS) - 1


@evaluates("symbols")
def value_symbols(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the sum over the symbols, of which each is a row that all cards with it lengthen."""
    first, total = dishes.first[dish], 0.0
    for symbol in range(SYMBOL_COUNT):
        note = dish if symbol == 0 else DISH_ROOM + symbol - 1
        row = forecast.row_values[ROWS_PER_PLAYER * player + note]
        if claim_row(forecast, player, note):
            fill_symbol_row(dishes, forecast, state, player, dish, symbol, row)
        shown = 0
        for kind in range(first, first + dishes.width[dish]):
            shown += dishes.symbols_shown[symbol][kind] * (
                state.trays[player][kind] + state.kept[player][kind]
            )
        total += row[min(shown, BASKET_LIMIT)]
    return total


@compiled
def fill_symbol_row(
    dishes: DishTable,
    forecast: Forecast,
    state: State,
    player: int,
    dish: int,
    symbol: int,
    row: list[float],
) -> None:
    """Compute the value of 0, 1, 2, ... of a symbol."""
    for count in range(BASKET_LIMIT + 1):
        row[count] = BASKET_POINTS[count]
    apply_later_rounds(forecast, row, BASKET_LIMIT, dishes.symbol_share[symbol])
    reset_copies(forecast, state)
    for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
        if dishes.symbols_shown[symbol][kind] > 0:
            add_copies(forecast, state, kind)
    compute_offers(forecast, state, player, forecast.offers[0])
    apply_offers(forecast, row, BASKET_LIMIT, forecast.offers[0], 1)


# --- Multipliers ---

MULTIPLIED_KINDS = 3  # kinds that go on a multiplier, what is worth least first
MULTIPLIER_FACTOR = 3.0  # what a multiplier makes of a card, by the rules
MAX_FREE_MULTIPLIERS = 3  # more count as three


@evaluates("multiplier")
def value_multiplier(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return what cards are expected to bring on the free multipliers: the more turns, the better ones."""
    row = forecast.row_values[ROWS_PER_PLAYER * player + dish]
    if claim_row(forecast, player, dish):
        best = dishes.first[dishes.multiplied] + MULTIPLIED_KINDS - 1
        for place in range(MULTIPLIED_KINDS):
            compute_kind_offers(forecast, state, player, best - place, forecast.offers[place])
        for count in range(MAX_FREE_MULTIPLIERS + 1):
            row[count] = 0.0
        for turn in range(forecast.turns_left - 1, -1, -1):
            for count in range(MAX_FREE_MULTIPLIERS, 0, -1):
                row[count] += gain_on_multiplier(dishes, forecast, row, count, turn)
    return row[min(count_free_multipliers(dishes, state, player), MAX_FREE_MULTIPLIERS)]


@compiled
def gain_on_multiplier(
    dishes: DishTable, forecast: Forecast, row: list[float], count: int, turn: int
) -> float:
    """Return what the best card of a turn adds to `count` free multipliers."""
    more, best = 0.0, dishes.first[dishes.multiplied] + MULTIPLIED_KINDS - 1
    for place in range(MULTIPLIED_KINDS - 1, -1, -1):
        points = MULTIPLIER_FACTOR * dishes.face_values[best - place]
        more += forecast.offers[place][turn] * (
            max(row[count - 1] + points - TURN_COST - row[count], 0.0) - more
        )
    return more


@compiled
def count_free_multipliers(dishes: DishTable, state: State, player: int) -> int:
    """Return how many multipliers in front of a player have no card on them."""
    if dishes.multiplier < 0:
        return 0
    free, first = state.trays[player][dishes.multiplier], dishes.first[dishes.multiplied]
    for kind in range(first, first + dishes.width[dishes.multiplied]):
        free -= state.dipped[player][kind]
    return free


# --- Races ---


@evaluates("race")
def value_race(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    compute_place_odds(dishes, forecast, state, player, dish, dishes.tie_value[dish])
    worth = 0.0
    for place in range(state.players):
        worth += forecast.place_odds[place] * dishes.prizes[dish][place]
    return (1.0 + forecast.opponent_weight) * worth


@compiled
def compute_place_odds(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int, ties: float
) -> None:
    """Compute the odds of each place, if all players pick at random from here on."""
    rivals = forecast.rivals[DISH_ROOM * player + dish]
    if forecast.rivals_ready[DISH_ROOM * player + dish] == 0:
        forecast.rivals_ready[DISH_ROOM * player + dish] = 1
        compute_rivals(dishes, forecast, state, player, dish, rivals)
    edge = count_units(dishes, state, player, dish) + ties * dishes.smallest_unit[dish]
    forecast.place_odds[0] = 1.0
    for number in range(1, state.players):
        add_rival(
            forecast,
            number,
            estimate_lead_odds(edge - rivals[2 * number - 2], rivals[2 * number - 1]),
        )


@compiled
def count_units(dishes: DishTable, state: State, player: int, dish: int) -> int:
    """Return how many units of a dish lie in front of a player."""
    first = dishes.first[dish]
    number = -dishes.copy_discount[dish] * state.copied[player][first]
    for kind in range(first, first + dishes.width[dish]):
        number += dishes.units[kind] * state.trays[player][kind]
    return number


@compiled
def compute_rivals(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int, rivals: list[float]
) -> None:
    """Compute how far ahead of the player's present units each other player will be, and the
    variance of that.
    """
    own = expect_final(dishes, forecast, state, player, dish)
    later = forecast.turns_later * dishes.share[dish] if state.dessert[dishes.first[dish]] else 0.0
    spread = expect_growth(dishes, forecast, state, player, dish, 1) + 2.0 * later
    place = 0
    for other in range(state.players):
        if other != player:
            rivals[place] = (
                count_units(dishes, state, other, dish)
                + expect_final(dishes, forecast, state, other, dish)
                - own
            )
            rivals[place + 1] = expect_growth(dishes, forecast, state, other, dish, 1) + spread
            place += 2


@compiled
def expect_final(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the units that a player will have in the end, besides those that lie there now."""
    number = expect_growth(dishes, forecast, state, player, dish, 0)
    if state.dessert[dishes.first[dish]]:
        for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
            number += state.kept[player][kind]
    return number


LOGISTIC_SLOPE = 1.7  # with which the logistic function approximates the normal distribution
MIN_VARIANCE = 0.05  # added to a variance, so that it is never zero; chosen by hand
MAX_LOGIT = 30.0  # limit of the exponent, against overflow


@compiled
def estimate_lead_odds(lead: float, variance: float) -> float:
    """Return the odds that a lead with this variance holds to the end."""
    return 1.0 / (
        1.0
        + exp(
            -min(max(LOGISTIC_SLOPE * lead / sqrt(variance + MIN_VARIANCE), -MAX_LOGIT), MAX_LOGIT)
        )
    )


@compiled
def add_rival(forecast: Forecast, number: int, beaten: float) -> None:
    """Add a rival, who is beaten with these odds, to the odds of 0, 1, 2, ... players being ahead."""
    forecast.place_odds[number] = 0.0
    for place in range(number, 0, -1):
        forecast.place_odds[place] = forecast.place_odds[place] * beaten + forecast.place_odds[
            place - 1
        ] * (1.0 - beaten)
    forecast.place_odds[0] *= beaten


# What the most symbols bring that were too few for a place, by the rules.
CONSOLATION_POINTS = 2.0


@evaluates("running_race")
def value_running_race(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the value of a race to a goal: the best place that players with more symbols leave, or
    the points for the most symbols among those without a place.
    """
    own, place = count_units(dishes, state, player, dish), state.claimed
    for other in range(state.players):
        place += count_units(dishes, state, other, dish) > own
    row, last = forecast.row_values[ROWS_PER_PLAYER * player + dish], dishes.goal + dishes.step - 1
    if forecast.row_ready[ROWS_PER_PLAYER * player + dish] != 1 + place:
        forecast.row_ready[ROWS_PER_PLAYER * player + dish] = 1 + place
        prize = 1.0 * dishes.race_prizes[min(place, MAX_PLAYERS - 1)]
        for number in range(last + 1):
            row[number] = (
                CONSOLATION_POINTS * number / dishes.goal
                if number < dishes.goal
                else max(prize, CONSOLATION_POINTS)
            )
        reset_copies(forecast, state)
        for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
            add_copies(forecast, state, kind)
        compute_offers(forecast, state, player, forecast.offers[0])
        apply_offers(forecast, row, last, forecast.offers[0], dishes.step)
    return row[min(own, last)]


COMPANY_LIMIT = 4.0  # points of one card, by the rules


@evaluates("company")
def value_company(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return a point for each other player who has the dish, or will have it."""
    eaters, kind = 0.0, dishes.first[dish]
    for other in range(state.players):
        if other != player:
            has = state.trays[other][kind] > 0
            eaters += (
                1.0 if has else 1.0 - exp(-expect_growth(dishes, forecast, state, other, dish, 0))
            )
    return state.trays[player][kind] * min(eaters, COMPANY_LIMIT)


# --- Colours and categories ---


@compiled
def count_colours(forecast: Forecast, state: State, player: int) -> None:
    """Count the cards of each colour in front of a player."""
    for colour in range(state.kind_count):
        forecast.colour_counts[colour] = 0
    for kind in state.menu[: state.kind_count]:
        forecast.colour_counts[state.colour[kind]] += state.trays[player][kind]


@evaluates("favourite_colour")
def value_favourite_colour(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the points of the most frequent colour, for each card."""
    cards = state.trays[player][dishes.first[dish]]
    if cards == 0:
        return 0.0
    count_colours(forecast, state, player)
    most = 0
    for colour in range(state.kind_count):
        most = max(most, forecast.colour_counts[colour])
    return cards * (most + VARIETY_PER_TURN * forecast.turns_left)


@evaluates("most_colours")
def value_most_colours(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the points of the cards, times the odds of having the most colours."""
    first = dishes.first[dish]
    cards = state.trays[player][first]
    if cards == 0:
        return 0.0
    for other in range(state.players):
        count_colours(forecast, state, other)
        forecast.compared[other] = 0.0
        for colour in range(state.kind_count):
            forecast.compared[other] += forecast.colour_counts[colour] > 0
    return dishes.face_values[first] * cards * estimate_variety_odds(forecast, state, player, 0.5)


@compiled
def estimate_variety_odds(forecast: Forecast, state: State, player: int, ties: float) -> float:
    """Return the odds of having the most of something that grows with every turn. The present turn
    is still to come for the other players.
    """
    variance = 2.0 * VARIETY_PER_TURN * (forecast.turns_left + 1)
    own, odds = forecast.compared[player] - VARIETY_PER_TURN + ties, 1.0
    for other in range(state.players):
        if other != player:
            odds *= estimate_lead_odds(own - forecast.compared[other], variance)
    return odds


@evaluates("token")
def value_token(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the value of the token of a category, which a tie loses."""
    compute_place_odds(dishes, forecast, state, player, dish, -0.5)
    return (
        (1.0 + forecast.opponent_weight)
        * forecast.place_odds[0]
        * expect_token(forecast, state, dishes.pile[dish])
    )


def write_rule_counts() -> Any:
    """Return a function that counts what a rule on no card compares, by the rule itself; a rule is
    named by its pile of tokens.
    """
    functions, lines = {}, []
    for number, game in enumerate(GAMES):
        for rule in game.extras:
            for part in rule.parts if rule.pile >= 0 else []:
                if "counts" in part.verbs:
                    name = f"counts_{rule.id}_{number}_{part.variant}"
                    functions[name] = counts = part.verbs["counts"]
                    things = ", ".join(PARAMETERS[one] for one in parameter_names(counts))
                    condition = f"state.game == {number} and pile == {rule.pile}"
                    lines += [
                        f"if {condition} and {condition_of(rule, part)}: return {name}({things})"
                    ]
    head = "state, player, pile"
    return write_function("count_by_rule", head, [*lines, "return 0"], functions, compiled)


count_by_rule = write_rule_counts()


@evaluates("variety")
def value_variety(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the value of the token for the most varied meal, which a tie loses."""
    for other in range(state.players):
        counted = count_by_rule(state, other, dishes.pile[dish])
        forecast.compared[other] = counted / dishes.denominator[dish]
    return (
        (1.0 + forecast.opponent_weight)
        * expect_token(forecast, state, dishes.pile[dish])
        * estimate_variety_odds(forecast, state, player, -0.5)
    )


@compiled
def expect_token(forecast: Forecast, state: State, pile: int) -> float:
    """Return what the top token of a pile is worth on average, as far as the seat knows."""
    total, unknown = 0.0, 0
    for place in range(ROUNDS):
        total += state.worth[pile][place]
        unknown += 1
    for place in range(ROUNDS):
        if state.takers[pile][place] == forecast.seat + 1:
            total -= state.tokens[pile][place]
            unknown -= 1
    return total / max(unknown, 1)


# --- Tools ---


@evaluates("tool", "second_card")
def value_tool(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return what a second card on a later turn, except the last, brings: less with fewer turns."""
    tools = 0
    for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
        tools += state.trays[player][kind]
    return min(tools, 2) * TURN_COST * max(forecast.turns_left - 1, 0) / (forecast.turns_left + 1)
