"""Sushi Go Party!, for two to eight players.

Before the game a menu is composed: nigiri, one roll, three appetizers, two specials and one
dessert, 181 cards to choose from. Three rounds; before each, some desserts are shuffled into the
deck, and after each everything but the desserts in front of the players goes back into it.

A turn: everyone picks in secret, and announces chopsticks and spoons; all cards land, special
orders choose what they copy; then chopsticks, spoons, menus and takeout boxes act in the order of
their numbers; soups that came together are discarded; the hands pass to the left. Rulings stand in
docs/rules.md.
"""

from . import rolls, appetizers, desserts, specials, tools  # noqa: F401, I001  the box is filled in this order
from .box import game as game
