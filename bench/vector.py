"""How fast the vector environment is: joint steps a second with observations and masks, on one core,
beside whole random games of the kernel for all tables in the same run.

    python -m bench.vector [game] [menu]

Machines are noisy, so they take turns and each keeps its best time; only the ratios mean something.
Time is that of the processor, and without that in which actions are chosen.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import numba
import numpy as np

from kaiten.engine import draft
from kaiten.engine.jit import kernel
from kaiten.engine.state import MAX_PLAYERS, int_array, kernel_state
from kaiten.envs import ACTIONS, vector
from kaiten.games import find_game, lay_table

from .history import note_figures

PLAYERS = 4
SIZES = (1, 16, 256, 4096)
TURNS = 5
GAMES_A_TURN = 10_000
STEPS_A_TURN = 50_000  # of all games together
FEWEST_STEPS = 12


@numba.njit  # type: ignore[untyped-decorator]
def choose_actions(masks: Any, actions: Any, random: int) -> int:
    """Choose a legal action for every seat, each about equally likely."""
    for game in range(masks.shape[0]):
        for seat in range(masks.shape[1]):
            random = (random * 1103515245 + 12345) & 0x7FFFFFFF
            skip = (random >> 8) % masks[game, seat].sum()
            for action in range(ACTIONS):
                if masks[game, seat, action]:
                    if skip == 0:
                        actions[game, seat] = action
                        break
                    skip -= 1
    return random


class Games:
    """A vector of games, and its best time."""

    def __init__(self, game: str, count: int, options: dict[str, Any]) -> None:
        self.vector = vector(game, PLAYERS, count, seed=1, **options)
        self.vector.reset()
        self.actions = np.zeros((count, PLAYERS), np.int64)
        self.random, self.best = 1, 0.0

    def play(self) -> None:
        steps = max(STEPS_A_TURN // self.vector.games, FEWEST_STEPS)
        steps, seconds = min(steps, 2000), 0.0
        for _ in range(steps):
            self.random = choose_actions(self.vector.masks, self.actions, self.random)
            start = process_time()
            self.vector.step(self.actions)
            seconds += process_time() - start
        self.best = max(self.best, steps * self.vector.games / seconds)


def measure_kernel(game: str, options: dict[str, Any]) -> Any:
    """Return a function that measures random games of the kernel for all tables."""
    played = find_game(game)
    state = kernel_state(lay_table(played, PLAYERS, played.options(options)))
    play, tally = kernel(draft.simulate_games), int_array(2 + MAX_PLAYERS)
    play(state, 1, 0, 10, tally)

    def measure() -> float:
        start = process_time()
        play(state, 1, 0, GAMES_A_TURN, tally)
        return GAMES_A_TURN / (process_time() - start)

    return measure


def compare(game: str, **options: Any) -> None:
    """Measure a table, and print how fast it is."""
    vectors = [Games(game, count, options) for count in SIZES]
    measure, generic = measure_kernel(game, options), 0.0
    for _ in range(TURNS):
        generic = max(generic, measure())
        for one in vectors:
            one.play()
    print(f"{game} {options}: {generic:,.0f} random games a second, kernel for all tables")
    for one in vectors:
        print(
            f"  {one.vector.games:>5} games side by side {one.best:>10,.0f} joint steps a second, "
            f"{one.best / generic:.2f} for each such game"
        )
    speeds = {one.vector.games: round(one.best) for one in vectors}
    table = {"game": game, "players": PLAYERS, **options}
    note_figures(
        "vector", {**table, "games_per_second": round(generic), "steps_per_second": speeds}
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        compare(sys.argv[1], **({"menu": sys.argv[2]} if len(sys.argv) > 2 else {}))
    else:
        compare("sushi-go")
        compare("sushi-go-party", menu="master-menu")
