"""Matches that follow the compiled rules: with Numba, every test of a rule is one of its kernel too.

Matches always follow the plain rules. Here each function of `engine.draft` that a match calls is the
compiled one.
"""

from __future__ import annotations

from kaiten.match import events, match, sheet, view
from kaiten.testing.compiled_rules import CompiledDraft

CALLERS = (events, match, sheet, view)  # they know the rules as `draft`


def follow_compiled_rules() -> None:
    """Let all matches follow the compiled rules from now on."""
    rules = CompiledDraft()
    for module in CALLERS:
        module.draft = rules  # type: ignore[attr-defined]
