"""Text in the two languages that Kaiten speaks."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable
from typing import NamedTuple

LANGUAGES = ("en", "fr")


class Text(NamedTuple):
    """The same thing said in English and in French."""

    en: str
    fr: str

    def to(self, language: str) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en

    def format(self, **parts: object) -> Text:
        """Fill both sentences in; a part that is Text is put in in its own language."""
        return Text(
            *(
                text.format(
                    **{
                        name: part.to(language) if isinstance(part, Text) else part
                        for name, part in parts.items()
                    }
                )
                for language, text in zip(LANGUAGES, self, strict=True)
            )
        )


def same(text: object) -> Text:
    """What is written alike in every language."""
    return Text(str(text), str(text))


def joined(parts: Iterable[Text], separator: str | Text = ", ") -> Text:
    """Several texts in a row."""
    row = list(parts)
    between = separator if isinstance(separator, Text) else same(separator)
    return Text(between.en.join(part.en for part in row), between.fr.join(part.fr for part in row))


COLON, SEMICOLON = Text(": ", " : "), Text("; ", " ; ")


def amount(number: int, one: Text, many: Text, none: Text | None = None) -> Text:
    """A number of things: French says zero in the singular, English in the plural."""
    if number == 0 and none:
        return none
    return Text(
        f"{number} {one.en if number == 1 else many.en}",
        f"{number} {one.fr if number < 2 else many.fr}",
    )


def preferred_language() -> str:
    """French where the machine speaks French, English elsewhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "fr" if (locale.getlocale()[0] or "").lower().startswith("fr") else "en"
