"""What a card says by itself, where its block does not."""

from __future__ import annotations

from kaiten.engine.game import Game
from kaiten.engine.state import blank_state
from kaiten.text import Text

WORDS = Text("A rule.")


def make_game() -> Game:
    return Game("plain", WORDS, WORDS, 1, {2: 5}, {}, "")


def test_points_of_a_card_without_words_list_its_cards() -> None:
    game = make_game()
    names = [Text("Red rice"), Text("Black rice")]
    rice = game.card("rice", Text("Rice"), WORDS, {"red": 4, "black": 4}, "red", names)
    state = blank_state()
    state.trays[1][0], state.trays[1][1] = 2, 1
    assert rice.reason(state, 1, [0, 3]).to("en") == "2 × Red rice, 1 × Black rice"
    assert rice.reason(state, 0, [0, 3]).to("en") == "Rice"


def test_points_of_a_dessert_without_words_list_what_was_kept() -> None:
    game = make_game()
    cake = game.card("cake", Text("Cake"), WORDS, {"cake": 4}, dessert=True)
    state = blank_state()
    state.kept[0][0] = 3
    assert cake.reason(state, 0, [3]).to("fr") == "3 × Cake"


def test_points_of_a_rule_without_words_have_its_name() -> None:
    rule = make_game().rule_on_no_card("peace", Text("Peace"), WORDS)
    assert rule.reason(blank_state(), 0, [3]) == Text("Peace")
