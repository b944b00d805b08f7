"""An analysis in the terminal: the win chances, the players, and the costliest picks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as RichText

from ..analysis.review import JUDGEMENTS, Analysis, Pick, TurnChances
from ..text import Text, format_number, format_share, join_texts, plain_text
from .console import make_console

BARS = "▁▂▃▄▅▆▇█"
CURVE_WIDTH = 44
CURVES_TITLE = Text("Chances of winning, turn by turn, from 0 (▁) to 100% (█)")
ROUND_COLUMN = Text("Round {round}")
PLAYER_COLUMNS = (
    Text("Player"),
    Text("Accuracy"),
    Text("Loss per pick"),
    Text("Lost"),
    Text("Gained"),
    Text("Luck"),
    Text("End"),
)
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
SUM_EXPLAINED = Text(
    "In percentage points: equal share ({start}) - lost by the player's own picks + gained from "
    "others' picks + luck = end."
)
COSTLIEST_TITLE = Text("The costliest picks")
NO_COSTLY_PICK = Text("No pick is certain to have cost anything.")
PICK_PLACE = Text("Round {round}, turn {turn} · {name}")
PICK_COMPARED = Text("{played} ({win}); better: {better} ({best})")
PICK_COST = Text("{points} points")
UNFINISHED = Text(
    "The record stops before the game ends: the last column is the estimate after its last turn."
)


def print_analysis(analysis: Analysis, language: str) -> None:
    """Print the analysis of a game."""
    console = make_console()
    console.print(CURVES_TITLE.to(language), style="bold")
    console.print(build_curves(analysis, language))
    console.print(build_players(analysis, language))
    console.print(
        SUM_EXPLAINED.format(start=format_share(analysis.players[0].start, language)).to(language),
        style="dim",
    )
    console.print(
        join_texts(
            plain_text("{sign} {words}").format(sign=sign, words=JUDGEMENTS[name][1])
            for name, sign in SIGNS.items()
        ).to(language),
        style="dim",
    )
    if not analysis.over:
        console.print(UNFINISHED.to(language), style="dim")
    console.print()
    console.print(
        (COSTLIEST_TITLE if analysis.costliest else NO_COSTLY_PICK).to(language), style="bold"
    )
    for pick in analysis.costliest:
        for indent, text in enumerate(describe_costly_pick(analysis, pick, language)):
            console.print(Padding(RichText(text.to(language)), (0, 0, 0, 2 * bool(indent))))


def build_curves(analysis: Analysis, language: str) -> Table:
    """Return a table with a row of bars for each player, one bar for each turn."""
    moments = [moment for moment in analysis.moments if moment.prompt in ("pick", None)]
    rounds = [list(group) for _, group in groupby(moments, lambda moment: moment.round)]
    width = max(CURVE_WIDTH // len(moments), 1)
    table = Table(box=None, highlight=False, pad_edge=False)
    table.add_column("", max_width=16, no_wrap=True)
    for group in rounds:
        title = ROUND_COLUMN.format(round=group[0].round).to(language)
        table.add_column(title if len(title) <= width * len(group) else title[-1:], no_wrap=True)
    table.add_column("", justify="right")
    for player in analysis.players:
        table.add_row(
            player.name,
            *(draw_curve(group, player.seat, width) for group in rounds),
            format_share(player.end, language),
            style=player_colour(player.seat),
        )
    return table


def draw_curve(moments: Sequence[TurnChances], seat: int, width: int) -> str:
    """Return a player's win chances as a row of bars."""
    heights = (min(int(len(BARS) * moment.chances[seat]), len(BARS) - 1) for moment in moments)
    return "".join(width * BARS[height] for height in heights)


def player_colour(seat: int) -> str:
    return ("cyan", "magenta", "green", "yellow", "blue", "red", "bright_cyan", "bright_magenta")[
        seat
    ]


def build_players(analysis: Analysis, language: str) -> Table:
    """Return a table of the players: accuracy, mistakes, and where their chances went."""
    table = Table(box=box.SIMPLE_HEAD, highlight=False, padding=(0, 1, 0, 0))
    table.add_column(PLAYER_COLUMNS[0].to(language), no_wrap=True, max_width=12)
    for head in (*PLAYER_COLUMNS[1:3], *map(plain_text, SIGNS.values()), *PLAYER_COLUMNS[3:]):
        table.add_column(head.to(language), justify="right")
    for player in analysis.players:
        table.add_row(
            player.name,
            "" if player.accuracy is None else format_share(player.accuracy / 100, language),
            format_number(100 * player.average_loss, language, 1),
            *(str(player.judgements[name] or "") for name in SIGNS),
            *(
                format_number(100 * part, language, signed=True)
                for part in (-player.lost, player.gained, player.luck)
            ),
            format_share(player.end, language),
        )
    return table


def describe_costly_pick(analysis: Analysis, pick: Pick, language: str) -> list[Text]:
    """Return three lines: where a pick was made, what would have been better, and why."""
    assert pick.better
    assert pick.words
    points = format_number(-100 * pick.loss, language)
    cost = PICK_COST.format(points=points)
    if pick.judgement:
        cost = join_texts([JUDGEMENTS[pick.judgement][1], cost])
    where = PICK_PLACE.format(round=pick.round, turn=pick.turn, name=analysis.names[pick.seat])
    compared = PICK_COMPARED.format(
        played=pick.played.words,
        win=format_share(pick.win, language),
        better=pick.better.words,
        best=format_share(pick.best, language),
    )
    return [join_texts([where, cost], " · "), compared, pick.words]
