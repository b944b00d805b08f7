"""A signal for one listener: lighter than asyncio's Event, since every change of a table sets one
for each client.
"""

from __future__ import annotations

import asyncio


class Signal:
    """Wakes one listener, once for any number of times that it was set meanwhile."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        self._is_set = True
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Wait until the signal is set, unless it was set since the last wait."""
        if not self._is_set:
            self._waiter = self._loop.create_future()
            await self._waiter
        self._is_set = False
