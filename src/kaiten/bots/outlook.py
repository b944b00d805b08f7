"""How good it is to stand so: each seat's chance to win, and its margin, when a round has just been scored."""

from __future__ import annotations

from math import exp

from ..draft import desserts
from ..games.switchboard import score_game
from ..jit import compiled
from ..state import OVER, ROUNDS, State

SWING = (
    3.0,
    3.5,
    1.4,
)  # by game: the lead that one round to come makes a win of e to one, fitted to games of the bot `rules`
GREED = 0.002  # what a point of margin is worth beside winning
RIPE = 0.7  # how much of what is counted at the end of the game counts before it, fitted likewise


@compiled
def look_ahead(state: State, wins: list[float], margins: list[float]) -> None:
    """Fill in each seat's chance to win and how many points it is ahead of the best other one, or behind."""
    if state.stage == OVER:
        count_wins(state, wins, margins)
    else:
        foresee(state, wins, margins)
    subtract_best(state, margins)


@compiled
def count_wins(state: State, wins: list[float], margins: list[float]) -> None:
    """The game is over: whoever stands first has won, or shares the win."""
    best, winners = -1000000, 0
    for player in range(state.seats):
        standing = 256 * state.scores[player] + desserts(state, player)
        if standing > best:
            best, winners = standing, 0
        winners += standing == best
        state.counted[player] = standing
    for player in range(state.seats):
        wins[player] = 1.0 / winners if state.counted[player] == best else 0.0
        margins[player] = float(state.scores[player])


@compiled
def foresee(state: State, wins: list[float], margins: list[float]) -> None:
    """Rounds are to come: the more points, and the more that will be counted at the end, the likelier the win."""
    reach = SWING[state.game] * (ROUNDS - state.round_number) ** 0.5
    for player in range(state.seats):
        margins[player] = float(state.scores[player])
        for row in range(state.rows):
            margins[player] -= RIPE * state.points[row][player]
    score_game(state)
    best = -1000000.0
    for player in range(state.seats):
        for row in range(state.rows):
            margins[player] += RIPE * state.points[row][player]
        best = max(best, margins[player])
    total = 0.0
    for player in range(state.seats):
        wins[player] = exp((margins[player] - best) / reach)
        total += wins[player]
    for player in range(state.seats):
        wins[player] /= total


@compiled
def subtract_best(state: State, margins: list[float]) -> None:
    """Turn everybody's points into how far they are ahead of the best other one, or behind."""
    best, second = -1000000.0, -1000000.0
    for player in range(state.seats):
        second = max(second, min(best, margins[player]))
        best = max(best, margins[player])
    for player in range(state.seats):
        margins[player] -= second if margins[player] == best else best
