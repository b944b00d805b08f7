"""Sake, a special of two kinds, and daifuku, a dessert of two kinds, for Sushi Go Party!"""

from kaiten.engine.card import Counts, Points, Tray, highest_below
from kaiten.games import find_game
from kaiten.text import Text, plural

game = find_game("sushi-go-party")

sake = game.card(
    "sake",
    Text("Sake"),
    Text("The most sake costs 4 points; all others who have some score 2."),
    copies={"warm_sake": 3, "cold_sake": 3},
    names=[Text("Warm sake"), Text("Cold sake")],
    course="specials",
)
WARM, COLD = sake.kinds.values()
CUPS = plural("{n} cup", "{n} cups")


@sake.counts(CUPS, places=1)
def cups(tray: Tray) -> int:
    return tray[WARM] + tray[COLD]


@sake.compares
def too_many_cups(counted: Counts, players: int, points: Points) -> None:
    most = highest_below(counted, players, 1000)
    for player in range(players):
        if counted[player] > 0:
            points[player] += -4 if counted[player] == most else 2


daifuku = game.card(
    "daifuku",
    Text("Daifuku"),
    Text("Each is worth 2 points."),
    copies={"red_daifuku": 8, "green_daifuku": 7},
    names=[Text("Red daifuku"), Text("Green daifuku")],
    course="dessert",
    dessert=True,
)
RED, GREEN = daifuku.kinds.values()


@daifuku.scores
def two_each_at_the_end(kept: Tray) -> int:
    return 2 * (kept[RED] + kept[GREEN])
