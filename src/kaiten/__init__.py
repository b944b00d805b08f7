"""Kaiten: the sushi draft games, exactly.

>>> import kaiten
>>> match = kaiten.deal("sushi-go", players=3, seed=7)
>>> match.waiting
(0, 1, 2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis.advice import Advice, Prospect, advise
    from .analysis.review import Analysis, analyse
    from .arena import run_contest
    from .bots import find_bot
    from .client.connection import Refused, Unreachable
    from .client.seat import Seat, join, rejoin
    from .errors import (
        BadContest,
        BadOption,
        BadPlayers,
        BadRecord,
        BadTable,
        IllegalChoice,
        KaitenError,
        MissingExtra,
        UnknownBot,
        UnknownGame,
    )
    from .games import find_game
    from .match.choice import Choice
    from .match.match import Match, deal
    from .match.record import Record
    from .match.replay import load_match, replay
    from .match.sheet import Outcome, Place, Sheet, SheetLine
    from .match.view import Prompt, View
    from .text import Text

__version__ = "0.1.0"

# Where each public name lives. They are fetched when first used, so that `import kaiten` costs
# nothing.
_HOMES = {
    "analysis.advice": ["Advice", "Prospect", "advise"],
    "analysis.review": ["Analysis", "analyse"],
    "arena": ["run_contest"],
    "bots": ["find_bot"],
    "match.choice": ["Choice"],
    "client.seat": ["Seat", "join", "rejoin"],
    "errors": [
        "BadContest",
        "BadOption",
        "BadPlayers",
        "BadRecord",
        "BadTable",
        "IllegalChoice",
        "KaitenError",
        "MissingExtra",
        "UnknownBot",
        "UnknownGame",
    ],
    "games": ["find_game"],
    "client.connection": ["Refused", "Unreachable"],
    "match.match": ["Match", "deal"],
    "match.record": ["Record"],
    "match.replay": ["load_match", "replay"],
    "match.sheet": ["Outcome", "Place", "Sheet", "SheetLine"],
    "match.view": ["Prompt", "View"],
    "text": ["Text"],
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Advice",
    "Analysis",
    "BadContest",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadTable",
    "Choice",
    "IllegalChoice",
    "KaitenError",
    "Match",
    "MissingExtra",
    "Outcome",
    "Place",
    "Prompt",
    "Prospect",
    "Record",
    "Refused",
    "Seat",
    "Sheet",
    "SheetLine",
    "Text",
    "UnknownBot",
    "UnknownGame",
    "Unreachable",
    "View",
    "advise",
    "analyse",
    "deal",
    "find_bot",
    "find_game",
    "join",
    "load_match",
    "rejoin",
    "replay",
    "run_contest",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
