"""The server's addresses: HTTP for tables and commands, a WebSocket for each client at a table, and
what hosts need.
"""

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
from ...match.record import parse
from ...scoring.score import score
from .. import metrics
from ..protocol import catalogue, requests, schemas, serialize
from ..protocol.errors import BadMessage, BadToken, UnknownTable, code_of
from ..storage.store import Work
from ..tables import commands
from ..tables.analyses import Analyses, message
from ..tables.service import CODE_LENGTH, LETTERS, Hall
from ..tables.table import Table
from . import pages
from .connection import Connection
from .replays import Replays
from .security import Doors, address_of, bearer, check_origin, language_of
from .static import Client


async def the_hall(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


async def the_doors(connection: HTTPConnection) -> Doors:
    doors: Doors = connection.app.state.doors
    return doors


async def the_client(connection: HTTPConnection) -> Client:
    client: Client = connection.app.state.client
    return client


async def the_replays(connection: HTTPConnection) -> Replays:
    replays: Replays = connection.app.state.replays
    return replays


async def the_analyses(connection: HTTPConnection) -> Analyses:
    analyses: Analyses = connection.app.state.analyses
    return analyses


async def said_in(
    lang: Annotated[
        str | None, Query(pattern="^(en|fr)$", description="The language of all words.")
    ] = None,
) -> None:
    """The language is read from the request itself; this describes it."""


Code = Annotated[
    str, Path(pattern=f"^[{LETTERS}]{{{CODE_LENGTH}}}$", description="The code of the table.")
]
Since = Annotated[
    int,
    Query(ge=0, le=2**31, description="The last version of the table that the client has seen."),
]
InHall = Annotated[Hall, Depends(the_hall)]
AtDoors = Annotated[Doors, Depends(the_doors)]
OfClient = Annotated[Client, Depends(the_client)]
OfAnalyses = Annotated[Analyses, Depends(the_analyses)]
OfReplays = Annotated[Replays, Depends(the_replays)]
Number = Annotated[
    int, Path(ge=1, le=2**31 - 1, description="Which of the table's games, from 1 on.")
]
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.Error, "description": "Refused; nothing has changed."}
    for status in (400, 401, 403, 404, 405, 409, 413, 429, 503)
}
YEAR = 365 * 24 * 3600
LONGEST_LINK = 300  # no name of a machine needs more, and a large picture would take long to make
api = APIRouter(prefix="/api", responses=ERRORS, dependencies=[Depends(said_in)])
plain = APIRouter(include_in_schema=False)
Answering = Callable[..., Awaitable[Response]]


def is_code(text: str) -> bool:
    """Whether a table could have this code."""
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


# --- Tokens ---


def token_of(connection: HTTPConnection, code: str) -> str | None:
    """The token that came with a request; a browser's cookie counts only where the page is our own."""
    token = bearer(connection.headers)
    if token is None and cookie_name(code) in connection.cookies:
        check_origin(connection.headers)
        token = connection.cookies[cookie_name(code)]
    return token


def person_of(request: Request, table: Table) -> int | None:
    """Whoever asks; a cookie from before they left or were sent away keeps nobody from watching or
    joining again.
    """
    try:
        return commands.recognise(table, token_of(request, table.code))
    except BadToken:
        if bearer(request.headers):
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
    """The address by which people come to a table, on the server as whoever asks knows it."""
    return f"{request.base_url}t/{code}"


@api.get("/games", response_model=schemas.Catalogue)
async def games() -> Response:
    """The games, their options, cards and rules in words, and the bots."""
    return JSONResponse(catalogue.everything())


@api.post("/score", response_model=schemas.Score)
async def count_cardboard(request: Request, table: requests.Cardboard) -> Any:
    """Count a table of cardboard cards; one that cannot exist is refused with the reason."""
    return {"ok": True, **score(table.model_dump(exclude_unset=True)).data(language_of(request))}


# --- Tables ---


@api.post("/tables", status_code=201, response_model=schemas.Opened)
async def open_table(
    request: Request, response: Response, wish: requests.Open, hall: InHall, doors: AtDoors
) -> Any:
    """Open a table and sit down at it."""
    doors.tables.take(address_of(request))
    scene, reply = await hall.open(wish)
    code = scene.table.code
    set_cookie(request, response, code, reply["token"])
    return {
        "ok": True,
        "version": scene.table.version,
        "table": code,
        "link": link_to(request, code),
        **reply,
    }


