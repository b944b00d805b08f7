"""The commands that play in the terminal: `kaiten play`, `join` and `open`."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..server.protocol.limits import MAX_TIMER, MIN_TIMER
from ..text import Text
from .files import ask_line, print_line
from .options import (
    ASK_NAME,
    LEVELS_HELP,
    AdvancedOption,
    DirectionOption,
    EditionOption,
    GameArgument,
    LanguageOption,
    MenuOption,
    MoreOptions,
    NameOption,
    PlayersOption,
    TokensOption,
    VariantOption,
    bad_parameter,
    check_output,
    choose_edition,
    collect_options,
    count_people,
)
from .serve import DEFAULT_HOST, DEFAULT_PORT

if TYPE_CHECKING:
    from ..match.fairness import Fair
    from ..match.record import Record

# They play the same without the compiler: nobody waits for it. They are `bots.MODE_FREE_BOTS`, which
# cannot be imported before this is decided.
QUICK_BOTS = ("chance", "greedy", "heuristic")
TOO_MANY_BOTS = Text("at most {most}, since one seat is yours")
TIMER_RANGE = Text("{least} to {most} seconds, or no timer at all").format(
    least=MIN_TIMER, most=MAX_TIMER
)
RECORDED = Text("Recorded in {file}")
CHECK_DEAL = Text("To check the deal: {command}")


def play_game(
    language: LanguageOption,
    game: GameArgument = "sushi-go",
    players: PlayersOption = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the deal.")] = None,
    bot: Annotated[str, typer.Option(help=f"Your opponents: {LEVELS_HELP}.")] = "medium",
    record: Annotated[
        Path | None, typer.Option(help="Write a record of the game to this file.")
    ] = None,
    direction: DirectionOption = None,
    variant: VariantOption = None,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
    more: MoreOptions = None,
) -> None:
    """Play against bots in the terminal."""
    if bot in QUICK_BOTS:
        os.environ.setdefault("KAITEN_JIT", "0")
    from ..games import find_game
    from ..match.fairness import commit
    from ..terminal.play import choose_seed, play_in_terminal

    if record:
        check_output(record, "--record")
    options = collect_options(
        game, more, direction=direction, variant=variant, menu=menu,
        edition=choose_edition(game, edition, language), advanced=advanced, tokens=tokens,
    )  # fmt: skip
    find_game(game).options(options)  # raises before anything is printed
    people = count_people(players, variant, 3)
    seed = choose_seed() if seed is None else seed
    promised = commit(seed) if record else None
    match = play_in_terminal(find_game(game), people, seed, language, bot, options, promised)
    if record and promised:
        write_record(record, match.record(), promised, language)


def write_record(path: Path, record: Record, promised: Fair, language: str) -> None:
    """Write the record of a game, and print the command that checks its deal."""
    whole = replace(record, fair=promised)
    path.write_text(whole.json() + "\n", encoding="utf-8")
    print_line(RECORDED.format(file=path).to(language))
    command = f"kaiten verify {shlex.quote(str(path))} --hash {promised.hash}"
    print_line(CHECK_DEAL.format(command=command).to(language))


def join_remote_table(
    language: LanguageOption,
    link: Annotated[
        str,
        typer.Argument(metavar="LINK", help="The link to the table: https://example.org/t/K7QX2M"),
    ],
    name: NameOption = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, help="Your seat, counted from 1 (default: any free one)."),
    ] = None,
) -> None:
    """Join a table with its link and play in the terminal."""
    # the table computes everything: there is nothing to compile here
    os.environ.setdefault("KAITEN_JIT", "0")
    from ..terminal.remote import join_and_play

    asked = name or ask_line(ASK_NAME.to(language))
    join_and_play(link, asked, None if seat is None else seat - 1, language)


ServerOption = Annotated[str, typer.Option(help="The server to open the table on.")]
BotCountOption = Annotated[
    int, typer.Option(min=0, help="Number of bots; seats still free at the start get one too.")
]
TimerOption = Annotated[
    int | None,
    typer.Option(help=f"Seconds per choice, {MIN_TIMER} to {MAX_TIMER} (default: no limit)."),
]
ListedOption = Annotated[
    bool, typer.Option("--listed", help="List the table publicly until the game starts.")
]


def open_table_and_play(
    language: LanguageOption,
    game: GameArgument = "sushi-go",
    server: ServerOption = f"http://{DEFAULT_HOST}:{DEFAULT_PORT}",
    name: NameOption = None,
    players: PlayersOption = None,
    bots: BotCountOption = 0,
    bot: Annotated[str, typer.Option(help=f"The bots: {LEVELS_HELP}.")] = "medium",
    timer: TimerOption = None,
    listed: ListedOption = False,
    direction: DirectionOption = None,
    variant: VariantOption = None,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
    more: MoreOptions = None,
) -> None:
    """Open a table on a server and play there in the terminal; friends join with its link."""
    os.environ.setdefault("KAITEN_JIT", "0")
    from ..bots import find_bot
    from ..games import find_game
    from ..terminal.remote import open_and_play

    options = collect_options(
        game, more, direction=direction, variant=variant, menu=menu,
        edition=choose_edition(game, edition, language), advanced=advanced, tokens=tokens,
    )  # fmt: skip
    people = count_people(players, variant, 4)
    find_game(game).check_people(people)
    find_bot(bot)  # raises before the player is asked for a name
    if timer is not None and not MIN_TIMER <= timer <= MAX_TIMER:
        raise bad_parameter(TIMER_RANGE, "--timer")
    if bots >= people:
        raise bad_parameter(TOO_MANY_BOTS.format(most=people - 1), "--bots")
    seats = [None] * (people - bots) + [bot] * bots
    asked = name or ask_line(ASK_NAME.to(language))
    wish = {"name": asked, "game": game, "options": options, "seats": seats}
    open_and_play(server, {**wish, "timer": timer, "listed": listed}, language)
