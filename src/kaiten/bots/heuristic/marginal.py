"""Cards tried out in front of a player, and what that adds to what the player may expect."""

from __future__ import annotations

from ...engine.jit import always_inline, compiled, never_inline
from ...engine.picks import COPY, DIPS, KIND
from ...engine.state import State
from ...games.sushi_go_party.tools import UNDER
from .dish_table import Cookbook
from .dish_values import free_wasabi, promise
from .forecast import Outlook

NONE = -(1 << 20)  # no card; a card with its marks is at least 0, and ~card takes one away


@compiled
def kind_of(card: int) -> int:
    return (card if card >= 0 else ~card) & KIND


@compiled
def put(book: Cookbook, state: State, player: int, card: int) -> int:
    """Try a card out, or what is left without one; and say on what nigiri that changed, -1 for
    none.
    """
    return lay(book, state, player, card) if card >= 0 else lift(book, state, player, ~card)


@compiled
def lay(book: Cookbook, state: State, player: int, card: int) -> int:
    """A card marked as in the landing row: a nigiri goes on a free wasabi, a copy only where it
    dips.
    """
    kind = card & KIND
    state.trays[player][kind] += 1
    state.copied[player][kind] += card & COPY > 0
    if (
        card & (COPY | DIPS) != COPY
        and book.dish[kind] == book.nigiri
        and free_wasabi(book, state, player) > 0
    ):
        state.dipped[player][kind] += 1
        return kind
    return -1


@compiled
def lift(book: Cookbook, state: State, player: int, card: int) -> int:
    """A card marked as when it is turned over: on a wasabi, or the wasabi under it."""
    kind, marks, tray, dipped = card & KIND, card & ~KIND, state.trays[player], state.dipped[player]
    changed = -1
    if book.dish[kind] == book.nigiri and (marks > 0 or dipped[kind] == tray[kind]):
        changed = kind
    elif kind == book.wasabi and free_wasabi(book, state, player) == 0:
        for on_it in state.menu[: state.kind_count]:
            if dipped[on_it] > 0:
                changed = max(changed, on_it)
    if changed >= 0:
        dipped[changed] -= 1
    tray[book.wasabi if marks == UNDER else kind] -= 1
    return changed


@compiled
def put_back(book: Cookbook, state: State, player: int, card: int, changed: int) -> None:
    """Undo that."""
    more = -1 if card >= 0 else 1
    if changed >= 0:
        state.dipped[player][changed] += more
    kind = kind_of(card)
    if card >= 0:
        state.copied[player][kind] -= card & COPY > 0
    state.trays[player][book.wasabi if card < 0 and ~card & ~KIND == UNDER else kind] += more


@always_inline
def promises(book: Cookbook, look: Outlook, state: State, player: int, one: int, two: int) -> float:
    """What two dishes, or one, promise a player, together with those that any dish may change."""
    total = 0.0
    for place in range(book.changes):
        dish = book.changed[place]
        total += promise(book, look, state, player, dish)
    if not book.across[one]:
        total += promise(book, look, state, player, one)
    if two != one and not book.across[two]:
        total += promise(book, look, state, player, two)
    return total


@never_inline
def laid(book: Cookbook, look: Outlook, state: State, player: int, one: int, two: int) -> float:
    """What cards that do nothing as they land add to what a player may expect: one, or two in this
    order.
    """
    first = book.dish[kind_of(one)]
    second = book.dish[kind_of(two)] if two != NONE else first
    total = -promises(book, look, state, player, first, second)
    changed = put(book, state, player, one)
    changed_too = put(book, state, player, two) if two != NONE else -1
    total += promises(book, look, state, player, first, second)
    if two != NONE:
        put_back(book, state, player, two, changed_too)
    put_back(book, state, player, one, changed)
    return total


@compiled
def acts(book: Cookbook, card: int) -> bool:
    """Whether a card does something as it lands."""
    return card >= 0 and book.deed[book.dish[card & KIND]] > 0


@always_inline
def gain(book: Cookbook, look: Outlook, state: State, player: int, card: int) -> float:
    """What one card that does nothing as it lands adds; without marks, that is worked out once."""
    if card < 0 or card > KIND:
        return laid(book, look, state, player, card, NONE)
    if look.gained[player][card] == 0:
        look.gains[player][card] = laid(book, look, state, player, card, NONE)
        look.gained[player][card] = 1
    return look.gains[player][card]
