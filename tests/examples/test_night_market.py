"""The example game as a package of its own: tested, and played by bots, in the terminal and on a
server. tests/browser plays it in a browser.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import kaiten
from kaiten.match.codec import BadViewData
from tests.night_market import (
    PARTY_MENU,
    SOURCE,
    FarServer,
    copy_package,
    install_plugins,
    run_kaiten,
    serve_plugins,
)
from tests.packages import run_with
from tests.server.table_client import begin, play

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

PUBLIC = ("engine.card", "engine.game", "engine.operations", "engine.picks", "engine.state", "text")
GAMES = [
    pytest.param("night-market", {}, {"cat"}, id="game"),
    pytest.param("sushi-go-party", {"menu": PARTY_MENU}, set[str](), id="card"),
    pytest.param("sushi-go", {"cards": "dango"}, set[str](), id="extra card"),
]
PLAY = """
    from random import Random

    import kaiten
    from kaiten.bots import BOTS

    for name in BOTS:
        match, bot = kaiten.deal("{game}", 3, 1, **{options}), kaiten.find_bot(name, iterations=3)
        while not match.over:
            match = match.answer({{seat: bot(match.view(seat), Random(1)) for seat in match.waiting}})
    advice = kaiten.advise(kaiten.deal("{game}", 3, 1, **{options}).view(0), iterations=8)
    print(len(BOTS), len(match.outcome().ranking), bool(advice.data()))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_plugins(tmp_path_factory.mktemp("plugins"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FarServer]:
    with serve_plugins(tmp_path_factory.mktemp("server")) as server:
        yield server


def test_the_package_passes_its_own_tests(site: Path, tmp_path: Path) -> None:
    tests = copy_package(tmp_path)
    script = f"import pytest, sys; sys.exit(pytest.main(['-q', '-c', r'{tests}/pyproject.toml', r'{tests}']))"
    done = run_with(site, script, PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_it_uses_nothing_but_what_authors_of_games_may() -> None:
    source = (SOURCE / "night_market.py").read_text(encoding="utf-8")
    modules = set(re.findall(r"^(?:from|import) (\S+)", source, re.MULTILINE))
    assert modules - sys.stdlib_module_names <= {f"kaiten.{name}" for name in PUBLIC}


@pytest.mark.parametrize(("game", "options", "asked"), GAMES)
def test_every_bot_plays_it(
    site: Path, game: str, options: dict[str, str], asked: set[str]
) -> None:
    played = run_with(site, PLAY.format(game=game, options=options))
    assert re.fullmatch(r"\d+ 3 True\n", played.stdout), played.stderr


@pytest.mark.parametrize(("game", "options", "asked"), GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_played_in_the_terminal(
    site: Path, game: str, options: dict[str, str], asked: set[str], language: str
) -> None:
    wish = [word for pair in options.items() for word in ("--option", "=".join(pair))]
    words = ["play", game, "--players", "3", "--bot", "chance", "--seed", "3", "--lang", language]
    done = run_kaiten(site, *words, *wish, typed="1\n" * 99)
    assert (done.returncode, done.stderr) == (0, "")
    taken = r"(?:takes?|prend|prenez)\s+(?:Stray cat|Chat errant|Mochi|Dango)"
    assert re.search(taken, done.stdout), "nobody has taken the card"
    assert re.search(r"^│ 3\. ", done.stdout, re.MULTILINE), "the game is not over"


def test_the_terminal_tells_of_the_cards(site: Path) -> None:
    told = run_kaiten(site, "cards", "--game", "night-market").stdout
    assert "Stray cat" in told
    assert "Mochi" in run_kaiten(site, "cards", "mochi").stdout


@pytest.mark.parametrize(("game", "options", "asked"), GAMES)
def test_it_is_played_over_the_server(
    server: FarServer, game: str, options: dict[str, str], asked: set[str]
) -> None:
    guests = server.party(2, game=game, options=options, seats=[None, None, "easy", "hard"])
    begin(guests)
    assert play(guests, Random(1), liked=("cat", "mochi", "dango")) == {"pick"} | asked
    replay = server.http.get(f"/api/tables/{guests[0].code}/games/1/replay").json()
    assert replay["frames"][-1]["outcome"]
    record = server.http.get(f"/api/tables/{guests[0].code}/games/1").json()
    answers = [answer for event in record["events"] for answer in event.get("answers", ())]
    assert {"cat", "mochi", "dango"} & set(answers)
    server.empty()


def test_an_extra_card_is_offered_as_an_option_of_its_game(server: FarServer) -> None:
    """The browser's form shows every option of the catalogue."""
    games = {game["id"]: game for game in server.http.get("/api/games").json()["games"]}
    offered = {one["id"]: one for one in games["sushi-go"]["options"]}["cards"]
    assert [value["value"] for value in offered["values"]] == ["", "dango"]


def test_a_seat_without_the_cards_of_the_table_is_told_which(server: FarServer) -> None:
    """Numbers of cards mean something else there; the error says what is missing."""
    guests = server.party(2, game="sushi-go", options={}, seats=[None, None])
    begin(guests)
    with pytest.raises(
        BadViewData,
        match=r"different cards at the table \(dango\) and here \(none from other packages\)",
    ):
        kaiten.join(f"{server.url}/t/{guests[0].code}", "Cy")
    server.empty()


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_bots_play_with_an_extra_card(site: Path, command: str) -> None:
    words = [command, "--games", "4", "--players", "2", "-o", "cards=dango", "--json"]
    game = ["sushi-go"] if command == "simulate" else ["--bots", "chance,greedy", "--jobs", "1"]
    done = run_kaiten(site, *words, *game)
    assert json.loads(done.stdout)["options"]["cards"] == "dango", done.stderr


def test_the_score_helper_counts_it(server: FarServer) -> None:
    table = {
        "game": "night-market",
        "round": 1,
        "players": [{"name": "Ana", "cards": ["skewer"] * 3}, {"name": "Bo", "cards": ["cat"]}],
    }
    counted = server.http.post("/api/score", json=table).json()
    assert [player["round"] for player in counted["players"]] == [9, 2]
    assert counted["players"][1]["lines"][0]["reason"] == "1 × Stray cat"
