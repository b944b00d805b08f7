"""The HTTP API: the catalogue, the score helper, tables, commands and finished games."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from ...errors import naming_seat
from ...match.record import parse_record
from ...scoring.score import score_table
from ...text import language_tag
from ..protocol import catalogue, requests, schemas, serialize
from ..protocol.errors import BadMessage, BadToken, check_protocol
from ..storage.finished_games import StoredAnalysis
from ..tables import commands
from ..tables.analyses import describe_analysis
from . import pages
from .dependencies import (
    Code,
    NetworkParam,
    Number,
    RateLimitsParam,
    ReplaysParam,
    RuntimeParam,
    Since,
    person_of,
    set_cookie,
)
from .rate_limit import client_key_of, opener_key
from .security import bearer_token, language_of

MAX_LINK = 300  # characters; no host name needs more, and a large QR code is slow to draw
ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.ErrorMessage, "description": "Refused; nothing has changed."}
    for status in (400, 401, 403, 404, 405, 409, 413, 426, 429, 503)
}


async def check_client(
    lang: Annotated[
        str | None,
        Query(
            max_length=requests.MAX_LANGUAGE,
            description="The language of all words, such as `fr` or `pt-BR`. Where the server does not speak it, `Accept-Language` decides.",
        ),
    ] = None,
    protocol: Annotated[
        str | None, Query(description="The version of the protocol that the client speaks.")
    ] = None,
) -> None:
    """Describe the parameters of all requests. `language_of` reads the language."""
    if protocol is not None:
        check_protocol(protocol)


api_router = APIRouter(
    prefix="/api", responses=ERROR_RESPONSES, dependencies=[Depends(check_client)]
)


@api_router.get("/games", response_model=schemas.Catalogue)
async def read_catalogue(request: Request) -> Response:
    """Return the games with their options, cards and rules, and the bots."""
    return JSONResponse(catalogue.build_catalogue(language_of(request)))


@api_router.post("/score", response_model=schemas.ScoreResult)
async def post_score(request: Request, table: requests.ScoreRequest) -> Any:
    """Count a table of cardboard cards; an impossible table is refused with the reason."""
    return {
        "ok": True,
        **score_table(table.model_dump(exclude_unset=True)).data(language_of(request)),
    }


# --- Who can reach this server ---


@api_router.get("/network", response_model=schemas.NetworkState)
async def read_network(request: Request, network: NetworkParam) -> Any:
    """Return where others reach this server, and whether the sender can open or close it."""
    origins = await network.list_origins(request)
    return {
        "ok": True,
        "origins": origins,
        "open": bool(origins),
        "mine": network.is_controlled_by(request),
    }


@api_router.post("/network", response_model=schemas.NetworkState)
async def change_network(
    request: Request, wish: requests.NetworkWish, network: NetworkParam
) -> Any:
    """Open a private server to the local network, or close it. Only a page of this server on the
    machine that runs it may do that.
    """
    network.check_control(request)
    if wish.open:
        await network.open(request.app, request.scope["server"][1])
    else:
        await network.close()
    return await read_network(request, network)


# --- Tables ---


async def share_link_of(request: Request, code: str, at: str | None = None) -> str:
    """Return the link that people share: with the address at which others reach this server, else
    with the host name of the request. `at` prefers one of several addresses.
    """
    origins = await request.app.state.network.list_origins(request)
    best = at if at in origins else next(iter(origins), None)
    return f"{best or str(request.base_url).rstrip('/')}/t/{code}"


@api_router.post("/tables", status_code=201, response_model=schemas.OpenedTable)
async def post_table(
    request: Request,
    response: Response,
    wish: requests.OpenTable,
    runtime: RuntimeParam,
    rate_limits: RateLimitsParam,
) -> Any:
    """Open a table and sit down at it."""
    rate_limits.tables.take(client_key_of(request))
    snapshot, reply = await runtime.tables.open_table(wish, opener_key(client_key_of(request)))
    code = snapshot.table.code
    set_cookie(request, response, code, reply["token"])
    return {
        "ok": True,
        "version": snapshot.table.version,
        "table": code,
        "link": await share_link_of(request, code),
        **reply,
    }


@api_router.get("/tables", response_model=schemas.TableList)
async def list_tables(runtime: RuntimeParam) -> Any:
    """Return the public tables that wait for players."""
    now = time.time()
    return {
        "ok": True,
        "tables": [
            serialize.make_table_info(snapshot, now)
            for snapshot in await runtime.tables.read_listed()
        ],
    }


@api_router.get("/tables/{code}", response_model=schemas.TableMessage)
async def read_table(
    request: Request, code: Code, runtime: RuntimeParam, since: Since = 0
) -> Response:
    """Return the table as the sender of the request may see it."""
    snapshot = await runtime.tables.read(code)
    person = person_of(request, snapshot.table)
    if person:
        await runtime.presence.note_activity(code, person)
    else:
        runtime.presence.note_reader(code, client_key_of(request))
    message = serialize.make_table_message(
        snapshot, person, language_of(request), time.time(), since
    )
    return Response(serialize.encode_text(message), media_type="application/json")


@api_router.get("/tables/{code}/deal", response_model=schemas.DealMessage)
async def read_deal(code: Code, runtime: RuntimeParam) -> Response:
    """Return what the next deal of the table comes from, and what the last one came from."""
    message = serialize.make_deal_message(await runtime.tables.read(code))
    return Response(serialize.encode_text(message), media_type="application/json")


@api_router.get("/tables/{code}/count", response_model=schemas.PointsSoFar)
async def read_points(request: Request, code: Code, runtime: RuntimeParam) -> Response:
    """Return the points as if the round ended now."""
    message = serialize.make_points_message(await runtime.tables.read(code), language_of(request))
    return Response(serialize.encode_text(message), media_type="application/json")


@api_router.get(
    "/tables/{code}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def read_qr_code(
    request: Request,
    code: Code,
    runtime: RuntimeParam,
    at: Annotated[
        str | None,
        Query(max_length=MAX_LINK, description="One of the `origins` of `GET /api/network`."),
    ] = None,
) -> Response:
    """Return the QR code of the table's link, for the phones of players beside the screen."""
    await runtime.tables.read(code)
    link = await share_link_of(request, code, at)
    if len(link) > MAX_LINK:
        raise BadMessage
    return Response(
        pages.draw_qr_code(link),
        media_type="image/svg+xml",
        headers={"Cache-Control": "private, max-age=300"},
    )


