"""Summaries: an entry that says what a table is like, so that the log before it can be deleted.

What people do at a table leaves entries for as long as they like: they sit down, stand up, go away
and come back. With a summary every few hundred entries, a log stays short whatever they do, and
reading it takes the same few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, astuple, replace
from typing import Any

from .table import Help, Person, Result, Settings, Table, TablePlace

SUMMARY_EVERY = 500  # entries
SummaryData = Mapping[str, Any]


def is_summary_due(table: Table) -> bool:
    return table.version - table.summarised >= SUMMARY_EVERY


def summarise_table(table: Table) -> dict[str, Any]:
    """Return everything that the log says about a table: `restore_table` reads it."""
    return {
        "opener": table.opener,
        "settings": asdict(table.settings),
        "people": [astuple(person) for person in table.people.values()],
        "came": table.came,
        "seats": [asdict(seat) for seat in table.seats],
        "results": [_flatten_result(result) for result in table.results],
        "emotes": table.emotes,
        "game": _summarise_game(table),
        "number": table.number,
        "outdated": table.outdated,
    }


def _flatten_result(result: Result) -> list[Any]:
    helps = [list(help) for help in result.helps]
    return [result.number, result.scores, result.ranking, helps]


def _summarise_game(table: Table) -> dict[str, Any] | None:
    if table.match is None:
        return None
    return {
        "start": {"game": table.match.game.id, **(table.start or {})},
        "answers": table.answers,
        "versions": [version for version, _, _ in table.marks],  # of the start, and of each turn
        "moved_at": table.moved_at,
        "hints": table.hints,
    }


def restore_table(
    code: str, data: SummaryData, version: int, play_game: Callable[[Table, SummaryData], Table]
) -> Table:
    """Return the table of a summary. `play_game` plays its game, from the start to the last turn."""
    game = data["game"]
    played = play_game(Table(code), game) if game else Table(code)
    people = [Person(*person) for person in data["people"]]
    return replace(
        played,
        version=version,
        summarised=version,
        opener=data["opener"],
        settings=Settings(**data["settings"]),
        people={person.number: person for person in people},
        came=data["came"],
        seats=tuple(TablePlace(**seat) for seat in data["seats"]),
        number=data["number"],
        # the rules may have changed since the summary was written
        outdated=played.outdated or data["outdated"],
        hints=tuple((moved, seat, step) for moved, seat, step in game["hints"]) if game else (),
        results=tuple(restore_result(*result) for result in data["results"]),
        emotes=tuple((at, person, emote, time) for at, person, emote, time in data["emotes"]),
    )


def restore_result(number: int, scores: Any, ranking: Any, helps: Any) -> Result:
    ranks = tuple(tuple(seats) for seats in ranking)
    return Result(number, tuple(scores), ranks, tuple(Help(*help) for help in helps))
