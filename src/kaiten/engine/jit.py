"""One switch for the package: compile the rules with Numba, or run the same source as plain Python."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from ..folders import find_user_cache

F = TypeVar("F", bound=Callable[..., object])

JIT = os.environ.get("KAITEN_JIT") != "0"
CACHES_KEPT = 4

CACHE: Path | None = None
COLD = False

if JIT:
    try:
        import numba
    except ImportError:
        JIT = False


def sources_digest() -> str:
    """Name this version of the sources, so that an edited rule never meets an old cache."""
    package = Path(__file__).parents[1]
    digest = sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Make a folder for this version's machine code, or answer None where nothing can be written."""
    home = Path(os.environ.get("KAITEN_CACHE") or find_user_cache())
    folder = home / f"rules-{sources_digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        older = sorted(home.glob("rules-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for stale in older[CACHES_KEPT:]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


if JIT:
    CACHE = cache_folder()
    COLD = CACHE is None or not any(CACHE.rglob("*.nbi"))  # nothing has been compiled yet
    OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": True}
    njit: Any = numba.njit


def compiled(function: F) -> F:
    """Compile a rule, or anything that rules call, once. It becomes part of its callers and cannot
    be called from outside.
    """
    if not JIT or hasattr(function, "py_func"):
        return function
    return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)  # type: ignore[no-any-return]


def never_inline(function: F) -> F:
    """Compile a large function that is called rarely: its callers call it instead of containing it."""
    if not JIT:
        return function
    options = {**OPTIONS, "forceinline": False}
    return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)  # type: ignore[no-any-return]


def always_inline(function: F) -> F:
    """Write a function out wherever it is called, before anything is compiled: for those through
    which a large one is called, since whatever calls a large function takes long to compile.
    """
    return njit(inline="always", **OPTIONS)(function) if JIT else function  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """Compile a function that is called from outside the kernel too, and remember the machine code
    on disk.
    """
    if not JIT:
        return function
    if not CACHE:
        return njit(**OPTIONS)(function)  # type: ignore[no-any-return]
    config: Any = numba.config
    # for this function alone: other programs have their own place
    others, config.CACHE_DIR = (config.CACHE_DIR, str(CACHE))
    try:
        return njit(cache=True, **OPTIONS)(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = others


def python_function(function: F) -> F:
    """The Python function behind a compiled one, which calls those behind all that it calls; from
    outside, that is the safe way.
    """
    return find_python_function(function)  # type: ignore[no-any-return]


@cache
def find_python_function(function: Any) -> Any:
    inner = getattr(function, "py_func", None)
    if inner is None:
        return function
    called = {
        name: inner.__globals__[name]
        for name in inner.__code__.co_names
        if name in inner.__globals__
    }
    plain = {
        name: find_python_function(one) for name, one in called.items() if hasattr(one, "py_func")
    }
    scope = {**inner.__globals__, **plain} if plain else inner.__globals__
    return FunctionType(
        inner.__code__, scope, inner.__name__, inner.__defaults__, inner.__closure__
    )
