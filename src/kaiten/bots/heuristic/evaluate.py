"""The value of a seat's choices: what they add to its own tray, less what they leave to its
neighbour.
"""

from __future__ import annotations

from math import exp
from typing import Any

from ...engine import draft, rng
from ...engine.card import Rule
from ...engine.dispatch import write_function
from ...engine.jit import always_inline, compiled, kernel, never_inline
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
from ...engine.state import State, blank_record, float_array, int_array, kernel_state
from ...match.view import View
from ..greedy import score_choices
from .action_values import value_action
from .build_dish_table import find_dish_table
from .dish_table import MAX_SET, DishTable
from .forecast import Forecast, fill_forecast, find_neighbour
from .marginal import NO_CARD, find_gain, has_action, kind_of, measure_gain
from .sizes import GAMES

FACE_DOWN_POINTS = 2.0  # what a card is value that is turned over, by the rules
EQUALITY_TOLERANCE = 1e-9  # points: values that differ by less are equal, but for rounding


# --- The gain of cards ---


@never_inline
def estimate_gain(
    dishes: DishTable, forecast: Forecast, state: State, player: int, card: int
) -> float:
    """Return what a card adds to a player's expected points; ~card stands for taking one away."""
    if not has_action(dishes, card):
        return find_gain(dishes, forecast, state, player, card)
    kind = card & KIND
    if forecast.gains_ready[player][kind] == 0:
        forecast.gains[player][kind] = value_action(
            dishes, forecast, state, player, dishes.dish[kind]
        )
        forecast.gains_ready[player][kind] = 1
    return forecast.gains[player][kind]


@always_inline
def estimate_joint_gain(
    dishes: DishTable, forecast: Forecast, state: State, player: int, one: int, two: int
) -> float:
    """Return what one card adds, or two in this order. The gains of cards that have nothing to do
    with each other are added up.
    """
    if two == NO_CARD:
        return estimate_gain(dishes, forecast, state, player, one)
    first, second = dishes.dish[kind_of(one)], dishes.dish[kind_of(two)]
    independent = (
        first != second and not dishes.is_dependent[first] and not dishes.is_dependent[second]
    )
    if independent or has_action(dishes, one) or has_action(dishes, two):
        return estimate_gain(dishes, forecast, state, player, one) + estimate_gain(
            dishes, forecast, state, player, two
        )
    return measure_gain(dishes, forecast, state, player, one, two)


# --- The pick ---


@always_inline
def value_pick(dishes: DishTable, forecast: Forecast, state: State, number: int) -> float:
    """Return the value of a pick, in points."""
    seat, first, second, given = (
        forecast.seat,
        read_slot(number, TAKE),
        read_slot(number, SECOND),
        read_slot(number, GIVE),
    )
    onto, tool, asking = read_slot(number, AS), read_slot(number, WITH), read_slot(number, USING)
    total = -forecast.opponent_weight * value_leftovers(
        dishes, forecast, state, first, second, given
    )
    if onto >= 0:
        return total + estimate_gain(dishes, forecast, state, seat, onto | COPY)
    total += estimate_joint_gain(
        dishes, forecast, state, seat, first, second if second >= 0 else NO_CARD
    )
    if second >= 0 and tool < 0:
        tool = dishes.second_tool
    if tool >= 0:
        total += estimate_gain(dishes, forecast, state, seat, ~tool)
        if second < 0 and is_second_tool(dishes, tool):
            total += value_second_card(dishes, forecast, state, first)
    if asking >= 0:
        total += estimate_gain(dishes, forecast, state, seat, ~asking) + value_asking(
            dishes, forecast, state
        )
    if given >= 0 and dishes.is_race[dishes.dish[given]]:
        total -= estimate_gain(dishes, forecast, state, state.players - 1, given) / 2
    return total


@compiled
def is_second_tool(dishes: DishTable, tool: int) -> bool:
    """Return whether a tool takes a second card."""
    return dishes.second_tool >= 0 and dishes.dish[tool] == dishes.dish[dishes.second_tool]


