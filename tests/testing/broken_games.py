"""Small games, each with one fault: `python -m tests.testing.broken_games` prints what the check of
that fault says about each, as JSON. `sound` is the game without a fault. With the word `compiled` it
compares the modes of one.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import kaiten
from kaiten import View
from kaiten.engine import draft
from kaiten.engine.card import Card, Tray
from kaiten.engine.game import Game
from kaiten.engine.operations import ask, take_token
from kaiten.engine.registry import REGISTERED, register
from kaiten.engine.state import State
from kaiten.text import NO_TEXT, Text, plain_text

RICE, TEA = 0, 1  # the kinds of every game here
RIDDLE = 2  # the question of every game here: its number follows that of the pick


class SmallGame(NamedTuple):
    game: Game
    rice: Card
    tea: Card


def build(id: str) -> SmallGame:
    """Return a game of two cards, with a riddle that nobody is asked."""
    game = Game(
        id=id,
        title=Text("Rice and tea"),
        rule=Text("Take rice or tea."),
        version=1,
        hand_sizes={2: 5, 3: 4},
        options={},
        edition="en",
        lead_scale=3.0,  # a game with a fault cannot be fitted to random games
    )
    rice = game.card(
        "rice",
        Text("Rice"),
        Text("1 point."),
        copies={"rice": 30},
        colour="white",
    )
    rice.scores(lambda tray: tray[RICE])
    rice.explains(lambda tray: plain_text(f"{tray[RICE]} rice"))
    tea = game.card(
        "tea",
        Text("Tea"),
        Text("5 for two."),
        copies={"tea": 30},
        colour="green",
    )
    tea.scores(lambda tray: tray[TEA] // 2 * 5)
    tea.explains(lambda tray: plain_text(f"{tray[TEA]} tea"))
    riddle = game.question("riddle", Text("A riddle?"))
    riddle.allows(lambda state, player, answer: answer == RICE)
    riddle.answers(lambda state, player, answer: None)
    return SmallGame(game, rice, tea)


class Fault(NamedTuple):
    """How a game is broken, and which check must find it."""

    check: str
    spoil: Callable[[SmallGame], object]


FAULTS: dict[str, Fault] = {"sound": Fault("choices", lambda small: None)}


def fault(check: str) -> Callable[[Callable[[SmallGame], object]], Callable[[SmallGame], object]]:
    def add(spoil: Callable[[SmallGame], object]) -> Callable[[SmallGame], object]:
        FAULTS[spoil.__name__] = Fault(check, spoil)
        return spoil

    return add


# --- Cards and tokens ---


@fault("conservation")
def makes_a_card(small: SmallGame) -> None:
    @small.tea.lands
    def one_more(state: State, player: int, kind: int) -> None:
        state.trays[player][TEA] += 1


@fault("conservation")
def loses_a_card(small: SmallGame) -> None:
    @small.tea.lands
    def one_less(state: State, player: int, kind: int) -> None:
        state.trays[player][TEA] -= 1


@fault("conservation")
def takes_what_is_not_there(small: SmallGame) -> None:
    @small.tea.lands
    def swap_for_rice(state: State, player: int, kind: int) -> None:
        state.trays[player][RICE] -= 3
        state.discard[RICE] += 3


@fault("conservation")
def forgets_the_size_of_a_hand(small: SmallGame) -> None:
    @small.tea.lands
    def back_into_the_hand(state: State, player: int, kind: int) -> None:
        state.trays[player][TEA] -= 1
        state.hands[state.holding[player]][TEA] += 1


def give_tokens(small: SmallGame, each_turn: int) -> None:
    """Let a player who lays tea take a token on that turn of the round."""
    small.game.pile(small.tea)

    @small.game.sets
    def three_tokens(state: State, options: dict[str, Any]) -> None:
        state.worth[0] = [1, 2, 3]

    @small.tea.watches
    def take_one(state: State) -> None:
        if state.turn == each_turn:
            take_token(state, 0, 0)


@fault("conservation")
def gives_tokens_too_early(small: SmallGame) -> None:
    give_tokens(small, each_turn=2)


@fault("conservation")
def changes_a_token(small: SmallGame) -> None:
    give_tokens(small, each_turn=0)

    @small.tea.lands
    def raise_the_top_one(state: State, player: int, kind: int) -> None:
        state.tokens[0][0] += 1


@fault("conservation")
def gives_the_lowest_token(small: SmallGame) -> None:
    give_tokens(small, each_turn=0)

    @small.tea.begins
    def take_from_below(state: State) -> None:
        if state.round_number == 2:
            state.takers[0][2] = 1


# --- Choices ---


@fault("choices")
def has_no_answer(small: SmallGame) -> None:
    small.game.questions[0].allows(lambda state, player, answer: False)
    ask_when_tea_lands(small)


@fault("choices")
def has_an_answer_twice(small: SmallGame) -> None:
    riddle = small.game.questions[0]
    for answer in (10, 11):
        riddle.spells(answer, "yes", Text("Yes"))
    riddle.allows(lambda state, player, answer: answer in (10, 11))
    ask_when_tea_lands(small)


@fault("choices")
def spells_an_answer_like_a_card(small: SmallGame) -> None:
    riddle = small.game.questions[0]
    riddle.spells(10, "rice", Text("Rice"))
    riddle.allows(lambda state, player, answer: answer in (RICE, 10))
    ask_when_tea_lands(small)


@fault("choices")
def has_an_answer_without_text(small: SmallGame) -> None:
    small.game.questions[0].allows(lambda state, player, answer: answer == 10)
    ask_when_tea_lands(small)


@fault("choices")
def asks_for_ever(small: SmallGame) -> None:
    riddle = small.game.questions[0]
    riddle.answers(lambda state, player, answer: ask(state, player, RIDDLE))
    ask_when_tea_lands(small)


@fault("choices")
def waits_for_nobody(small: SmallGame) -> None:
    @small.tea.lands
    def count_wrongly(state: State, player: int, kind: int) -> None:
        state.pending += 1


def ask_when_tea_lands(small: SmallGame) -> None:
    @small.tea.lands
    def ask_the_riddle(state: State, player: int, kind: int) -> None:
        ask(state, player, RIDDLE)


# --- Points ---


@fault("sheets")
def gives_points_past_the_sheet(small: SmallGame) -> None:
    @small.tea.lands
    def a_secret_point(state: State, player: int, kind: int) -> None:
        state.scores[player] += 1


@fault("sheets")
def has_no_reason(small: SmallGame) -> None:
    small.rice.explains(lambda tray: NO_TEXT)


@fault("texts")
def has_no_rule(small: SmallGame) -> None:
    small.tea.rule = plain_text(" ")


# --- Records, and matches as values ---

MEMORY = [0]


@fault("records")
def remembers_earlier_games(small: SmallGame) -> None:
    @small.rice.scores
    def more_each_time(tray: Tray) -> int:
        MEMORY[0] += 1
        return MEMORY[0]


@fault("secrecy")
def writes_a_seed_into_the_state(small: SmallGame) -> None:
    @small.tea.begins
    def note_the_seed(state: State) -> None:
        state.context[0] = state.deal_rng[0] & 255


@fault("values")
def changes_what_was_laid(small: SmallGame) -> None:
    @small.tea.lands
    def another_background(state: State, player: int, kind: int) -> None:
        state.colour[TEA] += 1


# --- Secrets ---


@fault("secrecy")
def allows_by_the_deck(small: SmallGame) -> None:
    @small.tea.allows
    def only_if_the_deck_says_so(state: State, player: int, choice: int) -> bool:
        no_rice = state.hands[state.holding[player]][RICE] == 0
        return choice == RICE or state.deck[0] == TEA or no_rice


@fault("secrecy")
def counts_the_rice_in_all_hands(small: SmallGame) -> None:
    @small.tea.begins
    def note_the_rice_of_the_next(state: State) -> None:
        for player in range(state.players):
            state.context[player] = state.hands[state.holding[player]][RICE]


@fault("secrecy")
def asks_who_answers_first(small: SmallGame) -> None:
    """Whether one player may take tea depends on another's secret answer."""

    @small.tea.allows
    def not_two_at_once(state: State, player: int, choice: int) -> bool:
        others = [state.answers[other] for other in range(state.seats) if other != player]
        no_rice = state.hands[state.holding[player]][RICE] == 0
        return choice == RICE or TEA not in others or no_rice


