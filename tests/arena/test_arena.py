"""The arena: duplicate deals, errors per deal, ratings, files that go on, bots that fail."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NoReturn
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

import kaiten
from kaiten.arena import Results, play_games, summarise_games
from kaiten.arena.chart import draw_cross_table
from kaiten.arena.entrants import parse_entrants
from kaiten.arena.play_game import PlayedGame
from kaiten.arena.ratings import compute_ratings
from kaiten.arena.schedule import Contest, make_pool_contest, make_table_contest
from kaiten.arena.standings import compute_standing, estimate_mean
from kaiten.bots import BOTS
from kaiten.cli.main import app, main
from kaiten.engine.jit import JIT


def table(*bots: str, seed: int = 1) -> Contest:
    return make_table_contest("sushi-go", bots, None, {}, seed)


def make_game(
    points: tuple[int, ...], ranks: tuple[int, ...], deal: int = 0, seats: tuple[int, ...] = ()
) -> PlayedGame:
    """Return a game with these points and ranks."""
    people = range(len(points))
    return PlayedGame(
        0, deal, 0, seats or tuple(people), points, ranks, (1.0,) * len(points), (10,) * len(points)
    )


def drop_seconds(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data without what depends on the machine's speed."""
    bots = [
        {key: value for key, value in bot.items() if key != "seconds_per_choice"}
        for bot in data["bots"]
    ]
    return {**data, "bots": bots}


# --- who sits where ---


@pytest.mark.parametrize(
    ("bots", "orders"),
    [
        (["greedy", "chance"], 2),
        (["greedy", "chance", "chance", "chance"], 4),
        (["greedy", "greedy", "chance", "chance"], 6),
        (["greedy", "chance", "greedy@9"], 6),
        (["chance", "chance"], 1),
        (["greedy", "chance", "greedy@7", "greedy@9"], 4),  # 24: a random one, and its rotations
    ],
)
def test_a_deal_is_played_in_every_seat_order_once(bots: list[str], orders: int) -> None:
    contest = table(*bots)
    for deal in range(20):
        seats = contest.seat_orders(0, deal)
        named = [tuple(bots[who] for who in order) for order in seats]
        assert len(set(named)) == len(seats) == orders == contest.games_per_deal
        assert all(sorted(order) == list(range(len(bots))) for order in seats)


def test_where_not_all_orders_are_played_every_bot_sits_in_every_seat() -> None:
    contest = table("greedy", "chance", "greedy@7", "greedy@9")
    for seat in range(4):
        assert sorted(order[seat] for order in contest.seat_orders(0, 3)) == [0, 1, 2, 3]
    assert len({tuple(contest.seat_orders(0, deal)) for deal in range(20)}) > 10


def test_bots_of_the_same_name_change_places_from_deal_to_deal() -> None:
    contest = table("greedy", "chance", "chance", "chance")
    places = Counter(
        order.index(1) for deal in range(200) for order in contest.seat_orders(0, deal)
    )
    assert all(150 < places[seat] < 250 for seat in range(4))


def test_all_games_of_a_deal_have_the_same_cards_in_the_same_seats() -> None:
    dealt = []

    def curious(view: kaiten.View, rng: Random) -> kaiten.Choice:
        if view.round == view.turn == 1:
            dealt.append((view.seat, sorted(view.hand.elements())))
        return BOTS["chance"](view, rng)

    kaiten.run_contest("sushi-go", [curious, curious, "chance"], games=6, seed=1, jobs=1)
    # two curious bots, three orders; a warm-up may have come before
    first, second = (dealt[-12:-6], dealt[-6:])
    for games in (first, second):
        assert len({seat for seat, _ in games}) == 3
        assert all(dict(games)[seat] == hand for seat, hand in games)
    assert dict(first) != dict(second)


def test_in_a_pool_every_bot_meets_every_other_one() -> None:
    pool = ["chance", "greedy", "greedy@9"]
    assert make_pool_contest("sushi-go", pool, None, {}, 1).tables == ((0, 1), (0, 2), (1, 2))
    at_four = make_pool_contest("sushi-go", pool, 4, {}, 1)
    assert at_four.tables == (
        (0, 1, 1, 1),
        (0, 2, 2, 2),
        (1, 0, 0, 0),
        (1, 2, 2, 2),
        (2, 0, 0, 0),
        (2, 1, 1, 1),
    )
    assert at_four.games_per_deal == 24
    assert make_pool_contest("sushi-draft", pool, None, {}, 1).players == 3


