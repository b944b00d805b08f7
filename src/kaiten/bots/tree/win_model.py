"""The win model: each seat's probability of winning, and its margin, when a round has just been scored."""

from __future__ import annotations

from math import exp

from ...engine import dispatch, rng
from ...engine.draft import count_desserts, deal_hands
from ...engine.jit import compiled
from ...engine.state import OVER, ROUNDS, State
from .lead_scales import PENDING_WEIGHT

# What a point of margin adds to a win probability when choices are ranked: little more than a
# tie-break. Chosen by hand.
MARGIN_TIE_WEIGHT = 0.002
# In sampled rounds a player takes a dessert with odds of 1, and this much more for each dessert that
# the player has kept. Chosen by hand.
DESSERT_AFFINITY = 2


@compiled
def predict_result(
    state: State, wins: list[float], margins: list[float], lead_scale: float, samples: bool
) -> None:
    """Fill in each seat's win probability, by the scale of the game, and its lead over the best
    other seat, which may be negative. Desserts of the rounds to come are sampled, or left out.
    """
    if state.stage == OVER:
        count_wins(state, wins, margins)
    else:
        estimate_wins(state, wins, margins, lead_scale, samples)
    subtract_best(state, margins)


@compiled
def count_wins(state: State, wins: list[float], margins: list[float]) -> None:
    """Fill in the result of a finished game: the first win it, or share the win."""
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
def estimate_wins(
    state: State, wins: list[float], margins: list[float], lead_scale: float, samples: bool
) -> None:
    """Fill in the win probabilities between two rounds: a softmax over points, with a share of what
    is scored at the end of the game.
    """
    scale = lead_scale * (ROUNDS - state.round_number) ** 0.5
    weight = 1.0 if samples else PENDING_WEIGHT
    for player in range(state.seats):
        margins[player] = float(state.scores[player])
        for row in range(state.rows):
            margins[player] -= weight * state.points[row][player]
    while samples and state.round_number < ROUNDS:
        deal_desserts(state)
    dispatch.score_game(state)
    best = -1000000.0
    for player in range(state.seats):
        for row in range(state.rows):
            margins[player] += weight * state.points[row][player]
        best = max(best, margins[player])
    total = 0.0
    for player in range(state.seats):
        wins[player] = exp((margins[player] - best) / scale)
        total += wins[player]
    for player in range(state.seats):
        wins[player] /= total


@compiled
def deal_desserts(state: State) -> None:
    """Deal a round of which only the desserts matter: a random player keeps each of them."""
    deal_hands(state)
    for kind in state.menu[: state.kind_count]:
        for player in range(state.players):
            if state.dessert[kind]:
                for _ in range(state.hands[player][kind]):
                    state.kept[draw_dessert_taker(state)][kind] += 1
            if state.dessert[kind] or not state.reshuffles:
                state.hands[player][kind] = 0


@compiled
def draw_dessert_taker(state: State) -> int:
    """Return a random player; the more desserts a player has kept, the likelier."""
    total = 0
    for player in range(state.players):
        total += 1 + DESSERT_AFFINITY * count_desserts(state, player)
    skip = rng.below(state.deal_rng, total)
    player = 0
    while skip > DESSERT_AFFINITY * count_desserts(state, player):
        skip -= 1 + DESSERT_AFFINITY * count_desserts(state, player)
        player += 1
    return player


@compiled
def subtract_best(state: State, margins: list[float]) -> None:
    """Turn each seat's points into its lead over the best other seat, which may be negative."""
    best, second = -1000000.0, -1000000.0
    for player in range(state.seats):
        second = max(second, min(best, margins[player]))
        best = max(best, margins[player])
    for player in range(state.seats):
        margins[player] -= second if margins[player] == best else best
