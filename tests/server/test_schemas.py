"""The shapes of the description are those of what is said: whole games of every kind, and the file
that clients build on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import orjson
import pytest
from pydantic import TypeAdapter, ValidationError

from kaiten.match.record import event_data
from kaiten.server.protocol import requests, schemas
from kaiten.server.protocol.emotes import EMOTES, EmoteId
from kaiten.server.web.openapi import describe_api
from tests.playing import TABLES, Table, play_out

from .table_client import Server, begin, play

FILE = Path(__file__).parents[2] / "web/protocol.json"
EVENT: TypeAdapter[Any] = TypeAdapter(schemas.ViewEvent)
PLAYED: list[Table] = [
    ("sushi-go", 2, {"variant": "robot"}),
    ("sushi-go-party", 4, {"menu": "maki,eel,tofu,miso_soup,spoon,special_order,pudding"}),
    ("sushi-go-party", 2, {"menu": "uramaki,tofu,onigiri,eel,menu,takeout_box,fruit"}),
    ("sushi-draft", 3, {"advanced": True}),
]


def shape_of(event: Any) -> type[Any]:
    """The shape of an event in the log of a view; it must have one."""
    return type(EVENT.validate_json(orjson.dumps(event_data(event)), strict=True))


def test_every_event_of_every_game_has_its_shape() -> None:
    seen, recorded = set[type[Any]](), set[type[Any]]()
    for game, players, options in TABLES:
        match = play_out(game, players, seed=players, **options)
        recorded |= {shape_of(event) for event in match.record().events}
        seen |= {shape_of(event) for event in match.log}
        seen |= {shape_of(event) for event in match.view(None).log}
    assert recorded == set(get_args(schemas.GameEvent.__value__))
    assert seen == recorded | {schemas.HappenedEvent}


@pytest.mark.parametrize(("game", "players", "options"), PLAYED)
def test_whole_games_are_told_in_the_shapes_of_the_description(
    shared_sqlite_server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    """Every client of every test checks each message; here are those who watch, look over HTTP and
    keep the record.
    """
    clients = shared_sqlite_server.party(players, game=game, options=options)
    watcher = shared_sqlite_server.connect_client(clients[0].code, state=1)
    begin([*clients, watcher])
    play([*clients, watcher])
    for client in (*clients, watcher):
        schemas.TableMessage.model_validate_json(orjson.dumps(client.look()), strict=True)
    record = shared_sqlite_server.http.get(f"/api/tables/{clients[0].code}/games/1").content
    schemas.GameRecord.model_validate_json(record, strict=True)


@pytest.mark.parametrize(
    "wrong",
    [
        {}, {"type": "gossip", "version": 1}, {"type": "ready", "version": 1, "ready": ["0"], "chosen": {}},
        {"type": "emote", "version": 1, "person": 1, "name": "Ana", "emote": "boo"},
        {"type": "ack", "id": None, "ok": True, "version": 1, "surprise": 1},
    ],
)  # fmt: skip
def test_what_has_no_shape_is_noticed(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        schemas.SERVER_MESSAGE.validate_json(orjson.dumps(wrong), strict=True)


@pytest.mark.parametrize(
    "wrong", [{}, {"deal": 1}, {"points": {}, "final": {}}, {"draw": 1, "cards": ["tea", 2]}]
)
def test_an_event_that_never_happens_is_noticed(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EVENT.validate_python(wrong, strict=True)


def test_every_face_has_words() -> None:
    assert set(EMOTES) == set(get_args(EmoteId))


def test_the_description_has_every_message_and_every_command(shared_sqlite_server: Server) -> None:
    shapes = shared_sqlite_server.http.get("/api/openapi.json").json()["components"]["schemas"]
    said = {part["$ref"].rpartition("/")[2] for part in shapes["ServerMessage"]["oneOf"]}
    asked = {part["$ref"].rpartition("/")[2] for part in shapes["Command"]["oneOf"]}
    assert said == {kind.__name__ for kind in get_args(schemas.ServerMessages)}
    assert asked == {kind.__name__ for kind in get_args(requests.Commands)}
    assert said | asked <= set(shapes)


def test_the_file_that_clients_build_on_is_up_to_date(shared_sqlite_server: Server) -> None:
    assert FILE.read_text(encoding="utf-8") == describe_api(), (
        "web/protocol.json no longer describes the server: `make protocol` rewrites it."
    )
    told = orjson.loads(describe_api())
    assert shared_sqlite_server.http.get("/api/openapi.json").json() == told
    assert "servers" not in told
    assert shared_sqlite_server.url not in describe_api()
