"""Text in the two languages that Kaiten speaks."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, NamedTuple

LANGUAGES = ("en", "fr")


class Text(NamedTuple):
    """One message in English and in French."""

    en: str
    fr: str

    def to(self, language: str) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en

    def translations(self) -> dict[str, str]:
        """Return the text in every language, by language."""
        return {language: self.to(language) for language in LANGUAGES}

    def data(self) -> list[str]:
        """Return the text as plain data, for `read_text`."""
        return list(self)

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


def read_text(data: Any) -> Text:
    """Return the text behind its data; raise if it is no text."""
    english, french = data
    if not isinstance(english, str) or not isinstance(french, str):
        raise TypeError(f"not a text: {data!r}")
    return Text(english, french)


class Plural(NamedTuple):
    """A message about a number of things, `{n}`; French counts zero in the singular."""

    one: Text
    many: Text

    def format(self, n: int, **parts: object) -> Text:
        english, french = self.one if n == 1 else self.many, self.one if n < 2 else self.many
        return Text(english.en, french.fr).format(n=n, **parts)


def plural(one: Text, many: Text) -> Plural:
    """Return a message about `{n}` things: its words for one, and for many."""
    return Plural(one, many)


def join_texts(parts: Iterable[Text], separator: str = ", ") -> Text:
    """Join texts that are independent of each other: sentences, cells, entries."""
    row = list(parts)
    return Text(separator.join(part.en for part in row), separator.join(part.fr for part in row))


def chain_texts(parts: Iterable[Text], link: Text) -> Text:
    """Join texts by a message with `{first}` and `{next}`."""
    return reduce(lambda first, next: link.format(first=first, next=next), parts)


def list_texts(parts: Sequence[Text], last: Text | None = None) -> Text:
    """Return "a, b and c"; `last` is another message with `{first}` and `{next}`."""
    *others, final = parts
    return (last or AND).format(first=join_texts(others), next=final) if others else final


AND = Text("{first} and {next}", "{first} et {next}")
OR = Text("{first} or {next}", "{first} ou {next}")
CLAUSES = Text("{first}; {next}", "{first} ; {next}")
LABELLED = Text("{label}: {words}", "{label} : {words}")
NO_TEXT = Text("", "")


def find_languages() -> tuple[str, ...]:
    """Return the languages that every text has."""
    return LANGUAGES


def first_sentence(text: str) -> str:
    """Return the sentence with which a text begins."""
    return text.split(". ")[0].rstrip(".") + "."


def detect_language() -> str:
    """Return "fr" if the machine's locale is French, "en" otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "fr" if (locale.getlocale()[0] or "").lower().startswith("fr") else "en"
