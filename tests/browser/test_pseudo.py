"""Nothing is cut off and nothing is left in English: every page and moment in a language that nobody
speaks, and what is printed in the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kaiten.bots import BOT_NAMES
from kaiten.games import find_game
from kaiten.text import find_languages, language_tag, plural
from tests.long_run import LONG

from .conftest import NewContext, Troubles
from .moments import NAMES, VISITS, Visit, table_of_four
from .people import Server, go
from .pseudo import STANDS_FOR, pseudo_package, speak_pseudo, write_pseudo
from .reading import find_clipped, find_english, is_stray
from .test_wide_table import NEXT_FRAME, resize

Size = tuple[int, int]
SIZES: list[Size] = [(390, 844), (1024, 768), (1440, 900)]
LANGUAGES = [language_tag(language) for language in find_languages()]
LOOKS = [(language, size) for size in SIZES for language in LANGUAGES]
WEB = Path(__file__).parents[2] / "web/src"
NICKNAMES = re.findall(
    r'^  "(\w+)",$', (WEB / "setup.ts").read_text(encoding="utf-8"), re.MULTILINE
)
EXAMPLES = re.findall(r'"who": "(\w+)"', (WEB / "rules/examples.json").read_text(encoding="utf-8"))
# What every language writes alike: names, keys, units, codes of tables, and the "und" of a list,
# which the browser has and not our catalogue.
WORDS_ALIKE = [
    *dict.fromkeys((*NAMES, *NICKNAMES, *EXAMPLES, *BOT_NAMES)),
    *("Kaiten", "Deutsch", "English", "Français", STANDS_FOR.upper()),
    *("H", "R", "M", "s", "min", "und", "A{6}", "[A-Z2-9]{8}"),
]
ALIKE = re.compile(rf"(?<![^\W_])({'|'.join(WORDS_ALIKE)})(?![^\W_])")


def speak(page: Page, language: str) -> None:
    """Choose a language in the header, which lies below a dialog and not above every page; without
    a network there is no other.
    """
    if page.locator("header select").count() and page.evaluate("navigator.onLine"):
        page.locator("header select").evaluate(CHOOSE, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate(NEXT_FRAME)


CHOOSE = """(field, language) => {
  field.value = language;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}"""
EXPECTED = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|404|503"  # where a visit looks at what goes wrong


def look(moment: str, page: Page, size: Size, find: Callable[[Page], list[str]]) -> list[str]:
    resize(page, size)
    return [f"{moment}, {size[0]} x {size[1]}: {fault}" for fault in find(page)]


def find_faults(page: Page) -> list[str]:
    return find_clipped(page) + find_english(page, ALIKE)


def name_of(visit: Visit) -> str:
    return visit.__name__.replace("_", " ")


@pytest.mark.parametrize("visit", VISITS, ids=name_of)
def test_nothing_is_cut_off_or_left_in_english(
    context: NewContext, house: Server, troubles: Troubles, visit: Visit
) -> None:
    """In `make test`, each moment at one size: the next one has the next size."""
    troubles.excuse(EXPECTED)
    faults, sizes = [], cycle(SIZES)
    with pseudo_package():
        for moment, page in visit(speak_pseudo(context(STANDS_FOR, SIZES[0])), house):
            for size in SIZES if LONG else [next(sizes)]:
                faults += look(moment, page, size, find_faults)
            resize(page, SIZES[0])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("visit", VISITS if LONG else [table_of_four], ids=name_of)
def test_nothing_is_cut_off_in_any_language(
    context: NewContext, house: Server, troubles: Troubles, visit: Visit
) -> None:
    """In `make test`, at one table, where each moment has the next language and size."""
    troubles.excuse(EXPECTED)
    faults, looks = [], cycle(LOOKS)
    for moment, page in visit(context(size=SIZES[0]), house):
        for language, size in LOOKS if LONG else [next(looks)]:
            speak(page, language)
            faults += look(f"{moment} in {language}", page, size, find_clipped)
        resize(page, SIZES[0])
    assert not faults, "\n".join(faults)


# --- The pseudo-language, and that faults are found ---


def test_the_pseudo_language_is_longer_and_keeps_values_and_markup() -> None:
    assert write_pseudo("Chose <b>{name}</b>") == "[Chôôséé <b>{name}</b>]"
    assert write_pseudo("{n} pts") == "[{n} ptss]"
    assert write_pseudo("{label}: {words}") == "{label}: {words}"
    rule = str(find_game("sushi-go").cards[0].text())
    letters = sum(map(str.isalpha, rule))
    assert 1.3 < sum(map(str.isalpha, write_pseudo(rule))) / letters < 1.45


def test_the_package_speaks_it_as_long_as_it_is_asked_to() -> None:
    cards = plural("{n} card", "{n} cards")
    with pseudo_package():
        assert cards.format(n=1).to(STANDS_FOR) == "[1 càààrd]"
        assert cards.format(n=2).to(STANDS_FOR) == "[2 càààrds]"
        assert cards.format(n=2).to("en") == "2 cards"
        assert cards.format(n=2).to("fr") == "2 cartes"
    assert cards.format(n=2).to(STANDS_FOR) == "2 Karten"


@pytest.mark.parametrize(
    "line", ["Points", "[Pôîînts] of Ana", "[Fôôr points]", "pts", "[Pôîînts", "Pôîînts]"]
)
def test_what_is_no_whole_message_is_found(line: str) -> None:
    assert is_stray(line)


@pytest.mark.parametrize("line", ["[[Mààkîî]: réémôôvé]", "12 · [Pôîînts]", "← 3", "[Pôîînts] ✓"])
def test_whole_messages_are_no_fault(line: str) -> None:
    assert not is_stray(line)


ADD = """([style, text]) => {
  document.getElementById("added")?.remove();
  const one = document.querySelector("main").appendChild(document.createElement("p"));
  one.id = "added";
  for (const [name, value] of Object.entries(style)) one.style.setProperty(name, value);
  one.append(text);
}"""
NARROW = {"width": "3rem", "white-space": "nowrap"}
FAULTS: list[tuple[dict[str, str], str, str]] = [
    (NARROW | {"overflow": "hidden"}, "[Lôông wôôrds]", "cut off"),
    (NARROW | {"overflow": "hidden", "text-overflow": "ellipsis"}, "[Lôông wôôrds]", "cut off"),
    (NARROW | {"overflow": "auto"}, "[Lôông wôôrds]", "scrolls sideways"),
    ({"width": "3rem", "height": "1rem", "overflow": "hidden"}, "[Lôông wôôrds]", "cut off"),
    (NARROW, "[Lôông wôôrds]", "out of its box"),
    ({"width": "200vw"}, "[Lôông]", "the page is wider than the screen"),
    ({}, "Plain words", "Plain words"),
]


def test_every_fault_of_a_page_is_found(context: NewContext) -> None:
    with pseudo_package():
        page = go(speak_pseudo(context(STANDS_FOR, SIZES[0])).new_page(), "/rules")
        assert find_faults(page) == []
        for style, text, fault in FAULTS:
            page.evaluate(ADD, [style, text])
            assert any(one.startswith(fault) for one in find_faults(page)), (style, text)
