"""The rules of Night Market, and all that every game for Kaiten must do."""

import pytest

import kaiten
from kaiten.scoring.score import score_table
from kaiten.testing import check_game


def points_of(*trays: str) -> list[int]:
    """Return what a round is worth to each player, by the cards in front of them."""
    players = [{"name": f"{seat}", "cards": tray.split()} for seat, tray in enumerate(trays)]
    counted = score_table({"game": "night-market", "round": 1, "players": players})
    return [player["round"] for player in counted.data("en")["players"]]


@pytest.mark.parametrize(("skewers", "points"), [(1, 2), (2, 5), (3, 9), (4, 0), (5, 0)])
def test_skewers_burn_after_three(skewers: int, points: int) -> None:
    assert points_of("skewer " * skewers, "") == [points, 0]


@pytest.mark.parametrize(
    ("bowls", "points"), [("hot", 1), ("hot cold", 6), ("hot hot cold", 7), ("cold cold", 2)]
)
def test_hot_noodles_go_with_cold_ones(bowls: str, points: int) -> None:
    assert points_of(" ".join(f"{bowl}_noodles" for bowl in bowls.split()), "") == [points, 0]


def test_the_most_and_the_second_most_buns_score() -> None:
    assert points_of("bun bun", "bun", "bun", "") == [7, 3, 3, 0]


def test_tied_players_all_get_the_points_for_buns() -> None:
    assert points_of("bun", "bun", "") == [7, 7, 0]


def test_a_lantern_lights_up_the_single_dishes_on_the_left() -> None:
    neighbour = "skewer skewer hot_noodles cat"  # two dishes of which it has exactly one
    assert points_of("lantern lantern", neighbour, "")[0] == 4
    assert points_of("lantern lantern", "", neighbour)[0] == 0


def test_the_cat_eats_another_dish_and_is_worth_two_points() -> None:
    match = kaiten.deal("night-market", 2, seed=1)
    while "cat" not in {choice.text for choice in match.choices(0)} or not match.view(0).trays[0]:
        match = match.answer(dict.fromkeys(match.waiting, 0))
    before = match.view(0).trays[0]
    match = match.choose(0, "cat").choose(1, 0)
    view = match.view(0)
    assert view.prompt is not None
    assert view.prompt.id == "cat"
    assert {choice.text for choice in view.choices} == before.keys() - {"cat"}
    eaten = view.choices[0].text
    match = match.choose(0, eaten)
    after = match.view(0).trays[0]
    assert (after[eaten], after["cat"]) == (before[eaten] - 1, before["cat"] + 1)


def test_a_cat_that_comes_first_finds_nothing_to_eat() -> None:
    seeds = (kaiten.deal("night-market", 2, seed=seed) for seed in range(99))
    match = next(one for one in seeds if "cat" in map(str, one.choices(0)))
    assert match.choose(0, "cat").choose(1, "bun").waiting == (0, 1)


def test_it_plays_as_every_game_must() -> None:
    check_game("night-market")
