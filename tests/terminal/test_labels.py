"""Labels of cards, tokens and players in the terminal."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text as RichText

import kaiten
from kaiten.terminal.labels import STYLES, LabelRow, Labels, style_of
from kaiten.text import NO_TEXT


def make_labels(match: kaiten.Match, language: str = "en", says_you: bool = True) -> Labels:
    return Labels(match.view(0), language, says_you)


def draw(row: LabelRow, width: int = 80) -> str:
    file = StringIO()
    Console(file=file, width=width).print(row)
    return file.getvalue().replace("\u00a0", " ")


def test_a_row_breaks_between_labels_only() -> None:
    row = LabelRow([RichText("squid nigiri"), RichText("tempura"), RichText("maki")])
    assert draw(row, 20).splitlines() == ["squid nigiri tempura", "maki"]
    assert draw(row, 15).splitlines() == ["squid nigiri", "tempura maki"]


def test_a_row_without_labels_is_a_dash() -> None:
    assert draw(LabelRow([])).strip() == "–"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_is_labelled_in_the_language_of_the_screen(language: str) -> None:
    labels = make_labels(kaiten.deal("sushi-go", 2, 1), language)
    text = labels.label_card("squid_nigiri").plain
    assert text == f"\u00a0{labels.game.kind_names['squid_nigiri'].to(language)}\u00a0"
    assert labels.label_card("squid_nigiri", 3).plain == f"{text}×3"


def test_cards_are_labelled_in_the_order_of_the_box() -> None:
    labels = make_labels(kaiten.deal("sushi-go", 2, 1))
    kinds = labels.game.kinds
    shown = labels.label_cards({kinds[4]: 1, kinds[0]: 2, kinds[2]: 0})
    assert [label.plain for label in shown] == [
        labels.label_card(kinds[0], 2).plain,
        labels.label_card(kinds[4]).plain,
    ]


def test_a_wasabi_mark_that_means_nothing_is_not_visible() -> None:
    basic = make_labels(kaiten.deal("sushi-draft", 3, 1))
    advanced = make_labels(kaiten.deal("sushi-draft", 3, 1, advanced=True))
    assert basic.visible_kind("tuna_wasabi") == "tuna"
    assert advanced.visible_kind("tuna_wasabi") == "tuna_wasabi"
    assert basic.count_visible({"tuna": 1, "tuna_wasabi": 2}) == {"tuna": 3}


def test_a_card_lies_on_the_multiplier_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = make_labels(kaiten.deal("sushi-go", 2, 1))
    monkeypatch.setitem(vars(labels.game), "multiplier", "tempura")
    tray, dipped = Counter({"tempura": 2, "egg_nigiri": 1}), Counter({"egg_nigiri": 1})
    none = [Counter[str]()]
    view: Any = SimpleNamespace(
        trays=[tray], dipped=[dipped], copies=none, kept=none, face_down=[0]
    )
    shown = [label.plain.strip() for label in labels.label_tray(view, 0).labels]
    assert shown == ["Tempura", "Egg nigiri on tempura"]


def test_only_a_player_named_you_is_addressed() -> None:
    match = kaiten.deal("sushi-go", ["Vous", "Bo"], 1)
    labels, remote = make_labels(match), make_labels(match, says_you=False)
    view = match.view(0)
    assert (labels.player_name(view, 0), labels.player_name(view, 1)) == ("You", "Bo")
    assert (labels.taker_text(view, 0), labels.taker_text(view, 1)) == ("You take", "Bo takes")
    assert (remote.player_name(view, 0), remote.taker_text(view, 0)) == ("Vous", "Vous takes")


def test_a_token_shows_its_value_only_if_the_player_knows_it() -> None:
    labels = make_labels(kaiten.deal("sushi-draft", 3, 1))
    assert labels.label_token("tuna", 4).plain.replace("\u00a0", " ") == " Tuna 4 "
    assert labels.label_token("tuna", None).plain.replace("\u00a0", " ") == " Tuna ? "


def test_the_next_token_is_described_for_rules_that_hand_one_out() -> None:
    match = kaiten.deal("sushi-draft", 3, 1)
    labels, view = make_labels(match), match.view(0)
    (text,) = labels.describe_next_token(view, labels.game.card_of("tuna"))
    assert text.startswith("token: ")
    assert " or " in text
    go = kaiten.deal("sushi-go", 2, 1)
    assert make_labels(go).describe_next_token(go.view(0), go.game.card_of("tempura")) == []


def test_a_colour_without_a_style_has_that_of_its_hue() -> None:
    game = kaiten.find_game("sushi-draft")
    dessert = next(rule for rule in game.extras if rule.id == "dessert")
    assert dessert.colour not in STYLES
    assert RichText("", style_of(game, dessert)).style.startswith("black on #")
    assert style_of(game, game.card_of("tuna")) == STYLES["red"]


def test_cards_say_how_they_ask_and_others_ask_by_the_default() -> None:
    go = make_labels(kaiten.deal("sushi-go", 2, 1))
    draft = make_labels(kaiten.deal("sushi-draft", 3, 1))
    assert go.saying("second").to("en") == "A second one with your chopsticks"
    assert draft.saying("second").to("en") == "A second card"
    assert (draft.saying("as").to("en"), go.saying("unmet")) == ("Onto which category", NO_TEXT)