@fault("knowledge")
def swaps_cards_in_secret(small: SmallGame) -> None:
    @small.tea.watches
    def first_hand_to_second(state: State) -> None:
        for kind, other in ((RICE, TEA), (TEA, RICE)):
            if state.hands[0][kind] and state.hands[1][other]:
                state.hands[0][kind] -= 1
                state.hands[0][other] += 1
                state.hands[1][other] -= 1
                state.hands[1][kind] += 1
                return


# --- Bots ---


def take_money(view: View, rng: Random) -> Any:
    return "money"


def give_up(view: View, rng: Random) -> Any:
    raise IndexError("no idea")


def change_ones_mind(view: View, rng: Random) -> Any:
    MEMORY[0] += 1
    return view.choices[MEMORY[0] % len(view.choices)]


def peep(view: View, rng: Random) -> Any:
    """Choose by another hand, for which it looks through the memory of the process."""

    (match,) = (
        one
        for one in gc.get_objects()
        if isinstance(one, kaiten.Match) and any(view is own for own in one._views.values())
    )
    return view.choices[match._state.hands[1][RICE] % len(view.choices)]


BAD_BOTS = {bot.__name__: bot for bot in (take_money, give_up, change_ones_mind, peep)}


# --- Modes ---


class OtherRules:
    """The rules of `engine.draft`, but the second turn of a game gives a point."""

    def __getattr__(self, name: str) -> Any:
        return getattr(draft, name)

    @staticmethod
    def resolve(state: State) -> None:
        draft.resolve(state)
        state.at_once[0] += state.turn == 2


