"""Run the server: one process, or several that share one database."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from alembic.util import CommandError
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp

from ..errors import KaitenError
from ..extras import need_extra
from ..text import Text
from .local_addresses import read_local_addresses
from .logs import log_warnings_only, set_up_logging
from .settings import (
    choose_database,
    find_data_folder,
    read_limits,
    read_public_url,
    read_trusted_proxies,
)
from .storage.store import Store, parse_url
from .tables.runtime import TableRuntime
from .web.app import make_app
from .web.http_protocol import LimitedProtocol
from .web.network import POLITE_SECONDS, Network
from .workers.pool import WorkerPool

log = logging.getLogger("kaiten.server")
SHUTDOWN_SECONDS = 5  # time that open connections get to close when the server stops


def create_app(private: bool = False) -> FastAPI:
    """Return the web application as the environment configures it, one for each process.

    `private`: this machine alone reaches it, until its player opens it to the local network.
    """
    set_up_logging(json=not sys.stderr.isatty())
    workers = int(os.environ.get("KAITEN_WORKERS", "1"))
    bot_workers = int(
        os.environ.get("KAITEN_BOT_WORKERS") or default_bot_workers(os.cpu_count() or 2, workers)
    )
    if workers > 1:
        threading.Thread(target=stop_with_parent, args=(os.getppid(),), daemon=True).start()
    allowed = read_limits()
    tune_garbage_collector()
    network = Network(
        configure_guest_server if private else None,
        os.environ.get("KAITEN_HOST", ""),
        None if private else read_public_url(),
    )
    return make_app(
        TableRuntime(Store(choose_database()), WorkerPool(bot_workers), alone=workers == 1),
        allowed,
        network,
    )


def choose_protocol_settings() -> dict[str, Any]:
    """Return the settings of Uvicorn that all servers of a process share."""
    return {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "http": LimitedProtocol,
        "ws": "websockets-sansio",
        "ws_max_size": read_limits().message_bytes,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20,
        "ws_ping_timeout": 20,
    }


def configure_guest_server(app: ASGIApp) -> uvicorn.Config:
    """Return the settings of the server for guests of the local network: it trusts no proxy."""
    return uvicorn.Config(
        app,
        lifespan="off",
        proxy_headers=False,
        timeout_graceful_shutdown=POLITE_SECONDS,
        **choose_protocol_settings(),
    )


def default_bot_workers(cores: int, workers: int) -> int:
    """Return the number of bot workers per process: half of the cores, but two on two cores, where
    the second worker uses what the server leaves.
    """
    return max(1, cores // (2 * workers), min(2, cores // workers))


def stop_with_parent(parent: int) -> None:
    """Stop this process when its parent has exited; otherwise it would keep the port."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def tune_garbage_collector() -> None:
    """Collect garbage rarely: tables leave few reference cycles, and a collection with a thousand
    tables delays every client.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 100)


def serve(
    host: str, port: int, db: str | None, workers: int, announce_in: str | None = None
) -> None:
    """Run the server until it is stopped. Raise if a setting, the port or the database cannot be
    used.

    With `announce_in`, a language, print the table's URL in it and open the browser. Such a server
    is a private one: the player at this machine can open it to the local network.
    """
    trusted = read_trusted_proxies()
    read_public_url()
    read_local_addresses()
    check_port(host, port)
    default = db is None and not os.environ.get("KAITEN_DB")
    os.environ["KAITEN_DB"], os.environ["KAITEN_WORKERS"] = choose_database(db), str(workers)
    os.environ["KAITEN_HOST"] = host
    set_up_logging(json=not sys.stderr.isatty())
    if default:
        check_data_folder(find_data_folder())
    prepare_database(choose_database())
    if workers > 1:
        os.environ.setdefault(
            "PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="kaiten-metrics-")
        )
    if announce_in:
        log_warnings_only()
        threading.Thread(
            target=announce_when_ready, args=(f"http://{host}:{port}/", announce_in), daemon=True
        ).start()
    private = partial(create_app, private=True)
    uvicorn.run(
        private if announce_in else "kaiten.server.run:create_app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        **choose_protocol_settings(),
    )


class BadAddress(KaitenError):
    """The server cannot listen at this address."""


def check_port(host: str, port: int) -> None:
    """Raise `BadAddress` if no server can listen there, before Uvicorn starts and prints that."""
    try:
        bind_port(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadAddress(PORT_TAKEN.format(port=port)) from error
        reason = error.strerror or error
        raise BadAddress(CANNOT_LISTEN.format(host=host, port=port, reason=reason)) from error


def bind_port(host: str, port: int) -> None:
    """Bind a port and free it again. Raise OSError if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family):
        pass


PORT_TAKEN = Text("Port {port} is already in use. Choose another one with --port.")
CANNOT_LISTEN = Text("The server cannot listen on {host}, port {port} (--host, --port): {reason}")


def check_data_folder(folder: Path) -> None:
    """Make the data folder. Raise `BadDatabase` if no file can be written there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise BadDatabase(BAD_FOLDER.format(folder=folder, reason=error.strerror)) from error


BAD_FOLDER = Text(
    "The data folder {folder} cannot be written to: {reason}. Set KAITEN_DATA to another folder."
)


class BadDatabase(KaitenError):
    """The database cannot be used."""


def prepare_database(url: str) -> None:
    """Migrate the database. Raise `BadDatabase` if it cannot be used."""
    try:
        if parse_url(url).drivername not in DRIVERS:
            raise BadDatabase(NOT_OURS)
        with need_extra(POSTGRESQL):
            store = Store(url)
        with closing(store):
            store.migrate()
    except (SQLAlchemyError, OSError, CommandError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise BadDatabase(UNUSABLE.format(reason=reason)) from error


DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql+psycopg")
POSTGRESQL = Text("PostgreSQL")
NOT_OURS = Text("The database must be sqlite:///FILE or postgresql://...")
UNUSABLE = Text("The database cannot be used: {reason}")


def find_free_port(host: str, port: int) -> int:
    """Return this port, or the next one that is free."""
    for candidate in range(port, port + 20):
        with suppress(OSError):
            bind_port(host, candidate)
            return candidate
    return port


WELCOME = Text("The table is set at {url} (Ctrl+C clears it away).")


def announce_when_ready(url: str, language: str) -> None:
    """Print the server's URL as soon as it answers, and open it in the browser."""
    for _ in range(100):
        with suppress(OSError):
            urllib.request.urlopen(f"{url}healthz", timeout=1)
            print(f"\n  {WELCOME.format(url=url).to(language)}\n", flush=True)
            if has_screen():
                webbrowser.open(url)
            return
        time.sleep(0.1)


def has_screen() -> bool:
    """Return whether a browser can be shown. Without a screen, a text browser would hide the
    server's output.
    """
    return sys.platform in ("darwin", "win32") or any(
        map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
    )
