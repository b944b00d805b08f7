"""The routes: the HTTP API, the WebSocket of a table, pages, and what hosts need."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from ... import __version__
from ...errors import KaitenError
from ...match.record import parse_record
from ...scoring.score import score_table
from .. import metrics
from ..protocol import catalogue, requests, schemas, serialize
from ..protocol.errors import BadMessage, BadToken, UnknownTable, code_of
from ..storage.transaction import StoredAnalysis
from ..tables import commands
from ..tables.analyses import describe_analysis
from ..tables.runtime import TableRuntime
from ..tables.service import CODE_LENGTH, LETTERS
from ..tables.table import Table
from . import pages
from .connection import Connection
from .rate_limit import RateLimits, client_key_of
from .replays import Replays
from .security import bearer_token, check_origin, language_of
from .static import ClientFiles


async def get_runtime(connection: HTTPConnection) -> TableRuntime:
    runtime: TableRuntime = connection.app.state.runtime
    return runtime


async def get_rate_limits(connection: HTTPConnection) -> RateLimits:
    rate_limits: RateLimits = connection.app.state.rate_limits
    return rate_limits


async def get_client_files(connection: HTTPConnection) -> ClientFiles:
    files: ClientFiles = connection.app.state.client
    return files


async def get_replays(connection: HTTPConnection) -> Replays:
    replays: Replays = connection.app.state.replays
    return replays


async def describe_language(
    lang: Annotated[
        str | None, Query(pattern="^(en|fr)$", description="The language of all words.")
    ] = None,
) -> None:
    """Describe the `lang` parameter; `language_of` reads it."""


Code = Annotated[
    str, Path(pattern=f"^[{LETTERS}]{{{CODE_LENGTH}}}$", description="The code of the table.")
]
Since = Annotated[
    int,
    Query(ge=0, le=2**31, description="The last version of the table that the client has seen."),
]
RuntimeParam = Annotated[TableRuntime, Depends(get_runtime)]
RateLimitsParam = Annotated[RateLimits, Depends(get_rate_limits)]
FilesParam = Annotated[ClientFiles, Depends(get_client_files)]
ReplaysParam = Annotated[Replays, Depends(get_replays)]
Number = Annotated[
    int, Path(ge=1, le=2**31 - 1, description="Which of the table's games, from 1 on.")
]
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.ErrorMessage, "description": "Refusal; nothing has changed."}
    for status in (400, 401, 403, 404, 405, 409, 413, 429, 503)
}
YEAR = 365 * 24 * 3600
MAX_LINK = 300  # characters; no host name needs more, and a large QR code is slow to draw
api = APIRouter(prefix="/api", responses=ERRORS, dependencies=[Depends(describe_language)])
plain = APIRouter(include_in_schema=False)
Endpoint = Callable[..., Awaitable[Response]]


def is_code(text: str) -> bool:
    """Return whether a table could have this code."""
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


# --- Tokens ---


def token_of(connection: HTTPConnection, code: str) -> str | None:
    """Return the request's token. A browser's cookie counts only on a page of our own."""
    token = bearer_token(connection.headers)
    if token is None and cookie_name(code) in connection.cookies:
        check_origin(connection.headers)
        token = connection.cookies[cookie_name(code)]
    return token


def person_of(request: Request, table: Table) -> int | None:
    """Return the person who sends a request. An outdated cookie makes a spectator of them, so that
    they can join again.
    """
    try:
        return commands.recognise(table, token_of(request, table.code))
    except BadToken:
        if bearer_token(request.headers):
            raise
        return None


def cookie_name(code: str) -> str:
    return f"kaiten_{code}"


def set_cookie(request: Request, response: Response, code: str, token: str) -> None:
    response.set_cookie(
        cookie_name(code),
        token,
        max_age=YEAR,
        path=f"/api/tables/{code}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


# --- Games ---


def link_to(request: Request, code: str) -> str:
    """Return the link that people share, with the host name of the request."""
    return f"{request.base_url}t/{code}"


@api.get("/games", response_model=schemas.Catalogue)
async def games() -> Response:
    """The games, their options, cards and rules in words, and the bots."""
    return JSONResponse(catalogue.build_catalogue())


@api.post("/score", response_model=schemas.ScoreResult)
async def count_cardboard(request: Request, table: requests.ScoreRequest) -> Any:
    """Count a table of cardboard cards; one that cannot exist is refused with the reason."""
    return {
        "ok": True,
        **score_table(table.model_dump(exclude_unset=True)).data(language_of(request)),
    }


# --- Tables ---


@api.post("/tables", status_code=201, response_model=schemas.OpenedTable)
async def open_table(
    request: Request,
    response: Response,
    wish: requests.OpenTable,
    runtime: RuntimeParam,
    rate_limits: RateLimitsParam,
) -> Any:
    """Open a table and sit down at it."""
    rate_limits.tables.take(client_key_of(request))
    snapshot, reply = await runtime.tables.open_table(wish)
    code = snapshot.table.code
    set_cookie(request, response, code, reply["token"])
    return {
        "ok": True,
        "version": snapshot.table.version,
        "table": code,
        "link": link_to(request, code),
        **reply,
    }


@api.get("/tables", response_model=schemas.TableList)
async def list_tables(runtime: RuntimeParam) -> Any:
    """The tables that wait for people and may be seen by everybody."""
    now = time.time()
    return {
        "ok": True,
        "tables": [
            serialize.make_table_info(snapshot, now)
            for snapshot in await runtime.tables.read_listed()
        ],
    }


@api.get("/tables/{code}", response_model=schemas.TableMessage)
async def look(request: Request, code: Code, runtime: RuntimeParam, since: Since = 0) -> Response:
    """The table as whoever asks may see it."""
    snapshot = await runtime.tables.read(code)
    person = person_of(request, snapshot.table)
    if person:
        await runtime.presence.note_activity(code, person)
    message = serialize.make_table_message(
        snapshot, person, language_of(request), time.time(), since
    )
    return Response(serialize.encode_text(message), media_type="application/json")


@api.get("/tables/{code}/count", response_model=schemas.PointsSoFar)
async def count(request: Request, code: Code, runtime: RuntimeParam) -> Response:
    """What lies on the table, counted as if the round ended now."""
    message = serialize.make_points_message(await runtime.tables.read(code), language_of(request))
    return Response(serialize.encode_text(message), media_type="application/json")


@api.get(
    "/tables/{code}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def link_as_picture(request: Request, code: Code, runtime: RuntimeParam) -> Response:
    """The link of the table as a QR code, for the phones of those who sit beside the screen."""
    await runtime.tables.read(code)
    link = link_to(request, code)
    if len(link) > MAX_LINK:
        raise BadMessage
    return Response(
        pages.draw_qr_code(link),
        media_type="image/svg+xml",
        headers={"Cache-Control": "private, max-age=300"},
    )


@api.post(
    "/tables/{code}/commands", response_model=schemas.AckMessage, response_model_exclude_unset=True
)
async def command(
    request: Request,
    response: Response,
    code: Code,
    wish: Annotated[requests.Command, Body()],
    runtime: RuntimeParam,
) -> Any:
    """Do something at the table; the same commands as over the WebSocket."""
    request.state.id = wish.id
    snapshot = await runtime.tables.read(code)
    if isinstance(wish, requests.Hello):
        return serialize.make_ack(
            wish.id, snapshot, {"person": commands.recognise(snapshot.table, wish.token)}
        )
    person = person_of(request, snapshot.table)
    if isinstance(wish, requests.Hint):
        snapshot, seat, advice = await runtime.bots.advise(code, person, wish)
        return serialize.make_ack(
            wish.id,
            snapshot,
            serialize.make_hint_reply(seat, wish.step, advice, language_of(request)),
        )
    snapshot, reply = await runtime.tables.execute(code, person, wish)
    if "token" in reply:
        set_cookie(request, response, code, reply["token"])
        await runtime.presence.note_activity(code, reply["person"])
    return serialize.make_ack(wish.id, snapshot, reply)


@api.post("/tables/{code}/cookie", response_model=schemas.AckMessage)
async def cookie(request: Request, response: Response, code: Code, runtime: RuntimeParam) -> Any:
    """Let this browser be known by the token in the header from now on."""
    snapshot, token = await runtime.tables.read(code), bearer_token(request.headers)
    if token is None:
        raise BadToken
    person = commands.recognise(snapshot.table, token)
    set_cookie(request, response, code, token)
    return serialize.make_ack(None, snapshot, {"person": person})


@api.get(
    "/tables/{code}/games/{number}",
    response_model=schemas.GameRecord,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(
    code: Code,
    number: Number,
    runtime: RuntimeParam,
    form: Annotated[str, Query(pattern="^(json|text)$")] = "json",
) -> Response:
    """The record of a finished game, to be kept, replayed and verified."""
    kept = await runtime.tables.read_record(code, number)
    name = f"kaiten-{code}-{number}.{'txt' if form == 'text' else 'json'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "text":
        return PlainTextResponse(parse_record(kept).text(), headers=headers)
    return Response(kept, media_type="application/json", headers=headers)


@api.get("/tables/{code}/games/{number}/replay", response_model=schemas.GameReplay)
async def replay(
    request: Request, code: Code, number: Number, runtime: RuntimeParam, replays: ReplaysParam
) -> Response:
    """A finished game step by step, with everybody's cards open."""
    shown = await replays.get(await runtime.tables.read_record(code, number), language_of(request))
    return Response(shown, media_type="application/json")


