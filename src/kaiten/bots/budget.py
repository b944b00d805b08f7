"""How long a bot may search: a number of worlds, which gives the same choice everywhere, or seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from ..engine.jit import JIT
from ..errors import BadOption
from ..text import Text

PACE = 300_000 if JIT else 3_000  # more worlds than any machine plays in a second
PORTION = 64 if JIT else 2  # worlds between two looks at the clock; chosen by hand
MAX_THINK = 24 * 60 * 60  # seconds for one choice


@dataclass(frozen=True)
class Budget:
    """Seconds to search, or worlds to play: exactly that many, however few."""

    think: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.think, self.iterations) if amount is not None]
        if len(given) != 1 or not given[0] > 0 or not (self.think or 0) <= MAX_THINK:
            raise BadOption(
                Text(
                    "Give a bot either a time, more than 0 and at most {most} seconds, or at "
                    "least 1 iteration."
                ).format(most=MAX_THINK)
            )

    @property
    def worlds(self) -> int:
        """How many worlds that is, at most for seconds."""
        return self.iterations or int(PACE * (self.think or 0)) + PORTION

    def split(self, parts: int) -> Budget:
        """Return one of several equal parts, of at least one world."""
        if self.iterations is not None:
            return Budget(iterations=max(self.iterations // parts, 1))
        return Budget(think=(self.think or 0) / parts)

    def subtract_seconds(self, seconds: float) -> Budget:
        """Return what is left after this many seconds: at least a tenth."""
        return (
            self if self.think is None else Budget(think=max(self.think - seconds, self.think / 10))
        )

    def spend(self, play: Callable[[int], object]) -> None:
        """Have all worlds played: of seconds portion by portion, and at least one."""
        if self.iterations is not None:
            play(self.iterations)
            return
        for portion in portions_until(perf_counter() + (self.think or 0)):
            play(portion)


def portions_until(end: float) -> Iterator[int]:
    """Yield the worlds of a portion until a time is reached, and once if it has passed already.

    A busy machine may pause a bot for longer than it may think; it still searches a little.
    """
    yield PORTION
    while perf_counter() < end:
        yield PORTION


class Allowance:
    """What is left of a budget that several choices share evenly."""

    def __init__(self, budget: Budget) -> None:
        self._worlds_left = budget.iterations  # None for seconds

    def grant(self, wanted: int, width: int) -> int:
        """Return how many worlds each of `width` choices gets: as many as wanted, if there are that
        many for all, or else fewer.
        """
        if self._worlds_left is None:
            return wanted
        each = min(wanted, self._worlds_left // width)
        self._worlds_left -= each * width
        return each

    def batches(self, part: Budget, width: int) -> Iterator[int]:
        """Spend a part of the budget: yield how many worlds each of `width` choices gets next. That
        is at least one, unless the whole budget has fewer left.
        """
        if part.iterations is not None:
            yield self.grant(max(part.iterations // width, 1), width)
            return
        for portion in portions_until(perf_counter() + (part.think or 0)):
            yield max(portion // width, 1)

    def take_rest(self) -> int:
        """Return how many worlds are left, and leave none. Of seconds nothing is left."""
        rest = self._worlds_left or 0
        self.grant(rest, 1)
        return rest
