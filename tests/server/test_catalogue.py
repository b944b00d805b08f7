"""What the server offers, in words, as a client shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kaiten import bots
from kaiten.errors import BadPlayers
from kaiten.games import find_game
from kaiten.games.sushi_go_party.box import game as party
from kaiten.games.sushi_go_party.menus import check_players, list_menu_dishes
from kaiten.server.protocol import catalogue, schemas
from kaiten.text import Text, find_languages, plain_text

from .table_client import Server

GAMES: dict[str, dict[str, Any]] = {
    game["id"]: game for game in catalogue.build_catalogue("en")["games"]
}


def card(game: str, id: str) -> dict[str, Any]:
    return next(card for card in GAMES[game]["cards"] if card["id"] == id)


def pair_texts(data: Any, told: Any) -> Iterator[tuple[Text, Any]]:
    """Yield every text of the catalogue, with what a client is told in its place."""
    if isinstance(data, Text):
        yield data, told
    elif isinstance(data, dict):
        for name, part in data.items():
            yield from pair_texts(part, told[name])
    elif isinstance(data, list | tuple):
        for part, other in zip(data, told, strict=True):
            yield from pair_texts(part, other)


def holds(card: dict[str, Any], options: dict[str, Any]) -> str:
    """The rule that holds at a table, found as docs/protocol.md says."""
    fitting = [
        other["rule"] for other in card["rules"] if other["options"].items() <= options.items()
    ]
    rule: str = fitting[0] if fitting else card["rule"]
    return rule


@pytest.mark.parametrize("language", find_languages())
def test_the_catalogue_has_its_shape_and_its_words_are_those_of_one_language(language: str) -> None:
    told = catalogue.build_catalogue(language)
    schemas.Catalogue.model_validate(told, strict=True)
    pairs = list(pair_texts(catalogue.describe_all(), told))
    assert len(pairs) > 200
    assert [(text.to(language), words) for text, words in pairs if words != text.to(language)] == []
    assert all(words for _, words in pairs)


def test_a_request_is_answered_in_the_language_of_its_reader(shared_sqlite_server: Server) -> None:
    for language in find_languages():
        for asked in ({"params": {"lang": language}}, {"headers": {"Accept-Language": language}}):
            told = shared_sqlite_server.http.get("/api/games", **asked).json()
            assert told == catalogue.build_catalogue(language)


def test_every_card_says_in_few_signs_what_it_brings() -> None:
    assert card("sushi-go", "tempura")["values"] == {"tempura": "2 = 5"}
    assert card("sushi-go-party", "nigiri")["values"]["salmon_nigiri"] == "2"
    for language in find_languages():
        games = catalogue.build_catalogue(language)["games"]
        for one in (one for game in games for one in game["cards"]):
            assert list(one["values"]) == list(one["kinds"]), one["id"]
            assert max(map(len, one["values"].values())) <= 15, (language, one["id"])


def test_levels_and_bots_of_other_packages_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    client = {
        "sociable": (
            plain_text("sociable"),
            plain_text("Takes what is most popular at the table."),
        )
    }
    monkeypatch.setattr(catalogue, "list_portraits", lambda: bots.list_portraits() | client)
    offered = catalogue.build_catalogue.__wrapped__("en")
    schemas.Catalogue.model_validate(offered, strict=True)
    assert [bot["id"] for bot in offered["bots"] if bot["level"]] == [
        "easy",
        "medium",
        "hard",
        "chef",
        "sociable",
    ]
    assert [bot["id"] for bot in offered["bots"] if not bot["level"]] == list(bots.LADDER)


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("sushi-go", {}), ("sushi-go", {"variant": "robot"}), ("sushi-go-party", {}), ("sushi-go-party", {"edition": "en"}),
        ("sushi-draft", {}), ("sushi-draft", {"advanced": True}), ("sushi-draft", {"direction": "alternate"}),
    ],
)  # fmt: skip
def test_the_words_of_every_card_are_those_that_hold_at_the_table(
    game: str, given: dict[str, Any]
) -> None:
    played = find_game(game)
    options = played.options(given)
    told = {
        card["id"]: holds(card, options) for card in [*GAMES[game]["cards"], *GAMES[game]["extras"]]
    }
    assert told == {rule.id: str(rule.text(played.variant(options))) for rule in played.rules}


def test_rules_are_told_again_only_where_they_differ() -> None:
    retold = {
        game: [card["id"] for card in GAMES[game]["cards"] if card["rules"]] for game in GAMES
    }
    assert retold["sushi-go"] == []
    assert retold["sushi-go-party"] == ["uramaki", "chopsticks"]
    assert [other["options"] for other in card("sushi-go-party", "uramaki")["rules"]] == [
        {"edition": "en"}
    ]


def test_a_dish_is_for_the_numbers_of_players_that_the_rules_let_have_it() -> None:
    for dish in list_menu_dishes(party):
        for people in GAMES["sushi-go-party"]["players"]:
            try:
                check_players(party, dish, people)
                allowed = True
            except BadPlayers:
                allowed = False
            assert (people in card("sushi-go-party", dish)["players"]) == allowed, (dish, people)
    assert card("sushi-go-party", "spoon")["players"] == [3, 4, 5, 6, 7, 8]
    assert card("sushi-go-party", "menu")["players"] == [2, 3, 4, 5, 6]
    assert card("sushi-go", "tempura")["players"] == [2, 3, 4, 5]


def test_options_say_for_how_many_people_they_are() -> None:
    direction, variant = GAMES["sushi-go"]["options"]
    assert [(value["value"], value["players"]) for value in variant["values"]] == [
        ("standard", [2, 3, 4, 5]),
        ("robot", [2]),
    ]
    assert [value["value"] for value in direction["values"]] == ["left", "alternate"]
    assert [option["id"] for option in GAMES["sushi-draft"]["options"]] == ["direction", "advanced"]
    for game in GAMES.values():
        usual = {option["id"]: option["values"][0]["value"] for option in game["options"]}
        assert find_game(game["id"]).options({}).items() >= usual.items()


def test_what_is_kept_and_what_goes_is_told() -> None:
    party = GAMES["sushi-go-party"]["cards"]
    assert [card["id"] for card in party if card["dessert"]] == [
        "pudding",
        "green_tea_ice_cream",
        "fruit",
    ]
    assert [card["id"] for card in party if not card["stays"]] == [
        "special_order",
        "menu",
        "takeout_box",
    ]


def test_rules_on_no_card_say_where_they_are_in_force() -> None:
    extras = {extra["id"]: extra["options"] for game in GAMES.values() for extra in game["extras"]}
    assert extras == {"robot": {"variant": "robot"}, "dessert": {}, "tokens": {}}
