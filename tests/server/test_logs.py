"""What is logged can be read by machines and by people, and holds no secret."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from kaiten.server.logs import REDACTED, set_up_logging

log = logging.getLogger("kaiten.server")
TOUCHED = ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic")


@pytest.fixture
def stream() -> Iterator[StringIO]:
    """Somewhere to log to; afterwards logging is as it was."""
    root = logging.getLogger()
    handlers, loggers = root.handlers[:], [root, *map(logging.getLogger, TOUCHED)]
    before = [(logger.level, logger.propagate) for logger in loggers]
    yield StringIO()
    root.handlers = handlers
    for logger, (level, propagate) in zip(loggers, before, strict=True):
        logger.setLevel(level)
        logger.propagate = propagate


def lines(stream: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_lines_have_time_level_event_and_fields(stream: StringIO) -> None:
    set_up_logging(json=True, stream=stream)
    log.info(
        "turn",
        extra={
            "table": "K7QX2M",
            "turn": 3,
            "seats": (0, 1),
            "level": "mine",
            "name_of_host": "Zoé\n",
        },
    )
    (line,) = lines(stream)
    time = datetime.fromisoformat(line.pop("time"))
    assert abs((datetime.now(UTC) - time).total_seconds()) < 60
    assert line == {
        "level": "info",
        "logger": "kaiten.server",
        "event": "turn",
        "table": "K7QX2M",
        "turn": 3,
        "seats": [0, 1],
        "name_of_host": "Zoé\n",
    }


def test_a_person_reads_one_calm_line(stream: StringIO) -> None:
    set_up_logging(json=False, stream=stream)
    log.info("turn", extra={"table": "K7QX2M", "host": "Zoé Noé", "turn": 3})
    log.warning("bot failed", extra={"bot": "greedy"})
    first, second = (line[8:] for line in stream.getvalue().splitlines())
    assert first == '  turn  table=K7QX2M host="Zoé Noé" turn=3'
    assert second == "  warning: bot failed  bot=greedy"


@pytest.mark.parametrize(
    "forged", ["Ana\n12:00:00  all is well", "\x1b[2Jblank", "\x9b2Jblank", 'a" b="c']
)
def test_a_name_cannot_forge_a_line_or_a_field(stream: StringIO, forged: str) -> None:
    set_up_logging(json=False, stream=stream)
    log.info("joined %s", forged, extra={"host": forged, "people": [forged]})
    (line,) = stream.getvalue().splitlines()
    assert line.isprintable()
    assert ' b="c' not in line.partition("host=")[2]


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize(
    "key", ["token", "Token", "tokens", "seat_token", "cookie", "set-cookie", "Authorization", "seed", "salt", "hand", "hands"]
)  # fmt: skip
def test_secrets_are_never_written(stream: StringIO, key: str, as_json: bool) -> None:
    set_up_logging(json=as_json, stream=stream)
    secret = "abc123"
    log.info("flat", extra={key: secret})
    log.info(
        "deep",
        extra={
            "request": {
                "headers": [{key: [secret]}, (key, secret), (key.encode(), secret.encode())]
            }
        },
    )
    log.info(f"text {key}={secret}")
    log.info("argument %s", {key: {"very": secret}})
    log.info("field", extra={"request": f'GET / {{"{key}": "{secret}"}}'})
    try:
        raise ValueError(f"{key}: {secret}")
    except ValueError:
        log.exception("raised")
    written = stream.getvalue()
    assert secret not in written
    assert written.count(REDACTED) >= 6
    assert all(
        event in written
        for event in ("flat", "deep", "text", "argument", "field", "raised", "ValueError")
    )


def test_a_bearer_in_a_text_is_not_written(stream: StringIO) -> None:
    set_up_logging(json=True, stream=stream)
    log.error("refused: Bearer abc123")
    assert [line["event"] for line in lines(stream)] == [f"refused: Bearer {REDACTED}"]


def test_what_is_no_secret_is_written(stream: StringIO) -> None:
    set_up_logging(json=True, stream=stream)
    log.info(
        "a seat is at hand",
        extra={"seat": 2, "handle": "h", "seconds": 0.5, "code": {"status": None}},
    )
    (line,) = lines(stream)
    assert {key: line[key] for key in ("event", "seat", "handle", "seconds", "code")} == {
        "event": "a seat is at hand",
        "seat": 2,
        "handle": "h",
        "seconds": 0.5,
        "code": {"status": None},
    }


def test_setting_up_twice_writes_every_line_once(stream: StringIO) -> None:
    set_up_logging(json=False, stream=StringIO())
    set_up_logging(json=True, stream=stream)
    log.info("once")
    assert [line["event"] for line in lines(stream)] == ["once"]


def test_alembic_does_not_think_aloud(stream: StringIO) -> None:
    set_up_logging(json=True, stream=stream)
    logging.getLogger("alembic.runtime.migration").info("Context impl SQLiteImpl.")
    logging.getLogger("alembic.runtime.migration").warning("something is wrong")
    assert [line["event"] for line in lines(stream)] == ["something is wrong"]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """As little of an application as Uvicorn can serve."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "welcome"})
        await send({"type": "websocket.close"})


def test_uvicorn_logs_here_too_but_nobody_who_comes_and_goes(stream: StringIO) -> None:
    set_up_logging(json=True, stream=stream)
    server = uvicorn.Server(
        uvicorn.Config(application, port=0, log_config=None, ws="websockets-sansio")
    )
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
        port = server.servers[0].sockets[0].getsockname()[1]
        with connect(f"ws://127.0.0.1:{port}/api/tables/K7QX2M/live?since=5") as socket:
            assert socket.recv() == "welcome"
    finally:
        server.should_exit = True
        thread.join()
    said = [line for line in lines(stream) if line["logger"] == "uvicorn.error"]
    assert {key for line in said for key in line} == {"time", "level", "logger", "event"}
    events = [line["event"] for line in said]
    assert "Application startup complete." in events
    assert "Application shutdown complete." in events
    assert not any("K7QX2M" in event or "connection" in event for event in events)
