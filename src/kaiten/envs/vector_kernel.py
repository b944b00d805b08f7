"""One step of many games: all seats act, and what is complete is carried out. It is compiled for its
table (`engine.specialise`), and calls the functions that play every match.
"""

from __future__ import annotations

from typing import Any

from ..engine.draft import begin_turn, deal_hands, game_seed, mark_winners, resolve, start_game
from ..engine.jit import compiled
from ..engine.picks import PICK
from ..engine.state import OVER, PLAYING
from ..match.actions import ACTIONS
from .vector_actions import (
    begin_picks,
    find_first_legal,
    is_undecided,
    take_action,
    write_mask,
)
from .vector_knowledge import forget_round, note_moment, update_knowledge
from .vector_observation import write_box, write_observations, write_pick
from .vector_state import VectorState

LEGAL = -1  # in place of a seat: no action is illegal


@compiled
def find_illegal_action(masks: Any, actions: Any, seats: int) -> int:
    """The first seat whose action is not legal, counted through all games; LEGAL without one."""
    for game in range(len(masks)):
        for seat in range(seats):
            if not is_legal_action(masks[game, seat], actions[game, seat]):
                return game * seats + seat
    return LEGAL


@compiled
def is_legal_action(mask: Any, action: int) -> bool:
    return 0 <= action < ACTIONS and mask.legal[action] > 0


@compiled
def deal_next_round(state: VectorState) -> None:
    """Deal, and ask every seat to pick."""
    deal_hands(state)
    begin_turn(state)
    forget_round(state)


@compiled
def carry_out(state: VectorState) -> None:
    """Every seat has decided: go on until one is asked or the game is over."""
    note_moment(state)
    resolve(state)
    if state.stage == PLAYING:
        update_knowledge(state)
    elif state.stage != OVER:
        deal_next_round(state)


@compiled
def step_games(
    states: Any,
    blocks: Any,
    tables: Any,
    masks: Any,
    rewards: Any,
    scores: Any,
    done: Any,
    seats_asked: Any,
    numbers: Any,
    actions: Any,
    scratch: Any,
    seed: int,
    restart: bool,
    is_strict: bool,
) -> int:
    """Do one action for every seat of every game, or begin all games. If the actions must be legal,
    say where one is not, and do nothing.
    """
    if is_strict and not restart:
        illegal = find_illegal_action(masks, actions, rewards.shape[1])
        if illegal != LEGAL:
            return illegal
    found = scratch[0].picks
    for game in range(len(states)):
        state = states[game]
        has_moved, is_over = restart, False
        if not restart:
            act_in_game(state, masks, actions, game, found)
            if state.pending == 0:
                carry_out(state)
                has_moved, is_over = True, state.stage == OVER
        done[game] = is_over
        for seat in range(state.seats):
            rewards[game, seat] = 0.0
        if is_over:
            pay_out(state, rewards, scores, game)
            numbers[game] += len(states)
        if restart or is_over:
            write_box(state, tables[game, 0])
            start_game(state, game_seed(seed, numbers[game]))
            deal_next_round(state)
        show_game(state, blocks, tables, masks, seats_asked, game, found, has_moved)
    return LEGAL


@compiled
def act_in_game(state: VectorState, masks: Any, actions: Any, game: int, found: list[int]) -> None:
    """Do the actions of those seats that are undecided; the first legal one instead of an illegal
    one.
    """
    for seat in range(state.seats):
        if is_undecided(state, seat):
            action = int(actions[game, seat])
            if not is_legal_action(masks[game, seat], action):
                action = find_first_legal(masks[game, seat])
            take_action(state, seat, action, found)


@compiled
def pay_out(state: VectorState, rewards: Any, scores: Any, game: int) -> None:
    """Reward each seat with its share of the win, less an even share, and note all points."""
    winners = mark_winners(state)
    for seat in range(state.seats):
        rewards[game, seat] = state.counted[seat] / winners - 1 / state.seats
    for player in range(state.players):
        scores[game, player] = state.scores[player]


@compiled
def show_game(
    state: VectorState,
    blocks: Any,
    tables: Any,
    masks: Any,
    seats_asked: Any,
    game: int,
    found: list[int],
    has_moved: bool,
) -> None:
    """Write what the seats of a game see, and what they may do; if the game has not moved, only how
    far they have spelled their picks.
    """
    if has_moved:
        begin_picks(state)
        write_observations(state, blocks, tables, game)
    for seat in range(state.seats):
        seats_asked[game, seat] = is_undecided(state, seat)
        is_spelling = is_undecided(state, seat) and state.asked[seat] == PICK
        write_pick(state, tables[game, seat], seat, is_spelling)
        write_mask(state, seat, masks[game, seat], found)
