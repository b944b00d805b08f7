"""What is sent to a process in which bots think, and hints are thought of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Order:
    """A choice that a bot shall make, or advice for a person: the game from its deal on, as plain
    data, and whose choice it is.
    """

    table: str  # by which a match under way is found again
    game: str
    names: tuple[str, ...]  # of the people; a robot has no seat
    options: Mapping[str, Any]
    seed: int = field(repr=False)
    # so far; each by seat, None for who was not asked
    answers: tuple[tuple[str | None, ...], ...] = field(repr=False)
    seat: int
    bot: str | None  # None: advice is wanted
    luck: str = field(repr=False)  # the random generator begins with it
    seconds: float  # how long somebody waits for the answer
    memory: bool = True  # whether advice may rely on hands that were seen before

    def __post_init__(self) -> None:
        # those of a match cannot be pickled
        object.__setattr__(self, "options", dict(self.options))

    @property
    def deal(self) -> tuple[Any, ...]:
        """What makes two orders belong to the same game."""
        return self.game, self.names, self.options, self.seed