@api_router.post(
    "/tables/{code}/commands", response_model=schemas.AckMessage, response_model_exclude_unset=True
)
async def execute_command(
    request: Request,
    response: Response,
    code: Code,
    wish: Annotated[requests.Command, Body()],
    runtime: RuntimeParam,
    rate_limits: RateLimitsParam,
) -> Any:
    """Execute a command at the table; the same commands as over the WebSocket."""
    request.state.id = wish.id
    snapshot = await runtime.tables.read(code)
    if isinstance(wish, requests.Hello):
        return serialize.make_ack(
            wish.id, snapshot, {"person": commands.recognise(snapshot.table, wish.token)}
        )
    if isinstance(wish, requests.Language):
        language = language_of(request, wish.lang)
        return serialize.make_ack(wish.id, snapshot, {"lang": language_tag(language)})
    with naming_seat(getattr(wish, "seat", None)):
        person = person_of(request, snapshot.table)
    sits = bool(snapshot.table.seats_of(person))
    rate_limits.take_command(client_key_of(request), code, person, sits, wish)
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


@api_router.post("/tables/{code}/cookie", response_model=schemas.AckMessage)
async def store_cookie(
    request: Request, response: Response, code: Code, runtime: RuntimeParam
) -> Any:
    """Store the token of the header in a cookie of this browser."""
    snapshot, token = await runtime.tables.read(code), bearer_token(request.headers)
    if token is None:
        raise BadToken
    person = commands.recognise(snapshot.table, token)
    set_cookie(request, response, code, token)
    return serialize.make_ack(None, snapshot, {"person": person})


# --- Finished games ---


@api_router.get(
    "/tables/{code}/games/{number}",
    response_model=schemas.GameRecord,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def read_record(
    code: Code,
    number: Number,
    runtime: RuntimeParam,
    form: Annotated[str, Query(pattern="^(json|text)$")] = "json",
) -> Response:
    """Return the record of a finished game, for download."""
    kept = await runtime.tables.read_record(code, number)
    name = f"kaiten-{code}-{number}.{'txt' if form == 'text' else 'json'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "text":
        return PlainTextResponse(parse_record(kept).text(), headers=headers)
    return Response(kept, media_type="application/json", headers=headers)


@api_router.get("/tables/{code}/games/{number}/replay", response_model=schemas.GameReplay)
async def read_replay(
    request: Request, code: Code, number: Number, runtime: RuntimeParam, replays: ReplaysParam
) -> Response:
    """Return a finished game step by step, with all hands open."""
    shown = await replays.get(await runtime.tables.read_record(code, number), language_of(request))
    return Response(shown, media_type="application/json")


@api_router.get("/tables/{code}/games/{number}/analysis", response_model=schemas.AnalysisStatus)
async def read_analysis(
    request: Request, code: Code, number: Number, runtime: RuntimeParam
) -> Response:
    """Return the progress of a finished game's analysis, and its result."""
    return send_analysis(await runtime.analyses.read(code, number), language_of(request))


@api_router.post("/tables/{code}/games/{number}/analysis", response_model=schemas.AnalysisStatus)
async def request_analysis(
    request: Request, code: Code, number: Number, runtime: RuntimeParam
) -> Response:
    """Start the analysis of a finished game unless it has been done, for a person of the table. GET
    returns its result.
    """
    person = person_of(request, (await runtime.tables.read(code)).table)
    if person is None:
        raise BadToken
    asking = f"{code} {person}", client_key_of(request)
    return send_analysis(await runtime.analyses.request(code, number, asking), language_of(request))


def send_analysis(work: StoredAnalysis | None, language: str) -> Response:
    return Response(
        serialize.encode_text(describe_analysis(work, language)), media_type="application/json"
    )
