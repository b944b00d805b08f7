"""Two small games that try the kernel: what Sushi Go! does not need, and the other games of the family will.

Trial meal has a spoon (single decisions between simultaneous ones, hands of unequal size for a moment), a special order
(a card acting as another one), a takeout box (cards turned face down) and a menu. Trial buffet has a joker whose category
is chosen with the pick, tokens, a card that is never played, and a reshuffle between rounds.
"""

from __future__ import annotations

from kaiten.card import Counts, Points, Tray, highest, tied
from kaiten.game import Game, Options
from kaiten.jit import compiled
from kaiten.moves import AS, NOTHING, SECOND, TAKE, WITH, ask, call_on, hand, lay, put, slot, take
from kaiten.state import State
from kaiten.words import Words, same

meal = Game(
    id="trial-meal",
    title=same("Trial meal"),
    rule=same("A game for tests."),
    version=1,
    edition="fr",
    hand_sizes=dict.fromkeys(range(2, 9), 5),
    options={"direction": ("left", "alternate")},
    reshuffles=True,
)

rice = meal.card("rice", same("Rice"), same("Worth 1."), "yellow", {"brown_rice": 14, "white_rice": 14})
BROWN, WHITE = rice.kinds.values()


@rice.scores
def each_rice(tray: Tray) -> int:
    return tray[BROWN] + tray[WHITE]


@rice.explains
def rice_in_words(tray: Tray) -> Words:
    return rice.held(tray)


@rice.opens
def second_helping(state: State, player: int) -> int:
    return 1 << SECOND if state.trays[player][BROWN] > 0 else 0


@rice.picked
def announce_the_helping(state: State, player: int, choice: int) -> None:
    if slot(choice, SECOND) >= 0:
        call_on(state, player, BROWN)


@rice.acts
def back_into_the_hand(state: State, player: int, kind: int) -> None:
    """A brown rice goes back; where only special orders act as one, such an order."""
    state.trays[player][BROWN] -= 1
    if state.copied[player][BROWN] > state.trays[player][BROWN]:
        state.copied[player][BROWN] -= 1
        put(state, player, ORDER)
    else:
        put(state, player, BROWN)


@rice.watches
def too_much_white_rice(state: State) -> None:
    """White rice that landed with two others on the same turn is thrown away."""
    landed = 0
    for player in range(state.players):
        for place in range(state.landed[player]):
            landed += state.lane[player][place] == WHITE
    if landed < 3:
        return
    for player in range(state.players):
        for place in range(state.landed[player]):
            if state.lane[player][place] == WHITE:
                throw_white_rice_away(state, player)


@compiled
def throw_white_rice_away(state: State, player: int) -> None:
    if state.copied[player][WHITE] == state.trays[player][WHITE]:
        state.copied[player][WHITE] -= 1
        state.discard[ORDER] += 1
    else:
        state.discard[WHITE] += 1
    state.trays[player][WHITE] -= 1


# --- The spoon: asks for a card by name; the first who holds it, clockwise, gives it and gets the spoon ---

spoon = meal.card("spoon", same("Spoon"), same("Take a card by name."), "teal", {"spoon_1": 5, "spoon_2": 5})
naming = meal.question("name", same("Name a card."), flag=" of any kind")
giving = meal.question("give", same("Which one do you give?"))


@spoon.opens
def spoon_in_front(state: State, player: int) -> int:
    on_tray = state.trays[player][SPOON_1] + state.trays[player][SPOON_2]
    return 1 << WITH if on_tray and state.turn < state.turns else 0


@spoon.allows
def the_spoon_is_a_spoon(state: State, player: int, choice: int) -> bool:
    return slot(choice, WITH) in (-1, SPOON_1, SPOON_2)


@spoon.picked
def announce_the_spoon(state: State, player: int, choice: int) -> None:
    if slot(choice, WITH) >= 0:
        call_on(state, player, slot(choice, WITH))


@spoon.acts
def ask_for_a_name(state: State, player: int, kind: int) -> None:
    state.errand[player] = kind
    ask(state, player, NAMING)


SPOON_1, SPOON_2 = spoon.kinds.values()
NAMING, GIVING = naming.number, giving.number


@naming.allows
def rice_or_spoon(state: State, player: int, answer: int) -> bool:
    return answer in (BROWN, WHITE, BROWN + 64, SPOON_1, SPOON_2)


@naming.answers
def look_round_the_table(state: State, player: int, answer: int) -> None:
    for step in range(1, state.seats):
        giver = (player + step) % state.seats
        cards = hand(state, giver)
        if answer == BROWN + 64 and cards[BROWN] > 0 and cards[WHITE] > 0:
            state.errand[giver] = player
            ask(state, giver, GIVING)
            return
        wanted = answer % 64
        if answer == BROWN + 64 and cards[BROWN] == 0:
            wanted = WHITE
        if cards[wanted] > 0:
            hand_over(state, player, giver, wanted)
            return
    state.trays[player][state.errand[player]] -= 1
    state.discard[state.errand[player]] += 1


@giving.allows
def rice_in_hand(state: State, player: int, answer: int) -> bool:
    return answer in (BROWN, WHITE)


@giving.answers
def give_it(state: State, player: int, answer: int) -> None:
    hand_over(state, state.errand[player], player, answer)


