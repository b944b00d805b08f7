"""The results of a contest in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from ..arena import Results
from ..arena.standings import Estimate
from ..bots.fallback import DEFAULT_BOT
from ..text import Text, format_number, format_share, plural
from .console import make_console

MAX_BOTS_WITH_ERRORS = 4  # in a cross table; with more there is no room for errors
STANDINGS_COLUMNS = (
    Text("Bot"),
    Text("Wins"),
    Text("Margin"),
    Text("Points"),
    Text("ms per choice"),
)
RATINGS_COLUMNS = (
    Text("Bot"),
    Text("Rating"),
    Text("95 of 100 resamples"),
)
AHEAD_OF = Text("Ahead of")
GAMES_PLAYED = Text("{games} games: {deals} of {orders} each. ± is the standard error, over deals.")
DEAL_COUNT = plural("{n} deal", "{n} deals")
GAME_COUNT = plural("{n} game", "{n} games")
ROUNDED_UP = Text("{asked} were requested; every deal is played in all its seat orders.")
BOT_FAILED = Text("{bot}: {default} chose in its place ({count}×): {reason}")


def print_results(results: Results, asked: int, language: str) -> None:
    """Print how often each bot won, who finished ahead of whom, and which bots failed.

    `asked` is the number of games that the user asked for.
    """
    console = make_console()
    console.print(build_standings(results, language))
    console.print(build_cross_table(results, language))
    if results.ratings:
        console.print(build_ratings(results, language))
    console.print(describe_games(results).to(language))
    if asked != results.games:
        console.print(ROUNDED_UP.format(asked=asked).to(language))
    for one in results.standings:
        for reason, count in one.failures.most_common():
            console.print(
                BOT_FAILED.format(bot=one.name, default=DEFAULT_BOT, count=count, reason=reason).to(
                    language
                )
            )


def describe_games(results: Results) -> Text:
    return GAMES_PLAYED.format(
        games=results.games,
        deals=DEAL_COUNT.format(n=results.deals),
        orders=GAME_COUNT.format(n=results.contest.games_per_deal),
    )


def build_standings(results: Results, language: str) -> Table:
    table = build_grid([head.to(language) for head in STANDINGS_COLUMNS])
    for one in results.standings:
        thought = format_number(1000 * one.seconds_per_choice, language, 2)
        table.add_row(
            one.name,
            describe_share(one.win_share, language),
            describe_points(one.margin, language, signed=True),
            describe_points(one.points, language),
            thought,
        )
    return table


def build_cross_table(results: Results, language: str) -> Table:
    names = [one.name for one in results.standings]
    table = build_grid([AHEAD_OF.to(language), *names])
    for name, row in zip(names, results.cross, strict=True):
        table.add_row(
            name,
            *(
                describe_share(cell, language, len(names) <= MAX_BOTS_WITH_ERRORS) if cell else ""
                for cell in row
            ),
        )
    return table


def build_ratings(results: Results, language: str) -> Table:
    """Return the table of ratings, the best bot first."""
    table = build_grid([head.to(language) for head in RATINGS_COLUMNS])
    for one in sorted(results.ratings, key=lambda one: one.rating, reverse=True):
        rating, low, high = (
            format_number(number, language, signed=True)
            for number in (one.rating, one.low, one.high)
        )
        table.add_row(one.name, rating, f"{low} … {high}")
    return table


def build_grid(heads: Sequence[str]) -> Table:
    """Return an empty table: a column of names, then columns of numbers."""
    table = Table(box=box.SIMPLE_HEAD, highlight=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left")
    return table


def describe_share(share: Estimate, language: str, has_error: bool = True) -> str:
    """Return a share, with its error where it has one and there is room for it."""
    words = format_share(share.mean, language, 1)
    if not has_error or share.error is None:
        return words
    return f"{words} ± {format_number(100 * share.error, language, 1)}"


def describe_points(points: Estimate, language: str, signed: bool = False) -> str:
    """Return points with their error where they have one."""
    words = format_number(points.mean, language, 2, signed)
    error = points.error
    return words if error is None else f"{words} ± {format_number(error, language, 2)}"
