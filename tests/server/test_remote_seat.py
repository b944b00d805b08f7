"""The Python client and the terminal at tables of the real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from socket import SHUT_RDWR
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner

import kaiten
from kaiten import Refused, Unreachable
from kaiten.bots import from_policy
from kaiten.cli.main import app
from kaiten.client.seat import open_table
from kaiten.match.actions import ACTIONS
from kaiten.match.events import Answered
from kaiten.server.settings import Limits
from tests.terminal.test_remote import play_at_table

from .table_client import Server

greedy = kaiten.find_bot("greedy")


def play_on(seat: kaiten.Seat, breaks: int = 0) -> int:
    """Play a bot at a seat until the game is over, and cut the connection after every `breaks`
    choices. Return how many choices it made.
    """
    made = 0
    for view in seat:
        made += 1
        if breaks and made % breaks == 0:
            assert seat.connection.socket
            seat.connection.socket.socket.shutdown(SHUT_RDWR)
        seat.choose(greedy(view, Random(made)))
    return made


def record(server: Server, code: str, number: int = 1) -> kaiten.Match:
    """A finished game, played again by the rules."""
    answer = server.http.get(f"/api/tables/{code}/games/{number}")
    assert answer.status_code == 200
    return kaiten.load_match(answer.text)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("sushi-go", {}),
        ("sushi-go-party", {"menu": "master-menu"}),
        ("sushi-go-party", {"menu": "random", "edition": "en"}),
        ("sushi-draft", {"advanced": True}),
    ],
)
def test_a_bot_plays_whole_games_at_the_real_table(
    on_sqlite: Server, game: str, options: dict[str, Any]
) -> None:
    opened = on_sqlite.open(game=game, options=options, seats=[None, None, "chance"])
    code, token = opened["table"], opened["token"]
    with kaiten.join(opened["link"], "Bo") as bo, kaiten.rejoin(opened["link"], token) as ana:
        assert (ana.number, bo.number) == (0, 1)
        ana.command("start")
        other = Thread(target=play_on, args=[ana])
        other.start()
        made = play_on(bo)
        other.join()
        match = record(on_sqlite, code)
        assert bo.view == match.view(1)
        assert ana.view == match.view(0)
        answers = [event.choices[1] for event in match.log if isinstance(event, Answered)]
        assert made == len([answer for answer in answers if answer is not None])


def test_a_network_plays_at_the_real_table(on_sqlite: Server) -> None:
    """A policy is a bot, and its view comes over the wire."""
    numpy = pytest.importorskip("numpy")
    weights = numpy.random.default_rng(1).normal(size=(209, ACTIONS))  # a layer without training

    def choose_by_score(observations: Any, masks: Any) -> Any:
        return numpy.where(masks, observations @ weights, -numpy.inf).argmax(axis=1)

    bot = from_policy(choose_by_score)
    opened = on_sqlite.open(seats=[None, "greedy", "chance"])
    with kaiten.rejoin(opened["link"], opened["token"]) as ana:
        ana.command("start")
        chosen = []
        for view in ana:
            chosen.append(bot(view, Random(1)).text)
            ana.choose(chosen[-1])
        match = record(on_sqlite, opened["table"])
    answers = [event.choices[0] for event in match.log if isinstance(event, Answered)]
    assert chosen == [answer for answer in answers if answer is not None]


def test_a_rematch_at_the_real_table(on_sqlite: Server) -> None:
    opened = on_sqlite.open(seats=[None, "greedy"])
    with kaiten.rejoin(opened["link"], opened["token"]) as ana:
        for number in (1, 2):
            ana.command("start")
            assert play_on(ana) == 30
            assert ana.view == record(on_sqlite, opened["table"], number).view(0)


def test_a_connection_that_breaks_again_and_again_costs_no_choice(on_sqlite: Server) -> None:
    opened = on_sqlite.open(seats=[None, "greedy"])
    with kaiten.rejoin(opened["link"], opened["token"]) as ana:
        ana.command("start")
        assert play_on(ana, breaks=4) == 30
        assert ana.view == record(on_sqlite, opened["table"]).view(0)


def test_the_real_table_refuses_in_the_language_of_the_client(on_sqlite: Server) -> None:
    opened = on_sqlite.open(seats=[None, None])
    with pytest.raises(Refused, match="Quelqu'un à cette table porte déjà ce nom") as refused:
        kaiten.join(opened["link"], "Ana", language="fr")
    assert refused.value.code == "name-taken"
    with pytest.raises(Refused, match="Cette table n'existe pas") as refused:
        kaiten.join(opened["link"].replace(opened["table"], "ABCDEF"), "Bo", language="fr")
    assert refused.value.code == "unknown-table"
    with pytest.raises(Refused, match="You have not joined this table") as refused:
        kaiten.rejoin(opened["link"], "a token that nobody gave")
    assert refused.value.code == "bad-token"
    with kaiten.join(opened["link"], "Bo", language="fr") as bo:
        with pytest.raises(Refused, match="Seul l'hôte"):
            bo.command("start")
        on_sqlite.post(opened["table"], "start", opened["token"])
        next(iter(bo))
        with pytest.raises(Refused, match="n'est pas une carte") as refused:
            bo.choose("pizza")
        assert refused.value.code == "illegal-choice"


def test_whoever_leaves_the_real_table_is_followed_by_a_bot(on_sqlite: Server) -> None:
    opened = on_sqlite.open(seats=[None, None])
    with kaiten.rejoin(opened["link"], opened["token"]) as ana:
        with kaiten.join(opened["link"], "Bo") as bo:
            ana.command("start")
            bo.choose(next(iter(bo)).choices[0])
        assert play_on(ana) == 30
        assert ana.table["seats"][1]["person"] is None


def test_a_server_that_counts_messages_is_waited_for(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", Limits(messages_per_second=1))
    opened = server.open(seats=[None, "greedy"])
    with kaiten.rejoin(opened["link"], opened["token"]) as ana:
        ana.command("start")
        views, answers = iter(ana), []
        for _ in range(8):
            ana.connection.send({"id": "x", "do": "hello", "token": ana.token})
        while ana.listen(0.1):
            pass
        first = next(views)
        hear = ana.connection.receive
        ana.connection.receive = lambda timeout: answers.append(hear(timeout)) or answers[-1]  # type: ignore[method-assign, func-returns-value]
        ana.choose(first.choices[0])
        assert next(views).turn == 2
        assert "too-many" in [answer.get("code") for answer in answers if answer]


def test_the_terminal_plays_at_the_real_table(on_sqlite: Server) -> None:
    ana, *_ = on_sqlite.party(people=1, seats=[None, None, "greedy"])

    def answer() -> None:
        while ana.receive()["type"] != "table" or ana.table["stage"] == "playing":
            if ana.newest["views"] and ana.view()["choices"] and ana.view()["chosen"] is None:
                ana.choose()

    others = Thread(target=answer)
    shown = play_at_table(
        f"{on_sqlite.url}/t/{ana.code}",
        lambda: ana.do("start"),
        lambda: ana.choose(),
        others.start,
        name="Bo",
    )
    others.join()
    for text in (
        "Waiting for Ana to start.",
        "Your hand",
        "Bo takes",
        "Ana takes",
        "After round 3",
        "Goodbye.",
    ):
        assert text in shown
    assert record(on_sqlite, ana.code).over
    assert on_sqlite.look(ana.code)["table"]["people"] == [
        {"person": 1, "name": "Ana", "here": True}
    ]


def test_a_table_is_opened_from_the_command_line(
    on_sqlite: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who opens a table sits at it as its host, and finds the options that were given."""
    stays: list[tuple[kaiten.Seat, str]] = []

    def stay(seat: kaiten.Seat, language: str) -> None:
        stays.append((seat, language))
        assert seat.table["host"] == seat.person
        assert [place["bot"] for place in seat.table["seats"]] == [None, None, "chance"]
        assert (
            seat.table["options"]["menu"] == "temaki,sashimi,tofu,onigiri,spoon,takeout_box,fruit"
        )
        assert seat.table["timer"] == 30
        seat.close()

    monkeypatch.setattr("kaiten.terminal.remote.play_at_seat", stay)
    asked = [
        "open",
        "sushi-go-party",
        "--server",
        on_sqlite.url,
        "--name",
        "Ana",
        "--players",
        "3",
        "--bots",
        "1",
    ]
    options = ["--bot", "chance", "--menu", "master-menu", "--timer", "30", "--lang", "fr"]
    result = CliRunner().invoke(app, [*asked, *options])
    assert result.exception is None, result.output
    assert [language for _, language in stays] == ["fr"]


def test_a_table_that_cannot_be_opened_is_refused_in_the_servers_words(on_sqlite: Server) -> None:
    with pytest.raises(Refused, match="menu") as refused:
        open_table(
            on_sqlite.url,
            {"name": "Ana", "game": "sushi-go-party", "options": {"menu": "none"}},
            "en",
        )
    assert refused.value.code == "bad-option"
    with pytest.raises(Refused) as refused:
        open_table(on_sqlite.url, {"name": "", "game": "sushi-go"}, "fr")
    assert refused.value.text.to("fr").startswith("Un nom")
    with pytest.raises(Unreachable):
        open_table("http://127.0.0.1:1", {"name": "Ana", "game": "sushi-go"})
    with pytest.raises(Refused, match="nothing at this address"):
        open_table(f"{on_sqlite.url}/nowhere", {"name": "Ana", "game": "sushi-go"})
    assert (
        CliRunner()
        .invoke(app, ["open", "--players", "2", "--bots", "2", "--name", "Ana"])
        .exit_code
        == 2
    )
