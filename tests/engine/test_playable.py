"""Mistakes of authors, found when a game is added: what is said about each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kaiten.engine.card import Card
from kaiten.engine.game import Course, Game
from kaiten.engine.playable import check_playable, find_problems
from kaiten.engine.state import MAX_PLAYERS, ROUNDS
from kaiten.games import list_games
from kaiten.text import Text, plural

pytestmark = pytest.mark.once

WORDS = Text("A rule.")
CARDS = 40


def make_game(id: str = "stalls", **more: Any) -> tuple[Game, Card]:
    """Return a game that can be played, and its only card."""
    facts = {"hand_sizes": {2: 3, 4: 3}, "options": {}, **more}
    game = Game(id, Text("Stalls"), WORDS, 1, **facts)
    return game, game.card("bun", Text("Bun"), WORDS, copies={"bun": CARDS})


def add(game: Game, id: str, *kinds: str, **more: Any) -> Card:
    return game.card(id, Text("Tea"), WORDS, copies=dict.fromkeys(kinds or (id,), 3), **more)


def compare_alone(game: Game, bun: Card) -> None:
    bun.compares(lambda counted, players, points: None)


def compare_and_score(game: Game, bun: Card) -> None:
    bun.counts(plural("{n} bun", "{n} buns"))(lambda tray: tray[0])
    bun.scores(lambda tray: tray[0])
    compare_alone(game, bun)


def spell_wrongly(game: Game, bun: Card) -> None:
    bun.scores(lambda trays: 1)


def explain_wrongly(game: Game, bun: Card) -> None:
    bun.explains(lambda hand: WORDS)


def take_two_parameters(game: Game, bun: Card) -> None:
    bun.lands(lambda state, player: None)


def take_one_in_an_edition(game: Game, bun: Card) -> None:
    bun.as_in(1).begins(lambda state, player: None)


def count_without_a_plural(game: Game, bun: Card) -> None:
    words: Any = "buns"
    bun.counts(words)(lambda tray: tray[0])


def name_in_a_string(game: Game, bun: Card) -> None:
    name: Any = "Tea"
    game.card("tea", name, WORDS, copies={"tea": 1})


def ask_without_an_answer(game: Game, bun: Card) -> None:
    game.question("bun", WORDS).allows(lambda state, player, answer: True)


def answer_without_a_player(game: Game, bun: Card) -> None:
    question = game.question("bun", WORDS)
    question.allows(lambda state, answer: True)
    question.answers(lambda state, player, answer: None)


def ask_twice(game: Game, bun: Card) -> None:
    for _ in range(2):
        question = game.question("bun", WORDS)
        question.allows(lambda state, player, answer: True)
        question.answers(lambda state, player, answer: None)


MISTAKES: list[tuple[Callable[[Game, Card], object], str]] = [
    (compare_alone, "compares bun without @bun.counts"),
    (compare_and_score, "both @scores and @compares for bun"),
    (spell_wrongly, "has @bun.scores with “trays”; it may ask for state, player, players, tray"),
    (explain_wrongly, "has @bun.explains with “hand”; it may ask for state"),
    (take_two_parameters, "calls @bun.lands with (state, player, kind), which <lambda> does not"),
    (take_one_in_an_edition, "calls @bun.begins with (state), which"),
    (count_without_a_plural, "needs plural(...) as the unit that bun counts, not 'buns'"),
    (name_in_a_string, "needs a Text as the name of tea, not 'Tea'"),
    (ask_without_an_answer, "needs @answers for its question bun"),
    (answer_without_a_player, "calls @bun.allows with (state, player, answer), which"),
    (ask_twice, "has 2 times something with the id “bun”"),
    (lambda game, bun: game.rule_on_no_card("bun", WORDS, WORDS), "has 2 times something with"),
    (lambda game, bun: add(game, "nothing"), "cannot use the id “nothing”"),
    (lambda game, bun: add(game, "hot-tea"), "cannot use the id “hot-tea”"),
    (lambda game, bun: add(game, "tea", "hot tea"), "cannot use the id “hot tea”"),
    (lambda game, bun: game.cards.clear(), "has no card"),
]
SIZES: list[tuple[dict[str, Any], str]] = [
    ({"hand_sizes": {}}, "has no hand size"),
    ({"hand_sizes": {2: 0}}, "has no turn for 2 players, who have 0 cards each"),
    ({"hand_sizes": {2: 1}, "unplayed": 1}, "has no turn for 2 players, who have 1 cards each"),
    ({"hand_sizes": {MAX_PLAYERS + 1: 1}}, f"is for more than {MAX_PLAYERS} players"),
    ({"hand_sizes": {2: 7}}, f"has {CARDS} cards; 2 players need {14 * ROUNDS} for {ROUNDS} round"),
    ({"hand_sizes": {3: 14}, "reshuffles": True}, "cards; 3 players need 42 for a round"),
    ({"faces": ["tea"]}, "is presented by “tea”, which is no kind"),
    ({"courses": [Course("roll", WORDS, 1)]}, "needs a course for the card bun: roll"),
    ({"id": "The Stalls"}, "needs an id of small letters, digits and single hyphens"),
]


@pytest.mark.parametrize(("spoil", "words"), MISTAKES, ids=[words for _, words in MISTAKES])
def test_a_mistake_in_a_block_is_named(spoil: Callable[[Game, Card], object], words: str) -> None:
    game, bun = make_game()
    assert [*find_problems(game)] == []
    spoil(game, bun)
    with pytest.raises(ValueError, match=r"^The game stalls ") as raised:
        check_playable(game)
    assert words in str(raised.value)


@pytest.mark.parametrize(("facts", "words"), SIZES, ids=[words for _, words in SIZES])
def test_a_mistake_in_what_a_game_is_made_of_is_named(facts: dict[str, Any], words: str) -> None:
    game, _ = make_game(**facts)
    assert any(words in problem for problem in find_problems(game))


@pytest.mark.parametrize("field", ["names", "values"])
def test_kinds_and_their_words_must_be_as_many(field: str) -> None:
    game, _ = make_game()
    with pytest.raises(ValueError, match=f"The card tea has 3 kinds and {field}= for 2"):
        add(game, "tea", "a", "b", "c", **{field: [WORDS, WORDS]})


def test_a_card_needs_a_kind() -> None:
    game, _ = make_game()
    with pytest.raises(TypeError, match="needs copies= of each kind"):
        game.card("tea", WORDS, WORDS, copies={})


def test_a_box_may_be_dealt_to_its_last_card() -> None:
    exact, _ = make_game(hand_sizes={4: CARDS // 4}, reshuffles=True)
    assert [*find_problems(exact)] == []


def test_cards_of_other_packages_do_not_fill_the_box() -> None:
    game, _ = make_game(hand_sizes={2: 7})
    game.is_registered = True
    add(game, "tea")
    assert any("has 40 cards" in problem for problem in find_problems(game))


def test_the_games_that_kaiten_brings_can_be_played() -> None:
    for game in list_games():
        assert [*find_problems(game)] == []
