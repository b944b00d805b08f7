"""The dish table: what compiled evaluation reads about the dishes of a table. `build_dish_table`
fills it in by asking the game's own rules.
"""

from __future__ import annotations

from typing import Annotated

from ...engine.state import MAX_KINDS, MAX_PLAYERS, SHEET_ROWS

MAX_SET = 10  # cards of a dish that are looked ahead to: a whole round's
ROW_SIZE = 16  # room for what 0, 1, 2, ... of something are worth
FRUITS = 3


class DishTable:
    """The dishes of a table, numbered in the order of the game's cards. A rule that is on no card
    but hands out tokens comes after them.
    """

    dish: Annotated[list[int], MAX_KINDS]  # by kind: its dish
    first: Annotated[list[int], SHEET_ROWS]  # by dish: its first kind
    width: Annotated[list[int], SHEET_ROWS]  # how many kinds it has
    # which function of `dish_values` evaluates it, 0 for none
    value_function: Annotated[list[int], SHEET_ROWS]
    # which function of `action_values` evaluates its action, 0 for none
    action_function: Annotated[list[int], SHEET_ROWS]
    is_dependent: Annotated[list[int], SHEET_ROWS]  # 1 if its value depends on other dishes
    dependent: Annotated[list[int], SHEET_ROWS]  # the dishes that do
    dependent_count: int  # how many dishes that is
    # 1 where players compare what they have and places bring points
    is_race: Annotated[list[int], SHEET_ROWS]
    face_values: Annotated[list[float], MAX_KINDS]  # what a card by itself is worth
    # what 0, 1, 2, ... cards are worth
    set_values: Annotated[list[list[float]], SHEET_ROWS, ROW_SIZE]
    units: Annotated[list[int], MAX_KINDS]  # what a card counts in a race
    smallest_unit: Annotated[list[int], SHEET_ROWS]  # the least of these
    # how much less a card counts that only acts as one of the dish
    copy_discount: Annotated[list[int], SHEET_ROWS]
    prizes: Annotated[list[list[float]], SHEET_ROWS, MAX_PLAYERS]  # what each place brings
    # what a tie for the first one is: a loss (-0.5), half a win (0) or a win (0.5)
    tie_value: Annotated[list[float], SHEET_ROWS]
    # what part of the cards in the rounds to come is of this dish
    share: Annotated[list[float], SHEET_ROWS]
    pile: Annotated[list[int], SHEET_ROWS]  # the tokens that it hands out
    # by fruit: how often a card shows it
    fruits_shown: Annotated[list[list[int]], FRUITS, MAX_KINDS]
    fruit_share: Annotated[list[float], FRUITS]
    goal: int  # of the race that is run during a round
    step: int  # symbols on an ordinary card there
    race_prizes: Annotated[list[int], MAX_PLAYERS]  # what each place of it brings
    wasabi: int  # the kind, -1 in a game without
    nigiri: int  # the dish, -1 in a game without
    chopsticks: int  # the first kind, -1 in a game without
    denominator: Annotated[list[int], SHEET_ROWS]  # parts of a unit in which a rule counts
    # answers to questions, as the game spells them: a face-down card, a nigiri on a wasabi, the
    # wasabi under a nigiri; numbers that no answer reaches in a game without
    face_down_answer: int
    on_wasabi_mark: int
    under_mark: int
