"""A game that the bots do not know: they play it by the defaults."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.sweep, pytest.mark.once]

SCRIPT = """
from random import Random

from kaiten.engine.game import Game
from kaiten.engine.registry import register
from kaiten.games import list_games
from kaiten.text import Text

other = object.__new__(Game)
vars(other).update(vars(list_games()[0]))
other.id, other.questions = "other", []
question = other.question("riddle", Text("A riddle?", "Une devinette ?"))
question.allows(lambda state, player, answer: False)
question.answers(lambda state, player, answer: None)
register([other])

import kaiten
from kaiten.bots import BOTS

for name in BOTS:
    match, bot = kaiten.deal("other", 2, 1), kaiten.find_bot(name, iterations=3)
    while not match.over:
        match = match.answer({seat: bot(match.view(seat), Random(1)) for seat in match.waiting})
kaiten.advise(kaiten.deal("other", 2, 1).view(0), iterations=8)
print("played")
"""


def test_bots_play_a_game_that_they_do_not_know() -> None:
    played = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "KAITEN_JIT": "0"},
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert played.stdout == "played\n", played.stderr
