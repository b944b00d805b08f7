"""How a lead between rounds becomes a win: the scale of a game.

A game says its own, which `python -m bench.win_model` fits to games of the bot `heuristic`. For one
that says none, the scale is fitted to random games when a bot first needs it: the same in every
process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log
from typing import NamedTuple

from ...engine import dispatch, draft
from ...engine.game import Game
from ...engine.state import OVER, PLAYING, ROUNDS, SCORED, State, copy_state
from ...games import lay_table

# How much of what is scored at the end of the game counts before it, where no desserts are sampled.
# Fitted by `python -m bench.win_model`.
PENDING_WEIGHT = 0.7
RANDOM_GAMES = 100  # to which a scale is fitted; chosen by hand
MAX_GAME_STEPS = (
    2000  # turns and questions of a random game; chosen by hand, far above what games take
)
USUAL_PEOPLE = 3  # at a table of these games, where the game allows that
USUAL_SCALE = 3.0  # of a game that cannot be played at random to its end
SCALES = [tenth / 10 for tenth in range(4, 201, 2)]


class Moment(NamedTuple):
    """A round that was scored: every seat's points, what the end would add if it were now, and its
    share of the win in the end.
    """

    round: int
    points: Sequence[int]
    pending: Sequence[int]
    wins: Sequence[float]


@cache
def find_lead_scale(game: Game) -> float:
    """Return the lead, in points, that makes a win e times as likely with one round to come."""
    return game.lead_scale or fit_to_random_games(game)


def fit_to_random_games(game: Game) -> float:
    """Return the scale under which the winners of random games surprise least."""
    people = min(game.hand_sizes, key=lambda number: abs(number - USUAL_PEOPLE))
    try:
        state = lay_table(game, people, game.decide_options(game.options({}), people, 0))
        found = [moment for seed in range(RANDOM_GAMES) for moment in play_moments(state, seed)]
    except Exception:  # a fault that shows at random need not hinder this game
        found = []
    return (
        USUAL_SCALE
        if not found
        else min(SCALES, key=lambda scale: measure_surprise(found, scale, PENDING_WEIGHT))
    )


def play_moments(state: State, seed: int) -> Iterator[Moment]:
    """Play a game at random, and yield the moments between its rounds. Raise if it does not end."""
    draft.start_game(state, draft.game_seed(0, seed))
    draft.start_player_rng(state, 0, seed)
    before = []
    for _ in range(MAX_GAME_STEPS):
        if state.stage == OVER:
            break
        if state.stage != PLAYING:
            draft.deal_hands(state)
            draft.begin_turn(state)
        if not can_answer(state):
            raise RuntimeError("a seat that is asked has no legal choice")
        draft.answer_at_random(state)
        draft.resolve(state)
        if state.stage == SCORED:
            before.append((state.round_number, state.scores[: state.seats], count_pending(state)))
    else:
        raise RuntimeError(f"a game does not end within {MAX_GAME_STEPS} steps")
    standings = [
        (state.scores[seat], draft.count_desserts(state, seat)) for seat in range(state.seats)
    ]
    winners = [standing == max(standings) for standing in standings]
    wins = [won / sum(winners) for won in winners]
    yield from (Moment(*moment, wins) for moment in before)


def can_answer(state: State) -> bool:
    """Return whether every seat that is asked has a legal choice."""
    found = [0] * draft.CHOICES
    asked = [seat for seat in range(state.seats) if state.asked[seat]]
    return all(draft.list_legal_choices(state, seat, found) for seat in asked)


def count_pending(scored: State) -> list[int]:
    """Return what the end of the game would add to each seat's points, if it were now."""
    state = copy_state(scored)
    before = [sum(int(row[seat]) for row in state.points) for seat in range(state.seats)]
    dispatch.score_game(state)
    return [
        sum(int(row[seat]) for row in state.points) - before[seat] for seat in range(state.seats)
    ]


def measure_surprise(found: Sequence[Moment], scale: float, weight: float) -> float:
    """Return how surprising the winners are under a scale: the mean logarithm of their odds."""
    total = 0.0
    for moment in found:
        spread = scale * (ROUNDS - moment.round) ** 0.5
        leads = [
            (points + weight * more) / spread
            for points, more in zip(moment.points, moment.pending, strict=True)
        ]
        odds = [exp(lead - max(leads)) for lead in leads]
        total -= sum(
            win * log(max(odd / sum(odds), 1e-12))
            for win, odd in zip(moment.wins, odds, strict=True)
        )
    return total / len(found)
