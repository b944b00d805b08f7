"""The crowd: people who play on, at many tables, while their servers are killed and opened again.

Everybody knows the protocol and no rule. What the server acknowledges goes into the promises_made of the
table.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kaiten.match.protocol_version import PROTOCOL

from .promise_log import Moment, PromiseLog
from .server_process import ServerProcess

PATIENCE = 10.0  # seconds within which every table goes on after the last restart
THINKING = 0.15  # seconds at most before a choice
CALM = 0.8  # seconds at most between an opened server and the next blow
LONG = 600  # seconds of grace: no bot shall choose for a player who is only reconnecting
# the turn was over before the command came; enough emotes
POLITE_REFUSALS = {"stale", "not-now", "too-many"}
LOST = (OSError, WebSocketException, TimeoutError, httpx.TransportError)


@dataclass(frozen=True)
class Plan:
    """How a table is laid: null for a person, the name of a bot, or a name for one more seat of the
    first person.
    """

    game: str
    seats: tuple[str | None, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    hot: tuple[str, ...] = ()  # names under which the host holds the seats after the first

    @property
    def people(self) -> int:
        return self.seats.count(None) - len(self.hot)


PLANS = (
    Plan("sushi-go", (None, None, None)),
    Plan("sushi-go-party", (None, "greedy", None, None), {"menu": "master-menu"}),
    Plan("sushi-draft", (None, None, "greedy")),
    Plan("sushi-go", (None, None, "chance"), hot=("Bo",)),
    Plan("sushi-go-party", (None, None), {"menu": "dinner-for-two"}),
    Plan("sushi-go-party", (None, None, None, "chance"), {"menu": "random"}),
)


class ServerGroup:
    """Some servers that serve the same tables, and whether the crowd is about to go home."""

    def __init__(self, servers: Sequence[ServerProcess]) -> None:
        self.servers = servers
        self.closing = False

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(base_url=self.servers[0].url, headers=headers) as client:
            answer = await client.post(path, json=body)
        answer.raise_for_status()
        return answer.json()


class Table:
    """One table with its people, as they see it."""

    def __init__(self, group: ServerGroup, code: str, plan: Plan) -> None:
        self.group, self.code, self.plan = group, code, plan
        self.promises_made = PromiseLog(f"{code} ({plan.game})")
        self.people: list[Person] = []
        self.games: dict[int, str] = {}  # the finished ones: where their records are
        self.known: set[tuple[int, int]] = set()  # numbers of games, and lengths of their logs
        self.moved = time.monotonic()
        self.done = False  # the host has seen the end of the last game

    def noticed(self, number: int, length: int) -> None:
        if (number, length) not in self.known:
            self.known.add((number, length))
            self.moved = time.monotonic()

    def close(self) -> None:
        """Only the host closes a table: a rematch may be under way that the others have not heard
        of.
        """
        self.done = True
        for person in self.people:
            person.changed.set()

    async def settle(self) -> None:
        """Download the records and compare them with what was promised."""
        seats = {seat for person in self.people for seat in person.logs}
        async with httpx.AsyncClient(base_url=self.group.servers[0].url) as client:
            for number, address in self.games.items():
                record = (await client.get(address)).raise_for_status().json()
                self.promises_made.settle(number, record, seats)
        for number in self.promises_made.hashes.keys() - self.games.keys():
            self.promises_made.complain(f"game {number} was begun and never finished")


class Person:
    """A person who holds a token, and connects again and again."""

    def __init__(self, table: Table, token: str, rng: Random) -> None:
        self.table, self.promises_made, self.group = table, table.promises_made, table.group
        self.token, self.rng = token, rng
        self.door = rng.randrange(len(self.group.servers))
        self.version = 0
        self.number: int | None = None
        self.stage = "open"
        self.hosting = False
        self.views: dict[int, dict[str, Any]] = {}
        self.logs: dict[int, list[Any]] = {}
        self.home = False
        self.visits = 0
        self.commands = 0
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.in_flight: Moment | None = None
        self.changed = asyncio.Event()

    # --- Connecting ---

    async def live(self) -> None:
        """Play until the crowd goes home, at whichever server is open."""
        while not self.home:
            try:
                await self.visit(self.group.servers[self.door])
            except* LOST:
                self.door = (self.door + 1) % len(self.group.servers)
                await asyncio.sleep(self.rng.uniform(0.02, 0.1))

    async def visit(self, server: ServerProcess) -> None:
        address = (
            f"ws://127.0.0.1:{server.port}/api/tables/{self.table.code}/live?protocol={PROTOCOL}"
        )
        since = f"&since={self.version}" if self.version else ""
        headers = {"Authorization": f"Bearer {self.token}"}
        self.answers.clear()
        self.in_flight = None
        async with (
            connect(
                address + since, additional_headers=headers, compression=None, proxy=None
            ) as socket,
            asyncio.TaskGroup() as group,
        ):
            self.visits += 1
            group.create_task(self.listen(socket))
            group.create_task(self.play(socket))

    async def listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            self.hear(orjson.loads(message))
        if not self.home:
            raise ConnectionResetError

    # --- Hearing ---

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "table":
            if message["version"] < self.version:
                self.promises_made.complain(
                    f"a table of version {message['version']} after version {self.version}"
                )
            # that of what was looked at: an answer may be ahead of the view
            self.version = message["version"]
            self.look(message)
        elif message["type"] in ("ack", "error") and message["id"] in self.answers:
            self.answers.pop(message["id"]).set_result(message)

    def look(self, message: dict[str, Any]) -> None:
        """A new look at the whole table."""
        table, you = message["table"], message["you"]
        self.stage, self.hosting = table["stage"], table["host"] == you["person"]
        if self.number != table["number"]:
            self.number = table["number"]
            self.logs.clear()
        if self.stage == "playing":
            self.promises_made.hashed(table["number"], table["hash"])
        self.table.games |= {game["number"]: game["record"] for game in table["games"]}
        self.views = {view["seat"]: view for view in message["views"] if view["seat"] is not None}
        for view in self.views.values():
            self.read(view)
        self.changed.set()

    def read(self, view: dict[str, Any]) -> None:
        """Put what a seat hears behind what it has heard before; nothing may be missing, nothing
        may have changed.
        """
        log, start, events = (
            self.logs.setdefault(view["seat"], []),
            view["log"]["from"],
            view["log"]["events"],
        )
        if start > len(log):
            self.promises_made.complain(
                f"seat {view['seat']} hears of {start} after {len(log)} in game {self.number}"
            )
        if log[start : start + len(events)] != events[: len(log) - start]:
            self.promises_made.complain(
                f"seat {view['seat']} hears another story of game {self.number} from {start}"
            )
        log[start:] = events
        moment = self.moment(view["seat"])
        self.table.noticed(moment.number, moment.place)
        if view["choices"]:
            self.promises_made.shown(moment, view["chosen"], in_flight=moment == self.in_flight)

    def moment(self, seat: int) -> Moment:
        assert self.number is not None
        recorded = [event for event in self.logs[seat] if "happened" not in event]
        return Moment(self.number, len(recorded), seat)

    # --- Playing ---

    async def play(self, socket: ClientConnection) -> None:
        while not self.home:
            await self.changed.wait()
            self.changed.clear()
            if self.stage == "playing":
                for seat in list(self.views):
                    await self.think(socket, seat)
            else:
                await self.between_games(socket)

    async def between_games(self, socket: ClientConnection) -> None:
        if self.hosting and self.stage == "over" and self.group.closing:
            self.table.close()
        if self.table.done and self.stage == "over":
            self.home = True
            await socket.close()
        elif self.hosting and self.stage != "starting":
            answer = await self.ask(socket, "start")
            if answer["ok"] and self.stage != "playing":
                self.stage = "starting"  # until the message comes that says so

    async def think(self, socket: ClientConnection, seat: int) -> None:
        """Choose where something is asked; sometimes change one's mind, sometimes say so."""
        if not self.open_to(seat):
            return
        await asyncio.sleep(self.rng.uniform(0, THINKING))
        await self.choose(socket, seat)
        mood = self.rng.random()
        if mood < 0.1:
            await self.choose(socket, seat)
        elif mood < 0.2:
            await self.take_back(socket, seat)
            await asyncio.sleep(self.rng.uniform(0, THINKING))
            await self.choose(socket, seat)
        elif mood < 0.23:
            await self.ask(socket, "emote", emote=self.rng.choice(["yum", "wow", "oops"]))

    def open_to(self, seat: int) -> bool:
        view = self.views.get(seat)
        return view is not None and bool(view["choices"]) and view["chosen"] is None

    async def choose(self, socket: ClientConnection, seat: int) -> None:
        if self.views[seat]["choices"]:
            choice = self.rng.choice(self.views[seat]["choices"])["choice"]
            await self.promise(socket, seat, choice)

    async def take_back(self, socket: ClientConnection, seat: int) -> None:
        if self.views[seat]["choices"] and self.views[seat]["chosen"] is not None:
            await self.promise(socket, seat, None)

    async def promise(self, socket: ClientConnection, seat: int, choice: str | None) -> None:
        """Send a choice, or take it back, and write down what came of it; without an answer it
        stays in doubt.
        """
        view, moment = self.views[seat], self.moment(seat)
        promise = self.promises_made.promise(moment)
        promise.sent(choice)
        self.in_flight = moment
        do, fields = ("unchoose", {}) if choice is None else ("choose", {"choice": choice})
        answer = await self.ask(socket, do, seat=seat, version=self.version, **fields)
        self.in_flight = None
        if answer["ok"]:
            promise.kept(choice)
            view["chosen"] = choice
            if self.views.get(seat, view) is not view and self.moment(seat) == moment:
                self.views[seat]["chosen"] = choice
        else:
            promise.refused(choice)

    async def ask(self, socket: ClientConnection, do: str, **fields: Any) -> dict[str, Any]:
        self.commands += 1
        command = str(self.commands)
        self.answers[command] = asyncio.get_running_loop().create_future()
        await socket.send(orjson.dumps({"id": command, "do": do, **fields}).decode())
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self.answers[command]
        except TimeoutError:
            self.promises_made.complain(f"no answer to {do} within {PATIENCE:.0f} s")
            raise
        if not answer["ok"] and answer["code"] not in POLITE_REFUSALS:
            self.promises_made.complain(
                f"{do} {fields} was refused: {answer['code']}: {answer['error']}"
            )
        return answer


