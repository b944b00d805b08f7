"""Points so far over HTTP: the same for everybody, and nothing that is hidden."""

from __future__ import annotations

from random import Random

import pytest

import kaiten
from kaiten.server.protocol import schemas

from .table_client import Message, Server, TableClient, begin, play


def count(server: Server, client: TableClient, language: str = "en") -> Message:
    answer = server.http.get(f"/api/tables/{client.code}/count", params={"lang": language})
    assert answer.status_code == 200, answer.text
    schemas.PointsSoFar.model_validate_json(answer.text)
    told: Message = answer.json()
    return told


@pytest.mark.parametrize("game", ["sushi-go", "sushi-go-party", "sushi-draft"])
def test_the_points_so_far_are_those_of_the_engine(shared_server: Server, game: str) -> None:
    clients = shared_server.party(3, game=game)
    begin(clients)
    moments = []
    while clients[0].table["stage"] == "playing":
        told = count(shared_server, clients[0])
        assert told["version"] == clients[0].version
        moments.append((told["lines"], told["final"]))
        play(clients, Random(1), turns=1)
    record = shared_server.http.get(f"/api/tables/{clients[0].code}/games/1").text
    for match, (lines, final) in zip(kaiten.replay(record), moments, strict=False):
        counted = match.view(None).count()
        for told, lines_of in ((lines, counted.lines), (final, counted.final)):
            assert [tuple(line.values()) for line in told] == [
                (line.round, line.card, line.seat, line.points, line.reason.to("en"), line.won)
                for line in lines_of
            ]
    assert any(lines for lines, _ in moments)


def test_a_choice_that_is_not_revealed_yet_is_not_counted(shared_sqlite_server: Server) -> None:
    ana, ben = shared_sqlite_server.party(2)
    begin([ana, ben])
    before = count(shared_sqlite_server, ana)
    ana.choose()
    assert count(shared_sqlite_server, ben) == before


def test_the_reasons_are_in_the_players_language(shared_sqlite_server: Server) -> None:
    clients = shared_sqlite_server.party(3, game="sushi-draft")
    begin(clients)
    play(clients, Random(2), turns=1)
    told = count(shared_sqlite_server, clients[0], "fr")
    assert told["final"] == []
    assert all("carte" in line["reason"] or "catégorie" in line["reason"] for line in told["lines"])


def test_before_the_first_game_nothing_is_counted(shared_sqlite_server: Server) -> None:
    ana, _ben = shared_sqlite_server.party(2)
    address = f"/api/tables/{ana.code}/count"
    assert (
        shared_sqlite_server.http.get(address).status_code,
        shared_sqlite_server.http.get(address).json()["code"],
    ) == (409, "not-now")
    assert (
        shared_sqlite_server.http.get("/api/tables/ZZZZZZ/count").json()["code"] == "unknown-table"
    )


@pytest.mark.parametrize("game", ["sushi-go", "sushi-go-party", "sushi-draft"])
def test_a_client_that_asks_when_the_game_has_just_ended_is_answered(
    shared_sqlite_server: Server, game: str
) -> None:
    clients = shared_sqlite_server.party(3, game=game)
    begin(clients)
    play(clients)
    told = count(shared_sqlite_server, clients[0])
    assert told == {"ok": True, "version": clients[0].version, "lines": [], "final": []}
