"""The command `kaiten score`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..text import LABELLED, Text
from .files import print_error, print_json, read_input
from .options import JsonOption, LanguageOption

if TYPE_CHECKING:
    from ..errors import KaitenError
    from ..scoring.score import Scoring


def score_tables(
    language: LanguageOption,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A JSON file with one table, or one table per line; - reads standard input.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Score a table of real cards."""
    from ..errors import KaitenError
    from ..scoring.score import score_table

    failed = False
    tables = list(read_tables(read_input(file)))
    for number, table in tables:
        try:
            if isinstance(table, Exception):
                raise not_json_error(table)
            scoring = score_table(table)
        except KaitenError as error:
            failed = True
            print_error(error, language, f"{file}:{number}: " if len(tables) > 1 else "")
            if as_json and len(tables) > 1:
                print_json({"error": error.text.to(language)})
        else:
            if as_json:
                print_json(scoring.data(language))
            else:
                print_scoring(scoring, language)
    if failed:
        raise typer.Exit(2)


def read_tables(text: str) -> Iterator[tuple[int, Any]]:
    """Yield one JSON value, or one per line, each with the number of its line.

    Instead of a value that cannot be parsed, the error itself is yielded.
    """
    whole = read_json(text)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if (
        not isinstance(whole, Exception)
        or len(lines) < 2
        or isinstance(read_json(lines[0][1]), Exception)
    ):
        yield 1, whole
        return
    for number, line in lines:
        yield number, read_json(line)


def read_json(text: str) -> Any:
    """Return the JSON value of a text, or the error if it has none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return error


def not_json_error(error: Exception) -> KaitenError:
    from ..errors import BadTable

    return BadTable(Text("This is not JSON: {error}").format(error=error))


def print_scoring(scoring: Scoring, language: str) -> None:
    """Print the points of a table with their reasons, and the ranking."""
    from rich import box
    from rich.table import Table

    from ..terminal.console import make_console

    grid = Table(box=box.SIMPLE_HEAD, highlight=False)
    grid.add_column(Text("Player").to(language))
    grid.add_column(Text("Points").to(language), justify="right")
    grid.add_column(Text("Why").to(language))
    for seat, player in enumerate(scoring.players):
        grid.add_row(
            player.name, str(scoring.total(seat)) if scoring.outcome else "", "", style="bold"
        )
        if player.before:
            grid.add_row("", str(player.before), Text("earlier rounds").to(language))
        for line in (scoring.sheet + scoring.final).of(seat=seat):
            points = "" if line.card in scoring.piles else str(line.points)
            grid.add_row(
                "",
                points,
                LABELLED.format(label=scoring.names[line.card], words=line.reason).to(language),
            )
        grid.add_section()
    console = make_console()
    console.print(grid)
    if scoring.outcome:
        ranking = scoring.outcome.ranking
        console.print("   ".join(f"{place.rank}. {place.name} {place.score}" for place in ranking))
        if scoring.outcome.tie_break:
            console.print(scoring.outcome.tie_break.to(language))
