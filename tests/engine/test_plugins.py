"""Games and cards that other packages add by entry points."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiten.engine.plugins import Plugin, read_entry_points
from kaiten.games import list_games
from tests.packages import install, run_with

pytestmark = pytest.mark.once

GAME = """
    from kaiten.engine.game import DIRECTION, Game
    from kaiten.games import shared_cards
    from kaiten.text import Text

    game = Game(
        id="pairs",
        title=Text("Pairs", "Paires"),
        rule=Text("Collect pairs.", "Faites des paires."),
        version=1,
        edition="",
        hand_sizes={2: 3, 3: 3},
        options={"direction": DIRECTION},
    )
    tempura = shared_cards.tempura(game, copies=40)
"""
CARD = """
    from kaiten.games import find_game
    from kaiten.text import Text

    game = find_game("{game}")
    mochi = game.card(
        "mochi",
        Text("Mochi", "Mochi"),
        Text("Each is worth 4 points.", "Chacun vaut 4 points."),
        colour="pink",
        copies={{"mochi": 5}},
        course="appetizers",
    )
    MOCHI = mochi.kind

    @mochi.scores
    def four_each(tray):
        return 4 * tray[MOCHI]
"""
BUILT_IN = ["sushi-go", "sushi-go-party", "sushi-draft"]
LIST = "import kaiten.games\nprint([game.id for game in kaiten.games.list_games()])"
PLAY = """
    import kaiten

    match = kaiten.deal("pairs", 3, 1)
    while not match.over:
        match = match.answer({seat: 0 for seat in match.waiting})
    print(match.scores)
