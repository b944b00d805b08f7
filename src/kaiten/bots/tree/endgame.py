"""The endgame: the last cards of a round at two players, solved exactly when both hands are known.

Every pair of choices leads to a smaller endgame. Their values are the payoff matrix of a
simultaneous game, in which one player picks the row and the other the column. Most matrices have a
saddle point; the others are solved by pivoting (Tucker's condensed tableau), and then the best play
is a mixed strategy.
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine import draft, rng
from ...engine.jit import JIT, compiled, kernel
from ...engine.state import (
    MAX_PLAYERS,
    PLAYING,
    State,
    board_array,
    copy_board,
    copy_state,
    float_array,
    int_array,
)
from ...match.view import View
from .lead_scales import find_lead_scale
from .win_model import MARGIN_TIE_WEIGHT, predict_result

MAX_LEVELS = 16  # decisions that may follow each other
MAX_CHOICES = 48  # choices that a player may have
SIDE = MAX_CHOICES + 1  # of a stored matrix, which has a border while it is pivoted
EPSILON = 1e-9  # differences below this are rounding errors
# Limits of what is solved, chosen by hand so that an endgame takes no longer than a search.
MAX_HAND = 5  # cards in hand
MAX_POSITIONS = 40_000 if JIT else 400  # positions that are visited
VALUE_SHIFT = 2.0  # more than any position can be worth below zero
MAX_PIVOTS = 200  # after which pivoting is given up; chosen by hand, far above what is needed


class Endgame(NamedTuple):
    """The working memory of a solver that goes depth first, level by level.

    Lists by level hold all levels one after the other: a matrix takes SIDE * SIDE numbers.
    """

    boards: list[State]  # by level: the position
    lead_scale: float  # the game's scale in the win model
    choices: list[int]  # scratch space for one player's choices
    lists: list[int]  # by level and player: the choices
    rows: list[int]  # by level: how many choices the player has
    columns: list[int]  # by level: how many choices the opponent has
    cells: list[int]  # by level: how many cells of the matrix are known
    matrix: list[float]  # by level: the value of each pair of choices; pivoting overwrites it
    labels: list[int]  # the variables of the matrix's rows and columns while it is pivoted
    wins: list[float]  # by level: the player's win probability after each pair of choices
    margins: list[float]  # by level: the player's margin after each pair of choices
    strategy: list[float]  # by row: how often the player should choose it, at the last solved level
    reply: list[float]  # by column: how often the opponent should choose it
    final_wins: list[float]  # by seat: the win probability at the end of a line
    final_margins: list[float]  # by seat: the margin there
    positions_left: list[int]  # one number: positions that may still be visited


def blank_endgame(state: State, lead_scale: float, positions: int) -> Endgame:
    """Return the memory for solving from this state on, within this number of positions."""
    positions_left = int_array(1)
    positions_left[0] = positions
    beginning = copy_state(state)
    # it must move whenever a card is drawn, to show that one was
    rng.start_rng(beginning.deal_rng, 0)
    return Endgame(
        boards=board_array(beginning, MAX_LEVELS + 1),
        lead_scale=lead_scale,
        choices=int_array(draft.CHOICES),
        lists=int_array(2 * MAX_LEVELS * MAX_CHOICES),
        rows=int_array(MAX_LEVELS),
        columns=int_array(MAX_LEVELS),
        cells=int_array(MAX_LEVELS),
        matrix=float_array(MAX_LEVELS * SIDE * SIDE),
        labels=int_array(2 * SIDE),
        wins=float_array(MAX_LEVELS * SIDE * SIDE),
        margins=float_array(MAX_LEVELS * SIDE * SIDE),
        strategy=float_array(MAX_CHOICES),
        reply=float_array(MAX_CHOICES),
        final_wins=float_array(MAX_PLAYERS),
        final_margins=float_array(MAX_PLAYERS),
        positions_left=positions_left,
    )


def solve_strategy(view: View) -> list[float] | None:
    """Return how often a seat should make each of its choices near the end of a round; None where
    that cannot be solved.
    """
    endgame = solve_view(view)
    if endgame is None:
        return None
    return [max(float(odds), 0.0) for odds in endgame.strategy[: len(view.choices)]]


def solve_prospects(view: View) -> list[tuple[float, float]] | None:
    """Return the win probability and the margin of each choice against the best reply; None where
    that cannot be solved.
    """
    endgame = solve_view(view)
    if endgame is None:
        return None
    return [read_prospect(endgame, row) for row in range(len(view.choices))]


def read_prospect(endgame: Endgame, row: int) -> tuple[float, float]:
    """Return what a choice of the best strategy brings against the opponent's best strategy, and
    any other choice against the reply that is worst for it.
    """
    if endgame.strategy[row] > EPSILON:
        return float(expect_row(endgame, endgame.wins, 0, row)), float(
            expect_row(endgame, endgame.margins, 0, row)
        )
    cells = range(SIDE * row, SIDE * row + int(endgame.columns[0]))
    worst = min(
        cells, key=lambda cell: endgame.wins[cell] + MARGIN_TIE_WEIGHT * endgame.margins[cell]
    )
    return float(endgame.wins[worst]), float(endgame.margins[worst])


def solve_view(view: View) -> Endgame | None:
    """Return the solved endgame of a view, or None where it cannot be solved."""
    state = view.known_state
    if (
        view.seat is None
        or not state.players == state.seats == 2
        or any(view.memory.hidden)
        or sum(view.hand.values()) > MAX_HAND
    ):
        return None
    endgame = blank_endgame(state, find_lead_scale(view.game), MAX_POSITIONS)
    return endgame if kernel(solve)(endgame, view.seat) else None


@compiled
def solve(endgame: Endgame, seat: int) -> bool:
    """Find out how often the seat should choose what, unless that takes too long or depends on a
    card that is drawn.
    """
    level = 0
    list_both_choices(endgame, seat, level)
    while endgame.positions_left[0] > 0:
        cell = endgame.cells[level]
        if cell == endgame.rows[level] * endgame.columns[level]:
            solve_matrix(endgame, level)
            if level == 0:
                return True
            chance, lead = 0.0, 0.0
            for row in range(endgame.rows[level]):
                chance += endgame.strategy[row] * expect_row(endgame, endgame.wins, level, row)
                lead += endgame.strategy[row] * expect_row(endgame, endgame.margins, level, row)
            level -= 1
            store_cell(endgame, level, chance, lead)
        else:
            state = play_cell(
                endgame, seat, level, cell // endgame.columns[level], cell % endgame.columns[level]
            )
            before = state.deal_rng[0]
            draft.resolve(state)
            if state.deal_rng[0] != before:
                return False
            if state.stage == PLAYING:
                level += 1
                list_both_choices(endgame, seat, level)
            else:
                predict_result(
                    state,
                    endgame.final_wins,
                    endgame.final_margins,
                    endgame.lead_scale,
                    False,
                )
                store_cell(endgame, level, endgame.final_wins[seat], endgame.final_margins[seat])
    return False


@compiled
def list_both_choices(endgame: Endgame, seat: int, level: int) -> None:
    """List the choices of both players in the position at a level."""
    state = endgame.boards[level]
    rows = list_choices(endgame, state, seat, level, 0)
    columns = list_choices(endgame, state, 1 - seat, level, 1)
    endgame.rows[level], endgame.columns[level], endgame.cells[level] = rows, columns, 0
    endgame.positions_left[0] -= rows * columns
    if level == MAX_LEVELS - 1:
        endgame.positions_left[0] = 0


@compiled
def store_cell(endgame: Endgame, level: int, chance: float, lead: float) -> None:
    """Store the result of a pair of choices, and turn to the next pair."""
    row, column = (
        endgame.cells[level] // endgame.columns[level],
        endgame.cells[level] % endgame.columns[level],
    )
    place = SIDE * (SIDE * level + row) + column
    endgame.wins[place], endgame.margins[place] = chance, lead
    endgame.matrix[place] = chance + MARGIN_TIE_WEIGHT * lead
    endgame.cells[level] += 1


@compiled
def expect_row(endgame: Endgame, results: list[float], level: int, row: int) -> float:
    """Return the mean of a row of results against the opponent's strategy that was solved last."""
    total = 0.0
    for column in range(endgame.columns[level]):
        total += endgame.reply[column] * results[SIDE * (SIDE * level + row) + column]
    return total


