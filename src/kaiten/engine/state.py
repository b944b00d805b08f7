"""What a game remembers, declared once: lists of ints, and for kernels a NumPy record."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, get_type_hints

from .jit import JIT, compiled

MAX_PLAYERS = 8  # seats at the largest table
CARDS_PER_TURN = 12  # cards that one player may lay, or draw, on one turn
MAX_GONE = 32  # cards that may be discarded from the table between two questions
MAX_GIFTS = 8  # cards that may go from one player to another between two questions
GONE_PLAYER = 64
ROUNDS = 3

# Sizes that follow from the games which are installed: as many as the largest one needs, and at
# least as many as stand here, which is room for all games that ship with Kaiten. See `make_room`.
KINDS, SHEET, DECK, RESERVE, PILES = "kinds", "sheet", "deck", "reserve", "piles"
ROOM = {
    KINDS: 48,  # kinds of card that a game has
    SHEET: 24,  # rules of a game that may have a row on the score sheet
    DECK: 192,  # cards in a box
    RESERVE: 16,  # dessert cards that wait beside the deck
    PILES: 6,  # piles of tokens, each with one for every round
}

ByPlayer = Annotated[list[int], MAX_PLAYERS]
ByKind = Annotated[list[int], KINDS]
ByPlayerAndKind = Annotated[list[list[int]], MAX_PLAYERS, KINDS]


class Laid:
    """What stays as it was when the table was laid."""

    game: int  # which game, as `engine.dispatch` numbers them
    seats: int  # people who choose and pass their hands on
    players: int  # those who score: the people, and the robot where there is one
    alternate: int  # 1 when every second round passes to the right
    variant: int  # which variant of the game, 0 for none
    reshuffles: int  # 1 when everything but desserts returns to the deck between rounds
    hand_size: int  # cards dealt to each
    turns: int  # turns in a round
    kind_count: int  # how many kinds of card are in the box
    menu: ByKind  # those kinds, in the order in which simultaneous effects happen
    stock: ByKind  # copies of each in the box
    cards: int  # how many cards that makes
    box: Annotated[list[int], DECK]  # all of them, one by one
    reserve_count: int  # how many of them, the last ones, are desserts that wait beside the deck
    servings: Annotated[list[int], ROUNDS]  # how many of those join the deck before each round
    mimic: int  # the kind that may act as another one, where the game has such a card
    rows: int  # rows of the score sheet in use
    piles: int  # piles of tokens in use
    # what the tokens of each pile are worth, in no order
    worth: Annotated[list[list[int]], PILES, ROUNDS]
    dessert: ByKind  # 1 for the kinds that stay in front of a player until the end of the game
    dish: ByKind  # the dish that each kind belongs to: the number of that dish's first kind
    variations: ByKind  # how many kinds that dish has
    colour: ByKind  # the background of each kind, as a number
    # the slots of a pick that may name this kind when it lies in front of the player, one bit each
    serves: ByKind


class State(Laid):
    """Every field is an int, or nested lists of ints of the shape that stands beside it."""

    # Where the game stands.
    round_number: int  # 1, 2, 3; 0 before the first
    turn: int  # 1 and up
    stage: int  # see PLAYING, SCORED, OVER
    deal_rng: Annotated[list[int], 1]  # the shuffler's memory: the same seed deals the same cards

    # the memory of those who choose at random, apart from the shuffler's
    player_rng: Annotated[list[int], 1]

    # Where the cards are.
    # the undealt cards, in no order: drawing takes any of them
    deck: Annotated[list[int], DECK]
    deck_size: int  # how many they are
    # desserts that have not joined the deck yet, in no order
    dessert_reserve: Annotated[list[int], RESERVE]
    dessert_reserve_size: int  # how many they are
    discard: ByKind  # cards out of the game, or of the round
    # the hands, which stay where they were dealt while the seats move round them
    hands: ByPlayerAndKind
    sizes: ByPlayer  # cards in each hand
    holding: ByPlayer  # the hand that each player holds now
    trays: ByPlayerAndKind  # cards in front of each player this round, by what they count as
    dipped: ByPlayerAndKind  # those among them that lie on a card which multiplies them
    copied: ByPlayerAndKind  # those among them that are really another card, acting as this kind
    flipped: ByPlayerAndKind  # cards turned face down, which count as no kind
    kept: ByPlayerAndKind  # desserts of the rounds that are over, by what they count as
    kept_copied: ByPlayerAndKind  # those among them that are really another card
    just_kept: ByPlayerAndKind  # those of the round that was scored last
    # by hand: kinds that its holder was asked for and did not have this round, one bit each
    denied: ByPlayer

    # What this turn is about.
    asked: ByPlayer  # the question put to each player, 0 for none
    pending: int  # how many have not answered yet
    answers: ByPlayer  # their answers, -1 while they think
    context: ByPlayer  # what a question is about: a number that the rule which asked understands
    chosen: ByPlayer  # the pick that each player made this turn
    last_answers: ByPlayer  # what each player answered last, to whatever question
    # cards that each player lays this turn, in order, with marks
    landing: Annotated[list[list[int]], MAX_PLAYERS, CARDS_PER_TURN]
    laid: ByPlayer  # how many they are
    landed: ByPlayer  # how many of them have landed
    agenda: ByKind  # who still has a card of this kind to act this turn, one bit per player
    agenda_size: int  # how many such cards there are
    # cards that each player drew this turn, unseen by others
    drawn: Annotated[list[list[int]], MAX_PLAYERS, CARDS_PER_TURN]
    draws: ByPlayer  # how many they are
    # cards given since the last answers: giver, receiver, kind
    gifts: Annotated[list[list[int]], MAX_GIFTS, 3]
    gift_count: int  # how many they are
    # cards discarded from in front of players since the last answers: the player's number times
    # GONE_PLAYER and the kind
    gone: Annotated[list[int], MAX_GONE]
    gone_count: int  # how many they are

    # What it is worth.
    counted: ByPlayer  # what is being compared just now: symbols, cards, ...
    # what each dish brought in the round just scored
    points: Annotated[list[list[int]], SHEET, MAX_PLAYERS]
    scores: ByPlayer  # totals so far
    at_once: ByPlayer  # points taken during the round, which its sheet will show
    claimed: int  # places of a race that were taken on earlier turns of this round
    claims: ByPlayer  # places that each player took this turn
    # what each token is worth, by pile, the top one first
    tokens: Annotated[list[list[int]], PILES, ROUNDS]
    # who has taken it: the player's number raised by one, or zero
    takers: Annotated[list[list[int]], PILES, ROUNDS]
    # who took one of each pile in the round that was scored last, numbered as in `takers`
    just_taken: Annotated[list[int], PILES]


PLAYING, SCORED, OVER = 0, 1, 2  # a turn is being played; a round was just scored; so was the game


Shape = tuple[int | str, ...]  # a size is a number, or a key of ROOM


@cache
def fields_of(layout: type) -> list[tuple[str, Shape, bool]]:
    """A class's fields: their names, shapes, and whether they hold numbers that are not whole."""
    hints = get_type_hints(layout, include_extras=True)
    return [
        (name, getattr(hint, "__metadata__", ()), "float" in str(hint))
        for name, hint in hints.items()
    ]


