"""The terminal itself: what it can show, and consoles that keep to that."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# how signs look in ASCII; the heights of a curve are told by digits
PLAIN_SIGNS = str.maketrans(
    {
        "\u00a0": " ", "\u202f": " ", "“": '"', "”": '"', "«": '"', "»": '"', "·": "-", "–": "-", "…": "...",
        "×": "x", "±": "+/-", "½": "1/2", "→": "->", "←": "<-", "œ": "oe", "Œ": "OE",
        **dict(zip("▁▂▃▄▅▆▇█", "12345678", strict=True)),
    }
)  # fmt: skip
PLAIN_LETTERS = "kaiten-plain-letters"  # the error handler of our output streams


def has_colours() -> bool:
    """Return whether escape codes are allowed; NO_COLOR in the environment forbids them all."""
    return not os.environ.get("NO_COLOR")


def make_console(stderr: bool = False) -> Console:
    """Return a console on which names are data, never markup."""
    from rich.console import Console

    if has_colours():
        return Console(highlight=False, markup=False, stderr=stderr)
    # Rich itself keeps bold, dim and cursor movements where NO_COLOR is set.
    return Console(
        highlight=False, markup=False, stderr=stderr, color_system=None, force_terminal=False
    )


def make_streams_tolerant() -> None:
    """Let the standard streams replace what their encoding lacks, instead of raising."""
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, PLAIN_LETTERS),
        (sys.stderr, PLAIN_LETTERS),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def fit_encoding(text: str, stream: TextIO) -> str:
    """Return a text with what the stream's encoding lacks replaced, for libraries that write UTF-8
    to a stream in ASCII.
    """
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, PLAIN_LETTERS).decode(encoding)


def replace_letters(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded: é by e, “ by ", signs without a likeness by ?."""
    from unicodedata import combining, normalize

    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end].translate(PLAIN_SIGNS)
    letters = "".join(letter for letter in normalize("NFD", missing) if not combining(letter))
    return letters.encode("ascii", "replace").decode("ascii"), error.end


codecs.register_error(PLAIN_LETTERS, replace_letters)
