"""The box of Sushi Go Party!: the game itself, to which the other files add their cards."""

from __future__ import annotations

from ...game import Game, Options
from ...state import State
from ...words import Words
from . import menus

FRENCH, ENGLISH = 1, 2  # the editions, as the rules know them

game = Game(
    id="sushi-go-party",
    title=Words("Sushi Go Party!", "Sushi Go Party!"),
    rule=Words(
        "Choose a menu, then pick a card, pass the hand, and eat better than your neighbours over three rounds.",
        "Composez un menu, puis choisissez une carte, passez la main, et mangez mieux que vos voisins en trois manches.",
    ),
    version=1,
    edition="fr",
    hand_sizes={2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7},
    options={"menu": menus.read, "edition": ("fr", "en")},
    reshuffles=True,
    variants={"edition": {"fr": FRENCH, "en": ENGLISH}},
    courses=menus.COURSES,
    menus=menus.MENUS,
    staples=["nigiri"],
)
game.left_to_chance(menus.decide)
game.guessed(menus.guess)


@game.sets
def not_for_every_number_of_players(state: State, options: Options) -> None:
    menus.check_players(options["menu"], int(state.seats))


@game.sets
def desserts_round_by_round(state: State, options: Options) -> None:
    """Desserts wait beside the deck, and so many join it before each round."""
    for number, desserts in enumerate((5, 3, 2) if state.seats < 6 else (7, 5, 3)):
        state.servings[number] = desserts