def test_games_are_rounded_up_to_whole_deals() -> None:
    found = kaiten.run_contest("sushi-go", ["greedy", "chance", "chance"], games=4, jobs=1)
    assert (found.deals, found.games) == (2, 6)


# --- budgets ---


def test_a_bot_may_have_a_budget_of_its_own() -> None:
    found = parse_entrants(["greedy", "greedy@5000", "greedy@0.1s", "greedy@.5s"], iterations=70)
    assert [(one.bot, one.think, one.iterations) for one in found] == [
        ("greedy", None, 70), ("greedy", None, 5000), ("greedy", 0.1, None), ("greedy", 0.5, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["greedy@", "greedy@x", "greedy@1x", "greedy@0", "greedy@0s", "greedy@-3", "greedy@1e3"]
)
def test_a_budget_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(kaiten.BadContest):
        parse_entrants([name])


# --- what the games say ---


def test_a_shared_victory_is_divided_and_the_margin_is_to_the_best_other() -> None:
    game = make_game((30, 41, 41), (3, 1, 1))
    assert [game.win_share(seat) for seat in range(3)] == [0, 0.5, 0.5]
    assert [game.margin(seat) for seat in range(3)] == [-11, 0, 0]
    assert [game.compare_ranks(1, other) for other in (0, 2)] == [1, 0.5]


def test_the_win_shares_of_a_table_add_up_to_one() -> None:
    found = kaiten.run_contest("sushi-go", ["greedy", "chance", "chance"], games=30, seed=3, jobs=1)
    assert sum(one.win_share.mean for one in found.standings) == pytest.approx(1)
    for row, one in enumerate(found.cross):
        for column, cell in enumerate(one):
            back = found.cross[column][row]
            assert (cell is None) == (row == column)
            assert cell is None or back is None or cell.mean + back.mean == pytest.approx(1)


def test_the_robot_neither_wins_nor_counts_for_the_margin() -> None:
    found = kaiten.run_contest(
        "sushi-go", ["greedy", "chance"], games=6, seed=3, jobs=1, options={"variant": "robot"}
    )
    assert sum(one.win_share.mean for one in found.standings) == pytest.approx(1)
    assert found.standings[0].margin.mean == pytest.approx(-found.standings[1].margin.mean)


def test_errors_are_those_of_deals_and_not_of_games() -> None:
    values = [
        (deal, value) for deal, value in enumerate([0.0, 1.0, 1.0, 0.0, 1.0]) for _ in range(4)
    ]
    found = estimate_mean(values)
    assert found.mean == pytest.approx(0.6)
    assert found.error == pytest.approx(stdev([0, 1, 1, 0, 1]) / math.sqrt(5))
    # orders even it out
    assert estimate_mean([(deal, index) for deal in range(3) for index in (0.0, 1.0)]).error == 0
    assert estimate_mean([(0, 0.0), (0, 1.0)]).error is None


def test_errors_shrink_with_the_number_of_deals() -> None:
    rng = Random(1)
    errors = [
        estimate_mean((deal, rng.random()) for deal in range(deals)).error
        for deals in (100, 10_000)
    ]
    assert errors[0] is not None
    assert errors[1] == pytest.approx(errors[0] / 10, rel=0.2)


def test_a_standing_is_the_mean_over_a_bots_seats() -> None:
    games = [
        make_game((30, 20), (1, 2)),
        make_game((25, 40), (2, 1), 1, (1, 0)),
        make_game((33, 33), (1, 1), 2),
    ]
    found = compute_standing("greedy", 0, games)
    assert found.win_share.mean == pytest.approx(2.5 / 3)
    assert found.margin.mean == pytest.approx((10 + 15 + 0) / 3)
    assert found.points.mean == pytest.approx((30 + 40 + 33) / 3)
    assert found.seconds_per_choice == pytest.approx(0.1)


@pytest.mark.unmeasured
def test_a_contest_finds_the_better_bot() -> None:
    greedy, *others = kaiten.run_contest(
        "sushi-go", ["greedy", "chance", "chance"], games=90, seed=1, jobs=1
    ).standings
    assert greedy.win_share.error is not None
    assert greedy.win_share.mean - 1 / 3 > 4 * greedy.win_share.error
    assert greedy.margin.mean > 0 > max(one.margin.mean for one in others)


# --- ratings ---


def make_games(
    strengths: list[float], tables: list[tuple[int, ...]], deals: int, rng: Random
) -> list[PlayedGame]:
    """Return games in which each entrant wins in proportion to its strength."""
    games = []
    for deal in range(deals):
        for number, seats in enumerate(tables):
            (winner,) = rng.choices(range(len(seats)), [strengths[who] for who in seats])
            ranks = tuple(1 if seat == winner else 2 for seat in range(len(seats)))
            games.append(PlayedGame(number, deal, 0, seats, ranks, ranks, (), ()))
    return games


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [2, 4])
def test_ratings_recover_the_strengths_behind_made_up_results(players: int) -> None:
    pairs = make_pool_contest(
        "sushi-go", ["chance", "greedy", "greedy@1", "greedy@2"], players, {}, 1
    ).tables
    strengths = [1.0, 2.0, 4.0, 8.0]
    found = compute_ratings("abcd", pairs, make_games(strengths, list(pairs), 1500, Random(2)), 1)
    middle = fmean(map(math.log10, strengths))
    for one, strength in zip(found, strengths, strict=True):
        assert one.rating == pytest.approx(400 * (math.log10(strength) - middle), abs=25)
        assert one.low < one.rating < one.high
        assert 10 < one.high - one.low < 80


