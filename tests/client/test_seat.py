"""A seat at a remote table: whole games over the line, and everything that a line can do."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Response

import kaiten
from kaiten import KaitenError, Refused, Unreachable
from kaiten.client import connection as connection_module
from kaiten.client import seat as seat_module
from kaiten.client.connection import parse_link
from kaiten.match.codec import BadViewData
from kaiten.match.events import Answered
from kaiten.match.protocol_version import PROTOCOL
from tests.small_table import CODE, SmallTable
from tests.test_docs import blocks

pytestmark = pytest.mark.once

greedy = kaiten.find_bot("greedy")


@pytest.fixture
def table() -> Iterator[SmallTable]:
    with SmallTable() as table:
        yield table


def play(seat: kaiten.Seat) -> int:
    """Let a bot play at a seat until the game is over; how often it was asked."""
    asked = 0
    for view in seat:
        seat.choose(greedy(view, Random(1)))
        asked += 1
    return asked


def patience(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(connection_module, "GIVE_UP_SECONDS", seconds)
    monkeypatch.setattr(seat_module, "GIVE_UP_SECONDS", seconds)
    monkeypatch.setattr(seat_module.Seat.command, "__kwdefaults__", {"timeout": seconds})


def own_choices(table: SmallTable, seat: int) -> list[str | None]:
    assert table.match
    return [event.choices[seat] for event in table.match.log if isinstance(event, Answered)]


# --- Whole games ---


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("sushi-go", {"direction": "alternate"}),
        ("sushi-go-party", {"menu": "master-menu"}),
        ("sushi-draft", {"advanced": True}),
    ],
)
def test_a_bot_plays_a_whole_game_at_a_remote_table(game: str, options: dict[str, Any]) -> None:
    with SmallTable(game, **options) as table, kaiten.join(table.link, "Ana") as seat:
        asked = play(seat)
        assert table.match
        assert table.match.over
        assert seat.view == table.match.view(0)
        chosen = [choice for choice in own_choices(table, 0) if choice is not None]
        assert asked == len(chosen) == len(table.said("choose"))
        assert [command["choice"] for command in table.said("choose")] == chosen
        assert seat.view.names[0] == "Ana"


def test_two_people_play_at_one_table() -> None:
    with SmallTable(people=2, bots=1) as table, kaiten.join(table.link, "Ana", seat=1) as ana:
        assert ana.view is None
        with kaiten.join(table.link, "Bo") as bo:
            assert (ana.number, bo.number) == (1, 0)
            for _ in range(3):
                for seat in (ana, bo):
                    view = next(iter(seat))
                    assert view.seat == seat.number
                    seat.choose(greedy(view, Random(1)))
            assert bo.view
            assert bo.view.names[:2] == ("Bo", "Ana")


def test_a_rematch_can_be_iterated_again(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        assert play(seat) == 27
        again = Timer(0.2, table.begin)
        again.start()
        assert play(seat) == 27
        again.join()
        assert seat.table["number"] == 2


def test_a_game_that_begins_later_is_waited_for() -> None:
    with SmallTable(begins=False) as table, kaiten.join(table.link, "Ana") as seat:
        assert (seat.view, seat.asked, seat.table["stage"]) == (None, False, "open")
        later = Timer(0.2, table.begin)
        later.start()
        assert next(iter(seat)).turn == 1
        later.join()


def test_who_finds_no_seat_watches_and_is_asked_nothing(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as ana, kaiten.join(table.link, "Bo") as bo:
        assert bo.number is None
        assert bo.view
        assert bo.view.seat is None
        play(ana)
        assert play(bo) == 0
        assert bo.view.over


def test_a_view_is_given_once_however_often_the_table_speaks(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        views = iter(seat)
        first = next(views)
        for name in ("Bo", "Cy"):
            kaiten.join(table.link, name).close()
        later = Timer(0.2, table.choose_for, [0])
        later.start()
        assert len(next(views).log) > len(first.log)
        later.join()
        # but a new connection is told what is asked now
        assert len(next(iter(seat)).log) > len(first.log)


# --- Choosing ---


@pytest.mark.parametrize(
    ("newer", "chosen", "asked"), [(0, "tempura", False), (0, None, True), (1, None, False)]
)
def test_nothing_is_asked_between_the_ack_of_a_choice_and_the_table_that_follows(
    table: SmallTable, newer: int, chosen: str | None, asked: bool
) -> None:
    """The choice stands, or was taken back, or has ended the turn, which will be shown in a moment."""
    with kaiten.join(table.link, "Ana") as seat:
        assert seat.asked
        ack = {
            "type": "ack",
            "id": "1",
            "ok": True,
            "version": seat.version + newer,
            "seat": seat.number,
        }
        seat._apply_message({**ack, "chosen": chosen})
        assert seat.asked is asked


def test_what_the_table_refuses_is_raised_in_its_words_and_can_be_chosen_better(
    table: SmallTable,
) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        view = next(iter(seat))
        with pytest.raises(Refused, match="“pizza” is not a card of this game") as refused:
            seat.choose("pizza")
        assert refused.value.code == "illegal-choice"
        seat.choose(view.choices[0])
        assert own_choices(table, 0) == [view.choices[0].text]


def test_a_choice_that_comes_too_late_is_forgotten_and_the_next_view_follows(
    table: SmallTable,
) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        views = iter(seat)
        first = next(views)
        table.choose_for(0)
        seat.choose(first.choices[-1])
        second = next(views)
        assert second.turn == 2
        assert len(own_choices(table, 0)) == 1
        seat.choose(second.choices[0])
        assert len(own_choices(table, 0)) == 2


def test_whoever_has_chosen_is_not_asked_again_until_the_turn_is_done() -> None:
    with (
        SmallTable(people=2, bots=0) as table,
        kaiten.join(table.link, "Ana") as ana,
        kaiten.join(table.link, "Bo"),
    ):
        views = iter(ana)
        ana.choose(next(views).choices[0])
        assert not ana.asked
        assert ana.table["ready"] == [0]
        later = Timer(0.2, table.choose_for, [1])
        later.start()
        assert next(views).turn == 2
        later.join()


def test_whoever_has_a_bot_play_is_not_asked_until_they_are_back() -> None:
    with (
        SmallTable(people=2, bots=0) as table,
        kaiten.join(table.link, "Ana") as ana,
        kaiten.join(table.link, "Bo"),
    ):
        views = iter(ana)
        next(views)
        table.stand_in(0)
        while 0 not in table.away or not ana.table["seats"][0]["away"]:
            ana.listen()
        assert not ana.asked
        table.choose_for(1)
        later = Timer(0.2, table.come_back, [0])
        later.start()
        assert next(views).turn == 2
        assert not ana.table["seats"][0]["away"]
        later.join()


def test_a_busy_table_is_asked_again(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        table.refuses = [("busy", "One moment."), ("too-many", "Slowly.")]
        view = next(iter(seat))
        seat.choose(view.choices[0])
        assert len(table.said("choose")) == 3
        assert own_choices(table, 0) == [view.choices[0].text]


def test_a_table_that_never_answers_is_given_up(
    table: SmallTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        monkeypatch.setattr(seat_module, "LEAVE_SECONDS", 0.1)
        patience(monkeypatch, 0.2)
        view = next(iter(seat))
        table.deaf = True
        with pytest.raises(Unreachable, match="does not answer"):
            seat.choose(view.choices[0])


# --- Lost connections ---


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_choice_during_which_the_line_breaks_is_made_once(table: SmallTable, moment: str) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        views = iter(seat)
        seat.choose(next(views).choices[0])
        second = next(views)
        table.drops = [moment]
        seat.choose(second.choices[0])
        assert next(views).turn == 3
        assert own_choices(table, 0)[1] == second.choices[0].text
        assert len(own_choices(table, 0)) == 2
        assert [command["id"] for command in table.said("choose")] == ["2", "3", "3"]


def test_a_line_that_breaks_again_and_again_spoils_no_game(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        for view in seat:
            table.drops = ["before", "after"] if view.turn % 3 == 0 else []
            seat.choose(greedy(view, Random(1)))
        assert table.match
        assert table.match.over
        assert seat.view == table.match.view(0)


def test_whoever_comes_back_says_who_they_are_and_what_they_have_seen(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana", language="fr") as seat:
        table.hang_up()
        version = seat.version
        while len(table.visits) < 2 or not seat.listen():
            seat.listen(0.1)
        first, second = table.visits
        assert first == (
            f"/api/tables/{CODE}/live?protocol={PROTOCOL}&state=1&deals=1&lang=fr",
            None,
        )
        assert second == (
            f"/api/tables/{CODE}/live?protocol={PROTOCOL}&state=1&deals=1&lang=fr&since={version}",
            f"Bearer {seat.token}",
        )
        assert seat.asked


def test_a_seat_can_be_taken_again_with_its_token(table: SmallTable) -> None:
    first = kaiten.join(table.link, "Ana")
    first.choose(next(iter(first)).choices[0])
    first.close()
    assert first.token
    with kaiten.rejoin(table.link, first.token) as seat:
        assert (seat.person, seat.number) == (1, 0)
        assert next(iter(seat)).turn == 2


def test_a_table_that_is_gone_is_given_up_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    patience(monkeypatch, 0.5)
    with SmallTable() as table:
        seat = kaiten.join(table.link, "Ana")
        views = iter(seat)
        view = next(views)
    with pytest.raises(Unreachable, match=r"cannot be reached: .*refused"):
        seat.choose(view.choices[0])
    seat.close()


def test_a_server_in_trouble_is_tried_again_and_one_that_says_no_is_not(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        table.closed = answer(HTTPStatus.BAD_GATEWAY, b"")
        table.hang_up()
        later = Timer(0.5, setattr, [table, "closed", None])
        later.start()
        seat.choose(next(iter(seat)).choices[0])
        later.join()
        assert len(table.visits) > 2
        table.closed = answer(
            HTTPStatus.UNAUTHORIZED, b'{"code": "bad-token", "error": "Who are you?"}'
        )
        table.hang_up()
        with pytest.raises(Refused, match=r"Who are you\?") as refused:
            play(seat)
        assert refused.value.code == "bad-token"


def answer(status: HTTPStatus, body: bytes) -> Response:
    return Response(status, status.phrase, Headers({"Content-Length": str(len(body))}), body)


def test_the_tries_to_mend_a_line_come_ever_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    clock = [1000.0]

    def sleep(seconds: float) -> None:
        slept.append(round(seconds, 3))
        clock[0] += seconds

    with SmallTable() as table:
        seat = kaiten.join(table.link, "Ana")
    monkeypatch.setattr(connection_module, "monotonic", lambda: clock[0])
    monkeypatch.setattr(connection_module, "sleep", sleep)
    with pytest.raises(Unreachable):
        play(seat)
    seat.close()
    assert slept[:5] == [0.1, 0.2, 0.4, 0.8, 1.0]  # a longer pause is waited for a second at a time
    assert 60 < sum(slept) <= 66


# --- Coming and going ---


def test_leaving_gives_the_seat_to_a_bot(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        seat.choose(next(iter(seat)).choices[0])
    assert table.said("leave")
    assert not seat.connected
    assert table.match
    assert table.match.over  # the bots went on alone


def test_whoever_closes_the_line_keeps_the_seat(table: SmallTable) -> None:
    kaiten.join(table.link, "Ana").close()
    assert not table.said("leave")
    assert list(table.persons) == ["secret-1"]


def test_whoever_is_sent_away_is_told_so() -> None:
    with SmallTable(begins=False) as table, kaiten.join(table.link, "Ana") as seat:
        table.kick(1)
        with pytest.raises(Refused, match="no longer at this table"):
            play(seat)


def test_a_name_that_is_refused_is_refused_in_the_tables_words(table: SmallTable) -> None:
    table.refuses = [("name-taken", "Another person is called Ana.")]
    with pytest.raises(Refused, match="Another person is called Ana") as refused:
        kaiten.join(table.link, "Ana")
    assert refused.value.code == "name-taken"


def test_a_line_that_breaks_before_anybody_knows_us_is_not_mended(table: SmallTable) -> None:
    table.drops = ["after"]
    with pytest.raises(Unreachable, match="connection was lost"):
        kaiten.join(table.link, "Ana")


def test_where_there_is_no_table_it_is_said(table: SmallTable) -> None:
    with pytest.raises(Refused, match="No such table"):
        kaiten.join(table.link.replace(CODE, "AAAAAA"), "Ana")
    table.closed = answer(HTTPStatus.NOT_FOUND, b"<html>Not found</html>")
    with pytest.raises(
        Refused, match=rf"There is no table {CODE} at that address \(404\)"
    ) as refused:
        kaiten.join(table.link, "Ana")
    assert refused.value.code == "unknown-table"


@pytest.mark.parametrize("host", ["127.0.0.1:1", "nowhere.invalid", "a" * 70 + ".invalid:80"])
def test_where_there_is_no_server_it_is_said(host: str) -> None:
    with pytest.raises(Unreachable, match="The table cannot be reached: "):
        kaiten.join(f"http://{host}/t/{CODE}", "Ana")


@pytest.mark.parametrize(
    "message",
    [
        {"type": "table"},
        {"type": "table", "table": {}, "you": 5, "views": []},
        {"type": "table", "table": {}, "you": {"person": 1, "seats": []}, "views": []},
        {
            "type": "table",
            "table": {},
            "you": {"person": 1, "seats": [0]},
            "views": [{"seat": 0, "state": {}}],
        },
        {"type": "table", "table": {}, "you": {"person": 1, "seats": [0]}, "views": [{"seat": 0}]},
        {"type": "table", "table": [], "you": {"person": 1, "seats": 3}, "views": 3},
        {"type": "ready"},
        {"kind": "table"},
    ],
)
def test_nonsense_is_met_with_a_sentence(table: SmallTable, message: dict[str, Any]) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        table.tell_all(**message)
        with pytest.raises(BadViewData, match="does not understand"):
            seat.listen()


def test_an_error_about_no_command_is_raised(table: SmallTable) -> None:
    with kaiten.join(table.link, "Ana") as seat:
        table.tell_all(type="error", id=None, ok=False, code="too-big", error="Too big.")
        with pytest.raises(Refused, match="Too big"):
            seat.listen()


# --- Links ---


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://localhost:8000/t/K7QX2M", "ws://localhost:8000/api/tables/K7QX2M/live?"),
        ("https://example.org/t/K7QX2M", "wss://example.org/api/tables/K7QX2M/live?"),
        ("HTTPS://example.org/t/k7qx2m/", "wss://example.org/api/tables/K7QX2M/live?"),
        (" https://example.org/t/K7QX2M?lang=fr#me ", "wss://example.org/api/tables/K7QX2M/live?"),
        ("https://example.org/api/tables/K7QX2M", "wss://example.org/api/tables/K7QX2M/live?"),
        (
            "https://example.org/api/tables/K7QX2M/live?state=1",
            "wss://example.org/api/tables/K7QX2M/live?",
        ),
        (
            "https://example.org/games/kaiten/t/K7QX2M",
            "wss://example.org/games/kaiten/api/tables/K7QX2M/live?",
        ),
        ("example.org/t/K7QX2M", "wss://example.org/api/tables/K7QX2M/live?"),
        ("192.168.1.5:8000/t/K7QX2M", "ws://192.168.1.5:8000/api/tables/K7QX2M/live?"),
        ("[::1]:8000/t/K7QX2M", "ws://[::1]:8000/api/tables/K7QX2M/live?"),
    ],
)
def test_every_way_of_writing_a_link_leads_to_its_table(text: str, address: str) -> None:
    assert parse_link(text).live_url() == address


@pytest.mark.parametrize(
    "text",
    ["", "K7QX2M", "https://example.org", "ftp://example.org/t/K7QX2M", "/t/K7QX2M", "a b/t/C"],
)
def test_what_is_no_link_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(KaitenError, match=r"is not a link to a table.*/t/K7QX2M"):
        kaiten.join(text, "Ana")


# --- Around it ---


def test_the_example_bot_plays_a_game(table: SmallTable) -> None:
    example = Path(__file__).parents[2] / "examples/remote_bot.py"
    assert len(example.read_text().splitlines()) < 25
    done = subprocess.run(
        [sys.executable, example, table.link], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert table.match
    assert table.match.over
    assert re.fullmatch(r"\d+ points\n", done.stdout)
    assert done.stdout.split()[0] == str(table.match.scores[0])


def test_the_remote_bot_of_the_documentation_plays_a_game(
    table: SmallTable, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "https://example.org/t/K7QX2M"
    (code,) = [one for one in blocks("docs/library.md", "python") if address in one]
    exec(code.replace(address, table.link), {})
    assert table.match
    ended = table.match.outcome()
    assert ended
    assert capsys.readouterr().out == f"{ended.winners}\n"


def test_everything_at_a_remote_seat_is_described() -> None:
    page = (Path(__file__).parents[2] / "docs/library.md").read_text(encoding="utf-8")
    inner = {"connection", "version", "position", "join", "rejoin"}
    with SmallTable() as table, kaiten.join(table.link, "Ana") as seat:
        for name in {name for name in dir(seat) if not name.startswith("_")} - inner:
            assert f"`seat.{name}`" in page or f"`seat.{name}(" in page


def test_whoever_plays_here_loads_no_websocket() -> None:
    code = "import sys, kaiten, kaiten.cli.main; kaiten.deal('sushi-go', 2, 1); sys.exit('websockets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
