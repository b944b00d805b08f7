"""What can be played here, in words: for clients, which know no rule."""

from __future__ import annotations

from functools import cache
from typing import Any

from .. import __version__
from ..bots import BOTS
from ..card import Card
from ..emotes import EMOTES
from ..game import Game
from ..games import GAMES
from ..words import Words


@cache
def everything() -> dict[str, Any]:
    """All games with their options, cards and menus; the bots; the emotes."""
    games = [described(game) for game in GAMES]
    return {"ok": True, "kaiten": __version__, "games": games, "bots": list(BOTS), "emotes": list(EMOTES)}


def described(game: Game) -> dict[str, Any]:
    values = game.option_values.items()
    return {
        "id": game.id, "title": said(game.title), "rule": said(game.rule), "players": sorted(game.hand_sizes),
        "options": {name: None if callable(allowed) else list(allowed) for name, allowed in values},
        "cards": [card_of(game, card) for card in game.cards],
        "courses": [
            {"name": said(course.name), "served": course.served, "dishes": list(course.dishes)} for course in game.courses
        ],
        "menus": [
            {"id": menu.id, "name": said(menu.name), "dishes": menu.dishes.split(",")} for menu in game.menus
        ],
    }  # fmt: skip


def card_of(game: Game, card: Card) -> dict[str, Any]:
    return {
        "id": card.id, "name": said(card.name), "rule": said(card.text(0)), "colour": card.colour,
        "kinds": {kind: said(game.kind_names[kind]) for kind in card.kinds}, "copies": dict(card.copies),
    }  # fmt: skip


def said(words: Words) -> dict[str, str]:
    return {"en": words.en, "fr": words.fr}
