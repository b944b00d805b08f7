"""A server in a thread of this process, and a client who speaks the protocol with it."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import orjson
import uvicorn
from websockets.sync.client import ClientConnection, connect

from kaiten.match.protocol_version import PROTOCOL
from kaiten.server.protocol.schemas import SERVER_MESSAGE
from kaiten.server.settings import Limits
from kaiten.server.storage.store import Store
from kaiten.server.tables.runtime import TableRuntime
from kaiten.server.web.app import make_app
from kaiten.server.web.http_protocol import LimitedProtocol
from kaiten.server.web.network import Network
from kaiten.server.workers.pool import WorkerPool

Message = dict[str, Any]
WAIT = 10  # seconds after which a message will not come any more


class Server:
    """A server on a database, with bots that think in its own thread."""

    def __init__(
        self,
        database: str,
        limits: Limits,
        alone: bool = True,
        network: Network | None = None,
    ) -> None:
        self.runtime = TableRuntime(Store(database), WorkerPool(workers=0), alone)
        self.app = make_app(self.runtime, limits, network)
        config = uvicorn.Config(
            self.app, port=0, log_config=None, http=LimitedProtocol, access_log=False, lifespan="on",
            ws="websockets-sansio", ws_max_size=limits.message_bytes, timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        self.clients: list[TableClient] = []
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=WAIT)

    def empty(self) -> None:
        """Everybody goes."""
        for client in self.clients:
            client.go()
        self.clients.clear()

    def stop(self) -> None:
        self.empty()
        self.http.close()
        self._server.should_exit = True
        self._thread.join()

    # --- HTTP ---

    def open(self, name: str = "Ana", game: str = "sushi-go", **wish: Any) -> Message:
        """Open a table. Return the server's answer."""
        answer = self.http.post("/api/tables", json={"name": name, "game": game, **wish})
        self.http.cookies.clear()  # tokens are given in the header, by whom they belong to
        assert answer.status_code == 201, answer.text
        return answer.json()

    def post(self, code: str, do: str, token: str | None = None, **fields: Any) -> httpx.Response:
        """A command over HTTP."""
        answer = self.http.post(
            f"/api/tables/{code}/commands", json={"do": do, **fields}, headers=bearer(token)
        )
        self.http.cookies.clear()
        return answer

    def look(self, code: str, token: str | None = None, **query: Any) -> Message:
        """The table as the holder of the token sees it."""
        answer = self.http.get(f"/api/tables/{code}", params=query, headers=bearer(token))
        assert answer.status_code == 200, answer.text
        return answer.json()

    # --- WebSocket ---

    def connect_client(
        self,
        code: str,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        **query: Any,
    ) -> TableClient:
        """A person who comes to a table, or comes back to it."""
        self.clients.append(TableClient(self, code, token, headers, **query))
        return self.clients[-1]

    def party(
        self, people: int = 2, names: str = "Ana Ben Cleo Dan Eve Flo Gus Hal", **wish: Any
    ) -> list[TableClient]:
        """A table at which `people` sit, all of them connected; the first one is the host."""
        called = names.split()
        opened = self.open(called[0], **{"seats": [None] * people, **wish})
        clients = [self.connect_client(opened["table"], opened["token"])]
        for name in called[1:people]:
            clients.append(self.connect_client(opened["table"]))
            clients[-1].do("join", name=name)
        return clients


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class TableClient:
    """A client at a table. It remembers the newest table message, and every message it was ever
    sent.
    """

    def __init__(
        self,
        server: Server,
        code: str,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        **query: Any,
    ) -> None:
        self.server, self.code, self.token = server, code, token
        address = httpx.URL(
            f"{server.url.replace('http', 'ws')}/api/tables/{code}/live",
            params={"protocol": PROTOCOL, **query},
        )
        sent = bearer(token) | (headers or {})
        self.socket: ClientConnection = connect(
            str(address), additional_headers=sent, legacy=True, max_queue=None
        )
        self.messages: list[Message] = []
        self.ids = map(str, itertools.count(1))
        self.newest: Message = {}
        self.hear(lambda message: message["type"] in ("table", "error"))

    def go(self) -> None:
        with suppress(Exception):
            self.socket.close()

    def receive(self, timeout: float = WAIT) -> Message:
        """The next message, which has the shape that the description promises."""
        said = self.socket.recv(timeout=timeout)
        SERVER_MESSAGE.validate_json(said, strict=True)
        message: Message = orjson.loads(said)
        self.messages.append(message)
        if message["type"] == "table":
            self.newest = message
        elif message["type"] == "ready" and self.newest:
            self.newest["table"]["ready"] = message["ready"]
            for view in self.newest["views"]:
                view["chosen"] = message["chosen"].get(str(view["seat"]))
        return message

    def hear(self, wanted: Callable[[Message], bool], timeout: float = WAIT) -> Message:
        """The next message of a sort, reading over the others."""
        ends = time.monotonic() + timeout
        while True:
            message = self.receive(max(0, ends - time.monotonic()))
            if wanted(message):
                return message

    def see(self, wanted: Callable[[Message], bool], timeout: float = WAIT) -> Message:
        """The table, as soon as it is as wanted: now, or after some more messages."""
        ends = time.monotonic() + timeout
        while not (self.newest and wanted(self.newest)):
            self.receive(max(0, ends - time.monotonic()))
        return self.newest

    def ask(self, do: str, **fields: Any) -> Message:
        """The answer to a command: an ack, or an error."""
        id = next(self.ids)
        self.socket.send(orjson.dumps({"id": id, "do": do, **fields}).decode())
        return self.hear(
            lambda message: message["type"] in ("ack", "error") and message["id"] == id
        )

    def do(self, do: str, **fields: Any) -> Message:
        """Do something that must succeed; the table is then at least as new as that."""
        answer = self.ask(do, **fields)
        assert answer["ok"], answer
        self.token = answer.get("token") or self.token
        if do not in ("choose", "unchoose"):
            self.see(lambda table: table["version"] >= answer["version"])
        elif self.newest["version"] == answer["version"]:
            seat, ready = answer["seat"], set(self.newest["table"]["ready"])
            self.newest["table"]["ready"] = sorted(
                ready | {seat} if answer["chosen"] else ready - {seat}
            )
            self.view(seat)["chosen"] = answer["chosen"]
        return answer

    def refused(self, do: str, **fields: Any) -> str:
        """The code of the error with which a command is refused."""
        answer = self.ask(do, **fields)
        assert not answer["ok"], answer
        assert answer["error"]
        code: str = answer["code"]
        return code

    def drain(self, quiet: float = 0.3) -> list[Message]:
        """All messages that still come, until none comes for a while."""
        heard: list[Message] = []
        with suppress(TimeoutError):
            while True:
                heard.append(self.receive(quiet))
        return heard

    def again(self, **query: Any) -> TableClient:
        """This person on another connection, besides the first or instead of it."""
        return self.server.connect_client(self.code, self.token, **query)

    def look(self, **query: Any) -> Message:
        """The table as this person sees it over HTTP."""
        return self.server.look(self.code, self.token, **query)

    # --- The game ---

    @property
    def table(self) -> Message:
        found: Message = self.newest["table"]
        return found

    @property
    def version(self) -> int:
        version: int = self.newest["version"]
        return version

    def view(self, seat: int | None = None) -> Message:
        """The newest view: of the only seat, or of this one."""
        views = [view for view in self.newest["views"] if seat is None or view["seat"] == seat]
        assert len(views) == 1, views
        found: Message = views[0]
        return found

    def choose(
        self, choice: str | None = None, seat: int | None = None, rng: random.Random | None = None
    ) -> str:
        """Choose: this, or anything."""
        options = [option["choice"] for option in self.view(seat)["choices"]]
        picked = choice or (rng or random.Random(0)).choice(options)
        self.do(
            "choose",
            choice=picked,
            version=self.version,
            **({} if seat is None else {"seat": seat}),
        )
        return picked


