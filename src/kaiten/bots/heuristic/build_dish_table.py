"""The cookbook of a table: what its dishes are and do is asked of the game's own rules, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...engine import draft
from ...engine.card import Card, Rule, parameter_names
from ...engine.game import Game
from ...engine.jit import python_function
from ...engine.state import KINDS, ROUNDS, State, blank_record, copy_state, to_ints
from .action_values import DEEDS
from .dish_table import LONGEST, Cookbook
from .dish_values import ACROSS, TASTES, a_race, a_token, first_to_so_many, number_in

Units = Mapping[int, int]  # what a card of each kind counts in a race

COMPARED = (a_race, a_token, first_to_so_many)
WRITTEN: dict[tuple[object, ...], Cookbook] = {}


def cookbook(game: Game, state: State) -> Cookbook:
    """The cookbook of a table, written when it is first asked for."""
    laid = (
        game.id,
        int(state.players),
        int(state.variant),
        tuple(to_ints(state.menu)[: state.kind_count]),
    )
    if laid not in WRITTEN:
        WRITTEN[laid] = write(game, state)
    return WRITTEN[laid]


def dishes_of(game: Game) -> list[Rule]:
    """The dishes by number, and the rule on no card that cards have a bearing on."""
    return [*game.cards, *(rule for rule in game.extras if rule.pile >= 0)]


def write(game: Game, state: State) -> Cookbook:
    book: Any = blank_record(Cookbook)
    book.wasabi = book.nigiri = book.chopsticks = -1
    for number, rule in enumerate(dishes_of(game)):
        book.first[number], book.pile[number] = rule.first, rule.pile
        book.taste[number] = number_in(TASTES, rule.id)
        book.deed[number] = number_in(DEEDS, rule.id)
        if not isinstance(rule, Card):
            write_across(book, number)
            continue
        book.width[number] = len(rule.kinds)
        for kind in rule.kinds.values():
            book.dish[kind] = number
        if state.stock[rule.first]:
            write_dish(book, game, state, number, rule)
    write_goal(book, game, int(state.variant))
    return book  # type: ignore[no-any-return]


def write_across(book: Any, number: int) -> None:
    """Note a dish that others change too."""
    book.across[number] = 1
    book.changed[book.changes] = number
    book.changes += 1


def write_dish(book: Any, game: Game, state: State, number: int, card: Card) -> None:
    """What a dish on the menu is worth."""
    for count in range(LONGEST + 1):
        book.rows[number][count] = points(game, state, card, [{card.first: count}])[0]
    for kind in card.kinds.values():
        book.faces[kind] = points(game, state, card, [{kind: 1}])[0]
    book.share[number] = share(state, list(card.kinds.values()))
    write_units(book, game, state, number, card)
    if card.id in ACROSS:
        write_across(book, number)
    if card.id == "wasabi":
        book.wasabi = card.first
    elif card.id == "chopsticks":
        book.chopsticks = card.first
    elif card.id == "nigiri":
        book.nigiri = number
    elif card.id == "fruit":
        write_fruits(book, state, card)


def write_units(book: Any, game: Game, state: State, number: int, card: Card) -> None:
    """What cards count that are compared, and what the places of a race bring; of any other dish
    each card counts one.
    """
    taste = TASTES.get(card.id)
    units, less = (
        units_of(card, int(state.variant))
        if taste in COMPARED
        else (dict.fromkeys(card.kinds.values(), 1), 0)
    )
    book.less[number], book.least[number] = less, min(units.values())
    for kind, unit in units.items():
        book.units[kind] = unit
    if taste is a_race:
        numbers = range(int(state.players), 0, -1)
        places = points(game, state, card, [{card.first: count} for count in numbers])
        tied = points(
            game, state, card, [{card.first: min(count, numbers[1])} for count in numbers]
        )
        book.races[number], book.ties[number] = 1, tied[0] / places[0] - 0.5
        for place, prize in enumerate(places):
            book.prizes[number][place] = prize


def write_fruits(book: Any, state: State, card: Card) -> None:
    """Which cards show which fruit: the last letters of a kind's id say so."""
    letters = {number: kind[-2:] for kind, number in card.kinds.items()}
    for fruit, letter in enumerate("wpo"):
        kinds = [kind for kind, pair in letters.items() if letter in pair]
        book.fruit_share[fruit] = share(state, kinds)
        for kind in kinds:
            book.shows[fruit][kind] = letters[kind].count(letter)


def write_goal(book: Any, game: Game, variant: int) -> None:
    """What the race is that is run during a round, where there is one."""
    found = game.race(variant)
    if found:
        card, race = found
        units, _ = units_of(card, variant)
        book.goal, book.step = race.goal, sum(units.values()) // len(units)
        for place, prize in enumerate(race.prizes):
            book.places[place] = prize


def points(game: Game, state: State, rule: Rule, trays: Sequence[Mapping[int, int]]) -> list[float]:
    """What a rule gives to everybody if these cards, by kind, lie in front of them at the end and
    nothing else.
    """
    if rule not in game.rows or game.piles:
        return [0.0] * int(state.players)
    table = copy_state(state)
    table.round_number, table.claimed = ROUNDS, 0
    for player in range(table.players):
        table.at_once[player] = 0
        for kind in to_ints(table.menu)[: table.kind_count]:
            table.trays[player][kind] = trays[player].get(kind, 0) if player < len(trays) else 0
            table.kept[player][kind] = table.copied[player][kind] = 0
            table.dipped[player][kind] = table.flipped[player][kind] = 0
    draft.finish_round(table)
    return [float(given) for given in table.points[game.rows.index(rule)][: table.players]]


def share(state: State, kinds: Sequence[int]) -> float:
    """What part of the cards in the rounds to come is of these kinds, all desserts or none."""
    sweets, joined, stock = (
        int(state.reserve_count),
        sum(to_ints(state.servings)),
        to_ints(state.stock),
    )
    copies = sum([stock[kind] for kind in kinds]) * (
        joined / sweets if sweets and state.dessert[kinds[0]] else 1
    )
    return copies / (int(state.cards) - sweets + joined)


@cache
def units_of(card: Card, variant: int) -> tuple[Units, int]:
    """What a card of each kind counts in a race, by the rule itself, and by how much less a card
    that only acts as one.
    """
    counts = python_function(card.part("counts", variant).verbs["counts"])

    def count(kind: int, copies: int) -> int:
        tray = [int(other == kind) for other in range(KINDS)]
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
