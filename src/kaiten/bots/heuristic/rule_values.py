"""The value of a dish: by the idea that its block says, or by its own rule if it says none that bots
know: the points that a player has of it, and what one more card would add.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...engine.card import PARAMETERS, Card, Rule, parameter_names
from ...engine.dispatch import SCORING, condition_of, write_function
from ...engine.jit import compiled
from ...engine.state import State
from .dish_table import DishTable
from .dish_values import (
    DISH_VALUES,
    evaluates,
    value_favourite_colour,
    value_most_colours,
    value_multiplier,
    value_token,
    value_variety,
)
from .forecast import Forecast, compute_kind_offers
from .ideas import TURN_COST, ValueFunction
from .sizes import GAMES


def is_asked(rule: Rule) -> bool:
    """Return whether bots ask a rule what its cards are worth: it scores, and its block says no idea
    that they know. A rule that hands out tokens would do so.
    """
    if not isinstance(rule, Card) or rule.pile >= 0 or not rule.stays:
        return False
    if DISH_VALUES.find(rule.idea, rule):
        return False
    return any({"scores", "compares"} & set(part.verbs) for part in rule.parts)


def write_questions() -> Any:
    """Return a function that asks a dish's rule for a player's points, as if the game ended now."""
    functions: dict[str, Any] = {}
    lines = []
    for number, game in enumerate(GAMES):
        for dish, card in enumerate(game.cards):
            for part in card.parts if is_asked(card) else ():
                if {"scores", "compares"} & set(part.verbs):
                    verbs = {**card.verbs, **part.verbs}
                    callees = {
                        f"{verb}_{card.id}_{number}_{part.variant}": verbs[verb]
                        for verb in SCORING
                        if verb in verbs
                    }
                    functions |= callees
                    condition = f"state.game == {number} and dish == {dish}"
                    lines.append(f"if {condition} and {condition_of(card, part)}:")
                    lines += [f"    {line}" for line in write_question(card, callees)]
    functions["count_desserts_kept"] = count_desserts_kept
    head = "forecast, state, seat, dish"
    return write_function("ask_for_points", head, [*lines, "return 0.0"], functions)


def write_question(card: Card, callees: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that ask one rule."""
    calls = [
        f"{name}({', '.join(PARAMETERS[one] for one in parameter_names(function))})"
        for name, function in callees.items()
    ]
    yield f"player, row, first, pile = seat, forecast.points, {card.first}, -1"
    if card.dessert:
        yield f"count_desserts_kept(state, first, {len(card.kinds)}, 1)"
    if len(calls) == 1:
        yield f"row[seat] = {calls[0]}"
    else:
        yield "for player in range(state.players):"
        yield f"    row[player], state.counted[player] = 0, {calls[0]}"
        yield calls[1]
    if card.dessert:
        yield f"count_desserts_kept(state, first, {len(card.kinds)}, -1)"
    yield "return 1.0 * row[seat]"


@compiled
def count_desserts_kept(state: State, first: int, width: int, sign: int) -> None:
    """Count the desserts of this round among those that are kept, or stop doing so."""
    for player in range(state.players):
        for kind in range(first, first + width):
            state.kept[player][kind] += sign * state.trays[player][kind]


ask_for_points = write_questions()


@evaluates()
def value_by_rule(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int
) -> float:
    """Return the points that a player has of a dish, and what one more card of the best kind would
    add, times the odds of getting one, less the cost of the turn.
    """
    points: float = ask_for_points(forecast, state, player, dish)
    best = 0.0
    for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
        state.trays[player][kind] += 1
        more = ask_for_points(forecast, state, player, dish) - points - TURN_COST
        state.trays[player][kind] -= 1
        if more > best:
            compute_kind_offers(forecast, state, player, kind, forecast.offers[0])
            missed = 1.0
            for turn in range(forecast.turns_left):
                missed *= 1.0 - forecast.offers[0][turn]
            best = max(best, (1.0 - missed) * more)
    return points + best


# dishes whose value depends on other dishes, as that of rules on no card does
DEPENDENT_VALUES = (value_multiplier, value_favourite_colour, value_most_colours, value_by_rule)


def find_value(rule: Rule) -> ValueFunction | None:
    """Return the function for a dish, or None if it is worth nothing by itself."""
    usual: ValueFunction | None = value_by_rule if is_asked(rule) else None
    if rule.pile >= 0:
        usual = value_token if isinstance(rule, Card) else value_variety
    return DISH_VALUES.find(rule.idea, rule) or usual


def is_dependent(rule: Rule) -> bool:
    """Return whether the value of a dish may depend on other dishes."""
    return not isinstance(rule, Card) or callable(rule.idea) or find_value(rule) in DEPENDENT_VALUES


value_dish = DISH_VALUES.write_dispatch("value_dish", "idea", "value_function")
