"""How much a run of the tests tries: `make test` samples, `make test-long` tries everything.

`LONG` is set by the environment variable `KAITEN_TEST_LONG=1`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

LONG = os.environ.get("KAITEN_TEST_LONG") == "1"
Test = TypeVar("Test", bound=Callable[..., None])
MORE = 10  # times as many examples of Hypothesis and random games in a long run


def examples(number: int, **others: Any) -> settings:
    """Return Hypothesis settings with a number of examples, or with more of them in a long run."""
    return settings(max_examples=number * (MORE if LONG else 1), **others)


def games(number: int) -> int:
    """Return how many random games to play: a number of them, or more in a long run."""
    return number * (MORE if LONG else 1)


def plain_unless_long(test: Test) -> Test:
    """Run a test in plain Python alone, and in a long run in both modes.

    To look at a compiled state step by step is slow, and tests/engine/test_modes.py shows that both
    modes reach equal states.
    """
    return test if LONG else pytest.mark.once(test)


def long_run_only(test: Test) -> Test:
    """Leave a test to the long run: it takes long, and others show most of what it does."""
    return test if LONG else pytest.mark.skip("make test-long runs it")(test)
