"""Dango for Sushi Go!, which has no menus: it is in the box where the option `cards` says so."""

from kaiten.engine.card import Tray
from kaiten.games import find_game
from kaiten.text import Text

dango = find_game("sushi-go").card(
    "dango",
    Text("Dango"),
    Text("Each one is worth 3 points."),
    copies={"dango": 12},
)
DANGO = dango.kind


@dango.scores
def three_each(tray: Tray) -> int:
    return 3 * tray[DANGO]
