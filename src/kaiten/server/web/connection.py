"""One WebSocket: commands come in, and whatever changes at the table goes out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import KaitenError
from ..metrics import COMMAND_SECONDS, CONNECTIONS
from ..protocol import requests, serialize
from ..protocol.errors import BadToken, Busy, TooMany
from ..tables import commands
from ..tables.service import Hall
from ..tables.signal import Bell
from ..tables.snapshot import Scene
from .rate_limit import TokenBucket
from .security import RAW_CHANNEL

log = logging.getLogger("kaiten.server")
PATIENCE = 50  # refused messages after which a connection that does not listen is closed


class Connection:
    """A client at a table: a spectator until its token says otherwise."""

    def __init__(
        self, hall: Hall, socket: WebSocket, code: str, language: str, since: int, state: bool
    ) -> None:
        self.hall, self.socket, self.code, self.language, self.state = (
            hall,
            socket,
            code,
            language,
            state,
        )
        self._receive, self._say = socket.scope[RAW_CHANNEL]
        self.since = self.version = since  # what the client knows already
        self.person: int | None = None
        self.shown: Scene | None = None
        self._in_turn = asyncio.Lock()  # no message overtakes another one
        self.told: Mapping[int, str] = {}  # the choices that the client knows to be made

    async def serve(self, token: str | None, rights: TokenBucket, insists: bool = True) -> None:
        """Stay until the client goes; one that does not insist on its token may be a spectator
        without a word.
        """
        CONNECTIONS.inc()
        async with self.hall.watching(self.code) as news:
            shower: asyncio.Task[None] | None = None
            try:
                await self._begin(token, insists)
                shower = asyncio.create_task(self._show_news(news))
                # not through all the layers of the framework each time
                await asyncio.create_task(self._listen(rights))
            except WebSocketDisconnect:
                pass
            finally:
                CONNECTIONS.dec()
                if shower:
                    shower.cancel()
                await self._become(None)

    async def _begin(self, token: str | None, insists: bool) -> None:
        scene = await self.hall.look(self.code)
        if token is not None:
            try:
                await self._become(commands.recognise(scene.table, token))
            except BadToken as problem:
                if insists:
                    await self._refuse(problem)
        await self._show(self.hall.scenes.get(self.code, scene))

    async def _become(self, person: int | None) -> None:
        """Go on as somebody, or as nobody."""
        before, self.person = self.person, person
        try:
            if person is not None:
                await self.hall.arrive(self.code, person)
        finally:
            if before is not None:
                await self.hall.depart(self.code, before)

    # --- What comes in ---

    async def _listen(self, rights: TokenBucket) -> None:
        refused = 0
        while refused < PATIENCE:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or message.get("bytes") or ""
            if rights.take():
                await self._answer(text)
            else:
                refused += 1
                await self._refuse(TooMany(), requests.read_id(text))
        await self.socket.close(1008)

    async def _answer(self, text: str | bytes) -> None:
        """Do what a message asks, and say what became of it."""
        began = time.perf_counter()
        id = None
        try:
            wish = requests.parse_command(text)
            id = wish.id
            await self._send(await self._done(wish))
        except KaitenError as problem:
            await self._refuse(problem, id or requests.read_id(text))
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("command failed")
            await self._refuse(Busy(), id)
        COMMAND_SECONDS.observe(time.perf_counter() - began)

    async def _refuse(self, problem: KaitenError, id: str | None = None) -> None:
        scene = self.hall.scenes.get(self.code)
        await self._send(
            serialize.make_error_message(
                problem, self.language, id, scene.table.version if scene else None
            )
        )

    async def _done(self, wish: requests.Command) -> serialize.Message:
        if isinstance(wish, requests.Hello):
            scene = await self.hall.look(self.code)
            await self._turn_into(commands.recognise(scene.table, wish.token), self.since)
            return serialize.make_ack(wish.id, scene, {"person": self.person})
        if isinstance(wish, requests.Hint):
            scene, seat, advice = await self.hall.hint(self.code, self.person, wish)
            return serialize.make_ack(
                wish.id, scene, serialize.make_hint_reply(seat, wish.step, advice, self.language)
            )
        scene, reply = await self.hall.do(self.code, self.person, wish)
        if isinstance(wish, requests.Join | requests.Leave):
            await self._turn_into(reply.get("person"), 0)
        if isinstance(wish, requests.Choose | requests.Unchoose):
            self._tell_by_ack(scene, reply["seat"])
        return serialize.make_ack(wish.id, scene, reply)

    def _tell_by_ack(self, scene: Scene, seat: int) -> None:
        """Whoever chooses knows by the ack that the choice is made, and need not be told so again."""
        if self.shown and self.shown.table is scene.table:
            self.told = {other: choice for other, choice in self.told.items() if other != seat}
            if seat in scene.chosen:
                self.told = {**self.told, seat: scene.chosen[seat]}

    async def _turn_into(self, person: int | None, since: int) -> None:
        """Become somebody, and be shown the table as they see it."""
        self.shown, self.version = None, since
        await self._become(person)
        for news in self.hall.watchers[self.code]:
            news.ring()

    # --- What goes out ---

    async def _show_news(self, news: Bell) -> None:
        """Show whatever is new; a client that cannot be shown anything must connect again."""
        try:
            while True:
                await news.wait()
                scene = self.hall.scenes.get(self.code)
                if scene:
                    await self._show(scene)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("table cannot be shown")
            await self.socket.close(1011)

    async def _show(self, scene: Scene) -> None:
        """Send what has changed since the client was shown the table last."""
        shown, self.shown = self.shown, scene
        if shown and shown.changes >= scene.changes and self.told == shown.chosen:
            return
        if shown and shown.table.held_by(self.person) != scene.table.held_by(self.person):
            self.version = 0  # from another seat the game has not been seen yet
        if self.person is not None and self.person not in scene.table.people:
            await self._become(None)  # has left, or was sent away
            self.version = 0
        if shown:
            await self._show_emotes(scene, shown.table.version)
        if shown and (shown.table.version, shown.here) == (scene.table.version, scene.here):
            told, self.told = self.told, scene.chosen
            if told != scene.chosen:
                await self._send(serialize.make_ready_message(scene, self.person))
            return
        now, since = time.time(), self.version
        self.version, self.told = scene.table.version, scene.chosen
        await self._send(
            serialize.make_table_message(scene, self.person, self.language, now, since, self.state)
        )

    async def _show_emotes(self, scene: Scene, after: int) -> None:
        for version, person, emote, _ in scene.table.emotes:
            if version > after:
                await self._send(serialize.make_emote_message(scene, version, person, emote))

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            async with self._in_turn:
                await self._say({"type": "websocket.send", "text": serialize.encode_text(message)})
        except (RuntimeError, OSError) as error:  # closed meanwhile
            raise WebSocketDisconnect(1006) from error
