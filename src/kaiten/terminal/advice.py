"""Hints in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text as RichText

from ..analysis.hints import HINT_STEPS
from ..text import Text, format_number, format_share, in_context, plural

HINT_KEYS = ("h", "hint", "conseil")  # what the player types for a hint
CHOICE_COLUMN = Text("Choice")
WIN_COLUMN, MARGIN_COLUMN = in_context("the chance of a choice", "Wins"), Text("Margin")
ABOUT_EQUAL = Text("about equal")
MORE_HINTS = Text("Press h again for more.")
THINKING = Text("Thinking ...")
HINT_COUNT = plural("{n} hint in this game", "{n} hints in this game")


def describe_count(moments: int) -> Text:
    """Return how many hints the player has had in a game."""
    return HINT_COUNT.format(n=moments)


def print_hint(hint: Mapping[str, Any], console: Console, language: str) -> None:
    """Print a hint."""
    console.print(RichText(hint["nudge"], "bold cyan"))
    if HINT_STEPS[hint["step"]] is None:
        console.print(build_hint_table(hint["prospects"], language))
        return
    for number, one in enumerate(hint["prospects"], 1):
        console.print(RichText.assemble((f"{number}. {one['words']}", "bold"), f"  {one['why']}"))
    console.print(RichText(MORE_HINTS.to(language), "dim"))


def build_hint_table(prospects: list[Mapping[str, Any]], language: str) -> Table:
    """Return a table of all choices with their win chances, the best first."""
    table = Table(box=None, padding=(0, 1))
    table.add_column(CHOICE_COLUMN.to(language))
    for head in (WIN_COLUMN, MARGIN_COLUMN):
        table.add_column(head.to(language), justify="right", no_wrap=True)
    table.add_column("")
    for place, one in enumerate(prospects):
        equal = ABOUT_EQUAL.to(language) if one["equal"] and place else ""
        table.add_row(
            RichText(one["words"], "bold" if one["equal"] else ""),
            f"{format_share(one['win'], language)} ± {format_number(100 * one['win_error'], language, 1)}",
            f"{format_number(one['margin'], language, 1, signed=True)} ± "
            f"{format_number(one['margin_error'], language, 1)}",
            RichText.assemble((equal, "green"), "  " if equal else "", (one["why"], "dim")),
        )
    return table
