"""Points so far: what lies on the table is counted as the round would be, and from what everybody
sees alone.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import View
from kaiten.engine.state import to_dict
from kaiten.match.sheet import Count
from kaiten.scoring.score import score_table
from tests.playing import every_table, example_game, steps


def laid(view: View, seat: int) -> list[str]:
    """A player's cards in an order in which they may have been laid."""
    cards, dipped, copies = Counter(view.trays[seat]), view.dipped[seat], view.copies[seat]
    bare = cards - dipped - copies
    bare["wasabi"] -= dipped.total()
    on_wasabi = [card for nigiri in dipped.elements() for card in ("wasabi", nigiri)]
    free = bare.pop("wasabi")
    return [
        *bare.elements(),
        *on_wasabi,
        *["wasabi"] * free,
        *(f"joker>{card}" for card in copies.elements()),
    ]


def as_cardboard(view: View, final: bool) -> dict[str, Any]:
    """The table for the score helper."""
    players: list[dict[str, Any]] = [{"cards": laid(view, seat)} for seat in range(len(view.names))]
    if not view.game.piles:
        for seat, player in enumerate(players):
            player["kept"] = list(view.kept[seat].elements())
    return {"game": view.game.id, "options": dict(view.options), "final": final, "players": players}


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("sushi-go", 4, {}),
        ("sushi-go", 2, {"variant": "robot"}),
        ("sushi-draft", 3, {}),
        ("sushi-draft", 5, {"advanced": True}),
    ],
)
def test_the_table_is_counted_as_the_score_helper_counts_it(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in example_game(game, players, **options)[:-1:players]:
        view = match.view(None)
        counted, expected = view.count(), score_table(as_cardboard(view, final=not view.game.piles))
        for told, helper in ((counted.lines, expected.sheet), (counted.final, expected.final)):
            assert [(line.card, line.seat, line.points, line.reason) for line in told] == [
                (line.card, line.seat, line.points, line.reason) for line in helper
            ]
            assert all(line.round == match.round for line in told)


@every_table
def test_everybody_counts_the_same_whatever_is_hidden(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(2)
    for match in list(steps(kaiten.deal(game, players, 2, **options), rng))[:-1:7]:
        counted = match.view(None).count()
        assert all(match.view(seat).count() == counted for seat in match.seats)
        for seat in (None, match.seats[0]):
            view = match.view(seat)
            before = to_dict(view.state)
            assert view.sample(rng).view(seat).count() == counted
            assert to_dict(view.state) == before
        assert counted.final.points == 0 or not match.game.piles


def test_tokens_are_not_counted() -> None:
    for match in steps(kaiten.deal("sushi-draft", 3, 3), Random(3)):
        assert not match.view(0).count().final.lines
        assert match.view(0).count().lines.points == 0


def test_when_nothing_is_played_nothing_is_counted() -> None:
    *_, match = steps(kaiten.deal("sushi-go", 2, 4), Random(4))
    assert match.view(0).count() == match.view(None).count() == Count()


def test_desserts_of_this_round_and_of_earlier_ones_are_counted_at_the_end() -> None:
    for match in steps(kaiten.deal("sushi-go", 3, 5), Random(5)):
        view = match.view(None)
        puddings = [view.trays[seat]["pudding"] + view.kept[seat]["pudding"] for seat in range(3)]
        if not match.over and len(set(puddings)) == 3:
            points = [view.count().final.of(seat=seat).points for seat in range(3)]
            assert points[puddings.index(max(puddings))] == 6
            assert points[puddings.index(min(puddings))] == -6
            return
    pytest.fail("nobody ever had more puddings than another")
