"""An analysis in the terminal: the curve, the players, and the picks that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as RichText

from ..analysis.review import JUDGEMENTS, Analysis, Pick, TurnChances
from ..text import Text, join_texts, untranslated

STEPS = "▁▂▃▄▅▆▇█"
ROOM = 44  # columns for a curve
TITLE = Text(
    "Chances to win, turn by turn, from 0 (▁) to 100 % (█)",
    "Chances de victoire, tour par tour, de 0 (▁) à 100 % (█)",
)
ROUND = Text("Round {round}", "Manche {round}")
HEADS = (
    Text("Player", "Joueur"),
    Text("Accuracy", "Précision"),
    Text("Loss a pick", "Perte/choix"),
    Text("Lost", "Perdu"),
    Text("Gained", "Gagné"),
    Text("Luck", "Chance"),
    Text("End", "Fin"),
)
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
KEY = Text(
    "In points of win chance: an equal share ({start}) - lost by one's own picks + gained by those of the others + luck = end.",
    "En points de chance de victoire : une part égale ({start}) - perdu par ses choix + gagné par ceux des autres + chance = fin.",
)
COSTLIEST = Text("The costliest picks", "Les choix les plus coûteux")
FLAWLESS = Text("No pick has cost anything for certain.", "Aucun choix n'a rien coûté à coup sûr.")
WHERE = Text("Round {round}, turn {turn} · {name}", "Manche {round}, tour {turn} · {name}")
PLAYED = Text(
    "{played} ({win}); better: {better} ({best})", "{played} ({win}) ; mieux : {better} ({best})"
)
COST = Text("{points} points", "{points} points")
BROKEN_OFF = Text(
    "The record ends before the game does: the end is what the last turn promised.",
    "L'archive s'arrête avant la fin de la partie : la fin est ce que promettait le dernier tour.",
)


def review(analysis: Analysis, language: str) -> None:
    """Print what can be said of a game afterwards."""
    console = Console(highlight=False, markup=False)
    console.print(TITLE.to(language), style="bold")
    console.print(curves(analysis, language))
    console.print(players(analysis, language))
    console.print(KEY.format(start=percent(analysis.players[0].start)).to(language), style="dim")
    console.print(
        join_texts(
            join_texts([untranslated(sign), JUDGEMENTS[name][1]], " ")
            for name, sign in SIGNS.items()
        ).to(language),
        style="dim",
    )
    if not analysis.over:
        console.print(BROKEN_OFF.to(language), style="dim")
    console.print()
    console.print((COSTLIEST if analysis.costliest else FLAWLESS).to(language), style="bold")
    for pick in analysis.costliest:
        for indent, words in enumerate(told(analysis, pick)):
            console.print(Padding(RichText(words.to(language)), (0, 0, 0, 2 * bool(indent))))


def curves(analysis: Analysis, language: str) -> Table:
    """A line for each player with a column for each turn, round by round."""
    moments = [moment for moment in analysis.moments if moment.prompt in ("pick", None)]
    rounds = [list(group) for _, group in groupby(moments, lambda moment: moment.round)]
    width = max(ROOM // len(moments), 1)
    table = Table(box=None, highlight=False, pad_edge=False)
    table.add_column("", max_width=16, no_wrap=True)
    for group in rounds:
        title = ROUND.format(round=group[0].round).to(language)
        table.add_column(title if len(title) <= width * len(group) else title[-1:], no_wrap=True)
    table.add_column("", justify="right")
    for player in analysis.players:
        table.add_row(
            player.name,
            *(curve(group, player.seat, width) for group in rounds),
            percent(player.end),
            style=colour(player.seat),
        )
    return table


def curve(moments: Sequence[TurnChances], seat: int, width: int) -> str:
    """Chances as a row of bars."""
    heights = (min(int(len(STEPS) * moment.chances[seat]), len(STEPS) - 1) for moment in moments)
    return "".join(width * STEPS[height] for height in heights)


def colour(seat: int) -> str:
    return ("cyan", "magenta", "green", "yellow", "blue", "red", "bright_cyan", "bright_magenta")[
        seat
    ]


def players(analysis: Analysis, language: str) -> Table:
    """How everybody has played."""
    table = Table(box=box.SIMPLE_HEAD, highlight=False, padding=(0, 1, 0, 0))
    table.add_column(HEADS[0].to(language), no_wrap=True, max_width=12)
    for head in (*HEADS[1:3], *map(untranslated, SIGNS.values()), *HEADS[3:]):
        table.add_column(head.to(language), justify="right")
    for player in analysis.players:
        table.add_row(
            player.name,
            "" if player.accuracy is None else f"{player.accuracy:.0f} %",
            f"{100 * player.average_loss:.1f}",
            *(str(player.judgements[name] or "") for name in SIGNS),
            f"{-100 * player.lost:+z.0f}",
            f"{100 * player.gained:+z.0f}",
            f"{100 * player.luck:+z.0f}",
            percent(player.end),
        )
    return table


def told(analysis: Analysis, pick: Pick) -> list[Text]:
    """Where a pick was made, what would have been better, and why."""
    assert pick.better
    assert pick.words
    points = f"-{100 * pick.loss:.0f}"
    cost = COST.format(points=points)
    if pick.judgement:
        cost = join_texts([JUDGEMENTS[pick.judgement][1], cost])
    where = WHERE.format(round=pick.round, turn=pick.turn, name=analysis.names[pick.seat])
    compared = PLAYED.format(
        played=pick.played.words,
        win=percent(pick.win),
        better=pick.better.words,
        best=percent(pick.best),
    )
    return [join_texts([where, cost], untranslated(" · ")), compared, pick.words]


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
