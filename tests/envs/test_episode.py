"""An episode: seats decide at the same time, bots decide by themselves, copies go their own way."""

from __future__ import annotations

from random import Random

import pytest

import kaiten
from kaiten.bots import find_bot
from kaiten.envs.episode import Episode

pytestmark = pytest.mark.once


def play_on(episode: Episode) -> Episode:
    while not episode.over:
        episode.act({seat: episode.legal_actions(seat)[0] for seat in episode.deciding})
    return episode


def test_bots_alone_play_to_the_end() -> None:
    bots = dict.fromkeys(range(3), find_bot("chance"))
    episode = Episode(kaiten.deal("sushi-go", 3, 1), bots, Random(2))
    assert episode.over
    assert sum(episode.rewards()) == pytest.approx(0)


def test_nothing_happens_before_the_last_decision() -> None:
    episode = Episode(kaiten.deal("sushi-go", 3, 1))
    before = episode.match
    for seat in (2, 0):
        episode.act({seat: episode.legal_actions(seat)[0]})
        assert episode.match is before
    assert (episode.deciding, episode.legal_actions(2)) == ([1], [63])
    assert episode.rewards() == [0, 0, 0]
    episode.act({1: episode.legal_actions(1)[0]})
    assert (episode.match.turn, episode.deciding) == (2, [0, 1, 2])


def test_a_copy_has_bots_that_go_on_alike_and_does_not_change_the_original() -> None:
    episode = Episode(kaiten.deal("sushi-go", 3, 1), {1: find_bot("chance")}, Random(2))
    first, second = episode.copy(), episode.copy()
    assert play_on(first).match.record().text() == play_on(second).match.record().text()
    assert episode.match.turn == 1


def test_questions_of_bots_are_answered_between_two_picks_of_a_learner() -> None:
    options = {"menu": "maki,tempura,eel,spoon,menu,tofu,pudding"}
    bots = dict.fromkeys((1, 2), find_bot("chance"))
    episode = Episode(kaiten.deal("sushi-go-party", 3, 4, **options), bots, Random(2))
    asked = set()
    while not episode.over:
        prompt = episode.match.prompt(0)
        asked.add(prompt.id if prompt else None)
        episode.act({0: episode.legal_actions(0)[-1]})
    assert None not in asked
    assert "pick" in asked


def test_the_robot_is_no_seat() -> None:
    episode = play_on(Episode(kaiten.deal("sushi-go", 2, 1, variant="robot")))
    assert len(episode.rewards()) == 2
    scores = episode.match.scores
    assert episode.make_info(1)["margin"] == scores[1] - scores[0]
