"""The command `kaiten simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..text import Text, format_number, format_share
from .files import LazyFile, print_json, print_line, progress_bar
from .options import (
    AdvancedOption,
    DirectionOption,
    EditionOption,
    GameArgument,
    JsonOption,
    LanguageOption,
    MenuOption,
    MoreOptions,
    PlayersOption,
    TokensOption,
    VariantOption,
    collect_options,
    count_people,
)

if TYPE_CHECKING:
    from ..simulate import Simulation


def run_simulation(
    language: LanguageOption,
    game: GameArgument = "sushi-go",
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of processes.")] = 1,
    records: Annotated[
        Path | None, typer.Option(help="Write a record of every game to this file, one per line.")
    ] = None,
    device: Annotated[
        str, typer.Option(help="cpu, or gpu: a GPU of NVIDIA's, with the extra gpu.")
    ] = "cpu",
    as_json: JsonOption = False,
    direction: DirectionOption = None,
    variant: VariantOption = None,
    menu: MenuOption = None,
    edition: EditionOption = None,
    advanced: AdvancedOption = None,
    tokens: TokensOption = None,
    more: MoreOptions = None,
) -> None:
    """Play many random games and print the statistics."""
    from contextlib import ExitStack

    from ..simulate import simulate

    options = collect_options(
        game, more, direction=direction, variant=variant, menu=menu,
        edition=edition, advanced=advanced, tokens=tokens,
    )  # fmt: skip
    people = count_people(players, variant, 4)
    with ExitStack() as stack:
        write = stack.enter_context(LazyFile(records)).write if records else None
        progress = stack.enter_context(progress_bar(games))
        result = simulate(game, people, games, seed, jobs, options, write, progress, device)
    print_simulation(result, language, as_json)


def print_simulation(result: Simulation, language: str, as_json: bool) -> None:
    if as_json:
        print_json(result.data())
        return
    if result.options.get("menu"):
        print_line(f"menu {result.options['menu']}")
    facts = {
        "games": result.games,
        "seconds": format_number(result.seconds, language, 2),
        "speed": format_number(result.games_per_second, language),
        "points": MEAN_POINTS.format(
            mean=format_number(result.mean, language, 2), sd=format_number(result.sd, language, 2)
        ),
        "shares": "  ".join(format_share(share, language, 1) for share in result.win_share),
    }
    print_line(SIMULATED.format(**facts).to(language))


MEAN_POINTS = Text("{mean} (sd {sd})")
SIMULATED = Text(
    "{games} games in {seconds} s: {speed} a second\npoints {points}   wins by seat  {shares}"
)
