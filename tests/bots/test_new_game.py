"""Games that the bots do not know: they play them by the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages import run_with
from tests.plugins import install_odd_game

pytestmark = [pytest.mark.sweep, pytest.mark.once]

# Sushi Go! under another id, with another question.
COPY = """
from random import Random

from kaiten.engine.game import Game
from kaiten.engine.registry import register
from kaiten.games import list_games
from kaiten.text import Text

other = object.__new__(Game)
vars(other).update(vars(list_games()[0]))
other.id, other.questions = "other", []
question = other.question("riddle", Text("A riddle?"))
question.allows(lambda state, player, answer: False)
question.answers(lambda state, player, answer: None)
register([other])
"""
PLAY = """
from random import Random

import kaiten
from kaiten.bots import BOTS

for name in {bots}:
    for people in {people}:
        match, bot = kaiten.deal("{game}", people, 1), kaiten.find_bot(name, iterations=3)
        while not match.over:
            match = match.answer({{seat: bot(match.view(seat), Random(1)) for seat in match.waiting}})
advice = kaiten.advise(kaiten.deal("{game}", 3, 1).view(0), iterations=8)
print("played", len(advice.prospects) > 1)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of which the bots know nothing."""
    return install_odd_game(tmp_path_factory.mktemp("odd"))


def test_bots_play_a_copy_of_a_game(tmp_path: Path) -> None:
    played = run_with(tmp_path, COPY + PLAY.format(game="other", bots="BOTS", people=[2]))
    assert played.stdout == "played True\n", played.stderr


def test_bots_play_a_game_without_any_idea(folder: Path) -> None:
    played = run_with(folder, PLAY.format(game="odd", bots="BOTS", people=[2, 4]))
    assert played.stdout == "played True\n", played.stderr
    assert played.stderr.count("Bots do not know the idea “no such idea” of fork") == 1


VALUES = """
import kaiten
from kaiten.bots.heuristic.evaluate import Evaluation

evaluation = Evaluation(kaiten.deal("odd", 3, 1).view(0))
evaluation.forecast.turns_left = 0
tray = evaluation.state.trays[0]
for kind in evaluation.view.game.kinds:
    number = evaluation.view.game.numbers[kind]
    gains = []
    for _ in range(3):
        evaluation.forecast.gains_ready[0][number] = 0
        gains.append(evaluation.find_gain(0, number))
        tray[number] += 1
    print(kind, gains)
    tray[number] = 0
"""


def test_cards_are_worth_what_their_own_rules_say(folder: Path) -> None:
    """A card with a function of its own is worth what that says; bots fall back to the rule of one with
    an idea that they do not know.
    """
    assert run_with(folder, VALUES).stdout.splitlines() == [
        "pair [0.0, 5.0, 0.0]",
        "most [7.0, 0.0, 0.0]",
        "sweet [1.0, 3.0, 5.0]",
        "double [100.0, 100.0, 100.0]",
        "riddle [0.0, 0.0, 0.0]",
        "fork [1.0, 1.0, 1.0]",
    ]


def test_an_unknown_question_is_answered_by_the_points_now(folder: Path) -> None:
    """Throwing a card away costs what it brings."""
    script = """
import kaiten
from kaiten.match.events import Script
from kaiten.bots.heuristic import evaluate_choices

hands = (("sweet", "sweet", "riddle", "most", "double", "double"), ("pair",) * 6)
match = kaiten.deal("odd", 2, script=Script({1: hands}, {}))
match = match.answer({0: "sweet", 1: "pair"}).answer({0: "pair", 1: "most"})
match = match.answer({0: "riddle", 1: "pair"})
for choice, value in zip(match.view(0).choices, evaluate_choices(match.view(0))):
    print(choice.text, value)
"""
    assert run_with(folder, script).stdout == "pair 1.0\nsweet 0.0\nriddle 1.0\nnothing 1.0\n"


def test_a_game_without_a_win_model_gets_one_from_random_games(folder: Path) -> None:
    """Always the same, and near those that are fitted."""
    script = """
from kaiten.bots.tree.lead_scales import find_lead_scale
from kaiten.games import list_games

print([find_lead_scale(game) for game in list_games()])
"""
    first = run_with(folder, script).stdout
    scales = eval(first)
    assert scales[:3] == [3.0, 3.5, 1.4]
    assert 1 < scales[3] < 10
    assert run_with(folder, script).stdout == first


def test_a_win_model_is_fitted_when_its_own_game_is_searched(folder: Path) -> None:
    """Playing another game does not wait for it."""
    script = """
from random import Random

import kaiten
from kaiten.bots.tree.lead_scales import find_lead_scale, fit_to_random_games

for game in ("sushi-go", "odd"):
    kaiten.find_bot("search", iterations=3)(kaiten.deal(game, 2, 1).view(0), Random(1))
    print(find_lead_scale.cache_info().currsize)
"""
    assert run_with(folder, script).stdout == "1\n2\n"


ENDLESS = """
from kaiten.engine.game import Game
from kaiten.engine.operations import ask
from kaiten.engine.registry import register
from kaiten.games import find_game
from kaiten.text import Text

again = Text("Again?")
game = Game(id="endless", title=again, rule=again, version=1, hand_sizes={{2: 3}}, options={{}})
card = game.card("riddle", again, again, {{"riddle": 18}})
question = game.question("riddle", again)
card.lands(lambda state, player, kind: ask(state, player, question.number))
question.allows(lambda state, player, answer: {allowed})
question.answers(lambda state, player, answer: ask(state, player, question.number))
register([game])

from kaiten.bots.tree.lead_scales import USUAL_SCALE, find_lead_scale

print(find_lead_scale(game) == USUAL_SCALE, find_lead_scale(find_game("odd")) == USUAL_SCALE)
"""


@pytest.mark.parametrize("allowed", ["True", "False", "1 // 0"])
def test_a_game_that_does_not_end_keeps_the_usual_win_model(folder: Path, allowed: str) -> None:
    """It asks for ever, or what nobody can answer, or fails; another game is fitted all the same."""
    played = run_with(folder, ENDLESS.format(allowed=allowed))
    assert played.stdout == "True False\n", played.stderr
