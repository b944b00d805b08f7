"""The language of the command line: that of `--lang`, or the machine's own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..text import detect_language, find_languages

_languages = [detect_language()]  # the newest one asked for is the last


def find_language(words: Sequence[str]) -> str:
    """Return the language that the last `--lang` among the arguments asks for, wherever it stands.

    Return the machine's own if there is none, or if there is no such language.
    """
    parts = [part for word in words for part in split_option(word)]
    asked = [value for option, value in pairwise(parts) if option == "--lang"]
    return next(
        (value for value in reversed(asked) if value in find_languages()), detect_language()
    )


def skip_language(words: Sequence[str]) -> list[str]:
    """Return the arguments behind the program's own `--lang`: the command comes first."""
    rest = [part for word in words for part in split_option(word)]
    while rest[:1] == ["--lang"]:
        rest = rest[2:]
    return rest


def split_option(word: str) -> list[str]:
    """Return `--lang=fr` as two words, and any other word as it is."""
    return word.split("=", 1) if word.startswith("--lang=") else [word]


def set_language(language: str) -> None:
    """Speak this language from now on."""
    _languages[-1] = language


def error_language() -> str:
    """Return the language for help and for error messages."""
    return _languages[-1]
