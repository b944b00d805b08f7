"""A small table that speaks docs/protocol.md to the client, and misbehaves when it is told to."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from http import HTTPStatus
from random import Random
from socket import SHUT_RDWR
from threading import Event, RLock, Thread
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

import kaiten
from kaiten import KaitenError, Match
from kaiten.match.codec import encode_view
from kaiten.text import plain_text

CODE = "K7QX2M"
BOT_NAMES = ("Aki", "Mei", "Ken")


class SmallTable:
    """One person's seat or more, then bots; who has come first is the host."""

    def __init__(
        self,
        game: str = "sushi-go",
        people: int = 1,
        bots: int = 2,
        seed: int = 5,
        begins: bool = True,
        **options: Any,
    ) -> None:
        self.game, self.people, self.bots, self.seed, self.options = (
            game,
            people,
            bots,
            seed,
            options,
        )
        self.timer: float | None = None
        self.hash: str | None = None
        self.begins = begins  # as soon as all seats for people are taken
        self.match: Match | None = None
        self.stage, self.number, self.version = "open", 1, 0
        self.persons: dict[str, dict[str, Any]] = {}  # by token
        self.chosen: dict[int, str] = {}
        self.away: set[int] = set()
        self.helps: dict[int, set[int]] = {}  # by seat, the moments at which it had a hint
        self.offline: set[int] = set()  # persons who are not here
        self.lines: dict[
            ServerConnection, str | None
        ] = {}  # the token of the client at the other end
        self.heard: list[dict[str, Any]] = []
        self.visits: list[
            tuple[str, str | None]
        ] = []  # address and Authorization of everybody who connected
        # What goes wrong next.
        self.refuses: list[tuple[str, str]] = []  # what the next commands are answered with
        self.drops: list[str] = []  # the line breaks "before" or "after" the next commands are done
        self.deaf = False
        self.closed: Response | None = None
        self.lock = RLock()
        self.changed = Event()

    # --- The server ---

    def __enter__(self) -> Self:
        self.stack = ExitStack()
        self.server = self.stack.enter_context(
            serve(self.attend, "127.0.0.1", 0, process_request=self.admit, close_timeout=0.1)
        )
        self.link = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}/t/{CODE}"
        self.thread = Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        self.stack.close()
        self.thread.join()

    def admit(self, line: ServerConnection, request: Request) -> Response | None:
        self.visits.append((request.path, request.headers.get("Authorization")))
        if not request.path.startswith(f"/api/tables/{CODE}/live?"):
            said = {
                "type": "error",
                "ok": False,
                "code": "unknown-table",
                "error": "No such table.",
            }
            return line.respond(HTTPStatus.NOT_FOUND, json.dumps(said))
        return self.closed

    def attend(self, line: ServerConnection) -> None:
        with self.lock:
            authorization = line.request.headers.get("Authorization") if line.request else None
            self.lines[line] = authorization.removeprefix("Bearer ") if authorization else None
            self.back(self.lines[line])
            self.send(line, self.table_for(line))
        try:
            for text in line:
                with self.lock:
                    self.obey(line, json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            with self.lock:
                self.lines.pop(line, None)

    def send(self, line: ServerConnection, message: dict[str, Any]) -> None:
        try:
            line.send(json.dumps({"version": self.version, **message}))
        except ConnectionClosed:
            self.lines.pop(line, None)

    def tell_all(self, **message: Any) -> None:
        for line in list(self.lines):
            self.send(line, message or self.table_for(line))

    def hang_up(self) -> None:
        """Break every line without a word."""
        with self.lock:
            for line in self.lines:
                with suppress(OSError):  # the other end was faster
                    line.socket.shutdown(SHUT_RDWR)
            self.lines.clear()

    # --- What is said ---

    def table_for(self, line: ServerConnection) -> dict[str, Any]:
        person = self.persons.get(self.lines.get(line) or "")
        seats = [] if not person or person["seat"] is None else [person["seat"]]
        views = [self.match.view(seat) for seat in seats or [None]] if self.match else []
        table = {
            "code": CODE,
            "stage": self.stage,
            "game": self.game,
            "options": self.options,
            "number": self.number,
            "hash": self.hash,
            "timer": self.timer,
            "grace": 60,
            "listed": False,
            "host": self.host(),
            "people": [
                {
                    "person": one["person"],
                    "name": one["name"],
                    "here": one["person"] not in self.offline,
                }
                for one in self.persons.values()
            ],
            "seats": [self.seat(seat) for seat in range(self.people + self.bots)],
            "ready": sorted(self.chosen),
            "seconds_left": None,
            "games": [],
            "helps": [
                {"moments": len(self.helps.get(seat, ())), "deepest": 0}
                for seat in range(self.people + self.bots)
            ],
        }
        return {
            "type": "table",
            "table": table,
            "you": person and {"person": person["person"], "seats": seats},
            "views": [
                {"seat": view.seat, "chosen": None, "state": encode_view(view)} for view in views
            ],
        }

    def seat(self, seat: int) -> dict[str, Any]:
        person = next((one for one in self.persons.values() if one["seat"] == seat), None)
        names = [*(f"Bot {place + 1}" for place in range(self.people)), *BOT_NAMES]
        if self.match and self.stage == "playing":
            names = [*self.match.names]
        return {
            "name": person["name"] if person else names[seat],
            "person": person and person["person"],
            "bot": "greedy" if seat >= self.people else None,
            "away": seat in self.away,
        }

    def host(self) -> int | None:
        return min((one["person"] for one in self.persons.values()), default=None)

    # --- What is done ---

    def obey(self, line: ServerConnection, command: dict[str, Any]) -> None:
        self.heard.append(command)
        self.changed.set()
        if self.deaf:
            return
        drop = self.drops.pop(0) if self.drops else ""
        if drop == "before":
            self.hang_up()
            return
        try:
            answer = {"type": "ack", "ok": True, **self.do(line, command)}
        except KaitenError as error:
            code = getattr(error, "code", "illegal-choice")
            answer = {"type": "error", "ok": False, "code": code, "error": str(error)}
        if drop == "after":
            self.hang_up()
        self.send(line, {"id": command["id"], **answer})

    def do(self, line: ServerConnection, command: dict[str, Any]) -> dict[str, Any]:
        if self.refuses:
            code, text = self.refuses.pop(0)
            raise kaiten.Refused(plain_text(text), code)
        action = getattr(self, f"do_{command['do']}")
        given: dict[str, Any] = action(line, command) or {}
        return given

    def do_join(self, line: ServerConnection, command: dict[str, Any]) -> dict[str, Any]:
        token = f"secret-{len(self.persons) + 1}"
        taken = {one["seat"] for one in self.persons.values()}
        free = [seat for seat in range(self.people) if seat not in taken]
        seat = command.get("seat", free[0] if free else None)
        self.persons[token] = {
            "person": len(self.persons) + 1,
            "name": command["name"],
            "seat": seat,
        }
        self.lines[line] = token
        self.version += 1
        if self.begins and free == [seat]:
            self.start()
        self.tell_all()
        return {"person": self.persons[token]["person"], "seat": seat, "token": token}

    def do_sit(self, line: ServerConnection, command: dict[str, Any]) -> None:
        self.persons[self.lines[line] or ""]["seat"] = command["seat"]
        self.version += 1
        self.tell_all()

    def do_start(self, line: ServerConnection, command: dict[str, Any]) -> None:
        self.start()
        self.tell_all()

    def do_leave(self, line: ServerConnection, command: dict[str, Any]) -> None:
        gone = self.persons.pop(self.lines.pop(line) or "")
        self.version += 1
        if self.stage == "playing":
            self.away.add(gone["seat"])
            self.finish_turn()
        self.tell_all()

    def do_choose(self, line: ServerConnection, command: dict[str, Any]) -> dict[str, Any]:
        assert self.match
        if command["version"] < self.turned:
            raise kaiten.Refused(kaiten.Text("Too late."), "stale")
        seat = self.persons[self.lines[line] or ""]["seat"]
        assert command["seat"] == seat
        self.match.choose(seat, command["choice"])
        self.chosen[seat] = command["choice"]
        self.tell_all(type="ready", ready=sorted(self.chosen))
        self.finish_turn()
        return {"seat": seat, "chosen": self.chosen.get(seat)}

    def do_hint(self, line: ServerConnection, command: dict[str, Any]) -> dict[str, Any]:
        """Always the same advice, of which each step tells more."""
        seat, step = command["seat"], command["step"]
        moments = self.helps.setdefault(seat, set())
        moments.add(self.turned)
        told = [
            {
                "choice": "tempura",
                "words": words,
                "why": f"{words} is good.",
                "win": 0.5,
                "win_error": 0.012,
                "margin": -1.5,
                "margin_error": 0.25,
                "equal": place < 2,
            }
            for place, words in enumerate(["Tempura", "Sashimi", "Wasabi", "Pudding"])
        ]
        prospects = told[: {1: 0, 2: 3, 3: 4}[step]]
        return {
            "seat": seat,
            "hint": {"step": step, "nudge": "Look around.", "prospects": prospects},
        }

    def start(self) -> None:
        names = {one["seat"]: one["name"] for one in self.persons.values()}
        seated = [names.get(seat, f"Bot {seat + 1}") for seat in range(self.people)]
        self.number += self.stage == "over"
        self.match = kaiten.deal(
            self.game, [*seated, *BOT_NAMES[: self.bots]], self.seed, **self.options
        )
        self.stage, self.version = "playing", self.version + 1
        self.turned = self.version

    def back(self, token: str | None) -> None:
        if token in self.persons:
            self.away.discard(self.persons[token or ""]["seat"])

    def finish_turn(self) -> None:
        """If nobody is waited for, carry out the choices, the bots' included, until a person is
        asked.
        """
        assert self.match
        while not self.match.over:
            absent = [
                seat for seat in self.match.waiting if seat >= self.people or seat in self.away
            ]
            if set(self.match.waiting) - set(absent) - set(self.chosen):
                return
            for seat in self.match.waiting:
                bot = kaiten.find_bot("greedy")(self.match.view(seat), Random(self.version))
                self.match = self.match.choose(seat, self.chosen.get(seat) or bot)
            self.chosen.clear()
            self.version += 1
            self.turned = self.version
            self.stage = "over" if self.match.over else "playing"
            self.tell_all()

    # --- What others do ---

    def choose_for(self, seat: int) -> None:
        """Time is up: a bot chooses, this once."""
        with self.lock:
            assert self.match
            self.chosen[seat] = str(self.match.choices(seat)[0])
            self.tell_all(type="ready", ready=sorted(self.chosen))
            self.finish_turn()

    def stand_in(self, seat: int) -> None:
        """A bot takes over."""
        with self.lock:
            self.away.add(seat)
            self.version += 1
            self.tell_all()
            self.finish_turn()

    def come_back(self, seat: int) -> None:
        """The person plays again."""
        with self.lock:
            self.away.discard(seat)
            self.version += 1
            self.tell_all()

    def begin(self) -> None:
        with self.lock:
            self.start()
            self.tell_all()

    def kick(self, person: int) -> None:
        with self.lock:
            self.persons = {
                token: one for token, one in self.persons.items() if one["person"] != person
            }
            self.version += 1
            self.tell_all()

    def said(self, do: str) -> list[dict[str, Any]]:
        """The commands of a name that have come in."""
        return [command for command in self.heard if command["do"] == do]
