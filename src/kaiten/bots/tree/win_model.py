"""How good it is to stand so: each seat's chance to win, and its margin, when a round has just been
scored.
"""

from __future__ import annotations

from math import exp

from ...engine import dispatch, rng
from ...engine.draft import count_desserts, deal
from ...engine.jit import compiled, entry
from ...engine.state import OVER, ROUNDS, State

# by game: the lead that one round to come makes a win of e to one, fitted to games of the bot
# `heuristic`
SWING = (3.0, 3.5, 1.4)
GREED = 0.002  # what a point of margin is worth beside winning
# how much of what is counted at the end of the game counts before it where nothing is imagined,
# fitted likewise
RIPE = 0.7
# how much likelier each dessert that somebody has kept makes another one, beside none at all
FOND = 2


@entry
def look_ahead(state: State, wins: list[float], margins: list[float], imagines: bool) -> None:
    """Fill in each seat's chance to win and how many points it is ahead of the best other one, or
    behind; desserts to come are imagined, or not.
    """
    if state.stage == OVER:
        count_wins(state, wins, margins)
    else:
        foresee(state, wins, margins, imagines)
    subtract_best(state, margins)


@compiled
def count_wins(state: State, wins: list[float], margins: list[float]) -> None:
    """The game is over: whoever stands first has won, or shares the win."""
    best, winners = -1000000, 0
    for player in range(state.seats):
        standing = 256 * state.scores[player] + count_desserts(state, player)
        if standing > best:
            best, winners = standing, 0
        winners += standing == best
        state.counted[player] = standing
    for player in range(state.seats):
        wins[player] = 1.0 / winners if state.counted[player] == best else 0.0
        margins[player] = float(state.scores[player])


@compiled
def foresee(state: State, wins: list[float], margins: list[float], imagines: bool) -> None:
    """Rounds are to come: the more points, and the more that may be counted at the end, the
    likelier the win.
    """
    reach = SWING[state.game] * (ROUNDS - state.round_number) ** 0.5
    share = 1.0 if imagines else RIPE
    for player in range(state.seats):
        margins[player] = float(state.scores[player])
        for row in range(state.rows):
            margins[player] -= share * state.points[row][player]
    while imagines and state.round_number < ROUNDS:
        serve(state)
    dispatch.score_game(state)
    best = -1000000.0
    for player in range(state.seats):
        for row in range(state.rows):
            margins[player] += share * state.points[row][player]
        best = max(best, margins[player])
    total = 0.0
    for player in range(state.seats):
        wins[player] = exp((margins[player] - best) / reach)
        total += wins[player]
    for player in range(state.seats):
        wins[player] /= total


@compiled
def serve(state: State) -> None:
    """Deal a round of which only the desserts are looked at: somebody keeps each of them."""
    deal(state)
    for kind in state.menu[: state.kind_count]:
        for player in range(state.players):
            if state.dessert[kind]:
                for _ in range(state.hands[player][kind]):
                    state.kept[fan_of(state)][kind] += 1
            if state.dessert[kind] or not state.reshuffles:
                state.hands[player][kind] = 0


@compiled
def fan_of(state: State) -> int:
    """Who takes a dessert: the more somebody has kept, the likelier they go on."""
    total = 0
    for player in range(state.players):
        total += 1 + FOND * count_desserts(state, player)
    skip = rng.below(state.deal_rng, total)
    player = 0
    while skip > FOND * count_desserts(state, player):
        skip -= 1 + FOND * count_desserts(state, player)
        player += 1
    return player


@compiled
def subtract_best(state: State, margins: list[float]) -> None:
    """Turn everybody's points into how far they are ahead of the best other one, or behind."""
    best, second = -1000000.0, -1000000.0
    for player in range(state.seats):
        second = max(second, min(best, margins[player]))
        best = max(best, margins[player])
    for player in range(state.seats):
        margins[player] -= second if margins[player] == best else best
