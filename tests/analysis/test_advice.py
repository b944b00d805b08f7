"""Advice: every choice with an honest error, from one seat's knowledge alone, and sentences that
are true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from math import isfinite
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.analysis.choice_estimates import SEARCHES, estimate_choices, find_best, pool_estimates
from kaiten.analysis.explain import Explainer
from kaiten.analysis.hints import drop_duplicates, make_hint
from kaiten.bots.budget import Budget
from kaiten.engine.draft import points_if_chosen
from kaiten.engine.jit import JIT
from kaiten.engine.state import copy_state
from kaiten.match.events import Script
from kaiten.text import find_languages, translate_data
from tests.long_run import plain_unless_long
from tests.playing import TABLES, every_table, steps


def moments(
    game: str, players: int, options: dict[str, Any], seed: int, every: int
) -> Iterator[tuple[Match, int]]:
    """Some moments of a match at which a seat has more than one choice."""
    for match in list(steps(kaiten.deal(game, players, seed, **options), Random(seed)))[::every]:
        for seat in match.waiting[:1]:
            if len(match.choices(seat)) > 1:
                yield match, seat


def opening(
    *hands: tuple[str, ...], picks: tuple[tuple[str, ...], ...] = (), **options: Any
) -> Match:
    """A match of Sushi Go! with these hands, after these picks."""
    match = kaiten.deal("sushi-go", len(hands), script=Script({1: hands}, {}), **options)
    for turn in picks:
        match = match.answer(dict(enumerate(turn)))
    return match


WASABI_WAITS = opening(
    ("wasabi", *["maki_1"] * 6, *["tempura"] * 3),
    ("dumpling", "squid_nigiri", *["sashimi"] * 8),
    picks=(("wasabi", "dumpling"),),
)
CHOPSTICKS = opening(
    ("chopsticks", "tempura", *["maki_1"] * 2, "maki_2", "sashimi", "dumpling", *["pudding"] * 3),
    (
        "wasabi",
        "tempura",
        "maki_1",
        "maki_2",
        "sashimi",
        "dumpling",
        "egg_nigiri",
        *["pudding"] * 3,
    ),
    picks=(("chopsticks", "wasabi"),),
)


# --- What it says ---


@every_table
def test_every_choice_has_its_prospect_and_the_best_stands_first(
    game: str, players: int, options: dict[str, Any]
) -> None:
    view = kaiten.deal(game, players, 1, **options).view(0)
    advice = kaiten.advise(view, iterations=1)
    assert sorted(prospect.choice.text for prospect in advice.prospects) == sorted(
        map(str, view.choices)
    )
    best, *others = advice.prospects
    assert best.equal
    for prospect in advice.prospects:
        assert 0 <= prospect.win <= 1
        assert isfinite(prospect.win_error)
        assert prospect.margin_error > 0
        gap, error = best.win - prospect.win, (best.win_error**2 + prospect.win_error**2) ** 0.5
        assert prospect.equal == (gap <= 2 * error + 1e-9)
    values = [prospect.win + 0.002 * prospect.margin for prospect in others]
    assert values == sorted(values, reverse=True)


def test_a_squid_goes_on_the_wasabi_that_waits_for_it() -> None:
    advice = kaiten.advise(WASABI_WAITS.view(0), iterations=400)
    best = advice.prospects[0]
    assert best.choice.text == "squid_nigiri"
    assert "Goes on the wasabi: 9 points at once" in best.words.to("en")
    assert "Va sur le wasabi\u00a0: 9 points tout de suite" in best.words.to("fr")
    assert advice.nudge.to("en") == "A card in front of you is waiting for another."
    assert not any(prospect.equal for prospect in advice.prospects[1:])


def test_a_pair_is_completed() -> None:
    hands = (
        ("tempura", *["maki_1"] * 6, *["pudding"] * 3),
        ("tempura", "dumpling", *["egg_nigiri"] * 5, *["salmon_nigiri"] * 3),
    )
    view = opening(*hands, picks=(("tempura", "dumpling"),)).view(0)
    best = kaiten.advise(view, iterations=2000).prospects[0]  # a close call
    assert best.choice.text == "tempura"
    assert "Completes a set: 5 points at once (2 tempura: 1 pair)" in best.words.to("en")


def test_a_set_that_nobody_can_finish_any_more_is_called_so() -> None:
    hands = (
        ("sashimi", "maki_1", "maki_2", *["tempura"] * 7),
        ("sashimi", "maki_3", "dumpling", *["pudding"] * 7),
    )
    match = opening(*hands, picks=(("maki_1", "maki_3"),))
    sentence = Explainer(match.view(0)).explain
    words = {choice.text: sentence(choice).to("en") for choice in match.choices(0)}
    # two are needed, one is in sight
    assert words["sashimi"].startswith("Sashimi: too few are left to complete it")
    assert words["dumpling"] == "Worth 1 point as things stand (1 dumpling)."


def test_dumplings_are_worth_more_the_more_will_come() -> None:
    match = opening(("dumpling",) * 3 + ("maki_2",) * 7, ("pudding",) * 10)
    words = Explainer(match.view(0)).explain(match.check(0, "dumpling"))
    assert (
        words.to("en")
        == "Dumpling: 1 point now, 2 more with the next; you have seen 2 in hands that will reach you."
    )


def test_a_race_in_which_one_runs_alone_is_told_so_and_a_nudge_says_what_to_count() -> None:
    match = opening(("pudding", "sashimi") * 5, ("tempura",) * 10)
    explainer = Explainer(match.view(0))
    assert tuple(map(explainer.explain(match.check(0, "pudding")).to, ("en", "fr"))) == (
        "1 pudding in front of you, and nobody else has any (Pudding).",
        "1 dessert devant vous, et personne d'autre n'en a (Dessert).",
    )
    assert "count how many of each can still reach you" in explainer.give_nudge(
        match.check(0, "sashimi")
    ).to("en")


def test_what_the_neighbour_could_use_is_kept_from_them_or_left_to_them() -> None:
    hands = (
        ("maki_1", "maki_2", "sashimi", *["pudding"] * 3, *["egg_nigiri"] * 4),
        ("sashimi", "sashimi", *["dumpling"] * 8),
    )
    picks = ("maki_1", "sashimi"), ("dumpling", "sashimi"), ("maki_2", "dumpling")
    view = opening(*hands, picks=picks).view(0)
    assert view.trays[1] == {"sashimi": 2, "dumpling": 1}
    words = {choice.text: Explainer(view).explain(choice) for choice in view.choices}
    assert words["sashimi"].to("en").endswith("; keeps Sashimi from Player 2, who could use it.")
    assert words["dumpling"].to("en").endswith("; leaves Sashimi for Player 2, who could use it.")
    assert (
        words["dumpling"]
        .to("fr")
        .endswith("\u00a0; laisse à Player 2 ce qui lui servirait (Sashimi).")
    )


def test_a_single_choice_is_no_choice() -> None:
    match = opening(("tempura",) * 10, ("pudding",) * 10)
    advice = kaiten.advise(match.view(0), iterations=10)
    assert advice.nudge.to("en") == "Only one card left."
    assert [prospect.choice.text for prospect in advice.prospects] == ["tempura"]


def test_only_a_seat_that_is_asked_gets_advice() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    *_, over = steps(match, Random(1))
    for view in (match.view(None), over.view(0)):
        with pytest.raises(kaiten.IllegalChoice, match="a seat that has a choice to make"):
            kaiten.advise(view)


def test_a_budget_is_seconds_or_worlds() -> None:
    view = kaiten.deal("sushi-go", 3, 1).view(0)
    assert len(kaiten.advise(view, think=0.001).prospects) == len(view.choices)
    with pytest.raises(kaiten.BadOption):
        kaiten.advise(view, think=1, iterations=1)


@pytest.mark.unmeasured
@pytest.mark.parametrize("worlds", [1, 2, 3, 7, 20, 90, 203])
@pytest.mark.parametrize("played", [(), (1,)])
def test_a_budget_of_so_many_worlds_plays_exactly_as_many(
    worlds: int, played: tuple[int, ...]
) -> None:
    for match in (kaiten.deal("sushi-go", 3, 1), CHOPSTICKS):
        view = match.view(0)
        statistics = estimate_choices(view, Budget(iterations=worlds), 0, played)
        assert sum(one.worlds for one in statistics) == worlds, len(view.choices)
        assert all(statistics[place].worlds for place in played)


def test_a_choice_without_a_world_gets_the_mean_of_all_with_the_error_of_one() -> None:
    view = CHOPSTICKS.view(0)
    statistics = estimate_choices(view, Budget(iterations=3), 0)
    tried, others = (
        [one for one in statistics if bool(one.worlds) == with_worlds]
        for with_worlds in (True, False)
    )
    assert len(tried) == 3
    for one in others:
        assert one.win == pytest.approx(mean(other.win for other in tried))
        assert (one.win_error, one.margin_error) == (0.5, 10.0)
    assert find_best(statistics) in tried


def test_seconds_are_about_kept() -> None:
    began = perf_counter()
    kaiten.advise(kaiten.deal("sushi-go", 3, 1).view(0), think=0.2)
    assert perf_counter() - began < 5


def test_the_same_seed_gives_the_same_advice_and_another_one_another() -> None:
    view = kaiten.deal("sushi-go", 3, 1).view(0)
    assert kaiten.advise(view, iterations=50) == kaiten.advise(view, iterations=50)
    assert kaiten.advise(view, iterations=50, seed=1) != kaiten.advise(view, iterations=50)


def test_advice_as_data() -> None:
    view = kaiten.deal("sushi-go", 3, 1).view(0)
    advice = kaiten.advise(view, iterations=50)
    data = json.loads(json.dumps(advice.data(), allow_nan=False))
    assert list(data) == ["nudge", "prospects"]
    assert data["nudge"] == str(advice.nudge)
    assert [one["choice"] for one in data["prospects"]] == [
        one.choice.text for one in advice.prospects
    ]
    assert set(data["prospects"][0]) == {
        "choice", "words", "win", "win_error", "margin", "margin_error", "equal", "why",
    }  # fmt: skip
    kept = json.loads(json.dumps(advice.data(None), allow_nan=False))
    for language in find_languages():
        assert translate_data(kept, language) == advice.data(language)


def test_the_last_cards_at_two_players_are_worked_out() -> None:
    hands = (
        ("tempura", "tempura", *["maki_1"] * 6, "pudding", "pudding"),
        ("dumpling", "sashimi", *["egg_nigiri"] * 5, *["salmon_nigiri"] * 3),
    )
    match = opening(*hands, picks=(("tempura", "dumpling"),))
    while match.hands[0].total() > 2:
        match = match.answer({seat: match.choices(seat)[-1] for seat in match.seats})
    for seat in match.seats:
        prospects = kaiten.advise(match.view(seat), iterations=1).prospects
        assert len(prospects) == 2
        assert all(prospect.win_error == prospect.margin_error == 0 for prospect in prospects)


# --- What it knows ---


@every_table
def test_advice_is_the_same_whatever_is_hidden(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(1)
    for match, seat in list(moments(game, players, options, seed=1, every=17))[:3]:
        view = match.view(seat)
        assert kaiten.advise(view.sample(rng).view(seat), iterations=1) == kaiten.advise(
            view, iterations=1
        )


# --- Errors ---


def test_few_worlds_that_happen_to_agree_have_an_error_all_the_same() -> None:
    few, many = [2] * SEARCHES, [200] * SEARCHES
    (_, certain), (_, doubtful) = pool_estimates(
        [few, many], [[(0.5, 0.0)] * SEARCHES, [(0.5, 0.02)] * SEARCHES]
    )
    assert certain > 0.05
    # four times as many worlds make half the error, and here all agree
    assert 0.005 < doubtful < 0.01
    assert pool_estimates([few], [[(1.0, 0.0)] * SEARCHES]) == [(1.0, 0.0)]


def test_searches_that_disagree_make_an_error_larger() -> None:
    many = [200] * SEARCHES
    agreeing = pool_estimates([many], [[(0.5, 0.01)] * SEARCHES])
    (mean_of_them, error), *_ = pool_estimates(
        [many], [[(0.3, 0.01), (0.7, 0.01), (0.4, 0.01), (0.6, 0.01)]]
    )
    assert mean_of_them == pytest.approx(0.5)
    assert error > 10 * agreeing[0][1]


@pytest.mark.unmeasured
def test_errors_are_honest_even_for_choices_that_are_soon_given_up() -> None:
    view = kaiten.deal("sushi-go", 3, 4).view(0)
    runs = [
        estimate_choices(view, Budget(iterations=4000 if JIT else 60), seed) for seed in range(40)
    ]
    for place in range(len(view.choices)):
        wins, claimed = [run[place].win for run in runs], mean(run[place].win_error for run in runs)
        assert 0.5 * claimed < stdev(wins) < 2 * claimed


@pytest.mark.unmeasured
def test_what_was_played_is_tried_in_as_many_worlds_as_the_best() -> None:
    view = kaiten.deal("sushi-go", 3, 4).view(0)
    for place in range(len(view.choices)):
        statistics = estimate_choices(view, Budget(iterations=200), 0, [place])
        assert statistics[place].worlds == max(one.worlds for one in statistics)


# --- What is said is true ---


@every_table
def test_sentences_are_whole_and_hints_name_no_card(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match, seat in moments(game, players, options, seed=2, every=7):
        explainer = Explainer(match.view(seat))
        for choice, language in product(match.choices(seat), find_languages()):
            nudge = explainer.give_nudge(choice).to(language)
            for text in (explainer.explain(choice).to(language), nudge):
                assert text[0].isupper() or text[0].isdigit()
                assert text.endswith((".", "?"))
                assert not re.search("[{}]", text)
            names = (name.to(language) for name in match.game.kind_names.values())
            assert not any(name in nudge for name in names)


@plain_unless_long
@pytest.mark.parametrize(
    ("game", "players", "options"), [table for table in TABLES if table[0] == "sushi-go"]
)
def test_what_is_said_to_count_at_once_counts_when_it_is_played(
    game: str, players: int, options: dict[str, Any]
) -> None:
    told = 0
    for match, seat in moments(game, players, options, seed=3, every=1):
        if match.waiting != tuple(match.seats) or match.turn == match.view(seat).state.turns:
            continue
        explainer = Explainer(match.view(seat))
        for choice in match.choices(seat):
            claim = re.match(AT_ONCE, explainer.explain(choice).to("en"))
            if claim:
                told += 1
                dish = claim[2] or "nigiri"
                others = {other: match.choices(other)[0] for other in match.seats if other != seat}
                after = match.answer({seat: choice, **others})
                assert points_of(dish, after, seat) - points_of(dish, match, seat) == int(claim[1])
    assert told


@plain_unless_long
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players", "options"), [table for table in TABLES if table[0] != "sushi-draft"]
)
def test_what_is_said_to_bring_or_cost_points_does_so_on_the_whole_sheet(
    game: str, players: int, options: dict[str, Any]
) -> None:
    told = 0
    for match, seat in moments(game, players, options, seed=6, every=5):
        view = match.view(seat)
        explainer, now = Explainer(view), view.count()
        before = (now.lines + now.final).of(seat=seat).points
        for choice in view.choices:
            claim = re.match(CLAIM, explainer.explain(choice).to("en"))
            if claim:
                told += 1
                rise = points_if_chosen(copy_state(view.state), seat, choice.number) - before
                assert (
                    rise == 0
                    if claim[1] == "Gains"
                    else rise > 0
                    if claim[1] == "Worth"
                    else rise < 0
                )
    assert told


CLAIM = r"(Worth|Costs|Gains) (?:\d+ points?|as much as it costs) as things stand"
AT_ONCE = (
    r"(?:Completes a set|Goes on the wasabi): (\d+) points? at once \((?:\d+ (tempura|sashimi))?"
)


def points_of(dish: str, match: Match, seat: int) -> int:
    """What a dish brings a seat as the table lies."""
    return sum(
        line.points for line in match.view(None).count().lines.of(seat=seat) if line.card == dish
    )


@every_table
def test_what_is_said_of_cards_to_come_is_true_of_the_real_hands(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match, seat in moments(game, players, options, seed=5, every=3):
        explainer, last = Explainer(match.view(seat)), int(match.view(seat).state.turns)
        for choice in match.choices(seat):
            claim = re.match(TO_COME, explainer.explain(choice).to("en"))
            if claim:
                (kind,) = next(
                    card.kinds for card in match.game.cards if card.name.to("en") == claim[1]
                )
                own = (
                    match.hands[seat][kind] - choice.cards.count(kind)
                    if match.turn + players <= last
                    else 0
                )
                coming = own + sum(
                    hand[kind] for other, hand in enumerate(match.hands) if other != seat
                )
                if claim[2]:
                    assert coming >= int(claim[2])
                elif match.turn < last:
                    need = {"tempura": 2, "sashimi": 3, "eel": 2}[kind]
                    assert (
                        match.view(seat).trays[seat][kind] + choice.cards.count(kind)
                    ) % need + coming < need


TO_COME = r"(.+): (?:\d more needed; you have seen (\d+) in|too few are left)"


def test_cards_that_differ_in_another_variant_alone_are_one_choice_in_a_hint() -> None:
    basic, advanced = (
        kaiten.deal("sushi-draft", 4, 1, advanced=advanced) for advanced in (False, True)
    )
    kinds = {choice.text for choice in basic.choices(0)}
    names = [choice.words.to("en") for choice in basic.choices(0)]
    assert any(f"{kind}_wasabi" in kinds for kind in kinds), (
        "this hand holds a card with the mark and one without"
    )
    assert not any("wasabi" in name for name in names)
    assert any("wasabi" in choice.words.to("en") for choice in advanced.choices(0))
    advice = kaiten.advise(basic.view(0), iterations=200)
    in_order = list(dict.fromkeys(prospect.choice.words.to("en") for prospect in advice.prospects))
    hint = make_hint(advice.data(None), 3, "en")
    assert [one["words"] for one in hint["prospects"]] == in_order != names
    assert len(in_order) < len(names)


def test_of_alike_choices_a_hint_keeps_the_better_one_in_its_place() -> None:
    prospects = [
        {"words": {"message": name}, "win": win}
        for name, win in (("Tuna", 3), ("Eel", 2), ("Tuna", 1))
    ]
    assert drop_duplicates(prospects) == prospects[:2]