@compiled
def list_choices(endgame: Endgame, state: State, player: int, level: int, side: int) -> int:
    """List a player's choices and return how many there are: one, an empty one, for a player who is
    not asked.
    """
    if state.asked[player] == 0:
        return 1
    count = draft.list_legal_choices(state, player, endgame.choices)
    if count > MAX_CHOICES:
        endgame.positions_left[0] = 0
        return 0
    for place in range(count):
        endgame.lists[MAX_CHOICES * (2 * level + side) + place] = endgame.choices[place]
    return count


@compiled
def play_cell(endgame: Endgame, seat: int, level: int, row: int, column: int) -> State:
    """Return the next level's position, in which both players have chosen."""
    state = copy_board(endgame.boards, level + 1, level)
    if state.asked[seat] > 0:
        state.answers[seat] = endgame.lists[MAX_CHOICES * 2 * level + row]
    if state.asked[1 - seat] > 0:
        state.answers[1 - seat] = endgame.lists[MAX_CHOICES * (2 * level + 1) + column]
    state.pending = 0
    return state


@compiled
def solve_matrix(endgame: Endgame, level: int) -> float:
    """Return the value of a matrix to the player who picks its row, and fill in both strategies."""
    start, rows, columns = SIDE * SIDE * level, endgame.rows[level], endgame.columns[level]
    safest, best_row = -1000000.0, 0
    for row in range(rows):
        worst = 1000000.0
        for column in range(columns):
            worst = min(worst, endgame.matrix[start + SIDE * row + column])
        if worst > safest:
            safest, best_row = worst, row
    ceiling, best_column = 1000000.0, 0
    for column in range(columns):
        most = -1000000.0
        for row in range(rows):
            most = max(most, endgame.matrix[start + SIDE * row + column])
        if most < ceiling:
            ceiling, best_column = most, column
    if safest >= ceiling - EPSILON:
        for row in range(rows):
            endgame.strategy[row] = 1.0 if row == best_row else 0.0
        for column in range(columns):
            endgame.reply[column] = 1.0 if column == best_column else 0.0
        return safest
    return solve_mixed(endgame, start, rows, columns)


