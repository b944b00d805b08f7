"""Mochi, an appetizer for Sushi Go Party!"""

from kaiten.engine.card import Tray
from kaiten.games.sushi_go_party import game
from kaiten.text import Text

mochi = game.card(
    "mochi",
    Text("Mochi"),
    Text("One is worth 1 point, two are worth 4, three or more 9."),
    colour="rose",
    copies={"mochi": 8},
    course="appetizers",
)
MOCHI = mochi.kind


@mochi.scores
def up_to_three(tray: Tray) -> int:
    return min(tray[MOCHI], 3) * min(tray[MOCHI], 3)
