"""Compiling the rules with Numba, where that pays. Everything else runs the same source as it is.

The decorators only mark functions, which stay plain Python. `kernel` compiles one of them at its first
use, with all that it calls, and keeps the machine code on disk. Kernels take numbers, arrays and
records: `engine.state` makes them.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import CellType, FunctionType, ModuleType
from typing import Any, Literal, TypeVar

from ..folders import find_user_cache
from ..parallel import QUIET
from ..text import Text, detect_language
from .plugins import find_plugin_sources

F = TypeVar("F", bound=Callable[..., object])

# KAITEN_JIT=0 never compiles, KAITEN_JIT=1 always does; otherwise the mode follows the work.
MODE = os.environ.get("KAITEN_JIT", "")
JIT = MODE != "0" and find_spec("numba") is not None
CACHES_KEPT = 4
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def choose_mode() -> Literal["plain", "compiled", "auto"]:
    """Return the mode for work that gives the same results in both."""
    if not JIT:
        return "plain"
    return "compiled" if MODE == "1" else "auto"


# --- Marks: how a function is compiled when it is part of a kernel ---


def mark(function: F, options: dict[str, Any]) -> F:
    function.__dict__.setdefault("numba_options", options)
    return function


def compiled(function: F) -> F:
    """Mark a rule, or anything that kernels call: it becomes part of its callers."""
    return mark(function, {"forceinline": True})


def never_inline(function: F) -> F:
    """Mark a large function that is called rarely: its callers call it instead of containing it."""
    return mark(function, {"forceinline": False})


def always_inline(function: F) -> F:
    """Mark a function to be written out wherever it is called, before anything is compiled: for those
    through which a large one is called, since whatever calls a large function takes long to compile.
    """
    return mark(function, {"forceinline": True, "inline": "always"})


def for_tables(general: F) -> Callable[[F], F]:
    """Mark a function that takes the place of another one in kernels for a single table, where it
    computes the same in less time.
    """

    def replace(function: F) -> F:
        general.__dict__["table_form"] = compiled(function)
        return function

    return replace


MARKS = (compiled, never_inline, always_inline)


def is_marked(value: object) -> bool:
    return isinstance(value, FunctionType) and "numba_options" in value.__dict__


# --- Kernels ---


@cache
def kernel(function: F) -> F:
    """Return the compiled form of a marked function, or the function itself without Numba."""
    return compile_kernel(function, cache_folder()) if JIT else function


def compile_kernel(function: F, folder: Path | None) -> F:
    """Return the compiled form of a function, whose machine code is kept in a folder."""
    if folder is None or not has_machine_code(function, folder):
        announce_compiling()
    with numba_cache(folder):
        return compile_linked(  # type: ignore[no-any-return]
            function, forceinline=True, cache=folder is not None
        )


def compile_linked(function: Any, **options: Any) -> Any:
    """Compile a function that calls compiled functions instead of the plain ones."""
    import numba

    closure = tuple(CellType(link(cell.cell_contents)) for cell in function.__closure__ or ())
    linked = FunctionType(
        function.__code__, link_globals(function), function.__name__, None, closure or None
    )
    linked.__qualname__ = function.__qualname__
    return numba.njit(**OPTIONS, **options)(linked)


@cache
def compile_part(function: Any) -> Any:
    """Compile a function that only kernels call."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **function.numba_options}
    return compile_linked(function, **options)


def link_globals(function: FunctionType) -> dict[str, Any]:
    """Return a function's globals, with compiled functions for the marked ones that it names."""
    scope = dict(function.__globals__)
    for name in function.__code__.co_names:
        if name in scope:
            scope[name] = link(scope[name])
    return scope


def link(value: Any) -> Any:
    """Return what compiled code uses instead of a global value."""
    if is_marked(value):
        return compile_part(value)
    if isinstance(value, ModuleType) and any(mark in MARKS for mark in vars(value).values()):
        return link_module(value)
    return value


class LinkedModule(ModuleType):
    """A module in which compiled code finds compiled functions."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.module = module

    def __getattr__(self, name: str) -> Any:
        value = link(getattr(self.module, name))
        setattr(self, name, value)
        return value


link_module = cache(LinkedModule)


# --- The cache on disk ---


def sources_digest() -> str:
    """Name this version of the sources, those of plug-ins included, so that an edited rule never
    meets an old cache. Another Python or Numba gives another name, since neither can read what this
    one has compiled.
    """
    package = Path(__file__).parents[1]
    digest = sha256(name_compiler().encode())
    sources = {str(path.relative_to(package)): path for path in sorted(package.rglob("*.py"))}
    for name, path in [*sources.items(), *find_plugin_sources().items()]:
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def name_compiler() -> str:
    """Return the versions of Python and Numba."""
    from importlib.metadata import PackageNotFoundError, version

    numba = ""
    with suppress(PackageNotFoundError):
        numba = version("numba")
    return f"{sys.implementation.cache_tag} {numba}"


def make_cache_folder() -> Path:
    """Make a folder for this version's machine code and return it. Remove those of old versions."""
    home = Path(os.environ.get("KAITEN_CACHE") or find_user_cache())
    folder = home / f"rules-{sources_digest()}"
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    (folder / "probe").write_bytes(bytes(4096))  # a full disk takes no data
    (folder / "probe").unlink()
    older = sorted(home.glob("rules-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for stale in older[CACHES_KEPT:]:
        shutil.rmtree(stale, ignore_errors=True)
    return folder


@cache
def cache_folder() -> Path | None:
    """Return the folder for this version's machine code. Where nothing can be written, say so and
    return None; processes that this one starts do not say it again.
    """
    try:
        return make_cache_folder()
    except OSError as error:
        if not os.environ.get(WARNED):
            os.environ[WARNED] = "1"
            print(NO_CACHE_WARNING.format(error=error).to(detect_language()), file=sys.stderr)
        return None


WARNED = "KAITEN_HAS_WARNED_OF_CACHE"
NO_CACHE_WARNING = Text(
    "Compiled rules cannot be saved ({error}); every start will compile them again. Set "
    "KAITEN_CACHE to another folder."
)


@contextmanager
def numba_cache(folder: Path | None) -> Iterator[None]:
    """Let Numba keep here what is declared meanwhile; other programs have their own place."""
    import numba

    config: Any = numba.config
    others, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
    try:
        yield
    finally:
        config.CACHE_DIR = others


def is_cached(function: Any) -> bool:
    """Return whether the machine code of a kernel is on disk."""
    folder = cache_folder()
    return folder is not None and has_machine_code(function, folder)


def has_machine_code(function: Any, folder: Path) -> bool:
    """Return whether a folder has the machine code of a kernel."""
    name = f"*.{function.__qualname__}-{function.__code__.co_firstlineno}.*.nbi"
    return any(folder.rglob(name))


def announce_compiling(language: str = "") -> None:
    """Say that a kernel is being compiled, once in each process; by default in the machine's
    language.
    """
    if not ANNOUNCED and QUIET not in os.environ:
        ANNOUNCED.append(True)
        print(COMPILE_NOTICE.to(language or detect_language()), file=sys.stderr, flush=True)


ANNOUNCED: list[bool] = []
COMPILE_NOTICE = Text("Compiling the rules for this machine (once, a minute or two) ...")
