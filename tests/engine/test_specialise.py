"""The rules compiled for one table: the same text, the same games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kaiten.engine import draft, specialise
from kaiten.engine.compact import table_facts
from kaiten.engine.jit import JIT, cache_folder, compiled, kernel
from kaiten.engine.specialise import find_table_kernel, load_text
from kaiten.engine.state import MAX_PLAYERS, State, copy_state, int_array, kernel_state
from kaiten.engine.table_text import NotSpecialised, write_table_text
from kaiten.games import find_game, lay_table
from tests.long_run import LONG
from tests.playing import EVERY_TABLE, TABLES, Table

ONE_OF_EACH_GAME: list[Table] = [
    ("sushi-go", 2, {"variant": "robot"}),
    ("sushi-go-party", 4, {"menu": "points-platter", "edition": "en"}),
    ("sushi-draft", 3, {}),
]
needs_numba = pytest.mark.skipif(not JIT, reason="compiles for one table")


def lay(game: str, players: int, options: dict[str, Any]) -> State:
    played = find_game(game)
    return lay_table(played, players, played.options(options))


def write_simulation(table: State) -> str:
    return write_table_text("test", draft.simulate_games, table_facts(table))


@pytest.mark.once
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_the_text_for_a_table_plays_the_same_games_in_plain_python(
    game: str, players: int, options: dict[str, Any]
) -> None:
    pytest.importorskip("numpy")
    table = lay(game, players, options)
    play = load_text(write_simulation(table), "<test>")["draft_simulate_games"]
    own, general = [0] * (2 + MAX_PLAYERS), [0] * (2 + MAX_PLAYERS)
    play(copy_state(table), 7, 0, 20, own)
    draft.simulate_games(copy_state(table), 7, 0, 20, general)
    assert own == general


@needs_numba
@pytest.mark.sweep
@pytest.mark.parametrize(("game", "players", "options"), EVERY_TABLE if LONG else ONE_OF_EACH_GAME)
def test_compiled_for_a_table_the_tallies_are_those_of_the_kernel_for_all_tables(
    game: str, players: int, options: dict[str, Any]
) -> None:
    table = lay(game, players, options)
    count = 20_000 if LONG else 2_000
    own_kernel = find_table_kernel(draft.simulate_games, table)
    own, general = int_array(2 + MAX_PLAYERS), int_array(2 + MAX_PLAYERS)
    own_kernel.compile()(own_kernel.make_boards(1)[0], 7, 0, count, own)
    kernel(draft.simulate_games)(kernel_state(table), 7, 0, count, general)
    assert own.tolist() == general.tolist()
    assert own_kernel.is_cached


LOAD_AND_PLAY = """
from kaiten.engine.specialise import find_table_kernel
from tests.engine.test_specialise import draft, int_array, lay, MAX_PLAYERS

own_kernel = find_table_kernel(draft.simulate_games, lay("sushi-draft", 3, {}))
assert own_kernel.is_cached
tally = int_array(2 + MAX_PLAYERS)
own_kernel.compile()(own_kernel.make_boards(1)[0], 7, 0, 50, tally)
print(tally.tolist())
"""


@needs_numba
@pytest.mark.sweep
def test_another_process_loads_what_was_compiled_for_a_table() -> None:
    own_kernel = find_table_kernel(draft.simulate_games, lay("sushi-draft", 3, {}))
    tally = int_array(2 + MAX_PLAYERS)
    own_kernel.compile()(own_kernel.make_boards(1)[0], 7, 0, 50, tally)
    run = subprocess.run(
        [sys.executable, "-c", LOAD_AND_PLAY], capture_output=True, text=True, check=False
    )
    assert run.stdout.strip() == str(tally.tolist()), run.stderr


@needs_numba
@pytest.mark.sweep
def test_a_record_among_many_plays_as_one_alone() -> None:
    table = lay("sushi-go", 2, {"variant": "robot"})
    own_kernel = find_table_kernel(draft.simulate_games, table)
    alone, among_many = own_kernel.make_boards(1)[0], own_kernel.make_boards(2)[0]
    assert among_many.dtype.itemsize < alone.dtype.itemsize
    tallies = [int_array(2 + MAX_PLAYERS) for _ in range(2)]
    for record, tally in zip((alone, among_many), tallies, strict=True):
        own_kernel.compile()(record, 3, 0, 500, tally)
    assert tallies[0].tolist() == tallies[1].tolist()


@pytest.mark.once
def test_rules_that_are_not_in_force_are_not_in_the_text() -> None:
    text = write_simulation(lay("sushi-go", 4, {}))
    assert "def sushi_go_dip(" in text
    for other in ("robot", "sushi_draft", "rolls_", "spoon", "state.menu", "state.players"):
        assert other not in text


@pytest.mark.once
def test_what_is_never_read_is_left_out_unless_somebody_looks_at_the_state() -> None:
    table = lay("sushi-go", 4, {})
    assert "state.last_answers" not in write_simulation(table)
    whole = write_table_text("test", draft.simulate_games, table_facts(table), whole_state=True)
    assert "state.last_answers" in whole


@pytest.mark.once
def test_the_text_is_written_once_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(specialise, "cache_folder", lambda: tmp_path)
    table_kernel = find_table_kernel(draft.simulate_games, lay("sushi-go", 3, {}))
    table_kernel.load()
    (file,) = tmp_path.rglob("rules.py")
    assert file.stat().st_mtime == 0
    assert table_kernel.load()["__file__"] == str(file)
    other = find_table_kernel(draft.simulate_games, lay("sushi-go", 3, {"direction": "alternate"}))
    assert other.folder != table_kernel.folder
    assert not other.is_cached


@pytest.mark.once
def test_only_the_newest_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specialise, "TABLES_KEPT", 2)
    for name in ("a", "b", "c"):
        specialise.keep_text(tmp_path / "tables" / name, name)
    assert len(list((tmp_path / "tables").iterdir())) == 2
    assert specialise.read_table_text(tmp_path / "tables" / "c") == "c"


@pytest.mark.once
def test_without_a_folder_the_text_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(specialise, "cache_folder", lambda: None)
    table_kernel = find_table_kernel(draft.simulate_games, lay("sushi-go", 3, {}))
    assert table_kernel.load()["__file__"] == "<sushi-go, 3 players>"
    assert not table_kernel.is_cached
    (tmp_path / "file").touch()
    assert specialise.keep_text(tmp_path / "file" / "folder", "text") is None


@compiled
def look_up(state: State) -> object:
    return UNKNOWN


UNKNOWN = object()


@pytest.mark.once
def test_what_cannot_be_written_for_a_table_says_so() -> None:
    with pytest.raises(NotSpecialised, match="UNKNOWN"):
        write_table_text("test", look_up, {})
    namespace: dict[str, Any] = {"compiled": compiled}
    exec("@compiled\ndef lost(state):\n    return 1", namespace)
    with pytest.raises(NotSpecialised, match="lost"):
        write_table_text("test", namespace["lost"], {})


@pytest.mark.once
def test_the_text_of_a_table_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    specialise.print_table_text("sushi-go", 2)
    assert "def draft_simulate_games(" in capsys.readouterr().out


def test_the_cache_of_tables_is_beside_that_of_all_tables() -> None:
    folder = find_table_kernel(draft.simulate_games, lay("sushi-go", 4, {})).folder
    home = cache_folder()
    assert home is None or (folder is not None and home in folder.parents)
