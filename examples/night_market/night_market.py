"""Night Market, for two to five players: a game for Kaiten in a package of its own.

Three rounds on a street of food stalls. Everyone picks a dish, all reveal, the hands move on. The
lanterns light up the stall next to yours, the grill burns what you leave on it, and a stray cat
eats from your counter. All cards are shuffled for each round.
"""

from pathlib import Path

from kaiten.engine.card import Counts, Points, Tray, award, highest_below
from kaiten.engine.game import DIRECTION, Game
from kaiten.engine.operations import ask, discard_card, is_card
from kaiten.engine.state import State
from kaiten.text import MessageCatalogue

# English stands here; `night_market_locale` has the other languages.
catalogue = MessageCatalogue("night_market", Path(__file__).with_name("night_market_locale"))
Text, plural = catalogue.text, catalogue.plural

game = Game(
    id="night-market",
    title=Text("Night Market"),
    summary=Text("A street of food stalls: mind the grill, the lanterns and the cat."),
    rule=Text(
        "Two to five players are dealt eight or seven cards each. Everyone picks a card in "
        "secret, all reveal together, and the hands pass to the left, until they are empty: that "
        "is a round. It is scored, and all cards are shuffled for the next one. After three "
        "rounds, the most points win."
    ),
    version=1,
    hand_sizes={2: 8, 3: 8, 4: 7, 5: 7},
    reshuffles=True,
    options={"direction": DIRECTION},
)

# --- Skewers: points for their owner, from what lies on the tray ---

skewer = game.card(
    "skewer",
    Text("Skewer"),
    Text(
        "One, two or three skewers are worth 2, 5 or 9 points. With a fourth on the grill they "
        "all burn: no points."
    ),
    copies={"skewer": 13},
)
SKEWER = skewer.kind
SKEWERS = plural("{n} skewer", "{n} skewers")
BURNT_SKEWERS = Text("{n} skewers: all burnt")


@skewer.scores
def burnt_after_three(tray: Tray) -> int:
    skewers = tray[SKEWER]
    return skewers * (skewers + 3) // 2 if skewers < 4 else 0


@skewer.explains
def skewers_in_words(tray: Tray) -> Text:
    return (SKEWERS if tray[SKEWER] < 4 else BURNT_SKEWERS).format(n=tray[SKEWER])


# --- Noodles: one dish in two kinds ---

noodles = game.card(
    "noodles",
    Text("Noodles"),
    Text("A hot and a cold bowl together are worth 6 points. A bowl without the other is worth 1."),
    copies={"hot_noodles": 8, "cold_noodles": 6},
    names=[Text("Hot noodles"), Text("Cold noodles")],
)
HOT, COLD = noodles.kinds.values()


@noodles.scores
def hot_with_cold(tray: Tray) -> int:
    pairs = min(tray[HOT], tray[COLD])
    return tray[HOT] + tray[COLD] + 4 * pairs


# --- Buns: a number that players compare ---

bun = game.card(
    "bun",
    Text("Steamed bun"),
    Text("The most buns are worth 7 points, the second most 3. Tied players each score in full."),
    copies={"bun": 12},
)
BUN = bun.kind
BUNS = plural("{n} bun", "{n} buns")


@bun.counts(BUNS, places=2)
def buns(tray: Tray) -> int:
    return tray[BUN]


@bun.compares
def most_and_second(counted: Counts, players: int, points: Points) -> None:
    place = 1000
    for prize in (7, 3):
        place = highest_below(counted, players, place)
        if place > 0:
            award(prize, counted, players, place, points)


# --- Lanterns: a new kind of rule, points from what lies in front of another player ---

lantern = game.card(
    "lantern",
    Text("Lantern"),
    Text("Worth 1 point for every dish of which the player on your left has exactly one."),
    copies={"lantern": 10},
)
LANTERN = lantern.kind
LANTERNS = plural("{n} lantern", "{n} lanterns")
SINGLE_DISHES = plural(
    "{lanterns}: {n} single dish on the left", "{lanterns}: {n} single dishes on the left"
)


@lantern.scores
def single_dishes_on_the_left(state: State, player: int, tray: Tray) -> int:
    neighbour = state.trays[(player + 1) % state.players]
    singles = 0
    for kind in state.menu[: state.kind_count]:
        singles += neighbour[kind] == 1
    return tray[LANTERN] * singles


@lantern.explains
def lanterns_in_words(state: State, player: int, tray: Tray) -> Text:
    singles = sum(cards == 1 for cards in state.trays[(player + 1) % state.players])
    return SINGLE_DISHES.format(n=singles, lanterns=LANTERNS.format(n=tray[LANTERN]))


# --- The cat: a question between two picks ---

cat = game.card(
    "cat",
    Text("Stray cat"),
    Text("It eats one of your other dishes, and you choose which one. Worth 2 points."),
    copies={"cat": 7},
)
CAT = cat.kind
feeding = game.question("cat", Text("What do you feed the cat?"), told=Text("eats"))
FEEDING = feeding.number


@cat.scores
def purrs(tray: Tray) -> int:
    return 2 * tray[CAT]


@cat.lands
def looks_round_the_counter(state: State, player: int, kind: int) -> None:
    for other in state.menu[: state.kind_count]:
        if other != CAT and state.trays[player][other] > 0:
            ask(state, player, FEEDING)
            return


@feeding.allows
def dish_on_the_counter(state: State, player: int, answer: int) -> bool:
    return is_card(state, answer) and answer != CAT and state.trays[player][answer] > 0


@feeding.answers
def eat(state: State, player: int, answer: int) -> None:
    discard_card(state, player, answer, False)
