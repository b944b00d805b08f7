"""The desserts, of which a menu has one. They are kept to the end of the game."""

from __future__ import annotations

from ...engine.card import Counts, Points, Tray
from ...engine.jit import compiled
from ...text import Text, in_context, join_texts, plain_text, plural, plural_in_context
from .box import game
from .rolls import most_and_fewest

# --- Pudding ---

pudding = game.card(
    "pudding",
    in_context("Sushi Go Party!", "Pudding"),
    Text(
        "At the end of the game, the most puddings score 6 points; the fewest (or none) lose 6. "
        "With two players, nobody loses points. Tied players each gain or lose in full. If "
        "everyone is tied, nothing happens; two tied players both score if they have any."
    ),
    colour="pink",
    values=[plain_text("+6 / −6")],
    copies={"pudding": 15},
    dessert=True,
    course="dessert",
)
PUDDING = pudding.kind
pudding.idea = "race"


@pudding.counts(plural_in_context("Sushi Go Party!", "{n} pudding", "{n} puddings"))
def puddings(kept: Tray) -> int:
    return kept[PUDDING]


@pudding.compares
def six_for_most_and_fewest(counted: Counts, players: int, points: Points) -> None:
    most_and_fewest(6, counted, players, points)


# --- Green tea ice cream ---

ice_cream = game.card(
    "green_tea_ice_cream",
    Text("Green tea ice cream"),
    Text("At the end of the game, 12 points for each set of four."),
    colour="mint",
    values=[plain_text("4 = 12")],
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


ICES = plural("{n} ice cream", "{n} ice creams")
FOURS = plural("{ices}: {n} set of four", "{ices}: {n} sets of four")
NO_FOUR = Text("{ices}: no set of four")


# --- Fruit ---

fruit = game.card(
    "fruit",
    Text("Fruit"),
    Text(
        "At the end of the game, each kind of fruit scores on its own: −2, 0, 1, 3, 6 or 10 "
        "points for 0, 1, 2, 3, 4 or at least 5 symbols. The kinds are watermelon, pineapple and "
        "orange."
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
    values=[plain_text("−2 0 1 3 6 10")],
    names=[
        Text("Two watermelons"),
        Text("Two pineapples"),
        Text("Two oranges"),
        Text("Watermelon and pineapple"),
        Text("Pineapple and orange"),
        Text("Watermelon and orange"),
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
    "w": plural("{n} watermelon {points}", "{n} watermelons {points}"),
    "p": plural("{n} pineapple {points}", "{n} pineapples {points}"),
    "o": plural("{n} orange {points}", "{n} oranges {points}"),
}
