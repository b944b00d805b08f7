"""A game in the terminal at a remote table: the lobby, the game, and what the others do meanwhile."""

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
from ..text import COLON, Text, join_texts, untranslated
from .play import Leave, Terminal
from .screen import ROUND_ONLY, TURN

TICK = 0.1  # seconds between two looks at the keyboard
TABLE = Text("Table {code} · {game}", "Table {code} · {game}")
FREE = Text("free", "libre")
BOT = Text("bot", "bot")
HOST = Text("host", "hôte")
WATCHES = Text("watches", "regarde")
NOT_HERE = Text("offline", "hors ligne")
SHARE = Text("Others come by this link", "Pour venir, ce lien")
WAIT = Text("Waiting for {host} to start. q leaves.", "On attend que {host} commence. q quitte.")
WAIT_AGAIN = Text("Waiting for a rematch. q leaves.", "On attend une revanche. q quitte.")
NO_HOST = Text(
    "{host} is offline; after a while Enter starts in their place. q leaves.",
    "{host} est hors ligne ; au bout d'un moment, Entrée commence à sa place. q quitte.",
)
START = Text("Enter starts the game. q leaves.", "Entrée commence la partie. q quitte.")
START_AGAIN = Text("Enter starts a rematch. q leaves.", "Entrée lance une revanche. q quitte.")
SIT = Text(
    "Enter takes the free seat {seat}. q leaves.", "Entrée prend la place libre {seat}. q quitte."
)
WATCH = Text(
    "You have no seat in this game, and watch.",
    "Vous n'avez pas de place dans cette partie : vous regardez.",
)
CHOOSING = Text("Still choosing", "Choisissent encore")
STANDS_IN = Text("A bot stands in for {name}.", "Un bot remplace {name}.")
BACK = Text("{name} is back.", "{name} est de retour.")
HAS_LEFT = Text("{name} has left; a bot goes on.", "{name} a quitté la partie ; un bot continue.")
GONE_ON = Text(
    "The table has gone on without your answer.", "La table a continué sans votre réponse."
)
TIMER = Text("{seconds} seconds for each choice.", "{seconds} secondes pour chaque choix.")
LOST = Text(
    "The connection is lost; trying to get it back ...",
    "Connexion perdue ; on essaie de la rétablir ...",
)
FOUND = Text("Connected again.", "Connexion rétablie.")
BYE = Text("Goodbye.", "À bientôt.")
BYE_IN_GAME = Text("Goodbye. A bot goes on for you.", "À bientôt. Un bot continue pour vous.")


class Keyboard:
    """The lines that somebody types, which can be looked for without waiting for them."""

    def waits(self) -> bool:
        """Whether a line has been typed; where that cannot be known, it is as good as typed."""
        if sys.platform == "win32":
            import msvcrt

            return msvcrt.kbhit()
        try:
            return bool(select.select([sys.stdin], [], [], 0)[0])
        except (OSError, ValueError):
            return True

    def line(self) -> str:
        """The next line; an end of the input, or q, leaves."""
        line = sys.stdin.readline()
        if not line or line.strip().lower() == "q":
            raise Leave
        return line.strip()


class Overtaken(Exception):
    """What was asked is asked no more."""


class RemoteTerminal(Terminal):
    """The screen of somebody who plays at a remote table, or watches there. Everybody has a name,
    and nobody is You.
    """

    def __init__(self, view: View, visit: Visit) -> None:
        super().__init__(view, visit.language, visit.console)
        self.visit = visit

    def read(self, words: Text) -> str:
        return self.visit.read(words)

    def advice(self, view: View, step: int) -> Mapping[str, Any] | None:
        return self.visit.advice(step)

    def spoken_to(self, view: View, seat: int) -> bool:
        return False

    def show_public(self, view: View) -> None:
        """The table for somebody without a hand."""
        title = join_texts(
            [ROUND_ONLY.format(round=view.round), TURN.format(turn=view.turn)], " · "
        )
        self.console.print(Rule(title.to(self.language), style="cyan"), self.table(view))

    def tell_all(self, before: View, view: View) -> None:
        """What happened, and the sheets of the rounds that ended."""
        self.tell(before, view)
        for number in range(before.round, view.round + view.over):
            self.show_sheet(view, number)


