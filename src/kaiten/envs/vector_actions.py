"""Actions in a vector of games: the masks of the seats, and the picks that actions spell.

The encoding is that of `match.actions`. Instead of a list of all choices, which takes long to write
for every seat, each action lists those picks alone that begin with the card taken.
"""

from __future__ import annotations

from typing import Any

from ..engine import dispatch
from ..engine.draft import extend_picks
from ..engine.jit import compiled, never_inline
from ..engine.operations import hand_of
from ..engine.picks import COPY, KIND, NOTHING, PICK, SLOT, TAKE, USING
from ..match.actions import ACTIONS, COMPLETE, NO_ACTION
from .vector_state import SLOTS_OF_PICK, VectorState


@compiled
def is_undecided(state: VectorState, seat: int) -> bool:
    """Whether a seat is asked something and has not decided yet."""
    return state.asked[seat] > 0 and state.answers[seat] < 0


@compiled
def action_in_slot(number: int, slot: int) -> int:
    """The action that spells a slot of a pick: `match.actions.read_action` for kernels."""
    part = number >> SLOT * slot & (KIND | COPY)
    if slot == TAKE:
        return part
    return part - 1 if part > 0 else NOTHING


@compiled
def begin_picks(state: VectorState) -> None:
    """No seat has spelled anything yet."""
    for seat in range(state.seats):
        state.slot[seat] = TAKE
        for slot in range(SLOTS_OF_PICK):
            state.spelled[seat][slot] = 0


@never_inline
def list_picks_so_far(state: VectorState, seat: int, found: list[int]) -> int:
    """List the legal picks that begin as a seat has spelled its own, and say how many they are."""
    found[0] = state.spelled[seat][TAKE] - 1
    count = extend_picks(state, seat, found, 1)
    for slot in range(TAKE + 1, SLOTS_OF_PICK):
        if state.spelled[seat][slot] > 0:
            left = 0
            for place in range(count):
                if action_in_slot(found[place], slot) == state.spelled[seat][slot] - 1:
                    found[left] = found[place]
                    left += 1
            count = left
    return count


@compiled
def find_next_slot(found: list[int], count: int, slot: int) -> int:
    """The next slot in which the picks that are listed differ."""
    for later in range(slot + 1, USING + 1):
        for place in range(1, count):
            if action_in_slot(found[place], later) != action_in_slot(found[0], later):
                return later
    return COMPLETE


@compiled
def take_action(state: VectorState, seat: int, action: int, found: list[int]) -> None:
    """Let an undecided seat do a legal action: it may have decided with it."""
    if state.asked[seat] != PICK:
        state.answers[seat] = action
        state.pending -= 1
        return
    state.spelled[seat][state.slot[seat]] = action + 1
    count = list_picks_so_far(state, seat, found)
    slot = find_next_slot(found, count, state.slot[seat])
    if slot == COMPLETE:
        state.answers[seat] = found[0]
        state.pending -= 1
    else:
        state.slot[seat] = slot


@compiled
def write_mask(state: VectorState, seat: int, mask: Any, found: list[int]) -> None:
    """Write which actions are legal for a seat now."""
    for action in range(ACTIONS):
        mask.legal[action] = 0
    if not is_undecided(state, seat):
        mask.legal[NO_ACTION] = 1
    elif state.asked[seat] != PICK:
        for action in range(ACTIONS):
            mask.legal[action] = dispatch.allows_answer(state, seat, state.asked[seat], action)
    elif state.slot[seat] == TAKE:
        for kind in range(len(state.stock)):
            if hand_of(state, seat)[kind] > 0:
                mask.legal[kind] = begins_pick(state, seat, kind, found)
    else:
        for place in range(list_picks_so_far(state, seat, found)):
            mask.legal[action_in_slot(found[place], state.slot[seat])] = 1


@compiled
def begins_pick(state: VectorState, seat: int, kind: int, found: list[int]) -> bool:
    """Whether a legal pick begins with a card that the seat holds."""
    found[0] = kind
    return dispatch.allows(state, seat, kind) or extend_picks(state, seat, found, 1) > 0


@compiled
def find_first_legal(mask: Any) -> int:
    """The lowest legal action."""
    action = 0
    while mask.legal[action] == 0:
        action += 1
    return action
