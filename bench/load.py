"""How many tables one server holds: four people at each of them, a turn a second, and how long
everyone waits for it.

A turn's time begins when the last of the four sends a choice and ends when the last of them has
read the next view. Client and server share the machine, so the client's own lateness is printed
beside what it has measured; and since a rented machine does not always run at the same speed, how
fast it was: by a small sum, done again and again, and by the time that went to others.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import psutil
import uvloop
from tests.server.server_process import ServerProcess

from kaiten.match.protocol_version import PROTOCOL

from .wire import Wire, connect

SEATS = 4
LIMIT = 50.0  # milliseconds that 99 of 100 turns may take
LATE = 0.010  # seconds after its planned moment from which a choice counts as late
# turns over which the tables begin: together, they would all deal, score and end in the same second
SPREAD = 24
WARM_UP = 3.0  # seconds of play at all tables before anything is measured
NAP = 0.005  # seconds
LAST_TURN = 10.0  # seconds that the last turns may take
AT_ONCE = 8  # tables that are opened at the same time


# --- Playing ---


@dataclass
class Watch:
    """What is measured, from the moment it is set going."""

    going: bool = False
    turns: list[float] = field(default_factory=list)  # seconds
    # seconds that the client slept longer than it wanted to
    lags: list[float] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)  # seconds that the same small sum took
    late: int = 0
    choices: int = 0
    refused: int = 0


class LoadClient:
    """One person at a table, over one connection."""

    wire: Wire

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name
        self.token: str | None = None
        self.version = 0
        self.choices: list[str] = []
        self.stage = "open"
        self.sat = asyncio.get_running_loop().create_future()

    async def come(self, port: int) -> None:
        self.wire = await connect(
            port, f"/api/tables/{self.table.code}/live?protocol={PROTOCOL}", self.token, self.hear
        )
        if self.token is None:
            self.wire.send({"id": "in", "do": "join", "name": self.name})
            await self.sat

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "table":
            self.version = message["version"]
            self.stage = message["table"]["stage"]
            self.choices = [
                choice["choice"] for view in message["views"] for choice in view["choices"]
            ]
            self.table.seen(self)
        elif kind == "ack" and message["id"] == "in":
            self.sat.set_result(None)
        elif kind == "error":
            self.table.watch.refused += 1
            self.table.problem = message["error"]

    def choose(self, rng: Random) -> None:
        choice = rng.choice(self.choices)
        self.wire.send({"id": "c", "do": "choose", "choice": choice, "version": self.version})


class Table:
    """Four people who play one turn after the other, and rematches."""

    def __init__(self, watch: Watch, rng: Random, pace: float) -> None:
        self.watch, self.rng, self.pace = watch, rng, pace
        self.loop = asyncio.get_running_loop()
        self.code = ""
        self.clients: list[LoadClient] = []
        self.unseen: set[LoadClient] = set()  # who has not seen the next view
        self.version = 0  # of the views that are looked at now
        self.beginning = 0.0  # of this turn's second
        self.last = 0.0  # when the last choice was sent
        self.counts = False  # whether this turn is measured
        self.starting = False
        self.missing = 0  # choices that are not sent yet
        self.problem = ""
        self.playing = self.loop.create_future()

    async def open(
        self,
        server_process: ServerProcess,
        client: httpx.AsyncClient,
        game: str,
        options: dict[str, Any],
    ) -> None:
        body = {"name": "Ana", "game": game, "options": options, "seats": [None] * SEATS}
        opened = (await client.post("/api/tables", json=body)).raise_for_status().json()
        self.code = opened["table"]
        self.clients = [LoadClient(self, name) for name in ("Ana", "Bo", "Cy", "Di")]
        self.clients[0].token = opened["token"]
        for player in self.clients:
            await player.come(server_process.port)
        self.start()
        await self.playing

    def start(self) -> None:
        """The first game, or a rematch: everyone waits for its first view."""
        self.unseen, self.version, self.starting = set(self.clients), self.clients[0].version, True
        self.clients[0].wire.send({"id": "s", "do": "start"})

    def seen(self, player: LoadClient) -> None:
        """A client has a new view; when all have one, the turn is done."""
        awaited = player.version > self.version and not (
            self.starting and player.stage != "playing"
        )
        if player in self.unseen and awaited and not self.missing:
            self.unseen.discard(player)
            if not self.unseen:
                self.done()

    @property
    def held(self) -> bool:
        """Whether everyone is still connected, and nobody waits for a turn that was measured."""
        return not self.counts and not any(player.wire.closed for player in self.clients)

    def done(self) -> None:
        if self.counts:
            self.watch.turns.append(time.perf_counter() - self.last)
        self.counts = self.starting = False
        if self.clients[0].stage == "over":
            self.start()
            return
        if self.playing.done():
            self.plan()
        else:
            self.playing.set_result(None)

    def begin(self) -> None:
        """Play, from some moment on."""
        self.beginning = self.loop.time() + (self.rng.random() * SPREAD - 1) * self.pace
        self.plan()

    def plan(self) -> None:
        """Everyone who is asked chooses at some moment of the turn's second."""
        now = self.loop.time()
        self.beginning = max(self.beginning + self.pace, now - self.pace)
        askers = [player for player in self.clients if player.choices]
        moments = sorted(self.beginning + self.rng.random() * self.pace for _ in askers)
        self.unseen, self.version, self.missing = (
            set(self.clients),
            self.clients[0].version,
            len(askers),
        )
        self.rng.shuffle(askers)
        for player, moment in zip(askers, moments, strict=True):
            self.loop.call_at(moment, self.choose, player, moment)

    def choose(self, player: LoadClient, moment: float) -> None:
        if player.wire.closed:
            return
        late = self.loop.time() - moment
        self.missing -= 1
        self.last = time.perf_counter()
        player.choose(self.rng)
        watch = self.watch
        if watch.going:
            watch.choices += 1
            if not self.missing:
                self.counts = True
                watch.late += late > LATE


