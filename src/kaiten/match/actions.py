"""How a choice is encoded as actions: one `Discrete(192)` for every game, menu and question.

An action is a kind of card, plus 64 for a flag, or plus 128 for another one; 63 is "nothing". An
answer to a question is one action. A pick is spelled slot by slot (see `engine.picks`): first the
card that is taken, then each later slot in which the picks that remain still differ. So every legal
choice has exactly one encoding, and most picks are a single action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from ..engine.draft import FLAGS
from ..engine.picks import COPY, KIND, NOTHING, SLOT, TAKE, USING
from ..errors import IllegalChoice
from ..text import Text
from .choice import Choice
from .view import Choices, View

ACTIONS = FLAGS * (KIND + 1)
NO_ACTION = NOTHING  # the only action of a seat that is asked nothing
COMPLETE = -1  # in place of a slot: nothing is left to be spelled


def read_action(number: int, slot: int) -> int:
    """Return the action that spells a slot of a pick."""
    part = number >> SLOT * slot & (KIND | COPY)
    if slot == TAKE:
        return part
    return part - 1 if part else NOTHING


class Decision(NamedTuple):
    """What a seat decides, action by action: it starts with the legal choices and ends with one."""

    is_pick: bool
    numbers: tuple[
        int, ...
    ]  # the choices that begin with the actions so far, as the kernel has them
    slot: int = TAKE  # the one that the next action spells, or COMPLETE
    spelled: tuple[tuple[int, int], ...] = ()  # the slots so far, each with its action

    @property
    def is_complete(self) -> bool:
        return self.slot == COMPLETE

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions so far."""
        return tuple(action for _, action in self.spelled)

    def action_for(self, number: int) -> int:
        """Return the next action on the way to this choice."""
        return read_action(number, self.slot) if self.is_pick else number

    @property
    def legal_actions(self) -> list[int]:
        """The actions that may come next, the lowest first."""
        if self.is_complete:
            return []
        return sorted({self.action_for(number) for number in self.numbers})

    def take(self, action: int) -> Decision:
        """Return the decision after an action. Raise if the action is not legal."""
        if action not in self.legal_actions:
            raise illegal_action(action, self.legal_actions)
        left = tuple(one for one in self.numbers if self.action_for(one) == action)
        slot = next_slot(left, self.slot) if self.is_pick else COMPLETE
        return Decision(self.is_pick, left, slot, (*self.spelled, (self.slot, action)))

    def complete(self, rng: Random) -> Decision:
        """Return a complete decision that goes on from here with random actions."""
        decision = self
        while not decision.is_complete:
            decision = decision.take(rng.choice(decision.legal_actions))
        return decision


def next_slot(numbers: Sequence[int], slot: int) -> int:
    """Return the next slot in which these picks differ."""
    for later in range(slot + 1, USING + 1):
        if len({read_action(number, later) for number in numbers}) > 1:
            return later
    return COMPLETE


def begin_decision(choices: Choices) -> Decision:
    """Return the decision between these choices; a complete one if there are none."""
    return Decision(choices.are_picks, choices.numbers, TAKE if choices else COMPLETE)


def spell(choices: Choices, actions: Iterable[int]) -> Decision:
    """Return the decision between these choices after some actions."""
    decision = begin_decision(choices)
    for action in actions:
        decision = decision.take(int(action))
    return decision


def encode(view: View, choice: Choice | str) -> tuple[int, ...]:
    """Return the actions that spell a legal choice of the seat."""
    number = view.choices.find(choice)
    decision = begin_decision(view.choices)
    while not decision.is_complete:
        decision = decision.take(decision.action_for(number))
    return decision.actions


def decode(view: View, actions: Iterable[int]) -> Choice:
    """Return the choice that these actions spell. Raise if they spell none, or not all of one."""
    decision = spell(view.choices, actions)
    if not decision.is_complete or not decision.actions:
        raise IllegalChoice(INCOMPLETE.format(legal=list_actions(decision.legal_actions)))
    return view.choices.with_number(decision.numbers[0])


def legal_actions(view: View, actions: Iterable[int] = ()) -> list[int]:
    """Return what the seat may do next, after the actions that it has spelled so far."""
    return spell(view.choices, actions).legal_actions or [NO_ACTION]


def illegal_action(action: int, legal: Sequence[int]) -> IllegalChoice:
    return IllegalChoice(ILLEGAL.format(action=action, legal=list_actions(legal)))


def list_actions(actions: Sequence[int]) -> str:
    return ", ".join(map(str, actions or [NO_ACTION]))


ILLEGAL = Text("Action {action} is not legal here. Legal actions: {legal}.")
INCOMPLETE = Text("These actions are not a complete choice. Legal next: {legal}.")
