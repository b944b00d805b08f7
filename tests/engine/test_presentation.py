"""What lists, tiles and sheets show of a game and of cards that say no more than they must."""

from __future__ import annotations

from itertools import combinations

import pytest

from kaiten.engine.card import Card
from kaiten.engine.game import HUE_GAP, Game, measure_hue_gap
from kaiten.games import find_game
from kaiten.text import Text

pytestmark = pytest.mark.once


def make_game() -> Game:
    return Game(
        id="stalls",
        title=Text("Stalls"),
        rule=Text("Fill your stall. Sell it."),
        version=1,
        hand_sizes={2: 3},
        options={},
    )


def add(game: Game, id: str, *kinds: str) -> Card:
    text = Text(id.title())
    return game.card(id, text, text, copies=dict.fromkeys(kinds or (id,), 3))


def test_a_game_is_presented_by_its_rule_and_its_first_dishes() -> None:
    game = make_game()
    for dish in ("bun", "soup", "tart", "pie"):
        add(game, dish, f"{dish}_1", f"{dish}_2")
    assert str(game.summary) == "Fill your stall. Sell it."
    assert game.presented_by == ["bun_1", "soup_1", "tart_1"]


def test_a_game_may_say_by_what_it_is_presented() -> None:
    draft = find_game("sushi-draft")
    assert draft.presented_by == ["shrimp", "tuna", "salmon"]
    assert draft.summary.to("en").startswith("Majorities")
    assert find_game("sushi-go-party").card_of("onigiri_round").face == "onigiri_triangle"


def test_cards_without_a_colour_have_colours_that_can_be_told_apart() -> None:
    game = make_game()
    cards = [add(game, dish) for dish in ("bun", "soup", "tart", "pie", "tea", "jam", "ham")]
    hues = [game.hues[card.colour] for card in cards]
    assert all(measure_hue_gap(*pair) >= HUE_GAP for pair in combinations(hues, 2))
    assert all(0 <= hue < 360 for hue in hues)


def test_a_hue_follows_from_the_name_of_the_colour() -> None:
    first, second = make_game(), make_game()
    add(first, "bun")
    add(second, "bun")
    assert first.hues == second.hues != {}


def test_hues_wrap_around() -> None:
    assert [measure_hue_gap(*pair) for pair in ((350, 10), (0, 180), (40, 30))] == [20, 180, 10]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("sushi-go", ["Sushi à l'omelette", "Sushi au saumon", "Sushi au calamar", "Maki"]),
        ("sushi-go-party", ["Sushi omelette", "Sushi saumon", "Sushi calamar", "Makis saumon"]),
    ],
)
def test_each_french_box_has_its_own_names(game: str, names: list[str]) -> None:
    box = find_game(game)
    kinds = [box.kind_names[f"{fish}_nigiri"] for fish in ("egg", "salmon", "squid")]
    maki = next(card for card in box.cards if card.id == "maki")
    assert [name.to("fr") for name in (*kinds, maki.name)] == names
