"""What a seat may expect of the hands that travel, and where it writes down what it has worked out."""

from __future__ import annotations

from typing import Annotated

from ...engine.jit import compiled, never_inline
from ...engine.state import CARDS, KINDS, PLAYERS, ROUNDS, State
from .dish_table import FRUITS, ROW, Cookbook

HUNGER = 3  # how many times as fast as others a card is gone that is worth waiting for
TURNS = 16  # room for the turns of a round
# rows for each player: one a dish, and another one for each further fruit
NOTES = CARDS + FRUITS - 1


class Outlook:
    """One seat's thoughts about one choice."""

    seat: int
    onward: int  # from a seat to the one that gets its hand next: 1 or -1
    turns_left: int  # of this round, after this turn
    turns_later: int  # of the rounds to come
    envy: float  # what a point of somebody else costs
    # cards in the deck and in hands that the seat has not seen
    unseen: Annotated[list[float], KINDS]
    # by holder: cards that are there, or likely to be
    hands: Annotated[list[list[float]], PLAYERS, KINDS]
    sizes: Annotated[list[int], PLAYERS]  # by holder: cards in hand
    # by holder: cards of the kinds that are thought of just now
    copies: Annotated[list[float], PLAYERS]
    # the odds of every turn to come to get something
    offers: Annotated[list[list[float]], FRUITS, TURNS]
    # what 0, 1, 2, ... of something promise somebody
    ripe: Annotated[list[list[float]], PLAYERS * NOTES, ROW]
    # 0 for rows of these that have not been worked out
    ripened: Annotated[list[int], PLAYERS * NOTES]
    # by dish and holder: what any card counts, and its square
    luck: Annotated[list[list[float]], CARDS, 2 * PLAYERS]
    tried: Annotated[list[int], CARDS]  # 0 for rows of these that have not been worked out
    # how far ahead others will be, and the variance
    rivals: Annotated[list[list[float]], PLAYERS * CARDS, 2 * PLAYERS]
    met: Annotated[list[int], PLAYERS * CARDS]  # 0 for rows of these that have not been worked out
    behind: Annotated[list[float], PLAYERS + 1]  # the odds that so many are ahead
    numbers: Annotated[list[float], PLAYERS]  # what is compared just now
    colours: Annotated[list[int], KINDS]  # cards of each colour in front of somebody
    sorted: Annotated[list[int], KINDS]  # kinds, what is worth least first
    # what a card adds to what somebody may expect
    gains: Annotated[list[list[float]], PLAYERS, KINDS]
    gained: Annotated[list[list[int]], PLAYERS, KINDS]  # 0 for those that have not been worked out


@never_inline
def consider(look: Outlook, state: State, seat: int, told: bool) -> None:
    """Begin to think for a seat. What it does not know is told by the state itself, where cards are
    missing from the hands; or everything is dealt, and the seat knows the hands that it has held.
    """
    look.seat, look.onward = seat, -1 if state.alternate and state.round_number % 2 == 0 else 1
    look.turns_left, look.turns_later = (
        state.turns - state.turn,
        (ROUNDS - state.round_number) * state.turns,
    )
    look.envy = 1.0 / (state.seats - 1)
    forget(look, state)
    for kind in state.menu[: state.kind_count]:
        look.unseen[kind] = 0.0
    hidden = 0
    for holder in range(state.seats):
        hidden += recall(
            look, state, holder, told or (holder - seat) * look.onward % state.seats < state.turn
        )
    look_for(look, state, told)
    if hidden > 0:
        for holder in range(state.seats):
            suppose(look, state, holder)


@compiled
def forget(look: Outlook, state: State) -> None:
    """Nothing has been worked out yet."""
    for row in range(PLAYERS * NOTES):
        look.ripened[row] = 0
    for row in range(PLAYERS * CARDS):
        look.met[row] = 0
    for dish in range(CARDS):
        look.tried[dish] = 0
    for player in range(state.players):
        for kind in state.menu[: state.kind_count]:
            look.gained[player][kind] = 0


@compiled
def recall(look: Outlook, state: State, holder: int, known: bool) -> int:
    """Write down the cards of a hand, or that they are unseen; and say how many are hidden in it."""
    hand = state.holding[holder]
    look.sizes[holder] = hidden = state.sizes[hand]
    for kind in state.menu[: state.kind_count]:
        cards = state.hands[hand][kind]
        look.hands[holder][kind] = cards if known else 0.0
        if known:
            hidden -= cards
        else:
            look.unseen[kind] += cards
    return hidden


