"""The specials with numbers, which order what they do on a turn: chopsticks 1-3, spoon 4-6, menu
7-9, takeout box 10-12.
"""

from __future__ import annotations

from ...engine.card import Card, SpelledAnswers, Tray
from ...engine.jit import compiled
from ...engine.operations import (
    add_to_agenda,
    ask,
    count_older_cards,
    deny,
    discard_card,
    draw_card,
    give,
    hand_count,
    hand_of,
    is_card,
    lay,
    note_drawn_card,
    play_card,
    put,
    remove_from_tray,
    return_to_deck,
    take_from_deck,
    turn_face_down,
)
from ...engine.picks import (  # fmt: skip
    KIND,
    NOTHING,
    SECOND,
    USING,
    WITH,
    fill_slot,
    is_copy,
    read_slot,
)
from ...engine.state import State
from ...text import NO_TEXT, Text, plural
from .. import shared_cards
from .box import ENGLISH, FRENCH, game
from .rolls import EGG, SQUID, nigiri
from .specials import ON_WASABI, WASABI, free_wasabi, has_older_face_up, special_order, wasabi

# --- Chopsticks ---

chopsticks = game.card(
    "chopsticks",
    Text("Chopsticks"),
    Text(
        "Take two cards on a later turn, in the order you like. Choose both before anyone "
        "reveals. The chopsticks then go into the hand that you pass on. Use at most one pair "
        "per turn, and never with only one card in hand."
    ),
    colour="teal",
    values=[Text("2 at once")],
    copies={"chopsticks_1": 1, "chopsticks_2": 1, "chopsticks_3": 1},
    names=[Text("Chopsticks {n}").format(n=n) for n in (1, 2, 3)],
    serves=1 << WITH,
    course="specials",
)
CHOPSTICKS_1, CHOPSTICKS_2, CHOPSTICKS_3 = chopsticks.kinds.values()
chopsticks.idea = "second_card"
chopsticks.sayings = {
    **shared_cards.CHOPSTICKS_SAYINGS,
    "with": Text("Announce chopsticks"),
}


@compiled
def may_use_chopsticks(state: State, player: int) -> bool:
    tray = state.trays[player]
    return (
        tray[CHOPSTICKS_1] + tray[CHOPSTICKS_2] + tray[CHOPSTICKS_3] > 0
        and hand_count(state, player) > 1
    )


@chopsticks.picked
def announce_chopsticks(state: State, player: int, choice: int) -> None:
    if read_slot(choice, WITH) >= 0:
        add_to_agenda(state, player, read_slot(choice, WITH))


@compiled
def chopsticks_back(state: State, player: int, kind: int) -> None:
    """Into the hand; a special order that acted as chopsticks is a special order there."""
    put(state, player, remove_from_tray(state, player, kind, is_copy(state.chosen[player], WITH)))


french_chopsticks = chopsticks.as_in(FRENCH)


@french_chopsticks.opens
def a_second_card_and_which_pair(state: State, player: int) -> int:
    return 1 << SECOND | 1 << WITH if may_use_chopsticks(state, player) else 0


@french_chopsticks.allows
def second_card_needs_chopsticks(state: State, player: int, choice: int) -> bool:
    return (read_slot(choice, SECOND) >= 0) == (read_slot(choice, WITH) >= 0)


@french_chopsticks.acts
def french_chopsticks_back(state: State, player: int, kind: int) -> None:
    chopsticks_back(state, player, kind)


english_chopsticks = chopsticks.as_in(
    ENGLISH,
    Text(
        "Announce them on a later turn to take a second card. Choose it after everyone has "
        "revealed, in the order of their numbers. The chopsticks then go into the hand that you "
        "pass on. Use at most one pair per turn, and never with only one card in hand."
    ),
)
second_card = game.question(
    "chopsticks",
    Text("Your second card, with your chopsticks."),
    told=Text("second card"),
    plays=True,
)
second_card.telling = Text("{name}: {answer} too, with chopsticks.")
SECOND_CARD = second_card.number
second_card.idea = "second_card"


@english_chopsticks.opens
def which_pair(state: State, player: int) -> int:
    return 1 << WITH if may_use_chopsticks(state, player) else 0


