"""A table as the store has it at one moment, what a command makes of it, and how that is written
back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import orjson

from ...match.choice import Choice
from ..storage.entry import Entry, Stage
from ..storage.transaction import TableRow, Transaction
from .commands import CommandContext, Effects
from .log_fold import fold_entry, fold_log, play_turn
from .lots import Lots, decode_lots, draw_lots
from .summary import is_summary_due, summarise_table
from .table import STAND_IN, Table

TOUCH_INTERVAL = 60.0  # seconds; `touched` may lag behind by as many
LEASE = 3.0  # seconds after which another process does what this one should have done


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A table, the choices made this turn, and who is connected."""

    table: Table
    changes: int = -1
    chosen: Mapping[int, Choice] = field(default_factory=dict)
    # when each person was last connected; None: they are now
    visits: Mapping[int, float | None] = field(default_factory=dict)
    watching: int = 0  # how many see the table without having joined
    due: float | None = None  # when the server has to act here, as the store has it
    touched: float = 0  # when the log last grew, to within TOUCH_INTERVAL
    lots: Lots | None = None  # what the next deal comes from; None at a table of older servers

    @cached_property
    def here(self) -> set[int]:
        """The people who are connected."""
        return {
            person
            for person, left in self.visits.items()
            if left is None and person in self.table.people
        }

    def context(self, person: int | None, now: float) -> CommandContext:
        """Return the snapshot as a command of this person sees it."""
        gone = {
            other: now - (self.visits.get(other) or 0)
            for other in self.table.people
            if other not in self.here
        }
        return CommandContext(self.table, self.chosen, person, gone, now, self.lots)

    def bots_to_move(self, now: float) -> dict[int, str]:
        """Return the bots that have to choose, by seat: at their own seats, and at those of people
        whose time is up.
        """
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
        table = self.table
        timer = table.settings.timer
        return None if timer is None or table.stage != Stage.PLAYING else table.moved_at + timer

    @property
    def deal_deadline(self) -> float | None:
        """When a game that was started is dealt with the contributions that there are by then."""
        return self.lots.deadline if self.lots else None

    def next_due(self, now: float) -> float | None:
        """Return when the server has to act at this table, unless the table changes before."""
        if self.deal_deadline is not None:
            return self.deal_deadline
        if self.table.stage != Stage.PLAYING:
            return None
        if self.bots_to_move(now):
            return now + LEASE
        return min(
            (time for time in (self.deadline, self._grace_end(now)) if time is not None),
            default=None,
        )

    def _grace_end(self, now: float) -> float | None:
        """Return when the first absent player whom the table waits for will be replaced."""
        grace = self.table.settings.grace
        if grace is None or len(self.here) == len(self.table.people):
            return None
        context = self.context(None, now)
        if not context.is_anyone_here():
            return None
        gone = [
            context.gone[person]
            for person in self.table.people_to_move(self.chosen)
            if person in context.gone
        ]
        return max(now - max(gone) + grace, now + LEASE / 2) if gone else None


def read_snapshot(transaction: Transaction, code: str, cached: Snapshot | None) -> Snapshot:
    """Return the table as the store has it, reading only what the cached snapshot lacks."""
    return refresh_snapshot(transaction, code, cached, transaction.find_table(code))


def lock_snapshot(transaction: Transaction, code: str, cached: Snapshot | None) -> Snapshot:
    """Lock the table until the transaction ends, and return it as the store has it."""
    return refresh_snapshot(transaction, code, cached, transaction.lock_table(code))


def refresh_snapshot(
    transaction: Transaction, code: str, cached: Snapshot | None, row: TableRow
) -> Snapshot:
    """Return the snapshot that belongs to a table's row."""
    if cached and cached.changes == row.changes:
        return cached
    table = cached.table if cached else Table(code)
    if row.version > table.version:
        # not the entries that were written after the row was read
        table = fold_log(table, transaction.read_log(code, table.version, row.version))
    chosen = decode_chosen(table, row.chosen) if row.chosen else {}
    visits, watching = transaction.read_visits(code)
    lots = cached.lots if cached else None
    if row.lots and (lots is None or lots.encode() != row.lots):
        lots = decode_lots(row.lots)
    return Snapshot(table, row.changes, chosen, visits, watching, row.due, row.touched, lots)


