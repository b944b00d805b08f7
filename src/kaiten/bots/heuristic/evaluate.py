"""What a seat thinks of its choices: what they add to its own tray, and what they leave to its
neighbour.
"""

from __future__ import annotations

from math import exp
from typing import Any

from ...engine import draft, rng
from ...engine.card import Rule
from ...engine.dispatch import write_function
from ...engine.jit import always_inline, compiled, entry, never_inline
from ...engine.picks import (
    AS,
    COPY,
    DIPS,
    GIVE,
    KIND,
    NOTHING,
    PICK,
    SECOND,
    TAKE,
    USING,
    WITH,
    read_slot,
)
from ...engine.state import State, blank_record, copy_state, float_array, int_array
from ...games import GAMES
from ...games.sushi_go_party.specials import FACE_DOWN, ON_WASABI
from ...match.view import View
from .action_values import do
from .build_dish_table import cookbook
from .dish_table import LONGEST, Cookbook
from .forecast import Outlook, consider, neighbour
from .marginal import NONE, acts, gain, kind_of, laid

FACE_DOWN_CARD = 2.0  # points
EQUAL = 1e-9  # points: promises that differ by less are the same


# --- What cards promise ---


@never_inline
def adds(book: Cookbook, look: Outlook, state: State, player: int, card: int) -> float:
    """What a card, laid down, adds to what a player may expect; ~card takes one away."""
    if not acts(book, card):
        return gain(book, look, state, player, card)
    kind = card & KIND
    if look.gained[player][kind] == 0:
        look.gains[player][kind] = do(book, look, state, player, book.dish[kind])
        look.gained[player][kind] = 1
    return look.gains[player][kind]


@always_inline
def add(book: Cookbook, look: Outlook, state: State, player: int, one: int, two: int) -> float:
    """What two cards add, laid down in this order, or one; those that have nothing to do with each
    other add up.
    """
    if two == NONE:
        return adds(book, look, state, player, one)
    first, second = book.dish[kind_of(one)], book.dish[kind_of(two)]
    apart = first != second and not book.across[first] and not book.across[second]
    if apart or acts(book, one) or acts(book, two):
        return adds(book, look, state, player, one) + adds(book, look, state, player, two)
    return laid(book, look, state, player, one, two)


# --- The pick ---


@always_inline
def pick(book: Cookbook, look: Outlook, state: State, number: int) -> float:
    """What a pick promises, in points."""
    seat, first, second, given = (
        look.seat,
        read_slot(number, TAKE),
        read_slot(number, SECOND),
        read_slot(number, GIVE),
    )
    onto, tool, spoon = read_slot(number, AS), read_slot(number, WITH), read_slot(number, USING)
    total = -look.envy * left(book, look, state, first, second, given)
    if onto >= 0:
        return total + adds(book, look, state, seat, onto | COPY)
    total += add(book, look, state, seat, first, second if second >= 0 else NONE)
    if second >= 0 or tool >= 0:
        total += adds(book, look, state, seat, ~(tool if tool >= 0 else book.chopsticks))
        if second < 0:
            total += best_second(book, look, state, first)
    if spoon >= 0:
        total += adds(book, look, state, seat, ~spoon) + spoonful(book, look, state)
    if given >= 0 and book.races[book.dish[given]]:
        total -= adds(book, look, state, state.players - 1, given) / 2
    return total


@always_inline
def left(book: Cookbook, look: Outlook, state: State, one: int, two: int, three: int) -> float:
    """What the best card that is left in the hand promises to whoever gets it next, when these were
    taken.
    """
    if look.turns_left == 0:
        return 0.0
    best, found = 0.0, False
    for kind in state.menu[: state.kind_count]:
        if look.hands[look.seat][kind] > (kind == one) + (kind == two) + (kind == three):
            worth = adds(book, look, state, neighbour(look, state), kind)
            if not found or worth > best:
                best, found = worth, True
    return best


@always_inline
def best_second(book: Cookbook, look: Outlook, state: State, first: int) -> float:
    """What chopsticks will add to a pick whose second card is chosen later."""
    best, found = 0.0, False
    for kind in state.menu[: state.kind_count]:
        if look.hands[look.seat][kind] > (kind == first):
            worth = add(book, look, state, look.seat, first, kind)
            if not found or worth > best:
                best, found = worth, True
    return best - adds(book, look, state, look.seat, first)


@always_inline
def spoonful(book: Cookbook, look: Outlook, state: State) -> float:
    """What asking for the best card will bring."""
    best = -1e18
    for kind in state.menu[: state.kind_count]:
        best = max(best, odds(look, state, kind, 1) * adds(book, look, state, look.seat, kind))
    return best


@compiled
def odds(look: Outlook, state: State, first: int, width: int) -> float:
    """The odds that anybody else holds a card of so many kinds from this one on."""
    total = 0.0
    for holder in range(state.seats):
        if holder != look.seat:
            for kind in range(first, first + width):
                cards = look.hands[holder][kind]
                if cards >= 1.0:
                    return 1.0
                total += cards
    return 1.0 - exp(-total)