@always_inline
def value_leftovers(
    dishes: DishTable, forecast: Forecast, state: State, one: int, two: int, three: int
) -> float:
    """Return what the best card left in the hand, without these, adds for the player who gets the
    hand next.
    """
    if forecast.turns_left == 0:
        return 0.0
    best, found = 0.0, False
    for kind in state.menu[: state.kind_count]:
        if forecast.hands[forecast.seat][kind] > (kind == one) + (kind == two) + (kind == three):
            value = estimate_gain(dishes, forecast, state, find_neighbour(forecast, state), kind)
            if not found or value > best:
                best, found = value, True
    return best


@always_inline
def value_second_card(dishes: DishTable, forecast: Forecast, state: State, first: int) -> float:
    """Return what a tool adds to a pick whose second card is chosen later."""
    best, found = 0.0, False
    for kind in state.menu[: state.kind_count]:
        if forecast.hands[forecast.seat][kind] > (kind == first):
            value = estimate_joint_gain(dishes, forecast, state, forecast.seat, first, kind)
            if not found or value > best:
                best, found = value, True
    return best - estimate_gain(dishes, forecast, state, forecast.seat, first)


@always_inline
def value_asking(dishes: DishTable, forecast: Forecast, state: State) -> float:
    """Return what asking for the best card brings on average."""
    best = -1e18
    for kind in state.menu[: state.kind_count]:
        best = max(
            best,
            estimate_holding_odds(forecast, state, kind, 1)
            * estimate_gain(dishes, forecast, state, forecast.seat, kind),
        )
    return best


@compiled
def estimate_holding_odds(forecast: Forecast, state: State, first: int, width: int) -> float:
    """Return the odds that another player holds a card of `width` kinds from this one on."""
    total = 0.0
    for holder in range(state.seats):
        if holder != forecast.seat:
            for kind in range(first, first + width):
                cards = forecast.hands[holder][kind]
                if cards >= 1.0:
                    return 1.0
                total += cards
    return 1.0 - exp(-total)


# --- The other questions ---


@always_inline
def value_second_pick(dishes: DishTable, forecast: Forecast, state: State, answer: int) -> float:
    """Return the value of a second card that a tool takes."""
    value = estimate_gain(dishes, forecast, state, forecast.seat, answer)
    return value - forecast.opponent_weight * value_leftovers(
        dishes, forecast, state, answer, -1, -1
    )


@always_inline
def value_request(dishes: DishTable, forecast: Forecast, state: State, answer: int) -> float:
    """Return the value of asking for a card; of a whole dish, players give the worst."""
    kind = answer & KIND
    width = 1 if answer == kind else dishes.width[dishes.dish[kind]]
    worst = 1e18
    for one in range(kind, kind + width):
        worst = min(worst, estimate_gain(dishes, forecast, state, forecast.seat, one))
    return estimate_holding_odds(forecast, state, kind, width) * worst


@always_inline
def value_gift(dishes: DishTable, forecast: Forecast, state: State, answer: int) -> float:
    """Return the value of giving a card to the player who asked."""
    asker = state.context[forecast.seat]
    fed = estimate_gain(dishes, forecast, state, asker, answer) + value_leftovers(
        dishes, forecast, state, answer, -1, -1
    )
    return -forecast.opponent_weight * fed


@always_inline
def value_drawn_card(dishes: DishTable, forecast: Forecast, state: State, answer: int) -> float:
    """Return the value of playing one of the cards that were drawn."""
    return estimate_gain(dishes, forecast, state, forecast.seat, answer)


@always_inline
def value_copy(dishes: DishTable, forecast: Forecast, state: State, answer: int) -> float:
    """Return the value of copying a card."""
    if answer == dishes.face_down_answer:
        return FACE_DOWN_POINTS
    return estimate_gain(
        dishes,
        forecast,
        state,
        forecast.seat,
        (answer & KIND) | COPY | (DIPS if answer >= dishes.multiplied_mark else 0),
    )


@always_inline
def value_turning(dishes: DishTable, forecast: Forecast, state: State, answer: int) -> float:
    """Return the value of turning a card face down."""
    return (
        0.0
        if answer == NOTHING
        else FACE_DOWN_POINTS + estimate_gain(dishes, forecast, state, forecast.seat, ~answer)
    )


ANSWER_VALUES = {  # by the name that a block gives as the `idea` of its question
    "second_card": value_second_pick,
    "request": value_request,
    "gift": value_gift,
    "drawn_card": value_drawn_card,
    "copy": value_copy,
    "turn_over": value_turning,
}