@compiled
def solve_mixed(endgame: Endgame, start: int, rows: int, columns: int) -> float:
    """Return the value of a matrix without a saddle point, and fill in both strategies. All cells
    are raised above zero meanwhile.
    """
    matrix, labels = endgame.matrix, endgame.labels
    for row in range(rows):
        for column in range(columns):
            matrix[start + SIDE * row + column] += VALUE_SHIFT
        matrix[start + SIDE * row + columns] = 1.0
        labels[row] = row
        endgame.strategy[row] = 0.0
    for column in range(columns):
        matrix[start + SIDE * rows + column] = -1.0
        labels[SIDE + column] = MAX_CHOICES + column
        endgame.reply[column] = 0.0
    matrix[start + SIDE * rows + columns] = 0.0
    for _ in range(MAX_PIVOTS):
        column = find_entering_column(matrix, start, rows, columns)
        if column < 0:
            break
        pivot_matrix(
            matrix,
            labels,
            start,
            rows,
            columns,
            find_leaving_row(matrix, start, rows, columns, column),
            column,
        )
    corner = matrix[start + SIDE * rows + columns]
    for column in range(columns):
        if labels[SIDE + column] < MAX_CHOICES:
            endgame.strategy[labels[SIDE + column]] = matrix[start + SIDE * rows + column] / corner
    for row in range(rows):
        if labels[row] >= MAX_CHOICES:
            endgame.reply[labels[row] - MAX_CHOICES] = matrix[start + SIDE * row + columns] / corner
    return 1.0 / corner - VALUE_SHIFT  # type: ignore[no-any-return]


@compiled
def find_entering_column(matrix: list[float], start: int, rows: int, columns: int) -> int:
    """Return the column in which most can be gained, or -1."""
    lowest, best = -EPSILON, -1
    for column in range(columns):
        if matrix[start + SIDE * rows + column] < lowest:
            lowest, best = matrix[start + SIDE * rows + column], column
    return best


@compiled
def find_leaving_row(matrix: list[float], start: int, rows: int, columns: int, column: int) -> int:
    """Return the row with the smallest ratio, which limits what the column can gain."""
    tightest, best = 1e300, 0
    for row in range(rows):
        cell = matrix[start + SIDE * row + column]
        if cell > EPSILON and matrix[start + SIDE * row + columns] / cell < tightest:
            tightest, best = matrix[start + SIDE * row + columns] / cell, row
    return best


@compiled
def pivot_matrix(
    matrix: list[float], labels: list[int], start: int, rows: int, columns: int, at: int, to: int
) -> None:
    """Exchange the variables of a row and a column."""
    divisor = matrix[start + SIDE * at + to]
    for row in range(rows + 1):
        if row != at:
            share = matrix[start + SIDE * row + to] / divisor
            for column in range(columns + 1):
                if column != to:
                    matrix[start + SIDE * row + column] -= (
                        share * matrix[start + SIDE * at + column]
                    )
            matrix[start + SIDE * row + to] = -share
    for column in range(columns + 1):
        matrix[start + SIDE * at + column] /= divisor
    matrix[start + SIDE * at + to] = 1.0 / divisor
    label = labels[at]
    labels[at] = labels[SIDE + to]
    labels[SIDE + to] = label
