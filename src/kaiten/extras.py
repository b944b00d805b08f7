"""The packages that only some parts of Kaiten need, and the extra that installs each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import MissingExtra
from .text import Text

# By the name under which a package is imported. pyproject.toml says what each is for.
EXTRA_OF = {
    **dict.fromkeys(["babel", "rich", "typer", "websockets"], "cli"),
    **dict.fromkeys(["alembic", "fastapi", "orjson", "prometheus_client", "segno"], "server"),
    **dict.fromkeys(["pydantic", "sqlalchemy", "starlette", "typing_extensions"], "server"),
    **dict.fromkeys(["confusable_homoglyphs", "httptools", "precis_i18n"], "server"),
    **dict.fromkeys(["uvicorn", "uvloop"], "server"),
    "psycopg": "postgres",
    "numba_cuda": "gpu",
    **dict.fromkeys(["gymnasium", "numpy", "pettingzoo", "PIL", "pyspiel"], "envs"),
}
NEEDS_EXTRA = Text("{what} needs more packages: pip install 'kaitenzushi[{extra}]'")


def find_extra(error: ModuleNotFoundError) -> str | None:
    """Return the extra that installs the module; None if the module belongs to none.

    A submodule belongs to none either: if its package is installed, an extra would not help.
    """
    return EXTRA_OF.get(error.name or "")


@contextmanager
def need_extra(what: Text) -> Iterator[None]:
    """Raise `MissingExtra` if an import in this block needs an extra that is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        extra = find_extra(error)
        if not extra:
            raise
        raise MissingExtra(NEEDS_EXTRA.format(what=what, extra=extra)) from None