def read_presence(transaction: Transaction, snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with those who are connected now."""
    visits, watching = transaction.read_visits(snapshot.table.code)
    return replace(snapshot, visits=visits, watching=watching)


class Transition(NamedTuple):
    """A snapshot, the next one, and the log entries between the two."""

    before: Snapshot
    after: Snapshot
    entries: Sequence[Entry]


def apply_effects(before: Snapshot, effects: Effects, now: float) -> Transition:
    """Apply the effects of a command, with the turn and the end of the game that follow from it."""
    chosen = {
        seat: choice
        for seat, choice in {**before.chosen, **effects.choices}.items()
        if choice is not None
    }
    table, entries = before.table, []
    for kind, data in effects.entries:
        entries.append(Entry(table.version + 1, kind, data, now))
        table = fold_entry(table, entries[-1])
    turn = table.make_turn(chosen) if effects.choices else None
    if turn:
        entries.append(Entry(table.version + 1, "turn", turn, now))
        table = play_turn(table, entries[-1], {seat: chosen[seat] for seat in table.waiting})
    ending = table.make_ending()
    if ending:
        entries.append(Entry(table.version + 1, "ended", ending, now))
        table = fold_entry(table, entries[-1])
    if entries and is_summary_due(table):
        entries.append(Entry(table.version + 1, "summary", summarise_table(table), now))
        table = fold_entry(table, entries[-1])
    still_chosen = chosen if table.moved == before.table.moved else {}
    touched = now if entries and now > before.touched + TOUCH_INTERVAL else before.touched
    after = replace(
        before,
        table=table,
        changes=before.changes + 1,
        chosen=still_chosen,
        visits=forget_visits(before.visits, entries),
        touched=touched,
        lots=effects.lots or before.lots or draw_lots(),
    )
    due = after.next_due(now)
    return Transition(before, after if due == after.due else replace(after, due=due), entries)


def forget_visits(
    visits: Mapping[int, float | None], entries: Sequence[Entry]
) -> Mapping[int, float | None]:
    """Return the visits without those of people who have left."""
    left = {entry.data["person"] for entry in entries if entry.kind == "left"}
    return {person: at for person, at in visits.items() if person not in left} if left else visits


def write_transition(transaction: Transaction, transition: Transition, now: float) -> bool:
    """Write a transition unless the table has changed since; return whether it was written.

    A game that has ended is stored as a record. A summary replaces the log before it.
    """
    before, after, entries = transition
    table = after.table
    if not transaction.update_table(table.code, before.changes, **diff_columns(before, after)):
        return False
    transaction.append_log(table.code, entries)
    for entry in entries:
        if entry.kind == "ended":
            record = table.record().json()
            transaction.insert_record(table.code, table.number, table.settings.game, record, now)
        elif entry.kind == "left":
            transaction.delete_visits(table.code, entry.data["person"])
        elif entry.kind == "summary":
            transaction.cut_log(table.code, entry.version)
    if after.table.is_listed != before.table.is_listed:
        transaction.set_listed(table.code, table.opener if table.is_listed else None)
    return True


def encode_chosen(chosen: Mapping[int, Choice]) -> str:
    return orjson.dumps({str(seat): choice.text for seat, choice in chosen.items()}).decode()


def decode_chosen(table: Table, encoded: str) -> dict[int, Choice]:
    """Parse the choices of this turn that another process has stored."""
    if table.match is None:  # the game has ended, for its rules are no more
        return {}
    texts = orjson.loads(encoded).items()
    return {int(seat): table.match.check(int(seat), text) for seat, text in texts}


def diff_columns(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """Return what is new in the table's row. Writing the other columns, some of them indexed,
    would cost more.
    """
    columns: dict[str, Any] = {"chosen": encode_chosen(after.chosen) if after.chosen else None}
    if after.lots is not before.lots and after.lots is not None:
        columns["lots"] = after.lots.encode()
    if after.table is not before.table:
        table = after.table
        columns |= {"version": table.version, "stage": table.stage, "listed": table.settings.listed}
    columns |= {
        name: getattr(after, name)
        for name in ("due", "touched")
        if getattr(after, name) != getattr(before, name)
    }
    return columns