"""


def test_a_package_adds_a_game(tmp_path: Path) -> None:
    install(tmp_path, "kaiten-pairs", "[kaiten.games]\npairs = pairs:game\n", {"pairs.py": GAME})
    assert run_with(tmp_path, LIST).stdout == f"{[*BUILT_IN, 'pairs']}\n"
    assert run_with(tmp_path, PLAY).stdout == "(15, 15, 15)\n"


def test_a_game_that_is_imported_before_kaiten_loads_its_plugins_is_added_too(
    tmp_path: Path,
) -> None:
    install(tmp_path, "kaiten-pairs", "[kaiten.games]\npairs = pairs:game\n", {"pairs.py": GAME})
    played = run_with(tmp_path, f"import pairs\n{LIST}")
    assert (played.stdout, played.stderr) == (f"{[*BUILT_IN, 'pairs']}\n", "")


@pytest.mark.parametrize("place", ["mochi_cards", "mochi_cards:add"])
def test_a_package_adds_a_card_by_a_module_or_a_function(tmp_path: Path, place: str) -> None:
    block = CARD.format(game="sushi-go")
    if place.endswith(":add"):
        block = "def add():" + "\n    ".join(block.split("\n"))
    install(tmp_path, "kaiten-mochi", f"[kaiten.cards]\nmochi={place}", {"mochi_cards.py": block})
    script = """
        import kaiten

        game = kaiten.find_game("sushi-go")
        print(game.kinds[-1], kaiten.deal("sushi-go", 2, 1).game.copies["mochi"])
    """
    assert run_with(tmp_path, script).stdout == "mochi 5\n"


def test_built_in_games_and_kinds_keep_their_numbers(tmp_path: Path) -> None:
    files = {"pairs.py": GAME, "mochi_cards.py": CARD.format(game="sushi-go-party")}
    entry_points = "[kaiten.cards]\na = mochi_cards\n[kaiten.games]\na = pairs:game"
    install(tmp_path, "aaa", entry_points, files)
    script = """
        from kaiten.games import list_games

        print([(game.id, game.numbers) for game in list_games()])
    """
    found = dict(eval(run_with(tmp_path, script).stdout))
    expected = {game.id: game.numbers for game in list_games()}
    expected["sushi-go-party"] |= {"mochi": len(expected["sushi-go-party"])}
    assert list(found)[:3] == BUILT_IN
    assert {id: found[id] for id in BUILT_IN} == expected


@pytest.mark.parametrize(
    ("entry_points", "source", "words"),
    [
        (
            "[kaiten.games]\nbad = nowhere:game",
            "",
            "ModuleNotFoundError: No module named 'nowhere'",
        ),
        ("[kaiten.games]\nbad = bad:game", "", "AttributeError: module 'bad' has no attribute"),
        ("[kaiten.games]\nbad = bad:game", "game = 3", "TypeError: bad:game is 3, and no Game"),
        (
            "[kaiten.games]\nbad = bad:game",
            GAME.replace("pairs", "sushi-go"),
            "ValueError: There is a game 'sushi-go' already.",
        ),
        ("[kaiten.cards]\nbad = bad", "1 / 0", "ZeroDivisionError: division by zero"),
        (
            "[kaiten.cards]\nbad = bad",
            CARD.format(game="sushi-go").replace('"mochi"', '"tempura"'),
            "ValueError: The game sushi-go has tempura already.",
        ),
        (
            "[kaiten.cards]\nbad = bad",
            CARD.format(game="sushi-go") + "    game.nonsense()\n",
            "AttributeError: 'Game' object has no attribute 'nonsense'",
        ),
        ("[kaiten.cards]\nbad = bad", CARD.format(game="go"), "UnknownGame: There is no game “go”"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_in_nobodys_way(
    tmp_path: Path, entry_points: str, source: str, words: str
) -> None:
    """One warning names the package, the entry point and the reason; the games are as without it."""
    install(tmp_path, "kaiten-bad", entry_points, {"bad.py": source})
    listed = run_with(
        tmp_path,
        f"{LIST}\nprint(len(kaiten.games.find_game('sushi-go').cards))\n"
        "kaiten.deal('sushi-go', 2, 1)",
    )
    assert listed.stdout == f"{BUILT_IN}\n{len(list_games()[0].cards)}\n"
    group = entry_points[1:13]
    assert f"The package kaiten-bad adds “bad” to {group}, which cannot be" in listed.stderr
    assert words in listed.stderr
    assert listed.stderr.count("Warning") == 1
    assert "UserWarning" not in run_with(tmp_path, LIST, KAITEN_COMPILES_QUIETLY="1").stderr


def test_other_plugins_go_on_when_one_fails(tmp_path: Path) -> None:
    install(tmp_path, "bad", "[kaiten.games]\nbad = bad:game\n", {"bad.py": "1 / 0"})
    install(tmp_path, "pairs", "[kaiten.games]\npairs = pairs:game\n", {"pairs.py": GAME})
    assert run_with(tmp_path, LIST).stdout == f"{[*BUILT_IN, 'pairs']}\n"


def test_a_card_that_comes_too_late_is_refused(tmp_path: Path) -> None:
    script = f"import kaiten\nkaiten.deal('sushi-go', 2, 1)\n{CARD.format(game='sushi-go')}"
    late = "\n".join(line.removeprefix("    ") for line in script.split("\n"))
    assert "must be added before the first game is played" in run_with(tmp_path, late).stderr


@pytest.mark.parametrize("root", ["pairs.py", "pairs/__init__.py"])
def test_compiled_rules_are_kept_apart_by_the_sources_of_plugins(tmp_path: Path, root: str) -> None:
    script = "from kaiten.engine.jit import sources_digest\nprint(sources_digest())"
    alone = run_with(tmp_path, script).stdout
    install(tmp_path, "pairs", "[kaiten.games]\npairs = pairs:game\n", {root: GAME})
    first = run_with(tmp_path, script).stdout
    (tmp_path / root).write_text("\n" + (tmp_path / root).read_text())
    assert len({alone, first, run_with(tmp_path, script).stdout}) == 3


def test_a_plugin_without_sources_has_none_to_tell_apart(tmp_path: Path) -> None:
    script = "from kaiten.engine.plugins import list_plugin_sources\nprint(list_plugin_sources())"
    install(tmp_path, "x", "[kaiten.games]\nx = nowhere.at_all:game\ny = sys:path\n", {})
    assert run_with(tmp_path, script).stdout == "[]\n"


def test_entry_points_are_read_as_installers_write_them(tmp_path: Path) -> None:
    text = """
        [console_scripts]
        mochi = mochi:main

        ; a comment
        [kaiten.games]
        # another
        one = one.two : game [extra]
        [kaiten.bots]
        clever=clever:bots.first
    """
    install(tmp_path, "several", text, {})
    assert list(read_entry_points("several", str(next(tmp_path.glob("*/entry_points.txt"))))) == [
        Plugin("several", "kaiten.games", "one", "one.two:game"),
        Plugin("several", "kaiten.bots", "clever", "clever:bots.first"),
    ]


def test_the_first_of_two_folders_with_the_same_package_counts(tmp_path: Path) -> None:
    for folder, size in (("first", 3), ("second", 4)):
        source = GAME.replace("3: 3", f"3: {size}")
        install(tmp_path / folder, "pairs", "[kaiten.games]\np = pairs:game", {"pairs.py": source})
    script = """
        import sys
        sys.path[1:1] = ["{0}/first", "{0}/second", "{0}/no folder", "{0}/first/pairs.py"]
        from kaiten.games import find_game
        print(find_game("pairs").hand_sizes[3])
    """
    played = run_with(tmp_path, script.format(tmp_path))
    assert (played.stdout, played.stderr) == ("3\n", "")


def test_without_plugins_nothing_is_imported_for_them(tmp_path: Path) -> None:
    script = "import sys, kaiten\nkaiten.deal('sushi-go', 2, 1)\nprint('importlib.metadata' in sys.modules)"
    assert run_with(tmp_path, script).stdout == "False\n"