@api.get("/tables", response_model=schemas.Tables)
async def list_tables(hall: InHall) -> Any:
    """The tables that wait for people and may be seen by everybody."""
    now = time.time()
    return {"ok": True, "tables": [serialize.public(scene, now) for scene in await hall.listed()]}


@api.get("/tables/{code}", response_model=schemas.Table)
async def look(request: Request, code: Code, hall: InHall, since: Since = 0) -> Response:
    """The table as whoever asks may see it."""
    scene = await hall.look(code)
    person = person_of(request, scene.table)
    if person:
        await hall.seen(code, person)
    message = serialize.table(scene, person, language_of(request), time.time(), since)
    return Response(serialize.encode(message), media_type="application/json")


@api.get("/tables/{code}/count", response_model=schemas.Count)
async def count(request: Request, code: Code, hall: InHall) -> Response:
    """What lies on the table, counted as if the round ended now."""
    message = serialize.count(await hall.look(code), language_of(request))
    return Response(serialize.encode(message), media_type="application/json")


@api.get(
    "/tables/{code}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def link_as_picture(request: Request, code: Code, hall: InHall) -> Response:
    """The link of the table as a QR code, for the phones of those who sit beside the screen."""
    await hall.look(code)
    link = link_to(request, code)
    if len(link) > LONGEST_LINK:
        raise BadMessage
    return Response(
        pages.qr_code(link),
        media_type="image/svg+xml",
        headers={"Cache-Control": "private, max-age=300"},
    )


@api.post("/tables/{code}/commands", response_model=schemas.Ack, response_model_exclude_unset=True)
async def command(
    request: Request,
    response: Response,
    code: Code,
    wish: Annotated[requests.Command, Body()],
    hall: InHall,
) -> Any:
    """Do something at the table; the same commands as over the WebSocket."""
    request.state.id = wish.id
    scene = await hall.look(code)
    if isinstance(wish, requests.Hello):
        return serialize.ack(
            wish.id, scene, {"person": commands.recognise(scene.table, wish.token)}
        )
    person = person_of(request, scene.table)
    if isinstance(wish, requests.Hint):
        scene, seat, advice = await hall.hint(code, person, wish)
        return serialize.ack(
            wish.id, scene, serialize.hint(seat, wish.step, advice, language_of(request))
        )
    scene, reply = await hall.do(code, person, wish)
    if "token" in reply:
        set_cookie(request, response, code, reply["token"])
        await hall.seen(code, reply["person"])
    return serialize.ack(wish.id, scene, reply)


@api.post("/tables/{code}/cookie", response_model=schemas.Ack)
async def cookie(request: Request, response: Response, code: Code, hall: InHall) -> Any:
    """Let this browser be known by the token in the header from now on."""
    scene, token = await hall.look(code), bearer(request.headers)
    if token is None:
        raise BadToken
    person = commands.recognise(scene.table, token)
    set_cookie(request, response, code, token)
    return serialize.ack(None, scene, {"person": person})


@api.get(
    "/tables/{code}/games/{number}",
    response_model=schemas.Record,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(
    code: Code,
    number: Number,
    hall: InHall,
    form: Annotated[str, Query(pattern="^(json|text)$")] = "json",
) -> Response:
    """The record of a finished game, to be kept, replayed and verified."""
    kept = await hall.record(code, number)
    name = f"kaiten-{code}-{number}.{'txt' if form == 'text' else 'json'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "text":
        return PlainTextResponse(parse(kept).text(), headers=headers)
    return Response(kept, media_type="application/json", headers=headers)


@api.get("/tables/{code}/games/{number}/replay", response_model=schemas.Replay)
async def replay(
    request: Request, code: Code, number: Number, hall: InHall, replays: OfReplays
) -> Response:
    """A finished game step by step, with everybody's cards open."""
    shown = await replays.of(await hall.record(code, number), language_of(request))
    return Response(shown, media_type="application/json")


@api.get("/tables/{code}/games/{number}/analysis", response_model=schemas.AnalysisState)
async def analysis(request: Request, code: Code, number: Number, analyses: OfAnalyses) -> Response:
    """How far the analysis of a finished game is, and what it has found."""
    return told(await analyses.look(code, number), language_of(request))


@api.post("/tables/{code}/games/{number}/analysis", response_model=schemas.AnalysisState)
async def analyse(request: Request, code: Code, number: Number, analyses: OfAnalyses) -> Response:
    """Have a finished game analysed, if it is not; that takes a while, after which the same address
    tells what was found.
    """
    return told(await analyses.begin(code, number), language_of(request))


def told(work: Work | None, language: str) -> Response:
    return Response(serialize.encode(message(work, language)), media_type="application/json")


# --- The WebSocket ---


@plain.websocket("/api/tables/{code}/live")
async def live(socket: WebSocket, code: str, hall: InHall, doors: AtDoors) -> None:
    """A client at a table, for as long as it stays."""
    address, language = address_of(socket), language_of(socket)
    await socket.accept()
    try:
        check_origin(socket.headers)
        doors.requests.take(address)
        doors.enter(address)
    except KaitenError as problem:
        await turn_away(socket, problem, language)
        return
    try:
        guest, told = connection(hall, socket, code, language), bearer(socket.headers) is not None
        watches = socket.query_params.get("watch") == "1"
        await guest.serve(
            None if watches else token_of(socket, code), doors.messages(address), insists=told
        )
    except KaitenError as problem:
        await turn_away(socket, problem, language)
    finally:
        doors.go(address)


def connection(hall: Hall, socket: WebSocket, code: str, language: str) -> Connection:
    """The connection that a client asks for in the address."""
    if not is_code(code):
        raise UnknownTable
    since = socket.query_params.get("since", "")
    known = int(since) if since.isdecimal() and len(since) < 10 else 0
    return Connection(hall, socket, code, language, known, socket.query_params.get("state") == "1")


async def turn_away(socket: WebSocket, problem: KaitenError, language: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may be gone already
        await socket.send_text(serialize.encode(serialize.error(problem, language)))
        await socket.close(1008, code_of(problem)[0])


# --- Pages, and what hosts need ---


@plain.get("/healthz")
async def healthz(hall: InHall) -> JSONResponse:
    """Whether the server can reach its database, and how many processes wait to think for bots."""
    await hall.reach()
    bots = {"plain": hall.worker_pool.plain, "compiled": hall.worker_pool.compiled}
    return JSONResponse({"ok": True, "kaiten": __version__, "bots": bots})


@plain.get("/metrics")
async def figures() -> PlainTextResponse:
    return PlainTextResponse(metrics.page(), media_type="text/plain; version=0.0.4")


@plain.get("/api/docs")
async def documentation(request: Request) -> HTMLResponse:
    return HTMLResponse(pages.documentation(request.app.openapi()))


def shown_at(*paths: str) -> Callable[[Answering], Answering]:
    """Answer at these addresses, to those too who ask for the headers alone."""

    def show(answering: Answering) -> Answering:
        for path in paths:
            plain.add_api_route(path, answering, methods=["GET", "HEAD"])
        return answering

    return show


@shown_at(
    "/",
    "/new",
    "/score",
    "/rules",
    "/rules/{path:path}",
    "/t/{code}",
    "/t/{code}/screen",
    "/t/{code}/games/{number}",
)
async def page(request: Request, files: OfClient, code: str | None = None) -> Response:
    """The browser client, which looks at the address itself; without one, a command to copy in
    nobody else's words.
    """
    # the client forgives small letters
    known = code.upper() if code and is_code(code.upper()) else None
    status = 404 if code and not known else 200
    if "/index.html" in files:
        return files["/index.html"].answer(request, status)
    return HTMLResponse(pages.home(language_of(request), known, str(request.base_url)), status)


@plain.get("/style.css")
async def style() -> Response:
    return Response(pages.STYLE, media_type="text/css")


@shown_at("/{name}", "/assets/{name}")
async def file(request: Request, files: OfClient) -> Response:
    """A file of the browser client."""
    if request.url.path not in files:
        raise HTTPException(404)
    return files[request.url.path].answer(request)
