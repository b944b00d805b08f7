"""The desserts, of which a menu has one. They are kept to the end of the game."""

from __future__ import annotations

from ...engine.card import Counts, Points, Tray
from ...engine.jit import compiled
from ...text import Text, join_texts, plural
from .box import game
from .rolls import most_and_fewest

# --- Pudding ---

pudding = game.card(
    "pudding",
    Text("Pudding", "Flan"),
    Text(
        "At the end of the game the most puddings score 6 and, from three players on, the fewest, "
        "or none, lose 6. Equal "
        "players all count in full. If all are equal nothing happens; two equal players both score "
        "if they have any.",
        "À la fin de la partie, qui a le plus de flans marque 6 points et, à partir de trois "
        "joueurs, qui en a le moins, ou "
        "aucun, en perd 6. À égalité chacun compte en entier. Si tous en ont autant, rien ; à "
        "deux, les deux marquent s'ils "
        "en ont.",
    ),
    colour="pink",
    values=[Text("+6 / −6", "+6 / −6")],
    copies={"pudding": 15},
    dessert=True,
    course="dessert",
)
PUDDING = pudding.kind
pudding.idea = "race"


@pudding.counts(plural(Text("{n} pudding", "{n} flan"), Text("{n} puddings", "{n} flans")))
def puddings(kept: Tray) -> int:
    return kept[PUDDING]


@pudding.compares
def six_for_most_and_fewest(counted: Counts, players: int, points: Points) -> None:
    most_and_fewest(6, counted, players, points)


# --- Green tea ice cream ---

ice_cream = game.card(
    "green_tea_ice_cream",
    Text("Green tea ice cream", "Glace matcha"),
    Text(
        "At the end of the game each set of four is worth 12 points.",
        "À la fin de la partie, chaque lot de quatre vaut 12 points.",
    ),
    colour="mint",
    values=[Text("4 = 12", "4 = 12")],
    copies={"green_tea_ice_cream": 15},
    dessert=True,
    course="dessert",
)
ICE_CREAM = ice_cream.kind
ice_cream.idea = "lasting_set"


@ice_cream.scores
def fours(kept: Tray) -> int:
    return 12 * (kept[ICE_CREAM] // 4)


@ice_cream.explains
def fours_in_words(kept: Tray) -> Text:
    sets, ices = kept[ICE_CREAM] // 4, ICES.format(n=kept[ICE_CREAM])
    return FOURS.format(n=sets, ices=ices) if sets else NO_FOUR.format(ices=ices)


ICES = plural(Text("{n} ice cream", "{n} glace"), Text("{n} ice creams", "{n} glaces"))
FOURS = plural(
    Text("{ices}: {n} set of four", "{ices} : {n} lot de quatre"),
    Text("{ices}: {n} sets of four", "{ices} : {n} lots de quatre"),
)
NO_FOUR = Text("{ices}: no set of four", "{ices} : aucun lot de quatre")


# --- Fruit ---

fruit = game.card(
    "fruit",
    Text("Fruit", "Fruits"),
    Text(
        "At the end of the game, for watermelon, pineapple and orange each: 0, 1, 2, 3, 4 symbols "
        "are worth -2, 0, 1, 3, 6 "
        "points, five or more 10.",
        "À la fin de la partie, pour la pastèque, l'ananas et l'orange séparément : 0, 1, 2, 3, 4 "
        "symboles valent -2, 0, 1, 3, "
        "6 points, cinq ou plus 10.",
    ),
    colour="peach",
    copies={
        "fruit_ww": 2,
        "fruit_pp": 2,
        "fruit_oo": 2,
        "fruit_wp": 3,
        "fruit_po": 3,
        "fruit_wo": 3,
    },
    values=[Text("−2 0 1 3 6 10", "−2 0 1 3 6 10")],
    names=[
        Text("Two watermelons", "Deux pastèques"),
        Text("Two pineapples", "Deux ananas"),
        Text("Two oranges", "Deux oranges"),
        Text("Watermelon and pineapple", "Pastèque et ananas"),
        Text("Pineapple and orange", "Ananas et orange"),
        Text("Watermelon and orange", "Pastèque et orange"),
    ],
    dessert=True,
    course="dessert",
)
WW, PP, OO, WP, PO, WO = fruit.kinds.values()
fruit.idea = "symbols"
fruit.symbols = {kind: [kind.count(letter, 6) for letter in "wpo"] for kind in fruit.kinds}
BASKETS = (-2, 0, 1, 3, 6, 10)


@compiled
def basket(symbols: int) -> int:
    return BASKETS[min(symbols, 5)]


@fruit.scores
def three_baskets(kept: Tray) -> int:
    watermelons = 2 * kept[WW] + kept[WP] + kept[WO]
    pineapples = 2 * kept[PP] + kept[WP] + kept[PO]
    oranges = 2 * kept[OO] + kept[PO] + kept[WO]
    return basket(watermelons) + basket(pineapples) + basket(oranges)


@fruit.explains
def baskets_in_words(kept: Tray) -> Text:
    symbols = {
        letter: sum(
            int(kept[number]) * kind.count(letter, 6) for kind, number in fruit.kinds.items()
        )
        for letter in "wpo"
    }
    return join_texts(
        FRUIT_COUNTS[letter].format(n=number, points=f"{BASKETS[min(number, 5)]:+d}")
        for letter, number in symbols.items()
    )


FRUIT_COUNTS = {
    "w": plural(
        Text("{n} watermelon {points}", "{n} pastèque {points}"),
        Text("{n} watermelons {points}", "{n} pastèques {points}"),
    ),
    "p": plural(
        Text("{n} pineapple {points}", "{n} ananas {points}"),
        Text("{n} pineapples {points}", "{n} ananas {points}"),
    ),
    "o": plural(
        Text("{n} orange {points}", "{n} orange {points}"),
        Text("{n} oranges {points}", "{n} oranges {points}"),
    ),
}