@compiled
def hand_over(state: State, owner: int, giver: int, kind: int) -> None:
    lay(state, owner, take(state, giver, kind))
    state.trays[owner][state.errand[owner]] -= 1
    put(state, giver, state.errand[owner])


# --- The special order: acts as a card of an earlier turn ---

order = meal.card("order", same("Special order"), same("Copies an earlier card."), "pink", {"order": 8})
ORDER = order.kind
copying = meal.question("copy", same("Which card is copied?"))
COPYING = copying.number


@compiled
def earlier(state: State, player: int, kind: int) -> int:
    """Cards of this kind that landed on earlier turns."""
    count = state.trays[player][kind]
    for place in range(state.landed[player]):
        count -= state.lane[player][place] == kind
    return count


@order.lands
def copy_or_leave(state: State, player: int, kind: int) -> None:
    for other in state.menu[: state.variety]:
        if earlier(state, player, other) > 0:
            ask(state, player, COPYING)
            return
    state.trays[player][ORDER] -= 1
    state.discard[ORDER] += 1


@copying.allows
def an_earlier_card(state: State, player: int, answer: int) -> bool:
    return answer < state.variety and earlier(state, player, answer) > 0


@copying.answers
def become(state: State, player: int, answer: int) -> None:
    state.trays[player][ORDER] -= 1
    state.trays[player][answer] += 1
    state.copied[player][answer] += 1
    state.lane[player][state.landed[player] - 1] = answer


# --- The takeout box: turns earlier cards face down, one by one ---

takeout = meal.card("takeout", same("Takeout box"), same("Face-down cards are worth 2."), "red", {"takeout": 6})
TAKEOUT = takeout.kind
turning = meal.question("turn", same("Which card is turned over?"))
TURNING = turning.number


@takeout.lands
def open_the_box(state: State, player: int, kind: int) -> None:
    call_on(state, player, TAKEOUT)


@takeout.acts
def ask_what_to_turn(state: State, player: int, kind: int) -> None:
    ask(state, player, TURNING)


@turning.allows
def an_older_card_or_nothing(state: State, player: int, answer: int) -> bool:
    return answer == NOTHING or (answer < state.variety and earlier(state, player, answer) > 0)


@turning.answers
def turn_over(state: State, player: int, answer: int) -> None:
    if answer == NOTHING:
        state.trays[player][TAKEOUT] -= 1
        state.discard[TAKEOUT] += 1
        return
    state.trays[player][answer] -= 1
    if state.copied[player][answer] > 0:
        state.copied[player][answer] -= 1
        state.flipped[player][ORDER] += 1
    else:
        state.flipped[player][answer] += 1
    ask(state, player, TURNING)


@takeout.scores
def two_each(flipped: Tray) -> int:
    return 2 * sum(flipped)


@takeout.explains
def face_down(flipped: Tray) -> Words:
    return same(f"{sum(flipped)} face down")


@meal.sets
def the_order_copies(state: State, options: Options) -> None:
    state.mimic = ORDER


# --- Trial buffet ---

buffet = Game(
    id="trial-buffet",
    title=same("Trial buffet"),
    rule=same("A game for tests."),
    version=1,
    edition="fr",
    hand_sizes={3: 4, 4: 4, 5: 4},
    options={"direction": ("left", "alternate")},
    unplayed=1,
    reshuffles=True,
)

tuna = buffet.card("tuna", same("Tuna"), same("Most tuna takes a token."), "red", {"tuna": 10})
shrimp = buffet.card("shrimp", same("Shrimp"), same("Counts for variety."), "pink", {"shrimp": 10})
joker = buffet.card("joker", same("Joker"), same("Goes onto a category begun."), "teal", {"joker": 3})
TUNA, SHRIMP, JOKER = tuna.kind, shrimp.kind, joker.kind


@tuna.counts(same("tuna"), same("tuna"))
def pieces(tray: Tray) -> int:
    return tray[TUNA]


@tuna.compares
def a_token_for_the_most(state: State, counted: Counts, players: int, points: Points) -> None:
    most = highest(counted, players, 1000)
    for player in range(players):
        if most > 0 and counted[player] == most and tied(counted, players, most) == 1:
            state.tokens[player][0] += state.round_number
            points[player] = 0


@joker.opens
def onto_something(state: State, player: int) -> int:
    return 1 << AS if state.trays[player][TUNA] + state.trays[player][SHRIMP] > 0 else 0


@joker.allows
def joker_needs_a_category(state: State, player: int, choice: int) -> bool:
    return (slot(choice, TAKE) == JOKER) == (slot(choice, AS) >= 0)


@joker.lands
def join_the_category(state: State, player: int, kind: int) -> None:
    category = slot(state.chosen[player], AS)
    state.trays[player][JOKER] -= 1
    state.trays[player][category] += 1
    state.copied[player][category] += 1


tokens = buffet.printed_nowhere("tokens", same("Tokens"), same("Counted at the end."), final=True)


@tokens.scores
def worth(state: State, player: int) -> int:
    return state.tokens[player][0]


@tokens.explains
def tokens_in_words(state: State, player: int) -> Words:
    return same(f"tokens: {state.tokens[player][0]}")


@buffet.sets
def the_joker_copies(state: State, options: Options) -> None:
    state.mimic = JOKER
