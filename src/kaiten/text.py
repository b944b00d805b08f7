"""Text in every language that has a catalogue.

English stands in the source. Every other language is a catalogue: a file `fr.po` in a folder, from
which the build makes `fr.mo`. Without that file, the text is in English.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from gettext import GNUTranslations

# --- Catalogues ---

_DOMAIN = "kaiten"
_FOLDERS = {_DOMAIN: os.path.join(os.path.dirname(__file__), "locale")}


@cache
def _load_catalogue(domain: str, language: str) -> GNUTranslations | None:
    """Return the catalogue of a domain; what it lacks is looked up in Kaiten's own."""
    from gettext import GNUTranslations

    found = None
    for name in dict.fromkeys((_DOMAIN, domain)):
        try:
            with open(os.path.join(_FOLDERS.get(name, ""), f"{language}.mo"), "rb") as file:
                catalogue = GNUTranslations(file)
        except OSError:
            continue
        if found:
            catalogue.add_fallback(found)
        found = catalogue
    return found


class MessageCatalogue:
    """The messages of another package, and the folder with its languages.

    Every package has a domain, a name of its own, so that its messages do not mix with those of
    other packages.
    """

    def __init__(self, domain: str, folder: str | os.PathLike[str]) -> None:
        self.domain = domain
        _FOLDERS[domain] = os.fspath(folder)
        _load_catalogue.cache_clear()

    def text(self, message: str) -> Text:
        """Return a message of this package."""
        return Text(message, domain=self.domain)

    def plural(self, one: str, many: str) -> Plural:
        """Return a message of this package about `{n}` things."""
        return Plural(one, many, domain=self.domain)

    def in_context(self, context: str, message: str) -> Text:
        """Return a message of this package that also means other things."""
        return Text(message, context=context, domain=self.domain)


@cache
def find_languages() -> tuple[str, ...]:
    """Return the languages that Kaiten speaks: English, and those that have a catalogue."""
    try:
        files = os.listdir(_FOLDERS[_DOMAIN])
    except OSError:
        files = []
    return ("en", *sorted(file.removesuffix(".mo") for file in files if file.endswith(".mo")))


def match_language(wish: str) -> str | None:
    """Return the language for a code such as `fr`, `fr-CA` or `fr_FR.UTF-8`; None if there is none."""
    parts = wish.lower().partition(".")[0].replace("-", "_").split("_")
    known = {language.lower(): language for language in find_languages()}
    return known.get("_".join(parts)) or known.get(parts[0])


def language_tag(language: str) -> str:
    """Return the code of a language as HTML and HTTP write it: `pt-BR` for `pt_BR`."""
    return language.replace("_", "-")


def detect_language() -> str:
    """Return the language of the machine's locale, or English."""
    names = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wish = next(filter(None, names), None) or locale.getlocale()[0] or ""
    return match_language(wish) or "en"


# --- Text ---


@dataclass(frozen=True, slots=True)
class Text:
    """A message, and the values that fill its `{names}`. `to` returns it in a language.

    A value may be a Text itself. Without a domain, the text is the same in every language.
    """

    message: str
    _: KW_ONLY
    many: str = ""  # the message for other numbers `{n}` than one, if it is about a number
    context: str = ""  # tells apart messages that are the same in English
    domain: str = _DOMAIN
    change: str = ""  # what is done to the words: a key of CHANGES
    values: tuple[tuple[str, Any], ...] = ()

    def to(self, language: str) -> str:
        """Return the text in a language; in English where the catalogue lacks it."""
        words = self._find_message(language)
        if self.values:
            words = words.format(**{name: _show(value, language) for name, value in self.values})
        return CHANGES[self.change](words, language) if self.change else words

    def _find_message(self, language: str) -> str:
        n = dict(self.values)["n"] if self.many else 1
        english = self.many if self.many and n != 1 else self.message
        if language == "en" or not (self.domain and english):
            return english
        catalogue = _load_catalogue(self.domain, language)
        if catalogue is None:
            return english
        if self.many and self.context:
            return catalogue.npgettext(self.context, self.message, self.many, n)
        if self.many:
            return catalogue.ngettext(self.message, self.many, n)
        if self.context:
            return catalogue.pgettext(self.context, self.message)
        return catalogue.gettext(self.message)

    def __str__(self) -> str:
        return self.to("en")

    def __repr__(self) -> str:
        return f"<Text: {self}>"

    def format(self, **values: object) -> Text:
        """Fill in the message; a value that is a Text is translated with it."""
        return replace(
            self,
            values=(
                *self.values,
                *((name, _keep_value(value)) for name, value in values.items()),
            ),
        )

    def in_sentence(self) -> Text:
        """Return a name as it is written in the middle of a sentence."""
        return replace(self, change="in a sentence")

    def translations(self) -> dict[str, str]:
        """Return the text in every language, by language."""
        return {language: self.to(language) for language in find_languages()}

    def data(self) -> dict[str, Any]:
        """Return the text as plain data, for `read_text`."""
        data = {name: getattr(self, name) for name in _STRINGS if getattr(self, name)}
        if self.domain == _DOMAIN:
            del data["domain"]
        elif not self.domain:
            data["domain"] = ""
        values = {
            name: value.data() if isinstance(value, Text) else value for name, value in self.values
        }
        return {"message": self.message, **data, **({"values": values} if values else {})}


_STRINGS = ("many", "context", "domain", "change")


def _keep_value(value: object) -> Text | str | int | float:
    """Return a value as texts keep it: only what is immutable and can be written as JSON."""
    return value if isinstance(value, Text | str | int | float) else str(value)


def _show(value: Any, language: str) -> Any:
    return value.to(language) if isinstance(value, Text) else value