@compiled
def look_for(look: Outlook, state: State, told: bool) -> None:
    """Count the cards that the seat has not seen; desserts that wait beside the deck are among
    them, but in no hand.
    """
    for place in range(state.deck_size):
        look.unseen[state.deck[place]] += 1.0
    for pile in range(state.seats, state.players):  # the robot's
        for kind in state.menu[: state.kind_count]:
            look.unseen[kind] += state.hands[pile][kind]
    if state.dessert_reserve_size > 0:
        for place in range(0 if told else state.dessert_reserve_size):
            look.unseen[state.dessert_reserve[place]] += 1.0
        desserts = 0.0
        for kind in state.menu[: state.kind_count]:
            desserts += look.unseen[kind] if state.dessert[kind] else 0.0
        for kind in state.menu[: state.kind_count]:
            look.unseen[kind] *= (
                1.0 - state.dessert_reserve_size / desserts if state.dessert[kind] else 1.0
            )


@compiled
def suppose(look: Outlook, state: State, holder: int) -> None:
    """Add to a hand its share of the unseen cards, unless its holder has denied having them."""
    denied, hidden, possible = state.denied[state.holding[holder]], 1.0 * look.sizes[holder], 0.0
    for kind in state.menu[: state.kind_count]:
        hidden -= look.hands[holder][kind]
        if not denied >> kind & 1:
            possible += look.unseen[kind]
    if hidden > 0.5:
        share = hidden / max(possible, hidden)
        for kind in state.menu[: state.kind_count]:
            if not denied >> kind & 1:
                look.hands[holder][kind] += share * look.unseen[kind]


# --- Cards to come ---


@compiled
def neighbour(look: Outlook, state: State) -> int:
    """Who gets the hand that the seat passes on."""
    return (look.seat + look.onward) % state.seats


@compiled
def count_none(look: Outlook, state: State) -> None:
    for holder in range(state.seats):
        look.copies[holder] = 0.0


@compiled
def count_too(look: Outlook, state: State, kind: int) -> None:
    """Count the cards of a kind in every hand, besides those counted so far."""
    for holder in range(state.seats):
        look.copies[holder] += look.hands[holder][kind]


@compiled
def offer(look: Outlook, state: State, player: int, offers: list[float]) -> None:
    """The odds of every turn to come that a player may take one of the cards counted, if one was
    taken whenever it could be.
    """
    for turn in range(1, look.turns_left + 1):
        holder = (player - look.onward * turn) % state.seats
        copies = look.copies[holder] - turn // state.seats
        offers[turn - 1] = 0.0
        if copies > 0:
            left = max(1.0 - turn / max(look.sizes[holder], 1), 0.0)
            offers[turn - 1] = 1.0 - (1.0 - left**HUNGER) ** copies


@compiled
def offer_kind(look: Outlook, state: State, player: int, kind: int, offers: list[float]) -> None:
    """The same for the cards of one kind."""
    count_none(look, state)
    count_too(look, state, kind)
    offer(look, state, player, offers)


@compiled
def growth(
    book: Cookbook, look: Outlook, state: State, player: int, dish: int, squared: int
) -> float:
    """What a player gets of something by the end of the round who picks at random, or the variance
    of that; the seat from its next turn on.
    """
    if look.tried[dish] == 0:
        look.tried[dish] = 1
        for holder in range(state.seats):
            any_card(book, look, holder, dish)
    total = 0.0
    for turn in range(
        0 if player != look.seat and player < state.seats else 1, look.turns_left + 1
    ):
        total += look.luck[dish][2 * ((player - look.onward * turn) % state.seats) + squared]
    return total


@compiled
def any_card(book: Cookbook, look: Outlook, holder: int, dish: int) -> None:
    """What any card of a hand counts on average, and its square; the card in question, the seat's
    own, is left out.
    """
    copies = mean = square = 0.0
    for kind in range(book.first[dish], book.first[dish] + book.width[dish]):
        cards, unit = look.hands[holder][kind], book.units[kind]
        copies += cards
        mean += unit * cards
        square += unit * unit * cards
    left = max(copies - 1.0, 0.0) if holder == look.seat else copies
    odds = left / copies / look.sizes[holder] if left > 0 else 0.0
    look.luck[dish][2 * holder] = odds * mean
    look.luck[dish][2 * holder + 1] = odds * square
