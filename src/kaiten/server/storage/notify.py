"""Word from process to process: which tables have changed. It may get lost; whoever watches a table
looks again anyway.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sql

from .store import PATIENCE, Store

CHANNEL = "kaiten"
# seconds: what changes meanwhile goes out together, never inside a writing transaction
PAUSE = 0.02
PER_MESSAGE = 500  # tables named in one message, which may have 8,000 bytes
log = logging.getLogger("kaiten.server")


class Telegraph:
    """PostgreSQL's LISTEN and NOTIFY; on SQLite it says nothing."""

    def __init__(self, store: Store, process: str, heard: Callable[[list[str]], None]) -> None:
        self.store, self.process, self.heard = store, process, heard
        self._news: set[str] = set()
        self._ring = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self._ended = threading.Event()
        self._listener: threading.Thread | None = None

    def start(self) -> None:
        if self.store.shared:
            self._sender = asyncio.create_task(self._send())
            loop = asyncio.get_running_loop()
            self._listener = threading.Thread(
                target=self._listen, args=(loop,), daemon=True, name="telegraph"
            )
            self._listener.start()

    async def stop(self) -> None:
        self._ended.set()
        if self._sender:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)
        if self._listener:
            await asyncio.to_thread(self._listener.join, 2)

    def tell(self, code: str) -> None:
        """Let the others know that a table has changed."""
        if self.store.shared:
            self._news.add(code)
            self._ring.set()

    async def _send(self) -> None:
        while True:
            await self._ring.wait()
            await asyncio.sleep(PAUSE)
            self._ring.clear()
            codes, self._news = list(self._news), set()
            for first in range(0, len(codes), PER_MESSAGE):
                words = " ".join([self.process, *codes[first : first + PER_MESSAGE]])
                try:
                    await asyncio.to_thread(self._notify, words)
                except Exception as error:
                    log.warning("telegraph broken", extra={"reason": type(error).__name__})

    def _notify(self, words: str) -> None:
        with self.store.engine.connect().execution_options(
            isolation_level="AUTOCOMMIT"
        ) as connection:
            connection.execute(
                sql.text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words}
            )

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        import psycopg

        while not self._ended.is_set():
            try:
                address = self.store.url.set(drivername="postgresql").render_as_string(
                    hide_password=False
                )
                with psycopg.connect(address, autocommit=True, **PATIENCE) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._ended.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._pass_on(loop, notice)
            except Exception as error:
                log.warning("telegraph broken", extra={"reason": type(error).__name__})
                self._ended.wait(1)

    def _pass_on(self, loop: asyncio.AbstractEventLoop, notice: Any) -> None:
        process, *codes = notice.payload.split() or [self.process]
        if process != self.process:
            with suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(self.heard, codes)
