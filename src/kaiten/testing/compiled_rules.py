"""The rules as kernels have them, one function at a time.

Each function of `engine.draft` that is called becomes a kernel, which works on a record of the state;
what it has changed is copied back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from ..engine import draft
from ..engine.jit import is_marked, kernel
from ..engine.state import CHANGING, USED, State, int_array, kernel_state


class CompiledDraft:
    """The module `engine.draft`, compiled."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(draft, name)
        if is_marked(value) and "state" in signature(value).parameters:
            value = run_compiled(value)
        setattr(self, name, value)
        return value


def run_compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that works on a plain state by the kernel."""

    @wraps(function)
    def run(state: State, *arguments: Any) -> Any:
        record = kernel_state(state)
        arrays = [to_array(one) for one in arguments]
        result = kernel(function)(record, *arrays)
        copy_back(record, state)
        for array, one in zip(arrays, arguments, strict=True):
            if isinstance(one, list):
                one[:] = array.tolist()
        return result

    return run


def to_array(value: Any) -> Any:
    """Return an argument as kernels take it."""
    if not isinstance(value, list):
        return value
    array = int_array(len(value))
    array[:] = value
    return array


def copy_back(record: Any, state: State) -> None:
    """Copy what a kernel has changed into the plain state."""
    for name in CHANGING:
        old, new = getattr(state, name), record[name].tolist()
        if name in USED:
            rows = range(getattr(state, USED[name]))
            for row in rows:
                if old[row] != new[row]:
                    old[row][:] = new[row]
        elif isinstance(old, list):
            if old != new:
                old[:] = new
        else:
            setattr(state, name, new)
