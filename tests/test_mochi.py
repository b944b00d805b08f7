"""A package that adds a card to Sushi Go Party!, a block and nothing else, plays everywhere."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import kaiten
from kaiten.bots import BOTS
from tests.long_run import long_run_only
from tests.packages import run_with
from tests.plugins import MENU, install_mochi, install_odd_game

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

START = f"""
from random import Random

import kaiten

match = kaiten.deal("sushi-go-party", 3, 1, menu="{MENU}")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_mochi(tmp_path_factory.mktemp("mochi"))


def run_script(folder: Path, script: str) -> str:
    played = run_with(folder, script)
    assert played.returncode == 0, played.stderr
    assert "Warning" not in played.stderr
    return played.stdout


def test_every_bot_plays_it(folder: Path) -> None:
    script = """
dealt = match
for name in kaiten.bots.BOTS:
    match, bot = dealt, kaiten.find_bot(name, iterations=3)
    while not match.over:
        match = match.answer({seat: bot(match.view(seat), Random(1)) for seat in match.waiting})
    print(name, any(line.card == "mochi" and line.points for line in match.sheet()))
"""
    script = START.replace("import kaiten\n", "import kaiten\nimport kaiten.bots\n") + script
    assert run_script(folder, script) == "".join(f"{name} True\n" for name in BOTS)


def test_a_bot_values_it_by_its_own_rule(folder: Path) -> None:
    """A second mochi brings 3 points, a third 5, a fourth nothing."""
    script = """
from kaiten.bots.heuristic.evaluate import Evaluation

evaluation = Evaluation(match.view(0))
mochi = match.game.numbers["mochi"]
tray = evaluation.state.trays[0]
evaluation.forecast.turns_left = 0
for _ in range(4):
    print(evaluation.find_gain(0, mochi))
    tray[mochi] += 1
    evaluation.forecast.gains_ready[0][mochi] = 0
"""
    assert run_script(folder, START + script) == "1.0\n3.0\n5.0\n0.0\n"


def test_another_mochi_is_worth_more_where_one_may_still_come(folder: Path) -> None:
    script = """
from kaiten.bots.heuristic.evaluate import Evaluation

evaluation = Evaluation(match.view(0))
mochi = match.game.numbers["mochi"]
expected = evaluation.find_gain(0, mochi)
for hand in evaluation.forecast.hands:
    hand[mochi] = 0.0
evaluation.forecast.gains_ready[0][mochi] = 0
print(expected > evaluation.find_gain(0, mochi) == 1.0)
"""
    assert run_script(folder, START + script) == "True\n"


VALUES = """
from kaiten.bots.heuristic import evaluate_choices

for _ in range(8):
    for seat in match.waiting:
        print([round(value, 9) for value in evaluate_choices(match.view(seat))])
    match = match.answer({seat: len(match.view(seat).choices) // 2 for seat in match.waiting})
"""


ODD = """
match = kaiten.deal("odd", 3, 1)
while not match.over:
    match = match.answer({seat: kaiten.find_bot("heuristic")(match.view(seat), Random(1)) for seat in match.waiting})
print(match.record().text())
"""


@long_run_only  # all bots are compiled for it
@pytest.mark.skipif(find_spec("numba") is None, reason="without Numba nothing is compiled")
def test_compiled_bots_value_it_the_same(tmp_path: Path) -> None:
    """It, and the cards of a game of which they know nothing."""
    script = START + VALUES + ODD
    folder = install_odd_game(install_mochi(tmp_path / "both"))
    plain = run_with(folder, script).stdout
    assert plain.count("\n") > 24
    assert run_with(folder, script, jit="1", KAITEN_CACHE=str(tmp_path)).stdout == plain


PLAYED = """
while not match.over:
    match = match.answer({seat: 0 for seat in match.waiting})
"""


def test_it_is_advised_analysed_and_contested(folder: Path) -> None:
    script = f"""
advice = kaiten.advise(match.view(0), iterations=20)
print(len(advice.prospects) == len(match.view(0).choices))
{PLAYED}
print(len(kaiten.analyse(match.record(), iterations=2).players))
options = {{"menu": "{MENU}"}}
bots = ["heuristic", "greedy"]
print(kaiten.run_contest("sushi-go-party", bots, games=2, options=options).games)
"""
    assert run_script(folder, START + script) == "True\n3\n2\n"


def test_its_points_are_explained(folder: Path) -> None:
    """Without words of its own, the sheet lists the cards."""
    script = """
for line in kaiten.load_match(match.record().text()).sheet():
    if line.card == "mochi" and line.points:
        assert line.points == min(int(line.reason.to("en")[0]), 3) ** 2
        print(line.reason.to("fr")[1:])
        break
"""
    assert run_script(folder, START + PLAYED + script) == " × Mochi\n"


def test_it_is_on_menus_from_the_box_and_from_chance(folder: Path) -> None:
    script = """
game = match.game
print(game.courses[1].dishes[-1], game.menu_name(match.options).to("en"))
menus = [kaiten.deal("sushi-go-party", 2, seed, menu="random").options["menu"] for seed in range(20)]
print(any("mochi" in menu for menu in menus), all("mochi" in menu for menu in menus))
"""
    told = "Nigiri, Maki rolls, Tempura, Sashimi, Pudding, Wasabi, Chopsticks, Mochi"
    assert run_script(folder, START + script) == f"mochi {told}\nTrue False\n"


def test_the_score_helper_counts_it(folder: Path) -> None:
    script = """
from kaiten.scoring.score import score_table

players = [{"name": "Ana", "cards": ["mochi", "mochi"]}, {"name": "Bo", "cards": ["tempura"]}]
scoring = score_table({"game": "sushi-go-party", "players": players})
print([scoring.total(seat) for seat in range(2)])
"""
    assert run_script(folder, script.replace("from", "import kaiten\nfrom", 1)) == "[4, 0]\n"


def test_a_record_needs_the_package(folder: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    script = f"""
from pathlib import Path

Path({str(record)!r}).write_text(match.record().text())
"""
    run_script(folder, START + PLAYED + script)
    script = f"import kaiten\nprint(kaiten.load_match(open({str(record)!r}).read()).over)"
    assert run_script(folder, script) == "True\n"
    alone = run_with(tmp_path, script)
    assert "BadOption: Menu: there is no dish “mochi”" in alone.stderr


def test_games_without_it_are_as_ever(folder: Path) -> None:
    alone = kaiten.deal("sushi-go-party", 4, 7, menu="sushi-go")
    script = """
print(kaiten.deal("sushi-go-party", 4, 7, menu="sushi-go").record().text())
"""
    assert run_script(folder, START + script) == alone.record().text() + "\n"


def test_it_is_listed_on_the_command_line(folder: Path) -> None:
    script = (
        "from kaiten.cli.entry import main\nimport sys\nsys.argv[1:] = ['cards', 'mochi']\nmain()"
    )
    assert "One is worth 1 point, two are worth 4" in run_script(folder, script)


@pytest.mark.sweep
def test_it_passes_the_checks_for_authors(folder: Path) -> None:
    script = """
import kaiten.testing

print(len(kaiten.testing.check_card("mochi", "sushi-go-party", iterations=2)) > 0)
"""
    assert run_with(folder, script).stdout == "True\n"
