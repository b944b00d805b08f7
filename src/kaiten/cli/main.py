"""The program `kaiten`: its commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from .. import __version__
from ..terminal.console import has_colours, make_streams_tolerant
from .arena import hold_contest
from .cards import explain_cards
from .files import print_error, print_line
from .language import error_language
from .options import LanguageOption
from .play import join_remote_table, open_table_and_play, play_game
from .records import show_analysis, show_replay, verify_record
from .score import score_tables
from .serve import DEFAULT_HOST, DEFAULT_PORT, serve_tables, start_server
from .simulate import run_simulation
from .translated import TranslatedCommand, TranslatedGroup

# in the order of `kaiten --help`
CLI_COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve_tables,
    "play": play_game,
    "join": join_remote_table,
    "open": open_table_and_play,
    "score": score_tables,
    "simulate": run_simulation,
    "arena": hold_contest,
    "replay": show_replay,
    "analyse": show_analysis,
    "verify": verify_record,
    "cards": explain_cards,
}

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    cls=TranslatedGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, command in CLI_COMMANDS.items():
    app.command(name, cls=TranslatedCommand)(command)


def print_version(wanted: bool) -> None:
    if wanted:
        print_line(f"kaiten {__version__}")
        raise typer.Exit


@app.callback()
def run_without_command(
    context: typer.Context,
    language: LanguageOption,
    show: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play the sushi draft games. Without a command, kaiten serves tables on this machine and
    opens the browser.
    """
    if context.invoked_subcommand is None:
        start_server(DEFAULT_HOST, DEFAULT_PORT, None, 1, announce_in=language)


def main() -> None:
    """Run the command line. Print an error as one sentence, and exit with status 2."""
    from ..errors import KaitenError

    make_streams_tolerant()
    try:
        app(color=None if has_colours() else False)
    except KaitenError as error:
        print_error(error, error_language())
        sys.exit(2)
    except BrokenPipeError:
        # the reader has gone: print no more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print_line(": ".join(filter(None, [error.filename, error.strerror])), err=True)
        sys.exit(2)
