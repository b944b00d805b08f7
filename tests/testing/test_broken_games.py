"""Every check can fail: each finds the game, or the bot, that has its fault, and says so to its author."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

SAYS = {
    "makes_a_card": "a card was made: 32 of “tea”, and the box has 30",
    "loses_a_card": "a card was lost: 28 of “tea”, and the box has 30",
    "takes_what_is_not_there": "there are -2 of “rice” in `trays`: a rule took one too many",
    "forgets_the_size_of_a_hand": "hand 0 holds 4 cards, and its size says 3",
    "gives_tokens_too_early": "1 tokens of “tea” are taken after 0 rounds",
    "changes_a_token": "the tokens of “tea” are worth [2, 3, 3], and the box has [1, 2, 3]",
    "gives_the_lowest_token": "the tokens of “tea” were not taken from the top: [0, 0, 1]",
    "has_no_answer": "seat 0 is asked “riddle” and has no legal answer",
    "has_an_answer_twice": "seat 0 has the choice “yes” twice",
    "spells_an_answer_like_a_card": "seat 0 has the choice “rice” twice",
    "has_an_answer_without_text": "seat 0 is asked “riddle” and may answer 10, which is no card",
    "asks_for_ever": "the game does not end: the players have answered 2000 times",
    "waits_for_nobody": "the game is not over, and nobody is waited for",
    "gives_points_past_the_sheet": "seat 0 has 30 points; its sheet says 21, [7, 7, 7]",
    "has_no_reason": "“rice” brings points without a reason in every language: ('',",
    "has_no_rule": "the rule of tea is missing in “en”",
    "remembers_earlier_games": "the record as JSON cannot be read: Round 1: the record says",
    "writes_a_seed_into_the_state": "seat 0 sees something else when the round is played again with",
    "changes_what_was_laid": "the match has changed while another one was made of it",
    "allows_by_the_deck": "seat 1 sees something else when the hidden cards are others: “choices”",
    "counts_the_rice_in_all_hands": "with other hidden cards: “context”, “JSON”: context[1] is 4 and 2",
    "asks_who_answers_first": "seat 1 sees something else when seat 0 has answered otherwise in",
    "swaps_cards_in_secret": "seat 0 believes that seat 1 holds {'tea': 1}",
    "take_money": "the bot take_money answers “money” to “pick”: not a choice",
    "give_up": "the bot give_up cannot answer “pick”: IndexError('no idea')",
    "change_ones_mind": "the bot change_ones_mind answers “tea” and “rice” with one seed",
    "peep": "the bot peep answers “tea”, and “rice” when cards that it cannot see are others",
    "other rules": "plain and compiled rules differ (round 1, turn 2, before the answers) in “at_once”",
    "check_game": "a card was lost: 28 of “tea”, and the box has 30",
    "check_card": "seat 0 is asked “riddle” and has no legal answer",
}
SOUND = ("sound", "sound game")


@pytest.fixture(scope="module", name="told")
def _told() -> dict[str, str]:
    """Return what the checks say about each game, in a process of its own: it has other games."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.testing.broken_games"],
        env={**os.environ, "KAITEN_JIT": "0"},
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "UserWarning: Plain and compiled rules were not compared: KAITEN_JIT=0" in run.stderr
    told: dict[str, str] = json.loads(run.stdout)
    return told


def test_every_fault_is_looked_for(told: dict[str, str]) -> None:
    assert told.keys() == {*SAYS, *SOUND}


@pytest.mark.parametrize("name", SAYS)
def test_the_check_of_a_fault_finds_it(told: dict[str, str], name: str) -> None:
    problem, table = told[name].splitlines()
    assert SAYS[name] in problem
    assert "players, seed 1: " in table


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_game_passes(told: dict[str, str], name: str) -> None:
    assert told[name] == ""