# --- The whole evening ---


@dataclass(frozen=True)
class Evening:
    """What came of it."""

    kills: int
    tables: int
    connections: int
    acknowledged: int
    turns: int
    games: int
    complaints: list[str]

    def __str__(self) -> str:
        verdict = (
            "all kept, all games verified" if not self.complaints else "\n".join(self.complaints)
        )
        return (
            f"{self.kills} kills, {self.tables} tables, {self.connections} connections, {self.turns} turns, "
            f"{self.acknowledged} acknowledged choices, {self.games} finished games: {verdict}"
        )


async def lay(group: ServerGroup, plan: Plan, name: str, rng: Random) -> Table:
    """Open a table and let everybody in."""
    body = {
        "name": "Ana",
        "game": plan.game,
        "options": plan.options,
        "seats": plan.seats,
        "grace": LONG,
    }
    opened = await group.post("/api/tables", body)
    table = Table(group, opened["table"], plan)
    commands = f"/api/tables/{table.code}/commands"
    tokens = [opened["token"]]
    free = [seat for seat, bot in enumerate(plan.seats) if bot is None and seat != opened["seat"]]
    for hot in plan.hot:
        await group.post(
            commands, {"id": hot, "do": "sit", "seat": free.pop(0), "name": hot}, tokens[0]
        )
    for number in range(1, plan.people):
        answer = await group.post(
            commands, {"id": "in", "do": "join", "name": f"TableClient {number}"}
        )
        tokens.append(answer["token"])
    table.people = [
        Person(table, token, Random(f"{name} {place} {rng.random()}"))
        for place, token in enumerate(tokens)
    ]
    return table


