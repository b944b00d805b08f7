"""The specials that do not act by number: soy sauce, tea, wasabi, special order. A menu has two
specials.
"""

from __future__ import annotations

from ...engine.card import MOST, Counts, Points, Tray, highest_below
from ...engine.jit import compiled
from ...engine.operations import (
    ask,
    count_older_cards,
    discard_card,
    is_card,
    lay_again,
    newest_card,
    turn_face_down,
)
from ...engine.picks import COPY, DIPS, KIND, OTHER
from ...engine.state import State
from ...text import Text, plural
from .. import shared_cards
from .box import game
from .rolls import EGG, SALMON, SQUID, nigiri

# --- Soy sauce ---

soy_sauce = game.card(
    "soy_sauce",
    Text("Soy sauce"),
    Text(
        "4 points each if nobody has more different colours than you. This round's desserts count."
    ),
    colour="black",
    values=[Text("colours: 4")],
    copies={"soy_sauce": 3},
    course="specials",
)
SOY_SAUCE = soy_sauce.kind
soy_sauce.idea = "most_colours"
COLOURS = plural("{n} colour", "{n} colours")


@soy_sauce.counts(COLOURS)
def colours(state: State, tray: Tray) -> int:
    """Every dish has its own colour, but nigiri and wasabi share one; a face-down card has none."""
    seen, count = 0, 0
    for kind in state.menu[: state.kind_count]:
        if tray[kind] > 0 and not seen >> state.colour[kind] & 1:
            seen |= 1 << state.colour[kind]
            count += 1
    return count


@soy_sauce.compares
def four_for_the_most_colours(state: State, counted: Counts, players: int, points: Points) -> None:
    most = highest_below(counted, players, 1000)
    for player in range(players):
        if counted[player] == most:
            points[player] = 4 * state.trays[player][SOY_SAUCE]


@soy_sauce.explains
def colours_in_words(state: State, player: int, points: Points) -> Text:
    numbers = soy_sauce.numbers(state)
    own = COLOURS.format(n=numbers[player])
    if points[player]:
        return MOST.format(count=own)
    return Text("{own}: another player has {n}").format(own=own, n=max(numbers))


# --- Tea ---

tea = game.card(
    "tea",
    Text("Tea"),
    Text(
        "Each is worth 1 point per card of your most common colour. This round's desserts and "
        "tea itself count. Nigiri and wasabi are one colour."
    ),
    colour="copper",
    values=[Text("1 per card")],
    copies={"tea": 3},
    course="specials",
)
TEA = tea.kind
tea.idea = "favourite_colour"


@compiled
def largest_colour(state: State, tray: Tray) -> int:
    """How many cards there are of the colour that is there most often."""
    largest = 0
    for kind in state.menu[: state.kind_count]:
        count = 0
        for other in state.menu[: state.kind_count]:
            if state.colour[other] == state.colour[kind]:
                count += tray[other]
        largest = max(largest, count)
    return largest


@tea.scores
def one_for_each_of_a_colour(state: State, tray: Tray) -> int:
    return tray[TEA] * largest_colour(state, tray) if tray[TEA] > 0 else 0


@tea.explains
def tea_in_words(state: State, tray: Tray) -> Text:
    largest = int(largest_colour(state, tray))
    return OF_ONE_COLOUR.format(n=largest, teas=TEAS.format(n=tray[TEA]))


TEAS = plural("{n} tea", "{n} teas")
OF_ONE_COLOUR = plural("{teas}: {n} card of one colour", "{teas}: {n} cards of one colour")


# --- Wasabi ---

wasabi = shared_cards.wasabi(game, copies=3, course="specials")
WASABI = wasabi.kind


@compiled
def free_wasabi(state: State, player: int) -> int:
    dipped = state.dipped[player]
    return state.trays[player][WASABI] - dipped[EGG] - dipped[SALMON] - dipped[SQUID]


@nigiri.lands
def dip(state: State, player: int, kind: int) -> None:
    """A nigiri must go on a free wasabi; a special order that acts as one, only where its owner has
    said so.
    """
    if free_wasabi(state, player) > 0 and newest_card(state, player) & (COPY | DIPS) != COPY:
        state.dipped[player][kind] += 1


# --- Special order ---

special_order = game.card(
    "special_order",
    Text("Special order"),
    Text(
        "Copies a card that you played earlier this round. Choose which one when the order "
        "lands; if there is none, discard the order. If it copies a nigiri that is not on a "
        "wasabi, it may go on a free one. For two to six players."
    ),
    colour="silver",
    values=[Text("a copy")],
    copies={"special_order": 3},
    mimic=True,
    stays=False,
    course="specials",
    players=range(2, 7),
)
SPECIAL_ORDER = special_order.kind
special_order.action = "copy"
copying = game.question(
    "special_order",
    Text("Which card does your special order copy?"),
    told=Text("copies"),
)
copying.telling = Text("{name}: special order as {answer}.")
special_order.sayings = {
    "discarded": Text("{names}: nothing to copy; the special order is discarded.")
}
COPYING = copying.number
copying.idea = "copy"
FACE_DOWN = OTHER  # an answer: a card turned over
ON_WASABI = 64  # an answer: a nigiri on a wasabi
copying.marks = {"face_down": FACE_DOWN, "multiplied": ON_WASABI}
copying.spells(FACE_DOWN, "face_down", Text("A face-down card"))
for name, number in nigiri.kinds.items():
    copying.spells(
        number + ON_WASABI,
        f"{name}@wasabi",
        Text("{card}, on a wasabi").format(card=nigiri.names[name]),
        name,
    )


@compiled
def face_down_cards(state: State, player: int) -> int:
    count = 0
    for kind in state.menu[: state.kind_count]:
        count += state.flipped[player][kind]
    return count


@compiled
def has_older_face_up(state: State, player: int) -> bool:
    """Whether any card of an earlier turn lies face up in front of a player."""
    found = False
    for kind in state.menu[: state.kind_count]:
        found |= count_older_cards(state, player, kind) > 0
    return found


@special_order.lands
def copy_or_leave(state: State, player: int, kind: int) -> None:
    if has_older_face_up(state, player) or face_down_cards(state, player) > 0:
        ask(state, player, COPYING)
    else:
        discard_card(state, player, SPECIAL_ORDER, False)


@copying.allows
def older_cards(state: State, player: int, answer: int) -> bool:
    """A nigiri that is not on a wasabi may be copied onto a free one. (Where there is wasabi, no
    other card lands with this one.)
    """
    kind = answer & KIND
    if answer == FACE_DOWN:
        return face_down_cards(state, player) > 0
    if (
        not is_card(state, kind)
        or answer > kind + ON_WASABI
        or count_older_cards(state, player, kind) == 0
    ):
        return False
    if answer == kind:
        return True
    bare = state.trays[player][kind] - state.dipped[player][kind]
    return EGG <= kind <= SQUID and bare > 0 and free_wasabi(state, player) > 0


@copying.answers
def act_as(state: State, player: int, answer: int) -> None:
    """The special order lands again, as the card that it copies; a copy of a face-down card is face
    down too.
    """
    if answer == FACE_DOWN:
        turn_face_down(state, player, SPECIAL_ORDER, False)
    else:
        state.trays[player][SPECIAL_ORDER] -= 1
        lay_again(state, player, (answer & KIND) | COPY | (DIPS if answer >= ON_WASABI else 0))
