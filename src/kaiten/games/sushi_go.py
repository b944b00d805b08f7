"""Sushi Go!, for two to five players.

Three rounds from one deck of 108 cards. Everyone picks a card from the hand, all reveal, the hands
move on to the left, until the hands are gone; then the round is scored and its cards leave the
game, puddings excepted, which wait for the end of the game.

Rulings, where the rulebook leaves something open:
- A place in the maki race needs a symbol: where nobody has any, nobody scores.
- A share drops its remainder, a loss like a gain: four players who share a loss of 6 lose 1 each.
- Players still equal after counting puddings share their rank, the first one included.
- The robot: seat 0 controls it on the first turn, then control changes sides every turn, on across the rounds.
  It is a third player wherever players are compared, and it cannot win. It never uses chopsticks.
"""

from __future__ import annotations

from ..engine.card import Counts, Points, Tray, award, count_tied, highest_below, lowest_count
from ..engine.game import DIRECTION, Game, Option, Options, Value
from ..engine.jit import compiled
from ..engine.operations import add_to_agenda, lay, note_drawn_card, put, random_card, take
from ..engine.picks import GIVE, SECOND, read_slot
from ..engine.state import State
from ..errors import BadPlayers
from ..text import Text, in_context, plain_text, plural_in_context
from . import shared_cards

WITH_ROBOT = 1  # the variant, as the rules know it

game = Game(
    id="sushi-go",
    title=Text("Sushi Go!"),
    rule=Text(
        "Two to five players get ten, nine, eight or seven cards each. On each turn, everyone "
        "picks a card in secret, all reveal together, and the hands pass to the left. When the "
        "hands are empty, the round is scored and its cards leave the game, except puddings, "
        "which you keep. After three rounds, puddings score too. The most points win; in a tie, "
        "the most puddings."
    ),
    summary=Text("The quick original: pick a card, pass the hand, three rounds."),
    faces=("tempura", "salmon_nigiri", "maki_3"),
    version=1,
    edition="fr",
    hand_sizes={2: 10, 3: 9, 4: 8, 5: 7},
    options={
        "direction": DIRECTION,
        "variant": Option(
            Text("Variant"),
            (
                Value(
                    "standard",
                    Text("Standard"),
                    Text("The game as it comes in the box."),
                ),
                Value(
                    "robot",
                    Text("With a robot"),
                    Text("Two players take turns picking for a third, the robot."),
                ),
            ),
        ),
    },
    variants={"variant": {"robot": WITH_ROBOT}},
    lead_scale=3.0,
)

# --- Tempura, sashimi, dumplings ---

tempura = shared_cards.tempura(game, copies=14)
sashimi = shared_cards.sashimi(game, copies=14)
dumpling = shared_cards.dumpling(
    game,
    in_context("Sushi Go!", "Dumpling"),
    in_context(
        "Sushi Go!",
        "1, 3, 6, 10 or 15 points for 1, 2, 3, 4 or 5 dumplings. More than five add nothing.",
    ),
    plural_in_context("Sushi Go!", "{n} dumpling", "{n} dumplings"),
    copies=14,
)

# --- Maki rolls ---

maki = shared_cards.maki(
    game,
    in_context("Sushi Go!", "Maki rolls"),
    Text(
        "6 points for the most maki symbols, 3 for the second most. Tied players split the "
        "points and ignore any remainder; if first place is shared, nobody is second. You need "
        "at least one symbol."
    ),
    copies=(6, 12, 8),
)