async def torment(servers: Sequence[ServerProcess], kills: int, rng: Random) -> None:
    """Kill one server after the other, sometimes before it has opened, and open it again."""
    for _ in range(kills):
        server = rng.choice(servers)
        if rng.random() < 0.9:
            await server.open()
            await asyncio.sleep(rng.uniform(0.1, CALM))
        else:
            await asyncio.sleep(rng.uniform(0, 0.5))
        server.kill()
        server.start()
    for server in servers:
        await server.open()


async def watch(tables: Sequence[Table]) -> None:
    """Wait until everybody has gone home; complain of a table where nothing happens."""
    last_restart = time.monotonic()
    while waiting := [table for table in tables if not all(person.home for person in table.people)]:
        for table in waiting:
            if time.monotonic() - max(table.moved, last_restart) > PATIENCE:
                table.promises_made.complain(
                    f"nothing happens for {PATIENCE:.0f} s in game {table.people[0].number}"
                )
                return
        await asyncio.sleep(0.05)


async def leftovers(servers: Sequence[ServerProcess]) -> list[str]:
    """Complaints about processes that live on although their server was killed."""
    for _ in range(50):
        if not any(server.orphans() for server in servers):
            return []
        await asyncio.sleep(0.1)
    return [
        f"{server.orphans()} killed servers have left processes behind"
        for server in servers
        if server.orphans()
    ]


async def evening(servers: Sequence[ServerProcess], kills: int, tables: int, seed: int) -> Evening:
    """Open the tables, play through the kills and to the end of the last games, and check
    everything.
    """
    rng = Random(seed)
    group = ServerGroup(servers)
    for server in servers:
        await server.open()
    laid = [await lay(group, PLANS[place % len(PLANS)], str(place), rng) for place in range(tables)]
    people = [person for table in laid for person in table.people]
    living = [asyncio.create_task(person.live()) for person in people]
    try:
        await torment(servers, kills, rng)
        group.closing = True
        await watch(laid)
        await asyncio.wait(living, timeout=PATIENCE)
        for table in laid:
            await table.settle()
        for server in servers:
            server.end(signal.SIGTERM)
        left = await leftovers(servers)
    finally:
        for task in living:
            task.cancel()
        outcomes = await asyncio.gather(*living, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException) and not isinstance(outcome, asyncio.CancelledError):
            raise outcome
    return Evening(
        kills=kills,
        tables=tables,
        connections=sum(person.visits for person in people),
        acknowledged=sum(table.promises_made.acknowledged for table in laid),
        turns=sum(len(table.known) for table in laid),
        games=sum(len(table.games) for table in laid),
        complaints=[complaint for table in laid for complaint in table.promises_made.complaints]
        + left,
    )
