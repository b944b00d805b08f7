"""The last cards of a round at two players, exactly: when both hands are known there is nothing to
guess but each other.

Every pair of choices leads on to a smaller ending; what these are worth makes a table in which one
player picks the row and the other the column at the same time. Most tables have a cell that is best
for both; the others are solved by pivoting (Tucker's condensed tableau), and then the best play is
to choose at random with the right odds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...engine import draft, rng
from ...engine.jit import JIT, compiled, entry, python_function
from ...engine.state import (
    PLAYERS,
    PLAYING,
    State,
    board_array,
    copy_board,
    copy_state,
    float_array,
    int_array,
)
from ...match.view import View
from .win_model import GREED, look_ahead

LEVELS = 16  # decisions that may follow each other
WIDTH = 48  # choices that a player may have
SIDE = WIDTH + 1
TINY = 1e-9


class Ending(NamedTuple):
    """Where an ending is worked out, level by level."""

    boards: Any  # one more for every decision
    found: Any  # room for choices
    lists: Any  # by level and player: the choices
    rows: Any  # by level: how many the player has
    columns: Any  # by level: how many the other one has
    cells: Any  # by level: how many pairs of choices have been worked out
    tables: Any  # by level: what each pair of choices is worth, and what pivoting makes of it
    labels: Any  # rows and columns of a table while it is pivoted
    chances: Any  # by level: the player's chance to win after each pair of choices
    leads: Any  # by level: the margin after each
    odds: Any  # how often the player should choose each row
    replies: Any  # how often the other one should choose each column
    wins: Any
    margins: Any
    patience: Any  # positions that may still be looked at


def blank_ending(state: State, positions: int) -> Ending:
    """An ending to be worked out from this state on."""
    patience = int_array(1)
    patience[0] = positions
    beginning = copy_state(state)
    rng.start_rng(
        beginning.deal_rng, 0
    )  # it must move whenever a card is drawn, to show that one was
    return Ending(
        board_array(beginning, LEVELS + 1),
        int_array(draft.CHOICES),
        int_array(2 * LEVELS * WIDTH),
        int_array(LEVELS),
        int_array(LEVELS),
        int_array(LEVELS),
        float_array(LEVELS * SIDE * SIDE),
        int_array(2 * SIDE),
        float_array(LEVELS * SIDE * SIDE),
        float_array(LEVELS * SIDE * SIDE),
        float_array(WIDTH),
        float_array(WIDTH),
        float_array(PLAYERS),
        float_array(PLAYERS),
        patience,
    )


def odds_of(view: View) -> list[float] | None:
    """How often a seat should choose each of its choices near the end of a round; None where that
    cannot be worked out.
    """
    ending = worked_out(view)
    return [max(float(odds), 0.0) for odds in ending.odds[: len(view.choices)]] if ending else None


def prospects_of(view: View) -> list[tuple[float, float]] | None:
    """The chance to win and the margin after each choice, whatever the other one does; None where
    that cannot be worked out.
    """
    ending = worked_out(view)
    return [promise(ending, row) for row in range(len(view.choices))] if ending else None


def promise(ending: Ending, row: int) -> tuple[float, float]:
    """What a choice that should be made brings against the best odds, and any other one against the
    reply that is worst for it.
    """
    if ending.odds[row] > TINY:
        of_row = python_function(expected)
        return float(of_row(ending, ending.chances, 0, row)), float(
            of_row(ending, ending.leads, 0, row)
        )
    cells = range(SIDE * row, SIDE * row + int(ending.columns[0]))
    worst = min(cells, key=lambda cell: ending.chances[cell] + GREED * ending.leads[cell])
    return float(ending.chances[worst]), float(ending.leads[worst])


def worked_out(view: View) -> Ending | None:
    """The ending behind a view, worked out, if it can be."""
    state = view.ground
    if (
        view.seat is None
        or not state.players == state.seats == 2
        or any(view.memory.hidden)
        or sum(view.hand.values()) > CARDS
    ):
        return None
    ending = blank_ending(state, POSITIONS)
    return ending if solve(ending, view.seat) else None


CARDS = 5  # in hand, at most
POSITIONS = 40_000 if JIT else 400  # looked at, at most


@entry
def solve(ending: Ending, seat: int) -> bool:
    """Find out how often the seat should choose what, unless that takes too long or depends on a
    card that is drawn.
    """
    level = 0
    look_at(ending, seat, level)
    while ending.patience[0] > 0:
        cell = ending.cells[level]
        if cell == ending.rows[level] * ending.columns[level]:
            value_of(ending, level)
            if level == 0:
                return True
            chance, lead = 0.0, 0.0
            for row in range(ending.rows[level]):
                chance += ending.odds[row] * expected(ending, ending.chances, level, row)
                lead += ending.odds[row] * expected(ending, ending.leads, level, row)
            level -= 1
            fill_in(ending, level, chance, lead)
        else:
            state = step(
                ending, seat, level, cell // ending.columns[level], cell % ending.columns[level]
            )
            before = state.deal_rng[0]
            draft.resolve(state)
            if state.deal_rng[0] != before:
                return False
            if state.stage == PLAYING:
                level += 1
                look_at(ending, seat, level)
            else:
                look_ahead(state, ending.wins, ending.margins, False)
                fill_in(ending, level, ending.wins[seat], ending.margins[seat])
    return False


@compiled
def look_at(ending: Ending, seat: int, level: int) -> None:
    """List what both may choose on a board."""
    state = ending.boards[level]
    rows = list_choices(ending, state, seat, level, 0)
    columns = list_choices(ending, state, 1 - seat, level, 1)
    ending.rows[level], ending.columns[level], ending.cells[level] = rows, columns, 0
    ending.patience[0] -= rows * columns
    if level == LEVELS - 1:
        ending.patience[0] = 0


@compiled
def fill_in(ending: Ending, level: int, chance: float, lead: float) -> None:
    """Write down what comes of a pair of choices, and turn to the next one."""
    row, column = (
        ending.cells[level] // ending.columns[level],
        ending.cells[level] % ending.columns[level],
    )
    place = SIDE * (SIDE * level + row) + column
    ending.chances[place], ending.leads[place] = chance, lead
    ending.tables[place] = chance + GREED * lead
    ending.cells[level] += 1


@compiled
def expected(ending: Ending, table: list[float], level: int, row: int) -> float:
    """What a row of a table comes to, if the other one plays the odds that were worked out last."""
    total = 0.0
    for column in range(ending.columns[level]):
        total += ending.replies[column] * table[SIDE * (SIDE * level + row) + column]
    return total


@compiled
def list_choices(ending: Ending, state: State, player: int, level: int, side: int) -> int:
    """List what a player may choose; whoever is not asked has one choice, which is none."""
    if state.asked[player] == 0:
        return 1
    count = draft.list_legal_choices(state, player, ending.found)
    if count > WIDTH:
        ending.patience[0] = 0
        return 0
    for place in range(count):
        ending.lists[WIDTH * (2 * level + side) + place] = ending.found[place]
    return count


@compiled
def step(ending: Ending, seat: int, level: int, row: int, column: int) -> State:
    """Let both choose, on the next board."""
    state = copy_board(ending.boards, level + 1, level)
    if state.asked[seat] > 0:
        state.answers[seat] = ending.lists[WIDTH * 2 * level + row]
    if state.asked[1 - seat] > 0:
        state.answers[1 - seat] = ending.lists[WIDTH * (2 * level + 1) + column]
    state.pending = 0
    return state


@compiled
def value_of(ending: Ending, level: int) -> float:
    """What a table is worth to whoever picks its row, and how often they should pick each."""
    table, rows, columns = SIDE * SIDE * level, ending.rows[level], ending.columns[level]
    safest, best_row = -1000000.0, 0
    for row in range(rows):
        worst = 1000000.0
        for column in range(columns):
            worst = min(worst, ending.tables[table + SIDE * row + column])
        if worst > safest:
            safest, best_row = worst, row
    ceiling, best_column = 1000000.0, 0
    for column in range(columns):
        most = -1000000.0
        for row in range(rows):
            most = max(most, ending.tables[table + SIDE * row + column])
        if most < ceiling:
            ceiling, best_column = most, column
    if safest >= ceiling - TINY:
        for row in range(rows):
            ending.odds[row] = 1.0 if row == best_row else 0.0
        for column in range(columns):
            ending.replies[column] = 1.0 if column == best_column else 0.0
        return safest
    return mixed(ending, table, rows, columns)


@compiled
def mixed(ending: Ending, table: int, rows: int, columns: int) -> float:
    """The value of a table without a cell that is best for both; every cell is raised above zero
    meanwhile.
    """
    tables, labels = ending.tables, ending.labels
    for row in range(rows):
        for column in range(columns):
            tables[table + SIDE * row + column] += LIFT
        tables[table + SIDE * row + columns] = 1.0
        labels[row] = row
        ending.odds[row] = 0.0
    for column in range(columns):
        tables[table + SIDE * rows + column] = -1.0
        labels[SIDE + column] = WIDTH + column
        ending.replies[column] = 0.0
    tables[table + SIDE * rows + columns] = 0.0
    for _ in range(PIVOTS):
        column = lowest_column(tables, table, rows, columns)
        if column < 0:
            break
        pivot(
            tables,
            labels,
            table,
            rows,
            columns,
            tightest_row(tables, table, rows, columns, column),
            column,
        )
    corner = tables[table + SIDE * rows + columns]
    for column in range(columns):
        if labels[SIDE + column] < WIDTH:
            ending.odds[labels[SIDE + column]] = tables[table + SIDE * rows + column] / corner
    for row in range(rows):
        if labels[row] >= WIDTH:
            ending.replies[labels[row] - WIDTH] = tables[table + SIDE * row + columns] / corner
    return 1.0 / corner - LIFT  # type: ignore[no-any-return]


LIFT = 2.0  # more than any position can be worth below zero
PIVOTS = 200


@compiled
def lowest_column(tables: list[float], table: int, rows: int, columns: int) -> int:
    """The column in which most can be gained, -1 where there is none."""
    lowest, best = -TINY, -1
    for column in range(columns):
        if tables[table + SIDE * rows + column] < lowest:
            lowest, best = tables[table + SIDE * rows + column], column
    return best


@compiled
def tightest_row(tables: list[float], table: int, rows: int, columns: int, column: int) -> int:
    """The row that gives way first."""
    tightest, best = 1e300, 0
    for row in range(rows):
        cell = tables[table + SIDE * row + column]
        if cell > TINY and tables[table + SIDE * row + columns] / cell < tightest:
            tightest, best = tables[table + SIDE * row + columns] / cell, row
    return best


@compiled
def pivot(
    tables: list[float], labels: list[int], table: int, rows: int, columns: int, at: int, to: int
) -> None:
    """Let a row and a column change places."""
    divisor = tables[table + SIDE * at + to]
    for row in range(rows + 1):
        if row != at:
            share = tables[table + SIDE * row + to] / divisor
            for column in range(columns + 1):
                if column != to:
                    tables[table + SIDE * row + column] -= (
                        share * tables[table + SIDE * at + column]
                    )
            tables[table + SIDE * row + to] = -share
    for column in range(columns + 1):
        tables[table + SIDE * at + column] /= divisor
    tables[table + SIDE * at + to] = 1.0 / divisor
    label = labels[at]
    labels[at] = labels[SIDE + to]
    labels[SIDE + to] = label
