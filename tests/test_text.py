"""Text: messages, values and plurals in every language; small values that can be stored."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from babel.messages import Catalog
from tools.compile_catalogues import compile_catalogues
from tools.messages import write_catalogue

from kaiten import text
from kaiten.text import (
    OR,
    MessageCatalogue,
    Text,
    detect_language,
    find_languages,
    in_context,
    list_texts,
    match_language,
    plain_text,
    plural,
    plural_in_context,
    read_text,
)

pytestmark = pytest.mark.once

CARDS = plural("{n} card", "{n} cards")
ANA = plain_text("Ana")


@pytest.fixture
def market(tmp_path: Path) -> Iterator[MessageCatalogue]:
    """The catalogue of another package, in Polish, which has three forms of a plural."""
    polish = Catalog(locale="pl")
    polish.add("Lantern", "Lampion")
    polish.add(("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart"))
    write_catalogue(tmp_path / "pl.po", polish)
    french = Catalog(locale="fr")
    french.add("Lantern", "Lampion")
    french.add("Pick", "Pioche", context="a tool")
    write_catalogue(tmp_path / "fr.po", french)
    compile_catalogues(tmp_path)
    yield MessageCatalogue("night_market_of_tests", tmp_path)
    del text._FOLDERS["night_market_of_tests"]
    text._load_catalogue.cache_clear()


# --- Languages ---


def test_a_message_is_translated_and_english_without_a_translation() -> None:
    assert Text("Tempura").to("fr") == "Tempura"
    assert Text("Shrimp").to("fr") == "California crevette"
    assert Text("Shrimp").to("xx") == str(Text("Shrimp")) == "Shrimp"
    assert Text("No such message").to("fr") == "No such message"


def test_each_language_counts_by_its_own_rules(market: MessageCatalogue) -> None:
    assert [CARDS.format(n).to("en") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [CARDS.format(n).to("fr") for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    polish = market.plural("{n} card", "{n} cards")
    assert [polish.format(n).to("pl") for n in (1, 2, 5, 22)] == [
        *("1 karta", "2 karty", "5 kart", "22 karty")
    ]


def test_a_value_that_is_a_text_is_translated_too() -> None:
    told = Text("{first} and {next}").format(first=Text("Shrimp"), next=CARDS.format(2))
    assert told.to("en") == "Shrimp and 2 cards"
    assert told.to("fr") == "California crevette et 2 cartes"


def test_one_english_word_may_have_several_translations() -> None:
    go, party = in_context("Sushi Go!", "Pudding"), in_context("Sushi Go Party!", "Pudding")
    assert go.to("en") == party.to("en") == "Pudding"
    assert (go.to("fr"), party.to("fr")) == ("Dessert", "Flan")
    puddings = plural_in_context("Sushi Go Party!", "{n} pudding", "{n} puddings")
    assert puddings.format(2).to("fr") == "2 flans"


def test_a_plain_text_is_never_translated() -> None:
    assert plain_text("Shrimp").to("fr") == "Shrimp"
    assert plain_text("").to("fr") == Text("").to("fr") == ""


def test_braces_in_a_value_are_kept() -> None:
    assert Text("{first} and {next}").format(first="{next}", next=1).to("fr") == "{next} et 1"
    assert plain_text("{no value}").to("fr") == "{no value}"


def test_lists_follow_the_language() -> None:
    names = [plain_text(name) for name in ("Ana", "Bo", "Cy")]
    assert list_texts(names).to("fr") == "Ana, Bo et Cy"
    assert list_texts(names[:2], OR).to("fr") == "Ana ou Bo"
    assert list_texts(names[:1]) == ANA


def test_a_name_in_a_sentence() -> None:
    assert Text("Shrimp").in_sentence().to("fr") == "california crevette"


def test_without_catalogues_everything_is_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(text._FOLDERS, "kaiten", str(tmp_path / "nowhere"))
    text._load_catalogue.cache_clear()
    find_languages.cache_clear()
    try:
        assert find_languages() == ("en",)
        assert CARDS.format(0).to("fr") == "0 cards"
    finally:
        text._load_catalogue.cache_clear()
        find_languages.cache_clear()


# --- Other packages ---


def test_another_package_brings_its_own_messages(market: MessageCatalogue) -> None:
    assert market.text("Lantern").to("fr") == market.text("Lantern").to("pl") == "Lampion"
    assert market.in_context("a tool", "Pick").to("fr") == "Pioche"
    assert Text("Lantern").to("pl") == "Lantern"


def test_what_a_package_lacks_is_looked_up_in_kaiten(market: MessageCatalogue) -> None:
    assert market.text("Shrimp").to("fr") == "California crevette"
    assert market.plural("{n} card", "{n} cards").format(2).to("fr") == "2 cartes"


# --- Values ---

SAMPLES = [
    Text("Shrimp"),
    plain_text("Ana"),
    plain_text(""),
    in_context("Sushi Go!", "Pudding"),
    CARDS.format(0),
    Text("{first} and {next}").format(first=CARDS.format(1), next=2.5),
    list_texts([ANA, Text("Shrimp"), CARDS.format(3)], OR),
    Text("Shrimp").in_sentence(),
    Text("Lantern", domain="night_market"),
]


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_text_is_a_value(sample: Text) -> None:
    for twin in (
        pickle.loads(pickle.dumps(sample)),
        deepcopy(sample),
        read_text(sample.data()),
    ):
        assert twin == sample
        assert hash(twin) == hash(sample)
        assert twin.translations() == sample.translations()
    with pytest.raises(AttributeError):
        sample.message = "other"  # type: ignore[misc]


def test_values_are_kept_as_they_are_when_they_are_filled_in() -> None:
    cards = ["tempura"]
    told = Text("{first} and {next}").format(first=cards, next=None)
    cards.append("maki")
    assert str(told) == "['tempura'] and None"


def test_texts_of_earlier_versions_can_be_read() -> None:
    """They were stored as pairs."""
    assert read_text(["Shrimp", "Crevette"]).to("fr") == "California crevette"
    assert read_text(["ValueError at bot.py:3", "ValueError at bot.py:3"]).to("fr") == (
        "ValueError at bot.py:3"
    )


@pytest.mark.parametrize(
    "data",
    [
        *(None, 3, "Shrimp", {}, ["one"], ["one", 2], ["1", "2", "3"], {"message": 3}),
        {"message": "{n}", "values": [1]},
        {"message": "{n}", "values": {"n": [1]}},
        {"message": "{n}", "values": {"m": 1}},
        {"message": "{n", "values": {"n": 1}},
        {"message": "{n}", "many": "{n}s"},
        {"message": "Shrimp", "change": "unknown"},
        {"message": "{n}", "values": {"n": {"message": None}}},
    ],
)
def test_other_data_is_no_text(data: object) -> None:
    with pytest.raises((TypeError, ValueError, KeyError)):
        read_text(data)


def test_old_calls_with_two_languages_are_refused() -> None:
    with pytest.raises(TypeError):
        Text("Shrimp", "Crevette")  # type: ignore[call-arg, misc]


# --- The machine's language ---


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        *(("fr", "fr"), ("FR", "fr"), ("fr-CA", "fr"), ("fr_FR.UTF-8", "fr"), ("en-GB", "en")),
        *(("xx", None), ("", None), ("C.UTF-8", None), ("*", None)),
    ],
)
def test_a_language_is_found_by_its_code(wish: str, language: str | None) -> None:
    assert match_language(wish) == language


def test_the_machines_locale_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert detect_language() == "fr"
    monkeypatch.setenv("LC_ALL", "tlh")
    assert detect_language() == "en"