def begin(clients: list[TableClient]) -> None:
    """Let the host start a game, and everybody see it."""
    version = clients[0].do("start")["version"]
    for client in clients:
        client.see(
            lambda table: table["version"] >= version and table["table"]["stage"] == "playing"
        )


def agree(clients: list[TableClient], wanted: Callable[[Message], bool]) -> None:
    """Wait until everybody sees the table as wanted."""
    for client in clients:
        client.see(wanted)


def progress(table: Message) -> tuple[int, str, int]:
    """How far the games at a table have come; it grows with every turn, and with nothing else."""
    log = table["views"][0]["log"] if table["views"] else {"from": 0, "events": []}
    return table["table"]["number"], table["table"]["stage"], log["from"] + len(log["events"])


def play(
    clients: list[TableClient],
    rng: random.Random | None = None,
    turns: int | None = None,
    liked: tuple[str, ...] = (),
) -> set[str]:
    """Let everybody choose, for some turns or until the game is over; the prompts that they
    answered.

    They choose anything, but where they can something with one of the words that are liked.
    """
    rng = rng or random.Random(0)
    prompts, done = set[str](), 0
    while clients[0].table["stage"] == "playing" and done != turns:
        before = progress(clients[0].newest)
        for client in clients:
            for view in list(client.newest["views"]):
                if view["choices"] and view["chosen"] is None:
                    options = [option["choice"] for option in view["choices"]]
                    best = [option for option in options if any(word in option for word in liked)]
                    client.choose(rng.choice(best or options), seat=view["seat"])
                    prompts.add(view["prompt"]["id"])
        agree(clients, lambda table, before=before: progress(table) != before)  # type: ignore[misc]
        done += 1
    return prompts