def say(check: Callable[..., object], *arguments: Any) -> str:
    """Return what a check says, nothing if all is well."""
    try:
        check(*arguments)
    except AssertionError as error:
        return str(error)
    return ""


def count_beyond_64_bits(small: SmallGame) -> None:
    """Let points depend on a number that is too large for compiled rules, and not for Python."""
    small.tea.scores(lambda tray: (tray[TEA] + 1 << 62) >> 60)


def check_compiled() -> None:
    """Compare the modes of a game that is the only one: all of them take a minute to compile."""
    import kaiten.games

    small = build("large")
    count_beyond_64_bits(small)
    REGISTERED.clear()
    register([small.game])
    from kaiten import testing

    print(say(testing.check_modes, kaiten.deal("large", 2, 1)))


def main() -> None:
    games = {name: build(name) for name in FAULTS}
    for name, small in games.items():
        FAULTS[name].spoil(small)
    register([small.game for small in games.values()])
    # bots count the games when they are imported
    from kaiten import testing
    from kaiten.bots import BOTS

    told = {
        name: say(testing.CHECKS[fault.check], kaiten.deal(name, 2, 1))
        for name, fault in FAULTS.items()
    }
    BOTS.update(BAD_BOTS)
    sound = kaiten.deal("sound", 3, 1)
    for name in BAD_BOTS:
        told[name] = say(testing.check_bots, sound, [name])
    told["other rules"] = say(testing.check_modes, sound, OtherRules())
    told["check_game"] = say(testing.check_game, "loses_a_card")
    told["check_card"] = say(testing.check_card, "tea", "has_no_answer")
    told["sound game"] = say(testing.check_game, "sound")
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    check_compiled() if "compiled" in sys.argv else main()
