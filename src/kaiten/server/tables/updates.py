"""What to send to a client, given what it has been sent before. Nothing here does any I/O."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...match.choice import Choice
from ..protocol import serialize
from ..protocol.serialize import Message
from .snapshot import Snapshot


class Seen(NamedTuple):
    """What a client knows of its table."""

    version: int = 0  # of the game as its seats see it; 0: nothing
    snapshot: Snapshot | None = None  # the last one that was sent
    chosen: Mapping[int, Choice] = {}  # the choices that the client knows of

    def with_choice(self, snapshot: Snapshot, seat: int) -> Seen:
        """Return what a client knows that has been acknowledged a choice at this seat."""
        if self.snapshot is None or self.snapshot.table is not snapshot.table:
            return self
        chosen = {other: choice for other, choice in self.chosen.items() if other != seat}
        if seat in snapshot.chosen:
            chosen[seat] = snapshot.chosen[seat]
        return Seen(self.version, self.snapshot, chosen)


class Recipient(NamedTuple):
    """For whom messages are made, and in which form."""

    person: int | None = None  # None: a spectator
    language: str = "en"
    state: bool = False  # whether views hold their packed state
    deals: bool = False  # whether the client contributes to deals


def make_updates(
    snapshot: Snapshot, recipient: Recipient, seen: Seen, now: float
) -> tuple[list[Message], Seen]:
    """Return the messages that bring a client from what it has seen to a snapshot, and what it has
    seen then.
    """
    shown = seen.snapshot
    if shown is None:
        whole = _make_table(snapshot, recipient, seen.version, now)
        return [whole, *_make_deals(None, snapshot, recipient)], _all_of(snapshot)
    if shown.changes >= snapshot.changes and seen.chosen == shown.chosen:
        return [], Seen(seen.version, snapshot, seen.chosen)
    messages = _make_emotes(snapshot, shown.table.version)
    deals = _make_deals(shown, snapshot, recipient)
    if _tell_the_same(shown, snapshot):
        if seen.chosen != snapshot.chosen:
            messages.append(serialize.make_ready_message(snapshot, recipient.person))
        messages += deals
        return messages, Seen(seen.version, snapshot, snapshot.chosen)
    since = seen.version if _is_same_seat(shown, snapshot, recipient.person) else 0
    messages += [_make_table(snapshot, recipient, since, now), *deals]
    return messages, _all_of(snapshot)


def _all_of(snapshot: Snapshot) -> Seen:
    return Seen(snapshot.table.version, snapshot, snapshot.chosen)


def _tell_the_same(shown: Snapshot, snapshot: Snapshot) -> bool:
    """Return whether two table messages would be equal but for choices and the clock."""
    same_log = shown.table.version == snapshot.table.version
    return same_log and shown.here == snapshot.here and shown.watching == snapshot.watching


def _is_same_seat(shown: Snapshot, snapshot: Snapshot, person: int | None) -> bool:
    """Return whether a person sees the game from the same seats as before."""
    return shown.table.seats_of(person) == snapshot.table.seats_of(person)


def _make_table(snapshot: Snapshot, recipient: Recipient, since: int, now: float) -> Message:
    person, language, state, _ = recipient
    return serialize.make_table_message(snapshot, person, language, now, since, state)


def _make_deals(shown: Snapshot | None, snapshot: Snapshot, recipient: Recipient) -> list[Message]:
    """Return the news about deals, for clients that contribute to them."""
    if not recipient.deals or (shown and _identify_deal(shown) == _identify_deal(snapshot)):
        return []
    return [serialize.make_deal_message(snapshot)]


def _identify_deal(snapshot: Snapshot) -> tuple[int, str | None, bool]:
    lots = snapshot.lots
    is_closed = lots is not None and lots.closed_at is not None
    return snapshot.table.number, lots.hash if lots else None, is_closed


def _make_emotes(snapshot: Snapshot, after: int) -> list[Message]:
    return [
        serialize.make_emote_message(snapshot, version, person, emote)
        for version, person, emote, _ in snapshot.table.emotes
        if version > after
    ]
