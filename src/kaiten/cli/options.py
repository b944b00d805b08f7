"""The arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..text import Text, find_languages, language_name
from .language import error_language, set_language

NO_LANGUAGE = Text("choose one of: {known}")


def check_language(language: str) -> str:
    """Return the language of the option `--lang`. Raise if there is no such language."""
    if language not in find_languages():
        known = ", ".join(map(describe_language, find_languages()))
        raise typer.BadParameter(NO_LANGUAGE.format(known=known).to(error_language()))
    set_language(language)
    return language


def describe_language(code: str) -> str:
    """Return the code of a language, and its name in the language of error messages."""
    name = language_name(code, error_language())
    return code if name == code else f"{code} ({name})"


GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: sushi-go, sushi-go-party or sushi-draft.")
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", "-p", help="Number of players, not counting the robot.")
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Language, such as fr (default: the machine's).",
        default_factory=error_language,
        callback=check_language,
        show_default=False,
    ),
]
NameOption = Annotated[
    str | None, typer.Option(help="Your name at the table (asked for if missing).")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
DirectionOption = Annotated[
    str | None, typer.Option(help="Sushi Go!, Sushi Draft: left, or alternate: left, right, left.")
]
VariantOption = Annotated[
    str | None, typer.Option(help="Sushi Go!: standard, or robot: two players and a robot.")
]
MenuOption = Annotated[
    str | None,
    typer.Option(
        help="Sushi Go Party!: a menu by name, random, or seven dishes: maki,tempura,... For the "
        "list, run: kaiten cards --game sushi-go-party"
    ),
]
EditionOption = Annotated[
    str | None, typer.Option(help="Sushi Go Party!: the edition, fr or en; the rulebooks differ.")
]
AdvancedOption = Annotated[
    bool | None,
    typer.Option(
        "--advanced", help="Sushi Draft: jokers count half, and so do categories with wasabi."
    ),
]
TokensOption = Annotated[
    str | None,
    typer.Option(help="Sushi Draft: other values for the tokens: tuna:3,4,5/dessert:2,3,5"),
]
MoreOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Any other option of the game, as NAME=VALUE; may be repeated.",
    ),
]
LEVELS_HELP = "easy, medium, hard, chef, or another bot by name"
ASK_NAME = Text("Your name")


def count_people(players: int | None, variant: str | None, usual: int) -> int:
    """Return how many people play; if not given, the usual number, or two with the robot."""
    if players is not None:
        return players
    return 2 if variant == "robot" else usual


def bad_parameter(problem: Text, option: str) -> typer.BadParameter:
    """Return the error for a wrong value of an option, in the language of error messages."""
    return typer.BadParameter(problem.to(error_language()), param_hint=option)


def check_output(path: Path, option: str) -> None:
    """Raise if no file can be written there: better now than when a whole game is lost."""
    folder = path.parent
    if not folder.is_dir():
        raise bad_parameter(NO_FOLDER.format(folder=folder), option)
    if path.is_dir():
        raise bad_parameter(IS_FOLDER.format(path=path), option)
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise bad_parameter(NOT_WRITABLE.format(path=path), option)


NO_PAIR = Text("“{words}” is not NAME=VALUE")
NO_FOLDER = Text("there is no folder {folder}")
IS_FOLDER = Text("{path} is a folder, not a file")
NOT_WRITABLE = Text("{path} cannot be written")


def collect_options(
    game: str = "", more: Sequence[str] | None = None, **options: Any
) -> dict[str, Any]:
    """Return the game's options that were given on the command line."""
    given = {name: value for name, value in options.items() if value is not None}
    return given | dict(parse_option(game, words) for words in more or ())


def choose_edition(game: str, edition: str | None, language: str) -> str | None:
    """Return the edition to play: the one asked for, else that of the player's language, else the
    English one. None if the game has one edition only.
    """
    from ..engine.game import Option
    from ..games import find_game

    option = find_game(game).option_values.get("edition")
    if edition is not None or not isinstance(option, Option):
        return edition
    values = [one.value for one in option.values]
    return next((value for value in (language, "en") if value in values), None)


def parse_option(game: str, words: str) -> tuple[str, Any]:
    """Return the name and the value of `NAME=VALUE`: one of the values that the game has for it, or
    else the text, which the game may refuse.
    """
    from ..engine.game import Option
    from ..games import find_game

    name, sign, text = words.partition("=")
    if not (name and sign):
        raise bad_parameter(NO_PAIR.format(words=words), "--option")
    option = find_game(game).option_values.get(name)
    values = [one.value for one in option.values] if isinstance(option, Option) else []
    return name, next((value for value in values if str(value).lower() == text.lower()), text)
