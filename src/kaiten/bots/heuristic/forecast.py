"""The forecast: what a seat may expect of the hands that travel, and caches of what depends on it."""

from __future__ import annotations

from typing import Annotated

from ...engine.jit import compiled, never_inline
from ...engine.state import MAX_PLAYERS, ROUNDS, State
from .dish_table import ROW_SIZE, SYMBOL_COUNT, DishTable
from .sizes import DISH_ROOM, KIND_ROOM

# How many times as fast as others a card is taken that is worth waiting for. Measured: 1 and 5 lose
# games (docs/bots.md).
DEMAND_FACTOR = 3
MAX_TURNS = 16  # room for the turns of a round
# rows for each player: one a dish, and another one for each further symbol
ROWS_PER_PLAYER = DISH_ROOM + SYMBOL_COUNT - 1


class Forecast:
    """One seat's expectations at one decision."""

    seat: int
    direction: int  # from a seat to the one that gets its hand next: 1 or -1
    turns_left: int  # of this round, after this turn
    turns_later: int  # of the rounds to come
    opponent_weight: float  # what another player's point costs the seat
    # cards in the deck and in hands that the seat has not seen
    unseen: Annotated[list[float], KIND_ROOM]
    # by holder: cards that are there, or likely to be
    hands: Annotated[list[list[float]], MAX_PLAYERS, KIND_ROOM]
    hand_sizes: Annotated[list[int], MAX_PLAYERS]  # by holder: cards in hand
    # by holder: cards of the kinds that are thought of just now
    copies: Annotated[list[float], MAX_PLAYERS]
    # the odds of every turn to come to get something
    offers: Annotated[list[list[float]], SYMBOL_COUNT, MAX_TURNS]
    # by player and row: the value of 0, 1, 2, ... of something
    row_values: Annotated[list[list[float]], MAX_PLAYERS * ROWS_PER_PLAYER, ROW_SIZE]
    # 0 for rows of these that have not been computed
    row_ready: Annotated[list[int], MAX_PLAYERS * ROWS_PER_PLAYER]
    # by dish and holder: what any card counts, and its square
    card_statistics: Annotated[list[list[float]], DISH_ROOM, 2 * MAX_PLAYERS]
    # 0 for rows of these that have not been computed
    statistics_ready: Annotated[list[int], DISH_ROOM]
    # by player and dish: how far ahead each other player will be, and the variance
    rivals: Annotated[list[list[float]], MAX_PLAYERS * DISH_ROOM, 2 * MAX_PLAYERS]
    # 0 for rows of these that have not been computed
    rivals_ready: Annotated[list[int], MAX_PLAYERS * DISH_ROOM]
    # the odds that 0, 1, 2, ... players are ahead
    place_odds: Annotated[list[float], MAX_PLAYERS + 1]
    compared: Annotated[list[float], MAX_PLAYERS]  # what is compared just now
    points: Annotated[list[int], MAX_PLAYERS]  # what a rule that was asked gives each player
    colour_counts: Annotated[list[int], KIND_ROOM]  # cards of each colour in front of a player
    sorted_kinds: Annotated[list[int], KIND_ROOM]  # kinds, what is worth least first
    # by player and kind: what a card adds to the expected points
    gains: Annotated[list[list[float]], MAX_PLAYERS, KIND_ROOM]
    # 0 for those that have not been computed
    gains_ready: Annotated[list[list[int]], MAX_PLAYERS, KIND_ROOM]


@never_inline
def fill_forecast(forecast: Forecast, state: State, seat: int, from_view: bool) -> None:
    """Start a forecast for a seat. In a view's state, the cards that the seat does not know are
    missing from the hands. In a world all cards are dealt, and the seat knows the hands that it has
    held.
    """
    forecast.seat, forecast.direction = (
        seat,
        -1 if state.alternate and state.round_number % 2 == 0 else 1,
    )
    forecast.turns_left, forecast.turns_later = (
        state.turns - state.turn,
        (ROUNDS - state.round_number) * state.turns,
    )
    forecast.opponent_weight = 1.0 / (state.seats - 1)
    clear_caches(forecast, state)
    for kind in state.menu[: state.kind_count]:
        forecast.unseen[kind] = 0.0
    hidden = 0
    for holder in range(state.seats):
        hidden += read_hand(
            forecast,
            state,
            holder,
            from_view or (holder - seat) * forecast.direction % state.seats < state.turn,
        )
    count_unseen_cards(forecast, state, from_view)
    if hidden > 0:
        for holder in range(state.seats):
            fill_hidden_cards(forecast, state, holder)


@compiled
def clear_caches(forecast: Forecast, state: State) -> None:
    """Mark everything as not computed."""
    for row in range(MAX_PLAYERS * ROWS_PER_PLAYER):
        forecast.row_ready[row] = 0
    for row in range(MAX_PLAYERS * DISH_ROOM):
        forecast.rivals_ready[row] = 0
    for dish in range(DISH_ROOM):
        forecast.statistics_ready[dish] = 0
    for player in range(state.players):
        for kind in state.menu[: state.kind_count]:
            forecast.gains_ready[player][kind] = 0


