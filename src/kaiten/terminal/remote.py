"""The terminal at a remote table: the lobby, the games, and what the others do meanwhile."""

from __future__ import annotations

import select
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.control import Control
from rich.panel import Panel
from rich.rule import Rule
from rich.segment import ControlType
from rich.table import Table
from rich.text import Text as RichText

from ..client.connection import Refused
from ..client.seat import Seat, join, open_table, rejoin
from ..games import find_game
from ..match.view import View
from ..server.protocol.emotes import EMOTES
from ..text import LABELLED, Text, join_texts, plain_text
from .console import make_console
from .labels import ASKING
from .play import PlayerLeft, Terminal
from .screen import ROUND_NUMBER, TURN_NUMBER

POLL_SECONDS = 0.1  # between two looks at the keyboard
LOBBY_TITLE = Text("Table {code} · {game}")
FREE_SEAT = Text("free")
BOT_NOTE = Text("bot")
HOST_NOTE = Text("host")
WATCHES_NOTE = Text("watching")
OFFLINE_NOTE = Text("offline")
SHARE_LINK = Text("Others join with this link: {link}")
WAIT_FOR_START = Text("Waiting for {host} to start. q leaves.")
WAIT_FOR_REMATCH = Text("Waiting for a rematch. q leaves.")
HOST_OFFLINE = Text(
    "{host} is offline. After a while, Enter starts the game in their place. q leaves."
)
PRESS_TO_START = Text("Enter starts the game. q leaves.")
PRESS_FOR_REMATCH = Text("Enter starts a rematch. q leaves.")
PRESS_TO_SIT = Text("Enter takes the free seat {seat}. q leaves.")
YOU_WATCH = Text("You have no seat in this game. You are watching.")
STILL_CHOOSING = Text("Still choosing: {names}")
BOT_STANDS_IN = Text("A bot stands in for {name}.")
PLAYER_IS_BACK = Text("{name} is back.")
PLAYER_HAS_LEFT = Text("{name} has left; a bot plays on.")
TABLE_WENT_ON = Text("The game went on without your answer.")
TIMER_NOTICE = Text("{seconds} seconds per choice.")
CONNECTION_LOST = Text("Connection lost; reconnecting ...")
CONNECTION_RESTORED = Text("Reconnected.")
CHECK_DEAL_COMMAND = Text("To check the deal: {command}")
GOODBYE_FROM_TABLE = Text("Goodbye.")
GOODBYE_IN_GAME = Text("Goodbye. A bot plays on for you.")


class Keyboard:
    """Reads the lines that the player types, without blocking."""

    def has_line(self) -> bool:
        """Return whether a line has been typed; true if the system cannot tell."""
        if sys.platform == "win32":
            import msvcrt

            return msvcrt.kbhit()
        try:
            return bool(select.select([sys.stdin], [], [], 0)[0])
        except (OSError, ValueError):
            return True

    def read_line(self) -> str:
        """Return the next line. Raise `PlayerLeft` at q or at the end of the input."""
        line = sys.stdin.readline()
        if not line or line.strip().lower() == "q":
            raise PlayerLeft
        return line.strip()


class QuestionExpired(Exception):
    """The table has gone on, and the question is not asked any more."""


class RemoteTerminal(Terminal):
    """The screen of a player or a spectator at a remote table. Players are called by their names,
    never You.
    """

    def __init__(self, view: View, session: RemoteSession) -> None:
        super().__init__(view, session.language, session.console, says_you=False)
        self.session = session

    def read_line(self, question: Text) -> str:
        return self.session.read_line(question)

    def fetch_hint(self, view: View, step: int) -> Mapping[str, Any] | None:
        return self.session.fetch_hint(step)

    def show_public(self, view: View) -> None:
        """Print the table for a spectator, who has no hand."""
        title = join_texts(
            [ROUND_NUMBER.format(round=view.round), TURN_NUMBER.format(turn=view.turn)], " · "
        )
        self.console.print(Rule(title.to(self.language), style="cyan"), self.build_table(view))

    def show_progress(self, before: View, view: View) -> None:
        """Print what happened between two views, and the sheets of the rounds that ended."""
        self.show_events(before, view)
        for number in range(before.round, view.round + view.over):
            self.show_sheet(view, number)


