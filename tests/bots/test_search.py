"""Bots that look ahead: what they imagine, how long, and what they make of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Choice, View, bots
from kaiten.bots import BOTS, LADDER, LEVELS, Budget, find_bot, levels, portraits
from kaiten.bots.heuristic import best
from kaiten.bots.tree.guesses import foresee
from kaiten.bots.tree.rollouts import Imagination
from kaiten.bots.tree.uct import ANY, VISITS, blank_notes, branch, slot_of, variance
from kaiten.bots.tree.win_model import look_ahead
from kaiten.engine.jit import python_function
from kaiten.engine.rng import start_rng
from kaiten.engine.state import copy_state, float_array
from kaiten.match.events import Script
from tests.playing import TABLES, play_out, steps

pytestmark = pytest.mark.sweep

THINKERS = ("planner", "search", "hard", "chef")
every_table = pytest.mark.parametrize(("game", "players", "options"), TABLES)


def imagination(view: View, worlds: int, learns: bool = True) -> Imagination:
    return Imagination(view, Random(1), Budget(iterations=worlds), learns)


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
    """The last two cards of the first round: whoever takes the sashimi has three."""
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


# --- What is imagined ---


def test_every_world_is_played_with_one_of_the_choices() -> None:
    view = kaiten.deal("sushi-go", 3, 5).view(1)
    figures = imagination(view, 50).search()
    assert len(figures) == len(view.choices)
    assert sum(figure.worlds for figure in figures) == 50
    assert all(0 <= figure.win <= 1 for figure in figures)


def test_all_choices_are_tried_alike_before_the_better_half_goes_on() -> None:
    view = kaiten.deal("sushi-go", 3, 5).view(1)
    count = len(view.choices)
    figures = sorted(
        (figure.worlds for figure in imagination(view, 40 * count, learns=False).halve()),
        reverse=True,
    )
    assert min(figures) > 0
    assert figures[0] > figures[-1]
    assert figures[count // 2 :] == [figures[-1]] * (count - count // 2)


def test_more_worlds_make_an_error_smaller() -> None:
    view = kaiten.deal("sushi-go", 2, 5).view(0)
    thought = imagination(view, 400, learns=False)
    errors = []
    for worlds in (20, 380):
        thought.play(worlds, 0)
        errors.append(thought.figures(0).margin_error)
    assert errors[1] < errors[0] / 2


def test_a_choice_that_was_never_tried_is_as_uncertain_as_can_be() -> None:
    figures = imagination(kaiten.deal("sushi-go", 2, 5).view(0), 1).figures(0)
    assert (figures.worlds, figures.win_error) == (0, float("inf"))


def test_a_search_goes_on_when_its_notes_are_full() -> None:
    view = kaiten.deal("sushi-go", 2, 5).view(0)
    thought = imagination(view, 1)
    thought.play(60, ANY)
    assert 4 * thought._notes.known <= 3 * thought._notes.room + 4  # three quarters
    assert sum(thought.figures(place).worlds for place in range(len(view.choices))) == 60


# --- The outlook ---


def outlook(
    match: kaiten.Match, seats: int, imagines: bool = False, seed: int = 0
) -> tuple[list[float], list[float]]:
    wins, margins = float_array(8), float_array(8)
    state = copy_state(match._state)
    start_rng(state.deal_rng, seed)
    look_ahead(state, wins, margins, imagines)
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
    assert foresee(match.view(0), Random(1)).hands == (0,)
    match = after_a_turn(4)
    assert foresee(match.view(0), Random(1)).hands == (0, 3)


@pytest.mark.parametrize("trusted", [False, True])
def test_whoever_is_trusted_to_pick_as_was_guessed_looks_for_nothing_else(trusted: bool) -> None:
    match = after_a_turn(2)
    view = match.view(0)
    foresight = foresee(view, Random(1))._replace(trust=(0.0, float(trusted)))
    imagined = Imagination(view, Random(1), Budget(iterations=40), foresight=foresight)
    imagined.search()
    notes = imagined._notes
    notes.history = 0
    slots = [
        python_function(slot_of)(notes, python_function(branch)(notes, 1, choice.number))
        for choice in match.choices(1)
    ]
    assert any(notes.branches[slot + VISITS] for slot in slots) != trusted


def test_a_guess_is_what_heuristic_would_pick() -> None:
    match = after_a_turn(2)
    view = match.view(0)
    foresight = foresee(view, Random(1))._replace(trust=(0.0, 1.0))
    imagined = Imagination(view, Random(1), Budget(iterations=40), foresight=foresight)
    imagined.search()
    guesses = {
        int(pick) for key, pick in zip(*[iter(imagined._notes.guesses)] * 2, strict=True) if key
    }
    liked = {choice.number for choice in best(match.view(1))}
    assert liked & guesses
    for choice in match.choices(0)[:3]:
        then = match.answer({0: choice, 1: best(match.view(1))[0]})
        assert {liked.number for liked in best(then.view(1))} & guesses


def test_nothing_is_guessed_from_a_hand_that_the_seat_does_not_know() -> None:
    view = after_a_turn(2).view(0)
    foresight = foresee(view, Random(1))._replace(hands=(), trust=(0.0, 1.0))
    imagined = Imagination(view, Random(1), Budget(iterations=40), foresight=foresight)
    imagined.search()
    assert not any(imagined._notes.guesses)


# --- Budgets ---


def test_a_budget_is_seconds_or_iterations() -> None:
    for think, iterations in ((None, None), (1.0, 10), (0.0, None), (None, 0), (-1.0, None)):
        with pytest.raises(kaiten.BadOption, match="one of them"):
            Budget(think, iterations)
    with pytest.raises(kaiten.BadOption):
        find_bot("search", think=0.1, iterations=100)


def test_what_took_time_before_leaves_less_of_a_budget_of_seconds() -> None:
    assert Budget(think=1.0).less(0.25) == Budget(think=0.75)
    assert Budget(think=1.0).less(5.0) == Budget(think=0.1)
    assert Budget(iterations=7).less(5.0) == Budget(iterations=7)


def test_seconds_are_spent_in_portions() -> None:
    played: list[int] = []
    Budget(think=0.01).spend(played.append)
    assert len(played) > 1
    view = kaiten.deal("sushi-go", 2, 1).view(0)
    assert find_bot("search", think=0.01)(view, Random(1)) in view.choices


def test_a_part_of_a_budget_is_at_least_one_world() -> None:
    assert Budget(iterations=10).share(3) == Budget(iterations=3)
    assert Budget(iterations=2).share(3) == Budget(iterations=1)
    assert Budget(think=0.3).share(3).think == pytest.approx(0.1)


def test_a_bot_that_does_not_think_needs_no_budget() -> None:
    assert find_bot("greedy", iterations=10) is BOTS["greedy"]


# --- Levels ---


def test_levels_are_bots_with_a_word_on_each() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "chef"]
    assert list(BOTS) == [*LADDER, *LEVELS] == list(portraits())
    assert all(words.en and words.fr for portrait in portraits().values() for words in portrait)


def test_easy_forgets_the_hands_that_it_has_passed_on() -> None:
    match = kaiten.deal("sushi-go", 3, 4)
    for _ in range(3):
        match = match.answer({seat: match.choices(seat)[0] for seat in match.waiting})
    view = match.view(0)
    assert not any(view.memory.hidden)
    assert any(view.at_sight().memory.hidden)
    for seed in range(20):
        assert levels.easy(view, Random(seed)) == levels.easy(view.at_sight(), Random(seed))


def test_a_soft_choice_is_never_far_from_the_best() -> None:
    view = kaiten.deal("sushi-go", 2, 4).view(0)
    values = [float(place) for place in range(len(view.choices))]
    chosen = [levels.softly(view, Random(seed), values, softness=1.0) for seed in range(300)]
    assert set(chosen) == set(view.choices[-3:])
    assert (
        chosen.count(view.choices[-1])
        > chosen.count(view.choices[-2])
        > chosen.count(view.choices[-3])
        > 0
    )


# --- Bots of other packages ---


class Entry:
    name = "first"

    @staticmethod
    def load() -> bots.Bot:
        def first(view: View, rng: Random) -> Choice:
            """Takes the first.

            Always."""
            return view.choices[0]

        return first


class Broken:
    name = "broken"

    @staticmethod
    def load() -> bots.Bot:
        raise ImportError("not for this machine")


@pytest.fixture
def _others(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two other packages have a bot, and one of them cannot be loaded."""
    monkeypatch.setattr(
        bots, "entry_points", lambda group: [Entry, Broken] if group == "kaiten.bots" else []
    )
    for memory in (bots.others, bots.other_bot):
        memory.cache_clear()
    yield
    for memory in (bots.others, bots.other_bot):
        memory.cache_clear()


@pytest.mark.usefixtures("_others")
def test_other_packages_add_their_bots() -> None:
    view = kaiten.deal("sushi-go", 2, 1).view(0)
    assert find_bot("first")(view, Random(1)) == view.choices[0]
    with pytest.raises(kaiten.UnknownBot, match="chef, first"):
        find_bot("last")


@pytest.mark.usefixtures("_others")
def test_a_bot_that_cannot_be_loaded_is_in_nobodys_way() -> None:
    with pytest.warns(UserWarning, match="broken cannot be loaded"):
        assert portraits()["first"][1].en == "Takes the first."
    assert "broken" not in portraits()
    with pytest.raises(kaiten.UnknownBot):
        find_bot("broken")


def test_results_that_never_differ_have_no_variance() -> None:
    notes = blank_notes(1, 2)
    # as rounding may leave them
    notes.worlds, notes.results[0], notes.squares[0] = (3, 0.3, 0.03 - 1e-12)
    assert python_function(variance)(notes, 0) == 0.0