# --- The other questions ---


@always_inline
def take_second(book: Cookbook, look: Outlook, state: State, answer: int) -> float:
    worth = adds(book, look, state, look.seat, answer)
    return worth - look.envy * left(book, look, state, answer, -1, -1)


@always_inline
def ask_for(book: Cookbook, look: Outlook, state: State, answer: int) -> float:
    """A card that is worth it and that somebody has; of a whole dish one gets the worst."""
    kind = answer & KIND
    width = 1 if answer == kind else book.width[book.dish[kind]]
    worst = 1e18
    for one in range(kind, kind + width):
        worst = min(worst, adds(book, look, state, look.seat, one))
    return odds(look, state, kind, width) * worst


@always_inline
def give(book: Cookbook, look: Outlook, state: State, answer: int) -> float:
    asker = state.context[look.seat]
    fed = adds(book, look, state, asker, answer) + left(book, look, state, answer, -1, -1)
    return -look.envy * fed


@always_inline
def play_drawn(book: Cookbook, look: Outlook, state: State, answer: int) -> float:
    return adds(book, look, state, look.seat, answer)


@always_inline
def copy_card(book: Cookbook, look: Outlook, state: State, answer: int) -> float:
    if answer == FACE_DOWN:
        return FACE_DOWN_CARD
    return adds(
        book, look, state, look.seat, (answer & KIND) | COPY | (DIPS if answer >= ON_WASABI else 0)
    )


@always_inline
def turn_over(book: Cookbook, look: Outlook, state: State, answer: int) -> float:
    return (
        0.0 if answer == NOTHING else FACE_DOWN_CARD + adds(book, look, state, look.seat, ~answer)
    )


ANSWERS = {
    "chopsticks": take_second,
    "spoon": ask_for,
    "give": give,
    "menu": play_drawn,
    "special_order": copy_card,
    "takeout_box": turn_over,
}


def by_question() -> Any:
    """One function for all questions of all games, the pick included."""
    lines = [f"if state.asked[look.seat] == {PICK}: return pick(book, look, state, answer)"]
    for number, game in enumerate(GAMES):
        for question in game.questions:
            asked = f"state.game == {number} and state.asked[look.seat] == {question.number}"
            lines.append(
                f"if {asked}: return {ANSWERS[question.id].__name__}(book, look, state, answer)"
            )
    functions = {function.__name__: function for function in (pick, *ANSWERS.values())}
    return write_function(
        "value_of_answer", "book, look, state, answer", [*lines, "return 0.0"], functions
    )


worth = by_question()

# --- A seat thinks ---


@entry
def weigh(
    book: Cookbook,
    look: Outlook,
    state: State,
    seat: int,
    told: bool,
    found: list[int],
    promised: list[float],
) -> int:
    """What every choice of a seat promises, where the state tells what the seat knows or everything
    is dealt; and how many choices there are.
    """
    consider(look, state, seat, told)
    count = draft.list_legal_choices(state, seat, found)
    for place in range(count):
        promised[place] = worth(book, look, state, found[place])
    return count


@never_inline
def likely_pick(book: Cookbook, look: Outlook, state: State, player: int, found: list[int]) -> int:
    """What promises most to a player in a world where everything is dealt; of equals any."""
    consider(look, state, player, False)
    best, chosen, equals = -1e18, -1, 0
    for place in range(draft.list_legal_choices(state, player, found)):
        promised = worth(book, look, state, found[place])
        if promised > best + EQUAL:
            best, chosen, equals = promised, found[place], 1
        elif promised > best - EQUAL:
            equals += 1
            if rng.below(state.player_rng, equals) == 0:
                chosen = found[place]
    return chosen


@entry
def expect(book: Cookbook, look: Outlook, state: State, player: int, one: int, two: int) -> float:
    """What two cards add, or one, to be asked from outside."""
    return add(book, look, state, player, one, two)


class Thought:
    """What a seat thinks of its choices."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.seat, self.question = view, view.seat, int(view.state.asked[view.seat])
        self.state, self.book = copy_state(view.ground), cookbook(view.game, view.state)
        self.look: Outlook = blank_record(Outlook)
        self.dishes = {number: card for card in view.game.cards for number in card.kinds.values()}
        found, promised = int_array(draft.CHOICES), float_array(draft.CHOICES)
        count = weigh(self.book, self.look, self.state, self.seat, True, found, promised)
        self.worth = [float(points) for points in promised[:count]]  # of every choice, in points
        self.turns_left = int(self.look.turns_left)

    def gain(self, player: int, *cards: int) -> float:
        """What these cards, one or two of them laid down in this order, add to what a player may
        expect.
        """
        one, two = (*cards, NONE)[:2]
        return float(expect(self.book, self.look, self.state, player, one, two))

    def row(self, dish: Rule) -> list[float]:
        """What 0, 1, 2, ... cards of a dish are worth."""
        return [
            float(points) for points in self.book.rows[self.book.dish[dish.first]][: LONGEST + 1]
        ]
