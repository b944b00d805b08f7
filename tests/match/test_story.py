"""The story of a game in plain sentences, and the table of a round that was scored."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import kaiten
from kaiten.match.codec import decode_view, encode_view
from kaiten.match.events import Happened
from kaiten.match.match import Match
from tests.games import party
from tests.match.test_standing import played, steps
from tests.playing import every_table


def told(match: Match, *kinds: str) -> list[str]:
    """The last turn's sentences of these kinds."""
    lines = match.view(None).story()
    last = max(line.turn for line in lines if line.round == match.round)
    return [line.words.to("en") for line in lines if line.turn == last and line.kind in kinds]


def test_picks_are_told_player_by_player() -> None:
    view = played(("tempura", "maki_2"), ("sashimi", "tempura"))
    lines = [(line.turn, line.kind, line.seats, line.words.to("en")) for line in view.story()]
    assert lines == [
        (0, "deal", (), "Round 1 is dealt."),
        (1, "pick", (0,), "Player 1: tempura."),
        (1, "pick", (1,), "Player 2: double maki."),
        (2, "pick", (0,), "Player 1: sashimi."),
        (2, "pick", (1,), "Player 2: tempura."),
    ]
    assert view.story()[1].words.to("fr") == "Player 1\u00a0: tempura."
    assert view.story(log=2) == view.story()[3:]


def test_a_nigiri_that_lands_on_wasabi_is_told() -> None:
    view = played(("wasabi", "tempura"), ("squid_nigiri", "tempura"))
    assert view.story()[-1].words.to("en") == "Player 1: triple points, squid nigiri on wasabi."


def test_a_spoon_that_nobody_can_answer_is_told() -> None:
    match = party.play("spoon_4; . using:spoon_4 / eel", "", "", dishes="eel")
    assert told(match, "answer", "effect") == [
        "Player 1 (spoon): eel, please.",
        "Nobody has what Player 1 asked for. The spoon is discarded.",
    ]
    assert match.log[-1] == Happened("discarded", 0, "spoon_4")


def test_a_card_that_a_spoon_brings_is_told() -> None:
    match = party.play("spoon_4; . using:spoon_4 / eel", "", "", hold=["", "eel", ""])
    assert told(match, "answer", "effect") == [
        "Player 1 (spoon): eel, please.",
        "Player 2 → Player 1: eel.",
    ]


def test_soups_that_cancel_each_other_are_told_once() -> None:
    match = party.play("miso_soup", "miso_soup", "")
    assert told(match, "effect") == [
        "Miso soups cancel each other: Player 1 and Player 2 must discard."
    ]


def test_a_special_order_tells_what_it_copies_or_that_there_is_nothing() -> None:
    assert told(party.play("special_order", ""), "effect") == [
        "Player 1: nothing to copy; the special order is discarded."
    ]
    assert told(party.play("eel; special_order / eel", ""), "answer", "effect") == [
        "Player 1: special order as eel."
    ]


def test_uramaki_that_score_at_once_are_told_and_their_discard_is_not() -> None:
    match = party.play("uramaki_5; uramaki_5", "")
    assert told(match, "effect") == ["Player 1: ten uramaki symbols, 8 points."]


def test_a_box_and_a_menu_go_without_a_word() -> None:
    assert told(party.play("takeout_box_10", ""), "effect") == []


def test_chopsticks_are_told_with_the_cards() -> None:
    match = party.play("chopsticks_1; eel+tofu with:chopsticks_1", "")
    assert told(match, "pick")[0] == (
        "Player 1: eel and tofu with chopsticks 1, passed on with the hand."
    )


def test_a_joker_is_told_with_its_dish() -> None:
    for match in steps(kaiten.deal("sushi-draft", 3, 4), Random(4)):
        jokers = [line for line in match.view(None).story() if "joker" in line.words.to("en")]
        if jokers:
            assert ": joker onto " in jokers[0].words.to("en")
            assert "\u00a0: joker sur " in jokers[0].words.to("fr")
            return
    raise AssertionError("nobody has played a joker")


@every_table
def test_the_story_has_no_gaps_and_a_record_none_of_its_events(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = steps(kaiten.deal(game, players, 5, **options), Random(5))[-1]
    lines = match.view(None).story()
    assert lines == match.view(0).story()
    assert all(
        line.words.to("en") and line.words.to("fr") and "{" not in line.words.to("en")
        for line in lines
    )
    picks = {(line.round, line.turn, line.seats[0]) for line in lines if line.kind == "pick"}
    turns = range(1, match._state.turns + 1)
    assert picks == {
        (one, turn, seat) for one in (1, 2, 3) for turn in turns for seat in match.seats
    }
    record = match.record()
    assert not any(isinstance(event, Happened) for event in record.events)
    assert kaiten.load_match(record).log == match.log


# --- The table of a round that was scored ---


@every_table
def test_the_last_cards_of_a_round_stay_to_be_counted(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng, match = Random(7), kaiten.deal(game, players, 7, **options)
    while not match.over:
        before = match.view(None)
        answers = {seat: rng.randrange(len(match.choices(seat))) for seat in match.waiting}
        scored = match.carry_out(answers)
        match = scored.deal_on() if scored.scored else scored
        laid = match.view(0).laid
        assert (laid is not None) == (match.over or (match.round > 1 and match.turn == 1))
        if laid is None or not (scored.scored or scored.over):
            continue
        assert (laid.round, laid.kept) == (before.round, before.kept)
        assert match.view(None).laid == laid
        state = scored._state
        for seat, tray in enumerate(laid.trays):
            assert {
                kind: count for kind, count in tray.items() if not is_dessert(match, kind)
            } == dict(scored.view(None).trays[seat])
            assert sum(tray.values()) == sum(state.trays[seat]) + sum(state.just_kept[seat])
            assert laid.face_down[seat] == sum(state.flipped[seat])


def is_dessert(match: Match, kind: str) -> bool:
    return match.game.card_of(kind).dessert


def test_a_view_with_the_last_table_crosses_the_line_whole() -> None:
    for match in steps(kaiten.deal("sushi-go-party", 3, 9), Random(9)):
        view = match.view(1)
        if view.laid:
            again = decode_view(json.loads(json.dumps(encode_view(view))))
            assert again.laid == view.laid
            assert again.log == view.log
            assert again.sheet == view.sheet
