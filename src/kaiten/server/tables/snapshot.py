"""A table as it stands in the store at one moment, what follows from something done there, and how
that is written back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import orjson

from ..storage.store import Book, Row
from .commands import Done, Moment
from .table import PLAYING, STAND_IN, Entry, Table

ROUGHLY = 60.0  # seconds
LEASE = 3.0  # seconds after which another process does what this one should have done


@dataclass(frozen=True, eq=False)
class Scene:
    """A table, the choices made this turn, and who is there."""

    table: Table
    changes: int = -1
    chosen: Mapping[int, str] = field(default_factory=dict)
    # seen last when; None: is here
    visits: Mapping[int, float | None] = field(default_factory=dict)
    due: float | None = None  # when the server has something to do here, as the store has it
    touched: float = 0  # when something happened here, roughly

    @cached_property
    def here(self) -> set[int]:
        """The people who are connected."""
        return {
            person
            for person, left in self.visits.items()
            if left is None and person in self.table.people
        }

    def moment(self, person: int | None, now: float) -> Moment:
        """The scene as a command sees it."""
        gone = {
            other: now - (self.visits.get(other) or 0)
            for other in self.table.people
            if other not in self.here
        }
        return Moment(self.table, self.chosen, person, gone, now)

    def late(self, now: float) -> dict[int, str]:
        """The bots that have to choose: at their own seats, and for whoever's time is up."""
        bots = self.table.bots_to_move(self.chosen)
        if self.deadline is not None and now >= self.deadline:
            bots |= {
                seat: STAND_IN
                for seat in self.table.waiting
                if seat not in self.chosen and seat not in bots
            }
        return bots

    @property
    def deadline(self) -> float | None:
        """When the time of this turn is up."""
        timer = self.table.settings.timer
        return None if timer is None or self.table.stage != PLAYING else self.table.moved_at + timer

    def next_due(self, now: float) -> float | None:
        """When the server has something to do at this table, unless something else happens before."""
        if self.table.stage != PLAYING:
            return None
        if self.late(now):
            return now + LEASE
        return min(
            (time for time in (self.deadline, self._patience(now)) if time is not None),
            default=None,
        )

    def _patience(self, now: float) -> float | None:
        """When the first of those who are waited for will have been gone too long."""
        grace = self.table.settings.grace
        if grace is None or len(self.here) == len(self.table.people):
            return None
        at = self.moment(None, now)
        if not at.anybody_here():
            return None
        gone = [
            at.gone[person]
            for person in self.table.people_to_move(self.chosen)
            if person in at.gone
        ]
        return max(now - max(gone) + grace, now + LEASE / 2) if gone else None


def read(book: Book, code: str, known: Scene | None) -> Scene:
    """The table as it stands; only what is new since the known scene is read."""
    return up_to_date(book, code, known, book.find(code))


def held(book: Book, code: str, known: Scene | None) -> Scene:
    """The same, and nobody else changes it until the transaction is over."""
    return up_to_date(book, code, known, book.hold(code))


def up_to_date(book: Book, code: str, known: Scene | None, row: Row) -> Scene:
    if known and known.changes == row.changes:
        return known
    table = known.table if known else Table(code)
    if row.version > table.version:
        # not what has come since the line was read
        table = table.fold(book.entries(code, table.version, row.version))
    chosen = {int(seat): choice for seat, choice in orjson.loads(row.chosen or "{}").items()}
    return Scene(table, row.changes, chosen, book.visits(code), row.due, row.touched)


class Step(NamedTuple):
    """A scene, the one that follows it, and what has to be written down between the two."""

    before: Scene
    after: Scene
    lines: Sequence[Entry]


def step(before: Scene, done: Done, now: float) -> Step:
    """What follows from something done, with the turn or the end of the game that follows from
    that.
    """
    chosen = {
        seat: choice
        for seat, choice in {**before.chosen, **done.choices}.items()
        if choice is not None
    }
    turn = before.table.turn(chosen) if done.choices else None
    table, lines = before.table, []
    for kind, data in (*done.entries, *((("turn", turn),) if turn else ())):
        lines.append(Entry(table.version + 1, kind, data, now))
        table = table.after(lines[-1])
    ending = table.ending()
    if ending:
        lines.append(Entry(table.version + 1, "ended", ending, now))
        table = table.after(lines[-1])
    still_chosen = chosen if table.moved == before.table.moved else {}
    touched = now if lines and now > before.touched + ROUGHLY else before.touched
    after = Scene(table, before.changes + 1, still_chosen, before.visits, before.due, touched)
    due = after.next_due(now)
    return Step(before, after if due == after.due else replace(after, due=due), lines)


def write(book: Book, step: Step, now: float) -> bool:
    """Write a step down, unless somebody has changed the table since; a game that has ended is kept
    as a record.
    """
    before, after, lines = step
    table = after.table
    if not book.note(table.code, before.changes, **news(before, after)):
        return False
    book.append(table.code, lines)
    if lines and lines[-1].kind == "ended":
        book.keep(table.code, table.number, table.settings.game, table.record().json(), now)
    return True


def as_text(chosen: Mapping[int, str]) -> str:
    return orjson.dumps(chosen, option=orjson.OPT_NON_STR_KEYS).decode()


def news(before: Scene, after: Scene) -> dict[str, Any]:
    """What is new on the table's line: only that is written, since whatever is found by an index
    costs more.
    """
    facts: dict[str, Any] = {"chosen": as_text(after.chosen) if after.chosen else None}
    if after.table is not before.table:
        table = after.table
        facts |= {"version": table.version, "stage": table.stage, "listed": table.settings.listed}
    facts |= {
        name: getattr(after, name)
        for name in ("due", "touched")
        if getattr(after, name) != getattr(before, name)
    }
    return facts