@pytest.mark.unmeasured
def test_most_intervals_contain_the_true_rating() -> None:
    pairs, strengths = [(0, 1), (0, 2), (1, 2)], [1.0, 2.0, 4.0]
    true = [400 * (math.log10(strength) - math.log10(2)) for strength in strengths]
    hits = 0
    for seed in range(20):
        found = compute_ratings("abc", pairs, make_games(strengths, pairs, 100, Random(seed)), seed)
        hits += sum(one.low <= value <= one.high for one, value in zip(found, true, strict=True))
    assert 50 <= hits <= 60  # of 60, of which 57 are expected


def test_a_bot_that_never_wins_is_not_infinitely_weak() -> None:
    games = [PlayedGame(0, deal, 0, (0, 1), (2, 1), (2, 1), (), ()) for deal in range(10)]
    weak, strong = compute_ratings("ab", [(0, 1)], games, 1)
    assert -400 < weak.rating < 0 < strong.rating < 400
    assert weak.rating == pytest.approx(-strong.rating)


# --- jobs and files ---


def test_the_same_seed_gives_the_same_results_whatever_the_number_of_jobs() -> None:
    found = [
        kaiten.run_contest(
            "sushi-go", pool=["greedy", "chance"], games=8, seed=5, iterations=3, jobs=jobs
        ).data()
        for jobs in (1, 2)
    ]
    assert drop_seconds(found[0]) == drop_seconds(found[1])
    assert [one["name"] for one in found[0]["ratings"]] == ["greedy", "chance"]
    other = kaiten.run_contest(
        "sushi-go", pool=["greedy", "chance"], games=8, seed=6, jobs=1
    ).data()
    assert drop_seconds(other) != drop_seconds({**found[0], "seed": 6})


class Interrupted(Exception):
    """The contest is interrupted."""


def interrupt_after(games: int) -> Any:
    left = [games]

    def progress(done: int, total: int) -> None:
        left[0] -= done
        if left[0] < 0:
            raise Interrupted

    return progress


def contest_in(file: Path, **other: Any) -> Results:
    wish: dict[str, Any] = {"games": 12, "seed": 2, "jobs": 1, "keep": file}
    return kaiten.run_contest("sushi-go", ["greedy", "chance", "chance"], **{**wish, **other})


def test_a_bot_that_other_processes_cannot_find_plays_in_this_one() -> None:
    bots = ["greedy", lambda view, rng: view.choices[0], "chance"]
    with pytest.raises(
        kaiten.BadContest,
        match=r"function that other processes can import.* “<lambda>” is not.*jobs=1",
    ):
        kaiten.run_contest("sushi-go", bots, games=6, jobs=2)
    assert kaiten.run_contest("sushi-go", bots, games=6).games == 6


