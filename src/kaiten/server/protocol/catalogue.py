"""The catalogue for clients: games, cards, rules and bots as texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ... import __version__
from ...bots import LADDER, USUAL_LEVEL, list_portraits
from ...engine.card import Card, Question, Rule
from ...engine.game import Game, Option, Options
from ...errors import BadPlayers
from ...games import list_games
from ...scoring.table_input import is_joinable
from ...text import Text, language_tag, translate_data
from .emotes import EMOTES


@cache
def build_catalogue(language: str) -> dict[str, Any]:
    """Return all games with their options, cards and menus, the bots and the emotes, in words of a
    language.
    """
    catalogue: dict[str, Any] = translate_data(describe_all(), language)
    return {**catalogue, "lang": language_tag(language)}


def describe_all() -> dict[str, Any]:
    """Return the catalogue with its texts, in no language yet."""
    return {
        "ok": True,
        "kaiten": __version__,
        "games": [describe_game(game) for game in list_games()],
        "bots": [
            {
                "id": id,
                "name": name,
                "words": words,
                "level": id not in LADDER,
            }
            for id, (name, words) in list_portraits().items()
        ],
        "usual_level": USUAL_LEVEL,
        "emotes": [{"id": id, "words": words} for id, words in EMOTES.items()],
    }


def describe_game(game: Game) -> dict[str, Any]:
    options = game.option_values.items()
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "faces": game.presented_by,
        "rule": game.rule,
        "players": list(game.hand_sizes),
        "hands": {str(people): size for people, size in game.hand_sizes.items()},
        "unplayed": game.unplayed,
        "reshuffles": game.reshuffles,
        "options": [
            describe_option(game, id, option)
            for id, option in options
            if isinstance(option, Option)
        ],
        "cards": [describe_card(game, card) for card in game.cards],
        "extras": [
            describe_rule(game, rule) | {"options": options_of_variant(game, rule.variant)}
            for rule in game.extras
        ],
        "courses": [
            {
                "name": course.name,
                "served": course.served,
                "dishes": list(course.dishes),
            }
            for course in game.courses
        ],
        "menus": [
            {
                "id": menu.id,
                "name": menu.name,
                "dishes": menu.dishes.split(","),
                "players": players_with(game, {"menu": menu.id}),
            }
            for menu in game.menus
        ],
        "races": describe_races(game),
        "piles": describe_piles(game),
        "questions": [describe_question(question) for question in game.questions],
    }


def describe_question(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "words": question.words,
        "from_hand": question.plays or question.least > 0,
    }


def describe_option(game: Game, id: str, option: Option) -> dict[str, Any]:
    """Return an option with its values, and the numbers of players that each allows."""
    values = [
        {
            "value": value,
            "name": name,
            "words": words,
            "players": players_with(game, {id: value}),
        }
        for value, name, words in option.values
    ]
    return {"id": id, "name": option.name, "values": values}


def describe_rule(game: Game, rule: Rule) -> dict[str, Any]:
    """Return a rule's text: the usual one, and those for other options."""
    return {
        "id": rule.id,
        "name": rule.name,
        "hue": game.hues[rule.colour],
        "rule": rule.text(game.variant(game.options({}))),
        "rules": [
            {"options": options, "rule": words} for options, words in texts_by_options(game, rule)
        ],
    }


def describe_card(game: Game, card: Card) -> dict[str, Any]:
    return describe_rule(game, card) | {
        "colour": card.colour,
        "face": card.face,
        "kinds": {kind: game.kind_names[kind] for kind in card.kinds},
        "values": dict(card.values),
        "copies": dict(card.copies),
        "players": players_for(game, card.id),
        "dessert": card.dessert,
        "stays": card.stays,
        "differ": options_of_variant(game, card.differ),
        "turns": card.turns,
        "acts": list_acted_kinds(game, card),
    }


def list_acted_kinds(game: Game, card: Card) -> list[str]:
    """Return the kinds as which a card may lie: those it copies, or one of each dish it joins."""
    dishes = [dish for dish in game.cards if dish.stays] if card.mimic else []
    return [
        kind for dish in dishes for kind in list(dish.kinds)[: 1 if is_joinable(dish) else None]
    ]


def describe_races(game: Game) -> list[dict[str, Any]]:
    """Return the race of a round in each edition."""
    variants = sorted({part.variant for card in game.cards for part in card.editions if part.race})
    races = [(variant, game.race(variant)) for variant in variants]
    return [
        {
            "options": options_of_variant(game, variant),
            "card": race[0].id,
            "prizes": list(race[1].prizes),
        }
        for variant, race in races
        if race
    ]


def describe_piles(game: Game) -> list[dict[str, Any]]:
    """Return the piles of tokens with their usual values."""
    values = game.token_values(game.options({}))
    return [{"id": pile.id, "name": pile.name, "tokens": values[pile.id]} for pile in game.piles]


def options_of_variant(game: Game, variant: int) -> Options:
    """Return the option, with its value, that plays a variant; none if it is always played."""
    numbered = (
        (option, value, number)
        for option, row in game.variants.items()
        for value, number in row.items()
    )
    return {option: value for option, value, number in numbered if number == variant}


def texts_by_options(game: Game, rule: Rule) -> list[tuple[Options, Text]]:
    """Return the options that give a rule another text than the usual ones do, each with its text."""
    usual = rule.text(game.variant(game.options({})))
    variants = sorted({part.variant for part in rule.editions})
    return [
        (options_of_variant(game, variant), rule.text(variant))
        for variant in variants
        if rule.text(variant) != usual
    ]


def players_for(game: Game, dish: str) -> list[int]:
    """Return the numbers of players at whose tables a dish may be on the menu."""
    allowed = game.limits.get(dish, game.hand_sizes)
    return [people for people in game.hand_sizes if people in allowed]


def players_with(game: Game, given: Mapping[str, Any]) -> list[int]:
    """Return the numbers of people who may play with these options."""
    options = game.options(given)
    return [people for people in game.hand_sizes if can_seat(game, people, options)]


def can_seat(game: Game, people: int, options: Options) -> bool:
    """Say whether a table with these options can be laid for this number of people."""
    try:
        game.table(people, options)
    except BadPlayers:
        return False
    return True
