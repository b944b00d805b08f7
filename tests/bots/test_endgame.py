"""Endings at two players: the exact solution is what the rules say, in either seat."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

import kaiten
from kaiten import Match
from kaiten.bots.tree import endgame
from kaiten.bots.tree.endgame import SIDE, Endgame, blank_endgame, solve_prospects, solve_strategy
from kaiten.bots.tree.win_model import MARGIN_TIE_WEIGHT

solve_matrix = endgame.solve_matrix


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "MAX_POSITIONS", 40_000)  # in plain Python too


def table(cells: list[list[float]]) -> Endgame:
    memory = blank_endgame(kaiten.deal("sushi-go", 2, 1).view(0).known_state, 3.0, 1)
    memory.rows[0], memory.columns[0] = len(cells), len(cells[0])
    for row, column in product(range(len(cells)), range(len(cells[0]))):
        memory.matrix[SIDE * row + column] = cells[row][column]
    return memory


@pytest.mark.parametrize(
    ("cells", "value", "odds"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),  # rock, paper, scissors
        ([[3, 1], [0, 2]], 1.5, [0.5, 0.5]),
        ([[0.2, 0.9], [0.7, 0.4]], 0.55, [0.3, 0.7]),
        ([[1, 2, 3], [0, 5, 6]], 1, [1, 0]),  # a cell that is best for both
        ([[0.25]], 0.25, [1]),
        ([[0, 0, 1], [0, 1, 0], [1, 0, 0], [0.2, 0.2, 0.2]], 1 / 3, [1 / 3, 1 / 3, 1 / 3, 0]),
    ],
)
def test_a_table_is_worth_what_the_best_odds_win(
    cells: list[list[float]], value: float, odds: list[float]
) -> None:
    memory = table(cells)
    assert solve_matrix(memory, 0) == pytest.approx(value)
    assert list(memory.strategy[: len(cells)]) == pytest.approx(odds)


def test_no_column_wins_more_against_the_best_odds_of_any_table() -> None:
    rng = Random(5)
    for _ in range(60):
        rows, columns = rng.randint(1, 7), rng.randint(1, 7)
        cells = [[round(rng.uniform(-1, 1), 1) for _ in range(columns)] for _ in range(rows)]
        memory = table(cells)
        value, odds = solve_matrix(memory, 0), list(memory.strategy[:rows])
        assert sum(odds) == pytest.approx(1)
        assert min(odds) > -1e-9
        for column in range(columns):
            assert sum(odds[row] * cells[row][column] for row in range(rows)) >= value - 1e-9
        replies = list(memory.reply[:columns])
        assert sum(replies) == pytest.approx(1)
        assert min(replies) > -1e-9
        for row in cells:
            assert (
                sum(share * cell for share, cell in zip(replies, row, strict=True)) <= value + 1e-9
            )


def last_cards(seed: int, cards: int, game: str = "sushi-go", **options: str) -> Match:
    """The third round of a match of players who choose anything, with `cards` left in each
    hand.
    """
    match, rng = kaiten.deal(game, 2, seed, **options), Random(seed)
    while match.round < 3 or match.hands[0].total() > cards:
        match = match.answer({seat: rng.choice(match.choices(seat)) for seat in match.waiting})
    return match


def worth(match: Match) -> float:
    """What a finished match is worth to seat 0."""
    outcome = match.outcome()
    assert outcome is not None
    return (0 in outcome.winners) / len(outcome.winners) + MARGIN_TIE_WEIGHT * (
        match.scores[0] - match.scores[1]
    )


def solved(match: Match) -> float:
    """What a match is worth to seat 0 when both play their best, by trying everything."""
    if match.over:
        return worth(match)
    memory = table(cells_of(match))
    return float(solve_matrix(memory, 0))


def cells_of(match: Match) -> list[list[float]]:
    mine, yours = ([str(choice) for choice in match.choices(seat)] or [""] for seat in (0, 1))

    def follow(one: str, other: str) -> Match:
        return match.answer({seat: choice for seat, choice in ((0, one), (1, other)) if choice})

    return [[solved(follow(one, other)) for other in yours] for one in mine]


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(6))
def test_the_odds_of_an_ending_win_as_much_as_trying_everything_does(seed: int) -> None:
    match = last_cards(seed, 3)
    odds, cells = solve_strategy(match.view(0)), cells_of(match)
    assert odds is not None
    best = solved(match)
    for column in range(len(cells[0])):
        assert (
            sum(share * row[column] for share, row in zip(odds, cells, strict=True)) >= best - 1e-6
        )


def test_both_seats_agree_about_what_an_ending_is_worth() -> None:
    for seed in range(6):
        match = last_cards(seed, 2)
        cells = cells_of(match)
        mine, yours = solve_strategy(match.view(0)), solve_strategy(match.view(1))
        assert mine
        assert yours
        expected = sum(
            mine[row] * yours[column] * cells[row][column]
            for row in range(len(mine))
            for column in range(len(yours))
        )
        assert expected == pytest.approx(solved(match))


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(6))
def test_no_choice_promises_more_than_the_ending_is_worth_and_the_best_promises_just_that(
    seed: int,
) -> None:
    match = last_cards(seed, 3)
    prospects, odds = solve_prospects(match.view(0)), solve_strategy(match.view(0))
    assert prospects
    assert odds
    promised, value = [win + MARGIN_TIE_WEIGHT * margin for win, margin in prospects], solved(match)
    assert max(promised) == pytest.approx(value)
    for place, row in enumerate(cells_of(match)):
        # the best is safe
        assert promised[place] < value - 1e-9 or odds[place] > 0 or min(row) >= value - 1e-9
    for worth_of_it, share in zip(promised, odds, strict=True):
        assert share < 1e-9 or worth_of_it == pytest.approx(value)
    assert all(0 <= win <= 1 + 1e-9 for win, _ in prospects)


def test_nothing_is_worked_out_while_cards_are_hidden_or_many_or_drawn() -> None:
    assert solve_strategy(kaiten.deal("sushi-go", 2, 1).view(0)) is None
    assert solve_strategy(last_cards(1, 8).view(0)) is None
    assert solve_strategy(kaiten.deal("sushi-go", 4, 1).view(0)) is None
    assert solve_strategy(kaiten.deal("sushi-go", 2, 1, variant="robot").view(0)) is None


@cache
def reading_a_menu() -> Match:
    """An ending in which a menu may still be played."""
    for seed in range(200):
        match = last_cards(
            seed, 2, "sushi-go-party", menu="maki,tempura,dumpling,tofu,menu,wasabi,pudding"
        )
        if any(card.startswith("menu_") for hand in match.hands for card in hand):
            return match
    raise AssertionError("no such ending")


def test_an_ending_with_a_menu_depends_on_the_deck_and_is_not_worked_out() -> None:
    assert (
        solve_strategy(reading_a_menu().view(0))
        is solve_prospects(reading_a_menu().view(0))
        is None
    )
