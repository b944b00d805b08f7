"""Bots that look ahead: what they imagine, how long, and what they make of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import View, bots
from kaiten.bots import BOTS, LADDER, LEVELS, Budget, find_bot, levels, list_portraits
from kaiten.bots import budget as budget_module
from kaiten.bots.budget import PORTION, Allowance
from kaiten.bots.heuristic import best_choices
from kaiten.bots.tree import rollouts as rollouts_module
from kaiten.bots.tree.lead_scales import find_lead_scale
from kaiten.bots.tree.opponent_model import model_opponents
from kaiten.bots.tree.rollouts import Rollouts
from kaiten.bots.tree.uct import (
    ANY_CHOICE,
    VISIT_COUNT,
    Search,
    blank_tree,
    compute_variance,
    find_slot,
    hash_edge,
)
from kaiten.bots.tree.win_model import predict_result
from kaiten.engine import plugins
from kaiten.engine.jit import kernel
from kaiten.engine.rng import start_rng
from kaiten.engine.state import copy_state, float_array
from kaiten.match.events import Script
from tests.packages import install
from tests.playing import every_table, play_out, steps

THINKERS = ("planner", "search", "hard", "chef")


def rollouts(view: View, worlds: int, learns: bool = True) -> Rollouts:
    return Rollouts(view, Random(1), Budget(iterations=worlds), learns)


# --- Answers ---


@every_table
@pytest.mark.parametrize("bot", ["heuristic", "search"])
def test_every_prompt_of_every_game_gets_a_legal_answer(
    game: str, players: int, options: dict[str, Any], bot: str
) -> None:
    rng, thinks = Random(7), find_bot(bot, iterations=3)
    match = kaiten.deal(game, players, 7, **options)
    for number, step in enumerate(steps(match, rng)):
        for seat in step.waiting:
            view = step.view(seat)
            if (view.prompt and view.prompt.id != "pick") or number % 9 == 0:
                assert thinks(view, rng) in view.choices


def two_left() -> kaiten.Match:
    """The last two cards of the first round: the player who takes the sashimi has three."""
    hands = (
        (
            "sashimi",
            "sashimi",
            "tempura",
            "tempura",
            "maki_1",
            "maki_1",
            "egg_nigiri",
            "egg_nigiri",
            "sashimi",
            "pudding",
        ),
        (
            "tempura",
            "tempura",
            "dumpling",
            "dumpling",
            "maki_1",
            "maki_1",
            "egg_nigiri",
            "salmon_nigiri",
            "egg_nigiri",
            "egg_nigiri",
        ),
    )
    match = kaiten.deal("sushi-go", 2, script=Script({1: hands}, {}))
    for one, other in (("sashimi", "tempura"), ("tempura", "tempura"), ("sashimi", "dumpling"), ("dumpling", "tempura"),
                       ("maki_1", "maki_1"), ("maki_1", "maki_1"), ("egg_nigiri", "egg_nigiri"), ("salmon_nigiri", "egg_nigiri")):  # fmt: skip
        match = match.answer({0: one, 1: other})
    return match


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot not in ("chance", "easy")])
def test_whoever_looks_ahead_completes_a_set_with_the_last_cards(bot: str) -> None:
    match = two_left()
    assert match.view(0).trays[0]["sashimi"] == 2
    assert str(find_bot(bot)(match.view(0), Random(1))) == "sashimi"


@pytest.mark.parametrize("bot", THINKERS)
def test_the_same_iterations_and_seed_give_the_same_answer(bot: str) -> None:
    match = kaiten.deal("sushi-go-party", 4, 3)
    answers = [find_bot(bot, iterations=30)(match.view(2), Random(9)) for _ in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.unmeasured
def test_search_beats_chance() -> None:
    searcher, wins = find_bot("search", iterations=16), 0
    for seed in range(4):
        match, rng = kaiten.deal("sushi-go", 2, seed), Random(seed)
        while not match.over:
            match = match.answer(
                {
                    seat: (searcher if seat == seed % 2 else BOTS["chance"])(match.view(seat), rng)
                    for seat in match.waiting
                }
            )
        outcome = match.outcome()
        assert outcome is not None
        wins += seed % 2 in outcome.winners
    assert wins >= 3  # it loses about one game in a hundred


# --- What is searched ---


def test_every_world_is_played_with_one_of_the_choices() -> None:
    view = kaiten.deal("sushi-go", 3, 5).view(1)
    statistics = rollouts(view, 50).run_uct()
    assert len(statistics) == len(view.choices)
    assert sum(one.worlds for one in statistics) == 50
    assert all(0 <= one.win <= 1 for one in statistics)


def test_all_choices_are_tried_alike_before_the_better_half_goes_on() -> None:
    view = kaiten.deal("sushi-go", 3, 5).view(1)
    count, sampled = len(view.choices), rollouts(view, 40 * len(view.choices), learns=False)
    best, second = sampled.halve()
    worlds = sorted((one.worlds for one in sampled.all_statistics()), reverse=True)
    assert min(worlds) > 0
    assert worlds[0] > worlds[-1]
    assert worlds[count // 2 :] == [worlds[-1]] * (count - count // 2)
    assert worlds[:2] == [sampled.statistics(place).worlds for place in (best, second)]


def test_more_worlds_make_an_error_smaller() -> None:
    view = kaiten.deal("sushi-go", 2, 5).view(0)
    sampled = rollouts(view, 400, learns=False)
    errors = []
    for worlds in (20, 380):
        sampled.play(worlds, 0)
        errors.append(sampled.statistics(0).margin_error)
    assert errors[1] < errors[0] / 2


def test_a_choice_that_was_never_tried_is_as_uncertain_as_can_be() -> None:
    statistics = rollouts(kaiten.deal("sushi-go", 2, 5).view(0), 1).statistics(0)
    assert (statistics.worlds, statistics.win_error) == (0, float("inf"))


def test_a_search_goes_on_when_its_notes_are_full() -> None:
    view = kaiten.deal("sushi-go", 2, 5).view(0)
    sampled = rollouts(view, 1)
    sampled.play(60, ANY_CHOICE)
    assert 4 * sampled._tree.size <= 3 * sampled._tree.capacity + 4  # three quarters
    assert sum(sampled.statistics(place).worlds for place in range(len(view.choices))) == 60


# --- The outlook ---


def outlook(
    match: kaiten.Match, seats: int, imagines: bool = False, seed: int = 0
) -> tuple[list[float], list[float]]:
    wins, margins = float_array(8), float_array(8)
    state = copy_state(match._state)
    start_rng(state.deal_rng, seed)
    predict_result(state, wins, margins, find_lead_scale(match.game), imagines)
    return list(wins[:seats]), list(margins[:seats])


def first_round(game: str, players: int, seed: int, **options: Any) -> kaiten.Match:
    """A match whose first round was played at random and just scored."""
    rng, match = Random(seed), kaiten.deal(game, players, seed, **options)
    while not match.scored:
        match = match.carry_out({seat: rng.choice(match.choices(seat)) for seat in match.waiting})
    return match


@every_table
def test_when_the_game_is_over_chances_are_results(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = play_out(game, players, 3, **options)
    outcome = match.outcome()
    assert outcome is not None
    wins, margins = outlook(match, players)
    assert wins == [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
    for seat in range(players):
        others = [score for other, score in enumerate(match.scores[:players]) if other != seat]
        assert margins[seat] == match.scores[seat] - max(others)


@every_table
def test_between_rounds_chances_add_up_to_one(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = first_round(game, players, 2, **options)
    for imagines in (False, True):
        wins, margins = outlook(match, players, imagines)
        assert sum(wins) == pytest.approx(1)
        assert (max(wins) > min(wins)) == (max(margins) > min(margins))
        assert wins.index(max(wins)) == margins.index(max(margins))


def test_whoever_has_begun_a_set_of_desserts_is_thought_to_go_on() -> None:
    match = first_round("sushi-go-party", 2, 1, menu="my-first-meal")
    state, ice = match._state, match.game.kinds.index("green_tea_ice_cream")
    for seat, (points, kept) in enumerate(((20, 3), (20, 0))):
        state.scores[seat], state.kept[seat][ice] = points, kept
    assert outlook(match, 2)[0] == [0.5, 0.5]  # three are nothing yet
    chances = [outlook(match, 2, imagines=True, seed=seed)[0][0] for seed in range(40)]
    assert sum(chances) / len(chances) > 0.75


# --- Guesses ---


def after_a_turn(players: int) -> kaiten.Match:
    match = kaiten.deal("sushi-go", players, 5)
    return match.answer({seat: match.choices(seat)[0] for seat in match.waiting})


def test_only_hands_that_the_seat_has_held_are_known() -> None:
    match = kaiten.deal("sushi-go", 4, 5)
    assert model_opponents(match.view(0), Random(1)).hands == (0,)
    match = after_a_turn(4)
    assert model_opponents(match.view(0), Random(1)).hands == (0, 3)


@pytest.mark.parametrize("trusted", [False, True])
def test_whoever_is_trusted_to_pick_as_was_guessed_looks_for_nothing_else(trusted: bool) -> None:
    match = after_a_turn(2)
    view = match.view(0)
    model = model_opponents(view, Random(1))._replace(trust=(0.0, float(trusted)))
    searched = Rollouts(view, Random(1), Budget(iterations=40), model=model)
    searched.run_uct()
    tree = searched._tree
    tree.history = 0
    slots = [find_slot(tree, hash_edge(tree, 1, choice.number)) for choice in match.choices(1)]
    assert any(tree.edges[slot + VISIT_COUNT] for slot in slots) != trusted


def test_a_guess_is_what_heuristic_would_pick() -> None:
    match = after_a_turn(2)
    view = match.view(0)
    model = model_opponents(view, Random(1))._replace(trust=(0.0, 1.0))
    searched = Rollouts(view, Random(1), Budget(iterations=40), model=model)
    searched.run_uct()
    predictions = {
        int(pick) for key, pick in zip(*[iter(searched._tree.predictions)] * 2, strict=True) if key
    }
    liked = {choice.number for choice in best_choices(match.view(1))}
    assert liked & predictions
    for choice in match.choices(0)[:3]:
        then = match.answer({0: choice, 1: best_choices(match.view(1))[0]})
        assert {liked.number for liked in best_choices(then.view(1))} & predictions


def test_nothing_is_guessed_from_a_hand_that_the_seat_does_not_know() -> None:
    view = after_a_turn(2).view(0)
    model = model_opponents(view, Random(1))._replace(hands=(), trust=(0.0, 1.0))
    searched = Rollouts(view, Random(1), Budget(iterations=40), model=model)
    searched.run_uct()
    assert not any(searched._tree.predictions)


# --- Budgets ---


def test_a_budget_is_seconds_or_iterations() -> None:
    for think, iterations in ((None, None), (1.0, 10), (0.0, None), (None, 0), (-1.0, None)):
        with pytest.raises(kaiten.BadOption, match="either a time"):
            Budget(think, iterations)
    with pytest.raises(kaiten.BadOption):
        find_bot("search", think=0.1, iterations=100)


def test_what_took_time_before_leaves_less_of_a_budget_of_seconds() -> None:
    assert Budget(think=1.0).subtract_seconds(0.25) == Budget(think=0.75)
    assert Budget(think=1.0).subtract_seconds(5.0) == Budget(think=0.1)
    assert Budget(iterations=7).subtract_seconds(5.0) == Budget(iterations=7)


@pytest.mark.parametrize(
    ("clock", "portions"), [((0.0, 0.2, 0.4, 0.6), 3), ((0.0, 9.0), 1)], ids=["calm", "paused"]
)
def test_seconds_are_spent_in_portions(
    clock: tuple[float, ...], portions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least one is played, even if the machine pauses the bot for longer than it may think."""
    for spend in (
        lambda budget, play: budget.spend(play),
        lambda budget, play: [*map(play, Allowance(budget).batches(budget, 1))],
    ):
        played: list[int] = []
        times = iter(clock)
        monkeypatch.setattr(budget_module, "perf_counter", lambda times=times: next(times))
        spend(Budget(think=0.5), played.append)
        assert played == [PORTION] * portions