# --- Measuring ---


@dataclass(frozen=True)
class Result:
    """What a load costs."""

    tables: int
    connections: int
    seconds: float
    turns_per_second: float
    choices_per_second: float
    p50: float  # milliseconds
    p95: float
    p99: float
    max: float
    late_share: float
    client_lag_p99: float  # milliseconds
    client_lag_max: float
    speed: float  # of the machine, as a part of its best
    stolen: float  # part of the machine's time that went to others
    server_cpu: float  # seconds
    client_cpu: float
    server_memory: float  # megabytes
    refused: int

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.tables} tables held, {self.connections} connections, for {self.seconds:.0f} s",
                f"{self.turns_per_second:.1f} turns a second, {self.choices_per_second:.1f} choices a second, {self.refused} refused",
                f"a turn takes p50 {self.p50:.1f} ms, p95 {self.p95:.1f}, p99 {self.p99:.1f}, max {self.max:.1f}",
                f"{self.late_share:.2%} of the turns came later than planned; the client's own lag is p99 {self.client_lag_p99:.1f} ms, max {self.client_lag_max:.1f}",
                f"CPU: server {self.server_cpu:.1f} s ({self.server_cpu / self.seconds:.0%}), client {self.client_cpu:.1f} s ({self.client_cpu / self.seconds:.0%})",
                f"memory of the server: {self.server_memory:.0f} MB",
                f"the machine ran at {self.speed:.0%} of its best speed, and {self.stolen:.0%} of its time went to others",
            ]
        )


def share(sorted_values: list[float], part: float) -> float:
    """The value below which this part of them lies, in milliseconds."""
    if not sorted_values:
        return float("inf")
    return 1000 * sorted_values[min(int(part * len(sorted_values)), len(sorted_values) - 1)]


def family(server_process: ServerProcess) -> list[psutil.Process]:
    assert server_process.process is not None
    server = psutil.Process(server_process.process.pid)
    return [server, *server.children(recursive=True)]


def cpu(processes: list[psutil.Process]) -> float:
    times = [process.cpu_times() for process in processes]
    return sum(time.user + time.system for time in times)


async def open_tables(
    server_process: ServerProcess, tables: list[Table], game: str, options: dict[str, Any]
) -> None:
    doors = asyncio.Semaphore(AT_ONCE)

    async def enter(table: Table) -> None:
        async with doors, asyncio.timeout(60):
            await table.open(server_process, client, game, options)

    async with (
        httpx.AsyncClient(base_url=server_process.url, timeout=30) as client,
        asyncio.TaskGroup() as group,
    ):
        for table in tables:
            group.create_task(enter(table))


async def sleep_lightly(watch: Watch, seconds: float) -> None:
    """Sleep, and note how much too late one wakes up each time: what is measured meanwhile is off
    by so much.
    """
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        await asyncio.sleep(NAP)
        watch.lags.append(max(time.perf_counter() - now - NAP, 0))
        if len(watch.lags) % 20 == 0:
            watch.sums.append(small_sum())


def small_sum() -> float:
    """How long a tenth of a millisecond's work takes just now."""
    began = time.thread_time()
    sum(number * number for number in range(1000))
    return time.thread_time() - began


def stolen_time() -> float:
    """The time that others took of this machine so far, where the system knows it."""
    return getattr(psutil.cpu_times(), "steal", 0.0)


async def wait_for_the_rest(tables: list[Table]) -> None:
    """The slowest turns would be missing in the figures otherwise."""
    given_up = time.perf_counter() + LAST_TURN
    while any(table.counts for table in tables) and time.perf_counter() < given_up:
        await asyncio.sleep(0.01)


