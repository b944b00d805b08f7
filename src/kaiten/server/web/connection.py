"""One WebSocket: commands come in, and changes of the table go out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import KaitenError
from ...text import language_tag
from ..metrics import COMMAND_SECONDS, CONNECTIONS
from ..protocol import requests, serialize
from ..protocol.errors import BadToken, Busy, TooMany
from ..tables import commands
from ..tables.runtime import TableRuntime
from ..tables.signal import Signal
from ..tables.snapshot import Snapshot
from ..tables.updates import Recipient, Seen, make_updates
from .rate_limit import RateLimits, TokenBucket, client_key_of
from .security import RAW_CHANNEL, language_of

log = logging.getLogger("kaiten.server")
MAX_REFUSED = 50  # messages over the rate limit after which the connection is closed


class Connection:
    """A client at a table: a spectator until it has proved by a token who it is."""

    def __init__(
        self,
        runtime: TableRuntime,
        rate_limits: RateLimits,
        socket: WebSocket,
        code: str,
        since: int,
        recipient: Recipient,
    ) -> None:
        self._tables, self._presence, self._bots = runtime.tables, runtime.presence, runtime.bots
        self._cache, self._rate_limits = runtime.cache, rate_limits
        self.socket, self.code = socket, code
        self._receive, self._transmit = socket.scope[RAW_CHANNEL]
        self._since = since  # the version that the client had seen when it connected
        self.seen = Seen(since)
        self._recipient = recipient
        self._sending = asyncio.Lock()  # keeps messages in order

    async def serve(self, token: str | None, rights: TokenBucket, insists: bool = True) -> None:
        """Serve the client until it disconnects. `insists`: a token that is not known is an error;
        otherwise the client becomes a spectator.
        """
        CONNECTIONS.inc()
        with self._cache.watch(self.code) as changed:
            sender: asyncio.Task[None] | None = None
            self._presence.count_watcher(self.code, 1)
            try:
                await self._begin(token, insists)
                sender = asyncio.create_task(self._send_updates(changed))
                # in a task of its own, not through all the layers of the framework
                await asyncio.create_task(self._listen(rights))
            except WebSocketDisconnect:
                pass
            finally:
                CONNECTIONS.dec()
                if sender:
                    sender.cancel()
                await self._set_person(None)
                self._presence.count_watcher(self.code, -1)

    async def _begin(self, token: str | None, insists: bool) -> None:
        snapshot = await self._tables.read(self.code)
        if token is not None:
            try:
                await self._set_person(commands.recognise(snapshot.table, token))
            except BadToken as problem:
                if insists:
                    await self._refuse(problem)
        await self._show(self._cache.get(self.code) or snapshot)

    async def _set_person(self, person: int | None) -> None:
        """Continue as a person, or as a spectator."""
        before = self.person
        self._recipient = self._recipient._replace(person=person)
        try:
            if person is not None:
                await self._presence.arrive(self.code, person)
        finally:
            if before is not None:
                await self._presence.depart(self.code, before)
            self._presence.count_watcher(self.code, (person is None) - (before is None))

    @property
    def person(self) -> int | None:
        """The person as whom the client acts; None: a spectator."""
        return self._recipient.person

    @property
    def language(self) -> str:
        """The language of all words that are sent."""
        return self._recipient.language

    # --- What comes in ---

    async def _listen(self, rights: TokenBucket) -> None:
        refused = 0
        while refused < MAX_REFUSED:
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
        """Execute the command in a message, and send an ack or the reason for the refusal."""
        began = time.perf_counter()
        id = None
        try:
            request = requests.parse_command(text)
            id = request.id
            await self._send(await self._execute(request))
        except KaitenError as problem:
            await self._refuse(problem, id or requests.read_id(text))
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("command failed")
            await self._refuse(Busy(), id)
        COMMAND_SECONDS.observe(time.perf_counter() - began)

    async def _refuse(self, problem: KaitenError, id: str | None = None) -> None:
        cached = self._cache.get(self.code)
        version = cached.table.version if cached else None
        await self._send(serialize.make_error_message(problem, self.language, id, version))

    async def _execute(self, request: requests.Command) -> serialize.Message:
        """Execute a command and return its ack."""
        if isinstance(request, requests.Hello):
            snapshot = await self._tables.read(self.code)
            person = commands.recognise(snapshot.table, request.token)
            await self._switch_person(person, self._since)
            return serialize.make_ack(request.id, snapshot, {"person": self.person})
        if isinstance(request, requests.Language):
            return await self._switch_language(request)
        if isinstance(request, requests.Hint):
            self._take_command(request)
            snapshot, seat, advice = await self._bots.advise(self.code, self.person, request)
            hint = serialize.make_hint_reply(seat, request.step, advice, self.language)
            return serialize.make_ack(request.id, snapshot, hint)
        self._take_command(request)
        snapshot, reply = await self._tables.execute(self.code, self.person, request)
        if isinstance(request, requests.Join | requests.Leave):
            await self._switch_person(reply.get("person"), 0)
        if isinstance(request, requests.Choose | requests.Unchoose):
            # the ack says that the choice is made: no other message has to
            self.seen = self.seen.with_choice(snapshot, reply["seat"])
        return serialize.make_ack(request.id, snapshot, reply)

    def _take_command(self, request: requests.Command) -> None:
        """Raise `TooMany` if the client has sent too many commands to this table."""
        cached = self._cache.get(self.code)
        sits = bool(cached and cached.table.seats_of(self.person))
        client = client_key_of(self.socket)
        self._rate_limits.take_command(client, self.code, self.person, sits, request)

    async def _switch_language(self, request: requests.Language) -> serialize.Message:
        """Continue in another language, and send the whole table in it."""
        self._take_command(request)
        snapshot = await self._tables.read(self.code)
        language = language_of(self.socket, request.lang)
        self._recipient, self.seen = self._recipient._replace(language=language), Seen()
        self._cache.wake(self.code)
        return serialize.make_ack(request.id, snapshot, {"lang": language_tag(language)})

    async def _switch_person(self, person: int | None, since: int) -> None:
        """Continue as another person, and send the table as that person sees it."""
        self.seen = Seen(since)
        await self._set_person(person)
        self._cache.wake(self.code)

    # --- What goes out ---

    async def _send_updates(self, changed: Signal) -> None:
        """Send what changes; a client to which nothing can be sent has to connect again."""
        try:
            while True:
                await changed.wait()
                snapshot = self._cache.get(self.code)
                if snapshot:
                    await self._show(snapshot)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("table cannot be shown")
            await self.socket.close(1011)

    async def _show(self, snapshot: Snapshot) -> None:
        """Send what the client has not seen of a snapshot."""
        if self.person is not None and self.person not in snapshot.table.people:
            await self._set_person(None)  # has left, or was removed
            self.seen = self.seen._replace(version=0)
        messages, self.seen = make_updates(snapshot, self._recipient, self.seen, time.time())
        for message in messages:
            await self._send(message)

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            async with self._sending:
                text = serialize.encode_text(message)
                await self._transmit({"type": "websocket.send", "text": text})
        except (RuntimeError, OSError) as error:  # closed meanwhile
            raise WebSocketDisconnect(1006) from error
