"""What compiled thoughts can read of the dishes of a table: `recipes` writes it down, as the game's
own rules have it.
"""

from __future__ import annotations

from typing import Annotated

from ...engine.state import CARDS, KINDS, PLAYERS

LONGEST = 10  # cards of a row that are thought of: a whole round's
ROW = 16  # room for what 0, 1, 2, ... of something are worth
FRUITS = 3


class Cookbook:
    """Dishes are numbered as the game has them; a rule that stands on no card, but on which cards
    have a bearing, comes after them.
    """

    dish: Annotated[list[int], KINDS]  # by kind: its dish
    first: Annotated[list[int], CARDS]  # by dish: its first kind
    width: Annotated[list[int], CARDS]  # how many kinds it has
    # what is thought of it when it lies there, as `tastes` numbers that
    taste: Annotated[list[int], CARDS]
    deed: Annotated[list[int], CARDS]  # what it does as it lands, as `deeds` does, 0 for nothing
    across: Annotated[list[int], CARDS]  # 1 for those that other dishes change too
    changed: Annotated[list[int], CARDS]  # these, one by one
    changes: int  # how many they are
    # 1 where players compare what they have and places bring points
    races: Annotated[list[int], CARDS]
    faces: Annotated[list[float], KINDS]  # what a card by itself is worth
    rows: Annotated[list[list[float]], CARDS, ROW]  # what 0, 1, 2, ... cards are worth
    units: Annotated[list[int], KINDS]  # what a card counts in a race
    least: Annotated[list[int], CARDS]  # the least of these
    # how much less a card counts that only acts as one of the dish
    less: Annotated[list[int], CARDS]
    prizes: Annotated[list[list[float]], CARDS, PLAYERS]  # what each place brings
    # what a tie for the first one is: a loss (-0.5), half a win (0) or a win (0.5)
    ties: Annotated[list[float], CARDS]
    # what part of the cards in the rounds to come is of this dish
    share: Annotated[list[float], CARDS]
    pile: Annotated[list[int], CARDS]  # the tokens that it hands out
    shows: Annotated[list[list[int]], FRUITS, KINDS]  # by fruit: how often a card shows it
    fruit_share: Annotated[list[float], FRUITS]
    goal: int  # of the race that is run during a round
    step: int  # symbols on an ordinary card there
    places: Annotated[list[int], PLAYERS]  # what each place of it brings
    wasabi: int  # the kind, -1 in a game without
    nigiri: int  # the dish, -1 in a game without
    chopsticks: int  # the first kind, -1 in a game without
