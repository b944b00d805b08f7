"""A view as plain data, from which another machine makes the same view again. Its form may change
with any release.

A parcel holds what the view holds and nothing else. It is whole: with the log from the beginning
and the sheet in both languages, so that whoever missed a moment has missed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import dropwhile
from types import MappingProxyType
from typing import Any

from ..engine.game import Game
from ..engine.picks import PICK
from ..engine.state import FIELDS, KINDS, State, to_dict, zeros
from ..errors import KaitenError
from ..games import find_game, lay_table
from ..text import Text
from .events import Event, Took
from .knowledge import Memory
from .record import a, event_data, event_from, row
from .sheet import Line, Sheet
from .view import Choices, View, out_of_sight

FORMAT = 1
# The fields of a state that change during a game; those before them follow from the game, its
# options and its people.
MOVING = tuple(dropwhile(lambda name: name != "round_number", FIELDS))


class BadParcel(KaitenError):
    """What should have been a view is none that this version of Kaiten understands."""


def pack(view: View) -> dict[str, Any]:
    """The view as plain data, ready for JSON."""
    state = to_dict(view.state)
    return {
        "kaiten": FORMAT,
        "game": view.game.id,
        "version": view.game.version,
        "options": dict(view.options),
        "names": list(view.names),
        "people": state["seats"],
        "seat": view.seat,
        "waiting": list(view.waiting),
        "choices": [choice.number for choice in view.choices],
        "sheet": [
            [line.round, line.card, line.seat, line.points, list(line.reason)]
            for line in view.sheet
        ],
        "log": [event_data(event) for event in view.log],
        "memory": [
            trimmed(numbers)
            for numbers in (view.memory.known, view.memory.hidden, view.memory.deck)
        ],
        "state": {name: numbers for name in MOVING if (numbers := trimmed(state[name]))},
    }


def unpack(parcel: Mapping[str, Any]) -> View:
    """The view that was packed, once its parcel has been through JSON."""
    try:
        return view_in(parcel)
    except (
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        OverflowError,
        RecursionError,
    ) as error:
        raise misunderstood(error) from error


def misunderstood(error: Exception) -> BadParcel:
    """What is said about something that came over the line and is not what it should be."""
    return BadParcel(
        Text(
            "The table sent something that this version of Kaiten does not understand ({error}). The two versions must be the same.",
            "La table a envoyé quelque chose que cette version de Kaiten ne comprend pas ({error}). Les deux versions doivent être les mêmes.",
        ).format(error=str(error).strip("'\"") or "?")
    )


def view_in(parcel: Mapping[str, Any]) -> View:
    game, seat, people = find_game(parcel["game"]), parcel["seat"], a(int, parcel["people"])
    if (parcel["kaiten"], parcel["version"]) != (FORMAT, game.version):
        raise ValueError(f"kaiten {parcel['kaiten']}, {game.id} {parcel['version']}")
    options = game.options(a(dict, parcel["options"]))
    state = lay_table(game, people, options)
    restore(state, parcel["state"])
    if (seat is not None and a(int, seat) not in range(people)) or len(
        parcel["names"]
    ) != state.players:
        raise ValueError(f"{seat}: {parcel['names']}")
    return View(
        game=game,
        options=MappingProxyType(options),
        names=row(str, parcel["names"]),
        seat=seat,
        waiting=row(int, parcel["waiting"]),
        choices=choices_from(game, state, seat, parcel["choices"]),
        sheet=Sheet(tuple(line_from(line) for line in parcel["sheet"])),
        log=tuple(seen_event(event) for event in parcel["log"]),
        memory=memory_from(people, *parcel["memory"]),
        _hidden=out_of_sight(state),
        state=state,
    )


def trimmed(numbers: Any) -> Any:
    """A number, or rows of numbers without the zeros at their ends."""
    if isinstance(numbers, int):
        return numbers
    rows = [trimmed(part) for part in numbers]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def fill(rows: Any, numbers: Any, depth: int) -> Any:
    """Write trimmed numbers over zeros."""
    for place, part in enumerate(a(list, numbers)):
        if depth > 1:
            fill(rows[place], part, depth - 1)
        else:
            rows[place] = a(int, part)
    return rows


def restore(state: State, fields: Mapping[str, Any]) -> None:
    """Let a table that has just been laid stand where the game stands."""
    for name, numbers in fields.items():
        if name not in MOVING:
            raise KeyError(name)
        if FIELDS[name]:
            fill(getattr(state, name), numbers, len(FIELDS[name]))
        else:
            setattr(state, name, a(int, numbers))


def choices_from(game: Game, state: State, seat: int | None, numbers: Any) -> Choices:
    """What may be answered; a number that means nothing is noticed here and not when somebody looks
    at it.
    """
    question = 0 if seat is None else int(state.asked[seat])
    choices = Choices(game, question or PICK, row(int, numbers), int(state.variant))
    list(choices)
    return choices


def memory_from(people: int, known: Any, hidden: Any, deck: Any) -> Memory:
    return Memory(
        tuple(map(tuple, fill(zeros(people, KINDS), known, 2))),
        tuple(fill(zeros(people), hidden, 1)),
        tuple(fill(zeros(KINDS), deck, 1)),
    )


def line_from(line: Any) -> Line:
    number, card, seat, points, (english, french) = line
    return Line(
        a(int, number),
        a(str, card),
        a(int, seat),
        a(int, points),
        Text(a(str, english), a(str, french)),
    )


def seen_event(data: Mapping[str, Any]) -> Event:
    """An event as a seat knows it: a token may be worth nobody knows what, which in a record it may
    not.
    """
    if "take" in data and data["worth"] is None:
        return Took(a(int, data["take"]), a(str, data["token"]), None)
    return event_from(data)
