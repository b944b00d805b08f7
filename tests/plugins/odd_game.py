"""A game of which the bots know nothing: no idea of a card or a question, and no win model."""

from typing import Any

from kaiten.engine.card import Counts, Points, Tray, award, highest_below
from kaiten.engine.game import DIRECTION, Game
from kaiten.engine.operations import add_to_agenda, ask, discard_card, put, remove_from_tray
from kaiten.engine.picks import KIND, NOTHING, SECOND, read_slot
from kaiten.engine.state import State
from kaiten.text import Text, plural

game = Game(
    id="odd",
    title=Text("Odd"),
    rule=Text("Everything is odd."),
    version=1,
    edition="",
    hand_sizes={2: 6, 3: 6, 4: 4},
    options={"direction": DIRECTION},
)


def add_card(id: str, copies: int = 9, **more: Any) -> Any:
    rule = Text("A rule.")
    return game.card(id, Text(id), rule, {id: copies}, colour="red", **more)


pair, most, sweet, double, riddle, fork = (
    add_card("pair"),
    add_card("most"),
    add_card("sweet", dessert=True),
    add_card("double"),
    add_card("riddle"),
    add_card("fork"),
)
PAIR, MOST, SWEET, DOUBLE, RIDDLE, FORK = range(6)


@pair.scores
def five_a_pair(tray: Tray) -> int:
    return 5 * (tray[PAIR] // 2)


@most.counts(plural("{n} card", "{n} cards"))
def cards_of_most(tray: Tray) -> int:
    return tray[MOST]


@most.compares
def seven_for_most(counted: Counts, players: int, points: Points) -> None:
    most = highest_below(counted, players, 1000)
    if most > 0:
        award(7, counted, players, most, points)


@sweet.scores
def squares(kept: Tray) -> int:
    return kept[SWEET] * kept[SWEET]


def value_double(dishes: Any, forecast: Any, state: State, player: int, dish: int) -> float:
    """What a bot thinks of it: far too much."""
    return 100.0 * state.trays[player][DOUBLE]


double.idea = value_double
fork.idea = "no such idea"


@double.scores
def two_each(tray: Tray) -> int:
    return 2 * tray[DOUBLE]


question = game.question("riddle", Text("Which one goes?"))
ASKED = question.number


@riddle.lands
def ask_the_riddle(state: State, player: int, kind: int) -> None:
    ask(state, player, ASKED)


@question.allows
def nothing_or_any_card(state: State, player: int, answer: int) -> bool:
    return answer == NOTHING or (answer <= FORK and state.trays[player][answer] > 0)


@question.answers
def throw_it_away(state: State, player: int, answer: int) -> None:
    if answer != NOTHING:
        discard_card(state, player, answer & KIND, False)


@fork.scores
def one_each(tray: Tray) -> int:
    return tray[FORK]


@fork.opens
def a_second_card(state: State, player: int) -> int:
    return 1 << SECOND if state.trays[player][FORK] > 0 and state.turn < state.turns else 0


@fork.picked
def announce_the_fork(state: State, player: int, choice: int) -> None:
    if read_slot(choice, SECOND) >= 0:
        add_to_agenda(state, player, FORK)


@fork.acts
def fork_back_into_the_hand(state: State, player: int, kind: int) -> None:
    put(state, player, remove_from_tray(state, player, kind, False))