def write_answer_dispatch() -> Any:
    """Return one function for all questions of all games, the pick included. The answers to a
    question without an idea are all worth nothing.
    """
    call = "return {}(dishes, forecast, state, answer)"
    lines = [f"if state.asked[forecast.seat] == {PICK}: {call.format(value_pick.__name__)}"]
    for number, game in enumerate(GAMES):
        for question in game.questions:
            if question.idea in ANSWER_VALUES:
                name = ANSWER_VALUES[question.idea].__name__
                asked = f"state.asked[forecast.seat] == {question.number}"
                lines.append(f"if state.game == {number} and {asked}: {call.format(name)}")
    functions = {function.__name__: function for function in (value_pick, *ANSWER_VALUES.values())}
    return write_function(
        "value_answer", "dishes, forecast, state, answer", [*lines, "return 0.0"], functions
    )


value_answer = write_answer_dispatch()

# --- All choices of a seat ---


@compiled
def fill_values(
    dishes: DishTable,
    forecast: Forecast,
    state: State,
    seat: int,
    from_view: bool,
    found: list[int],
    values: list[float],
) -> int:
    """Fill in the value of each choice of a seat, and return how many choices there are. The state
    is a view's, which says what the seat knows, or a world in which all cards are dealt.
    """
    fill_forecast(forecast, state, seat, from_view)
    count = draft.list_legal_choices(state, seat, found)
    for place in range(count):
        values[place] = value_answer(dishes, forecast, state, found[place])
    return count


@never_inline
def find_best_pick(
    dishes: DishTable, forecast: Forecast, state: State, player: int, found: list[int]
) -> int:
    """Return the pick with the highest value in a world where all cards are dealt; of equal ones, a
    random one.
    """
    fill_forecast(forecast, state, player, False)
    best, chosen, equals = -1e18, -1, 0
    for place in range(draft.list_legal_choices(state, player, found)):
        value = value_answer(dishes, forecast, state, found[place])
        if value > best + EQUALITY_TOLERANCE:
            best, chosen, equals = value, found[place], 1
        elif value > best - EQUALITY_TOLERANCE:
            equals += 1
            if rng.below(state.player_rng, equals) == 0:
                chosen = found[place]
    return chosen


@compiled
def measure_joint_gain(
    dishes: DishTable, forecast: Forecast, state: State, player: int, one: int, two: int
) -> float:
    """Return what one card adds, or two in this order; callable from Python."""
    return estimate_joint_gain(dishes, forecast, state, player, one, two)


class Evaluation:
    """The values of a seat's choices, and the forecast that they come from."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.seat, self.question = view, view.seat, int(view.state.asked[view.seat])
        self.state, self.dishes = (
            kernel_state(view.known_state),
            find_dish_table(view.game, view.state),
        )
        self.forecast: Forecast = blank_record(Forecast)
        self.cards = {number: card for card in view.game.cards for number in card.kinds.values()}
        found, values = int_array(draft.CHOICES), float_array(draft.CHOICES)
        count = kernel(fill_values)(
            self.dishes, self.forecast, self.state, self.seat, True, found, values
        )
        self.values = [float(value) for value in values[:count]]  # of each choice, in points
        if not self.has_idea:
            self.values = [float(points) for points in score_choices(view)]
        self.turns_left = int(self.forecast.turns_left)

    @property
    def has_idea(self) -> bool:
        """Whether bots know what is asked; otherwise a choice is worth the points that it brings now."""
        return self.question == PICK or (
            self.view.game.question_of(self.question).idea in ANSWER_VALUES
        )

    def find_gain(self, player: int, *cards: int) -> float:
        """Return what one card adds to a player's expected points, or two in this order."""
        one, two = (*cards, NO_CARD)[:2]
        measure = kernel(measure_joint_gain)
        return float(measure(self.dishes, self.forecast, self.state, player, one, two))

    def set_values(self, dish: Rule) -> list[float]:
        """Return the points of 0, 1, 2, ... cards of a dish."""
        return [
            float(points)
            for points in self.dishes.set_values[self.dishes.dish[dish.first]][: MAX_SET + 1]
        ]
