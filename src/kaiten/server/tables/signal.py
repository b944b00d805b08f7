"""A bell for one listener: lighter than asyncio's event, since it is rung for every client at every
change.
"""

from __future__ import annotations

import asyncio


class Bell:
    """Tells that something has happened, once, however often it was rung meanwhile."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = False
        self._heard: asyncio.Future[None] | None = None

    def ring(self) -> None:
        self._rung = True
        if self._heard and not self._heard.done():
            self._heard.set_result(None)

    async def wait(self) -> None:
        """Until it is rung, or has been since the last time."""
        if not self._rung:
            self._heard = self._loop.create_future()
            await self._heard
        self._rung = False
