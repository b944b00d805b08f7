"""What all environments share: the check of their settings, new episodes, and arrays."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from ..engine.rng import SEEDS
from ..match.actions import ACTIONS
from ..match.match import Match, deal
from ..match.observations import Layout, find_layout
from .episode import BotSeats, Episode, check_illegal, find_bots

Array = np.ndarray[Any, Any]


class EpisodeFactory:
    """Begins episodes of one game, with the same players, options and bots."""

    def __init__(
        self,
        game: str,
        players: int,
        bots: BotSeats | None,
        illegal: str,
        options: Mapping[str, Any],
    ) -> None:
        self.game, self.players, self.options = game, players, dict(options)
        self.illegal = check_illegal(illegal)
        example = self._deal(0)  # raises at once if a game, a number or an option is wrong
        self.bots = find_bots(bots or {}, len(example.seats))
        self.seats = len(example.seats)
        self.layout: Layout = find_layout(example.game, len(example.names))

    def _deal(self, seed: int) -> Match:
        return deal(self.game, self.players, seed, **self.options)

    def begin(self, rng: np.random.Generator) -> Episode:
        """Return a new episode; equal generators deal equal ones."""
        match, chance = self._deal(int(rng.integers(SEEDS))), Random(int(rng.integers(SEEDS)))
        return Episode(match, self.bots, chance, self.illegal)


def observation_array(episode: Episode, seat: int) -> Array:
    """Return the observation of a seat."""
    return np.frombuffer(episode.observe(seat), np.uint8).copy()


def mask_array(episode: Episode, seat: int, kind: Any = np.int8) -> Array:
    """Return a 1 for every action that is legal for a seat."""
    mask = np.zeros(ACTIONS, kind)
    mask[episode.legal_actions(seat)] = 1
    return mask