async def measure(server_process: ServerProcess, number: int, asked: argparse.Namespace) -> Result:
    """Play at a number of tables of a running server."""
    watch, rng = Watch(), Random(asked.seed)
    tables = [Table(watch, Random(rng.random()), asked.pace) for _ in range(number)]
    await open_tables(server_process, tables, asked.game, json.loads(asked.options))
    for table in tables:
        table.begin()
    gc.collect()
    gc.freeze()
    # nothing here makes cycles; a pause of the client would look like one of the server
    gc.disable()
    await asyncio.sleep(SPREAD * asked.pace + WARM_UP)
    processes = family(server_process)
    best = min(small_sum() for _ in range(1000))
    began, server_began, client_began, stolen = (
        time.perf_counter(),
        cpu(processes),
        time.process_time(),
        stolen_time(),
    )
    watch.going = True
    await sleep_lightly(watch, asked.seconds)
    watch.going = False
    seconds = time.perf_counter() - began
    server_used, client_used = cpu(processes) - server_began, time.process_time() - client_began
    stolen = (stolen_time() - stolen) / (seconds * (psutil.cpu_count() or 1))
    memory = sum(process.memory_info().rss for process in processes) / 1e6
    await wait_for_the_rest(tables)
    stuck = [LAST_TURN for table in tables if table.counts]
    wires = [player.wire for table in tables for player in table.clients if not player.wire.closed]
    held = sum(table.held for table in tables)
    for wire in wires:
        wire.transport.abort()
    turns, lags = sorted(watch.turns + stuck), sorted(watch.lags)
    gc.enable()
    if watch.refused:
        print(next(table.problem for table in tables if table.problem), file=sys.stderr)
    return Result(
        tables=held,
        connections=len(wires),
        seconds=seconds,
        turns_per_second=len(turns) / seconds,
        choices_per_second=watch.choices / seconds,
        p50=share(turns, 0.5),
        p95=share(turns, 0.95),
        p99=share(turns, 0.99),
        max=share(turns, 1),
        late_share=watch.late / max(len(turns), 1),
        client_lag_p99=share(lags, 0.99),
        client_lag_max=share(lags, 1),
        speed=min(best, *watch.sums) / median(watch.sums),
        stolen=stolen,
        server_cpu=server_used,
        client_cpu=client_used,
        server_memory=memory,
        refused=watch.refused,
    )


async def load(number: int, asked: argparse.Namespace) -> Result:
    """Start a server and play at a number of its tables."""
    with tempfile.TemporaryDirectory() as folder:
        db = asked.db or f"sqlite:///{folder}/tables.db"
        server_process = ServerProcess(db, Path(folder) / "log", asked.workers, bot_workers=0)
        try:
            await server_process.open()
            return await measure(server_process, number, asked)
        except BaseException:
            print(server_process.log.read_text()[-4000:], file=sys.stderr)
            raise
        finally:
            server_process.close()


async def find(asked: argparse.Namespace) -> int:
    """The largest number of tables that is held in time: double it while it is, then halve the gap."""
    held, too_many, number = 0, 0, asked.tables
    while not too_many or too_many - held > max(held // 20, 5):
        result = await load(number, asked)
        fine = result.p99 < LIMIT and result.tables == number
        print(
            f"{number:>6} tables: p99 {result.p99:.1f} ms, server {result.server_cpu / result.seconds:.0%}, client {result.client_cpu / result.seconds:.0%} of a core"
        )
        held, too_many = (number, too_many) if fine else (held, number)
        number = (held + too_many) // 2 if too_many else number * 2
    return held


def main() -> None:
    parser = argparse.ArgumentParser(prog="load", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, help="60; with --find 15 for each number")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds for a turn")
    parser.add_argument("--game", default="sushi-go")
    parser.add_argument("--options", default="{}", help="of the game, as JSON")
    parser.add_argument("--db", help="a fresh SQLite file if it is left out")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--check", action="store_true", help=f"fail if p99 is {LIMIT:.0f} ms or more"
    )
    parser.add_argument(
        "--find",
        action="store_true",
        help=f"look for the most tables with p99 under {LIMIT:.0f} ms",
    )
    asked = parser.parse_args()
    asked.seconds = asked.seconds or (15 if asked.find else 60)
    if asked.find:
        print(f"{uvloop.run(find(asked))} tables")
        return
    result = uvloop.run(load(asked.tables, asked))
    print(json.dumps(asdict(result)) if asked.json else result)
    if asked.check and (result.p99 >= LIMIT or result.tables < asked.tables):
        sys.exit(1)


if __name__ == "__main__":
    main()
