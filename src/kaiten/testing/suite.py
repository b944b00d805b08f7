"""All checks at once, of a game or of a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from warnings import warn

from ..bots import LADDER
from ..match.events import Answered
from ..match.match import Match
from .bots import check_bots
from .modes import check_modes, why_not_compared
from .playing import play_through
from .rules import check_choices, check_conservation, check_sheets
from .secrecy import check_knowledge, check_secrecy
from .tables import GameTable, choose_tables
from .values import check_records, check_texts, check_values

# Each takes a match that was just dealt. The bots and the two modes have checks of their own.
CHECKS: dict[str, Callable[[Match], None]] = {
    "texts": check_texts,
    "choices": check_choices,
    "conservation": check_conservation,
    "sheets": check_sheets,
    "records": check_records,
    "values": check_values,
    "knowledge": check_knowledge,
    "secrecy": check_secrecy,
}


def check_game(
    game: str,
    tables: Iterable[GameTable] | None = None,
    *,
    seed: int = 1,
    bots: Sequence[str] = (*LADDER,),
    iterations: int = 4,
) -> list[GameTable]:
    """Run all checks of a game at these tables, and return them.

    Without `tables`, they are those of `choose_tables`: the fewest and the most players, each value of
    each option and each card at least once. Where there is only one mode, a warning says why.
    """
    chosen = choose_tables(game) if tables is None else list(tables)
    for table in chosen:
        match = table.deal(seed)
        for check in CHECKS.values():
            check(match)
        check_bots(match, bots, iterations)
    _check_modes_if_possible(chosen, seed)
    return chosen


def check_card(
    card: str,
    game: str,
    *,
    seed: int = 1,
    bots: Sequence[str] = (*LADDER,),
    iterations: int = 4,
) -> list[GameTable]:
    """Run all checks of a game at tables that serve a card, and return them. At one of them at least
    the card must have been picked.
    """
    chosen = choose_tables(game, card)
    check_game(game, chosen, seed=seed, bots=bots, iterations=iterations)
    matches = (play_through(table.deal(seed))[-1] for table in chosen)
    if not any(was_picked(match, card) for match in matches):
        raise AssertionError(f"nobody could pick “{card}” at {len(chosen)} tables: is it dealt?")
    return chosen


def was_picked(match: Match, card: str) -> bool:
    """Return whether a player has picked a card of a dish, or answered with one."""
    kinds = next(one.kinds for one in match.game.cards if one.id == card)
    answers = (
        choice
        for event in match.log
        if isinstance(event, Answered)
        for choice in event.choices
        if choice is not None
    )
    return any(not kinds.keys().isdisjoint(re.split(r"[ +:>]", answer)) for answer in answers)


def _check_modes_if_possible(tables: Iterable[GameTable], seed: int) -> None:
    reason = why_not_compared()
    if reason:
        warn(reason.en, stacklevel=3)
        return
    for table in tables:
        check_modes(table.deal(seed))
