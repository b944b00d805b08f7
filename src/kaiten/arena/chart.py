"""The cross table of a contest as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..text import Text
from . import Results
from .standings import Estimate

# heights of a row and of what stands above them, and what is left free around all of it
ROW, HEAD, EDGE = (44, 84, 16)
LETTER = 9.2  # the width of one, at the size of the names
DEEPEST = 0.5  # how much colour a cell has at most, so that its numbers stay readable
STYLE = """
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
    "How often the bot of a row finished ahead of the one of a column, level counted half; ± standard error",
    "Combien de fois le bot d'une ligne a fini devant celui d'une colonne, les égalités comptées à moitié ; ± erreur type",
)
FACTS = Text(
    "{game}, {players} players, {games} games", "{game}, {players} joueurs, {games} parties"
)
WINS = Text("wins", "victoires")
RATING = Text("rating", "cote")


def picture(results: Results, title: str, language: str = "en") -> str:
    """The cross table as SVG: blue where the row's bot is ahead, red where it is behind, and the
    numbers in every cell.
    """
    names = [one.name for one in results.standings]
    width = max(76.0, LETTER * max(map(len, names)) + 16)
    columns = [*names, WINS.to(language), *([RATING.to(language)] if results.ratings else [])]
    across = max(width * (1 + len(columns)) + 2 * EDGE, 5.4 * len(CAPTION.to(language)) + 2 * EDGE)
    down = HEAD + ROW * len(names) + 2 * EDGE
    about = FACTS.format(game=title, players=results.contest.players, games=results.games).to(
        language
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down}" width="{across:.0f}" height="{down}" role="img">',
        f'<title>{escape(about)}</title><style>{STYLE}</style><rect class="paper" width="100%" height="100%"/>',
        written(EDGE, 28, about, "name left"),
        written(EDGE, 48, CAPTION.to(language), "small soft left"),
        *(
            written(EDGE + width * (1.5 + place), HEAD + 4, name, "name")
            for place, name in enumerate(columns)
        ),
        *(part for row in range(len(names)) for part in row_of(results, row, width)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def row_of(results: Results, row: int, width: float) -> Iterator[str]:
    """A bot's name, how it has done against each, and in all."""
    top, one = HEAD + EDGE + ROW * row, results.standings[row]
    yield written(EDGE, top + 27, one.name, "name left")
    for column, cell in enumerate(results.cross[row]):
        yield from cell_of(cell, EDGE + width * (1 + column), top, width)
    wins = EDGE + width * (1.5 + len(results.cross))
    yield from numbers(one.win_share, wins, top)
    if results.ratings:
        rating = results.ratings[row]
        yield written(wins + width, top + 20, f"{rating.rating:+z.0f}")
        yield written(wins + width, top + 36, f"{rating.low:+z.0f} … {rating.high:+z.0f}", "small")


def cell_of(cell: Estimate | None, left: float, top: int, width: float) -> Iterator[str]:
    place = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}"'
    if cell:
        side = "ahead" if cell.mean >= 0.5 else "behind"
        yield f'<rect class="{side}" {place} fill-opacity="{DEEPEST * abs(2 * cell.mean - 1):.2f}"/>'
        yield from numbers(cell, left + width / 2, top)
    yield f'<rect class="line" {place}/>'


def numbers(share: Estimate, middle: float, top: int) -> Iterator[str]:
    """A share and its error."""
    yield written(middle, top + 20, f"{share.mean:.1%}")
    if share.error is not None:
        yield written(middle, top + 36, f"± {share.error:.1%}", "small")


def written(x: float, y: float, text: str, look: str = "") -> str:
    styled = f' class="{look}"' if look else ""
    return f'<text x="{x:.1f}" y="{y}"{styled}>{escape(text)}</text>'
