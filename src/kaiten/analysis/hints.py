"""Hints: a nudge in words, then the best three choices, then all of them with their chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

HINT_STEPS = {1: 0, 2: 3, 3: None}  # how many choices each step shows; None for all of them


def make_hint(advice: Mapping[str, Any], step: int, language: str) -> dict[str, Any]:
    """Return as much of a piece of advice, as data, as a step shows. The server sends this shape."""
    different = drop_duplicates(advice["prospects"])
    prospects = [
        translate_prospect(prospect, language) for prospect in different[: HINT_STEPS[step]]
    ]
    return {"step": step, "nudge": advice["nudge"][language], "prospects": prospects}


def drop_duplicates(prospects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Keep the first of the prospects with the same name: such cards differ only in another
    variant.
    """
    first: dict[str, Mapping[str, Any]] = {}
    for prospect in prospects:
        first.setdefault(prospect["name"]["en"], prospect)
    return list(first.values())


def translate_prospect(prospect: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return a prospect with its choice and its reason in one language."""
    texts = {"words": prospect["name"][language], "why": prospect["words"][language]}
    return {name: value for name, value in prospect.items() if name != "name"} | texts
