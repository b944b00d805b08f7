"""The cross table of a contest as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..text import Text, format_number, format_share
from . import Results
from .standings import Estimate

ROW_HEIGHT, HEADER_HEIGHT, PADDING = 44, 84, 16
LETTER_WIDTH = 9.2  # at the size of the names
MAX_OPACITY = 0.5  # of a cell's colour, so that its numbers stay readable
SVG_STYLE = """
:root { color-scheme: light dark; --ink: #22303a; --paper: #fbf8f2; --soft: #6d6355; --line: #e4dccd; --ahead: #2f6f9f; --behind: #b3402e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6da; --paper: #1c2126; --soft: #a59c8d; --line: #39424a; --ahead: #6fb0de; --behind: #f08a6c; }
}
text { fill: var(--ink); font: 14px system-ui, sans-serif; text-anchor: middle; }
.name { font-weight: 600; }
.left { text-anchor: start; }
.small { font-size: 11px; }
.soft { fill: var(--soft); }
.ahead { fill: var(--ahead); }
.behind { fill: var(--behind); }
.paper { fill: var(--paper); }
.line { stroke: var(--line); fill: none; }
"""
CAPTION = Text(
    "How often the row's bot finished ahead of the column's (a tie counts as half); ± standard "
    "error"
)
DESCRIPTION = Text("{game}, {players} players, {games} games")
WINS_COLUMN = Text("wins")
RATING_COLUMN = Text("rating")


def draw_cross_table(results: Results, title: str, language: str = "en") -> str:
    """Return the cross table as SVG.

    A cell is blue if the row's bot is ahead of the column's, red if it is behind.
    """
    names = [one.name for one in results.standings]
    width = max(76.0, LETTER_WIDTH * max(map(len, names)) + 16)
    columns = [
        *names,
        WINS_COLUMN.to(language),
        *([RATING_COLUMN.to(language)] if results.ratings else []),
    ]
    across = max(
        width * (1 + len(columns)) + 2 * PADDING, 5.4 * len(CAPTION.to(language)) + 2 * PADDING
    )
    down = HEADER_HEIGHT + ROW_HEIGHT * len(names) + 2 * PADDING
    about = DESCRIPTION.format(game=title, players=results.contest.players, games=results.games).to(
        language
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down}" '
        f'width="{across:.0f}" height="{down}" role="img">',
        f"<title>{escape(about)}</title><style>{SVG_STYLE}</style>"
        '<rect class="paper" width="100%" height="100%"/>',
        draw_text(PADDING, 28, about, "name left"),
        draw_text(PADDING, 48, CAPTION.to(language), "small soft left"),
        *(
            draw_text(PADDING + width * (1.5 + place), HEADER_HEIGHT + 4, name, "name")
            for place, name in enumerate(columns)
        ),
        *(part for row in range(len(names)) for part in draw_row(results, row, width, language)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def draw_row(results: Results, row: int, width: float, language: str) -> Iterator[str]:
    """Yield a bot's name, its results against each other bot, and its totals."""
    top, one = HEADER_HEIGHT + PADDING + ROW_HEIGHT * row, results.standings[row]
    yield draw_text(PADDING, top + 27, one.name, "name left")
    for column, cell in enumerate(results.cross[row]):
        yield from draw_cell(cell, PADDING + width * (1 + column), top, width, language)
    wins = PADDING + width * (1.5 + len(results.cross))
    yield from draw_share(one.win_share, wins, top, language)
    if results.ratings:
        rating = results.ratings[row]
        middle, low, high = (
            format_number(number, language, signed=True)
            for number in (rating.rating, rating.low, rating.high)
        )
        yield draw_text(wins + width, top + 20, middle)
        yield draw_text(wins + width, top + 36, f"{low} … {high}", "small")


def draw_cell(
    cell: Estimate | None, left: float, top: int, width: float, language: str
) -> Iterator[str]:
    place = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW_HEIGHT}"'
    if cell:
        side = "ahead" if cell.mean >= 0.5 else "behind"
        opacity = MAX_OPACITY * abs(2 * cell.mean - 1)
        yield f'<rect class="{side}" {place} fill-opacity="{opacity:.2f}"/>'
        yield from draw_share(cell, left + width / 2, top, language)
    yield f'<rect class="line" {place}/>'


def draw_share(share: Estimate, middle: float, top: int, language: str) -> Iterator[str]:
    """Yield a share and its error."""
    yield draw_text(middle, top + 20, format_share(share.mean, language, 1))
    if share.error is not None:
        error = format_share(share.error, language, 1)
        yield draw_text(middle, top + 36, f"± {error}", "small")


def draw_text(x: float, y: float, text: str, look: str = "") -> str:
    styled = f' class="{look}"' if look else ""
    return f'<text x="{x:.1f}" y="{y}"{styled}>{escape(text)}</text>'
