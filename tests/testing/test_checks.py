"""`kaiten.testing`: which tables it chooses, and what it says where it cannot check."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kaiten
from kaiten import Match, testing
from kaiten.engine import draft
from kaiten.engine.jit import JIT, compiled
from kaiten.engine.state import State
from kaiten.games import find_game
from kaiten.games.sushi_go_party.menus import MENUS
from kaiten.testing import GameTable, check_card, check_game, choose_tables, modes, suite
from kaiten.testing.compiled_rules import run_compiled

GAMES = ("sushi-go", "sushi-go-party", "sushi-draft")


@pytest.fixture(name="checked")
def _checked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Match]]:
    """Let `check_game` note what it checks instead of checking it."""
    checked: list[tuple[str, Match]] = []

    def note(name: str) -> Callable[..., None]:
        return lambda match, *others: checked.append((name, match))

    monkeypatch.setattr(suite, "CHECKS", {name: note(name) for name in testing.CHECKS})
    monkeypatch.setattr(suite, "check_bots", note("bots"))
    monkeypatch.setattr(suite, "check_modes", note("modes"))
    monkeypatch.setattr(suite, "why_not_compared", lambda: None)
    return checked


@pytest.mark.once
@pytest.mark.parametrize("id", GAMES)
def test_the_tables_have_every_value_every_card_and_players_at_both_ends(id: str) -> None:
    tables, game = choose_tables(id), find_game(id)
    assert len(tables) < 10
    players = {table.players for table in tables}
    assert {min(game.hand_sizes), max(game.hand_sizes)} <= players
    matches = [table.deal(1) for table in tables]
    for name, option in game.option_values.items():
        if not callable(option):
            values = {match.options[name] for match in matches}
            assert values == {value.value for value in option.values}
    served = {card.id for match in matches for card in game.on_menu(dict(match.options))}
    assert served == {card.id for card in game.cards}


@pytest.mark.once
@pytest.mark.parametrize("card", ["edamame", "menu", "uramaki", "nigiri"])
def test_the_tables_of_a_card_serve_it_beside_every_other(card: str) -> None:
    game, served = find_game("sushi-go-party"), set()
    for table in choose_tables("sushi-go-party", card):
        match = table.deal(1)
        dishes = {one.id for one in game.on_menu(dict(match.options))}
        assert card in dishes
        served |= dishes
    courses = {course for course in game.courses if course.served == 1 and card in course.dishes}
    instead = {dish for course in courses for dish in course.dishes} - {card}
    on_menus = {dish for menu in MENUS for dish in menu.dishes.split(",")}
    assert served >= on_menus - instead - set(game.limits)


@pytest.mark.once
def test_an_unknown_card_is_named() -> None:
    with pytest.raises(AssertionError, match=r"sushi-go has no card “eel”. It has: tempura, "):
        check_card("eel", "sushi-go")


@pytest.mark.once
def test_a_card_that_no_table_serves_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_game("sushi-go-party"), "menus", MENUS[:1])
    monkeypatch.setattr(find_game("sushi-go-party"), "parts_of_a_menu", ())
    with pytest.raises(AssertionError, match="no table of sushi-go-party serves “eel”"):
        choose_tables("sushi-go-party", "eel")


@pytest.mark.once
def test_all_checks_are_made_at_every_table(checked: list[tuple[str, Match]]) -> None:
    tables = check_game("sushi-draft", seed=5)
    assert tables == choose_tables("sushi-draft")
    for name in (*testing.CHECKS, "bots", "modes"):
        matches = [match for check, match in checked if check == name]
        assert [len(match.seats) for match in matches] == [table.players for table in tables]
        assert {match.seed for match in matches} == {5}


@pytest.mark.once
def test_a_card_must_be_picked(
    checked: list[tuple[str, Match]], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = check_card("eel", "sushi-go-party")
    assert len(checked) == len(tables) * len({name for name, _ in checked})
    monkeypatch.setattr(suite, "was_picked", lambda match, card: False)
    with pytest.raises(AssertionError, match=r"nobody could pick “eel” at [0-9]+ tables"):
        check_card("eel", "sushi-go-party")


@pytest.mark.unmeasured
def test_a_table_passes_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "check_modes", lambda match: None)  # has tests of its own
    monkeypatch.setattr(suite, "why_not_compared", lambda: None)
    for table in (
        GameTable("sushi-go", 2, {"variant": "robot"}),
        GameTable("sushi-draft", 3, {}),
        GameTable("sushi-go-party", 2, {"menu": "dinner-for-two"}),
    ):
        assert check_game(table.game, [table], bots=["chance", "greedy"]) == [table]


# --- The two modes ---


@pytest.mark.once
@pytest.mark.parametrize(("mode", "says"), [("0", "KAITEN_JIT=0 turns"), ("", "not installed")])
def test_without_numba_there_is_nothing_to_compare(
    monkeypatch: pytest.MonkeyPatch, mode: str, says: str
) -> None:
    monkeypatch.setattr(modes, "JIT", False)
    monkeypatch.setattr(modes, "MODE", mode)
    match = kaiten.deal("sushi-go", 2, 1)
    with pytest.raises(kaiten.KaitenError, match=f"rules were not compared: .*{says}"):
        testing.check_modes(match)
    monkeypatch.setattr(suite, "CHECKS", {})
    with pytest.warns(UserWarning, match=f"rules were not compared: .*{says}"):
        check_game("sushi-go", [GameTable("sushi-go", 2, {})], bots=[])


@compiled
def write_a_text(state: State, seed: int) -> None:
    repr(object())


class RulesOf:
    """Rules of which one function is another."""

    def __init__(self, start_game: Callable[..., None]) -> None:
        self.start_game = start_game

    def __getattr__(self, name: str) -> Any:
        return getattr(draft, name)


@pytest.mark.skipif(not JIT, reason="without Numba there is one mode")
def test_rules_that_do_not_compile_are_explained() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    with pytest.raises(AssertionError, match=r"sushi-go: the rules do not compile(.|\n)*object"):
        testing.check_modes(match, RulesOf(run_compiled(write_a_text)))


def test_an_error_of_the_rules_stays_one() -> None:
    def divide(state: State, seed: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        testing.check_modes(kaiten.deal("sushi-go", 2, 1), RulesOf(divide))


@pytest.mark.skipif(not JIT, reason="without Numba there is one mode")
def test_rules_that_mean_something_else_when_compiled_are_found(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.testing.broken_games", "compiled"],
        env={**os.environ, "KAITEN_JIT": "1", "KAITEN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    where = "(round 1, turn 5, after scoring) in “points”, “scores”: points[1][0] is 12 and -4"
    assert f"plain and compiled rules differ {where}" in run.stdout, run.stderr


@pytest.mark.once
def test_it_is_loaded_when_it_is_asked_for_and_needs_no_pytest() -> None:
    code = (
        "import json, sys, kaiten; kaiten.deal('sushi-go', 2, 1).view(0)\n"
        "before = 'kaiten.testing' in sys.modules\n"
        "import kaiten.testing\n"
        "print(json.dumps([before, *({'pytest', 'hypothesis', 'numba', 'numpy'} & {*sys.modules})]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [False]
