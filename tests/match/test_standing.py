"""Points as the table lies, who leads what is compared, and what dishes lack."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.match.match import Match
from kaiten.match.view import View
from tests.games import party
from tests.games.test_sushi_go import begin
from tests.playing import every_table


def played(*turns: tuple[str, ...]) -> View:
    """The public view after these turns of Sushi Go!, in which the seats play these cards."""
    seats = len(turns[0])
    dealt = [[""] * len(turns) for _ in range(seats)]
    for number, cards in enumerate(turns):
        for seat, card in enumerate(cards):
            dealt[(seat - number) % seats][number] = card
    match = begin(*map(" ".join, dealt))
    for cards in turns:
        match = match.answer(dict(enumerate(cards)))
    view: View = match.view(None)
    return view


def lacks(view: View, seat: int) -> dict[str, str]:
    return {note.card: note.words.to("en") for note in view.lacks[seat]}


def steps(match: Match, rng: Random) -> list[Match]:
    found = [match]
    while not match.over:
        match = match.answer(
            {seat: rng.randrange(len(match.choices(seat))) for seat in match.waiting}
        )
        found.append(match)
    return found


# --- Points ---


@every_table
def test_points_on_the_table_are_those_of_the_sheet_so_far(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in steps(kaiten.deal(game, players, 6, **options), Random(6))[:-1:4]:
        view = match.view(0)
        assert [score + more for score, more in zip(view.scores, view.on_table, strict=True)] == [
            match.scores[seat]
            - match._state.at_once[seat]
            + view.count().lines.of(seat=seat).points
            for seat in range(len(match.names))
        ]


def test_points_grow_with_every_reveal() -> None:
    view = played(("tempura", "maki_1"), ("sashimi", "dumpling"), ("tempura", "dumpling"))
    assert view.scores == (0, 0)
    assert view.on_table == (5, 9)


def test_nothing_lies_on_the_table_of_a_game_that_is_over() -> None:
    view = steps(kaiten.deal("sushi-go", 3, 1), Random(1))[-1].view(0)
    assert view.on_table == (0, 0, 0)
    assert view.majorities == ()
    assert view.lacks == ((), (), ())


def test_points_taken_at_once_are_not_counted_twice() -> None:
    turns = "uramaki_5; uramaki_5; eel"
    view = party.play(turns, "", "", dishes="eel").view(0)
    assert view.scores[0] == 8
    assert view.on_table[0] == -3


# --- What is compared ---


def test_a_majority_has_everybodys_count_points_and_the_leaders() -> None:
    view = played(("maki_3", "maki_2", "pudding"), ("maki_1", "tempura", "maki_2"))
    maki, pudding = view.majorities
    assert (maki.card, maki.leaders, maki.points) == ("maki", (0,), (6, 1, 1))
    assert [count.to("en") for count in maki.counts] == ["4 symbols", "2 symbols", "2 symbols"]
    assert (pudding.card, pudding.leaders, pudding.points) == ("pudding", (2,), (-3, -3, 6))


def test_what_nobody_has_begun_is_no_majority() -> None:
    assert played(("tempura", "sashimi")).majorities == ()


def test_edamame_is_no_race() -> None:
    view = party.play("edamame; edamame", "edamame", "").view(0)
    assert "edamame" not in [one.card for one in view.majorities]
    assert lacks(view, 0)["edamame"] == "each now: +1"


def test_in_sushi_draft_the_leader_is_who_would_take_the_token() -> None:
    for match in steps(kaiten.deal("sushi-draft", 4, 2), Random(2)):
        view = match.view(None)
        for one in view.majorities:
            lines = {
                line.seat: line.reason.to("en")
                for line in view.count().lines
                if line.card == one.card
            }
            takers = tuple(seat for seat, reason in lines.items() if "takes the token" in reason)
            assert one.leaders == takers
            for seat in takers:
                assert lacks(view, seat)[one.card] == "takes the token"


# --- What dishes lack ---


def test_a_set_says_how_many_more_cards_bring_how_much() -> None:
    view = played(("tempura", "sashimi"), ("dumpling", "tempura"), ("dumpling", "tempura"))
    assert lacks(view, 0) == {"tempura": "1 more: +5", "dumpling": "1 more: +3"}
    assert lacks(view, 1) == {"sashimi": "2 more: +10", "tempura": "2 more: +5"}


def test_a_loss_is_told_too() -> None:
    view = party.play("tofu; tofu", "eel").view(0)
    assert lacks(view, 0)["tofu"] == "1 more: −6"
    assert lacks(view, 1)["eel"] == "1 more: +10"


def test_what_always_brings_as_much_lacks_nothing() -> None:
    assert lacks(played(("salmon_nigiri", "egg_nigiri"), ("egg_nigiri", "tempura")), 0) == {}


def test_nothing_is_promised_for_which_no_turn_is_left() -> None:
    view = party.play("sashimi" + "; ." * 8, "").view(0)
    assert (view.turn, "sashimi" in lacks(view, 0)) == (10, False)


def test_a_race_says_who_is_ahead_and_by_how_much() -> None:
    view = played(
        ("maki_3", "maki_1", "tempura", "maki_2"), ("maki_2", "tempura", "maki_1", "maki_2")
    )
    assert [lacks(view, seat)["maki"] for seat in range(4)] == [
        "most so far: +6",
        "4 symbols behind",
        "4 symbols behind",
        "second: +3",
    ]


def test_uramaki_counts_to_ten() -> None:
    view = party.play("uramaki_4; uramaki_5", "").view(0)
    assert lacks(view, 0)["uramaki"] == "1 more symbol: +8"


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_uramaki_counts_to_ten_no_more_when_all_places_are_taken(edition: str) -> None:
    places = ["uramaki_5; uramaki_5", "uramaki_5; uramaki_5", "uramaki_4; uramaki_4; uramaki_3"]
    one = party.play(places[0], "uramaki_3", edition=edition).view(0)
    assert lacks(one, 1)["uramaki"].startswith("7 more symbols")
    all_places = party.play("; ".join(places), "uramaki_3", edition=edition).view(0)
    assert "uramaki" not in lacks(all_places, 1)


def test_wasabi_waits_for_a_nigiri() -> None:
    view = played(("wasabi", "wasabi"), ("egg_nigiri", "tempura"))
    assert "wasabi" not in lacks(view, 0)
    assert lacks(view, 1)["wasabi"] == "next nigiri × 3"


# --- Secrets ---


@every_table
def test_everybody_sees_one_standing_whatever_is_hidden(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(8)
    for match in steps(kaiten.deal(game, players, 8, **options), rng)[:-1:9]:
        public = match.view(None)
        for seat in match.seats:
            view = match.view(seat)
            assert view.standing == public.standing
            assert view.sample(rng).view(seat).standing == public.standing
            assert view.story() == public.story()
