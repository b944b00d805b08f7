"""Text in the two languages that Kaiten speaks."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable
from typing import NamedTuple

LANGUAGES = ("en", "fr")


class Text(NamedTuple):
    """One message in English and in French."""

    en: str
    fr: str

    def to(self, language: str) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en

    def format(self, **parts: object) -> Text:
        """Fill in both messages; a part that is a Text is translated for each."""
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


def plain_text(text: object) -> Text:
    """Return a text that reads the same in every language: a name, a number, a sign."""
    return Text(str(text), str(text))


def join_texts(parts: Iterable[Text], separator: str | Text = ", ") -> Text:
    """Join texts with a separator, in each language."""
    row = list(parts)
    between = separator if isinstance(separator, Text) else plain_text(separator)
    return Text(between.en.join(part.en for part in row), between.fr.join(part.fr for part in row))


COLON, SEMICOLON = Text(": ", " : "), Text("; ", " ; ")
NO_TEXT = Text("", "")


def first_sentence(text: str) -> str:
    """Return the sentence with which a text begins."""
    return text.split(". ")[0].rstrip(".") + "."


def format_count(number: int, one: Text, many: Text, none: Text | None = None) -> Text:
    """Return a number of things; French counts zero in the singular, English in the plural."""
    if number == 0 and none:
        return none
    return Text(
        f"{number} {one.en if number == 1 else many.en}",
        f"{number} {one.fr if number < 2 else many.fr}",
    )


def detect_language() -> str:
    """Return "fr" if the machine's locale is French, "en" otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "fr" if (locale.getlocale()[0] or "").lower().startswith("fr") else "en"
