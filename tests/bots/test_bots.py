"""The bots: what they have in common, and the two to begin with."""

from __future__ import annotations

from random import Random

import pytest

import kaiten
from kaiten.bots import BOTS, PORTRAITS
from kaiten.match.events import Script
from kaiten.testing import check_bots
from tests.playing import (
    TABLES_AND_BOTS,
    TABLES_AND_LEVELS,
    Table,
    every_table,
    new_game,
)


def contest(seats: list[str], seed: int) -> kaiten.Match:
    """A match between bots, by name."""
    match = kaiten.deal("sushi-go", len(seats), seed)
    rng = Random(seed)
    while not match.over:
        for seat in match.waiting:
            match = match.choose(seat, kaiten.find_bot(seats[seat])(match.view(seat), rng))
    return match


def test_greedy_takes_the_most_points_at_once() -> None:
    hands = (("wasabi", "squid_nigiri", *["tempura"] * 8), ("sashimi", *["dumpling"] * 9))
    match = kaiten.deal("sushi-go", 2, script=Script({1: hands}, {}))
    assert str(kaiten.find_bot("greedy")(match.view(0), Random(1))) == "squid_nigiri"
    assert str(kaiten.find_bot("greedy")(match.view(1), Random(1))) == "dumpling"


@pytest.mark.unmeasured
def test_greedy_beats_chance_more_often_than_not() -> None:
    games = 60
    wins = 0
    for seed in range(games):
        outcome = contest(
            ["greedy", "chance"] if seed % 2 else ["chance", "greedy"], seed
        ).outcome()
        assert outcome is not None
        wins += (seed + 1) % 2 in outcome.winners
    # it wins three quarters: the odds against falling so low are a thousand to one
    assert wins > 0.6 * games


@every_table
def test_greedy_answers_whatever_it_is_asked(
    game: str, players: int, options: dict[str, str]
) -> None:
    rng = Random(1)
    match = kaiten.deal(game, players, 1, **options)
    while not match.over:
        for seat in match.waiting:
            view = match.view(seat)
            bot = "chance" if view.prompt and view.prompt.id == "pick" else "greedy"
            answer = kaiten.find_bot(bot)(view, rng)
            assert answer in view.choices
            match = match.choose(seat, answer)


@pytest.mark.sweep
@pytest.mark.parametrize(("table", "bot"), [*TABLES_AND_BOTS, *TABLES_AND_LEVELS])
def test_a_bots_answer_is_legal_and_depends_on_the_view_and_its_seed_alone(
    table: Table, bot: str
) -> None:
    game, players, options = table
    check_bots(new_game(game, players, **options), [bot], iterations=6)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(kaiten.UnknownBot, match="There are: chance, greedy, heuristic"):
        kaiten.find_bot("stockfish")


def test_every_bot_has_its_portrait() -> None:
    assert list(PORTRAITS) == list(BOTS)
