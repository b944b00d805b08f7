"""The routes of pages and client files, and those that hosts need: health and metrics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from ... import __version__
from .. import metrics
from ..protocol.errors import Busy
from . import pages
from .dependencies import FilesParam, RuntimeParam, is_code
from .security import language_of

site_router = APIRouter(include_in_schema=False)
Endpoint = Callable[..., Awaitable[Response]]


@site_router.get("/livez")
async def report_life() -> JSONResponse:
    """Report that the process answers; whether it can work is another question."""
    return JSONResponse({"ok": True, "kaiten": __version__})


@site_router.get("/readyz")
@site_router.get("/healthz")
async def report_health(runtime: RuntimeParam) -> JSONResponse:
    """Report whether a write into the database succeeded lately, and how many bot workers are ready.
    Nothing is asked of the database, so the answer comes at once.
    """
    if not runtime.presence.is_ready:
        raise Busy
    bots = {"plain": runtime.worker_pool.plain, "compiled": runtime.worker_pool.compiled}
    return JSONResponse({"ok": True, "kaiten": __version__, "bots": bots})


@site_router.get("/metrics")
async def report_metrics() -> PlainTextResponse:
    return PlainTextResponse(metrics.render_metrics(), media_type="text/plain; version=0.0.4")


@site_router.get("/api/docs")
async def show_documentation(request: Request) -> HTMLResponse:
    return HTMLResponse(pages.render_documentation(request.app.openapi()))


def get_or_head(*paths: str) -> Callable[[Endpoint], Endpoint]:
    """Register a page at these paths, for GET and HEAD."""

    def register(endpoint: Endpoint) -> Endpoint:
        for path in paths:
            site_router.add_api_route(path, endpoint, methods=["GET", "HEAD"])
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
async def show_page(request: Request, files: FilesParam, code: str | None = None) -> Response:
    """Return the browser client's page; without a client, a page with commands for the terminal."""
    # the client accepts codes in lower case
    known = code.upper() if code and is_code(code.upper()) else None
    status = 404 if code and not known else 200
    if "/index.html" in files:
        return files["/index.html"].respond(request, status)
    return HTMLResponse(
        pages.render_home(language_of(request), known, str(request.base_url)), status
    )


@site_router.get("/style.css")
async def send_style() -> Response:
    return Response(pages.STYLE, media_type="text/css")


@get_or_head("/{name}", "/assets/{name}")
async def send_file(request: Request, files: FilesParam) -> Response:
    """Return a file of the browser client."""
    if request.url.path not in files:
        raise HTTPException(404)
    return files[request.url.path].respond(request)
