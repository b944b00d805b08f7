"""What everyone has picked and answered, for information states with perfect recall."""

from __future__ import annotations

from typing import Any

from ..engine.picks import KIND, TAKE, USING
from ..engine.state import ROUNDS
from ..match.choice import read_answers, slot_of_pick
from ..match.events import Answered
from ..match.record import event_data
from ..match.view import View

PICK_ID = "pick"  # of the prompt for a pick


def history_shape(view: View) -> tuple[int, int, int]:
    """Return turns, seats, and numbers for each turn of a seat."""
    return ROUNDS * int(view.state.turns), int(view.state.seats), 2 * len(view.game.kinds)


def fill_history(history: Any, view: View) -> None:
    """Count, for each turn and seat, the kinds that the pick names, and those that later answers
    name.
    """
    kinds, variant, turn = len(view.game.kinds), int(view.state.variant), -1
    for event in view.log:
        if not isinstance(event, Answered):
            continue
        is_pick = event.prompt == PICK_ID
        turn += is_pick
        answers = read_answers(view.game, event.prompt, event.choices, variant)
        for seat, answer in enumerate(answers):
            for kind in list_kinds(answer.number, is_pick) if answer else ():
                if kind < kinds:
                    history[turn, seat, kind + kinds * (not is_pick)] += 1


def list_kinds(number: int, is_pick: bool) -> list[int]:
    """Return the kinds that a choice names."""
    if not is_pick:
        return [number & KIND]
    return [kind for slot in range(TAKE, USING + 1) if (kind := slot_of_pick(number, slot)) >= 0]


def write_history(view: View) -> str:
    """Return what has happened, as the seat knows it, line by line."""
    return "\n".join(str(event_data(event)) for event in view.log)
