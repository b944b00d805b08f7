"""The file of a contest: a header that identifies the contest, then one line for each finished
game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import BadContest
from ..text import Text
from .play_game import PlayedGame, read_played_game
from .schedule import Contest


def encode_line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def encode_header(contest: Contest) -> bytes:
    return encode_line({"arena": contest.data()})


def read_if_exists(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def drop_partial_line(text: bytes) -> bytes:
    """Return the text without an interrupted line at its end."""
    return text[: text.rfind(b"\n") + 1]


def load_results(path: Path, contest: Contest) -> list[PlayedGame]:
    """Return the finished games in a file. Raise if the file belongs to another contest."""
    text, header = read_if_exists(path), encode_header(contest)
    if not (text.startswith(header) or header.startswith(text)):
        raise BadContest(OTHER_CONTEST.format(file=path))
    lines = drop_partial_line(text).splitlines()
    return [parse_result(path, contest, number, line) for number, line in enumerate(lines[1:], 2)]


def parse_result(path: Path, contest: Contest, number: int, line: bytes) -> PlayedGame:
    """Return the game in a line. Raise if the contest has no such game."""
    try:
        game = read_played_game(json.loads(line))
        if game.seats != contest.seat_orders(game.table, game.deal)[game.order]:
            raise ValueError
        if {len(row) for row in (game.points, game.ranks, game.seconds, game.choices)} != {
            contest.players
        }:
            raise ValueError
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise BadContest(BAD_LINE.format(file=path, number=number)) from None
    return game


@contextmanager
def open_results(path: Path | None, contest: Contest) -> Iterator[Callable[[PlayedGame], None]]:
    """Yield a function that appends a finished game to the file, if there is one."""
    if path is None:
        yield lambda game: None
        return
    before = drop_partial_line(read_if_exists(path))
    with path.open("ab") as file:
        file.truncate(len(before))
        file.write(b"" if before else encode_header(contest))
        file.flush()

        def append(game: PlayedGame) -> None:
            file.write(encode_line(game.data()))
            file.flush()

        yield append


OTHER_CONTEST = Text(
    "{file} holds another contest. Continue it with the same game, bots, budgets, options and "
    "seed, or name another file."
)
BAD_LINE = Text("{file}, line {number}: not a game of this contest.")