NOTEBOOK = """
from functools import partial
import kaiten

def mine(view, rng, place=0):
    return view.choices[place]

for bot in (mine, partial(mine, place=0)):
    print(kaiten.run_contest("sushi-go", [bot, "chance"], games=4).games)
    try:
        kaiten.run_contest("sushi-go", [bot, "chance"], games=4, jobs=2)
    except kaiten.BadContest as error:
        print(error)
"""


def test_a_bot_that_a_notebook_defines_plays_in_one_process() -> None:
    played = subprocess.run(
        [sys.executable, "-"], input=NOTEBOOK, capture_output=True, text=True, check=False
    )
    assert played.stderr == ""
    lines = played.stdout.splitlines()
    assert lines[0::2] == ["4", "4"]
    assert [line.partition(":")[0] for line in lines[1::2]] == [
        "With several jobs, a bot must be a function that other processes can import"
    ] * 2


@pytest.mark.parametrize("jobs", [0, -1])
def test_a_contest_needs_a_job(jobs: int) -> None:
    with pytest.raises(kaiten.BadContest, match=f"at least 1 job, not {jobs}"):
        kaiten.run_contest("sushi-go", ["greedy", "chance"], games=2, jobs=jobs)


def test_what_is_no_bot_is_refused() -> None:
    bots: Any = [3, "greedy"]
    with pytest.raises(kaiten.BadContest, match=r"A bot is a name or a function .*, not 3"):
        kaiten.run_contest("sushi-go", bots, games=2, jobs=1)


@pytest.mark.parametrize("torn", [b"", b'{"table": 0, "deal": 1, "or', "{“é".encode()[:3]])
def test_an_interrupted_contest_continues_from_its_file(tmp_path: Path, torn: bytes) -> None:
    file, whole = tmp_path / "half.jsonl", tmp_path / "whole.jsonl"
    with pytest.raises(Interrupted):
        contest_in(file, progress=interrupt_after(5))
    kept = file.read_bytes()
    assert kept.count(b"\n") == 1 + 6
    file.write_bytes(kept + torn)
    steps: list[int] = []
    going_on = contest_in(file, progress=lambda done, total: steps.append(done))
    assert steps == [6, *[1] * 6]
    assert file.read_bytes().startswith(kept)
    assert drop_seconds(going_on.data()) == drop_seconds(contest_in(whole).data())
    assert len(file.read_text().splitlines()) == len(whole.read_text().splitlines()) == 13
    again: list[int] = []
    assert (
        contest_in(file, progress=lambda done, total: again.append(done)).data() == going_on.data()
    )
    assert again == [12]


def test_a_file_that_was_torn_in_its_first_line_is_started_again(tmp_path: Path) -> None:
    file = tmp_path / "contest.jsonl"
    contest_in(file)
    lines = file.read_bytes()
    file.write_bytes(lines[:20])
    contest_in(file)
    assert file.read_bytes().splitlines()[0] == lines.splitlines()[0]
    assert len(file.read_bytes().splitlines()) == 13


def test_more_games_can_be_added_to_a_file_and_fewer_be_asked_of_it(tmp_path: Path) -> None:
    file = tmp_path / "contest.jsonl"
    contest_in(file, games=6)
    more = contest_in(file)
    assert drop_seconds(more.data()) == drop_seconds(contest_in(tmp_path / "other.jsonl").data())
    assert contest_in(file, games=6).games == 6


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("bots", "mode"),
    [
        (["chance", "greedy", "heuristic"], "any"),  # the same games in both modes
        (["search", "greedy", "chance"], "compiled" if JIT else "plain"),
    ],
)
def test_the_file_names_the_mode_of_bots_that_play_differently_in_each(
    tmp_path: Path, bots: list[str], mode: str
) -> None:
    file = tmp_path / "contest.jsonl"
    kaiten.run_contest("sushi-go", bots, games=3, iterations=2, jobs=1, keep=file)
    assert json.loads(file.read_text().splitlines()[0])["arena"]["mode"] == mode


def test_what_belongs_to_another_contest_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "contest.jsonl"
    contest_in(file)
    before = file.read_bytes()
    for other in ({"seed": 3}, {"iterations": 5}, {"options": {"direction": "alternate"}}):
        with pytest.raises(kaiten.BadContest, match="holds another contest"):
            contest_in(file, **other)
    assert file.read_bytes() == before
    file.write_text("Dear diary,\n")
    with pytest.raises(kaiten.BadContest, match="holds another contest"):
        contest_in(file)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[1, 2]",
        "nonsense",
        '{"table": 0}',
        '{"table": 0, "deal": 0, "order": 9, "failures": []}',
    ],
)
def test_a_line_that_is_no_game_of_the_contest_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "contest.jsonl"
    contest_in(file)
    with file.open("a") as end:
        end.write(line + "\n")
    with pytest.raises(kaiten.BadContest, match="line 14: not a game of this contest"):
        contest_in(file)


