"""Points so far over HTTP: the same for everybody, and nothing that is hidden."""

from __future__ import annotations

from random import Random

import pytest

import kaiten
from kaiten.server.protocol import schemas

from .guest import Guest, Message, Server, begin, play


def count(server: Server, guest: Guest, language: str = "en") -> Message:
    answer = server.http.get(f"/api/tables/{guest.code}/count", params={"lang": language})
    assert answer.status_code == 200, answer.text
    schemas.PointsSoFar.model_validate_json(answer.text)
    told: Message = answer.json()
    return told


@pytest.mark.parametrize("game", ["sushi-go", "sushi-go-party", "sushi-draft"])
def test_the_points_so_far_are_those_of_the_engine(house: Server, game: str) -> None:
    guests = house.party(3, game=game)
    begin(guests)
    moments = []
    while guests[0].table["stage"] == "playing":
        told = count(house, guests[0])
        assert told["version"] == guests[0].version
        moments.append((told["lines"], told["final"]))
        play(guests, Random(1), turns=1)
    record = house.http.get(f"/api/tables/{guests[0].code}/games/1").text
    for match, (lines, final) in zip(kaiten.replay(record), moments, strict=False):
        counted = match.view(None).count()
        for told, lines_of in ((lines, counted.lines), (final, counted.final)):
            assert [tuple(line.values()) for line in told] == [
                (line.round, line.card, line.seat, line.points, line.reason.en) for line in lines_of
            ]
    assert any(lines for lines, _ in moments)


def test_a_choice_that_is_not_revealed_yet_is_not_counted(small_house: Server) -> None:
    ana, ben = small_house.party(2)
    begin([ana, ben])
    before = count(small_house, ana)
    ana.choose()
    assert count(small_house, ben) == before


def test_the_reasons_are_in_the_players_language(small_house: Server) -> None:
    guests = small_house.party(3, game="sushi-draft")
    begin(guests)
    play(guests, Random(2), turns=1)
    told = count(small_house, guests[0], "fr")
    assert told["final"] == []
    assert all("carte" in line["reason"] or "catégorie" in line["reason"] for line in told["lines"])


def test_where_no_game_is_played_nothing_is_counted(small_house: Server) -> None:
    ana, ben = small_house.party(2)
    address = f"/api/tables/{ana.code}/count"
    assert (
        small_house.http.get(address).status_code,
        small_house.http.get(address).json()["code"],
    ) == (409, "not-now")
    begin([ana, ben])
    play([ana, ben])
    assert small_house.http.get(address).json()["code"] == "not-now"
    assert small_house.http.get("/api/tables/ZZZZZZ/count").json()["code"] == "unknown-table"
