"""A view that travels as JSON is the same view where it arrives."""

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
from kaiten.engine.state import to_dict
from kaiten.match.codec import BadViewData, decode_view, encode_view
from kaiten.match.events import Dealt, Drew, Took
from tests.playing import every_table, example_game, steps

PROPERTIES = [name for name, value in vars(View).items() if isinstance(value, property)]


def sent(view: View) -> View:
    return decode_view(json.loads(json.dumps(encode_view(view))))


def views(match: Match) -> list[View]:
    """Everybody's view, and a spectator's."""
    return [match.view(seat) for seat in (*match.seats, None)]


def check_equal(arrived: View, view: View) -> None:
    """Compare all that somebody could look at."""
    assert arrived == view
    assert to_dict(arrived.state) == to_dict(view.state)
    assert arrived.facts() == view.facts()
    for name in PROPERTIES:
        assert getattr(arrived, name) == getattr(view, name), name
    assert [*map(repr, arrived.choices)] == [*map(repr, view.choices)]
    assert [choice.words for choice in arrived.choices] == [choice.words for choice in view.choices]
    assert arrived.outcome() == view.outcome()


def check_same_thoughts(arrived: View, view: View) -> None:
    """Compare what a bot would make of it."""
    ours, theirs = (one.sample(Random(3)) for one in (arrived, view))
    assert to_dict(ours._state) == to_dict(theirs._state)
    assert (ours.log, ours.names, ours.waiting) == (theirs.log, theirs.names, theirs.waiting)
    if view.seat in view.waiting:
        greedy = kaiten.find_bot("greedy")
        assert greedy(arrived, Random(4)) == greedy(view, Random(4))


@every_table
def test_every_view_of_a_match_arrives_as_it_was_sent(
    game: str, players: int, options: dict[str, Any]
) -> None:
    *moments, end = example_game(game, players, **options)
    for moment in [*moments[::13], end]:
        for view in views(moment):
            check_equal(sent(view), view)
        if not moment.over:
            check_same_thoughts(
                sent(moment.view(moment.waiting[0])), moment.view(moment.waiting[0])
            )


@every_table
def test_every_view_arrives_as_it_was_sent(
    game: str, players: int, options: dict[str, Any]
) -> None:
    moments = example_game(game, players, **options)
    for moment in [*Random(players).sample(moments, len(moments) // 4), moments[-1]]:
        for view in views(moment):
            check_equal(sent(view), view)
            if not moment.over:
                check_same_thoughts(sent(view), view)


@every_table
def test_a_parcel_is_the_same_whatever_is_hidden(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng, differed = Random(13), 0
    for match in example_game(game, players, **options)[::17]:
        if len(match.waiting) < len(match.seats) or match.over:
            continue  # somebody has answered, which a match made up behind the view does not know
        for view in views(match):
            other = view.sample(rng)
            differed += to_dict(other._state)["hands"] != to_dict(match._state)["hands"]
            assert encode_view(other.view(view.seat)) == encode_view(view)
    assert differed > 0


def test_what_a_seat_may_not_know_is_not_in_its_parcel() -> None:
    *_, match = islice(steps(kaiten.deal("sushi-draft", 3, 5), Random(5)), 20)
    arrived = [sent(view) for view in views(match)]
    worth = [{event.worth for event in view.log if isinstance(event, Took)} for view in arrived]
    assert any(isinstance(number, int) for numbers in worth for number in numbers)
    assert worth[-1] == {None}
    for view in arrived:
        hands = next(event for event in view.log if isinstance(event, Dealt)).hands
        assert [bool(hand) for hand in hands] == [seat == view.seat for seat in match.seats]


def test_cards_that_somebody_else_drew_arrive_face_down() -> None:
    match = kaiten.deal("sushi-go", 2, 5, variant="robot")
    drawn = [
        [event.cards for event in sent(view).log if isinstance(event, Drew)]
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
        changed(2, "kaiten"),
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
    assert "does not understand" in refused.value.text.en
    assert "ne comprend pas" in refused.value.text.fr