def test_a_game_with_other_seats_than_the_contests_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "contest.jsonl"
    contest_in(file)
    first, game, *rest = file.read_text().splitlines()
    seats = json.loads(game)["seats"]
    file.write_text(
        "\n".join([first, json.dumps({**json.loads(game), "seats": [*seats[::-1], 0]}), *rest])
        + "\n"
    )
    with pytest.raises(kaiten.BadContest, match="line 2: "):
        contest_in(file)


# --- bots that fail ---


def raises(view: kaiten.View, rng: Random) -> NoReturn:
    raise ValueError(f"I hold {dict(view.hand)}")


def talks_nonsense(view: kaiten.View, rng: Random) -> Any:
    return rng.choice(["fugu", None, 7])


def test_a_bot_that_fails_loses_its_turn_to_greedy_and_nothing_else() -> None:
    found = kaiten.run_contest(
        "sushi-go", [raises, talks_nonsense, "greedy"], games=6, seed=1, jobs=1
    )
    first, second, third = found.data("fr")["bots"]
    choices = 6 * 27
    assert (first["name"], second["name"], third["name"]) == ("raises", "talks_nonsense", "greedy")
    assert (first["failures"], second["failures"], third["failures"]) == (choices, choices, 0)
    ((reason, count),) = first["reasons"].items()
    assert reason.startswith("ValueError at test_arena.py:")
    assert count == choices
    assert second["reasons"] == {"il a renvoyé autre chose que l'un de ses choix": choices}
    assert third["reasons"] == {}
    assert first["points"] > 25


@pytest.mark.once  # a compiled worker would not know the bot of this test
def test_failures_are_stored_and_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "clumsy", talks_nonsense)
    file = tmp_path / "contest.jsonl"
    words = ["--bots", "clumsy,greedy", "-n", "2", "-j", "1", "--keep", str(file), "--lang", "fr"]
    for _ in range(2):
        text = " ".join(arena(*words).stdout.split())
        assert (
            "clumsy : greedy a choisi à sa place (60×) : il a renvoyé autre chose que l'un de ses choix"
            in text
        )
    assert json.loads(arena(*words, "--json").stdout)["bots"][0]["failures"] == 60


# --- the command line ---


def arena(*words: str) -> Result:
    return CliRunner().invoke(app, ["arena", *words])


def test_the_command_prints_data() -> None:
    words = [
        "--game",
        "sushi-go",
        "--players",
        "3",
        "--bots",
        "greedy,chance,chance",
        "-n",
        "6",
        "--seed",
        "1",
        "-j",
        "1",
    ]
    data = json.loads(arena(*words, "--json").stdout)
    assert list(data) == [
        "game",
        "players",
        "options",
        "seed",
        "games",
        "deals",
        "bots",
        "cross",
        "cross_errors",
        "ratings",
    ]
    assert (data["games"], data["deals"], data["ratings"]) == (6, 2, [])
    assert [bot["name"] for bot in data["bots"]] == ["greedy", "chance", "chance"]
    assert {"win_share", "error", "margin", "points", "seconds_per_choice"} < set(data["bots"][0])
    assert [[cell is None for cell in row] for row in data["cross"]] == [
        [row == column for column in range(3)] for row in range(3)
    ]
    one_deal = json.loads(arena(*words, "--json", "-n", "1").stdout)
    assert (one_deal["games"], one_deal["bots"][0]["error"]) == (3, None)


def test_the_command_prints_tables_in_both_languages() -> None:
    words = ["--pool", "greedy,chance,greedy@5", "-n", "7", "-j", "1"]
    text = " ".join(arena(*words, "--lang", "en").stdout.split())
    for said in (
        "Ahead of",
        "Rating",
        "greedy@5",
        "12 games: 2 deals of 6 games each",
        "7 were requested",
    ):
        assert said in text
    text = " ".join(arena(*words, "--lang", "fr").stdout.split())
    for said in (
        "Devant",
        "Cote",
        "12 parties : 2 donnes de 6 parties chacune",
        "Vous en demandiez 7",
    ):
        assert said in text


