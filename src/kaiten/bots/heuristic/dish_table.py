"""The dish table: what compiled evaluation reads about the dishes of a table. `build_dish_table`
fills it in by asking the game's own rules.
"""

from __future__ import annotations

from typing import Annotated

from ...engine.state import MAX_PLAYERS
from .sizes import DISH_ROOM, KIND_ROOM

MAX_SET = 10  # cards of a dish that are looked ahead to: a whole round's
ROW_SIZE = 16  # room for what 0, 1, 2, ... of something are worth
SYMBOL_COUNT = 3  # symbols that the cards of a dish may show, and rows of offers


class DishTable:
    """The dishes of a table, numbered in the order of the game's cards. A rule that is on no card
    but hands out tokens comes after them.
    """

    dish: Annotated[list[int], KIND_ROOM]  # by kind: its dish
    first: Annotated[list[int], DISH_ROOM]  # by dish: its first kind
    width: Annotated[list[int], DISH_ROOM]  # how many kinds it has
    # which function of `dish_values` evaluates it, 0 for none
    value_function: Annotated[list[int], DISH_ROOM]
    # which function of `action_values` evaluates its action, 0 for none
    action_function: Annotated[list[int], DISH_ROOM]
    is_dependent: Annotated[list[int], DISH_ROOM]  # 1 if its value depends on other dishes
    dependent: Annotated[list[int], DISH_ROOM]  # the dishes that do
    dependent_count: int  # how many dishes that is
    # 1 where players compare what they have and places bring points
    is_race: Annotated[list[int], DISH_ROOM]
    face_values: Annotated[list[float], KIND_ROOM]  # what a card by itself is worth
    # what 0, 1, 2, ... cards are worth
    set_values: Annotated[list[list[float]], DISH_ROOM, ROW_SIZE]
    units: Annotated[list[int], KIND_ROOM]  # what a card counts in a race
    smallest_unit: Annotated[list[int], DISH_ROOM]  # the least of these
    # how much less a card counts that only acts as one of the dish
    copy_discount: Annotated[list[int], DISH_ROOM]
    prizes: Annotated[list[list[float]], DISH_ROOM, MAX_PLAYERS]  # what each place brings
    # what a tie for the first one is: a loss (-0.5), half a win (0) or a win (0.5)
    tie_value: Annotated[list[float], DISH_ROOM]
    # what part of the cards in the rounds to come is of this dish
    share: Annotated[list[float], DISH_ROOM]
    pile: Annotated[list[int], DISH_ROOM]  # the tokens that it hands out
    # by symbol: how often a card shows it
    symbols_shown: Annotated[list[list[int]], SYMBOL_COUNT, KIND_ROOM]
    symbol_share: Annotated[list[float], SYMBOL_COUNT]
    goal: int  # of the race that is run during a round
    step: int  # symbols on an ordinary card there
    race_prizes: Annotated[list[int], MAX_PLAYERS]  # what each place of it brings
    multiplier: int  # the kind that multiplies others which lie on it, -1 in a game without
    multiplied: int  # the dish that lies on it, -1 in a game without
    second_tool: int  # the first kind of the tool that takes a second card, -1 in a game without
    denominator: Annotated[list[int], DISH_ROOM]  # parts of a unit in which a rule counts
    # answers to questions, as the game spells them: a face-down card, a card on its multiplier, the
    # multiplier under it; numbers that no answer reaches in a game without
    face_down_answer: int
    multiplied_mark: int
    under_mark: int