def test_a_search_for_a_few_milliseconds_chooses() -> None:
    view = kaiten.deal("sushi-go", 2, 1).view(0)
    assert find_bot("search", think=0.01)(view, Random(1)) in view.choices


class Counter:
    """Counts the worlds that are played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.worlds = 0
        explore = kernel(rollouts_module.explore)

        def count(search: Search, first: int, worlds: int, choice: int) -> None:
            self.worlds += worlds
            explore(search, first, worlds, choice)

        monkeypatch.setattr(rollouts_module, "kernel", lambda explore: count)


@cache
def early_views() -> list[View]:
    """Early positions with 2 to more than 17 choices."""
    views = {}
    for seed in range(12):
        for match in steps(kaiten.deal("sushi-go", 3, seed), Random(seed)):
            view = match.view(0) if 0 in match.waiting and match.turn < 5 else None
            if view and len(view.choices) > 1:
                views.setdefault(min(len(view.choices), 18), view)
    assert {5, 18} <= views.keys()
    return list(views.values())


@pytest.mark.unmeasured
@pytest.mark.parametrize("bot", THINKERS)
@pytest.mark.parametrize("worlds", [1, 2, 3, 4, 20, 61])
def test_a_budget_of_so_many_worlds_plays_exactly_as_many(
    monkeypatch: pytest.MonkeyPatch, bot: str, worlds: int
) -> None:
    counter = Counter(monkeypatch)
    for view in early_views():
        counter.worlds = 0
        assert find_bot(bot, iterations=worlds)(view, Random(1)) in view.choices
        assert counter.worlds == worlds, len(view.choices)


@pytest.mark.parametrize("worlds", [1, 2, 3, 5])
def test_a_budget_is_kept_where_the_others_are_predictable(
    monkeypatch: pytest.MonkeyPatch, worlds: int
) -> None:
    view, counter = after_a_turn(2).view(0), Counter(monkeypatch)
    model = model_opponents(view, Random(1))._replace(trust=(0.0, 1.0))
    searched = Rollouts(view, Random(1), Budget(iterations=worlds), model=model)
    assert searched.is_predictable
    assert sum(one.worlds for one in searched.run_uct()) == counter.worlds == worlds


def test_a_choice_without_a_world_is_never_chosen() -> None:
    for view in early_views():
        for worlds in (1, 2, 3):
            sampled = rollouts(view, worlds, learns=False)
            best, *_ = sampled.halve()
            assert sampled.statistics(best).worlds > 0
            assert sum(one.worlds > 0 for one in sampled.all_statistics()) <= worlds


def test_an_allowance_gives_each_choice_as_much_and_never_more_than_there_is() -> None:
    budget = Budget(iterations=20)
    allowance = Allowance(budget)
    assert list(allowance.batches(budget.split(4), 17)) == [1]
    assert list(allowance.batches(budget.split(4), 9)) == [0]
    assert allowance.grant(5, 2) == 1
    assert (allowance.take_rest(), allowance.take_rest()) == (1, 0)
    seconds = Budget(think=0.01)
    assert all(each > 0 for each in Allowance(seconds).batches(seconds, 1000))
    assert Allowance(seconds).grant(5, 1000) == 5
    assert Allowance(seconds).take_rest() == 0


def test_a_part_of_a_budget_is_at_least_one_world() -> None:
    assert Budget(iterations=10).split(3) == Budget(iterations=3)
    assert Budget(iterations=2).split(3) == Budget(iterations=1)
    assert Budget(think=0.3).split(3).think == pytest.approx(0.1)


def test_a_bot_that_does_not_think_needs_no_budget() -> None:
    assert find_bot("greedy", iterations=10) is BOTS["greedy"]


# --- Levels ---


def test_levels_are_bots_with_a_word_on_each() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "chef"]
    assert list(BOTS) == [*LADDER, *LEVELS] == list(list_portraits())
    assert all(
        words.to("en") and words.to("fr")
        for portrait in list_portraits().values()
        for words in portrait
    )


def test_easy_forgets_the_hands_that_it_has_passed_on() -> None:
    match = kaiten.deal("sushi-go", 3, 4)
    for _ in range(3):
        match = match.answer({seat: match.choices(seat)[0] for seat in match.waiting})
    view = match.view(0)
    assert not any(view.memory.hidden)
    assert any(view.without_memory().memory.hidden)
    for seed in range(20):
        assert levels.easy(view, Random(seed)) == levels.easy(view.without_memory(), Random(seed))


def test_a_soft_choice_is_never_far_from_the_best() -> None:
    view = kaiten.deal("sushi-go", 2, 4).view(0)
    values = [float(place) for place in range(len(view.choices))]
    chosen = [
        levels.choose_softly(view, Random(seed), values, temperature=1.0) for seed in range(300)
    ]
    assert set(chosen) == set(view.choices[-3:])
    assert (
        chosen.count(view.choices[-1])
        > chosen.count(view.choices[-2])
        > chosen.count(view.choices[-3])
        > 0
    )


# --- Bots of other packages ---


BOT = '''
    def first(view, rng):
        """Takes the first.

        Always."""
        return view.choices[0]
'''
ENTRY_POINTS = "[kaiten.bots]\nfirst = first_bot:first\nbroken = no_such_module:bot\n"


@pytest.fixture
def _others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package has two bots, and one of them cannot be loaded."""
    install(tmp_path, "kaiten-first", ENTRY_POINTS, {"first_bot.py": BOT})
    monkeypatch.syspath_prepend(tmp_path)
    memories = plugins.scan_packages, plugins.find_plugins, bots.load_bot
    for memory in memories:
        memory.cache_clear()
    yield
    for memory in memories:
        memory.cache_clear()


@pytest.mark.usefixtures("_others")
def test_other_packages_add_their_bots() -> None:
    view = kaiten.deal("sushi-go", 2, 1).view(0)
    assert find_bot("first")(view, Random(1)) == view.choices[0]
    with pytest.raises(kaiten.UnknownBot, match="chef, first"):
        find_bot("last")


@pytest.mark.usefixtures("_others")
def test_a_bot_that_cannot_be_loaded_is_in_nobodys_way() -> None:
    with pytest.warns(
        UserWarning, match=r"“broken” \(kaiten.bots\), from the package kaiten-first"
    ):
        assert list_portraits()["first"][1].to("en") == "Takes the first."
    assert "broken" not in list_portraits()
    with pytest.raises(kaiten.UnknownBot):
        find_bot("broken")


def test_results_that_never_differ_have_no_variance() -> None:
    tree = blank_tree(1, 2, 3.0)
    # as rounding may leave them
    tree.worlds, tree.results[0], tree.squares[0] = (3, 0.3, 0.03 - 1e-12)
    assert compute_variance(tree, 0) == 0.0
