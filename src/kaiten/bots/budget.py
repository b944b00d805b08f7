"""How long a bot may think: so many imagined worlds, which gives the same answer everywhere, or so
many seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from ..engine.jit import JIT
from ..errors import BadOption
from ..text import Text

PACE = 300_000 if JIT else 3_000  # more worlds than any machine imagines in a second
PORTION = 64 if JIT else 2  # worlds between two looks at the clock


@dataclass(frozen=True)
class Budget:
    """Seconds to think, or worlds to imagine."""

    think: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.think, self.iterations) if amount is not None]
        if len(given) != 1 or given[0] <= 0:
            raise BadOption(
                Text(
                    "A bot thinks for so many seconds or so many iterations, one of them, and more than none.",
                    "Un bot réfléchit tant de secondes ou tant d'itérations, l'un des deux, et plus que zéro.",
                )
            )

    @property
    def worlds(self) -> int:
        """How many worlds that is at most, or about."""
        return self.iterations or int(PACE * (self.think or 0)) + PORTION

    def share(self, parts: int) -> Budget:
        """One of several equal parts of it."""
        if self.iterations is not None:
            return Budget(iterations=max(self.iterations // parts, 1))
        return Budget(think=(self.think or 0) / parts)

    def less(self, seconds: float) -> Budget:
        """What is left of it after so many seconds; a little always is."""
        return (
            self if self.think is None else Budget(think=max(self.think - seconds, self.think / 10))
        )

    def spend(self, imagine: Callable[[int], object]) -> None:
        """Let so many worlds be imagined."""
        if self.iterations is not None:
            imagine(self.iterations)
            return
        end = perf_counter() + (self.think or 0)
        while perf_counter() < end:
            imagine(PORTION)