@api.get("/tables/{code}/games/{number}/analysis", response_model=schemas.AnalysisStatus)
async def analysis(request: Request, code: Code, number: Number, runtime: RuntimeParam) -> Response:
    """How far the analysis of a finished game is, and what it has found."""
    return analysis_response(await runtime.analyses.read(code, number), language_of(request))


@api.post("/tables/{code}/games/{number}/analysis", response_model=schemas.AnalysisStatus)
async def analyse(request: Request, code: Code, number: Number, runtime: RuntimeParam) -> Response:
    """Have a finished game analysed, if it is not; that takes a while, after which the same address
    tells what was found.
    """
    return analysis_response(await runtime.analyses.request(code, number), language_of(request))


def analysis_response(work: StoredAnalysis | None, language: str) -> Response:
    return Response(
        serialize.encode_text(describe_analysis(work, language)), media_type="application/json"
    )


# --- The WebSocket ---


@plain.websocket("/api/tables/{code}/live")
async def live(
    socket: WebSocket, code: str, runtime: RuntimeParam, rate_limits: RateLimitsParam
) -> None:
    """Serve one client at a table until it disconnects."""
    client, language = client_key_of(socket), language_of(socket)
    await socket.accept()
    try:
        check_origin(socket.headers)
        rate_limits.requests.take(client)
        rate_limits.connect(client)
    except KaitenError as problem:
        await send_refusal(socket, problem, language)
        return
    try:
        connection, insists = (
            open_connection(runtime, socket, code, language),
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
        rate_limits.disconnect(client)


def open_connection(
    runtime: TableRuntime, socket: WebSocket, code: str, language: str
) -> Connection:
    """Return the connection that the query parameters ask for."""
    if not is_code(code):
        raise UnknownTable
    since = socket.query_params.get("since", "")
    known = int(since) if since.isdecimal() and len(since) < 10 else 0
    return Connection(
        runtime, socket, code, language, known, socket.query_params.get("state") == "1"
    )


async def send_refusal(socket: WebSocket, problem: KaitenError, language: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may be gone already
        await socket.send_text(
            serialize.encode_text(serialize.make_error_message(problem, language))
        )
        await socket.close(1008, code_of(problem))


# --- Pages, and what hosts need ---


@plain.get("/healthz")
async def healthz(runtime: RuntimeParam) -> JSONResponse:
    """Whether the server can reach its database, and how many processes wait to think for bots."""
    await runtime.tables.check_database()
    bots = {"plain": runtime.worker_pool.plain, "compiled": runtime.worker_pool.compiled}
    return JSONResponse({"ok": True, "kaiten": __version__, "bots": bots})


@plain.get("/metrics")
async def figures() -> PlainTextResponse:
    return PlainTextResponse(metrics.render_metrics(), media_type="text/plain; version=0.0.4")


@plain.get("/api/docs")
async def documentation(request: Request) -> HTMLResponse:
    return HTMLResponse(pages.render_documentation(request.app.openapi()))


def get_or_head(*paths: str) -> Callable[[Endpoint], Endpoint]:
    """Register a page at these paths, for GET and HEAD."""

    def register(endpoint: Endpoint) -> Endpoint:
        for path in paths:
            plain.add_api_route(path, endpoint, methods=["GET", "HEAD"])
        return endpoint

    return register


@get_or_head(
    "/",
    "/new",
    "/score",
    "/rules",
    "/rules/{path:path}",
    "/t/{code}",
    "/t/{code}/screen",
    "/t/{code}/games/{number}",
)
async def page(request: Request, files: FilesParam, code: str | None = None) -> Response:
    """The browser client, which looks at the address itself; without one, a command to copy in
    nobody else's words.
    """
    # the client forgives small letters
    known = code.upper() if code and is_code(code.upper()) else None
    status = 404 if code and not known else 200
    if "/index.html" in files:
        return files["/index.html"].respond(request, status)
    return HTMLResponse(
        pages.render_home(language_of(request), known, str(request.base_url)), status
    )


@plain.get("/style.css")
async def style() -> Response:
    return Response(pages.STYLE, media_type="text/css")


@get_or_head("/{name}", "/assets/{name}")
async def file(request: Request, files: FilesParam) -> Response:
    """A file of the browser client."""
    if request.url.path not in files:
        raise HTTPException(404)
    return files[request.url.path].respond(request)
