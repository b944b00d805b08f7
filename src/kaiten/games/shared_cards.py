"""The cards that Sushi Go! and Sushi Go Party! have in common. Each function puts one of them into
a game's box.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.card import Card, Tray
from ..engine.game import Game
from ..text import Plural, Text, plain_text, plural

TEMPURAS = plural("{n} tempura", "{n} tempura")
PAIRS = plural("{tempura}: {n} pair", "{tempura}: {n} pairs")
UNPAIRED = Text("{tempura}: no pair")
SASHIMIS = plural("{n} sashimi", "{n} sashimi")
THREES = plural("{sashimi}: {n} set of three", "{sashimi}: {n} sets of three")
NO_THREE = Text("{sashimi}: no set of three")
SYMBOLS = plural("{n} symbol", "{n} symbols")
SOME_ON_WASABI = Text("{bare}; on wasabi: {dipped}")
ALL_ON_WASABI = Text("on wasabi: {dipped}")

WAITS = Text("next nigiri × 3")

CHOPSTICKS_SAYINGS = {
    "tool": Text("Takes two cards on a later turn; {turns} left"),
    "second": Text("A second one with your chopsticks"),
    "help": Text(
        "Your chopsticks let you take a second card. The order matters: wasabi first, then the "
        "nigiri that goes on it."
    ),
}


def tempura(game: Game, copies: int, course: str = "") -> Card:
    tempura = game.card(
        "tempura",
        Text("Tempura"),
        Text("5 points for each pair. One alone is worth nothing."),
        colour="purple",
        values=[plain_text("2 = 5")],
        copies={"tempura": copies},
        course=course,
    )
    tempura.idea = "set"
    TEMPURA = tempura.kind

    @tempura.scores
    def pairs(tray: Tray) -> int:
        return 5 * (tray[TEMPURA] // 2)

    @tempura.explains
    def pairs_in_words(tray: Tray) -> Text:
        sets = tray[TEMPURA] // 2
        cards = TEMPURAS.format(n=tray[TEMPURA])
        return PAIRS.format(n=sets, tempura=cards) if sets else UNPAIRED.format(tempura=cards)

    return tempura


def sashimi(game: Game, copies: int, course: str = "") -> Card:
    sashimi = game.card(
        "sashimi",
        Text("Sashimi"),
        Text("10 points for each set of three. One or two are worth nothing."),
        colour="green",
        values=[plain_text("3 = 10")],
        copies={"sashimi": copies},
        course=course,
    )
    sashimi.idea = "set"
    SASHIMI = sashimi.kind

    @sashimi.scores
    def threes(tray: Tray) -> int:
        return 10 * (tray[SASHIMI] // 3)

    @sashimi.explains
    def threes_in_words(tray: Tray) -> Text:
        sets = tray[SASHIMI] // 3
        cards = SASHIMIS.format(n=tray[SASHIMI])
        return THREES.format(n=sets, sashimi=cards) if sets else NO_THREE.format(sashimi=cards)

    return sashimi


def dumpling(
    game: Game, name: Text, rule: Text, unit: Plural, copies: int, course: str = ""
) -> Card:
    """The two French boxes call it differently."""
    dumpling = game.card(
        "dumpling",
        name,
        rule,
        colour="blue",
        values=[plain_text("1 3 6 10 15")],
        copies={"dumpling": copies},
        course=course,
    )
    dumpling.idea = "set"
    DUMPLING = dumpling.kind

    @dumpling.scores
    def triangle(tray: Tray) -> int:
        dumplings = min(tray[DUMPLING], 5)
        return dumplings * (dumplings + 1) // 2

    @dumpling.explains
    def triangle_in_words(tray: Tray) -> Text:
        return unit.format(n=tray[DUMPLING])

    return dumpling


def maki(
    game: Game, name: Text, rule: Text, copies: tuple[int, int, int], course: str = ""
) -> Card:
    """With one, two and three symbols. What the places are worth, each game says."""
    maki = game.card(
        "maki",
        name,
        rule,
        colour="red",
        values=[Text("most: 6")],
        copies={f"maki_{number}": count for number, count in enumerate(copies, 1)},
        course=course,
        names=[
            Text("Single maki"),
            Text("Double maki"),
            Text("Triple maki"),
        ],
    )
    maki.idea = "race"
    MAKI_1, MAKI_2, MAKI_3 = maki.kinds.values()

    @maki.counts(SYMBOLS, places=2)
    def symbols(tray: Tray) -> int:
        return tray[MAKI_1] + 2 * tray[MAKI_2] + 3 * tray[MAKI_3]

    return maki


def wasabi(game: Game, copies: int, course: str = "") -> Card:
    """How nigiri land on it, each game says."""
    wasabi = game.card(
        "wasabi",
        Text("Wasabi"),
        Text("Triples your next nigiri, which must go on it. Worth nothing on its own."),
        colour="yellow",
        values=[Text("nigiri × 3")],
        copies={"wasabi": copies},
        course=course,
    )
    wasabi.idea = "multiplier"
    wasabi.sayings = {
        "waits": Text("Waits for a nigiri; {seen}"),
        "dipped": Text("{names}: triple points, {card} on wasabi."),
        "in_vain": Text("No nigiri is left to put on it"),
        "no_copy": Text(
            "{name}: {card}: only a copied nigiri can go on a free wasabi, and only if the "
            "original is not on one."
        ),
    }

    @wasabi.lacks
    def a_nigiri(tray: Tray, dipped: Tray) -> Text | None:
        return WAITS if tray[wasabi.kind] > sum(dipped) else None

    return wasabi


def nigiri(game: Game, names: Sequence[Text], egg: int, salmon: int, squid: int) -> Card:
    """The two French boxes call the three kinds differently."""
    nigiri = game.card(
        "nigiri",
        Text("Nigiri"),
        Text("Egg 1 point, salmon 2, squid 3. On a wasabi, three times that."),
        colour="yellow",
        values=[plain_text("1"), plain_text("2"), plain_text("3")],
        copies={"egg_nigiri": egg, "salmon_nigiri": salmon, "squid_nigiri": squid},
        names=names,
    )
    nigiri.idea = "multiplied"
    nigiri.sayings = {
        "multiplied": Text("Goes on the wasabi: {points} at once ({line})"),
    }
    EGG, SALMON, SQUID = nigiri.kinds.values()

    @nigiri.scores
    def triple_on_wasabi(tray: Tray, dipped: Tray) -> int:
        bonus = dipped[EGG] + 2 * dipped[SALMON] + 3 * dipped[SQUID]
        return tray[EGG] + 2 * tray[SALMON] + 3 * tray[SQUID] + 2 * bonus

    @nigiri.explains
    def nigiri_in_words(tray: Tray, dipped: Tray) -> Text:
        bare = [int(tray[kind]) - int(dipped[kind]) for kind in range(len(tray))]
        if not sum(dipped):
            return nigiri.describe_cards(bare)
        words = (
            SOME_ON_WASABI if any(bare[kind] for kind in (EGG, SALMON, SQUID)) else ALL_ON_WASABI
        )
        return words.format(bare=nigiri.describe_cards(bare), dipped=nigiri.describe_cards(dipped))

    return nigiri