class Visit:
    """Somebody's stay at a remote table, over any number of games."""

    def __init__(
        self,
        seat: Seat,
        language: str,
        console: Console | None = None,
        keyboard: Keyboard | None = None,
    ) -> None:
        self.seat, self.language = seat, language
        self.console = console or Console(highlight=False, markup=False)
        self.keyboard = keyboard or Keyboard()
        self.calm = ""  # the line that says who is still choosing, while it stands there
        self.asking = False  # whether a question stands there, and waits for its answer
        seat.connection.on_change = self.say_line

    def stay(self) -> None:
        """Play until the player leaves."""
        try:
            while True:
                self.wait_in_lobby()
                self.play()
        except (Leave, KeyboardInterrupt):
            self.asking = True  # of whatever was asked last, the answer was to leave
            self.say(
                BYE_IN_GAME if self.stage == "playing" and self.seat.number is not None else BYE, ""
            )
            self.seat.connection.on_change = lambda up: None
            self.seat.leave()

    @property
    def stage(self) -> str:
        return str(self.seat.table["stage"])

    # --- What is said ---

    def say(self, words: Text, style: str = "dim", **facts: object) -> None:
        self.end_line()
        self.console.print(RichText(words.format(**facts).to(self.language), style))

    def end_line(self) -> None:
        """Leave the line that the cursor is on, or wipe it clean."""
        if self.calm:
            self.console.control(
                Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2))
            )
        elif self.asking:
            self.console.print()
        self.calm, self.asking = "", False

    def say_calmly(self, words: Text) -> None:
        """Say something on a line that is wiped away again; where that cannot be, nothing is said."""
        text = RichText(words.to(self.language), "dim")
        text.truncate(self.console.width - 1, overflow="ellipsis")
        if text.plain != self.calm and self.console.is_terminal:
            self.end_line()
            self.console.print(text, end="")
            self.calm = text.plain

    def say_line(self, up: bool) -> None:
        self.say(FOUND if up else LOST, "yellow")

    def hear(self) -> None:
        """Take in what the table says in the next moment, and say what the player should know of
        it.
        """
        before = self.seat.table
        message = self.seat.listen(TICK)
        if message and message["type"] == "emote" and message["person"] != self.seat.person:
            said = EMOTES.get(message["emote"], untranslated(message["emote"]))
            self.say(join_texts([untranslated(message["name"]), said], COLON))
        if before["stage"] == self.stage == "playing":
            for old, new in zip(before["seats"], self.seat.table["seats"], strict=False):
                self.say_change(old, new)

    def say_change(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """That somebody else plays at a seat from now on."""
        if old["person"] and not new["person"]:
            self.say(HAS_LEFT, "yellow", name=new["name"])
        elif new["away"] and not old["away"]:
            self.say(STANDS_IN, "yellow", name=new["name"])
        elif old["away"] and not new["away"]:
            self.say(BACK, "yellow", name=new["name"])

    # --- What is asked ---

    def read(self, words: Text) -> str:
        """A line from the player, while the table is listened to; what happens there may overtake
        the question.
        """
        moment = self.seat.position
        while True:
            if not self.asking:
                self.console.print(
                    RichText(
                        join_texts([words, untranslated("")], COLON).to(self.language), "bold"
                    ),
                    end="",
                )
                self.asking = True
            if self.keyboard.waits():
                line, self.asking = self.keyboard.line(), False
                return line
            self.hear()
            if not self.seat.asked or self.seat.position != moment:
                self.end_line()
                raise Overtaken

    def advice(self, step: int) -> Mapping[str, Any] | None:
        """What the table says to somebody who asks for a hint; it may have none."""
        try:
            told = self.seat.command(
                "hint", step=step, version=self.seat.version, seat=self.seat.number
            )
        except Refused as refused:
            self.say(refused.text, "yellow")
            return None
        return told.get("hint")

    # --- The lobby ---

    def wait_in_lobby(self) -> None:
        """Show who is there, and let them start, until a game begins."""
        shown = None
        while self.stage != "playing":
            lobby = self.guests(), self.hint()
            if lobby != shown:
                self.show_lobby(*lobby)
                shown = lobby
            if self.keyboard.waits() and self.keyboard.line() == "":
                self.press_enter()
            self.hear()

    def guests(self) -> list[tuple[str, str, str]]:
        """Who sits where, and who watches: the number of the seat, a name, and what is to be said
        of them.
        """
        table = self.seat.table
        rows = [(str(number), *self.at_seat(seat)) for number, seat in enumerate(table["seats"], 1)]
        seated = {seat["person"] for seat in table["seats"]}
        watching = [person for person in table["people"] if person["person"] not in seated]
        return rows + [("", person["name"], WATCHES.to(self.language)) for person in watching]

    def at_seat(self, seat: Mapping[str, Any]) -> tuple[str, str]:
        if not seat["person"]:
            return (
                (seat["name"], BOT.to(self.language))
                if seat["bot"]
                else (FREE.to(self.language), "")
            )
        notes = [HOST] if seat["person"] == self.seat.table["host"] else []
        notes += [] if self.is_here(seat["person"]) else [NOT_HERE]
        return seat["name"], join_texts(notes).to(self.language)

    def is_here(self, number: int | None) -> bool:
        return number == self.seat.person or any(
            person["person"] == number and person["here"] for person in self.seat.table["people"]
        )

    @property
    def free_seat(self) -> int | None:
        """A seat to sit down at, for somebody who has none."""
        free = [
            place
            for place, seat in enumerate(self.seat.table["seats"])
            if not (seat["person"] or seat["bot"])
        ]
        return free[0] if free and self.seat.number is None else None

    @property
    def may_start(self) -> bool:
        """Whether this is the host, or the host is not here, and it is worth trying."""
        host = self.seat.table["host"]
        return bool(host == self.seat.person) or not self.is_here(host)

    def hint(self) -> Text:
        """What may be done now."""
        table, again = self.seat.table, self.stage == "over"
        host = next(
            (person["name"] for person in table["people"] if person["person"] == table["host"]), "?"
        )
        if self.free_seat is not None:
            return SIT.format(seat=self.free_seat + 1)
        if table["host"] == self.seat.person:
            return START_AGAIN if again else START
        if self.may_start:
            return NO_HOST.format(host=host)
        return WAIT_AGAIN if again else WAIT.format(host=host)

    def show_lobby(self, guests: Sequence[tuple[str, str, str]], hint: Text) -> None:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold")
        own = None if self.seat.number is None else str(self.seat.number + 1)
        for number, name, note in guests:
            grid.add_row(
                number, RichText(name, "bold" if number == own else ""), RichText(note, "dim")
            )
        link, game = self.seat.connection.link, find_game(self.seat.table["game"])
        title = TABLE.format(code=link.code, game=game.title).to(self.language)
        self.end_line()
        self.console.print(
            Panel(grid, title=RichText(title), title_align="left", border_style="cyan")
        )
        self.say(join_texts([SHARE, untranslated(link.share_url)], COLON))
        self.say(hint)

    def press_enter(self) -> None:
        """Sit down, or start a game, as far as the table lets us."""
        try:
            if self.free_seat is not None:
                self.seat.command("sit", seat=self.free_seat)
            elif self.may_start:
                self.seat.command("start")
        except Refused as refused:
            self.say(refused.text, "yellow")

    # --- The game ---

    def play(self) -> None:
        """A game, from where it stands to its end."""
        shown, number = self.view, self.seat.table["number"]
        terminal = RemoteTerminal(shown, self)
        terminal.show_title()
        if self.seat.table.get("timer"):
            self.say(TIMER, seconds=round(self.seat.table["timer"]))
        if shown.seat is None:
            self.say(WATCH)
            terminal.show_public(shown)
        while self.seat.table["number"] == number:
            view = self.view
            if len(view.log) > len(shown.log):
                self.end_line()
                terminal.tell_all(shown, view)
                if view.seat is None and not view.over:
                    terminal.show_public(view)
                shown = view
            if view.over:
                terminal.show_end(view)
                terminal.show_help(self.helped)
                return
            if self.seat.asked:
                self.choose(terminal)
            else:
                self.wait()

    @property
    def helped(self) -> int:
        """At how many moments of this game the table has given hints."""
        helps = self.seat.table.get("helps", [])
        return (
            int(helps[self.seat.number]["moments"]) if self.seat.number is not None and helps else 0
        )

    def wait(self) -> None:
        """Wait a moment for the others; whatever is typed meanwhile, but q, was typed too early."""
        self.say_calmly(self.still_choosing())
        if self.keyboard.waits():
            self.keyboard.line()
        self.hear()

    @property
    def view(self) -> View:
        assert self.seat.view is not None  # a game is played
        return self.seat.view

    def choose(self, terminal: RemoteTerminal) -> None:
        """Let the player choose; what the table refuses may be chosen better."""
        self.end_line()
        try:
            choice = terminal.choose(self.view)
            self.seat.choose(choice)
        except Overtaken:
            self.say(GONE_ON, "yellow")
        except Refused as refused:
            self.say(refused.text, "yellow")

    def still_choosing(self) -> Text:
        ready = self.seat.table["ready"]
        names = [
            untranslated(self.view.names[seat]) for seat in self.view.waiting if seat not in ready
        ]
        return join_texts([CHOOSING, join_texts(names)], COLON) if names else untranslated("…")


def visit(url: str, name: str, seat: int | None, language: str) -> None:
    """Play at a remote table in the terminal."""
    play_at(join(url, name, seat, language), language)


def host(server: str, wish: Mapping[str, Any], language: str) -> None:
    """Open a table on a server, and play at it in the terminal."""
    link, token = open_table(server, wish, language)
    play_at(rejoin(link, token, language), language)


def play_at(guest: Seat, language: str) -> None:
    try:
        Visit(guest, language).stay()
    finally:
        guest.close()
