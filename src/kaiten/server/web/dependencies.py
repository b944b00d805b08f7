"""What the routes have in common: their parameters, tokens and cookies."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from ..protocol.errors import BadToken
from ..tables import commands
from ..tables.runtime import TableRuntime
from ..tables.service import CODE_LENGTHS, LETTERS
from ..tables.table import Table
from .network import Network
from .rate_limit import RateLimits
from .replays import Replays
from .security import bearer_token, check_origin, is_encrypted
from .static import ClientFiles

COOKIE_SECONDS = 365 * 24 * 3600


async def get_runtime(connection: HTTPConnection) -> TableRuntime:
    runtime: TableRuntime = connection.app.state.runtime
    return runtime


async def get_rate_limits(connection: HTTPConnection) -> RateLimits:
    rate_limits: RateLimits = connection.app.state.rate_limits
    return rate_limits


async def get_client_files(connection: HTTPConnection) -> ClientFiles:
    files: ClientFiles = connection.app.state.client
    return files


async def get_network(connection: HTTPConnection) -> Network:
    network: Network = connection.app.state.network
    return network


async def get_replays(connection: HTTPConnection) -> Replays:
    replays: Replays = connection.app.state.replays
    return replays


Code = Annotated[
    str,
    Path(
        pattern="|".join(f"^[{LETTERS}]{{{length}}}$" for length in CODE_LENGTHS),
        description="The code of the table.",
    ),
]
Since = Annotated[
    int,
    Query(ge=0, le=2**31, description="The last version of the table that the client has seen."),
]
RuntimeParam = Annotated[TableRuntime, Depends(get_runtime)]
RateLimitsParam = Annotated[RateLimits, Depends(get_rate_limits)]
FilesParam = Annotated[ClientFiles, Depends(get_client_files)]
NetworkParam = Annotated[Network, Depends(get_network)]
ReplaysParam = Annotated[Replays, Depends(get_replays)]
Number = Annotated[
    int, Path(ge=1, le=2**31 - 1, description="Which of the table's games, from 1 on.")
]


def is_code(text: str) -> bool:
    """Return whether a table could have this code."""
    return len(text) in CODE_LENGTHS and set(text) <= set(LETTERS)


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
        max_age=COOKIE_SECONDS,
        path=f"/api/tables/{code}",
        httponly=True,
        samesite="strict",
        secure=is_encrypted(request),
    )
