"""A whole evening is logged without anybody's token, and without a card that is hidden."""

from __future__ import annotations

import logging

import pytest

from kaiten.match.fairness import JointSeed
from kaiten.server.tables import commands

from .table_client import Server, bearer, play

OURS = ("httpx", "httpcore", "websockets.client")  # the loggers of those who ask


def test_nothing_secret_is_logged_in_a_whole_evening(
    shared_sqlite_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "kaiten")
    clients = shared_sqlite_server.party(2, game="sushi-go-party", seats=[None, None, "chance"])
    code, tokens = clients[0].code, [str(client.token) for client in clients]
    shared_sqlite_server.http.post(f"/api/tables/{code}/cookie", headers=bearer(tokens[0]))
    shared_sqlite_server.http.get(
        f"/api/tables/{code}", headers={"Cookie": f"kaiten_{code}={tokens[1]}"}
    )
    clients[1].ask("hello", token=tokens[1])
    clients[0].ask("hello", token=tokens[0] + "x")
    clients[0].do("start")
    clients[1].see(lambda table: table["table"]["stage"] == "playing")
    cards = {choice["choice"] for choice in clients[0].view()["choices"]}
    clients[0].ask("choose", choice="tempura+tempura", version=clients[0].version)
    clients[0].ask("choose", choice=min(cards), version=0)
    clients[0].socket.send(f'{{"token": "{tokens[0]}"')
    clients[0].hear(lambda message: message["type"] == "error")
    play(clients)
    shared_sqlite_server.http.get(f"/api/tables/{code}/games/1")
    secret = shared_sqlite_server.runtime.cache.get(code).table
    assert secret.match is not None
    assert isinstance(secret.fair, JointSeed)
    written = [
        str({**vars(record), "said": record.getMessage()})
        for record in caplog.records
        if not record.name.startswith(OURS)
    ]
    assert len(written) > 10
    hidden = [
        *tokens,
        *map(commands.hash_token, tokens),
        str(secret.match.seed),
        secret.fair.secret,
        *cards,
    ]
    assert not [(word, line) for word in hidden for line in written if word in line]


def test_what_fails_unforeseen_is_logged_without_anybodys_token(
    shared_sqlite_server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = shared_sqlite_server.open()
    client = shared_sqlite_server.connect_client(opened["table"], opened["token"])

    def fail(*_: object) -> None:
        raise RuntimeError("the deck is wet")

    monkeypatch.setitem(commands.COMMANDS, commands.requests.Start, fail)
    caplog.set_level(logging.INFO)
    assert client.refused("start") == "busy"
    assert shared_sqlite_server.post(opened["table"], "start", opened["token"]).status_code == 503
    texts = [
        logging.Formatter().format(record)
        for record in caplog.records
        if not record.name.startswith(OURS)
    ]
    assert sum("the deck is wet" in text for text in texts) == 2
    assert not [text for text in texts if opened["token"] in text]
