"""A table: who sits where and what is played, folded out of the table's log. It knows nothing of
the network or of storage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from ...bots import NAMES, USUAL_LEVEL
from ...match.fairness import Fair
from ...match.match import Match, deal, ranking
from ...match.record import Record

STAND_IN = USUAL_LEVEL  # the bot that plays for somebody absent, and at seats that nobody took
OPEN, PLAYING, OVER = "open", "playing", "over"
Marks = tuple[tuple[int, int, int], ...]


class Entry(NamedTuple):
    """A line of a table's log."""

    version: int
    kind: str
    data: Mapping[str, Any]
    at: float


@dataclass(frozen=True)
class Person:
    """Somebody who has joined; of the token only the digest is known."""

    number: int
    name: str
    digest: str


@dataclass(frozen=True)
class Seat:
    """A place in the game: a bot's, a person's, or nobody's yet."""

    bot: str | None = None
    person: int | None = None
    name: str = ""  # the name under which a person plays
    away: str | None = None  # a bot plays for the person, and why: asked, absent, replaced

    @property
    def free(self) -> bool:
        return self.bot is None and self.person is None

    @property
    def player(self) -> str | None:
        """The bot that plays here, if it is not the person."""
        return self.bot or (STAND_IN if self.away or self.person is None else None)


@dataclass(frozen=True)
class Settings:
    """What is played, and how."""

    game: str
    options: Mapping[str, Any]
    timer: float | None = None
    grace: float | None = 60
    listed: bool = False
    hints: bool = True  # whether players may ask for some
    memory: bool = True  # whether players are told what they could remember of the others' hands


SETTINGS = [setting.name for setting in fields(Settings)]


class Help(NamedTuple):
    """How much somebody was helped in a game: at how many moments, and how far the furthest hint
    went.
    """

    moments: int = 0
    deepest: int = 0


@dataclass(frozen=True)
class Result:
    """How a game at this table ended."""

    number: int
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    helps: tuple[Help, ...] = ()  # by seat


