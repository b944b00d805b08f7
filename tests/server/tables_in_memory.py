"""Tables without a store or a network: snapshots made by commands alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaiten.server.protocol import requests
from kaiten.server.tables.commands import create_table, run_command
from kaiten.server.tables.snapshot import Snapshot, apply_effects
from kaiten.server.tables.table import Table

NOW = 1000.0


def open_snapshot(**settings: Any) -> Snapshot:
    """A table that Ana has opened; she is person 1, connected, at seat 0."""
    request = requests.OpenTable(name="Ana", game="sushi-go", **{"seats": [None, None], **settings})
    fresh = Snapshot(Table("ABCDEF"), 0, visits={1: None})
    return apply_effects(fresh, create_table(request), NOW).after


def send(
    snapshot: Snapshot, sender: int | None, do: str, now: float = NOW, **fields: Any
) -> Snapshot:
    """The table after a command; a person who joins is connected."""
    request = requests.COMMAND.validate_python({"do": do, **fields})
    effects = run_command(snapshot.context(sender, now), request)
    after = apply_effects(snapshot, effects, now).after
    joined = effects.reply.get("person")
    return replace(after, visits={**after.visits, joined: None}) if joined else after


def start_for_two(**settings: Any) -> Snapshot:
    """A game that Ana and Ben have just started."""
    joined = send(open_snapshot(**settings), None, "join", name="Ben")
    return send(joined, 1, "start")


def choose(snapshot: Snapshot, person: int, place: int = 0) -> Snapshot:
    """The table after a person has chosen their first legal choice, or another one."""
    match = snapshot.table.match
    assert match is not None
    choice = match.choices(snapshot.table.seats_of(person)[0])[place].text
    return send(snapshot, person, "choose", choice=choice, version=snapshot.table.version)
