"""The web application: routes, middleware and error handlers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from ...errors import KaitenError
from ...match.protocol_version import PROTOCOL
from ..protocol import requests, schemas, serialize
from ..protocol.errors import (
    BadMessage,
    NotAllowed,
    NotFound,
    Refusal,
    UnknownNumber,
    UnknownTable,
    status_of,
)
from ..settings import Limits
from ..tables.runtime import TableRuntime
from . import static
from .api import api_router
from .live import live_router
from .network import Network
from .rate_limit import RateLimits
from .replays import Replays
from .security import SecurityMiddleware, language_of
from .site import site_router

SHAPES = "#/components/schemas/{model}"
STATUS_ERRORS: dict[int, type[Refusal]] = {404: NotFound, 405: NotAllowed}


class ServerApp(FastAPI):
    """FastAPI with an API description that also has the WebSocket's messages."""

    def openapi(self) -> dict[str, Any]:
        """Return the API description. It has no 422: we refuse wrong fields with 400."""
        described = super().openapi()
        shapes = described["components"]["schemas"]
        _, messages = TypeAdapter.json_schemas(
            [("", "serialization", schemas.SERVER_MESSAGE)], ref_template=SHAPES
        )
        shapes |= messages["$defs"]
        for methods in described["paths"].values():
            for operation in methods.values():
                operation["responses"].pop("422", None)
        for unused in ("HTTPValidationError", "ValidationError"):
            shapes.pop(unused, None)
        return described


def make_app(
    runtime: TableRuntime, limits: Limits | None = None, network: Network | None = None
) -> FastAPI:
    """Return the web application around the tables of a process."""
    reach = network or Network()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with runtime.run():
            yield
            await reach.close()

    app = ServerApp(
        title="Kaiten",
        version=PROTOCOL,
        description="Tables for Sushi Go!, Sushi Go Party! and Sushi Draft. The WebSocket is described in docs/protocol.md.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.runtime, app.state.rate_limits = runtime, RateLimits(limits or Limits())
    app.state.network = reach
    app.state.client, app.state.replays = static.read_client_files(), Replays()
    app.add_middleware(
        SecurityMiddleware, rate_limits=app.state.rate_limits, unlimited=app.state.client.keys()
    )
    app.add_exception_handler(KaitenError, handle_refusal)
    app.add_exception_handler(RequestValidationError, handle_invalid_request)
    app.add_exception_handler(HTTPException, handle_http_error)
    for router in (live_router, site_router, api_router):
        app.include_router(router)
    return app


async def handle_refusal(request: Request, problem: Exception) -> JSONResponse:
    """Return an error message as over the WebSocket: with the command's id and the table's version."""
    assert isinstance(problem, KaitenError)
    cached = request.app.state.runtime.cache.get(request.path_params.get("code"))
    version = cached.table.version if cached else None
    id = getattr(request.state, "id", None)
    return JSONResponse(
        serialize.make_error_message(problem, language_of(request), id, version), status_of(problem)
    )


async def handle_invalid_request(request: Request, problem: Exception) -> JSONResponse:
    """Refuse wrong fields. If they are in the path, there is no such table or game."""
    assert isinstance(problem, RequestValidationError)
    errors = problem.errors()
    where = errors[0]["loc"]
    if where[0] == "path":
        return await handle_refusal(
            request, UnknownTable() if where[1] == "code" else UnknownNumber()
        )
    request.state.id = requests.id_of(problem.body)
    return await handle_refusal(request, requests.make_bad_message(errors))


async def handle_http_error(request: Request, problem: Exception) -> Response:
    """Answer an unknown address: with the client's page in a browser, else with an error message."""
    assert isinstance(problem, HTTPException)
    client = request.app.state.client.get("/index.html")
    if client and problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        page: Response = client.respond(request, 404)
        return page
    answer = await handle_refusal(request, STATUS_ERRORS.get(problem.status_code, BadMessage)())
    answer.headers.update(problem.headers or {})
    return answer
