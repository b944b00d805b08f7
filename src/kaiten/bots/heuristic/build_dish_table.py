"""Building the dish table of a table: the game's own rules are asked once what its dishes are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...engine import draft
from ...engine.card import Card, Rule, parameter_names
from ...engine.game import Game
from ...engine.state import ROUNDS, State, blank_record, copy_state
from .action_values import ACTION_VALUES
from .dish_table import MAX_SET, SYMBOL_COUNT, DishTable
from .dish_values import (
    DISH_VALUES,
    value_race,
    value_running_race,
    value_token,
)
from .rule_values import find_value, is_dependent
from .sizes import KIND_ROOM

Units = Mapping[int, int]  # what a card of each kind counts in a race

NO_MARK = 1 << 20  # more than any answer
COMPARED_VALUES = (value_race, value_token, value_running_race)
DISH_TABLES: dict[tuple[object, ...], DishTable] = {}


def find_dish_table(game: Game, state: State) -> DishTable:
    """Return the dish table of a table, which is built at first use."""
    laid = (
        game.id,
        int(state.players),
        int(state.variant),
        tuple(state.menu[: state.kind_count]),
    )
    if laid not in DISH_TABLES:
        DISH_TABLES[laid] = build_dish_table(game, state)
    return DISH_TABLES[laid]


def list_dishes(game: Game) -> list[Rule]:
    """Return the dishes by number, and after them the rules on no card that hand out tokens."""
    return [*game.cards, *(rule for rule in game.extras if rule.pile >= 0)]


def build_dish_table(game: Game, state: State) -> DishTable:
    """Return a new dish table."""
    dishes: Any = blank_record(DishTable)
    dishes.multiplier = dishes.multiplied = dishes.second_tool = -1
    marks = {name: mark for one in game.questions for name, mark in one.marks.items()}
    dishes.face_down_answer = marks.get("face_down", -1)
    dishes.multiplied_mark = marks.get("multiplied", NO_MARK)
    dishes.under_mark = marks.get("under", NO_MARK)
    for number, rule in enumerate(list_dishes(game)):
        dishes.first[number], dishes.pile[number] = rule.first, rule.pile
        dishes.denominator[number] = rule.denominator
        dishes.value_function[number] = DISH_VALUES.number(find_value(rule))
        dishes.action_function[number] = ACTION_VALUES.number(ACTION_VALUES.find(rule.action, rule))
        if not isinstance(rule, Card):
            add_dependent(dishes, number)
            continue
        dishes.width[number] = len(rule.kinds)
        for kind in rule.kinds.values():
            dishes.dish[kind] = number
        if state.stock[rule.first]:
            add_dish(dishes, game, state, number, rule)
    add_race_goal(dishes, game, int(state.variant))
    return dishes  # type: ignore[no-any-return]


def add_dependent(dishes: Any, number: int) -> None:
    """Add a dish whose value depends on other dishes."""
    dishes.is_dependent[number] = 1
    dishes.dependent[dishes.dependent_count] = number
    dishes.dependent_count += 1


def add_dish(dishes: Any, game: Game, state: State, number: int, card: Card) -> None:
    """Add a dish that is on the menu."""
    for count in range(MAX_SET + 1):
        dishes.set_values[number][count] = score_alone(game, state, card, [{card.first: count}])[0]
    for kind in card.kinds.values():
        dishes.face_values[kind] = score_alone(game, state, card, [{kind: 1}])[0]
    dishes.share[number] = share_of_cards(state, list(card.kinds.values()))
    add_units(dishes, game, state, number, card)
    if is_dependent(card):
        add_dependent(dishes, number)
    if card.idea == "multiplier":
        dishes.multiplier = card.first
    elif card.idea == "second_card":
        dishes.second_tool = card.first
    elif card.idea == "multiplied":
        dishes.multiplied = number
    elif card.idea == "symbols":
        add_symbols(dishes, state, card)


def add_units(dishes: Any, game: Game, state: State, number: int, card: Card) -> None:
    """Add what each card of a dish counts where players compare, and what the places of a race
    bring. Each card of any other dish counts one.
    """
    evaluates = find_value(card)
    units, less = (
        find_units(card, int(state.variant))
        if evaluates in COMPARED_VALUES
        else (dict.fromkeys(card.kinds.values(), 1), 0)
    )
    dishes.copy_discount[number], dishes.smallest_unit[number] = less, min(units.values())
    for kind, unit in units.items():
        dishes.units[kind] = unit
    if evaluates is value_race:
        numbers = range(int(state.players), 0, -1)
        places = score_alone(game, state, card, [{card.first: count} for count in numbers])
        tied = score_alone(
            game, state, card, [{card.first: min(count, numbers[1])} for count in numbers]
        )
        dishes.is_race[number], dishes.tie_value[number] = 1, tied[0] / places[0] - 0.5
        for place, prize in enumerate(places):
            dishes.prizes[number][place] = prize


def add_symbols(dishes: Any, state: State, card: Card) -> None:
    """Add how often which cards show which symbol."""
    for symbol in range(SYMBOL_COUNT):
        shown = {card.kinds[kind]: numbers[symbol] for kind, numbers in card.symbols.items()}
        kinds = [kind for kind, number in shown.items() if number]
        dishes.symbol_share[symbol] = share_of_cards(state, kinds)
        for kind in kinds:
            dishes.symbols_shown[symbol][kind] = shown[kind]


def add_race_goal(dishes: Any, game: Game, variant: int) -> None:
    """Add the race that is run during a round, where there is one."""
    found = game.race(variant)
    if found:
        card, race = found
        units, _ = find_units(card, variant)
        dishes.goal, dishes.step = race.goal, sum(units.values()) // len(units)
        for place, prize in enumerate(race.prizes):
            dishes.race_prizes[place] = prize


def score_alone(
    game: Game, state: State, rule: Rule, trays: Sequence[Mapping[int, int]]
) -> list[float]:
    """Return what a rule gives each player if these cards, by kind, and no others lie in front of
    them at the end.
    """
    if rule not in game.rows or game.piles:
        return [0.0] * int(state.players)
    table = copy_state(state)
    table.round_number, table.claimed = ROUNDS, 0
    for player in range(table.players):
        table.at_once[player] = 0
        for kind in table.menu[: table.kind_count]:
            table.trays[player][kind] = trays[player].get(kind, 0) if player < len(trays) else 0
            table.kept[player][kind] = table.copied[player][kind] = 0
            table.dipped[player][kind] = table.flipped[player][kind] = 0
    draft.finish_round(table)
    return [float(given) for given in table.points[game.rows.index(rule)][: table.players]]


def share_of_cards(state: State, kinds: Sequence[int]) -> float:
    """Return the share of these kinds, all desserts or none, in the cards of the rounds to come."""
    sweets, joined, stock = (
        int(state.reserve_count),
        sum(state.servings),
        state.stock,
    )
    copies = sum([stock[kind] for kind in kinds]) * (
        joined / sweets if sweets and state.dessert[kinds[0]] else 1
    )
    return copies / (int(state.cards) - sweets + joined)


@cache
def find_units(card: Card, variant: int) -> tuple[Units, int]:
    """Return what a card of each kind counts in a race, by the rule itself, and how much less a
    card counts that only acts as one.
    """
    counts = card.part("counts", variant).verbs["counts"]

    def count(kind: int, copies: int) -> int:
        tray = [int(other == kind) for other in range(KIND_ROOM)]
        things: dict[str, Any] = {
            "tray": tray,
            "kept": tray,
            "copied": [copies * one for one in tray],
            "first": card.first,
        }
        return int(counts(*[things[name] for name in parameter_names(counts)]))

    return {kind: count(kind, 0) for kind in card.kinds.values()}, count(card.first, 0) - count(
        card.first, 1
    )
