"""The command `kaiten serve`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from .options import LanguageOption

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8000


def serve_tables(
    language: LanguageOption,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option(min=1, max=65535, envvar="KAITEN_PORT", help="Port to listen on.")
    ] = DEFAULT_PORT,
    db: Annotated[
        str | None,
        typer.Option(
            help="The database, sqlite:///FILE or postgresql://... (default: KAITEN_DB, or a "
            "file in your data folder).",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of server processes.")] = 1,
    public_url: Annotated[
        str | None,
        typer.Option(
            envvar="KAITEN_PUBLIC_URL",
            help="Address for links and QR codes, such as https://example.org.",
        ),
    ] = None,
) -> None:
    """Serve tables that friends join with a link."""
    os.environ["KAITEN_PUBLIC_URL"] = public_url or ""
    start_server(host, port, db, workers)


def start_server(
    host: str, port: int, db: str | None, workers: int, announce_in: str | None = None
) -> None:
    """Run the server with the plain rules.

    The server answers many small requests, for which the compiled rules are slower; the bot workers
    compile them.
    """
    os.environ["KAITEN_JIT"] = "0"
    from ..server.run import find_free_port, serve

    serve(host, find_free_port(host, port) if announce_in else port, db, workers, announce_in)
