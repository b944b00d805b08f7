"""Notifications between processes: which tables have changed. One may get lost; every process also
polls the tables that its clients watch.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sql

from .executor import StoreExecutor
from .store import POSTGRES_TIMEOUTS

CHANNEL = "kaiten"
NOTIFY = sql.text("SELECT pg_notify(:channel, :payload)")
# seconds: what changes meanwhile goes out together, never inside a writing transaction
PAUSE = 0.02
CODES_PER_PAYLOAD = 500  # a payload may have 8,000 bytes
log = logging.getLogger("kaiten.server")


class Notifier:
    """PostgreSQL's LISTEN and NOTIFY; on SQLite it does nothing.

    `on_change` is called in the event loop with the tables that another process has changed.
    """

    def __init__(
        self, executor: StoreExecutor, process: str, on_change: Callable[[list[str]], None]
    ) -> None:
        self.executor, self.store = executor, executor.store
        self.process, self.on_change = process, on_change
        self._unsent: set[str] = set()
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self._stopping = threading.Event()
        self._listener: threading.Thread | None = None

    def start(self) -> None:
        if self.store.shared:
            self._sender = asyncio.create_task(self._send())
            loop = asyncio.get_running_loop()
            self._listener = threading.Thread(
                target=self._listen, args=(loop,), daemon=True, name="notifier"
            )
            self._listener.start()

    async def stop(self) -> None:
        self._stopping.set()
        if self._sender:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)
        if self._listener:
            await asyncio.to_thread(self._listener.join, 2)

    def publish(self, code: str) -> None:
        """Notify the other processes that a table has changed."""
        if self.store.shared:
            self._unsent.add(code)
            self._wake.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(PAUSE)
            self._wake.clear()
            codes, self._unsent = list(self._unsent), set()
            for first in range(0, len(codes), CODES_PER_PAYLOAD):
                payload = " ".join([self.process, *codes[first : first + CODES_PER_PAYLOAD]])
                try:
                    await self.executor.run(self._notify, payload)
                except Exception as error:
                    log.warning("notifier failed", extra={"reason": type(error).__name__})

    def _notify(self, payload: str) -> None:
        with self.store.transaction(autocommit=True) as transaction:
            transaction.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                address = self.store.url.set(drivername="postgresql").render_as_string(
                    hide_password=False
                )
                with psycopg.connect(address, autocommit=True, **POSTGRES_TIMEOUTS) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stopping.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._forward(loop, notice)
            except Exception as error:
                log.warning("notifier failed", extra={"reason": type(error).__name__})
                self._stopping.wait(1)

    def _forward(self, loop: asyncio.AbstractEventLoop, notice: Any) -> None:
        process, *codes = notice.payload.split() or [self.process]
        if process != self.process:
            with suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(self.on_change, codes)
