"""Hints: a nudge in words, then the best three choices, then all of them with their chances; and how the terminal shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .words import Words, amount

KEYS = ("h", "hint", "conseil")  # what somebody types who wants one
STEPS = {1: 0, 2: 3, 3: None}  # how many choices each step tells of
CHOICE, WINS, MARGIN = Words("Choice", "Choix"), Words("Wins", "Gagne"), Words("Margin", "Écart")
EQUAL = Words("about equal", "à peu près égal")
MORE = Words("h again tells more.", "h encore une fois en dit plus.")
THINKING = Words("Thinking ...", "On réfléchit ...")
COUNTED = Words("{hints} in this game", "{hints} dans cette partie")


def counted(moments: int) -> Words:
    """How many hints somebody has had in a game."""
    return COUNTED.format(hints=amount(moments, Words("hint", "conseil"), Words("hints", "conseils")))


def told(advice: Mapping[str, Any], step: int, language: str) -> dict[str, Any]:
    """As much of a piece of advice, as data, as a step tells; a table online tells it in the same shape."""
    prospects = [in_words(prospect, language) for prospect in unlike(advice["prospects"])[: STEPS[step]]]
    return {"step": step, "nudge": advice["nudge"][language], "prospects": prospects}


def unlike(prospects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The first of those that say the same to a player: cards that differ in another variant alone are one choice."""
    first: dict[str, Mapping[str, Any]] = {}
    for prospect in prospects:
        first.setdefault(prospect["name"]["en"], prospect)
    return list(first.values())


def in_words(prospect: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A choice in one language, and why."""
    said = {"words": prospect["name"][language], "why": prospect["words"][language]}
    return {name: value for name, value in prospect.items() if name != "name"} | said


def show(hint: Mapping[str, Any], console: Console, language: str) -> None:
    """Tell a hint on the screen."""
    console.print(Text(hint["nudge"], "bold cyan"))
    if STEPS[hint["step"]] is None:
        console.print(chances(hint["prospects"], language))
        return
    for number, one in enumerate(hint["prospects"], 1):
        console.print(Text.assemble((f"{number}. {one['words']}", "bold"), f"  {one['why']}"))
    console.print(Text(MORE.to(language), "dim"))


def chances(prospects: list[Mapping[str, Any]], language: str) -> Table:
    """All choices with their chances, the best first."""
    table = Table(box=None, padding=(0, 1))
    table.add_column(CHOICE.to(language))
    for words in (WINS, MARGIN):
        table.add_column(words.to(language), justify="right", no_wrap=True)
    table.add_column("")
    for place, one in enumerate(prospects):
        equal = EQUAL.to(language) if one["equal"] and place else ""
        table.add_row(
            Text(one["words"], "bold" if one["equal"] else ""),
            f"{100 * one['win']:.0f} ± {100 * one['win_error']:.1f} %",
            f"{one['margin']:+.1f} ± {one['margin_error']:.1f}",
            Text.assemble((equal, "green"), "  " if equal else "", (one["why"], "dim")),
        )
    return table
