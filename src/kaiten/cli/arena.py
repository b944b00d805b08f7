"""The command `kaiten arena`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..text import Text
from .files import print_json, print_line, progress_bar
from .options import (
    AdvancedOption,
    DirectionOption,
    EditionOption,
    JsonOption,
    LanguageOption,
    MenuOption,
    MoreOptions,
    PlayersOption,
    TokensOption,
    VariantOption,
    bad_parameter,
    collect_options,
)

if TYPE_CHECKING:
    from ..arena import Results

GameOption = Annotated[str, typer.Option(help="The game: sushi-go, sushi-go-party or sushi-draft.")]
BotsOption = Annotated[
    str | None,
    typer.Option(
        help="The bots of one table, one for each seat: search,heuristic,search@5000,search@0.1s"
    ),
]
PoolOption = Annotated[
    str | None,
    typer.Option(help="Bots that all play each other: chance,greedy,heuristic"),
]
GamesOption = Annotated[
    int, typer.Option("--games", "-n", min=1, help="Number of games, rounded up to whole deals.")
]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the deals.")]
ThinkOption = Annotated[
    float | None, typer.Option(help="Thinking time of a bot per choice, in seconds.")
]
IterationsOption = Annotated[
    int | None,
    typer.Option(help="Iterations of a bot per choice; reproducible, unlike seconds."),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        help="Number of processes (default: one per core).",
    ),
]
KeepOption = Annotated[
    Path | None,
    typer.Option(help="Save finished games in this file; the same command continues from it."),
]
PictureOption = Annotated[Path | None, typer.Option(help="Draw the cross table as this SVG file.")]


def hold_contest(
    language: LanguageOption,
    game: GameOption = "sushi-go",
    players: PlayersOption = None,
    bots: BotsOption = None,
    pool: PoolOption = None,
    games: GamesOption = 400,
    seed: SeedOption = 0,
    think: ThinkOption = None,
    iterations: IterationsOption = None,
    jobs: JobsOption = None,
    keep: KeepOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
    direction: DirectionOption = None,
    variant: VariantOption = None,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
    more: MoreOptions = None,
) -> None:
    """Play bots against each other on duplicate deals; print strength and margin of error."""
    from ..arena import run_contest
    from ..terminal.arena import print_results

    check_picture(picture)
    options = collect_options(
        game, more, direction=direction, variant=variant, menu=menu,
        edition=edition, advanced=advanced, tokens=tokens)  # fmt: skip
    with progress_bar(games) as progress, explain_interruption(keep, language):
        result = run_contest(
            game, split_names(bots), pool=split_names(pool), players=players, games=games,
            seed=seed, think=think, iterations=iterations, jobs=jobs, options=options, keep=keep,
            progress=progress,
        )  # fmt: skip
    if picture:
        write_picture(picture, result, language)
    if as_json:
        print_json(result.data(language))
    else:
        print_results(result, games, language)


def check_picture(path: Path | None) -> None:
    """Raise if no SVG file can be written there."""
    if path and (path.suffix != ".svg" or not path.parent.is_dir()):
        raise bad_parameter(NO_PICTURE, "--picture")


NO_PICTURE = Text("name a .svg file in an existing folder")


def write_picture(path: Path, results: Results, language: str) -> None:
    """Write the cross table as SVG into a file."""
    from ..arena.chart import draw_cross_table
    from ..games import find_game

    title = find_game(results.contest.game).title.to(language)
    path.write_text(draw_cross_table(results, title, language), encoding="utf-8")


def split_names(names: str | None) -> list[str]:
    """Return the names in a list with commas."""
    return [name.strip() for name in names.split(",")] if names else []


@contextmanager
def explain_interruption(keep: Path | None, language: str) -> Iterator[None]:
    """On Ctrl-C, print that the file keeps the finished games."""
    try:
        yield
    except KeyboardInterrupt:
        if keep:
            print_line(INTERRUPTED.format(file=keep).to(language), err=True)
        raise


INTERRUPTED = Text(
    "Interrupted. {file} keeps the finished games; run the same command to play the rest."
)
