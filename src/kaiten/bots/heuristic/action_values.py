"""The value of cards that do something when they land: a function for each idea of an action. A
card's block says which one it has, by name.
"""

from __future__ import annotations

from ...engine.card import Card
from ...engine.jit import always_inline
from ...engine.picks import COPY
from ...engine.state import State
from .dish_table import DishTable
from .dish_values import DISH_VALUES
from .forecast import Forecast
from .ideas import TURN_COST, Ideas
from .marginal import find_gain, has_action

CLASH_RATE = 0.35  # how often a player who holds such a card plays it; chosen by hand
DRAWN_CARDS = 4  # of which one is played, by the rules
FLIPPED_POINTS = 2.0  # of a card that is turned face down, by the rules

ACTION_VALUES = Ideas(always_inline)  # by the name that a block gives as its `action`
evaluates_action = ACTION_VALUES.add


@always_inline
def value_single(
    dishes: DishTable, forecast: Forecast, state: State, player: int, card: int
) -> float:
    """Return what a card adds; one with an action of its own counts as an ordinary card."""
    return (
        TURN_COST if has_action(dishes, card) else find_gain(dishes, forecast, state, player, card)
    )


@evaluates_action("alone")
def value_alone(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the points of a card, times the odds that no other player plays one on this turn."""
    first, odds = dishes.first[dish], 1.0
    for other in range(state.seats):
        if other != player:
            odds *= 1.0 - CLASH_RATE * min(forecast.hands[other][first], 1.0)
    return dishes.face_values[first] * odds


@evaluates_action("draw")
def value_draw(
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
            above**DRAWN_CARDS - below**DRAWN_CARDS
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


@evaluates_action("turn_over")
def value_turning_over(
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


@evaluates_action("copy")
def value_copying(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the gain of one more of the best card that the player has."""
    return value_best_copy(dishes, forecast, state, player, 0)


@evaluates_action("join")
def value_joining(
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


value_action = ACTION_VALUES.write_dispatch("value_action", "action", "action_function")


def has_unknown_effect(card: Card) -> bool:
    """Return whether a card does something, of which its block gives the bots no idea."""
    effects = {"lands", "acts", "picked", "begins", "watches"}
    does_something = any(effects & set(part.verbs) for part in card.parts)
    return does_something and not (
        DISH_VALUES.find(card.idea, card) or ACTION_VALUES.find(card.action, card)
    )
