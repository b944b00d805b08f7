"""The file that keeps a contest: a line that says which one it is, then a line for every game that
is over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import BadContest
from ..text import Text
from .play_game import Played, played
from .schedule import Contest


def written(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def head(contest: Contest) -> bytes:
    return written({"arena": contest.data()})


def text_of(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def whole_lines(text: bytes) -> bytes:
    """The text without a line at its end in which the writing was interrupted."""
    return text[: text.rfind(b"\n") + 1]


def kept(path: Path, contest: Contest) -> list[Played]:
    """The games that a file has kept of a contest; one that keeps something else is refused."""
    text, first = text_of(path), head(contest)
    if not (text.startswith(first) or first.startswith(text)):
        raise BadContest(OTHER.format(file=path))
    lines = whole_lines(text).splitlines()
    return [game_in(path, contest, number, line) for number, line in enumerate(lines[1:], 2)]


def game_in(path: Path, contest: Contest, number: int, line: bytes) -> Played:
    """The game in a line."""
    try:
        game = played(json.loads(line))
        if game.seats != contest.orders(game.table, game.deal)[game.order]:
            raise ValueError
        if {len(row) for row in (game.points, game.ranks, game.seconds, game.choices)} != {
            contest.players
        }:
            raise ValueError
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise BadContest(LINE.format(file=path, number=number)) from None
    return game


@contextmanager
def keeping(path: Path | None, contest: Contest) -> Iterator[Callable[[Played], None]]:
    """Write every game down as soon as it is over, behind those that a file has kept."""
    if path is None:
        yield lambda game: None
        return
    before = whole_lines(text_of(path))
    with path.open("ab") as file:
        file.truncate(len(before))
        file.write(b"" if before else head(contest))
        file.flush()

        def write(game: Played) -> None:
            file.write(written(game.data()))
            file.flush()

        yield write


OTHER = Text(
    "{file} keeps something else: go on with the same game, bots, budget, options and seed, or name another file.",
    "{file} contient autre chose : continuez avec les mêmes jeu, bots, budget, options et graine, ou nommez un autre fichier.",
)
LINE = Text(
    "{file}, line {number}: this is no game of this contest.",
    "{file}, ligne {number} : ce n'est pas une partie de ce tournoi.",
)
