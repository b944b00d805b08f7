"""How much a run of the tests tries: `make test` samples, `make test-long` tries everything.

`LONG` is set by the environment variable `KAITEN_TEST_LONG=1`.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

LONG = os.environ.get("KAITEN_TEST_LONG") == "1"
MORE = 10  # times as many examples of Hypothesis and random games in a long run


def examples(number: int, **others: Any) -> settings:
    """Return Hypothesis settings with a number of examples, or with more of them in a long run."""
    return settings(max_examples=number * (MORE if LONG else 1), **others)


def games(number: int) -> int:
    """Return how many random games to play: a number of them, or more in a long run."""
    return number * (MORE if LONG else 1)
