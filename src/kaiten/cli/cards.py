"""The command `kaiten cards`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..text import Text, join_texts
from .files import print_json, print_line
from .options import (
    AdvancedOption,
    EditionOption,
    JsonOption,
    LanguageOption,
    MenuOption,
    TokensOption,
    collect_options,
)

if TYPE_CHECKING:
    from ..engine.card import Rule
    from ..engine.game import Game

TOKEN_VALUES = Text("tokens {worth}")


def explain_cards(
    language: LanguageOption,
    card: Annotated[
        str | None,
        typer.Argument(metavar="CARD", help="Id or name of a card (default: all cards)."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Game (default: the first one that has the card).", show_default=False),
    ] = None,
    as_json: JsonOption = False,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
) -> None:
    """Explain a game, its cards and its menus."""
    from ..games import find_game, list_games

    asked = collect_options(menu=menu, edition=edition, advanced=advanced, tokens=tokens)
    games = (
        [find_game(game)]
        if game
        else [one for one in list_games() if set(asked) <= set(one.option_values)]
    )
    rules = {one: list_rules(one, one.options(asked), menu) for one in games}
    found = find_game_with(card, rules)
    if not found:
        print_known_cards(card, rules, language)
        raise typer.Exit(2)
    wanted = [rule for rule in rules[found] if card is None or has_name(rule, card)]
    described = [describe_card_rule(found, found.options(asked), rule, language) for rule in wanted]
    if as_json:
        print_json(described)
        return
    if card is None:
        print_line(typer.style(found.title.to(language), bold=True))
        print_line(indent_paragraph(found.rule.to(language)) + "\n")
    print_rules(described, language)
    if card is None and not menu:
        print_menus(found, language)


def list_rules(game: Game, options: dict[str, Any], menu: str | None) -> list[Rule]:
    """Return the rules of a game: those of a menu's cards or of all, and those of no card."""
    return [*(game.cards if menu in (None, "random") else game.on_menu(options)), *game.extras]


def find_game_with(card: str | None, rules: Mapping[Game, Sequence[Rule]]) -> Game | None:
    """Return the first game that has a card, or the first game if no card is given."""
    for game, known in rules.items():
        if card is None or any(has_name(rule, card) for rule in known):
            return game
    return None


def print_known_cards(
    card: str | None, rules: Mapping[Game, Sequence[Rule]], language: str
) -> None:
    """Print on standard error which cards there are instead of an unknown one."""
    for game, known in rules.items():
        ids = ", ".join(rule.id for rule in known)
        print_line(f"{game.title.to(language)}: {card}? {ids}", err=True)


def print_rules(rules: Sequence[Mapping[str, Any]], language: str) -> None:
    """Print each card with its copies in the box. A text that several cards share is printed once,
    below the last of them.
    """
    for rule, following in zip_longest(rules, rules[1:]):
        pieces = [f"{kind} ×{count}" for kind, count in rule["copies"].items()]
        if rule["tokens"]:
            worth = " ".join(map(str, rule["tokens"]))
            pieces.append(TOKEN_VALUES.format(worth=worth).to(language))
        print_line(
            typer.style(rule["name"], bold=True) + (f"  ({', '.join(pieces)})" if pieces else "")
        )
        if not following or following["rule"] != rule["rule"]:
            print_line(indent_paragraph(rule["rule"]))


def print_menus(game: Game, language: str) -> None:
    """Print the courses of a game with their dishes, and its menus."""
    for course in game.courses:
        print_line(f"{course.served} {course.name.to(language)}: {', '.join(course.dishes)}")
    for menu in game.menus:
        print_line(typer.style(f"--menu {menu.id}", bold=True) + f"  ({menu.name.to(language)})")
        dishes = [card.name for card in game.on_menu({"menu": menu.dishes})]
        print_line(indent_paragraph(join_texts(dishes).to(language)))


def indent_paragraph(text: str) -> str:
    """Wrap and indent a text."""
    return fill(
        text,
        get_terminal_size().columns - 2,
        initial_indent="  ",
        subsequent_indent="  ",
    )


def has_name(rule: Rule, name: str) -> bool:
    """Return whether a card, or a rule of no card, has this name in any language."""
    known = [
        rule.id,
        *rule.names,
        *(
            name
            for text in (rule.name, *rule.names.values())
            for name in text.translations().values()
        ),
    ]
    return name.lower().replace(" ", "_") in [name.lower().replace(" ", "_") for name in known]


def describe_card_rule(
    game: Game, options: dict[str, Any], rule: Rule, language: str
) -> dict[str, Any]:
    """Return a card's facts and its rule as plain data, in one language."""
    return {
        "id": rule.id,
        "name": rule.name.to(language),
        "copies": dict(rule.copies),
        "colour": rule.colour,
        "dessert": rule.dessert,
        "tokens": game.token_values(options).get(rule.id, []),
        "rule": rule.text(game.variant(options)).to(language),
    }
