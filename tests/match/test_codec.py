"""A view that travels as JSON; `kaiten.testing.check_values` checks that it arrives as it was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from random import Random
from typing import Any

import orjson
import pytest

import kaiten
from kaiten import Match, View
from kaiten.match.codec import VIEW_FORMAT, BadViewData, decode_view, encode_view
from kaiten.match.events import Dealt, Drew, Took
from kaiten.testing.values import send
from tests.playing import steps


def views(match: Match) -> list[View]:
    """Everybody's view, and a spectator's."""
    return [match.view(seat) for seat in (*match.seats, None)]


def test_what_a_seat_may_not_know_is_not_in_its_parcel() -> None:
    *_, match = islice(steps(kaiten.deal("sushi-draft", 3, 5), Random(5)), 20)
    arrived = [send(view) for view in views(match)]
    worth = [{event.worth for event in view.log if isinstance(event, Took)} for view in arrived]
    assert any(isinstance(number, int) for numbers in worth for number in numbers)
    assert worth[-1] == {None}
    for view in arrived:
        hands = next(event for event in view.log if isinstance(event, Dealt)).hands
        assert [bool(hand) for hand in hands] == [seat == view.seat for seat in match.seats]


def test_cards_that_somebody_else_drew_arrive_face_down() -> None:
    match = kaiten.deal("sushi-go", 2, 5, variant="robot")
    drawn = [
        [event.cards for event in send(view).log if isinstance(event, Drew)]
        for view in views(match)
    ]
    assert [bool(cards) for (cards,) in drawn] == [True, False, False]


def test_other_writers_of_json_can_write_a_parcel_too() -> None:
    *_, match = islice(
        steps(kaiten.deal("sushi-go-party", 4, 5, menu="master-menu"), Random(5)), 60
    )
    assert match.round == 2
    for view in views(match):
        assert orjson.loads(orjson.dumps(encode_view(view))) == json.loads(
            json.dumps(encode_view(view))
        )


def test_a_parcel_is_small() -> None:
    *_, match = steps(kaiten.deal("sushi-go-party", 8, 5, menu="master-menu"), Random(5))
    assert len(json.dumps(encode_view(match.view(0)), separators=(",", ":"))) < 64_000
    assert len(json.dumps(encode_view(kaiten.deal("sushi-go", 4, 5).view(0)))) < 2_000


def without(*path: str) -> Callable[[dict[str, Any]], None]:
    def spoil(parcel: dict[str, Any]) -> None:
        for name in path[:-1]:
            parcel = parcel[name]
        del parcel[path[-1]]

    return spoil


def changed(value: Any, *path: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(parcel: dict[str, Any]) -> None:
        for name in path[:-1]:
            parcel = parcel[name]
        parcel[path[-1]] = value

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        without("state"),
        without("memory"),
        changed(VIEW_FORMAT + 1, "kaiten"),
        changed(99, "version"),
        changed("pizza", "game"),
        changed({"direction": "up"}, "options"),
        changed(9, "people"),
        changed(3, "seat"),
        changed("0", "seat"),
        changed(["Ana", "Bo"], "names"),
        changed([99], "choices"),
        changed([1, "two"], "waiting"),
        changed(["tempura"], "choices"),
        changed([[1, "tempura", 0, 5, ["only English"]]], "sheet"),
        changed([{"dance": 1}], "log"),
        changed([{"take": 0, "token": 3, "worth": None}], "log"),
        changed([[], []], "memory"),
        changed([[[1] * 99], [], []], "memory"),
        changed(1, "state", "weather"),
        changed(5, "state", "seats"),
        changed([1], "state", "turn"),
        changed("1", "state", "turn"),
        changed(1, "state", "holding"),
        changed([1.5], "state", "holding"),
        changed([0] * 99, "state", "holding"),
        changed([1], "state", "trays"),
    ],
)
def test_a_parcel_that_cannot_be_understood_is_refused_in_a_sentence(
    spoil: Callable[[dict[str, Any]], None],
) -> None:
    parcel = json.loads(json.dumps(encode_view(kaiten.deal("sushi-go", 3, 5).view(0))))
    decode_view(deepcopy(parcel))
    spoil(parcel)
    with pytest.raises(BadViewData) as refused:
        decode_view(parcel)
    assert "does not understand" in refused.value.text.to("en")
    assert "ne comprend pas" in refused.value.text.to("fr")
