"""What came of a contest, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from ..arena import Results
from ..arena.standings import Estimate
from ..bots.fallback import DEFAULT_BOT
from ..text import Text, format_count

ROOMY = 4  # bots up to which a cross table has room for errors
HEADS = (
    Text("Bot", "Bot"),
    Text("Wins", "Victoires"),
    Text("Margin", "Écart"),
    Text("Points", "Points"),
    Text("ms a choice", "ms par choix"),
)
RATINGS = (
    Text("Bot", "Bot"),
    Text("Rating", "Cote"),
    Text("95 of 100 resamples", "95 rééchantillons sur 100"),
)
AHEAD = Text("Ahead of", "Devant")
PLAYED = Text(
    "{games} games: {deals} of {orders} each. ± is the standard error, over deals.",
    "{games} parties : {deals} de {orders} chacune. ± est l'erreur type, sur les donnes.",
)
DEALS = Text("deal", "donne"), Text("deals", "donnes")
ORDERS = Text("game", "partie"), Text("games", "parties")
ROUNDED = Text(
    "{asked} were asked for; a deal that is begun is played in all its seat orders.",
    "Il en fallait {asked} ; une donne commencée se joue dans tous ses ordres de places.",
)
FAILED = Text(
    "{bot}: {default} chose {count} times in its place: {reason}",
    "{bot} : {default} a choisi {count} fois à sa place : {reason}",
)


def report(results: Results, asked: int, language: str) -> None:
    """Print who has won how often, who finished ahead of whom, and which bots have failed."""
    console = Console(highlight=False, markup=False)
    console.print(standings(results, language))
    console.print(crossed(results, language))
    if results.ratings:
        console.print(rated(results, language))
    console.print(summary(results).to(language))
    if asked != results.games:
        console.print(ROUNDED.format(asked=asked).to(language))
    for one in results.standings:
        for words, count in one.failures.most_common():
            console.print(
                FAILED.format(bot=one.name, default=DEFAULT_BOT, count=count, reason=words).to(
                    language
                )
            )


def summary(results: Results) -> Text:
    return PLAYED.format(
        games=results.games,
        deals=format_count(results.deals, *DEALS),
        orders=format_count(results.contest.games_per_deal, *ORDERS),
    )


def standings(results: Results, language: str) -> Table:
    table = grid([head.to(language) for head in HEADS])
    for one in results.standings:
        thought = f"{1000 * one.seconds_per_choice:.2f}"
        table.add_row(
            one.name, percent(one.win_share), points(one.margin, "+"), points(one.points), thought
        )
    return table


def crossed(results: Results, language: str) -> Table:
    names = [one.name for one in results.standings]
    table = grid([AHEAD.to(language), *names])
    for name, row in zip(names, results.cross, strict=True):
        table.add_row(name, *(percent(cell, len(names) <= ROOMY) if cell else "" for cell in row))
    return table


def rated(results: Results, language: str) -> Table:
    """The ratings, the best bot first."""
    table = grid([head.to(language) for head in RATINGS])
    for one in sorted(results.ratings, key=lambda one: one.rating, reverse=True):
        table.add_row(one.name, f"{one.rating:+z.0f}", f"{one.low:+z.0f} … {one.high:+z.0f}")
    return table


def grid(heads: Sequence[str]) -> Table:
    """A table with one column of names and others of numbers."""
    table = Table(box=box.SIMPLE_HEAD, highlight=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left")
    return table


def percent(share: Estimate, error: bool = True) -> str:
    return f"{share.mean:.1%}" + (
        f" ± {100 * share.error:.1f}" if error and share.error is not None else ""
    )


def points(mean: Estimate, sign: str = "") -> str:
    return f"{mean.mean:{sign}.2f}" + ("" if mean.error is None else f" ± {mean.error:.2f}")
