"""Every card has its picture, and the pictures are fit to stand inside a page."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kaiten.engine.game import Game
from kaiten.games import list_games

pytestmark = pytest.mark.once

WEB = Path(__file__).parent.parent / "web"
PICTURES = sorted([*(WEB / "src/art").glob("*.svg"), WEB / "public/icon.svg"])
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {SVG + tag for tag in ("svg", "g", "path", "circle", "ellipse")}
NUMBERED = re.compile(r"(chopsticks|spoon|menu|takeout_box)_\d+")


def picture_of(kind: str) -> str:
    """The picture that a card of this kind bears: tools with numbers share that of their dish."""
    tool = NUMBERED.fullmatch(kind)
    return tool[1] if tool else kind


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.id)
def test_every_kind_has_a_picture(game: Game) -> None:
    drawn = {path.stem for path in PICTURES}
    assert {picture_of(kind) for kind in game.kinds} <= drawn


def test_the_table_has_its_pictures_too() -> None:
    assert {"back", "dessert", "logo", "icon"} <= {path.stem for path in PICTURES}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_small_and_made_of_plain_shapes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 100 100"
    assert not {"width", "height"} & set(root.keys())  # its place in the page says how large it is
    assert {element.tag for element in root.iter()} <= SHAPES  # no text, script, style or image
    names = {name for element in root.iter() for name in element.attrib}
    assert not {
        name for name in names if name.startswith("on") or name in ("id", "style") or "href" in name
    }
    assert "url(" not in text
    assert len(text.encode()) < 4000


def test_no_two_pictures_are_the_same() -> None:
    assert len({path.read_text(encoding="utf-8") for path in PICTURES}) == len(PICTURES)
