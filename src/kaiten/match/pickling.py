"""How matches and views are pickled and copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any


class Picklable:
    """A frozen dataclass with options. Its copies have the same fields, and caches of their own."""

    options: Mapping[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        names = {one.name for one in fields(self) if one.init} - {"options"}  # type: ignore[arg-type]
        values = {name: getattr(self, name) for name in names}
        return restore, (type(self), values, dict(self.options))


def restore(kind: type[Any], values: Mapping[str, Any], options: dict[str, Any]) -> Any:
    """Return a match or a view with these fields and options."""
    return kind(**values, options=MappingProxyType(options))
