"""Marginal values: a card is tried out in front of a player, and the change is measured."""

from __future__ import annotations

from ...engine.jit import always_inline, compiled, never_inline
from ...engine.picks import COPY, DIPS, KIND
from ...engine.state import State
from .dish_table import DishTable
from .dish_values import count_free_multipliers
from .forecast import Forecast
from .rule_values import value_dish

NO_CARD = -(1 << 20)  # no card; a card with its marks is at least 0, and ~card takes one away


@compiled
def kind_of(card: int) -> int:
    """Return the kind of a card that is laid down, or of one that ~card takes away."""
    return (card if card >= 0 else ~card) & KIND


@compiled
def try_card(dishes: DishTable, state: State, player: int, card: int) -> int:
    """Lay a card down, or take one away. Return the kind that lies on a multiplier more or less, or -1."""
    return (
        try_laying(dishes, state, player, card)
        if card >= 0
        else try_removing(dishes, state, player, ~card)
    )


@compiled
def try_laying(dishes: DishTable, state: State, player: int, card: int) -> int:
    """Lay down a card with the marks of the landing row: a card that is multiplied goes on a
    free multiplier, a copy only with the mark DIPS.
    """
    kind = card & KIND
    state.trays[player][kind] += 1
    state.copied[player][kind] += card & COPY > 0
    if (
        card & (COPY | DIPS) != COPY
        and dishes.dish[kind] == dishes.multiplied
        and count_free_multipliers(dishes, state, player) > 0
    ):
        state.dipped[player][kind] += 1
        return kind
    return -1


@compiled
def try_removing(dishes: DishTable, state: State, player: int, card: int) -> int:
    """Take away a card with the marks of an answer: on its multiplier, or the multiplier under it."""
    kind, marks, tray, dipped = card & KIND, card & ~KIND, state.trays[player], state.dipped[player]
    changed = -1
    if dishes.dish[kind] == dishes.multiplied and (marks > 0 or dipped[kind] == tray[kind]):
        changed = kind
    elif kind == dishes.multiplier and count_free_multipliers(dishes, state, player) == 0:
        for on_it in state.menu[: state.kind_count]:
            if dipped[on_it] > 0:
                changed = max(changed, on_it)
    if changed >= 0:
        dipped[changed] -= 1
    tray[dishes.multiplier if marks == dishes.under_mark else kind] -= 1
    return changed


@compiled
def undo_trial(dishes: DishTable, state: State, player: int, card: int, changed: int) -> None:
    """Undo `try_card`."""
    more = -1 if card >= 0 else 1
    if changed >= 0:
        state.dipped[player][changed] += more
    kind = kind_of(card)
    if card >= 0:
        state.copied[player][kind] -= card & COPY > 0
    state.trays[player][
        dishes.multiplier if card < 0 and ~card & ~KIND == dishes.under_mark else kind
    ] += more


@always_inline
def value_dishes(
    dishes: DishTable, forecast: Forecast, state: State, player: int, one: int, two: int
) -> float:
    """Return the value of one dish in front of a player, or two, plus that of the dishes that depend
    on others.
    """
    total = 0.0
    for place in range(dishes.dependent_count):
        dish = dishes.dependent[place]
        total += value_dish(dishes, forecast, state, player, dish)
    if not dishes.is_dependent[one]:
        total += value_dish(dishes, forecast, state, player, one)
    if two != one and not dishes.is_dependent[two]:
        total += value_dish(dishes, forecast, state, player, two)
    return total


@never_inline
def measure_gain(
    dishes: DishTable, forecast: Forecast, state: State, player: int, one: int, two: int
) -> float:
    """Return what one card without an action adds to a player's expected points, or two in this
    order.
    """
    first = dishes.dish[kind_of(one)]
    second = dishes.dish[kind_of(two)] if two != NO_CARD else first
    total = -value_dishes(dishes, forecast, state, player, first, second)
    changed = try_card(dishes, state, player, one)
    changed_too = try_card(dishes, state, player, two) if two != NO_CARD else -1
    total += value_dishes(dishes, forecast, state, player, first, second)
    if two != NO_CARD:
        undo_trial(dishes, state, player, two, changed_too)
    undo_trial(dishes, state, player, one, changed)
    return total


@compiled
def has_action(dishes: DishTable, card: int) -> bool:
    """Return whether a card does something when it lands."""
    return card >= 0 and dishes.action_function[dishes.dish[card & KIND]] > 0


@always_inline
def find_gain(dishes: DishTable, forecast: Forecast, state: State, player: int, card: int) -> float:
    """Return what one card without an action adds; without marks, the result is cached."""
    if card < 0 or card > KIND:
        return measure_gain(dishes, forecast, state, player, card, NO_CARD)
    if forecast.gains_ready[player][card] == 0:
        forecast.gains[player][card] = measure_gain(dishes, forecast, state, player, card, NO_CARD)
        forecast.gains_ready[player][card] = 1
    return forecast.gains[player][card]
