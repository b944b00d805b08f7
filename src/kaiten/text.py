"""Text in the two languages that Kaiten speaks."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable
from typing import NamedTuple

LANGUAGES = ("en", "fr")


class Words(NamedTuple):
    """The same thing said in English and in French."""

    en: str
    fr: str

    def to(self, language: str) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en

    def format(self, **parts: object) -> Words:
        """Fill both sentences in; a part that is Words is put in in its own language."""
        return Words(
            *(
                text.format(
                    **{name: part.to(language) if isinstance(part, Words) else part for name, part in parts.items()}
                )
                for language, text in zip(LANGUAGES, self, strict=True)
            )
        )


def same(text: object) -> Words:
    """What is written alike in every language."""
    return Words(str(text), str(text))


def joined(parts: Iterable[Words], separator: str | Words = ", ") -> Words:
    """Several texts in a row."""
    row = list(parts)
    between = separator if isinstance(separator, Words) else same(separator)
    return Words(between.en.join(part.en for part in row), between.fr.join(part.fr for part in row))


COLON, SEMICOLON = Words(": ", " : "), Words("; ", " ; ")


def amount(number: int, one: Words, many: Words, none: Words | None = None) -> Words:
    """A number of things: French says zero in the singular, English in the plural."""
    if number == 0 and none:
        return none
    return Words(f"{number} {one.en if number == 1 else many.en}", f"{number} {one.fr if number < 2 else many.fr}")


def preferred_language() -> str:
    """French where the machine speaks French, English elsewhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "fr" if (locale.getlocale()[0] or "").lower().startswith("fr") else "en"
