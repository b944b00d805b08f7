"""The box of Sushi Go Party!: the game itself, to which the other files add their cards."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...engine.game import Game, Option, Options, Value
from ...engine.state import State
from ...text import Text
from . import menus

FRENCH, ENGLISH = 1, 2  # the editions, as the rules know them


def read_menu(given: Any) -> str:
    return menus.read(game, given)


game = Game(
    id="sushi-go-party",
    title=Text("Sushi Go Party!"),
    rule=Text(
        "Two to eight players choose a menu: nigiri, a roll, three appetizers, two specials and "
        "a dessert. They get seven to ten cards each. On each turn, everyone picks a card in "
        "secret, all reveal together, action cards take effect in the order of their numbers, "
        "and the hands pass to the left. When the hands are empty, the round is scored. Its "
        "cards are shuffled back into the deck with some more desserts; the desserts in front of "
        "you stay. After three rounds, desserts score too. The most points win; in a tie, the "
        "most dessert cards."
    ),
    summary=Text("The big feast: put together a menu, with dishes that stir things up."),
    faces=("onigiri_triangle", "temaki", "green_tea_ice_cream"),
    version=1,
    edition="fr",
    hand_sizes={2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7},
    options={
        "menu": read_menu,
        "edition": Option(
            Text("Edition"),
            (
                Value(
                    "fr",
                    Text("French"),
                    Text(
                        "Chopsticks take both cards at once; uramaki score 8 and 6 as soon as "
                        "someone has ten symbols."
                    ),
                ),
                Value(
                    "en",
                    Text("English"),
                    Text(
                        "Chopsticks take the second card after everyone has revealed; uramaki "
                        "score 8, 5 and 2 after the turn."
                    ),
                ),
            ),
        ),
    },
    reshuffles=True,
    variants={"edition": {"fr": FRENCH, "en": ENGLISH}},
    courses=menus.COURSES,
    order=menus.ORDER,
    menus=menus.MENUS,
    staples=["nigiri"],
    lead_scale=3.5,
)
game.decides_by_seed(partial(menus.decide, game))
game.guesses_options(partial(menus.guess, game))


@game.sets
def not_for_every_number_of_players(state: State, options: Options) -> None:
    menus.check_players(game, options["menu"], int(state.seats))


@game.sets
def desserts_round_by_round(state: State, options: Options) -> None:
    """Desserts wait beside the deck, and some join it before each round."""
    for number, desserts in enumerate((5, 3, 2) if state.seats < 6 else (7, 5, 3)):
        state.servings[number] = desserts
