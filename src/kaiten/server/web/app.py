"""The server put together: routes, guard, and everything that goes wrong in one shape."""

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
from ..protocol import requests, schemas, serialize
from ..protocol.errors import (
    BadMessage,
    NotAllowed,
    NotFound,
    Refused,
    UnknownNumber,
    UnknownTable,
    code_of,
)
from ..settings import Limits
from ..tables.analyses import Analyses
from ..tables.service import Hall
from . import routes, static
from .replays import Replays
from .security import Doors, Guard, language_of

# goes up when a client that knows the one before would be lost; what is merely new leaves it alone
PROTOCOL = "1"
SHAPES = "#/components/schemas/{model}"
ASTRAY: dict[int, type[Refused]] = {404: NotFound, 405: NotAllowed}


class Server(FastAPI):
    """FastAPI, but for what it says that we do not do."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API, with the WebSocket's messages, and without an answer that is
        never given.

        (We refuse wrong fields by 400.)
        """
        described = super().openapi()
        shapes = described["components"]["schemas"]
        _, heard = TypeAdapter.json_schemas(
            [("", "serialization", schemas.MESSAGE)], ref_template=SHAPES
        )
        shapes |= heard["$defs"]
        for methods in described["paths"].values():
            for operation in methods.values():
                operation["responses"].pop("422", None)
        for unused in ("HTTPValidationError", "ValidationError"):
            shapes.pop(unused, None)
        return described


def make_app(hall: Hall, limits: Limits | None = None) -> FastAPI:
    """The server around a hall."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with hall.opened():
            yield
            await app.state.analyses.stop()

    app = Server(
        title="Kaiten",
        version=PROTOCOL,
        description="Tables for Sushi Go!, Sushi Go Party! and Sushi Draft. The WebSocket is described in docs/protocol.md.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.hall, app.state.doors = hall, Doors(limits or Limits())
    app.state.client, app.state.replays, app.state.analyses = (
        static.read(),
        Replays(),
        Analyses(hall),
    )
    app.add_middleware(Guard, doors=app.state.doors, free=app.state.client.keys())
    app.add_exception_handler(KaitenError, refused)
    app.add_exception_handler(RequestValidationError, misunderstood)
    app.add_exception_handler(HTTPException, astray)
    app.include_router(routes.plain)
    app.include_router(routes.api)
    return app


async def refused(request: Request, problem: Exception) -> JSONResponse:
    """The same error as over the WebSocket: with the id of the command, and the version of the
    table.
    """
    assert isinstance(problem, KaitenError)
    scene = request.app.state.hall.scenes.get(request.path_params.get("code"))
    version = scene.table.version if scene else None
    id = getattr(request.state, "id", None)
    return JSONResponse(
        serialize.error(problem, language_of(request), id, version), code_of(problem)[1]
    )


async def misunderstood(request: Request, problem: Exception) -> JSONResponse:
    """A request with wrong fields; where they stand in the address, there is no such table or game."""
    assert isinstance(problem, RequestValidationError)
    errors = problem.errors()
    where = errors[0]["loc"]
    if where[0] == "path":
        return await refused(request, UnknownTable() if where[1] == "code" else UnknownNumber())
    request.state.id = requests.id_in(problem.body)
    return await refused(request, requests.complaint(errors))


async def astray(request: Request, problem: Exception) -> Response:
    """An address that is none of ours: somebody at a browser is told so by the client."""
    assert isinstance(problem, HTTPException)
    client = request.app.state.client.get("/index.html")
    if client and problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        page: Response = client.answer(request, 404)
        return page
    answer = await refused(request, ASTRAY.get(problem.status_code, BadMessage)())
    answer.headers.update(problem.headers or {})
    return answer