@english_chopsticks.acts
def ask_for_the_second_card(state: State, player: int, kind: int) -> None:
    """They act twice: to ask for the card, and to go back when it has landed."""
    if read_slot(state.chosen[player], SECOND) < 0:
        ask(state, player, SECOND_CARD)
    else:
        chopsticks_back(state, player, kind)


@second_card.allows
def card_in_hand(state: State, player: int, answer: int) -> bool:
    return is_card(state, answer) and hand_of(state, player)[answer] > 0


@second_card.answers
def take_the_second_card(state: State, player: int, answer: int) -> None:
    state.chosen[player] += fill_slot(SECOND, answer)
    play_card(state, player, answer)
    add_to_agenda(state, player, read_slot(state.chosen[player], WITH))


# --- Spoon ---

spoon = game.card(
    "spoon",
    Text("Spoon"),
    Text(
        "Use it on a later turn (not the last) to ask for a card. After everyone has revealed, "
        "name a dish or one exact card. The first player to your left who holds one gives it to "
        "you and takes the spoon into their hand. If nobody holds one, discard the spoon. For "
        "three players or more."
    ),
    colour="navy",
    values=[Text("ask for it")],
    copies={"spoon_4": 1, "spoon_5": 1, "spoon_6": 1},
    names=[Text("Spoon {n}").format(n=n) for n in (4, 5, 6)],
    serves=1 << USING,
    course="specials",
    players=range(3, 9),
)
SPOON_4, SPOON_5, SPOON_6 = spoon.kinds.values()
spoon.idea, spoon.fetches = "tool", True
spoon.sayings = {
    "tool": Text("Asks for another player's card on a later turn"),
    "using": Text("Announce a spoon"),
    "gift": Text("(the spoon in return)"),
    "unmet": Text("Nobody has one."),
    "discarded": Text("Nobody has what {names} asked for. The spoon is discarded."),
}
naming = game.question(
    "spoon",
    Text("What will you ask for?"),
    told=Text("asks for"),
)
giving = game.question("give", Text("Which one will you give?"), least=2)
NAMING, GIVING = naming.number, giving.number
naming.idea, giving.idea = "request", "gift"
naming.telling = Text("{name} (spoon): {answer}, please.")
giving.telling = NO_TEXT  # what is given is told
ANY = 64  # an answer that names a whole dish


@spoon.opens
def which_spoon(state: State, player: int) -> int:
    tray = state.trays[player]
    in_front = tray[SPOON_4] + tray[SPOON_5] + tray[SPOON_6] > 0
    return 1 << USING if in_front and state.turn < state.turns else 0


@spoon.picked
def announce_the_spoon(state: State, player: int, choice: int) -> None:
    if read_slot(choice, USING) >= 0:
        add_to_agenda(state, player, read_slot(choice, USING))


@spoon.acts
def ask_or_hand_over(state: State, player: int, kind: int) -> None:
    """It acts twice: to ask for a card, and to go to the giver when that card has landed."""
    if state.context[player] == 0:
        ask(state, player, NAMING)
    else:
        put(
            state,
            state.context[player] - 1,
            remove_from_tray(state, player, kind, is_copy(state.chosen[player], USING)),
        )
        state.context[player] = 0


@compiled
def is_numbered(kind: int) -> bool:
    return CHOPSTICKS_1 <= kind <= BOX_12


@naming.allows
def dish_or_card_on_the_menu(state: State, player: int, answer: int) -> bool:
    """A dish of one kind goes by its kind; of the others the whole dish may be named, or a kind
    that is not numbered.
    """
    kind = answer & KIND
    if not is_card(state, kind) or state.stock[kind] == 0:
        return False
    if answer == kind:
        return state.variations[kind] == 1 or not is_numbered(kind)
    return answer == kind + ANY and kind == state.dish[kind] and state.variations[kind] > 1