def in_context(context: str, message: str) -> Text:
    """Return a message that is translated differently in different contexts."""
    return Text(message, context=context)


def find_text(message: str) -> Text:
    """Return the text of a message that is collected elsewhere, such as the help of a command."""
    return Text(message)


def plain_text(text: object) -> Text:
    """Return a text that reads the same in every language: a name, a number, a sign."""
    return Text(str(text), domain="")


def read_text(data: Any) -> Text:
    """Return the text behind its data; raise if it is no text.

    Earlier versions wrote a pair: the English and the French text.
    """
    if isinstance(data, list | tuple):
        english, french = map(_check_words, data)
        return plain_text(english) if english == french else Text(english)
    if not isinstance(data, dict):
        raise TypeError(f"not a text: {data!r}")
    fields = {name: _check_words(data[name]) for name in ("message", *_STRINGS) if name in data}
    values = tuple((_check_words(name), _read_value(value)) for name, value in _items(data))
    text = Text(**fields, values=values)
    text.to("en")  # raises if a value is missing
    return text


def _items(data: dict[str, Any]) -> Iterable[tuple[Any, Any]]:
    values = data.get("values", {})
    if not isinstance(values, dict):
        raise TypeError(f"not a text: {data!r}")
    return values.items()


def _check_words(words: Any) -> str:
    if not isinstance(words, str):
        raise TypeError(f"not a text: {words!r}")
    return words


def _read_value(value: Any) -> Text | str | int | float:
    if isinstance(value, dict):
        return read_text(value)
    if not isinstance(value, str | int | float):
        raise TypeError(f"not a value of a text: {value!r}")
    return value


def translate_data(data: Any, language: str | None) -> Any:
    """Return plain data in which every text is in a language; without one, it is the data of the
    text, which this function translates later.
    """
    if isinstance(data, Text):
        return data.data() if language is None else data.to(language)
    if isinstance(data, dict):
        if "message" in data and language is not None:
            return read_text(data).to(language)
        return {name: translate_data(part, language) for name, part in data.items()}
    if isinstance(data, list | tuple):
        return [translate_data(part, language) for part in data]
    return data


class Plural(NamedTuple):
    """A message about `{n}` things. Each language has its own rules for the forms of a plural."""

    one: str
    many: str
    context: str = ""
    domain: str = _DOMAIN

    def format(self, n: int, **values: object) -> Text:
        """Fill in the message for this number."""
        text = Text(self.one, many=self.many, context=self.context, domain=self.domain)
        return text.format(n=n, **values)


def plural(one: str, many: str) -> Plural:
    """Return a message about `{n}` things: its English for one, and for many."""
    return Plural(one, many)


def plural_in_context(context: str, one: str, many: str) -> Plural:
    """Return a message about `{n}` things that is translated differently in different contexts."""
    return Plural(one, many, context)


def join_texts(parts: Iterable[Text], separator: str = ", ") -> Text:
    """Join texts that are independent of each other: sentences, cells, entries."""
    values = {f"part{place}": part for place, part in enumerate(parts)}
    if len(values) == 1:
        return values["part0"]
    return plain_text(separator.join(f"{{{name}}}" for name in values)).format(**values)


def chain_texts(parts: Iterable[Text], link: Text) -> Text:
    """Join texts by a message with `{first}` and `{next}`."""
    return reduce(lambda first, next: link.format(first=first, next=next), parts)


def list_texts(parts: Sequence[Text], last: Text | None = None) -> Text:
    """Return "a, b and c"; `last` is another message with `{first}` and `{next}`."""
    *others, final = parts
    return (last or AND).format(first=chain_texts(others, COMMA), next=final) if others else final


# How a language makes a list of many: the same patterns as in Unicode's CLDR.
COMMA = Text("{first}, {next}")
AND = Text("{first} and {next}")
OR = Text("{first} or {next}")
CLAUSES = Text("{first}; {next}")
LABELLED = Text("{label}: {words}")
NO_TEXT = plain_text("")

# --- Numbers and names of languages: by Babel, or as in English where it is not installed ---


def format_number(number: float, language: str, digits: int = 0, signed: bool = False) -> str:
    """Return a number with this many decimals, in a language."""
    rounded = round(number, digits) + 0.0  # without the sign of a negative zero
    try:
        from babel.numbers import format_decimal
    except ImportError:
        return f"{rounded:{'+' if signed else ''},.{digits}f}"
    pattern = "#,##0" + ("." + digits * "0" if digits else "")
    both = f"+{pattern};-{pattern}" if signed else pattern
    return format_decimal(rounded, both, locale=language)


def format_share(share: float, language: str, digits: int = 0) -> str:
    """Return a share, from 0 to 1, as a percentage in a language."""
    try:
        from babel import Locale
        from babel.numbers import format_percent
    except ImportError:
        return f"{share:.{digits}%}"
    usual = Locale.parse(language).percent_formats[None].pattern
    decimals = "." + digits * "0" if digits else ""
    return format_percent(share, usual.replace("#,##0", f"#,##0{decimals}"), locale=language)


def language_name(code: str, language: str) -> str:
    """Return the name of a language in a language; without Babel, its code."""
    try:
        from babel import Locale
    except ImportError:
        return code
    return Locale.parse(code).get_display_name(language) or code


# --- Changes of words ---

# Translators: how the name of a dish is written in the middle of a sentence. Answer “lower” for
# lower case, as in English, or “unchanged” as in German.
NAME_STYLE = in_context("names in a sentence: lower or unchanged", "lower")


def _write_in_sentence(name: str, language: str) -> str:
    return name.lower() if NAME_STYLE.to(language) == "lower" else name


CHANGES: dict[str, Callable[[str, str], str]] = {"in a sentence": _write_in_sentence}
