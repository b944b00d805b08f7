"""The appetizers, of which a menu has three."""

from __future__ import annotations

from ...engine.card import Counts, Points, Tray, count_tied
from ...engine.operations import count_new_cards, discard_card
from ...engine.picks import COPY, KIND
from ...engine.state import State
from ...text import Text, in_context, join_texts, plain_text, plural, plural_in_context
from .. import shared_cards
from .box import game

tempura = shared_cards.tempura(game, copies=8, course="appetizers")
sashimi = shared_cards.sashimi(game, copies=8, course="appetizers")
dumpling = shared_cards.dumpling(
    game,
    in_context("Sushi Go Party!", "Dumpling"),
    in_context(
        "Sushi Go Party!",
        "1, 3, 6, 10 or 15 points for 1, 2, 3, 4 or 5 dumplings. More than five add nothing.",
    ),
    plural_in_context("Sushi Go Party!", "{n} dumpling", "{n} dumplings"),
    copies=8,
    course="appetizers",
)

# --- Eel ---

eel = game.card(
    "eel",
    Text("Eel"),
    Text("One alone costs 3 points; two or more are worth 7 in all."),
    colour="slate",
    values=[Text("−3, then 7")],
    copies={"eel": 8},
    course="appetizers",
)
EEL = eel.kind
eel.idea = "set"


@eel.scores
def not_one_alone(tray: Tray) -> int:
    if tray[EEL] == 0:
        return 0
    return -3 if tray[EEL] == 1 else 7


@eel.explains
def eels_in_words(tray: Tray) -> Text:
    return EELS.format(n=tray[EEL])


EELS = plural("{n} eel alone", "{n} eels")


# --- Tofu ---

tofu = game.card(
    "tofu",
    Text("Tofu"),
    Text("2 points for one, 6 for two, nothing for three or more."),
    colour="beige",
    values=[plain_text("2 6 0")],
    copies={"tofu": 8},
    course="appetizers",
)
TOFU = tofu.kind
tofu.idea = "set"


@tofu.scores
def no_more_than_two(tray: Tray) -> int:
    if tray[TOFU] > 2:
        return 0
    return 2 * tray[TOFU] + (2 if tray[TOFU] == 2 else 0)


@tofu.explains
def tofu_in_words(tray: Tray) -> Text:
    count = TOFUS.format(n=tray[TOFU])
    return TOO_MANY.format(count=count) if tray[TOFU] > 2 else count


TOFUS = plural("{n} tofu", "{n} tofu")
TOO_MANY = Text("{count}: too many")


# --- Onigiri ---

onigiri = game.card(
    "onigiri",
    Text("Onigiri"),
    Text(
        "1, 4, 9 or 16 points for a set of 1, 2, 3 or 4 different shapes. You may score several "
        "sets."
    ),
    colour="lime",
    values=[plain_text("1 4 9 16")],
    copies={"onigiri_round": 2, "onigiri_triangle": 2, "onigiri_square": 2, "onigiri_rectangle": 2},
    names=[
        Text("Round onigiri"),
        Text("Triangular onigiri"),
        Text("Square onigiri"),
        Text("Rectangular onigiri"),
    ],
    course="appetizers",
)
ROUND, TRIANGLE, SQUARE, RECTANGLE = onigiri.kinds.values()
onigiri.face = "onigiri_triangle"
onigiri.idea = "shapes"


@onigiri.scores
def sets_of_shapes(tray: Tray) -> int:
    """The first set takes one of each shape there is, the next one of each that is left, and so on."""
    points, taken, shapes = 0, 0, 4
    while shapes > 0:
        shapes = (
            (tray[ROUND] > taken)
            + (tray[TRIANGLE] > taken)
            + (tray[SQUARE] > taken)
            + (tray[RECTANGLE] > taken)
        )
        points += shapes * shapes
        taken += 1
    return points


@onigiri.explains
def onigiri_in_words(tray: Tray) -> Text:
    shapes = [int(tray[kind]) for kind in onigiri.kinds.values()]
    sets = [sum(count > taken for count in shapes) for taken in range(max(shapes))]
    sizes = join_texts([plain_text(size) for size in sets], " + ")
    return Text("different shapes: {sizes}").format(sizes=sizes)


# --- Edamame ---

edamame = game.card(
    "edamame",
    Text("Edamame"),
    Text("Each is worth 1 point per opponent who has any, 4 at most. For three players or more."),
    colour="olive",
    values=[Text("1 per eater")],
    copies={"edamame": 8},
    course="appetizers",
    players=range(3, 9),
)
EDAMAME = edamame.kind
edamame.idea = "company"
EDAMAMES = plural("{n} edamame", "{n} edamame")


@edamame.counts(EDAMAMES)
def edamames(tray: Tray) -> int:
    return tray[EDAMAME]


@edamame.compares
def one_for_each_eater(counted: Counts, players: int, points: Points) -> None:
    eaters = players - count_tied(counted, players, 0)
    for player in range(players):
        if counted[player] > 0:
            points[player] = counted[player] * min(eaters - 1, 4)


edamame.has_lead = False  # each is worth the others that have some


@edamame.lacks
def worth_of_each(player: int, tray: Tray, points: Points) -> Text:
    return WORTH_NOW.format(points=points[player] // int(tray[EDAMAME]))


@edamame.explains
def edamame_in_words(state: State, player: int, tray: Tray) -> Text:
    others = sum(
        state.trays[other][EDAMAME] > 0 for other in range(state.players) if other != player
    )
    return EATERS.format(n=int(others), edamame=EDAMAMES.format(n=tray[EDAMAME]))


WORTH_NOW = Text("each now: +{points}")
EATERS = plural("{edamame}: {n} opponent has some", "{edamame}: {n} opponents have some")


# --- Miso soup ---

miso_soup = game.card(
    "miso_soup",
    Text("Miso soup"),
    Text(
        "3 points if no other miso soup lands on the same turn. If two or more do, in front of "
        "anyone and by any means, they are all discarded."
    ),
    colour="brown",
    values=[Text("3 if alone")],
    copies={"miso_soup": 8},
    course="appetizers",
)
miso_soup.sayings = {"discarded": Text("Miso soups cancel each other: {names} must discard.")}
MISO = miso_soup.kind
miso_soup.idea, miso_soup.action = "faces", "alone"


@miso_soup.watches
def one_soup_a_turn(state: State) -> None:
    landed = 0
    for player in range(state.players):
        landed += count_new_cards(state, player, MISO)
    if landed > 1:
        for player in range(state.players):
            for place in range(state.landed[player]):
                entry = state.landing[player][place]
                if entry & KIND == MISO:
                    discard_card(state, player, MISO, entry & COPY > 0)


@miso_soup.scores
def three_each(tray: Tray) -> int:
    return 3 * tray[MISO]


@miso_soup.explains
def soups_in_words(tray: Tray) -> Text:
    return SOUPS.format(n=tray[MISO])


SOUPS = plural("{n} soup", "{n} soups")
