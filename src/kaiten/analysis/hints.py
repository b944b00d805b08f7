"""Hints: a nudge in words, then the best three choices, then all of them with their chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..text import read_text, translate_data

HINT_STEPS = {1: 0, 2: 3, 3: None}  # how many choices each step shows; None for all of them


def make_hint(advice: Mapping[str, Any], step: int, language: str) -> dict[str, Any]:
    """Return as much of a piece of advice, as data without a language, as a step shows. The server
    sends this shape.
    """
    shown = drop_duplicates(advice["prospects"])[: HINT_STEPS[step]]
    hint = {"step": step, "nudge": advice["nudge"], "prospects": shown}
    found: dict[str, Any] = translate_data(hint, language)
    return found


def drop_duplicates(prospects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Keep the first of the prospects with the same words: such cards differ only in another
    variant.
    """
    first: dict[str, Mapping[str, Any]] = {}
    for prospect in prospects:
        first.setdefault(str(read_text(prospect["words"])), prospect)
    return list(first.values())