@compiled
def read_hand(forecast: Forecast, state: State, holder: int, known: bool) -> int:
    """Read the cards of a hand, or count them as unseen. Return how many are hidden in it."""
    hand = state.holding[holder]
    forecast.hand_sizes[holder] = hidden = state.sizes[hand]
    for kind in state.menu[: state.kind_count]:
        cards = state.hands[hand][kind]
        forecast.hands[holder][kind] = cards if known else 0.0
        if known:
            hidden -= cards
        else:
            forecast.unseen[kind] += cards
    return hidden


@compiled
def count_unseen_cards(forecast: Forecast, state: State, from_view: bool) -> None:
    """Count the cards that the seat has not seen. Desserts that wait beside the deck are among
    them, but in no hand.
    """
    for place in range(state.deck_size):
        forecast.unseen[state.deck[place]] += 1.0
    for pile in range(state.seats, state.players):  # the robot's
        for kind in state.menu[: state.kind_count]:
            forecast.unseen[kind] += state.hands[pile][kind]
    if state.dessert_reserve_size > 0:
        for place in range(0 if from_view else state.dessert_reserve_size):
            forecast.unseen[state.dessert_reserve[place]] += 1.0
        desserts = 0.0
        for kind in state.menu[: state.kind_count]:
            desserts += forecast.unseen[kind] if state.dessert[kind] else 0.0
        for kind in state.menu[: state.kind_count]:
            forecast.unseen[kind] *= (
                1.0 - state.dessert_reserve_size / desserts if state.dessert[kind] else 1.0
            )


@compiled
def fill_hidden_cards(forecast: Forecast, state: State, holder: int) -> None:
    """Add to a hand its share of the unseen cards, except those that its holder has denied having."""
    denied, hidden, possible = (
        state.denied[state.holding[holder]],
        1.0 * forecast.hand_sizes[holder],
        0.0,
    )
    for kind in state.menu[: state.kind_count]:
        hidden -= forecast.hands[holder][kind]
        if not denied >> kind & 1:
            possible += forecast.unseen[kind]
    if hidden > 0.5:
        share = hidden / max(possible, hidden)
        for kind in state.menu[: state.kind_count]:
            if not denied >> kind & 1:
                forecast.hands[holder][kind] += share * forecast.unseen[kind]


# --- Cards to come ---


@compiled
def find_neighbour(forecast: Forecast, state: State) -> int:
    """Return the player who gets the hand that the seat passes on."""
    return (forecast.seat + forecast.direction) % state.seats


@compiled
def reset_copies(forecast: Forecast, state: State) -> None:
    """Count no cards in any hand."""
    for holder in range(state.seats):
        forecast.copies[holder] = 0.0


@compiled
def add_copies(forecast: Forecast, state: State, kind: int) -> None:
    """Count the cards of a kind in every hand, on top of those counted so far."""
    for holder in range(state.seats):
        forecast.copies[holder] += forecast.hands[holder][kind]


@compiled
def compute_offers(forecast: Forecast, state: State, player: int, offers: list[float]) -> None:
    """Fill in, for each turn to come, the odds that a player may take one of the cards counted, if
    the player takes one whenever possible.
    """
    for turn in range(1, forecast.turns_left + 1):
        holder = (player - forecast.direction * turn) % state.seats
        copies = forecast.copies[holder] - turn // state.seats
        offers[turn - 1] = 0.0
        if copies > 0:
            left = max(1.0 - turn / max(forecast.hand_sizes[holder], 1), 0.0)
            offers[turn - 1] = 1.0 - (1.0 - left**DEMAND_FACTOR) ** copies


@compiled
def compute_kind_offers(
    forecast: Forecast, state: State, player: int, kind: int, offers: list[float]
) -> None:
    """Fill in the odds of each turn to come that a player may take a card of one kind."""
    reset_copies(forecast, state)
    add_copies(forecast, state, kind)
    compute_offers(forecast, state, player, offers)


@compiled
def expect_growth(
    dishes: DishTable, forecast: Forecast, state: State, player: int, dish: int, squared: int
) -> float:
    """Return how many units of a dish a player who picks at random gets by the end of the round, or
    the variance of that. The seat itself begins with its next turn.
    """
    if forecast.statistics_ready[dish] == 0:
        forecast.statistics_ready[dish] = 1
        for holder in range(state.seats):
            average_hand(dishes, forecast, holder, dish)
    total = 0.0
    for turn in range(
        0 if player != forecast.seat and player < state.seats else 1, forecast.turns_left + 1
    ):
        total += forecast.card_statistics[dish][
            2 * ((player - forecast.direction * turn) % state.seats) + squared
        ]
    return total


@compiled
def average_hand(dishes: DishTable, forecast: Forecast, holder: int, dish: int) -> None:
    """Compute what a random card of a hand counts on average, and its square. One card of the
    seat's own hand, the one in question, is left out.
    """
    copies = mean = square = 0.0
    for kind in range(dishes.first[dish], dishes.first[dish] + dishes.width[dish]):
        cards, unit = forecast.hands[holder][kind], dishes.units[kind]
        copies += cards
        mean += unit * cards
        square += unit * unit * cards
    left = max(copies - 1.0, 0.0) if holder == forecast.seat else copies
    odds = left / copies / forecast.hand_sizes[holder] if left > 0 else 0.0
    forecast.card_statistics[dish][2 * holder] = odds * mean
    forecast.card_statistics[dish][2 * holder + 1] = odds * square
