"""The messages that the server sends, as docs/protocol.md describes them.

Everything about a game comes from the `View` of one seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import orjson

from ...analysis.hints import make_hint
from ...errors import KaitenError
from ...match.codec import encode_view
from ...match.facts import encode_sheet_line
from ...match.fairness import JointSeed
from ...match.match import Match
from ...match.record import contribution_data
from ...match.view import View
from ..tables.commands import NO_GAME
from ..tables.snapshot import Snapshot
from ..tables.table import Result, Table
from .errors import NotNow, code_of

Message = dict[str, Any]


def encode_text(message: Mapping[str, Any]) -> str:
    return encode_json(message).decode()


def encode_json(message: Mapping[str, Any]) -> bytes:
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS)


def merge_json(shared: bytes, own: Mapping[str, Any]) -> orjson.Fragment:
    """Return one JSON object made of two; the first is encoded already."""
    return orjson.Fragment(shared[:-1] + b"," + encode_json(own)[1:])


def make_table_message(
    snapshot: Snapshot,
    person: int | None,
    language: str,
    now: float,
    since: int = 0,
    state: bool = False,
) -> Message:
    """Return the table as one person sees it, with what is new in the game since a version."""
    known = snapshot.table.people.get(person) if person else None
    seats = snapshot.table.seats_of(person)
    return {
        "type": "table",
        "version": snapshot.table.version,
        "table": merge_json(
            encode_shared_info(snapshot), {"seconds_left": compute_seconds_left(snapshot, now)}
        ),
        "you": {"person": known.number, "name": known.name, "seats": seats} if known else None,
        "views": make_views(snapshot, seats, language, since, state),
    }


def make_table_info(snapshot: Snapshot, now: float) -> Message:
    """Return what everyone may know of a table, except for the game."""
    return {**make_shared_info(snapshot), "seconds_left": compute_seconds_left(snapshot, now)}


def compute_seconds_left(snapshot: Snapshot, now: float) -> float | None:
    return None if snapshot.deadline is None else max(0, round(snapshot.deadline - now, 1))


@lru_cache(maxsize=64)
def encode_shared_info(snapshot: Snapshot) -> bytes:
    """Return the shared part of a table message, encoded once for all clients."""
    return encode_json(make_shared_info(snapshot))


def make_shared_info(snapshot: Snapshot) -> Message:
    table, settings = snapshot.table, snapshot.table.settings
    return {
        "code": table.code,
        "stage": table.stage,
        "game": settings.game,
        "options": settings.options,
        "number": table.number,
        "outdated": table.outdated or None,
        "hash": table.fair.hash if table.fair else None,
        "timer": settings.timer,
        "grace": settings.grace,
        "listed": settings.listed,
        "hints": settings.hints,
        "memory": settings.memory,
        "host": table.host,
        "watching": snapshot.watching,
        "people": [
            {"person": person.number, "name": person.name, "here": person.number in snapshot.here}
            for person in table.people.values()
        ],
        "seats": [
            {"name": name, "person": seat.person, "bot": bot, "away": seat.away is not None}
            for name, seat, bot in zip(table.names, table.seats, table.bots, strict=True)
        ],
        "ready": sorted(snapshot.chosen),
        "helps": [help._asdict() for help in table.helps],
        "games": [make_finished_game(table, result) for result in table.results],
    }


def make_finished_game(table: Table, result: Result) -> Message:
    """Return a finished game of the table."""
    record = f"/api/tables/{table.code}/games/{result.number}"
    helps = [help._asdict() for help in result.helps]
    return {
        "number": result.number,
        "scores": result.scores,
        "ranking": result.ranking,
        "helps": helps,
        "record": record,
    }


def make_views(
    snapshot: Snapshot, seats: tuple[int, ...], language: str, since: int, state: bool
) -> list[orjson.Fragment]:
    """Return the views of these seats, or the public view if there are none."""
    match = snapshot.table.match
    if match is None:
        return []
    log, sheet = snapshot.table.lengths_at(since)
    shared = encode_shared_view(snapshot, language, sheet, log)
    held: list[int | None] = [seat for seat in seats if seat in match.seats]
    seen = {seat: match.view(seat) for seat in held or [None]}
    if not snapshot.table.settings.memory:
        seen = {seat: own.without_memory() for seat, own in seen.items()}
    chosen: dict[int | None, str] = {seat: choice.text for seat, choice in snapshot.chosen.items()}
    return [
        merge_json(shared, make_own_view(own, chosen.get(seat), language, log, state))
        for seat, own in seen.items()
    ]


@lru_cache(maxsize=64)
def encode_shared_view(snapshot: Snapshot, language: str, sheet: int, log: int) -> bytes:
    """Return the shared part of all views, encoded once for all clients."""
    assert snapshot.table.match is not None
    return encode_json(snapshot.table.match.view(0).open_facts(language, sheet, log))


def make_points_message(snapshot: Snapshot, language: str) -> Message:
    """Return the points of a game as if the round ended now.

    When the game is over nothing is left to count. A client that asks for a count may not know yet
    that the last turn has ended the game, so this is an answer and not an error.
    """
    if snapshot.table.match is None:
        raise NotNow(NO_GAME)
    return {
        "ok": True,
        "version": snapshot.table.version,
        **make_points(snapshot.table.match, language),
    }


@lru_cache(maxsize=64)
def make_points(match: Match, language: str) -> Message:
    """Return the lines of the points so far, from the public view; computed once for all clients."""
    so_far = match.view(None).count()
    return {
        "lines": [encode_sheet_line(one, language) for one in so_far.lines],
        "final": [encode_sheet_line(one, language) for one in so_far.final],
    }


def make_own_view(seen: View, chosen: str | None, language: str, log: int, state: bool) -> Message:
    """Return what is different in each seat's view, with the log from an event on."""
    own = {**seen.own_facts(language, log), "chosen": chosen}
    return {**own, "state": encode_view(seen)} if state else own


