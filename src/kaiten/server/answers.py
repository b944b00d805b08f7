"""The shapes of what the server says, for its description at /api/openapi.json and the types that clients make of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Cards = dict[str, int]
Seats = list[int]


class Said(BaseModel):
    """Anything that the server says."""

    model_config = ConfigDict(extra="forbid")


class Text(Said):
    """The same in both languages."""

    en: str
    fr: str


class Error(Said):
    """Something was refused, and nothing has changed."""

    type: Literal["error"]
    id: str | None
    ok: Literal[False]
    version: int | None
    code: str
    error: str = Field(description="A sentence for the player.")


class Ack(BaseModel):
    """A command was done; besides, what that command gives."""

    type: Literal["ack"]
    id: str | None
    ok: Literal[True]
    version: int
    chosen: str | None = Field(None, description="What stands at that seat after `choose` or `unchoose`.")
    person: int | None = None
    seat: int | None = None
    token: str | None = None


class Opened(Said):
    """A table was opened, and its host sits at it."""

    ok: Literal[True]
    version: int
    table: str
    link: str
    person: int
    seat: int | None
    token: str


class Person(Said):
    person: int
    name: str
    here: bool


class Seat(Said):
    name: str
    person: int | None
    bot: str | None
    away: bool


class Game(Said):
    """A finished game; `ranking` has the seats by rank, best first."""

    number: int
    scores: list[int]
    ranking: list[Seats]
    record: str


class Public(Said):
    """What everybody may know of a table, the game aside."""

    code: str
    stage: Literal["open", "playing", "over"]
    game: str
    options: dict[str, Any]
    number: int
    hash: str | None
    timer: float | None
    grace: float | None
    listed: bool
    host: int | None
    people: list[Person]
    seats: list[Seat]
    ready: Seats
    seconds_left: float | None
    games: list[Game]


class Tables(Said):
    ok: Literal[True]
    tables: list[Public]


class You(Said):
    person: int
    name: str
    seats: Seats


class Prompt(Said):
    id: str
    words: str


class Choice(Said):
    choice: str
    words: str


class Hand(Said):
    known: Cards
    hidden: int


class Log(Said):
    """What has happened; `from` is the place of the first of these events in the whole log."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    since: int = Field(alias="from")
    events: list[dict[str, Any]]


class Line(Said):
    round: int
    card: str
    seat: int
    points: int
    reason: str


class Sheet(Said):
    """Where points came from; `from` is the place of the first of these lines in the whole sheet."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    since: int = Field(alias="from")
    lines: list[Line]


class Place(Said):
    rank: int
    seat: int
    name: str
    score: int
    desserts: int


class Outcome(Said):
    ranking: list[Place]
    tie_break: str | None


class View(Said):
    """What one seat may know of the game; `seat` null is the public side."""

    game: str
    options: dict[str, Any]
    names: list[str]
    seat: int | None
    round: int
    turn: int
    passes: Literal["left", "right"]
    waiting: Seats
    prompt: Prompt | None
    choices: list[Choice]
    chosen: str | None
    hands: list[Hand]
    trays: list[Cards]
    dipped: list[Cards]
    copies: list[Cards]
    face_down: list[int]
    deck: Cards
    discarded: Cards
    tokens: list[list[Annotated[list[Any], Field(min_length=2, max_length=2)]]]
    piles: Cards
    unseen_tokens: dict[str, list[int]]
    kept: list[Cards]
    scores: list[int]
    unseen: Cards
    sheet: Sheet
    log: Log
    outcome: Outcome | None
    state: dict[str, Any] | None = None


class Table(Said):
    """A table as one person sees it."""

    type: Literal["table"]
    version: int
    table: Public
    you: You | None
    views: list[View]


class Ready(Said):
    type: Literal["ready"]
    version: int
    ready: Seats
    chosen: dict[str, str] = Field(description="What was chosen at one's own seats.")


class Emote(Said):
    type: Literal["emote"]
    version: int
    person: int
    name: str
    emote: str


class Result(Said):
    scores: list[int]
    ranking: list[Seats]


class Fair(Said):
    hash: str
    salt: str


class Record(Said):
    """A finished game, as docs/records.md describes it."""

    kaiten: Literal[1]
    game: str
    version: int
    edition: str
    options: dict[str, Any]
    players: list[str]
    seed: int | None
    fair: Fair
    events: list[dict[str, Any]]
    result: Result


class Reason(Said):
    card: str
    points: int
    reason: str


class Counted(Said):
    """What somebody's cards bring; `total` is null while nobody knows what tokens are worth."""

    name: str
    lines: list[Reason]
    round: int
    final: int
    total: int | None
    takes: list[str] = Field(description="The piles of which this round brings a token.")


class Standing(Said):
    rank: int
    seat: int
    name: str
    total: int


class Score(Said):
    """A table of cardboard cards, counted."""

    ok: Literal[True]
    players: list[Counted]
    ranking: list[Standing]
    tie_break: str | None


class Card(Said):
    id: str
    name: Text
    rule: Text
    colour: str
    kinds: dict[str, Text]
    copies: Cards


class Menu(Said):
    id: str
    name: Text
    dishes: list[str]


class Course(Said):
    name: Text
    served: int
    dishes: list[str]


class CatalogueGame(Said):
    id: str
    title: Text
    rule: Text
    players: list[int]
    options: dict[str, list[Any] | None] = Field(description="By option its values, the usual one first; null: free.")
    cards: list[Card]
    courses: list[Course]
    menus: list[Menu]


class Catalogue(Said):
    ok: Literal[True]
    kaiten: str
    games: list[CatalogueGame]
    bots: list[str]
    emotes: list[str]
