"""Games and cards that other packages add by entry points."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from kaiten.engine.game import Game
from kaiten.engine.plugins import Plugin, read_entry_points
from kaiten.games import list_games
from kaiten.text import NO_TEXT
from tests.packages import install, run_with

pytestmark = pytest.mark.once

GAME = """
    from kaiten.engine.game import DIRECTION, Game
    from kaiten.games import shared_cards
    from kaiten.text import Text

    game = Game(
        id="pairs",
        title=Text("Pairs"),
        rule=Text("Collect pairs."),
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
        Text("Mochi"),
        Text("Each is worth 4 points."),
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
        (
            "[kaiten.cards]\nbad = bad",
            CARD.format(game="sushi-go").replace("tray", "trays"),
            "ValueError: The game sushi-go has @mochi.scores with “trays”; it may ask for state, ",
        ),
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
    assert f"“bad” ({group}), from the package kaiten-bad, cannot be" in listed.stderr
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
    script = "from kaiten.engine.plugins import find_plugin_sources\nprint(find_plugin_sources())"
    install(tmp_path, "x", "[kaiten.games]\nx = nowhere.at_all:game\ny = sys:path\n", {})
    assert run_with(tmp_path, script).stdout == "{}\n"


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


def test_a_game_has_room_for_as_many_kinds_as_a_pick(tmp_path: Path) -> None:
    """62 kinds in 30 dishes, more than any game that Kaiten brings; all of them are played."""
    many = """
        for number in range(29):
            kinds = {f"dish_{number}_{kind}": 4 for kind in range(3 if number < 3 else 2)}
            names = [Text(kind) for kind in kinds]
            game.card(f"dish_{number}", Text("Dish"), game.rule, kinds, names=names)
    """
    install(
        tmp_path,
        "many",
        "[kaiten.games]\nmany = many:game\n",
        {"many.py": dedent(GAME) + dedent(many)},
    )
    script = """
        import json
        from random import Random

        import kaiten
        from kaiten.match.codec import decode_view, encode_view

        print(len(kaiten.find_game("pairs").kinds))
        match = kaiten.deal("pairs", 3, 1)
        while not match.over:
            match = match.answer({seat: 0 for seat in match.waiting})
        print(kaiten.load_match(match.record().json()).over)
        view = kaiten.deal("pairs", 3, 1).view(0)
        told = json.loads(json.dumps(encode_view(view)))
        print(list(decode_view(told).choices) == list(view.choices))
        bot = kaiten.find_bot("search", iterations=3)
        print(bot(view, Random(1)) in view.choices)
    """
    played = run_with(tmp_path, script)
    assert played.stdout == "62\nTrue\nTrue\nTrue\n", played.stderr


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (
            "for n in range(62):\n    game.card(f'd{n}', game.title, game.rule, {f'd{n}': 1})",
            "The game pairs has no room for d61: a pick has room for 62 kinds of card, and these "
            "would be 63.",
        ),
        ("game.hand_sizes = {9: 3}", "The game pairs is for more than 8 players."),
    ],
)
def test_a_game_that_is_too_large_is_refused(tmp_path: Path, block: str, words: str) -> None:
    source = f"{dedent(GAME)}\n{block}\n"
    install(tmp_path, "large", "[kaiten.games]\nlarge = large:game\n", {"large.py": source})
    listed = run_with(tmp_path, LIST)
    assert listed.stdout == f"{BUILT_IN}\n"
    assert words in listed.stderr


def test_a_card_of_a_game_with_menus_needs_a_course(tmp_path: Path) -> None:
    block = CARD.format(game="sushi-go-party").replace('        course="appetizers",\n', "")
    install(tmp_path, "kaiten-mochi", "[kaiten.cards]\nmochi = mochi", {"mochi.py": block})
    words = (
        "The game sushi-go-party needs a course for the card mochi: roll, appetizers, specials, "
        "dessert."
    )
    assert words in run_with(tmp_path, LIST).stderr


RECORDS = """
    import kaiten

    def play(**options):
        match = kaiten.deal("sushi-go", 3, 1, **options)
        while not match.over:
            match = match.answer({seat: 0 for seat in match.waiting})
        return match.record().json()

    print(play())
    print(play(CARDS))
    for record in RECORDS:
        print(kaiten.load_match(record).over)
"""


def test_extra_cards_of_a_game_without_menus_are_in_the_box_where_somebody_asks_for_them(
    tmp_path: Path,
) -> None:
    """Installing a package changes no deal and no record; a record of a game with its cards says so."""
    folder = tmp_path / "mochi"
    block = CARD.format(game="sushi-go")
    install(folder, "kaiten-mochi", "[kaiten.cards]\nmochi = mochi", {"mochi.py": block})
    usual, *_ = run_with(tmp_path, RECORDS.replace("(CARDS)", "()")).stdout.split("\n")
    script = RECORDS.replace("CARDS", "cards='mochi'").replace("RECORDS", repr([usual]))
    same, extra, replayed, _ = run_with(folder, script).stdout.split("\n")
    assert '"cards":""' in same
    assert same.replace(',"cards":""', "") == usual
    assert '"cards":"mochi"' in extra
    assert '"mochi"' in extra.split('"events"')[1]
    assert replayed == "True"
    assert run_with(folder, f"import kaiten\nkaiten.load_match({extra!r})").returncode == 0
    alone = run_with(tmp_path, f"import kaiten\nkaiten.load_match({extra!r})")
    missing = (
        "Sushi Go! does not know the cards “mochi”: the package that adds them is not installed."
    )
    assert f"BadOption: {missing}" in alone.stderr
    assert run_with(tmp_path, f"import kaiten\nkaiten.load_match({same!r})").returncode == 0


def test_copies_that_are_no_kinds_are_refused_by_name() -> None:
    game, words = Game("small", NO_TEXT, NO_TEXT, 1, {2: 3}, {}), NO_TEXT
    copies: Any = 8
    with pytest.raises(
        TypeError, match=r"The card bao needs copies= of each kind, as {'bao': 8}: 8"
    ):
        game.card("bao", words, words, copies)
