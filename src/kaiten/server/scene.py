"""A table as it stands in the store at one moment, read, changed and written back within a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from .commands import Done, Moment
from .store import Book, Row
from .table import PLAYING, STAND_IN, Entry, Table

LEASE = 2.0  # seconds after which another process does what this one should have done


@dataclass(frozen=True, eq=False)
class Scene:
    """A table, the choices made this turn, and who is there."""

    table: Table
    changes: int = -1
    chosen: Mapping[int, str] = field(default_factory=dict)
    visits: Mapping[int, float | None] = field(default_factory=dict)  # seen last when; None: is here
    due: float | None = None  # when the server has something to do here, as the store has it

    @cached_property
    def here(self) -> set[int]:
        """The people who are connected."""
        return {person for person, left in self.visits.items() if left is None and person in self.table.people}

    def moment(self, person: int | None, now: float) -> Moment:
        """The scene as a command sees it."""
        gone = {other: now - (self.visits.get(other) or 0) for other in self.table.people if other not in self.here}
        return Moment(self.table, self.chosen, person, gone, now)

    def late(self, now: float) -> dict[int, str]:
        """The bots that have to choose: at their own seats, and for whoever's time is up."""
        bots = self.table.bots_to_move(self.chosen)
        if self.deadline is not None and now >= self.deadline:
            bots |= {seat: STAND_IN for seat in self.table.waiting if seat not in self.chosen and seat not in bots}
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
        return min((time for time in (self.deadline, self._patience(now)) if time is not None), default=None)

    def _patience(self, now: float) -> float | None:
        """When the first of those who are waited for will have been gone too long."""
        grace = self.table.settings.grace
        if grace is None or len(self.here) == len(self.table.people):
            return None
        at = self.moment(None, now)
        if not at.anybody_here():
            return None
        gone = [at.gone[person] for person in self.table.people_to_move(self.chosen) if person in at.gone]
        return max(now - max(gone) + grace, now + LEASE / 2) if gone else None


def read(book: Book, code: str, known: Scene | None) -> Scene:
    """The table as it stands; only what is new since the known scene is read."""
    row = book.find(code)
    return known if known and known.changes == row.changes else fresh(book, code, known, row)


def locked(book: Book, code: str, known: Scene | None) -> Scene:
    """The same, about to change."""
    row = book.lock(code)
    if known and known.changes == row.changes - 1:
        return replace(known, changes=row.changes)
    return fresh(book, code, known, row)


def fresh(book: Book, code: str, known: Scene | None, row: Row) -> Scene:
    table = known.table if known else Table(code)
    if row.version > table.version:
        table = table.fold(book.entries(code, table.version))
    chosen = book.chosen(code, table.moved) if table.stage == PLAYING else {}
    return Scene(table, row.changes, chosen, book.visits(code), row.due)


def write(book: Book, scene: Scene, done: Done, now: float) -> Scene:
    """Write down what was done, and the turn or the end of the game that follows from it."""
    chosen = {seat: choice for seat, choice in {**scene.chosen, **done.choices}.items() if choice is not None}
    turn = scene.table.turn(chosen) if done.choices else None
    if done.choices and not turn:
        book.choose(scene.table.code, scene.table.moved, done.choices)
    table = written(book, scene.table, [*done.entries, *([("turn", turn)] if turn else ())], now)
    after = replace(scene, table=table, chosen=chosen if table.moved == scene.table.moved else {})
    due = after.next_due(now)
    if table is not scene.table or due != scene.due:
        facts = {"version": table.version, "stage": table.stage, "listed": table.settings.listed}
        book.note(table.code, **facts, due=due, touched=now)
    return replace(after, due=due)


def written(book: Book, table: Table, entries: Sequence[tuple[str, Mapping[str, Any]]], now: float) -> Table:
    """The table after some entries, which are in its log now; a game that has ended is kept as a record."""
    lines = []
    for kind, data in entries:
        lines.append(Entry(table.version + 1, kind, data, now))
        table = table.after(lines[-1])
    ending = table.ending()
    if ending:
        lines.append(Entry(table.version + 1, "ended", ending, now))
        table = table.after(lines[-1])
        book.keep(table.code, table.number, table.settings.game, table.record().json(), now)
    if lines:
        book.append(table.code, lines)
    return table
