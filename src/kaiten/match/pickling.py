"""How matches, views and events are pickled and copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any


class Picklable:
    """A frozen dataclass, some fields of which may be read-only mappings, which Python cannot pickle.

    Its copies have the same fields, and caches of their own.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        names = [one.name for one in fields(self) if one.init]  # type: ignore[arg-type]
        values = {name: getattr(self, name) for name in names}
        frozen = {
            name: dict(value) for name, value in values.items() if type(value) is MappingProxyType
        }
        return restore, (type(self), {**values, **frozen}, list(frozen))


def restore(kind: type[Any], values: Mapping[str, Any], frozen: list[str]) -> Any:
    """Return an object with these fields, of which some are read-only mappings."""
    return kind(**{**values, **{name: MappingProxyType(values[name]) for name in frozen}})
