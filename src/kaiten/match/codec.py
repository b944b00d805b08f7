"""A view as plain data, from which another machine makes the same view again. Its form may change
with any release.

A parcel holds what the view holds and nothing else. It is whole: with the log from the beginning
and the sheet in every language, so that a client that missed a moment has missed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import dropwhile
from types import MappingProxyType
from typing import Any

from ..engine.game import Game
from ..engine.picks import PICK
from ..engine.state import FIELDS, KINDS, ROOM, State, to_dict, zeros
from ..errors import KaitenError
from ..games import find_game, lay_table
from ..text import Text, plain_text, read_text
from .events import Event, Happened, Took
from .knowledge import Memory
from .laid import LaidTable, encode_laid
from .record import check_row, check_type, event_data, event_from
from .sheet import Sheet, SheetLine
from .view import Choices, View, count_out_of_sight

VIEW_FORMAT = 3
LAID_ROWS = ("trays", "dipped", "copies", "kept")
# The fields of a state that change during a game; those before them follow from the game, its
# options and its people.
MOVING = tuple(dropwhile(lambda name: name != "round_number", FIELDS))


OTHER_CARDS = Text(
    "{game} has different cards at the table ({theirs}) and here ({ours}). Install the same "
    "packages on both sides."
)
NO_CARDS = Text("none from other packages")


class BadViewData(KaitenError):
    """What should have been a view is none that this version of Kaiten understands."""


def list_extra_kinds(game: Game) -> list[str]:
    """The kinds that other packages add to a game, in the order in which they are numbered."""
    return [kind for card in game.cards if card.is_extra for kind in card.kinds]


def encode_view(view: View) -> dict[str, Any]:
    """The view as plain data, ready for JSON."""
    state = to_dict(view.state)
    return {
        "kaiten": VIEW_FORMAT,
        "game": view.game.id,
        "version": view.game.version,
        "extra": list_extra_kinds(view.game),
        "options": dict(view.options),
        "names": list(view.names),
        "people": state["seats"],
        "seat": view.seat,
        "waiting": list(view.waiting),
        "choices": [choice.number for choice in view.choices],
        "sheet": [
            [line.round, line.card, line.seat, line.points, line.reason.data(), line.won]
            for line in view.sheet
        ],
        "laid": view.laid and encode_laid(view.laid),
        "log": [event_data(event) for event in view.log],
        "memory": [
            trim_zeros(numbers)
            for numbers in (view.memory.known, view.memory.hidden, view.memory.deck)
        ],
        "state": {name: numbers for name in MOVING if (numbers := trim_zeros(state[name]))},
    }


def decode_view(parcel: Mapping[str, Any]) -> View:
    """The view that was packed, once its parcel has been through JSON."""
    try:
        return build_view(parcel)
    except (
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        OverflowError,
        RecursionError,
    ) as error:
        raise decoding_error(error) from error


def decoding_error(error: Exception) -> BadViewData:
    """What is said about something that came over the line and is not what it should be."""
    return BadViewData(
        Text(
            "This version of Kaiten does not understand the table ({error}). Both sides need "
            "the same version."
        ).format(error=str(error).strip("'\"") or "?")
    )


def build_view(parcel: Mapping[str, Any]) -> View:
    game, seat, people = (
        find_game(parcel["game"]),
        parcel["seat"],
        check_type(int, parcel["people"]),
    )
    if (parcel["kaiten"], parcel["version"]) != (VIEW_FORMAT, game.version):
        raise ValueError(f"kaiten {parcel['kaiten']}, {game.id} {parcel['version']}")
    check_extra_kinds(game, check_row(str, parcel["extra"]))
    options = game.options(check_type(dict, parcel["options"]))
    state = lay_table(game, people, options)
    restore_state(state, parcel["state"])
    if (seat is not None and check_type(int, seat) not in range(people)) or len(
        parcel["names"]
    ) != state.players:
        raise ValueError(f"{seat}: {parcel['names']}")
    return View(
        game=game,
        options=MappingProxyType(options),
        names=check_row(str, parcel["names"]),
        seat=seat,
        waiting=check_row(int, parcel["waiting"]),
        choices=decode_choices(game, state, seat, parcel["choices"]),
        sheet=Sheet(tuple(decode_line(line) for line in parcel["sheet"])),
        log=tuple(decode_event(event) for event in parcel["log"]),
        laid=parcel["laid"] and decode_laid(parcel["laid"]),
        memory=decode_memory(people, *parcel["memory"]),
        _hidden=count_out_of_sight(state),
        state=state,
    )


def check_extra_kinds(game: Game, theirs: Sequence[str]) -> None:
    """Raise unless the table numbers the kinds of card as this machine does."""
    ours = list_extra_kinds(game)
    if list(theirs) != ours:
        there, here = (
            plain_text(", ".join(kinds)) if kinds else NO_CARDS for kinds in (theirs, ours)
        )
        raise BadViewData(OTHER_CARDS.format(game=game.title, theirs=there, ours=here))


def trim_zeros(numbers: Any) -> Any:
    """A number, or rows of numbers without the zeros at their ends."""
    if isinstance(numbers, int):
        return numbers
    has_rows = numbers and not isinstance(numbers[0], int)
    rows = [trim_zeros(part) for part in numbers] if has_rows else [*numbers]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def fill_rows(rows: Any, numbers: Any, depth: int) -> Any:
    """Write trimmed numbers over zeros."""
    for place, part in enumerate(check_type(list, numbers)):
        if depth > 1:
            fill_rows(rows[place], part, depth - 1)
        else:
            rows[place] = check_type(int, part)
    return rows


def restore_state(state: State, fields: Mapping[str, Any]) -> None:
    """Let a table that has just been laid stand where the game stands."""
    for name, numbers in fields.items():
        if name not in MOVING:
            raise KeyError(name)
        if FIELDS[name]:
            fill_rows(getattr(state, name), numbers, len(FIELDS[name]))
        else:
            setattr(state, name, check_type(int, numbers))


def decode_choices(game: Game, state: State, seat: int | None, numbers: Any) -> Choices:
    """What may be answered; a number that means nothing is noticed here and not when a reader looks
    at it.
    """
    question = 0 if seat is None else int(state.asked[seat])
    choices = Choices(game, question or PICK, check_row(int, numbers), int(state.variant))
    list(choices)
    return choices


def decode_memory(people: int, known: Any, hidden: Any, deck: Any) -> Memory:
    return Memory(
        tuple(map(tuple, fill_rows(zeros(people, ROOM[KINDS]), known, 2))),
        tuple(fill_rows(zeros(people), hidden, 1)),
        tuple(fill_rows(zeros(ROOM[KINDS]), deck, 1)),
    )


def decode_laid(data: Mapping[str, Any]) -> LaidTable:
    rows = {name: tuple(map(decode_counts, data[name])) for name in LAID_ROWS}
    face_down = check_row(int, data["face_down"])
    return LaidTable(round=check_type(int, data["round"]), face_down=face_down, **rows)


def decode_counts(counts: Any) -> dict[str, int]:
    return {
        check_type(str, card): check_type(int, n) for card, n in check_type(dict, counts).items()
    }


def decode_line(line: Any) -> SheetLine:
    number, card, seat, points, reason, won = line
    return SheetLine(
        check_type(int, number),
        check_type(str, card),
        check_type(int, seat),
        check_type(int, points),
        read_text(reason),
        check_type(bool, won),
    )


def decode_event(data: Mapping[str, Any]) -> Event:
    """An event as a seat knows it: a token may be worth nobody knows what, and there are events
    which a record does not have.
    """
    if "take" in data and data["worth"] is None:
        return Took(check_type(int, data["take"]), check_type(str, data["token"]), None)
    if "happened" in data:
        return Happened(
            check_type(str, data["happened"]),
            check_type(int, data["seat"]),
            check_type(str, data["card"]),
            check_type(int, data.get("points", 0)),
        )
    return event_from(data)
