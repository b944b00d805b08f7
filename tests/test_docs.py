"""The documentation does what it says."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kaiten
from kaiten.cli.main import app
from kaiten.games import list_games
from kaiten.games.sushi_draft import BOX
from kaiten.match.events import Dealt
from kaiten.match.record import parse_record
from kaiten.match.verdict import judge
from tests.test_layers import NAMES

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S
    )


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("README.md", 10),
        ("docs/library.md", 25),
        ("docs/bots.md", 4),
        ("docs/environments.md", 5),
        ("docs/records.md", 14),
    ],
)
def test_the_python_of_the_pages_runs_as_shown(page: str, lines: int) -> None:
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(blocks(page, "pycon")), {}, page, None, 0
    )
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert result.attempted > lines
    assert result.failed == 0


def test_the_bot_of_ten_lines_plays_as_shown() -> None:
    (block,) = blocks("docs/bots.md", "python")
    assert len([line for line in block.splitlines() if line.strip()]) <= 10
    scope: dict[str, Any] = {}
    exec(block, scope)
    (table,) = kaiten.run_contest(
        "sushi-go", [scope["sociable"], "chance"], games=4, seed=1, jobs=1
    ).standings[:1]
    assert not table.failures


def test_everything_in_a_view_is_described() -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    for name in (
        name for name in dir(kaiten.deal("sushi-go", 2, 1).view(0)) if not name.startswith("_")
    ):
        assert f"`{name}`" in page or f"`{name}(" in page


def test_the_readme_fits_on_a_few_screens() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


def test_the_readme_opens_with_a_picture_and_the_two_commands() -> None:
    start = (ROOT / "README.md").read_text(encoding="utf-8")[:1000]
    assert start.index("docs/screenshots/") < start.index("make play") < start.index("make test")


@pytest.mark.parametrize(("page", "number"), [("README.md", 6), ("docs/terminal.md", 15)])
def test_the_commands_of_the_pages_exist(page: str, number: int) -> None:
    commands = [
        line
        for block in blocks(page, "bash")
        for line in block.splitlines()
        if line.startswith("kaiten ")
    ]
    assert len(commands) >= number
    for line in commands:
        words = shlex.split(line, comments=True)[1:]
        helped = CliRunner().invoke(app, [*words[:1], "--help"])
        assert helped.exit_code == 0
        for option in (word for word in words if word.startswith("--")):
            assert option in helped.output


def test_the_table_of_the_readme_can_be_scored() -> None:
    (table,) = blocks("README.md", "json")
    answer = CliRunner().invoke(app, ["score", "-", "--json"], input=table)
    assert [player["total"] for player in json.loads(answer.stdout)["players"]] == [18, 11]


def test_the_tables_of_the_rules_can_be_scored() -> None:
    totals = []
    for table in blocks("docs/rules.md", "json"):
        answer = CliRunner().invoke(app, ["score", "-", "--json"], input=table)
        totals.append([player["total"] for player in json.loads(answer.stdout)["players"]])
    assert totals == [[21 + 8 + 3 + 9, 25 + 6 + 2], [3 + 5, 2 + 5, 3]]


def test_the_box_of_sushi_draft_is_documented_as_it_is() -> None:
    page = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    columns = [
        (str(supply.cards or ""), str(supply.marked or ""), " ".join(map(str, supply.tokens)))
        for supply in BOX.values()
    ]
    for row in [list(BOX), *zip(*columns, strict=True)]:
        assert " | ".join(row).replace("  ", " ").strip() in page


def test_the_records_of_the_documentation_can_be_read() -> None:
    (as_json,), (as_text, _) = blocks("docs/records.md", "json"), blocks("docs/records.md", "text")
    match = kaiten.load_match(as_json)
    assert match.record() == kaiten.load_match(as_text).record()
    assert match.record().text() == as_text
    assert match.turn == 3


def test_the_deal_of_the_documentation_needs_the_standard_library_alone_and_is_the_real_one() -> (
    None
):
    examples = doctest.DocTestParser().get_examples("\n".join(blocks("docs/records.md", "pycon")))
    program = "".join(example.source for example in examples if not example.want)
    program += "import json; print(json.dumps([sorted(dealt[:10]), sorted(dealt[10:20])]))"
    # neither the packages nor the folder of this project
    alone = [sys.executable, "-I", "-S", "-c", program]
    printed = subprocess.run(alone, capture_output=True, text=True, check=True, cwd="/").stdout
    lines = "".join(blocks("docs/records.md", "text")[1:])
    head = kaiten.deal("sushi-go", ["Ana", "Bo"], lines.split()[1]).record().text().splitlines()
    record = "\n".join([*head[:4], lines.strip(), *head[5:]])
    assert judge(record).ok
    dealt = parse_record(record).events[0]
    assert isinstance(dealt, Dealt)
    assert [sorted(hand) for hand in dealt.hands] == json.loads(printed)


def test_the_documented_card_is_the_real_one() -> None:
    (block,) = blocks("CONTRIBUTING.md", "python")
    assert block.strip() in (ROOT / "src/kaiten/games/sushi_go_party/appetizers.py").read_text(
        encoding="utf-8"
    )


def test_every_module_is_described() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for module in NAMES:
        assert f"`{module}`" in page or not module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists()


def test_every_card_is_documented_in_the_records() -> None:
    page = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    for kind in (kind for game in list_games() for kind in game.kinds):
        assert f"`{kind.removesuffix('_wasabi')}`" in page


def test_every_question_is_documented_in_the_records() -> None:
    page = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    for question in kaiten.find_game("sushi-go-party").questions:
        assert f"`{question.id}`" in page