@naming.answers
def look_round_the_table(state: State, player: int, answer: int) -> None:
    """The first on the left who has it gives it: of several kinds one of their choice, but the
    lowest number.
    """
    first = answer & KIND
    last = first + state.variations[first] - 1 if answer >= ANY else first
    for step in range(1, state.seats):
        giver = (player + step) % state.seats
        lowest = lowest_held(state, giver, first, last)
        if lowest_held(state, giver, lowest + 1, last) <= last and not is_numbered(first):
            state.context[giver] = player
            ask(state, giver, GIVING)
            return
        for kind in range(first, last + 1):
            if kind < lowest or (kind > lowest and not is_numbered(first)):
                deny(state, giver, kind)
        if lowest <= last:
            give_for_the_spoon(state, giver, player, lowest)
            return
    discard_card(
        state, player, read_slot(state.chosen[player], USING), is_copy(state.chosen[player], USING)
    )


@compiled
def lowest_held(state: State, player: int, first: int, last: int) -> int:
    """The first kind of a row of kinds that a player holds, or the one after the last where there
    is none.
    """
    kind = first
    while kind <= last and hand_of(state, player)[kind] == 0:
        kind += 1
    return kind


@compiled
def give_for_the_spoon(state: State, giver: int, owner: int, kind: int) -> None:
    give(state, giver, owner, kind)
    state.context[owner] = giver + 1
    add_to_agenda(state, owner, read_slot(state.chosen[owner], USING))


@giving.allows
def held_and_asked_for(state: State, player: int, answer: int) -> bool:
    if not is_card(state, answer) or hand_of(state, player)[answer] == 0:
        return False
    return state.dish[answer] == state.last_answers[state.context[player]] & KIND


@giving.answers
def give_it(state: State, player: int, answer: int) -> None:
    owner = state.context[player]
    state.context[player] = 0
    give_for_the_spoon(state, player, owner, answer)


# --- Menu ---

menu = game.card(
    "menu",
    Text("Menu"),
    Text(
        "Draw four cards from the deck and play one that is not a menu. Shuffle the others back "
        "and discard the menu. For two to six players."
    ),
    colour="white",
    values=[Text("1 of 4")],
    copies={"menu_7": 1, "menu_8": 1, "menu_9": 1},
    names=[Text("Menu {n}").format(n=n) for n in (7, 8, 9)],
    stays=False,
    course="specials",
    players=range(2, 7),
)
MENU_7, _, MENU_9 = menu.kinds.values()
menu.action, menu.fetches = "draw", True
menu.sayings = {"discarded": NO_TEXT}  # as it is meant to be
ordering = game.question(
    "menu",
    Text("Which of these cards will you play?"),
    told=Text("plays"),
)
ordering.telling = Text("{name}: {answer} from the menu.")
ORDERING = ordering.number
ordering.idea = "drawn_card"


@menu.lands
def open_the_menu(state: State, player: int, kind: int) -> None:
    add_to_agenda(state, player, kind)


@menu.acts
def draw_four(state: State, player: int, kind: int) -> None:
    """The owner looks at four cards of the deck; they stay there, for three of them are shuffled
    back anyway.
    """
    for _ in range(4):
        note_drawn_card(state, player, draw_card(state))
    for place in range(state.draws[player] - 4, state.draws[player]):
        return_to_deck(state, state.drawn[player][place])
    state.context[player] = kind
    ask(state, player, ORDERING)


@ordering.allows
def drawn_and_no_menu(state: State, player: int, answer: int) -> bool:
    found = False
    for place in range(state.draws[player] - 4, state.draws[player]):
        found |= state.drawn[player][place] == answer
    return found and not MENU_7 <= answer <= MENU_9


@ordering.answers
def play_what_was_drawn(state: State, player: int, answer: int) -> None:
    discard_card(state, player, state.context[player], False)
    state.context[player] = 0
    lay(state, player, take_from_deck(state, answer))


# --- Takeout box ---

takeout_box = game.card(
    "takeout_box",
    Text("Takeout box"),
    Text(
        "Turn cards that you played earlier this round face down: 2 points each. Turn as many as "
        "you like, one by one. A face-down card no longer counts as anything else. Then discard "
        "the box."
    ),
    colour="grey",
    values=[Text("face down: 2")],
    copies={"takeout_box_10": 1, "takeout_box_11": 1, "takeout_box_12": 1},
    names=[Text("Takeout box {n}").format(n=n) for n in (10, 11, 12)],
    stays=False,
    turns=True,
    course="specials",
)
_, _, BOX_12 = takeout_box.kinds.values()
takeout_box.action = "turn_over"
takeout_box.sayings = {"discarded": NO_TEXT}  # as it is meant to be
turning = game.question(
    "takeout_box",
    Text("Turn cards face down?"),
    told=Text("turns face down"),
)
turning.telling = Text("{name}: {answer} face down.")
TURNING = turning.number
turning.idea = "turn_over"
COPIED = 64  # an answer: a dessert that is really a special order
UNDER = 128  # an answer: the wasabi under a nigiri
turning.marks = {"under": UNDER}


