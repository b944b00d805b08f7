"""Which dishes a game of Sushi Go Party! is played with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine import rng
from ...engine.game import Course, Game, Menu, Options
from ...errors import BadOption, BadPlayers
from ...text import Text, in_context

COURSES = (
    Course("roll", Text("roll"), 1),
    Course("appetizers", Text("appetizers"), 3),
    Course("specials", Text("specials"), 2),
    Course("dessert", Text("dessert"), 1),
)
# the order in which menus are written down; other dishes come last in their course
ORDER = (
    *("maki", "temaki", "uramaki"),
    *("tempura", "sashimi", "dumpling", "eel", "tofu", "onigiri", "edamame", "miso_soup"),
    *("chopsticks", "spoon", "menu", "takeout_box"),
    *("soy_sauce", "tea", "special_order", "wasabi"),
    *("pudding", "green_tea_ice_cream", "fruit"),
)

MENUS = (
    Menu(
        "my-first-meal",
        Text("My First Meal"),
        "maki,tempura,sashimi,miso_soup,tea,wasabi,green_tea_ice_cream",
    ),
    Menu(
        "sushi-go",
        in_context("a menu", "Sushi Go!"),
        "maki,tempura,sashimi,dumpling,chopsticks,wasabi,pudding",
    ),
    Menu(
        "party-sampler",
        Text("Party Sampler"),
        "temaki,tempura,dumpling,tofu,menu,wasabi,green_tea_ice_cream",
    ),
    Menu(
        "master-menu",
        Text("Master Menu"),
        "temaki,sashimi,tofu,onigiri,spoon,takeout_box,fruit",
    ),
    Menu(
        "points-platter",
        Text("Points Platter"),
        "uramaki,dumpling,onigiri,edamame,tea,special_order,green_tea_ice_cream",
    ),
    Menu(
        "cutthroat-combo",
        Text("Cutthroat Combo"),
        "temaki,eel,tofu,miso_soup,spoon,soy_sauce,pudding",
    ),
    Menu(
        "big-banquet",
        Text("Big Banquet"),
        "maki,tempura,dumpling,eel,chopsticks,spoon,green_tea_ice_cream",
    ),
    Menu(
        "dinner-for-two",
        Text("Dinner for Two"),
        "uramaki,tofu,onigiri,miso_soup,menu,special_order,fruit",
    ),
)
RANDOM = "random"


def read(game: Game, given: Any) -> str:
    """The dishes of a menu in their usual order, from its name or from a list; "random" stays to be
    decided.
    """
    if given is None:
        return MENUS[0].dishes
    if isinstance(given, list | tuple) and all(isinstance(dish, str) for dish in given):
        given = ",".join([*given, ""])
    for menu in MENUS:
        if isinstance(given, str) and given.lower().replace(" ", "-") == menu.id:
            return menu.dishes
    if given == RANDOM:
        return RANDOM
    if not isinstance(given, str) or "," not in given:
        known = ", ".join([*(menu.id for menu in MENUS), RANDOM])
        raise refusal(
            Text(
                "there is none called “{given}”. There are: {known}; or a list of seven dishes: "
                "maki,tempura,…"
            ).format(given=given, known=known)
        )
    return check_menu(
        game,
        [
            dish.strip().lower().replace(" ", "_").replace("-", "_")
            for dish in given.split(",")
            if dish.strip()
        ],
    )


def check_menu(game: Game, given: list[str]) -> str:
    """The dishes in their usual order, if they make a menu; nigiri, which every menu has, may be
    named or not.
    """
    dishes = [dish for dish in given if dish != "nigiri"]
    known = list_menu_dishes(game)
    for dish in dishes:
        if dish not in known:
            raise refusal(
                Text("there is no dish “{dish}”. There are: {known}.").format(
                    dish=dish, known=", ".join(known)
                )
            )
        if dishes.count(dish) > 1:
            raise refusal(Text("{dish} is listed twice.").format(dish=dish))
    for course in game.courses:
        chosen = [dish for dish in course.dishes if dish in dishes]
        if len(chosen) != course.served:
            raise wrong_number(course, chosen)
    return in_order(game, dishes)


def list_menu_dishes(game: Game) -> list[str]:
    """The dishes of all courses."""
    return [dish for course in game.courses for dish in course.dishes]


def in_order(game: Game, dishes: Sequence[str]) -> str:
    return ",".join(dish for dish in list_menu_dishes(game) if dish in dishes)


def wrong_number(course: Course, chosen: Sequence[str]) -> BadOption:
    return refusal(
        Text("it needs {wanted} {course}, not {number} ({chosen}). There are: {known}.").format(
            wanted=course.served,
            course=course.name,
            number=len(chosen),
            chosen=", ".join(chosen) or "–",
            known=", ".join(course.dishes),
        )
    )


def refusal(reason: Text) -> BadOption:
    return BadOption(Text("Menu: {reason}").format(reason=reason))


def check_players(game: Game, menu: str, people: int) -> None:
    """Some dishes are not for every number of players."""
    for dish in menu.split(","):
        fit = game.limits.get(dish)
        if fit and people not in fit:
            raise BadPlayers(
                Text(
                    "This menu has {dish}, which is for {few} to {many} players, not {people}."
                ).format(dish=dish, few=fit[0], many=fit[-1], people=people)
            )


def decide(game: Game, options: Options, people: int, seed: int) -> Options:
    """Any legal menu, each equally likely, where the menu was left to chance; the same seed decides
    the same.
    """
    if options["menu"] != RANDOM:
        return options
    memory = [0]
    rng.start_rng(memory, rng.mix_seed(seed, 1))  # other numbers than those that deal the cards
    chosen = []
    for course in game.courses:
        dishes = [dish for dish in course.dishes if people in game.limits.get(dish, [people])]
        for _ in range(course.served):
            chosen.append(dishes.pop(rng.below(memory, len(dishes))))
    return {**options, "menu": check_menu(game, chosen)}


def guess(game: Game, dishes: Sequence[str]) -> Options:
    """A menu as far as these dishes tell it, if they can be on one together."""
    for course in game.courses:
        chosen = [dish for dish in course.dishes if dish in dishes]
        if len(chosen) > course.served:
            raise wrong_number(course, chosen)
    return {"menu": in_order(game, dishes)}
