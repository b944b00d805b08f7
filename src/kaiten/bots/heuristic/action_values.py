"""What cards bring that do something as they land: a function for each of them."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.jit import always_inline
from ...engine.picks import COPY
from ...engine.state import State
from .dish_table import Cookbook
from .dish_values import TURN, Taste, by_dish, written
from .forecast import Outlook
from .marginal import acts, gain

CLASH = 0.35  # how often somebody who holds a soup plays it
SOUP = 3.0  # points
DRAWN = 4  # cards that a menu offers
TURNED = 2.0  # points of a card that is turned over

DEEDS: dict[str, Taste] = {}


def deed(*ids: str) -> Callable[[Taste], Taste]:
    """Write down what is thought of these cards as they land."""
    return written(DEEDS, ids, always_inline)


@always_inline
def by_itself(book: Cookbook, look: Outlook, state: State, player: int, card: int) -> float:
    """What a card adds; whatever would do something in its turn is an ordinary card."""
    return TURN if acts(book, card) else gain(book, look, state, player, card)


@deed("miso_soup")
def alone_on_its_turn(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """Its points, unless somebody else plays one too."""
    odds = 1.0
    for other in range(state.seats):
        if other != player:
            odds *= 1.0 - CLASH * min(look.hands[other][book.first[dish]], 1.0)
    return SOUP * odds


@deed("menu")
def the_best_of_four(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """What the best of the cards that are drawn brings on average."""
    kinds, total = sort_unseen(book, look, state, player), 0.0
    for place in range(kinds):
        total += look.unseen[look.sorted[place]]
    worth = below = 0.0
    for place in range(kinds):
        kind = look.sorted[place]
        above = below + look.unseen[kind] / total
        worth += by_itself(book, look, state, player, kind) * (above**DRAWN - below**DRAWN)
        below = above
    return worth


@always_inline
def sort_unseen(book: Cookbook, look: Outlook, state: State, player: int) -> int:
    """Sort the kinds that the seat has not seen all of by what they would add, the least first, and
    say how many they are.
    """
    kinds = 0
    for kind in state.menu[: state.kind_count]:
        if look.unseen[kind] > 0:
            worth, place = by_itself(book, look, state, player, kind), kinds
            while (
                place > 0 and by_itself(book, look, state, player, look.sorted[place - 1]) > worth
            ):
                look.sorted[place] = look.sorted[place - 1]
                place -= 1
            look.sorted[place] = kind
            kinds += 1
    return kinds


@deed("takeout_box")
def two_points_instead(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    """Two points for every card that promises less."""
    total = 0.0
    for kind in state.menu[: state.kind_count]:
        if state.trays[player][kind] > 0:
            total += state.trays[player][kind] * max(
                TURNED + by_itself(book, look, state, player, ~kind), 0.0
            )
    return total


@deed("special_order")
def one_more_of_the_best(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int
) -> float:
    return best_on_tray(book, look, state, player, 0)


@deed("joker")
def as_it_is_laid(book: Cookbook, look: Outlook, state: State, player: int, dish: int) -> float:
    """In somebody else's hand: the best category that they have begun."""
    return best_on_tray(book, look, state, player, COPY)


@always_inline
def best_on_tray(book: Cookbook, look: Outlook, state: State, player: int, mark: int) -> float:
    """What one more of the best that lies in front of a player adds."""
    best, found = 0.0, False
    for kind in state.menu[: state.kind_count]:
        if state.trays[player][kind] > 0:
            worth = by_itself(book, look, state, player, kind | mark)
            if not found or worth > best:
                best, found = worth, True
    return best


do = by_dish(DEEDS, "deed")
