"""The value of cards that do something when they land: a function for each of them."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.jit import always_inline
from ...engine.picks import COPY
from ...engine.state import State
from .dish_table import DishTable
from .dish_values import TURN_COST, ValueFunction, register_for, write_dispatch
from .forecast import Forecast
from .marginal import find_gain, has_action

SOUP_CLASH_RATE = 0.35  # how often a player who holds a soup plays it; chosen by hand
SOUP_POINTS = 3.0  # by the rules
MENU_CARDS = 4  # cards that a menu offers, by the rules
FLIPPED_POINTS = 2.0  # of a card that is turned face down, by the rules

ACTION_VALUES: dict[str, ValueFunction] = {}


def evaluates_action(*ids: str) -> Callable[[ValueFunction], ValueFunction]:
    """Register a function as the value of these cards' actions."""
    return register_for(ACTION_VALUES, ids, always_inline)


@always_inline
def value_single(
    dishes: DishTable, forecast: Forecast, state: State, player: int, card: int
) -> float:
    """Return what a card adds; one with an action of its own counts as an ordinary card."""
    return (
        TURN_COST if has_action(dishes, card) else find_gain(dishes, forecast, state, player, card)
    )


@evaluates_action("miso_soup")
def value_soup(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the points of a soup, times the odds that no other player plays one on this turn."""
    odds = 1.0
    for other in range(state.seats):
        if other != player:
            odds *= 1.0 - SOUP_CLASH_RATE * min(forecast.hands[other][dishes.first[dish]], 1.0)
    return SOUP_POINTS * odds


@evaluates_action("menu")
def value_menu(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return what the best of the cards that are drawn brings on average."""
    kinds, total = sort_unseen_kinds(dishes, forecast, state, player), 0.0
    for place in range(kinds):
        total += forecast.unseen[forecast.sorted_kinds[place]]
    worth = below = 0.0
    for place in range(kinds):
        kind = forecast.sorted_kinds[place]
        above = below + forecast.unseen[kind] / total
        worth += value_single(dishes, forecast, state, player, kind) * (
            above**MENU_CARDS - below**MENU_CARDS
        )
        below = above
    return worth


@always_inline
def sort_unseen_kinds(dishes: DishTable, forecast: Forecast, state: State, player: int) -> int:
    """Sort the kinds of which the seat has not seen all cards by what they would add, the least
    first, and return how many kinds there are.
    """
    kinds = 0
    for kind in state.menu[: state.kind_count]:
        if forecast.unseen[kind] > 0:
            worth, place = value_single(dishes, forecast, state, player, kind), kinds
            while (
                place > 0
                and value_single(dishes, forecast, state, player, forecast.sorted_kinds[place - 1])
                > worth
            ):
                forecast.sorted_kinds[place] = forecast.sorted_kinds[place - 1]
                place -= 1
            forecast.sorted_kinds[place] = kind
            kinds += 1
    return kinds


@evaluates_action("takeout_box")
def value_takeout_box(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return two points for each card that is worth less, minus what the card is worth."""
    total = 0.0
    for kind in state.menu[: state.kind_count]:
        if state.trays[player][kind] > 0:
            total += state.trays[player][kind] * max(
                FLIPPED_POINTS + value_single(dishes, forecast, state, player, ~kind), 0.0
            )
    return total


@evaluates_action("special_order")
def value_special_order(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the gain of one more of the best card that the player has."""
    return value_best_copy(dishes, forecast, state, player, 0)


@evaluates_action("joker")
def value_joker(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the gain of the best category that a player has begun."""
    return value_best_copy(dishes, forecast, state, player, COPY)


@always_inline
def value_best_copy(
    dishes: DishTable, forecast: Forecast, state: State, player: int, mark: int
) -> float:
    """Return the gain of one more of the best card that lies in front of a player."""
    best, found = 0.0, False
    for kind in state.menu[: state.kind_count]:
        if state.trays[player][kind] > 0:
            worth = value_single(dishes, forecast, state, player, kind | mark)
            if not found or worth > best:
                best, found = worth, True
    return best


value_action = write_dispatch("value_action", ACTION_VALUES, "action_function")