@maki.compares
def most_and_second(counted: Counts, players: int, points: Points) -> None:
    most = highest_below(counted, players, 1000)
    if most == 0:
        return
    winners = count_tied(counted, players, most)
    award(6 // winners, counted, players, most, points)
    second = highest_below(counted, players, most)
    if winners == 1 and second > 0:
        award(3 // count_tied(counted, players, second), counted, players, second, points)


# --- Wasabi and nigiri ---

wasabi = shared_cards.wasabi(game, copies=6)
nigiri = shared_cards.nigiri(
    game,
    [
        in_context("Sushi Go!", "Egg nigiri"),
        in_context("Sushi Go!", "Salmon nigiri"),
        in_context("Sushi Go!", "Squid nigiri"),
    ],
    egg=5,
    salmon=10,
    squid=5,
)
WASABI = wasabi.kind
EGG, SALMON, SQUID = nigiri.kinds.values()


@nigiri.lands
def dip(state: State, player: int, kind: int) -> None:
    """A nigiri goes on a wasabi that has none yet."""
    dipped = state.dipped[player]
    if state.trays[player][WASABI] > dipped[EGG] + dipped[SALMON] + dipped[SQUID]:
        dipped[kind] += 1


# --- Chopsticks ---

chopsticks = game.card(
    "chopsticks",
    Text("Chopsticks"),
    Text(
        "Take two cards on a later turn, in the order you like. The chopsticks then go into the "
        "hand that you pass on. Use at most one pair per turn. They score nothing themselves."
    ),
    colour="teal",
    values=[Text("2 at once")],
    copies={"chopsticks": 4},
)
CHOPSTICKS = chopsticks.kind
chopsticks.idea, chopsticks.sayings = "second_card", shared_cards.CHOPSTICKS_SAYINGS


@chopsticks.opens
def second_card(state: State, player: int) -> int:
    return 1 << SECOND if state.trays[player][CHOPSTICKS] > 0 else 0


@chopsticks.picked
def announce(state: State, player: int, choice: int) -> None:
    if read_slot(choice, SECOND) >= 0:
        add_to_agenda(state, player, CHOPSTICKS)


@chopsticks.acts
def back_into_the_hand(state: State, player: int, kind: int) -> None:
    state.trays[player][kind] -= 1
    put(state, player, kind)


# --- Pudding ---

pudding = game.card(
    "pudding",
    in_context("Sushi Go!", "Pudding"),
    Text(
        "At the end of the game, the most puddings score 6 points and the fewest lose 6. With "
        "two players, nobody loses points. Tied players split the points and ignore any "
        "remainder. If everyone is tied, nothing happens."
    ),
    colour="pink",
    values=[plain_text("+6 / −6")],
    copies={"pudding": 10},
    dessert=True,
)
PUDDING = pudding.kind
pudding.idea = "race"


@pudding.counts(plural_in_context("Sushi Go!", "{n} pudding", "{n} puddings"))
def puddings(kept: Tray) -> int:
    return kept[PUDDING]


@pudding.compares
def most_and_fewest(counted: Counts, players: int, points: Points) -> None:
    most, fewest = highest_below(counted, players, 1000), lowest_count(counted, players)
    if most == fewest:
        return
    award(6 // count_tied(counted, players, most), counted, players, most, points)
    if players > 2:
        award(-(6 // count_tied(counted, players, fewest)), counted, players, fewest, points)


# --- The variant for two players and a robot ---

robot = game.rule_on_no_card(
    "robot",
    Text("The robot"),
    Text(
        "Two players and a robot get hands as for three players; the robot's is a face-down "
        "pile. The players take turns controlling the robot: draw the top card of its pile into "
        "your hand, then pick one card for yourself and one for the robot. The robot scores like "
        "a third player but cannot win."
    ),
    variant=WITH_ROBOT,
)
robot.sayings = {"give": Text("And one for the robot")}
ROBOT = 2  # its seat


@game.sets
def invite_the_robot(state: State, options: Options) -> None:
    if options["variant"] == "robot":
        if state.seats != ROBOT:
            raise BadPlayers(
                Text("The robot variant is for two players, not {people}.").format(
                    people=int(state.seats)
                )
            )
        state.players = ROBOT + 1


@compiled
def controls(state: State, player: int) -> bool:
    """Whether the player controls the robot this turn."""
    return (state.turns * (state.round_number - 1) + state.turn - 1) % 2 == player


@robot.begins
def draw_for_the_robot(state: State) -> None:
    for player in range(state.seats):
        if controls(state, player):
            pile = state.hands[ROBOT]
            kind = random_card(state, state.deal_rng, pile, state.sizes[ROBOT])
            take(state, ROBOT, kind)
            put(state, player, kind)
            note_drawn_card(state, player, kind)


@robot.opens
def robots_card(state: State, player: int) -> int:
    return 1 << GIVE if controls(state, player) else 0


@robot.allows
def robot_is_served(state: State, player: int, choice: int) -> bool:
    return (read_slot(choice, GIVE) >= 0) == controls(state, player)


@robot.picked
def serve_the_robot(state: State, player: int, choice: int) -> None:
    if read_slot(choice, GIVE) >= 0:
        lay(state, ROBOT, take(state, player, read_slot(choice, GIVE)))