@takeout_box.lands
def open_the_box(state: State, player: int, kind: int) -> None:
    add_to_agenda(state, player, kind)


@takeout_box.acts
def ask_what_to_turn(state: State, player: int, kind: int) -> None:
    """Ask until the owner stops or nothing of an earlier turn is left; then the box is discarded."""
    if has_older_face_up(state, player):
        state.context[player] = kind
        ask(state, player, TURNING)
    else:
        discard_card(state, player, kind, False)


@turning.allows
def can_be_turned(state: State, player: int, answer: int) -> bool:
    """Cards of earlier turns. (Where there is wasabi or a special order, no other card lands
    together with the box.)
    """
    kind, marks = answer & KIND, answer & ~KIND
    if kind == NOTHING:
        return marks == 0
    if not is_card(state, kind) or count_older_cards(state, player, kind) == 0:
        return False
    if EGG <= kind <= SQUID:
        dipped = state.dipped[player][kind]
        return (
            count_older_cards(state, player, kind) > dipped
            if marks == 0
            else dipped > 0 and marks <= UNDER
        )
    if state.dessert[kind]:
        copies = state.copied[player][kind]
        return (
            count_older_cards(state, player, kind) > copies
            if marks == 0
            else copies > 0 and marks == COPIED
        )
    return marks == 0 and (kind != WASABI or free_wasabi(state, player) > 0)


@turning.answers
def turn_it_over(state: State, player: int, answer: int) -> None:
    """Turning a nigiri frees its wasabi; turning a wasabi leaves its nigiri at face value."""
    kind, marks, box = answer & KIND, answer & ~KIND, state.context[player]
    state.context[player] = 0
    if kind == NOTHING:
        discard_card(state, player, box, False)
        return
    if EGG <= kind <= SQUID and marks > 0:
        state.dipped[player][kind] -= 1
    if marks == UNDER:
        kind = WASABI
    turn_face_down(state, player, kind, is_turned_as_copy(state, player, kind, marks))
    add_to_agenda(state, player, box)


@compiled
def is_turned_as_copy(state: State, player: int, kind: int, marks: int) -> bool:
    """Desserts: as was said, since a special order goes another way later. Of other cards, the real
    ones first.
    """
    if state.dessert[kind]:
        return marks == COPIED
    return state.copied[player][kind] == state.trays[player][kind]


@takeout_box.scores
def two_each(flipped: Tray) -> int:
    return 2 * sum(flipped)


@takeout_box.explains
def face_down_in_words(flipped: Tray) -> Text:
    return FACE_DOWN_CARDS.format(n=int(sum(flipped)))


FACE_DOWN_CARDS = plural("{n} card face down", "{n} cards face down")


# --- How the answers are written ---


@naming.spells_cards
def spell_whole_dish(card: Card) -> SpelledAnswers:
    if len(card.kinds) == 1:
        return {}
    words = Text("Any {card}").format(card=card.name)
    return {min(card.kinds.values()) + ANY: (card.id, words, card.id)}


@turning.spells_cards
def spell_copied_desserts(card: Card) -> SpelledAnswers:
    words = Text("{card} ({order})")
    return {
        number + COPIED: (
            f"{special_order.id}>{name}",
            words.format(card=card.names[name], order=special_order.name),
            name,
        )
        for name, number in card.kinds.items()
        if card.dessert
    }


for name, number in nigiri.kinds.items():
    words = Text("{card} on wasabi").format(card=nigiri.names[name])
    turning.spells(number + ON_WASABI, f"{name}@{wasabi.id}", words, name)
    words = Text("The wasabi under {card}").format(card=nigiri.names[name])
    turning.spells(number + UNDER, f"{wasabi.id}<{name}", words, wasabi.id)
