"""The fold: a table is the fold of its log. One function for each kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from ...games import find_game
from ...match.choice import Choice
from ...match.match import Match, deal
from ...match.record import fairness_from
from ..storage.entry import Entry
from .summary import restore_table
from .table import Help, Marks, Person, Result, Settings, Table, TablePlace

FIRST_RULES = 1  # the version of all rules when games did not say theirs yet
MAX_RESULTS = 20  # of the latest games, which a table tells of
SETTINGS = [setting.name for setting in fields(Settings)]
Data = Mapping[str, Any]


def fold_entry(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry."""
    after = FOLDS[entry.kind](table, entry.data, entry)
    return after if after.version == entry.version else replace(after, version=entry.version)


def fold_log(table: Table, entries: Sequence[Entry]) -> Table:
    """Return the table after more entries. Games that are over are not played again."""
    started = (place for place, entry in enumerate(entries) if entry.kind == "started")
    last = max(started, default=0)
    for place, entry in enumerate(entries):
        if place >= last or entry.kind not in ("started", "turn"):
            table = fold_entry(table, entry)
    return table


# --- The lobby ---


def fold_opened(table: Table, data: Data, entry: Entry) -> Table:
    return replace(fold_set(table, data, entry), people={}, opener=data.get("opener", ""))


def fold_set(table: Table, data: Data, entry: Entry) -> Table:
    seats = [TablePlace(bot=bot) for bot in data["seats"]]
    for place, (seat, old) in enumerate(zip(seats, table.seats, strict=False)):
        if seat.is_free and old.person:
            seats[place] = old
    settings = Settings(**{name: data[name] for name in SETTINGS if name in data})
    return replace(table, settings=settings, seats=tuple(seats))


def fold_joined(table: Table, data: Data, entry: Entry) -> Table:
    person = Person(data["person"], data["name"], data["digest"])
    after = replace(table, people={**table.people, person.number: person}, came=person.number)
    if data["seat"] is None:
        return after
    return after.with_seats({data["seat"]: TablePlace(None, person.number, person.name)})


def fold_sat(table: Table, data: Data, entry: Entry) -> Table:
    left = {place: TablePlace() for place in data["leaving"]}
    return table.with_seats(left | {data["seat"]: TablePlace(None, data["person"], data["name"])})


def fold_stood(table: Table, data: Data, entry: Entry) -> Table:
    return table.with_seats({data["seat"]: TablePlace()})


def fold_left(table: Table, data: Data, entry: Entry) -> Table:
    people = {number: one for number, one in table.people.items() if number != data["person"]}
    free = {place: TablePlace() for place in table.seats_of(data["person"])}
    return replace(table, people=people).with_seats(free)


# --- The game ---


def fold_started(table: Table, data: Data, entry: Entry) -> Table:
    game = data.get("game", table.settings.game)
    fresh = {"number": data["number"], "start": data, "answers": (), "hints": (), "outdated": 0}
    if data.get("rules", FIRST_RULES) != find_game(game).version:
        # the same seed and answers would make another game now
        ended = fresh | {"outdated": data["number"], "moved": entry.version, "moved_at": entry.at}
        return replace(table, match=None, fair=None, marks=(), **ended)
    match = deal(game, data["names"], data["seed"], **data["options"])
    return with_match(table, entry, match, (), fair=fairness_from(data), **fresh)


def fold_turn(table: Table, data: Data, entry: Entry) -> Table:
    if table.outdated:
        return table
    texts = {seat: text for seat, text in enumerate(data["answers"]) if text is not None}
    return play_turn(table, entry, texts)


def play_turn(table: Table, entry: Entry, choices: Mapping[int, Choice | str]) -> Table:
    """Return the table after a turn; choices that have been parsed are not parsed again."""
    assert table.match is not None
    match, answers = table.match.answer(choices), tuple(entry.data["answers"])
    return with_match(table, entry, match, table.marks, answers=(*table.answers, answers))


def with_match(table: Table, entry: Entry, match: Match, marks: Marks, **changed: Any) -> Table:
    """Return the table with the match that follows from an entry, and what else has changed."""
    mark = entry.version, len(match.log), len(match.sheet())
    changed |= {"match": match, "marks": (*marks, mark)}
    return replace(table, version=entry.version, moved=entry.version, moved_at=entry.at, **changed)


def fold_ended(table: Table, data: Data, entry: Entry) -> Table:
    ranks = tuple(tuple(seats) for seats in data["ranking"])
    helps = tuple(Help(*help) for help in data.get("helps", ()))
    result = Result(data["number"], tuple(data["scores"]), ranks, helps)
    results = (*table.results, result)[-MAX_RESULTS:]
    # a game that had come to its end has not ended before its time
    outdated = 0 if result.number == table.outdated else table.outdated
    return replace(table, results=results, outdated=outdated)


def fold_hinted(table: Table, data: Data, entry: Entry) -> Table:
    return replace(table, hints=(*table.hints, (table.moved, data["seat"], data["step"])))


def fold_away(table: Table, data: Data, entry: Entry) -> Table:
    seats = {place: replace(table.seats[place], away=data["why"]) for place in data["seats"]}
    return table.with_seats(seats)


def fold_back(table: Table, data: Data, entry: Entry) -> Table:
    seats = {place: replace(table.seats[place], away=None) for place in data["seats"]}
    return table.with_seats(seats)


def fold_emote(table: Table, data: Data, entry: Entry) -> Table:
    emote = entry.version, data["person"], data["emote"], entry.at
    return replace(table, emotes=(*table.emotes[-7:], emote))


def fold_summary(table: Table, data: Data, entry: Entry) -> Table:
    """Return the table that a summary describes. Nothing changes if nothing before it is missing."""
    if entry.version == table.version + 1:
        return replace(table, summarised=entry.version)
    return restore_table(table.code, data, entry.version, fold_game)


def fold_game(table: Table, data: Data) -> Table:
    """Play the game of a summary on, up to its last turn."""
    answers = [None, *data["answers"]]
    for version, given in zip(data["versions"], answers, strict=True):
        kind, content = (
            ("started", data["start"]) if given is None else ("turn", {"answers": given})
        )
        table = fold_entry(table, Entry(version, kind, content, data["moved_at"]))
    return table


FOLDS: dict[str, Callable[[Table, Data, Entry], Table]] = {
    "opened": fold_opened,
    "set": fold_set,
    "joined": fold_joined,
    "sat": fold_sat,
    "stood": fold_stood,
    "left": fold_left,
    "started": fold_started,
    "turn": fold_turn,
    "ended": fold_ended,
    "hinted": fold_hinted,
    "away": fold_away,
    "back": fold_back,
    "emote": fold_emote,
    "summary": fold_summary,
}
