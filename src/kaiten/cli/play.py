"""The commands that play in the terminal: `kaiten play`, `join` and `open`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ..text import Text
from .options import (
    ASK_NAME,
    LEVELS_HELP,
    AdvancedOption,
    DirectionOption,
    EditionOption,
    GameArgument,
    LanguageOption,
    MenuOption,
    NameOption,
    PlayersOption,
    TokensOption,
    VariantOption,
    collect_options,
)
from .serve import DEFAULT_HOST, DEFAULT_PORT

# They play the same without the compiler: nobody waits for it. They are `bots.MODE_FREE_BOTS`, which
# cannot be imported before this is decided.
QUICK_BOTS = ("chance", "greedy", "heuristic")
RECORDED = Text("Recorded in {file}", "Archivé dans {file}")


def play_game(
    language: LanguageOption,
    game: GameArgument = "sushi-go",
    players: PlayersOption = None,
    seed: Annotated[int | None, typer.Option(help="The same number deals the same cards.")] = None,
    bot: Annotated[
        str, typer.Option(help=f"Who sits at the other seats: {LEVELS_HELP}.")
    ] = "medium",
    record: Annotated[
        Path | None, typer.Option(help="Write a record of the game to this file.")
    ] = None,
    direction: DirectionOption = None,
    variant: VariantOption = None,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
) -> None:
    """Play a game in the terminal, against bots."""
    if bot in QUICK_BOTS:
        os.environ.setdefault("KAITEN_JIT", "0")
    from ..games import find_game
    from ..terminal.play import play_in_terminal

    if record and not record.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {record.parent}", param_hint="--record")
    options = collect_options(
        direction=direction,
        variant=variant,
        menu=menu,
        edition=edition,
        advanced=advanced,
        tokens=tokens,
    )
    find_game(game).options(options)  # raises before anything is printed
    people = players or (2 if variant == "robot" else 3)
    match = play_in_terminal(find_game(game), people, seed, language, bot, options)
    if record:
        record.write_text(match.record().json() + "\n", encoding="utf-8")
        typer.echo(RECORDED.format(file=record).to(language))


def join_remote_table(
    language: LanguageOption,
    link: Annotated[
        str, typer.Argument(help="The link of the table: https://example.org/t/K7QX2M")
    ],
    name: NameOption = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, help="Which seat, counted from 1; any free one if not given."),
    ] = None,
) -> None:
    """Play at somebody's table in the terminal; whoever opened the table has its link."""
    # the table computes everything: there is nothing to compile here
    os.environ.setdefault("KAITEN_JIT", "0")
    from ..terminal.remote import join_and_play

    asked = name or typer.prompt(ASK_NAME.to(language))
    join_and_play(link, asked, None if seat is None else seat - 1, language)


ServerOption = Annotated[str, typer.Option(help="The server on which the table is opened.")]
BotCountOption = Annotated[
    int, typer.Option(min=0, help="How many of the players are bots; free seats get one too.")
]
TimerOption = Annotated[
    int | None, typer.Option(min=5, help="Seconds for each choice; no limit if not given.")
]
ListedOption = Annotated[
    bool, typer.Option("--listed", help="Show the table to everybody while it waits.")
]


def open_table_and_play(
    language: LanguageOption,
    game: GameArgument = "sushi-go",
    server: ServerOption = f"http://{DEFAULT_HOST}:{DEFAULT_PORT}",
    name: NameOption = None,
    players: PlayersOption = None,
    bots: BotCountOption = 0,
    bot: Annotated[str, typer.Option(help=f"Which bot: {LEVELS_HELP}.")] = "medium",
    timer: TimerOption = None,
    listed: ListedOption = False,
    direction: DirectionOption = None,
    variant: VariantOption = None,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
) -> None:
    """Open a table on a server and play at it in the terminal; others come by its link."""
    os.environ.setdefault("KAITEN_JIT", "0")
    from ..terminal.remote import open_and_play

    options = collect_options(
        direction=direction,
        variant=variant,
        menu=menu,
        edition=edition,
        advanced=advanced,
        tokens=tokens,
    )
    people = players or (2 if variant == "robot" else 4)
    if bots >= people:
        problem = f"at most {people - 1}, since one seat is yours"
        raise typer.BadParameter(problem, param_hint="--bots")
    seats = [None] * (people - bots) + [bot] * bots
    asked = name or typer.prompt(ASK_NAME.to(language))
    wish = {"name": asked, "game": game, "options": options, "seats": seats}
    open_and_play(server, {**wish, "timer": timer, "listed": listed}, language)
