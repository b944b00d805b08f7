"""A table: its people, its seats and its game. It knows neither the network nor the store."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from ...bots import BOT_NAMES, USUAL_LEVEL
from ...match.choice import Choice
from ...match.match import Match, rank_seats
from ...match.record import Fairness, Record
from ..storage.entry import Stage

STAND_IN = USUAL_LEVEL  # the bot that plays for absent people, and at seats that are free
Marks = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Person:
    """A person who has joined; the server keeps only a digest of their token."""

    number: int
    name: str
    digest: str


@dataclass(frozen=True)
class TablePlace:
    """A place in the game: a bot's, a person's, or nobody's yet."""

    bot: str | None = None
    person: int | None = None
    name: str = ""  # the name under which a person plays
    away: str | None = None  # a bot plays for the person, and why: asked, absent, replaced

    @property
    def is_free(self) -> bool:
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


class Help(NamedTuple):
    """How much a player was helped in a game: at how many moments, and the furthest step."""

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
    """A table after some entries of its log. It is immutable: `fold` makes the next one."""

    code: str
    settings: Settings = Settings("", {})
    version: int = 0
    people: Mapping[int, Person] = None  # type: ignore[assignment] # filled by the first entry
    came: int = 0  # how many people have ever joined
    opener: str = ""  # where the table was opened: the lobby shares its places by it
    summarised: int = 0  # the version of the last summary; the log begins there
    seats: tuple[TablePlace, ...] = ()
    number: int = 0  # of the game being played, or played last
    # of the game that ended before its time, because this Kaiten has other rules; 0: none did
    outdated: int = 0
    start: Mapping[str, Any] | None = None  # the entry with which that game started
    match: Match | None = None
    fair: Fairness | None = None
    # the version at which the match moved last: choices made before do not count
    moved: int = 0
    moved_at: float = 0
    answers: tuple[tuple[str | None, ...], ...] = ()  # everything answered in this game so far
    # of this game: the version at which the match had moved, seat, step
    hints: tuple[tuple[int, int, int], ...] = ()
    marks: Marks = ()  # at which version the match's log and sheet were how long
    results: tuple[Result, ...] = ()  # of the latest games
    # the last few: version, person, emote, time
    emotes: tuple[tuple[int, int, str, float], ...] = ()

    # --- Seats and people ---

    def with_seats(self, changed: Mapping[int, TablePlace]) -> Table:
        """Return the table with some seats changed."""
        seats = tuple(changed.get(place, seat) for place, seat in enumerate(self.seats))
        return replace(self, seats=seats)

    @property
    def stage(self) -> str:
        if self.match is None:
            return Stage.OPEN
        return Stage.OVER if self.match.over else Stage.PLAYING

    @property
    def host(self) -> int | None:
        """The person who joined first and has not left."""
        return min(self.people, default=None)

    def seats_of(self, person: int | None) -> tuple[int, ...]:
        """Return the seats of a person."""
        return self._seats_by_person.get(person, ())

    @cached_property
    def _seats_by_person(self) -> Mapping[int | None, tuple[int, ...]]:
        people = {seat.person for seat in self.seats if seat.person}
        return {
            person: tuple(place for place, seat in enumerate(self.seats) if seat.person == person)
            for person in people
        }

    def find_free_seat(self) -> int | None:
        return next((place for place, seat in enumerate(self.seats) if seat.is_free), None)

    @property
    def is_listed(self) -> bool:
        """Whether the table is public and waits for players."""
        waits = self.stage != Stage.PLAYING and self.find_free_seat() is not None
        return self.settings.listed and waits

    @property
    def names(self) -> tuple[str, ...]:
        """The name at each seat: those of the game in progress, otherwise the people's and bots'."""
        if self.match and self.stage == Stage.PLAYING:
            return self.match.names[: len(self.seats)]
        taken = {seat.name.casefold() for seat in self.seats}
        watching = {person.name.casefold() for person in self.people.values()}
        free = [name for name in BOT_NAMES if name.casefold() not in taken]
        spare = iter(sorted(free, key=lambda name: name.casefold() in watching))
        bots_first = sorted(range(len(self.seats)), key=lambda place: self.seats[place].is_free)
        names = {place: self.seats[place].name or next(spare) for place in bots_first}
        return tuple(names[place] for place in range(len(self.seats)))

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The bot at each seat, if any; during a game also at seats without a person."""
        playing = self.stage == Stage.PLAYING
        return tuple(
            seat.player if playing and not seat.person else seat.bot for seat in self.seats
        )

    # --- The game ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have to choose."""
        return self.match.waiting if self.match else ()

    def make_turn(self, chosen: Mapping[int, Choice]) -> Mapping[str, Any] | None:
        """Return the entry of the turn if every waiting seat has chosen, otherwise None."""
        if not self.waiting or not set(self.waiting) <= set(chosen):
            return None
        return {
            "answers": [
                chosen[seat].text if seat in self.waiting else None
                for seat in range(len(self.seats))
            ]
        }

    def bots_to_move(self, chosen: Container[int]) -> dict[int, str]:
        """Return the bots that have to choose, by seat."""
        return {seat: bot for seat, bot in self._bots_asked if seat not in chosen}

    @cached_property
    def _bots_asked(self) -> list[tuple[int, str]]:
        return [(seat, bot) for seat in self.waiting if (bot := self.seats[seat].player)]

    def people_to_move(self, chosen: Container[int]) -> set[int]:
        """Return the people who have to choose."""
        seats = [self.seats[seat] for seat in self.waiting if seat not in chosen]
        return {seat.person for seat in seats if seat.person and not seat.player}

    def lengths_at(self, version: int) -> tuple[int, int]:
        """Return how long the match's log and sheet were at this version of the table."""
        return next(
            (
                (log, sheet)
                for mark, log, sheet in reversed(self.marks)
                if mark <= version <= self.version
            ),
            (0, 0),
        )

    def make_ending(self) -> Mapping[str, Any] | None:
        """Return the entry with scores and ranking if the game has just ended, otherwise None."""
        ended = self.match.outcome() if self.match and self.last_result < self.number else None
        if not self.match or not ended:
            return None
        ranks = [list(seats) for seats in rank_seats(ended)]
        helps = [list(help) for help in self.helps]
        return {
            "number": self.number,
            "scores": list(self.match.scores),
            "ranking": ranks,
            "helps": helps,
        }

    @property
    def last_result(self) -> int:
        """The number of the game that ended last; 0 before the first has ended."""
        return self.results[-1].number if self.results else 0

    @property
    def helps(self) -> tuple[Help, ...]:
        """How much each seat has been helped in this game."""
        return tuple(self._help_of(seat) for seat in self.match.seats) if self.match else ()

    def _help_of(self, place: int) -> Help:
        found = {(moved, step) for moved, seat, step in self.hints if seat == place}
        return Help(len({moved for moved, _ in found}), max((step for _, step in found), default=0))

    def hint_step(self, place: int) -> int:
        """Return the furthest step of the hints that a seat has had this turn; 0 without any."""
        return max(
            (step for moved, seat, step in self.hints if (moved, seat) == (self.moved, place)),
            default=0,
        )

    def record(self) -> Record:
        """Return the record of the game, with the proof that the deal was fair."""
        assert self.match is not None
        return replace(self.match.record(), fair=self.fair)