def measure(shape: Shape) -> tuple[int, ...]:
    """Return a shape in numbers."""
    return tuple(size if isinstance(size, int) else ROOM[size] for size in shape)


def make_room(needed: Mapping[str, int]) -> None:
    """Let states, before the first one is made, have room for a game that needs this much."""
    for name, number in needed.items():
        ROOM[name] = max(ROOM[name], number)


def list_changing(layout: type) -> list[str]:
    """Return the fields of a state that change during a game."""
    return [name for name, _, _ in fields_of(layout) if name not in Laid.__annotations__]


FIELDS = {name: shape for name, shape, _ in fields_of(State)}
CHANGING = list_changing(State)
ROWS = [name for name in CHANGING if len(FIELDS[name]) == 1]
TABLES = [name for name in CHANGING if len(FIELDS[name]) == 2]
USED = {  # which field says how many rows of a table are in use; nothing ever happens in the others
    **{
        name: "players"
        for name in TABLES
        if FIELDS[name] in ((MAX_PLAYERS, KINDS), (MAX_PLAYERS, CARDS_PER_TURN))
    },
    "points": "rows",
    "tokens": "piles",
    "takers": "piles",
}
WHOLE = [name for name in TABLES if name not in USED]


class Plain:
    """A state, or another record, whose fields are plain lists."""


# --- States ---


