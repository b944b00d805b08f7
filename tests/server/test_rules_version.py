"""After an upgrade: games go on under the rules with which they began, or end with a message."""

from __future__ import annotations

from collections.abc import Callable

import orjson
import pytest
import sqlalchemy as sql

from kaiten import find_game

from .table_client import Server, TableClient, begin, play

Serve = Callable[..., Server]


def reopen(
    server: Server, database: str, serve: Serve, clients: list[TableClient]
) -> list[TableClient]:
    """Stop a server and start another one on its database; the same people connect to it."""
    server.stop()
    again = serve(database)
    return [again.connect_client(client.code, client.token) for client in clients]


@pytest.fixture
def with_other_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let Sushi Go! have other rules from now on."""
    game = find_game("sushi-go")
    return lambda: monkeypatch.setattr(game, "version", game.version + 1)


def test_a_started_game_says_its_rules(server: Server) -> None:
    begin(server.party(2))
    with server.runtime.store.engine.connect() as connection:
        text = sql.text("SELECT data FROM events WHERE kind = 'started'")
        (data,) = connection.scalars(text).all()
    started = orjson.loads(data)
    assert (started["game"], started["rules"]) == ("sushi-go", find_game("sushi-go").version)


def test_a_game_under_other_rules_ends_with_a_message_and_is_not_dealt_again(
    database: str, serve: Serve, with_other_rules: Callable[[], None]
) -> None:
    server = serve(database)
    ana, ben = clients = server.party(2)
    begin(clients)
    play(clients, turns=2)
    ana.choose()
    with_other_rules()
    ana, ben = reopen(server, database, serve, clients)
    for client in (ana, ben):
        assert client.newest["views"] == []
        shown = client.table
        assert (shown["stage"], shown["number"], shown["outdated"]) == ("open", 1, 1)
        assert (shown["hash"], shown["games"], shown["ready"]) == (None, [], [])
    refused = ana.ask("choose", choice="tempura", version=ana.version)
    assert refused["code"] == "not-now"
    assert "different rules" in refused["error"]
    begin([ana, ben])
    assert (ana.table["number"], ana.table["outdated"]) == (2, None)
    play([ana, ben])
    assert [game["number"] for game in ana.table["games"]] == [2]


def test_a_finished_game_stays_finished_under_other_rules(
    database: str, serve: Serve, with_other_rules: Callable[[], None]
) -> None:
    server = serve(database)
    clients = server.party(2)
    begin(clients)
    play(clients)
    before = server.http.get(clients[0].table["games"][0]["record"]).json()
    with_other_rules()
    ana, _ = reopen(server, database, serve, clients)
    assert ana.table["outdated"] is None
    assert ana.server.http.get(ana.table["games"][0]["record"]).json() == before


def test_a_game_goes_on_under_the_same_rules(database: str, serve: Serve) -> None:
    server = serve(database)
    ana, ben = server.party(2)
    begin([ana, ben])
    play([ana, ben], turns=2)
    chosen = ana.choose()
    hand = ana.view()["hands"][0]
    ana, ben = reopen(server, database, serve, [ana, ben])
    assert (ana.view()["hands"][0], ana.view()["chosen"]) == (hand, chosen)
    play([ana, ben])
    assert ana.table["stage"] == "over"


def test_a_game_from_before_games_said_their_rules_began_with_the_first(
    database: str, serve: Serve, with_other_rules: Callable[[], None]
) -> None:
    server = serve(database)
    clients = server.party(2)
    begin(clients)
    with server.runtime.store.engine.begin() as connection:
        (data,) = connection.scalars(
            sql.text("SELECT data FROM events WHERE kind = 'started'")
        ).all()
        old = {
            key: value for key, value in orjson.loads(data).items() if key not in ("game", "rules")
        }
        connection.execute(
            sql.text("UPDATE events SET data = :data WHERE kind = 'started'"),
            {"data": orjson.dumps(old).decode()},
        )
    ana, ben = reopen(server, database, serve, clients)
    assert ana.table["stage"] == "playing"
    with_other_rules()
    ana, _ = reopen(ana.server, database, serve, [ana, ben])
    assert ana.table["outdated"] == 1