def make_ready_message(snapshot: Snapshot, person: int | None) -> Message:
    """Return who has chosen, and the choices of the person's own seats."""
    own = {
        seat: snapshot.chosen[seat].text
        for seat in snapshot.table.seats_of(person)
        if seat in snapshot.chosen
    }
    return {
        "type": "ready",
        "version": snapshot.table.version,
        "ready": sorted(snapshot.chosen),
        "chosen": own,
    }


def make_deal_message(snapshot: Snapshot) -> Message:
    """Return what the next deal comes from, as far as it may be known, and what this one came from."""
    table, lots = snapshot.table, snapshot.lots
    fair = table.fair if isinstance(table.fair, JointSeed) else None
    return {
        "type": "deal",
        "version": table.version,
        "next": lots
        and {
            "number": table.number + 1,
            "hash": lots.hash,
            "closed": lots.closed_at is not None,
            "contributions": [
                contribution_data(replace(one, revealed=None)) for one in lots.contributions
            ],
        },
        "dealt": fair
        and {
            "number": table.number,
            "hash": fair.hash,
            "contributions": [contribution_data(one) for one in fair.contributions],
        },
    }


def make_emote_message(snapshot: Snapshot, version: int, person: int, emote: str) -> Message:
    name = snapshot.table.people[person].name if person in snapshot.table.people else ""
    return {"type": "emote", "version": version, "person": person, "name": name, "emote": emote}


def make_ack(id: str | None, snapshot: Snapshot, reply: Mapping[str, Any]) -> Message:
    return {"type": "ack", "id": id, "ok": True, "version": snapshot.table.version, **reply}


def make_hint_reply(seat: int, step: int, advice: Mapping[str, Any], language: str) -> Message:
    """Return as much of the advice as a step shows: a nudge, the best three, everything."""
    return {"seat": seat, "hint": make_hint(advice, step, language)}


def make_error_message(
    problem: KaitenError, language: str, id: str | None = None, version: int | None = None
) -> Message:
    """Return an error message; all errors have this form."""
    said = problem.text.to(language)
    return {
        "type": "error",
        "id": id,
        "ok": False,
        "version": version,
        "code": code_of(problem),
        "seat": problem.seat,
        "error": said,
    }
