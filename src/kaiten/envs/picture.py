"""The table as text and as an array of pixels, with all hands open: for those who watch a learner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from colorsys import hls_to_rgb
from typing import Any

from ..engine.game import Game
from ..errors import BadOption
from ..match.match import Match
from ..text import Text
from .episode import Episode

ANSI, PIXELS = "ansi", "rgb_array"
RENDER_MODES = [ANSI, PIXELS]

# In pixels: a card, the gap between two, a player's block, the margin, and the sizes of writing.
CARD_WIDTH, CARD_HEIGHT, GAP, BLOCK, MARGIN = 88, 52, 6, 150, 14
SMALL_SIZE, LARGE_SIZE = 12, 17
WIDTH = 2 * MARGIN + 12 * (CARD_WIDTH + GAP)
GROUND, INK, FADED = (250, 246, 238), (44, 36, 32), (140, 128, 118)
PALE = 0.82, 0.55  # lightness and saturation of a card
LONGEST_LINE = 13  # letters of a card's name on one line

KindCount = Mapping[str, int]


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode. Raise if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(
            Text("`render_mode` must be {known}, not {given}.").format(
                known=", ".join(f"“{one}”" for one in RENDER_MODES), given=repr(mode)
            )
        )
    return mode


def draw_episode(episode: Episode, mode: str | None) -> Any:
    """Return the table in a render mode; nothing without one."""
    if mode == ANSI:
        return write_match(episode.match)
    return paint_match(episode.match) if mode == PIXELS else None


def list_rows(match: Match) -> Iterator[tuple[str, KindCount, KindCount]]:
    """Yield name and score of each player, the cards in front of them, and those in the hand."""
    view, hands = match.view(None), match.hands
    for player, name in enumerate(match.names):
        tray = view.trays[player] + view.kept[player]
        hand: KindCount = hands[player] if player < len(hands) else {}
        yield f"{name}: {match.scores[player]}", tray, hand


def describe_moment(match: Match) -> str:
    """Return the game, and where it stands."""
    ended = match.outcome()
    if ended:
        winners = ", ".join(match.names[seat] for seat in ended.winners)
        return f"{match.game.title}: {winners} won"
    return f"{match.game.title}: round {match.round}, turn {match.turn}"


# --- As text ---


def write_match(match: Match) -> str:
    """Return the table as text."""
    lines = [describe_moment(match)]
    for title, tray, hand in list_rows(match):
        lines.append(f"  {title}")
        lines.append(f"    table: {list_cards(match.game, tray)}")
        lines.append(f"    hand:  {list_cards(match.game, hand)}")
    return "\n".join(lines) + "\n"


def list_cards(game: Game, cards: KindCount) -> str:
    counts = ((str(game.kind_names[kind]), cards[kind]) for kind in game.kinds if cards.get(kind))
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts) or "–"


# --- As pixels ---


def paint_match(match: Match) -> Any:
    """Return the table as an array of pixels: height, width, red, green and blue."""
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    rows = [*list_rows(match)]
    image = Image.new("RGB", (WIDTH, 2 * MARGIN + LARGE_SIZE + BLOCK * len(rows)), GROUND)
    brush = ImageDraw.Draw(image)
    small, large = ImageFont.load_default(SMALL_SIZE), ImageFont.load_default(LARGE_SIZE)
    brush.text((MARGIN, MARGIN), describe_moment(match), INK, large)
    for place, (title, tray, hand) in enumerate(rows):
        top = 2 * MARGIN + LARGE_SIZE + BLOCK * place
        brush.text((MARGIN, top), title, INK, large)
        paint_cards(brush, small, match.game, tray, top + LARGE_SIZE + GAP)
        paint_cards(
            brush, small, match.game, hand, top + LARGE_SIZE + GAP + CARD_HEIGHT + GAP, True
        )
    return np.asarray(image)


def paint_cards(
    brush: Any, font: Any, game: Game, cards: KindCount, top: int, in_hand: bool = False
) -> None:
    """Paint a row of cards; those in a hand only have an outline."""
    held = [kind for kind in game.kinds if cards.get(kind)]
    for place, kind in enumerate(held):
        left = MARGIN + place * (CARD_WIDTH + GAP)
        colour = colour_of(game, kind)
        box = (left, top, left + CARD_WIDTH, top + CARD_HEIGHT)
        brush.rounded_rectangle(box, 6, GROUND if in_hand else colour, colour, 2)
        lines = [*fold_name(str(game.kind_names[kind]))]
        count = [f"x {cards[kind]}"] if cards[kind] > 1 else []
        text = "\n".join([*lines[: 3 - len(count)], *count])
        brush.multiline_text((left + 5, top + 5), text, FADED if in_hand else INK, font, spacing=2)


def colour_of(game: Game, kind: str) -> tuple[int, int, int]:
    """Return the colour of a card."""
    hue = game.hues[game.card_of(kind).colour] / 360
    red, green, blue = hls_to_rgb(hue, *PALE)
    return round(255 * red), round(255 * green), round(255 * blue)


def fold_name(name: str) -> Iterator[str]:
    """Yield the lines of a name that fit on a card."""
    line = ""
    for word in name.split():
        if line and len(line) + 1 + len(word) > LONGEST_LINE:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line
