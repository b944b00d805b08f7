"""Tables to run checks at: a few, at which everything that a game has occurs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, TypeVar

from ..engine.game import Game, Option
from ..errors import KaitenError
from ..games import find_game
from ..match.match import Match, deal

Row = TypeVar("Row")


class GameTable(NamedTuple):
    """A game, how many players it has, and its options."""

    game: str
    players: int
    options: Mapping[str, Any]

    def deal(self, seed: int) -> Match:
        return deal(self.game, self.players, seed, **self.options)


def choose_tables(game: str, card: str | None = None) -> list[GameTable]:
    """Return a few tables of a game, at which occur the fewest and the most players, every value of
    every option, and every card. With `card`, all of them serve that card.
    """
    played = find_game(game)
    ids = [one.id for one in played.cards]
    if card is not None and card not in ids:
        raise AssertionError(f"{game} has no card “{card}”. It has: {', '.join(ids)}.")
    served = {
        table: cards for table, cards in _list_tables(played, card) if card is None or card in cards
    }
    if not served:
        raise AssertionError(f"no table of {game} serves “{card}”: is it on a menu?")
    counts = [players for _, players, _ in served]
    ends = {min(counts), max(counts)}

    def needs(table: tuple[str, int, tuple[tuple[str, Any], ...]]) -> set[Hashable]:
        _, players, options = table
        found: set[Hashable] = {("card", one) for one in served[table]}
        found |= {option for option in options if option[0] != "menu"}
        return found | ({players} & ends)

    return [
        GameTable(game, players, dict(options)) for game, players, options in cover(served, needs)
    ]


def cover(rows: Iterable[Row], needs: Callable[[Row], set[Hashable]]) -> list[Row]:
    """Return enough rows that all that some row has is there.

    The choice is greedy: the row that has most of what is missing comes first. It is the same in
    every run.
    """
    every = list(rows)
    has = [needs(row) for row in every]
    missing: set[Hashable] = set().union(*has)
    taken = set[int]()
    while missing:
        best = max(range(len(every)), key=lambda place: len(has[place] & missing))
        taken.add(best)
        missing -= has[best]
    return [row for place, row in enumerate(every) if place in taken]


def _list_tables(
    game: Game, card: str | None
) -> Iterator[tuple[tuple[str, int, tuple[tuple[str, Any], ...]], set[str]]]:
    """Yield every table of a game, with the cards that it serves."""
    values = {
        name: [one.value for one in option.values]
        for name, option in game.option_values.items()
        if isinstance(option, Option)
    }
    if game.menus:
        values["menu"] = list_menus(game, card)
    for chosen in product(*values.values()):
        options = dict(zip(values, chosen, strict=True))
        for players in game.hand_sizes:
            try:
                decided = game.decide_options(game.options(options), players, 0)
                state = game.table(players, decided)
            except KaitenError:  # a menu that is not for this number of players
                continue
            cards = {
                one.id
                for one in game.cards
                if any(state.stock[kind] for kind in one.kinds.values())
            }
            yield (game.id, players, tuple(options.items())), cards


def list_menus(game: Game, card: str | None = None) -> list[str]:
    """Return the menus of a game that have a name, and one more for each dish that is on none of
    them; with `card`, all of them with that card instead of one dish of its course.
    """
    menus = [menu.dishes for menu in game.menus]
    if card is not None:
        return list(dict.fromkeys(other for menu in menus for other in _serve(game, menu, card)))
    dishes = {dish for menu in menus for dish in menu.split(",")}
    others = [dish for course in game.courses for dish in course.dishes if dish not in dishes]
    return menus + [_serve(game, menus[0], dish)[0] for dish in others]


def _serve(game: Game, menu: str, dish: str) -> list[str]:
    """Return the menu with a dish instead of each other one of its course; the menu itself if the
    dish is on it already, or on none.
    """
    dishes = menu.split(",")
    course = next((one.dishes for one in game.courses if dish in one.dishes), ())
    places = [place for place, other in enumerate(dishes) if other in course]
    if dish in dishes or not places:
        return [menu]
    return [",".join([*dishes[:place], dish, *dishes[place + 1 :]]) for place in places]