@dataclass(frozen=True)
class Table:
    """A table after some entries of its log. It never changes: `after` answers with the table that
    follows.
    """

    code: str
    settings: Settings = Settings("", {})
    version: int = 0
    people: Mapping[int, Person] = None  # type: ignore[assignment] # filled by the first entry
    came: int = 0  # how many people have ever joined
    seats: tuple[Seat, ...] = ()
    number: int = 0  # of the game being played, or played last
    match: Match | None = None
    fair: Fair | None = None
    # the version at which the match moved last: what was chosen before is of no account
    moved: int = 0
    moved_at: float = 0
    answers: tuple[tuple[str | None, ...], ...] = ()  # everything answered in this game so far
    hints: tuple[
        tuple[int, int, int], ...
    ] = ()  # of this game: when the match had moved, seat, step
    marks: Marks = ()  # at which version the match's log and sheet were how long
    results: tuple[Result, ...] = ()
    emotes: tuple[
        tuple[int, int, str, float], ...
    ] = ()  # the last few: version, person, emote, time

    # --- The fold ---

    def after(self, entry: Entry) -> Table:
        """The table after one more entry."""
        table = FOLDS[entry.kind](self, entry.data, entry)
        return table if table.version == entry.version else replace(table, version=entry.version)

    def fold(self, entries: Sequence[Entry]) -> Table:
        """The table after more entries; games that are over are not played again."""
        table = self
        last = max(
            (place for place, entry in enumerate(entries) if entry.kind == "started"), default=0
        )
        for place, entry in enumerate(entries):
            if place >= last or entry.kind not in ("started", "turn"):
                table = table.after(entry)
        return table

    def _opened(self, data: Mapping[str, Any], entry: Entry) -> Table:
        return replace(self._set(data, entry), people={})

    def _set(self, data: Mapping[str, Any], entry: Entry) -> Table:
        seats = [Seat(bot=bot) for bot in data["seats"]]
        for place, (seat, old) in enumerate(zip(seats, self.seats, strict=False)):
            if seat.free and old.person:
                seats[place] = old
        settings = Settings(**{name: data[name] for name in SETTINGS if name in data})
        return replace(self, settings=settings, seats=tuple(seats))

    def _joined(self, data: Mapping[str, Any], entry: Entry) -> Table:
        person = Person(data["person"], data["name"], data["digest"])
        table = replace(self, people={**self.people, person.number: person}, came=person.number)
        return (
            table
            if data["seat"] is None
            else table.with_seats({data["seat"]: Seat(None, person.number, person.name)})
        )

    def _sat(self, data: Mapping[str, Any], entry: Entry) -> Table:
        left = {place: Seat() for place in data["leaving"]}
        return self.with_seats(left | {data["seat"]: Seat(None, data["person"], data["name"])})

    def _stood(self, data: Mapping[str, Any], entry: Entry) -> Table:
        return self.with_seats({data["seat"]: Seat()})

    def _left(self, data: Mapping[str, Any], entry: Entry) -> Table:
        people = {
            number: person for number, person in self.people.items() if number != data["person"]
        }
        return replace(self, people=people).with_seats(
            {place: Seat() for place in self.held_by(data["person"])}
        )

    def _started(self, data: Mapping[str, Any], entry: Entry) -> Table:
        match = deal(self.settings.game, data["names"], data["seed"], **data["options"])
        fair = Fair(data["hash"], data["salt"])
        return self._moved(entry, match, (), number=data["number"], fair=fair, answers=(), hints=())

    def _turn(self, data: Mapping[str, Any], entry: Entry) -> Table:
        assert self.match is not None
        answers = tuple(data["answers"])
        match = self.match.answer(
            {seat: text for seat, text in enumerate(answers) if text is not None}
        )
        return self._moved(entry, match, self.marks, answers=(*self.answers, answers))

    def _moved(self, entry: Entry, match: Match, marks: Marks, **changed: Any) -> Table:
        """The table with the match that follows from an entry, and whatever else has changed."""
        mark = entry.version, len(match.log), len(match.sheet())
        changed |= {"match": match, "marks": (*marks, mark)}
        return replace(
            self, version=entry.version, moved=entry.version, moved_at=entry.at, **changed
        )

    def _ended(self, data: Mapping[str, Any], entry: Entry) -> Table:
        ranks = tuple(tuple(seats) for seats in data["ranking"])
        helps = tuple(Help(*help) for help in data.get("helps", ()))
        return replace(
            self,
            results=(*self.results, Result(data["number"], tuple(data["scores"]), ranks, helps)),
        )

    def _hinted(self, data: Mapping[str, Any], entry: Entry) -> Table:
        return replace(self, hints=(*self.hints, (self.moved, data["seat"], data["step"])))

    def _away(self, data: Mapping[str, Any], entry: Entry) -> Table:
        return self.with_seats(
            {place: replace(self.seats[place], away=data["why"]) for place in data["seats"]}
        )

    def _back(self, data: Mapping[str, Any], entry: Entry) -> Table:
        return self.with_seats(
            {place: replace(self.seats[place], away=None) for place in data["seats"]}
        )

    def _emote(self, data: Mapping[str, Any], entry: Entry) -> Table:
        return replace(
            self,
            emotes=(*self.emotes[-7:], (entry.version, data["person"], data["emote"], entry.at)),
        )

    def with_seats(self, changed: Mapping[int, Seat]) -> Table:
        seats = tuple(changed.get(place, seat) for place, seat in enumerate(self.seats))
        return replace(self, seats=seats)

    # --- Who is who ---

    @property
    def stage(self) -> str:
        if self.match is None:
            return OPEN
        return OVER if self.match.over else PLAYING

    @property
    def host(self) -> int | None:
        """Whoever came first of those who are still here."""
        return min(self.people, default=None)

    def held_by(self, person: int | None) -> tuple[int, ...]:
        """The seats of a person."""
        return self._held.get(person, ())

    @cached_property
    def _held(self) -> Mapping[int | None, tuple[int, ...]]:
        people = {seat.person for seat in self.seats if seat.person}
        return {
            person: tuple(place for place, seat in enumerate(self.seats) if seat.person == person)
            for person in people
        }

    def free_seat(self) -> int | None:
        return next((place for place, seat in enumerate(self.seats) if seat.free), None)

    def names(self) -> tuple[str, ...]:
        """The name at every seat: those of the game being played, otherwise the people's and the
        bots'.
        """
        if self.match and self.stage == PLAYING:
            return self.match.names[: len(self.seats)]
        taken = {seat.name.casefold() for seat in self.seats}
        watching = {person.name.casefold() for person in self.people.values()}
        free = [name for name in NAMES if name.casefold() not in taken]
        spare = iter(sorted(free, key=lambda name: name.casefold() in watching))
        bots_first = sorted(range(len(self.seats)), key=lambda place: self.seats[place].free)
        names = {place: self.seats[place].name or next(spare) for place in bots_first}
        return tuple(names[place] for place in range(len(self.seats)))

    def bots(self) -> tuple[str | None, ...]:
        """The bot at every seat that belongs to one; during a game also where nobody has sat down
        or somebody has left.
        """
        playing = self.stage == PLAYING
        return tuple(
            seat.player if playing and not seat.person else seat.bot for seat in self.seats
        )

    # --- The game ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that are asked something."""
        return self.match.waiting if self.match else ()

    def turn(self, chosen: Mapping[int, str]) -> Mapping[str, Any] | None:
        """The turn that follows when everybody who is asked has chosen; None while somebody has
        not.
        """
        if not self.waiting or not set(self.waiting) <= set(chosen):
            return None
        return {
            "answers": [
                chosen[seat] if seat in self.waiting else None for seat in range(len(self.seats))
            ]
        }

    def bots_to_move(self, chosen: Mapping[int, str]) -> dict[int, str]:
        """The bots that have to choose, by seat."""
        return {seat: bot for seat, bot in self._bots_asked if seat not in chosen}

    @cached_property
    def _bots_asked(self) -> list[tuple[int, str]]:
        return [(seat, bot) for seat in self.waiting if (bot := self.seats[seat].player)]

    def people_to_move(self, chosen: Mapping[int, str]) -> set[int]:
        """The people who have to choose."""
        seats = [self.seats[seat] for seat in self.waiting if seat not in chosen]
        return {seat.person for seat in seats if seat.person and not seat.player}

    def seen_at(self, version: int) -> tuple[int, int]:
        """How much of the match's log and sheet somebody has seen who knows this version of the
        table.
        """
        return next(
            (
                (log, sheet)
                for mark, log, sheet in reversed(self.marks)
                if mark <= version <= self.version
            ),
            (0, 0),
        )

    def ending(self) -> Mapping[str, Any] | None:
        """What is to be written down when the game has just ended: scores and ranking; None
        otherwise.
        """
        ended = self.match.outcome() if self.match and len(self.results) < self.number else None
        if not self.match or not ended:
            return None
        ranks = [list(seats) for seats in ranking(ended)]
        helps = [list(help) for help in self.helps()]
        return {
            "number": self.number,
            "scores": list(self.match.scores),
            "ranking": ranks,
            "helps": helps,
        }

    def helps(self) -> tuple[Help, ...]:
        """How much everybody has been helped in this game, by seat."""
        return tuple(self.help_at(seat) for seat in self.match.seats) if self.match else ()

    def help_at(self, place: int) -> Help:
        found = {(moved, step) for moved, seat, step in self.hints if seat == place}
        return Help(len({moved for moved, _ in found}), max((step for _, step in found), default=0))

    def told(self, place: int) -> int:
        """How far the hints went that a seat has had at this moment."""
        return max(
            (step for moved, seat, step in self.hints if (moved, seat) == (self.moved, place)),
            default=0,
        )

    def record(self) -> Record:
        """The record of the game, with what proves that the deal was fair."""
        assert self.match is not None
        return replace(self.match.record(), fair=self.fair)


Fold = Callable[[Table, Mapping[str, Any], Entry], Table]
FOLDS: dict[str, Fold] = {
    "opened": Table._opened,
    "set": Table._set,
    "joined": Table._joined,
    "sat": Table._sat,
    "stood": Table._stood,
    "left": Table._left,
    "started": Table._started,
    "turn": Table._turn,
    "ended": Table._ended,
    "hinted": Table._hinted,
    "away": Table._away,
    "back": Table._back,
    "emote": Table._emote,
}