def test_the_command_plays_every_game_with_its_options() -> None:
    for words in (
        [
            "--game",
            "sushi-go",
            "--bots",
            "greedy,chance",
            "--variant",
            "robot",
            "--direction",
            "alternate",
        ],
        [
            "--game",
            "sushi-go-party",
            "--bots",
            "greedy,chance,chance",
            "--menu",
            "random",
            "--edition",
            "en",
        ],
        [
            "--game",
            "sushi-draft",
            "--bots",
            "greedy,chance,chance",
            "--advanced",
            "--tokens",
            "tuna:9,9,9",
        ],
    ):
        data = json.loads(arena(*words, "-n", "1", "-j", "1", "--json").stdout)
        assert data["game"] == words[1]
        assert sum(bot["win_share"] for bot in data["bots"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "greedy,bob"], "There is no bot “bob”."),
        (["--pool", "greedy,bob"], "There is no bot “bob”."),
        (
            ["--bots", "greedy,chance", "--players", "4"],
            "There are 4 players but 2 bots: name one bot for each seat.",
        ),
        (["--bots", "greedy"], "Sushi Go! is for 2 to 5 players, not 1."),
        (["--bots", "greedy,chance", "--game", "chess"], "There is no game “chess”."),
        (["--bots", "greedy,chance", "--think", "1", "--iterations", "9"], "not in both"),
        (["--bots", "greedy,chance", "--think", "nan"], "more than 0 seconds"),
        (["--bots", "greedy,chance@soon"], "“chance@soon”: after @, give a number"),
        (
            ["--bots", "greedy,chance", "--pool", "greedy,chance"],
            "Name either the bots of one table or a pool",
        ),
        ([], "Name either the bots of one table or a pool"),
        (["--pool", "greedy"], "two or more different bots"),
        (["--pool", "greedy,greedy"], "two or more different bots"),
        (["--bots", "greedy,chance", "--menu", "random"], "Sushi Go! has no option “menu”."),
        (
            ["--bots", "greedy,chance", "--keep", "/nowhere/at/all"],
            "/nowhere/at/all: No such file or directory",
        ),
        (
            ["--bots", "greedy,chance", "--picture", "table.png"],
            "name a .svg file in an existing folder",
        ),
        (["--bots", "greedy,bob", "--lang=fr"], "Il n'y a pas de bot «\u00a0bob\u00a0»."),
    ],
)
def test_what_cannot_be_held_is_said_in_a_sentence(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr("sys.argv", ["kaiten", "arena", "-j", "1", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.once  # a compiled worker would not know the bot of this test
def test_an_interruption_says_how_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupts(view: kaiten.View, rng: Random) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setitem(BOTS, "impatient", interrupts)
    file = tmp_path / "contest.jsonl"
    answer = arena("--bots", "impatient,greedy", "-j", "1", "--keep", str(file))
    assert answer.exit_code != 0
    assert str(file) in answer.stderr
    assert len(file.read_text().splitlines()) == 1


# --- the picture ---


@pytest.mark.parametrize(("language", "point", "sign"), [("en", ".", "%"), ("fr", ",", "\u00a0%")])
def test_the_picture_is_well_formed_and_shows_every_bot(
    language: str, point: str, sign: str
) -> None:
    def percent(share: float) -> str:
        return f"{100 * share:.1f}".replace(".", point) + sign

    contest = make_pool_contest("sushi-go", ["greedy", "chance", "greedy@0.1s"], 2, {}, 1)
    found = summarise_games(contest, 2, play_games(contest, 2, 1, None, lambda done, total: None))
    root = ElementTree.fromstring(draw_cross_table(found, "Sushi <Go>!", language))
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for one in found.standings:
        assert texts.count(one.name) == 2  # its row and its column
        assert percent(one.win_share.mean) in texts
    assert any("Sushi <Go>!" in text for text in texts)
    for cell in (cell for row in found.cross for cell in row if cell):
        assert percent(cell.mean) in texts


def test_the_command_draws_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    assert (
        arena("--bots", "greedy,chance", "-n", "2", "-j", "1", "--picture", str(file)).exit_code
        == 0
    )
    assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
