"""Writes the observations of a vector of games: the bytes that `make_observation` makes of views.

An observation in memory is a row of records, one for each player, with the fields of `SEAT_FIELDS`,
and a record with those of `TABLE_FIELDS`; `observation_types` makes their NumPy types. What all seats
see is written once, for the first seat, and copied to the others.
"""

from __future__ import annotations

from typing import Any

from ..engine.jit import compiled
from ..engine.operations import hand_count, hand_of
from ..engine.picks import GIVE, KIND, NOTHING, PICK
from ..engine.state import MAX_PLAYERS, ROUNDS
from ..match.observations import LARGEST, SCORE_OFFSET, Layout, Span
from .vector_knowledge import has_robot
from .vector_state import SLOTS_OF_PICK, VectorState


def observation_types(layout: Layout) -> tuple[Any, Any]:
    """Return the NumPy types of a player's part of an observation, and of the table's."""
    return bytes_type(layout.player_rows), bytes_type(layout.table_rows)


def bytes_type(rows: dict[str, Span]) -> Any:
    """Return the NumPy type of a record of bytes."""
    import numpy as np

    return np.dtype([(RENAMED.get(name, name), "u1", (row.size,)) for name, row in rows.items()])


RENAMED = {"round": "round_number"}  # NumPy's records have a method with that name


@compiled
def fit_byte(number: int) -> int:
    return min(max(number, 0), LARGEST)


@compiled
def write_box(state: VectorState, table: Any) -> None:
    """Write which menu is played, which does not change."""
    for kind in range(len(state.stock)):
        table.box[kind] = fit_byte(state.stock[kind])


# --- A player ---


@compiled
def write_player(state: VectorState, block: Any, player: int) -> None:
    """Write the fields of a player, with the true hand where there is one."""
    for kind in range(len(state.stock)):
        block.tray[kind] = state.trays[player][kind]
    for kind in range(len(state.stock)):
        block.dipped[kind] = state.dipped[player][kind]
    for kind in range(len(state.stock)):
        block.kept[kind] = state.kept[player][kind]
    face_down = 0
    for kind in range(len(state.stock)):
        face_down += state.flipped[player][kind]
    block.face_down[0] = face_down
    block.score[0] = fit_byte(state.scores[player] + state.at_once[player] + SCORE_OFFSET)
    block.asked[0] = state.asked[player] > 0
    if player < state.seats:
        for kind in range(len(state.stock)):
            block.hand[kind] = hand_of(state, player)[kind]
    block.hidden[0] = 0
    write_optional_fields(state, block, player)


@compiled
def write_optional_fields(state: VectorState, block: Any, player: int) -> None:
    """Write those fields of a player that only some games have."""
    if state.has_mimic:
        for kind in range(len(state.stock)):
            block.copies[kind] = state.copied[player][kind]
    if state.questions > 0:
        denied = state.denied[state.holding[player]] if player < state.seats else 0
        for kind in range(len(state.stock)):
            block.landing[kind] = 0
            block.denied[kind] = denied >> kind & 1
        for place in range(state.landed[player], state.laid[player]):
            block.landing[state.landing[player][place] & KIND] += 1
        block.claims[0] = state.claims[player]
    for pile in range(state.piles):
        count = 0
        for place in range(ROUNDS):
            count += state.takers[pile][place] == player + 1
        block.tokens[pile] = count


@compiled
def hide_hand(state: VectorState, block: Any, seat: int, player: int) -> None:
    """Write what a seat knows of a player's hand instead of the true hand."""
    hand, hidden = state.holding[player], hand_count(state, player)
    memory = state.seen[hand]
    if has_robot(state) and state.holders[hand] >> seat & 1:
        memory = state.remembered[MAX_PLAYERS * seat + hand]
    for kind in range(len(state.stock)):
        block.hand[kind] = memory[kind]
        hidden -= memory[kind]
    block.hidden[0] = hidden


@compiled
def knows_hand(state: VectorState, seat: int, player: int) -> bool:
    """Whether a seat knows all cards that a player holds."""
    if has_robot(state):
        return seat == player
    return state.holders[state.holding[player]] >> seat & 1 > 0


# --- The table ---


@compiled
def write_table(state: VectorState, table: Any) -> None:
    """Write those fields of the table that all seats see alike."""
    for kind in range(len(state.stock)):
        table.discarded[kind] = state.discard[kind]
    table.round_number[0] = state.round_number
    table.turn[0] = state.turn
    table.turns_left[0] = state.turns - state.turn
    table.passes_right[0] = state.alternate > 0 and state.round_number % 2 == 0
    if state.questions > 0:
        table.claimed[0] = state.claimed


@compiled
def write_seat(state: VectorState, table: Any, seat: int) -> None:
    """Write those fields of the table that are a seat's own, but for its pick."""
    if state.questions > 0:
        for kind in range(len(state.stock)):
            table.deck[kind] = state.deck_seen[seat][kind]
    for pile in range(state.piles):
        write_tokens(state, table, seat, pile)
    for prompt in range(state.questions + 1):
        table.prompt[prompt] = state.asked[seat] == prompt + PICK


@compiled
def write_tokens(state: VectorState, table: Any, seat: int, pile: int) -> None:
    """Write what a seat knows of a pile of tokens: what its own are worth together, and what those
    may be worth that it cannot see, the highest first.
    """
    own, first = 0, ROUNDS * pile
    for place in range(ROUNDS):
        table.unseen_worth[first + place] = 0
    for place in range(ROUNDS):
        worth = fit_byte(state.tokens[pile][place])
        if state.takers[pile][place] == seat + 1:
            own += state.tokens[pile][place]
        else:
            for other in range(first, first + ROUNDS):
                if table.unseen_worth[other] < worth:
                    lower = int(table.unseen_worth[other])
                    table.unseen_worth[other] = worth
                    worth = lower
    table.own_worth[pile] = fit_byte(own)


@compiled
def write_pick(state: VectorState, table: Any, seat: int, is_spelling: bool) -> None:
    """Write how far a seat has spelled its pick; zeros where it spells none."""
    for slot in range(SLOTS_OF_PICK):
        table.slot[slot] = is_spelling and state.slot[seat] == slot
        table.spelled[slot] = state.spelled[seat][slot] if is_spelling else 0
    for kind in range(len(state.stock)):
        table.picked[kind] = 0
    if is_spelling:
        for slot in range(GIVE + 1):
            action = state.spelled[seat][slot] - 1
            if action >= 0 and action != NOTHING:
                table.picked[action & KIND] += 1


# --- All seats ---


@compiled
def write_observations(state: VectorState, blocks: Any, tables: Any, game: int) -> None:
    """Write the observations of all seats of a game, but for their picks."""
    for player in range(state.players):
        write_player(state, blocks[game, 0, player], player)
    write_table(state, tables[game, 0])
    for seat in range(1, state.seats):
        for place in range(state.players):
            player = (seat + place) % state.seats if place < state.seats else place
            blocks[game, seat, place] = blocks[game, 0, player]
        tables[game, seat] = tables[game, 0]
    for seat in range(state.seats):
        for place in range(1, state.seats):
            player = (seat + place) % state.seats
            if not knows_hand(state, seat, player):
                hide_hand(state, blocks[game, seat, place], seat, player)
        write_seat(state, tables[game, seat], seat)
