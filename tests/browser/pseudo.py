"""A language that nobody speaks: the English messages, longer, with accents and in brackets.

Words that are cut off, glued together or in no catalogue show in it. It is made while the tests run,
and takes the place of German: no player is offered it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import GNUTranslations, NullTranslations
from itertools import cycle, islice

import pytest
from playwright.sync_api import BrowserContext, Route
from tools.messages import CLIENT_LOCALE, read_catalogue

from kaiten import text
from kaiten.server.protocol import catalogue, serialize

STANDS_FOR = "de"
LONGER = 0.38  # how much longer a word is
KEPT = re.compile(r"\{[^{}]*\}|<[^<>]*>")  # values and markup
WORD = re.compile(r"[^\W\d_]+")
VOWELS = str.maketrans("aeiouyAEIOUY", "àéîôüýÀÉÎÔÜÝ")


def write_pseudo(message: str) -> str:
    """Return a message in the pseudo-language; one without words is left as it is."""
    parts = re.split(f"({KEPT.pattern})", message)
    written = [part if KEPT.fullmatch(part) else WORD.sub(lengthen, part) for part in parts]
    return f"[{''.join(written)}]" if WORD.search(KEPT.sub("", message)) else message


def lengthen(word: re.Match[str]) -> str:
    """Return a word with accents on its vowels, which are repeated to make it longer."""
    letters = list(word[0].translate(VOWELS))
    vowels = [place for place, letter in enumerate(word[0]) if letter.translate(VOWELS) != letter]
    for place in islice(cycle(vowels or [-1]), round(LONGER * len(word[0]))):
        letters[place] += letters[place][0].lower()
    return "".join(letters)


# --- The package ---


class PseudoCatalogue(NullTranslations):
    """Has every message of every package."""

    def gettext(self, message: str) -> str:
        return write_pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return write_pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == text.NAME_STYLE.context else write_pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@contextmanager
def pseudo_package() -> Iterator[None]:
    """Let the package, and with it a server in this process, write the pseudo-language."""
    load = text._load_catalogue
    remembered = (catalogue.build_catalogue, serialize.encode_shared_view, serialize.make_points)

    def load_or_make(domain: str, language: str) -> GNUTranslations | NullTranslations | None:
        return PseudoCatalogue() if language == STANDS_FOR else load(domain, language)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "_load_catalogue", load_or_make)
        for one in remembered:
            one.cache_clear()
        yield
    for one in remembered:
        one.cache_clear()


# --- The client ---


def write_client() -> dict[str, str | dict[str, str]]:
    """Return the catalogue of the client, as its build makes one of a file."""
    words: dict[str, str | dict[str, str]] = {}
    for message in read_catalogue(CLIENT_LOCALE / f"{STANDS_FOR}.po"):
        forms = message.id if message.pluralizable else (message.id, message.id)
        one, many = map(write_pseudo, forms)
        key = f"{message.context}\u0004{forms[0]}" if message.context else forms[0]
        words[key] = {"one": one, "other": many} if message.pluralizable else one
    return words


def speak_pseudo(visitor: BrowserContext) -> BrowserContext:
    """Let a browser load the pseudo-language."""
    script = f"export default {json.dumps(write_client())}"

    def answer(route: Route) -> None:
        route.fulfill(body=script, content_type="text/javascript")

    visitor.route(f"**/words-{STANDS_FOR}-*.js", answer)
    return visitor
