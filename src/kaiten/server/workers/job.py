"""The job that the server sends to a bot worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Job:
    """A choice for a bot to make, or advice for a person: the game so far as plain data, and the
    seat that chooses.
    """

    table: str  # the key of the worker's match cache
    game: str
    names: tuple[str, ...]  # of the players with a seat; the robot has none
    options: Mapping[str, Any]
    seed: int | str = field(repr=False)
    # the answers so far, each by seat; None for a seat that was not asked
    answers: tuple[tuple[str | None, ...], ...] = field(repr=False)
    seat: int
    bot: str | None  # None: make advice
    rng_seed: str = field(repr=False)  # of the bot's random generator
    seconds: float  # the time limit
    memory: bool = True  # whether advice may use hands that were seen before

    def __post_init__(self) -> None:
        # the options of a match cannot be pickled
        object.__setattr__(self, "options", dict(self.options))

    @property
    def deal_key(self) -> tuple[Any, ...]:
        """What two jobs of the same game have in common."""
        return self.game, self.names, self.options, self.seed