def blank_state() -> State:
    """Return a state in which nothing has happened yet."""
    state: Any = Plain()
    for name, shape in FIELDS.items():
        setattr(state, name, zeros(*measure(shape)))
    return state  # type: ignore[no-any-return]


def copy_state(state: State) -> State:
    """Return a state that can be changed without changing this one."""
    fields = vars(state)
    rows = {name: fields[name][:] for name in ROWS}
    tables = {name: list(map(list.copy, fields[name])) for name in WHOLE}
    for name, number in USED.items():
        table, used = fields[name], fields[number]
        tables[name] = [*map(list.copy, table[:used]), *table[used:]]
    # What was laid is never written to again, so the two states share it.
    return replace_fields(state, **rows, **tables)


def replace_fields(state: State, **fields: Any) -> State:
    """Return the state with these fields instead of its own, to be looked at: the two share all
    other rows.
    """
    shared: Any = Plain()
    vars(shared).update(vars(state), **fields)
    return shared  # type: ignore[no-any-return]


def to_dict(state: State) -> dict[str, Any]:
    """Return every field as ints and lists."""
    return {name: copy_lists(getattr(state, name)) for name in FIELDS}


# --- Lists of numbers ---


def zeros(*shape: int) -> Any:
    """Return nested lists of zeros."""
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [zeros(*shape[1:]) for _ in range(shape[0])]


def copy_lists(value: Any) -> Any:
    """Copy an int, or nested lists of ints."""
    if not isinstance(value, list):
        return value
    has_rows = value and isinstance(value[0], list)
    return [copy_lists(row) for row in value] if has_rows else value.copy()


# --- What kernels work on: arrays and records of NumPy, or their likes in plain Python ---


class Boards(list[Any]):
    """Plain states in a row. Like a NumPy array of records, it keeps a copy of what is put in."""

    def __setitem__(self, place: Any, state: Any) -> None:
        super().__setitem__(place, copy_state(state))


def kernel_state(state: State) -> State:
    """Return a copy of a state that a kernel can change."""
    return board_array(state, 1)[0] if JIT else copy_state(state)  # type: ignore[no-any-return]


def board_array(state: State, count: int) -> Any:
    """Return `count` states in a row for a kernel, the first of them a copy of this one."""
    if not JIT:
        return Boards([state] + [None] * (count - 1))
    import numpy as np

    boards = np.zeros(count, record_type(State)).view(np.recarray)
    fill_record(boards[0], state)
    return boards


def fill_record(record: Any, state: State) -> None:
    """Copy a state into a NumPy record."""
    fields = vars(state)
    for name in FIELDS:
        rows = fields.get(USED.get(name, ""))
        if rows is None:
            record[name] = fields[name]
        elif rows:
            record[name][:rows] = fields[name][:rows]


@compiled
def copy_board(row: Any, place: int, other: int) -> State:
    """Copy one board of a row to another place of the row, and return the copy."""
    row[place] = row[other]
    return row[place]  # type: ignore[no-any-return]


def int_array(count: int) -> Any:
    """Return a row of 64-bit zeros that a kernel can write into."""
    return numpy_zeros(count, "int64") if JIT else array("q", bytes(8 * count))


def float_array(count: int) -> Any:
    """Return a row of 64-bit floating-point zeros that a kernel can write into."""
    return numpy_zeros(count, "float64") if JIT else array("d", bytes(8 * count))


def numpy_zeros(count: int, kind: Any) -> Any:
    import numpy as np

    return np.zeros(count, kind)


def blank_record(layout: type) -> Any:
    """Return a blank record with a class's fields: whole numbers unless the class says float."""
    if JIT:
        import numpy as np

        return np.zeros(1, record_type(layout)).view(np.recarray)[0]
    blank: Any = Plain()
    for name, shape, real in fields_of(layout):
        setattr(blank, name, blank_field(measure(shape), float_array if real else int_array))
    return blank


def blank_field(shape: tuple[int, ...], row: Callable[[int], Any]) -> Any:
    """Return a plain record's field of zeros: a number, a row or a table."""
    if len(shape) == 2:
        return [row(shape[1]) for _ in range(shape[0])]
    return row(shape[0]) if shape else 0


@cache
def record_type(layout: type) -> Any:
    """Return the NumPy type of such a record."""
    import numpy as np

    return np.dtype(
        [(name, "f8" if real else "i8", measure(shape)) for name, shape, real in fields_of(layout)]
    )
