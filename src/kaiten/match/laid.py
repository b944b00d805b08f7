"""The table as it lay when a round was scored, for those who want to see it counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.card import tray_as_scored
from ..engine.game import Game
from ..engine.state import State

LaidRows = tuple[dict[str, int], ...]


@dataclass(frozen=True)
class LaidTable:
    """What lay in front of everyone, by player."""

    round: int
    trays: LaidRows
    dipped: LaidRows
    copies: LaidRows
    face_down: tuple[int, ...]
    kept: LaidRows  # the desserts of the rounds before


def encode_laid(laid: LaidTable) -> dict[str, Any]:
    """Return a table that was scored as plain data."""
    return {
        name: list(rows) if isinstance(rows, tuple) else rows for name, rows in vars(laid).items()
    }


def lay_out(game: Game, state: State) -> LaidTable:
    """Return what lay on the table of a round that was just scored."""
    players = range(state.players)

    def by_player(rows: Sequence[Sequence[int]]) -> LaidRows:
        return tuple(
            {kind: int(count) for kind, count in zip(game.kinds, row, strict=False) if count}
            for row in rows
        )

    kept = [
        [all - new for all, new in zip(state.kept[player], state.just_kept[player], strict=True)]
        for player in players
    ]
    return LaidTable(
        int(state.round_number),
        by_player([tray_as_scored(state, player) for player in players]),
        by_player(state.dipped[: state.players]),
        by_player(state.copied[: state.players]),
        tuple(map(sum, state.flipped[: state.players])),
        by_player(kept),
    )
