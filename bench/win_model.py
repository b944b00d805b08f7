"""How a lead between rounds becomes a win: fits `lead_scale` of the games and PENDING_WEIGHT of
`kaiten.bots.tree.lead_scales` to games of the bot `heuristic`.

`python -m bench.win_model` prints, for some tables, the constants under which what happened is
likeliest, and how likely it is under those in use (the mean logarithm, less is better; a guess that
knows nothing stands beside it).
"""

from __future__ import annotations

import os

os.environ.setdefault("KAITEN_JIT", "0")

from itertools import product
from math import log
from random import Random
from typing import Any

import kaiten
from kaiten.bots import BOTS
from kaiten.bots.tree.lead_scales import (
    PENDING_WEIGHT,
    Moment,
    count_pending,
    find_lead_scale,
    measure_surprise,
)
from kaiten.games import find_game

GAMES_EACH = 100
SCALES = [tenth / 10 for tenth in range(8, 71, 2)]
WEIGHTS = [0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 1.0]
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("sushi-go", 2, {}),
    ("sushi-go", 4, {}),
    *(
        ("sushi-go-party", 4, {"menu": menu})
        for menu in ("party-sampler", "master-menu", "big-banquet")
    ),
    ("sushi-draft", 4, {}),
]


def moments(game: str, players: int, options: dict[str, Any], seed: int) -> list[Moment]:
    """The first two rounds of a game."""
    match, rng, found = kaiten.deal(game, players, seed, **options), Random(seed), []
    while not match.over:
        match = match.carry_out(
            {seat: BOTS["heuristic"](match.view(seat), rng) for seat in match.waiting}
        )
        if match.scored:
            found.append((match.round, match.scores[:players], count_pending(match._state)))
            match = match.deal_on()
    outcome = match.outcome()
    assert outcome is not None
    wins = [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
    return [Moment(*moment, wins) for moment in found]


def main() -> None:
    for game, players, options in TABLES:
        found = [
            moment for seed in range(GAMES_EACH) for moment in moments(game, players, options, seed)
        ]
        best = min(
            (measure_surprise(found, scale, weight), scale, weight)
            for scale, weight in product(SCALES, WEIGHTS)
        )
        scale = find_lead_scale(find_game(game))
        print(
            f"{game} {players} {options or ''}: best scale {best[1]:.1f} weight {best[2]:.2f} ({best[0]:.3f}); "
            f"in use {scale} {PENDING_WEIGHT} ({measure_surprise(found, scale, PENDING_WEIGHT):.3f}); guessing {log(players):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
