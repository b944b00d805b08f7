"""The WebSocket route of a table."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ...errors import KaitenError
from ...match.protocol_version import BEFORE_ANNOUNCED
from ..protocol import serialize
from ..protocol.errors import Refusal, UnknownTable, check_protocol, code_of
from ..tables.runtime import TableRuntime
from ..tables.updates import Recipient
from .connection import Connection
from .dependencies import RateLimitsParam, RuntimeParam, is_code, token_of
from .rate_limit import RateLimits, client_key_of
from .security import bearer_token, check_origin, language_of

live_router = APIRouter(include_in_schema=False)


@live_router.websocket("/api/tables/{code}/live")
async def serve_client(
    socket: WebSocket, code: str, runtime: RuntimeParam, rate_limits: RateLimitsParam
) -> None:
    """Serve one client at a table until it disconnects."""
    client, language = client_key_of(socket), language_of(socket)
    await socket.accept()
    try:
        check_origin(socket.headers)
        check_protocol(socket.query_params.get("protocol", BEFORE_ANNOUNCED))
        rate_limits.requests.take(client)
        rate_limits.connect(client, code)
    except KaitenError as problem:
        await send_refusal(socket, problem, language)
        return
    try:
        connection, insists = (
            open_connection(runtime, rate_limits, socket, code, language),
            bearer_token(socket.headers) is not None,
        )
        watches = socket.query_params.get("watch") == "1"
        await connection.serve(
            None if watches else token_of(socket, code),
            rate_limits.message_bucket(client),
            insists=insists,
        )
    except KaitenError as problem:
        await send_refusal(socket, problem, language)
    finally:
        rate_limits.disconnect(client, code)


def open_connection(
    runtime: TableRuntime, rate_limits: RateLimits, socket: WebSocket, code: str, language: str
) -> Connection:
    """Return the connection that the query parameters ask for."""
    if not is_code(code):
        raise UnknownTable
    since = socket.query_params.get("since", "")
    known = int(since) if since.isdecimal() and len(since) < 10 else 0
    state, deals = (socket.query_params.get(name) == "1" for name in ("state", "deals"))
    recipient = Recipient(None, language, state, deals)
    return Connection(runtime, rate_limits, socket, code, known, recipient)


async def send_refusal(socket: WebSocket, problem: KaitenError, language: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may be gone already
        await socket.send_text(
            serialize.encode_text(serialize.make_error_message(problem, language))
        )
        await socket.close(getattr(problem, "close_code", Refusal.close_code), code_of(problem))