class RemoteSession:
    """A stay at a remote table, over any number of games."""

    def __init__(
        self,
        seat: Seat,
        language: str,
        console: Console | None = None,
        keyboard: Keyboard | None = None,
    ) -> None:
        self.seat, self.language = seat, language
        self.console = console or make_console()
        self.keyboard = keyboard or Keyboard()
        self.status = ""  # the status line, while it stands on the screen
        self.told_problem: Text | None = None  # what was said last about a deal
        self.is_asking = False  # whether a question stands on the screen and waits for its answer
        seat.connection.on_change = self.show_connection

    def run(self) -> None:
        """Play until the player leaves."""
        try:
            while True:
                self.wait_in_lobby()
                self.play_game()
        except (PlayerLeft, KeyboardInterrupt):
            self.is_asking = True  # ends the line of the newest question
            in_game = self.stage == "playing" and self.seat.number is not None
            self.say(GOODBYE_IN_GAME if in_game else GOODBYE_FROM_TABLE, "")
            self.seat.connection.on_change = lambda up: None
            self.seat.leave()

    @property
    def stage(self) -> str:
        return str(self.seat.table["stage"])

    # --- Output ---

    def say(self, text: Text, style: str = "dim", **facts: object) -> None:
        """Print a sentence on a line of its own."""
        self.end_line()
        self.console.print(RichText(text.format(**facts).to(self.language), style))

    def end_line(self) -> None:
        """Erase the status line, or end the line of a question."""
        if self.status:
            self.console.control(
                Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2))
            )
        elif self.is_asking:
            self.console.print()
        self.status, self.is_asking = "", False

    def show_status(self, status: Text) -> None:
        """Write a status line that the next output erases. Without a terminal, write nothing."""
        text = RichText(status.to(self.language), "dim")
        text.truncate(self.console.width - 1, overflow="ellipsis")
        if text.plain != self.status and self.console.is_terminal:
            self.end_line()
            self.console.print(text, end="")
            self.status = text.plain

    def show_connection(self, up: bool) -> None:
        """Print that the connection is lost or restored."""
        self.say(CONNECTION_RESTORED if up else CONNECTION_LOST, "yellow")

    def poll_table(self) -> None:
        """Wait a moment for news of the table, and print what the player should know of it."""
        before = self.seat.table
        message = self.seat.listen(POLL_SECONDS)
        if message and message["type"] == "deal":
            self.show_deal_problem()
        if message and message["type"] == "emote" and message["person"] != self.seat.person:
            emote = EMOTES.get(message["emote"], plain_text(message["emote"]))
            self.say(LABELLED.format(label=message["name"], words=emote))
        if before["stage"] == self.stage == "playing":
            for old, new in zip(before["seats"], self.seat.table["seats"], strict=False):
                self.show_seat_change(old, new)

    def show_deal_problem(self) -> None:
        """Print what the player should know of the deal, once."""
        problem = self.seat.deals.problem
        if problem and problem is not self.told_problem:
            self.say(problem, "yellow")
        self.told_problem = problem

    def show_deal_check(self, number: int) -> None:
        """Print the command that checks the deal of a game that is over."""
        words = [f"kaiten verify - --hash {self.seat.table['hash']}"]
        if self.seat.deals.contribution:
            words.append(f"--contribution {self.seat.deals.contribution}")
        record = self.seat.connection.link.api_url(f"games/{number}")
        command = CHECK_DEAL_COMMAND.format(command=f"curl {record} | {' '.join(words)}")
        self.end_line()
        self.console.print(RichText(command.to(self.language), "dim"), soft_wrap=True)

    def show_seat_change(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Print that a bot or a player takes over at a seat."""
        if old["person"] and not new["person"]:
            self.say(PLAYER_HAS_LEFT, "yellow", name=new["name"])
        elif new["away"] and not old["away"]:
            self.say(BOT_STANDS_IN, "yellow", name=new["name"])
        elif old["away"] and not new["away"]:
            self.say(PLAYER_IS_BACK, "yellow", name=new["name"])

    # --- Questions ---

    def read_line(self, question: Text) -> str:
        """Print a question and return the line that the player types.

        Raise `QuestionExpired` if the table goes on meanwhile.
        """
        position = self.seat.position
        while True:
            if not self.is_asking:
                self.console.print(
                    RichText(f"{ASKING.format(question=question).to(self.language)} ", "bold"),
                    end="",
                )
                self.is_asking = True
            if self.keyboard.has_line():
                line, self.is_asking = self.keyboard.read_line(), False
                return line
            self.poll_table()
            if not self.seat.asked or self.seat.position != position:
                self.end_line()
                raise QuestionExpired

    def fetch_hint(self, step: int) -> Mapping[str, Any] | None:
        """Ask the table for a hint. Return None if it refuses."""
        try:
            reply = self.seat.command(
                "hint", step=step, version=self.seat.version, seat=self.seat.number
            )
        except Refused as refused:
            self.say(refused.text, "yellow")
            return None
        return reply.get("hint")

    # --- The lobby ---

    def wait_in_lobby(self) -> None:
        """Show who is there, and let the player start, until a game begins."""
        shown = None
        while self.stage != "playing":
            lobby = self.list_people(), self.describe_next_step()
            if lobby != shown:
                self.show_lobby(*lobby)
                shown = lobby
            if self.keyboard.has_line() and self.keyboard.read_line() == "":
                self.press_enter()
            self.poll_table()

    def list_people(self) -> list[tuple[str, str, str]]:
        """Return who sits where and who watches: the number of the seat, a name, and a note."""
        table = self.seat.table
        rows = [
            (str(number), *self.describe_seat(seat))
            for number, seat in enumerate(table["seats"], 1)
        ]
        seated = {seat["person"] for seat in table["seats"]}
        watching = [person for person in table["people"] if person["person"] not in seated]
        return rows + [("", person["name"], WATCHES_NOTE.to(self.language)) for person in watching]

    def describe_seat(self, seat: Mapping[str, Any]) -> tuple[str, str]:
        """Return the name and the note of a seat."""
        if not seat["person"]:
            return (
                (seat["name"], BOT_NOTE.to(self.language))
                if seat["bot"]
                else (FREE_SEAT.to(self.language), "")
            )
        notes = [HOST_NOTE] if seat["person"] == self.seat.table["host"] else []
        notes += [] if self.is_present(seat["person"]) else [OFFLINE_NOTE]
        return seat["name"], join_texts(notes).to(self.language)

    def is_present(self, number: int | None) -> bool:
        """Return whether a person is connected."""
        return number == self.seat.person or any(
            person["person"] == number and person["here"] for person in self.seat.table["people"]
        )

    @property
    def free_seat(self) -> int | None:
        """A free seat for a player who has none."""
        free = [
            place
            for place, seat in enumerate(self.seat.table["seats"])
            if not (seat["person"] or seat["bot"])
        ]
        return free[0] if free and self.seat.number is None else None

    @property
    def can_start(self) -> bool:
        """Whether starting is worth a try: the player is the host, or the host is offline."""
        host = self.seat.table["host"]
        return bool(host == self.seat.person) or not self.is_present(host)

    def describe_next_step(self) -> Text:
        """Return what the player can do in the lobby now."""
        table, again = self.seat.table, self.stage == "over"
        host = next(
            (person["name"] for person in table["people"] if person["person"] == table["host"]), "?"
        )
        if self.free_seat is not None:
            return PRESS_TO_SIT.format(seat=self.free_seat + 1)
        if table["host"] == self.seat.person:
            return PRESS_FOR_REMATCH if again else PRESS_TO_START
        if self.can_start:
            return HOST_OFFLINE.format(host=host)
        return WAIT_FOR_REMATCH if again else WAIT_FOR_START.format(host=host)

    def show_lobby(self, people: Sequence[tuple[str, str, str]], next_step: Text) -> None:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold")
        own = None if self.seat.number is None else str(self.seat.number + 1)
        for number, name, note in people:
            grid.add_row(
                number, RichText(name, "bold" if number == own else ""), RichText(note, "dim")
            )
        link, game = self.seat.connection.link, find_game(self.seat.table["game"])
        title = LOBBY_TITLE.format(code=link.code, game=game.title).to(self.language)
        self.end_line()
        self.console.print(
            Panel(grid, title=RichText(title), title_align="left", border_style="cyan")
        )
        self.say(SHARE_LINK, link=link.share_url)
        self.say(next_step)

    def press_enter(self) -> None:
        """Sit down or start a game, if the table allows it."""
        try:
            if self.free_seat is not None:
                self.seat.command("sit", seat=self.free_seat)
            elif self.can_start:
                self.seat.command("start")
        except Refused as refused:
            self.say(refused.text, "yellow")

    # --- The game ---

    def play_game(self) -> None:
        """Play a game from where it stands to its end."""
        shown, number = self.view, self.seat.table["number"]
        terminal = RemoteTerminal(shown, self)
        terminal.show_title()
        if self.seat.table.get("timer"):
            self.say(TIMER_NOTICE, seconds=round(self.seat.table["timer"]))
        if self.seat.table.get("hash"):
            terminal.show_hash(self.seat.table["hash"])
        if shown.seat is None:
            self.say(YOU_WATCH)
            terminal.show_public(shown)
        while self.seat.table["number"] == number:
            view = self.view
            if len(view.log) > len(shown.log):
                self.end_line()
                terminal.show_progress(shown, view)
                if view.seat is None and not view.over:
                    terminal.show_public(view)
                shown = view
            if view.over:
                terminal.show_end(view)
                terminal.show_hint_count(self.hint_count)
                if self.seat.table.get("hash"):
                    self.show_deal_check(number)
                return
            if self.seat.asked:
                self.make_choice(terminal)
            else:
                self.wait_for_others()

    @property
    def hint_count(self) -> int:
        """For how many questions of this game the table has given hints."""
        helps = self.seat.table.get("helps", [])
        return (
            int(helps[self.seat.number]["moments"]) if self.seat.number is not None and helps else 0
        )

    def wait_for_others(self) -> None:
        """Wait a moment for the others. What the player types meanwhile is ignored, except q."""
        self.show_status(self.describe_pending())
        if self.keyboard.has_line():
            self.keyboard.read_line()
        self.poll_table()

    @property
    def view(self) -> View:
        assert self.seat.view is not None  # a game is played
        return self.seat.view

    def make_choice(self, terminal: RemoteTerminal) -> None:
        """Ask the player for a choice and send it. If the table refuses it, print why."""
        self.end_line()
        try:
            choice = terminal.ask_choice(self.view)
            self.seat.choose(choice)
        except QuestionExpired:
            self.say(TABLE_WENT_ON, "yellow")
        except Refused as refused:
            self.say(refused.text, "yellow")

    def describe_pending(self) -> Text:
        """Return who is still choosing."""
        ready = self.seat.table["ready"]
        names = [
            plain_text(self.view.names[seat]) for seat in self.view.waiting if seat not in ready
        ]
        return STILL_CHOOSING.format(names=join_texts(names)) if names else plain_text("…")


def join_and_play(url: str, name: str, seat: int | None, language: str) -> None:
    """Play at a remote table in the terminal."""
    play_at_seat(join(url, name, seat, language), language)


def open_and_play(server: str, wish: Mapping[str, Any], language: str) -> None:
    """Open a table on a server, and play at it in the terminal."""
    link, token = open_table(server, wish, language)
    play_at_seat(rejoin(link, token, language), language)


def play_at_seat(seat: Seat, language: str) -> None:
    """Play at a connected seat until the player leaves, then close the connection."""
    try:
        RemoteSession(seat, language).run()
    finally:
        seat.close()
