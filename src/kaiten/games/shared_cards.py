"""The cards that Sushi Go! and Sushi Go Party! have in common. Each function puts one of them into
a game's box.
"""

from __future__ import annotations

from ..engine.card import Card, Tray
from ..engine.game import Game
from ..text import Plural, Text, plural

TEMPURAS = plural(Text("{n} tempura", "{n} tempura"), Text("{n} tempura", "{n} tempuras"))
PAIRS = plural(
    Text("{tempura}: {n} pair", "{tempura} : {n} paire"),
    Text("{tempura}: {n} pairs", "{tempura} : {n} paires"),
)
UNPAIRED = Text("{tempura}: no pair", "{tempura} : aucune paire")
SASHIMIS = plural(Text("{n} sashimi", "{n} sashimi"), Text("{n} sashimi", "{n} sashimis"))
THREES = plural(
    Text("{sashimi}: {n} set of three", "{sashimi} : {n} trio"),
    Text("{sashimi}: {n} sets of three", "{sashimi} : {n} trios"),
)
NO_THREE = Text("{sashimi}: no set of three", "{sashimi} : aucun trio")
SYMBOLS = plural(Text("{n} symbol", "{n} symbole"), Text("{n} symbols", "{n} symboles"))
SOME_ON_WASABI = Text("{bare}; on wasabi: {dipped}", "{bare}; sur wasabi : {dipped}")
ALL_ON_WASABI = Text("on wasabi: {dipped}", "sur wasabi : {dipped}")

WAITS = Text("next nigiri × 3", "prochain sushi × 3")

CHOPSTICKS_SAYINGS = {
    "tool": Text(
        "Two cards on a later turn, {turns} left for that",
        "Deux cartes à un tour suivant, encore {turns} pour cela",
    ),
    "second": Text("A second one with your chopsticks", "Une deuxième avec vos baguettes"),
    "help": Text(
        "With chopsticks in front of you, you are asked for a second card; "
        "the order counts: wasabi first, then the nigiri that goes on it.",
        "Avec des baguettes devant vous, on vous propose une deuxième carte ; "
        "l'ordre compte : le wasabi d'abord, puis le sushi qui va dessus.",
    ),
}


def tempura(game: Game, copies: int, course: str = "") -> Card:
    tempura = game.card(
        "tempura",
        Text("Tempura", "Tempura"),
        Text(
            "Each pair is worth 5 points. One alone is worth nothing.",
            "Chaque paire vaut 5 points. Un tempura seul ne vaut rien.",
        ),
        colour="purple",
        values=[Text("2 = 5", "2 = 5")],
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
        Text("Sashimi", "Sashimi"),
        Text(
            "Each set of three is worth 10 points. One or two are worth nothing.",
            "Chaque trio vaut 10 points. Un ou deux sashimis ne valent rien.",
        ),
        colour="green",
        values=[Text("3 = 10", "3 = 10")],
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
        values=[Text("1 3 6 10 15", "1 3 6 10 15")],
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


def maki(game: Game, rule: Text, copies: tuple[int, int, int], course: str = "") -> Card:
    """With one, two and three symbols. What the places are worth, each game says."""
    maki = game.card(
        "maki",
        Text("Maki rolls", "Makis"),
        rule,
        colour="red",
        values=[Text("most: 6", "le plus : 6")],
        copies={f"maki_{number}": count for number, count in enumerate(copies, 1)},
        course=course,
        names=[
            Text("Single maki", "Maki simple"),
            Text("Double maki", "Maki double"),
            Text("Triple maki", "Maki triple"),
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
        Text("Wasabi", "Wasabi"),
        Text(
            "The next nigiri that you play must go on it and is worth three times as much. Alone "
            "it is worth nothing.",
            "Le prochain sushi que vous jouez se pose obligatoirement dessus et vaut le triple. "
            "Seul, il ne vaut rien.",
        ),
        colour="yellow",
        values=[Text("nigiri × 3", "sushi × 3")],
        copies={"wasabi": copies},
        course=course,
    )
    wasabi.idea = "multiplier"
    wasabi.sayings = {
        "waits": Text("Waits for a nigiri, {seen}", "Attend un sushi, {seen}"),
        "dipped": Text(
            "{names} dips {card} in wasabi: three times the points.",
            "{names} pose {card} sur le wasabi : les points comptent triple.",
        ),
        "in_vain": Text("No nigiri is left to go on it", "Il ne reste aucun sushi à poser dessus"),
        "no_copy": Text(
            "{name}: {card}: only a copy of a nigiri that lies on no wasabi can go on a free one.",
            "{name} : {card} : seule la copie d'un sushi posé sans wasabi peut aller sur un wasabi "
            "libre.",
        ),
    }

    @wasabi.lacks
    def a_nigiri(tray: Tray, dipped: Tray) -> Text | None:
        return WAITS if tray[wasabi.kind] > sum(dipped) else None

    return wasabi


def nigiri(game: Game, egg: int, salmon: int, squid: int) -> Card:
    nigiri = game.card(
        "nigiri",
        Text("Nigiri", "Sushis"),
        Text(
            "Egg is worth 1 point, salmon 2, squid 3; three times as much on a wasabi.",
            "L'omelette vaut 1 point, le saumon 2, le calamar 3 ; le triple sur un wasabi.",
        ),
        colour="yellow",
        values=[Text("1", "1"), Text("2", "2"), Text("3", "3")],
        copies={"egg_nigiri": egg, "salmon_nigiri": salmon, "squid_nigiri": squid},
        names=[
            Text("Egg nigiri", "Sushi omelette"),
            Text("Salmon nigiri", "Sushi saumon"),
            Text("Squid nigiri", "Sushi calamar"),
        ],
    )
    nigiri.idea = "multiplied"
    nigiri.sayings = {
        "multiplied": Text(
            "Goes on your wasabi: {points} at once ({line})",
            "Va sur votre wasabi : {points} tout de suite ({line})",
        ),
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
