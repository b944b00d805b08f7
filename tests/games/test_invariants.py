"""What is true at every step of every game, whoever plays and however."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.engine.state import to_dict
from tests.playing import (
    EVERY_TABLE,
    SUSHI_DRAFT,
    every_table,
    example_game,
    play_out,
    steps,
)

pytestmark = pytest.mark.sweep

SEEDS = range(2)


def cards_everywhere(match: Match) -> list[int]:
    """All physical cards, by kind, wherever they are."""
    state = to_dict(match._state)
    counts = state["discard"][:]
    for kind in [
        *state["deck"][: state["deck_size"]],
        *state["dessert_reserve"][: state["dessert_reserve_size"]],
    ]:
        counts[kind] += 1
    for player in range(state["players"]):
        for kind in state["landing"][player][state["landed"][player] : state["laid"][player]]:
            counts[kind] += 1
        for kind in range(len(counts)):
            acting = state["copied"][player][kind] + state["kept_copied"][player][kind]
            in_front = (
                state["trays"][player][kind]
                + state["kept"][player][kind]
                + state["flipped"][player][kind]
            )
            counts[kind] += state["hands"][player][kind] + in_front - acting
            counts[state["mimic"]] += acting
    return counts


@pytest.mark.parametrize(("game", "players", "options"), EVERY_TABLE)
def test_no_card_is_ever_lost_or_made_and_whoever_is_waited_for_has_a_choice(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in steps(kaiten.deal(game, players, players, **options), Random(players)):
        assert cards_everywhere(match) == to_dict(match._state)["stock"]
        assert bool(match.waiting) != match.over
        assert all(len(match.choices(seat)) > 0 for seat in match.waiting)


@pytest.mark.parametrize(("players", "options"), SUSHI_DRAFT)
def test_no_token_is_ever_lost_or_made_and_each_pile_gives_one_a_round_at_most(
    players: int, options: dict[str, Any]
) -> None:
    for match in steps(kaiten.deal("sushi-draft", players, players, **options), Random(players)):
        state = to_dict(match._state)
        rounds = match.round if match.over else match.round - 1
        for worth, tokens, takers in zip(
            state["worth"], state["tokens"], state["takers"], strict=True
        ):
            assert sorted(tokens) == sorted(worth)
            taken = sum(taker > 0 for taker in takers)
            assert taken <= rounds
            assert all(0 < taker <= players for taker in takers[:taken])  # from the top
        view = match.view(None)
        assert sum(view.piles.values()) + sum(len(held) for held in view.tokens) == 18


@every_table
def test_hand_sizes_are_what_the_hands_hold(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in example_game(game, players, **options):
        state = to_dict(match._state)
        for hand in range(state["players"]):
            assert state["sizes"][hand] == sum(state["hands"][hand])


@every_table
def test_choices_are_all_different_and_have_a_prompt(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for seed in SEEDS:
        for match in steps(kaiten.deal(game, players, seed, **options), Random(seed)):
            for seat in match.waiting:
                choices = match.choices(seat)
                assert len({choice.text for choice in choices}) == len(choices)
                assert match.prompt(seat) is not None
                assert choices[-1] in choices


@every_table
def test_every_choice_that_is_offered_can_be_made_and_no_other(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(9)
    for match in steps(kaiten.deal(game, players, 9, **options), rng):
        if match.waiting:
            seat = rng.choice(match.waiting)
            kinds = match.game.kinds
            for text in {
                *kinds,
                *(f"{rng.choice(kinds)}+{rng.choice(kinds)}" for _ in range(9)),
                "nothing",
            }:
                if text in match.choices(seat):
                    match.choose(seat, text)
                else:
                    with pytest.raises(kaiten.IllegalChoice):
                        match.choose(seat, text)


@every_table
def test_the_sheets_add_up_to_the_scores(game: str, players: int, options: dict[str, Any]) -> None:
    for seed in SEEDS:
        match = play_out(game, players, seed, **options)
        for seat, score in enumerate(match.scores):
            assert match.sheet().of(seat=seat).points == score
            assert sum(match.sheet(round).of(seat=seat).points for round in (1, 2, 3)) == score


@every_table
def test_every_point_has_a_reason_in_both_languages(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for line in play_out(game, players, 5, **options).sheet():
        assert line.reason.en
        assert line.reason.fr


@every_table
def test_the_same_seed_gives_the_same_match(
    game: str, players: int, options: dict[str, Any]
) -> None:
    first, other = (play_out(game, players, seed, **options) for seed in (6, 7))
    *_, again = steps(kaiten.deal(game, players, 6, **options), Random(6))
    assert first.record() == again.record()
    assert first.record() != other.record()


@every_table
def test_every_record_round_trips_in_both_forms(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in example_game(game, players, **options):
        record = match.record()
        assert kaiten.load_match(record.json()).record() == record
        assert kaiten.load_match(record.text()).record() == record
        if match.turn > 2:
            break
    final = play_out(game, players, 8, **options).record()
    assert (
        kaiten.load_match(final.json()).record()
        == kaiten.load_match(final.text()).record()
        == final
    )


@every_table
def test_a_match_never_changes(game: str, players: int, options: dict[str, Any]) -> None:
    match = kaiten.deal(game, players, 4, **options)
    before, facts = to_dict(match._state), match.view(0).facts()
    for _ in steps(match, Random(4)):
        pass
    assert to_dict(match._state) == before
    assert match.view(0).facts() == facts


def test_an_answer_can_be_changed_until_the_last_one_has_answered() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    first, second = match.choices(0)[0], match.choices(0)[1]
    changed = match.choose(0, first).choose(0, second)
    assert changed.waiting == (1,)
    other = match.choices(1)[0]
    assert changed.choose(1, other).record() == match.choose(1, other).choose(0, second).record()


@pytest.mark.parametrize("game", ["sushi-go", "sushi-draft"])
def test_deals_depend_on_the_seed_alone_and_not_on_what_is_played(game: str) -> None:
    deals = set()
    for whim in range(5):
        *_, match = steps(kaiten.deal(game, 4, 11), Random(whim))
        deals.add(
            tuple(
                event.hands for event in match.log if isinstance(event, kaiten.match.events.Dealt)
            )
        )
    assert len(deals) == 1
