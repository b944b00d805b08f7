"""The shapes of what the server says, for its description at /api/openapi.json and the types that
clients make of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

from .emotes import EmoteId
from .errors import ALL_CODES

Cards = dict[str, int]
Seats = list[int]
Options = dict[str, str | bool]


class Said(BaseModel):
    """Anything that the server says."""

    model_config = ConfigDict(extra="forbid")


class Translations(Said):
    """The same in both languages."""

    en: str
    fr: str


class Error(Said):
    """Something was refused, and nothing has changed."""

    type: Literal["error"]
    id: str | None
    ok: Literal[False]
    version: int | None
    code: str = Field(json_schema_extra={"enum": list(ALL_CODES)})
    error: str = Field(description="A sentence for the player.")


class Prospect(Said):
    """What a choice is likely to come to, with standard errors."""

    choice: str
    words: str
    why: str
    win: float = Field(description="The chance to win the game, from 0 to 1.")
    win_error: float
    margin: float = Field(
        description="Points ahead of the best other player when the round is over, or behind, with a share of what desserts or tokens would bring."
    )
    margin_error: float
    equal: bool = Field(description="Whether it is about as good as the best.")


class Advice(Said):
    """Step 1 tells a nudge alone, step 2 the best three choices besides, step 3 all of them, the
    best first.
    """

    step: int
    nudge: str
    prospects: list[Prospect]


class Ack(Said):
    """A command was done; besides, what that command gives."""

    type: Literal["ack"]
    id: str | None
    ok: Literal[True]
    version: int
    chosen: str | None = Field(
        None, description="What stands at that seat after `choose` or `unchoose`."
    )
    person: int | None = None
    seat: int | None = None
    token: str | None = None
    hint: Advice | None = None


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


class Help(Said):
    """How much somebody was helped in a game: at how many moments, and how far the furthest hint
    went (0 to 3).
    """

    moments: int
    deepest: int


class Game(Said):
    """A finished game; `ranking` has the seats by rank, best first; `helps` is by seat."""

    number: int
    scores: list[int]
    ranking: list[Seats]
    helps: list[Help]
    record: str


class Public(Said):
    """What everybody may know of a table, the game aside."""

    code: str
    stage: Literal["open", "playing", "over"]
    game: str
    options: Options
    number: int
    hash: str | None
    timer: float | None
    grace: float | None
    listed: bool
    hints: bool
    memory: bool
    host: int | None
    people: list[Person]
    seats: list[Seat]
    ready: Seats
    helps: list[Help] = Field(description="By seat, in the game that is played or was played last.")
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


# --- What happens in a game, as docs/records.md has it ---


class Dealt(Said):
    """A round begins with these hands; a hand that one may not see is empty."""

    deal: list[list[str]]


class Drew(Said):
    """A seat drew cards; none are told to those who may not see them."""

    draw: int
    cards: list[str]


class Gave(Said):
    """A card went from a seat's hand to the table in front of another."""

    give: int
    to: int
    card: str


class Answered(Said):
    """Everybody who was asked has answered; null for the others."""

    ask: str
    answers: list[str | None]


class Took(Said):
    """A seat took the top token of a pile; `worth` is null for those who may not know it."""

    take: int
    token: str
    worth: int | None


class Scored(Said):
    """A round was scored: points by card and seat."""

    points: dict[str, list[int]]


class Ended(Said):
    """What counts at the end of the game was scored, by card and seat."""

    final: dict[str, list[int]]


Event = TypeAliasType("Event", Dealt | Drew | Gave | Answered | Took | Scored | Ended)


# --- The game as a seat sees it ---


class Log(Said):
    """What has happened; `from` is the place of the first of these events in the whole log."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    since: int = Field(alias="from")
    events: list[Event]


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


Tokens = Annotated[
    list[list[tuple[str, int | None]]],
    Field(description="By seat: from which pile, and worth what."),
]


Aside = Annotated[
    int, Field(description="Desserts beside the deck, which are in no hand of this round.")
]
ToCome = Annotated[int, Field(description="Those of them that join the deck in later rounds.")]


class View(Said):
    """What one seat may know of the game; `seat` null is the public side."""

    game: str
    options: Options
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
    tokens: Tokens
    piles: Cards
    unseen_tokens: dict[str, list[int]]
    kept: list[Cards]
    aside: Aside
    to_come: ToCome
    scores: list[int]
    unseen: Cards
    sheet: Sheet
    log: Log
    outcome: Outcome | None
    state: dict[str, Any] = Field(
        {}, description="Only with `?state=1`; its meaning may change with any release."
    )


# --- Messages ---


class Table(Said):
    """A table as one person sees it."""

    type: Literal["table"]
    version: int
    table: Public
    you: You | None
    views: list[View]


class Ready(Said):
    """Who has chosen."""

    type: Literal["ready"]
    version: int
    ready: Seats
    chosen: dict[str, str] = Field(description="What was chosen at one's own seats.")


class Emoted(Said):
    """Somebody makes a face."""

    type: Literal["emote"]
    version: int
    person: int
    name: str
    emote: EmoteId


Messages = Table | Ready | Emoted | Ack | Error
Message = TypeAliasType(
    "Message",
    Annotated[Messages, Field(discriminator="type", description="What comes over the WebSocket.")],
)
MESSAGE: TypeAdapter[Any] = TypeAdapter(Message)


# --- Records ---


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
    options: Options
    players: list[str]
    seed: int | None
    fair: Fair
    events: list[Event]
    result: Result


class Count(Said):
    """What lies on the table, as if the round ended now, and as if the game did."""

    ok: Literal[True]
    version: int
    lines: list[Line]
    final: list[Line]


class Frame(Said):
    """The table at one moment of a finished game, everybody's cards open."""

    round: int
    turn: int
    passes: Literal["left", "right"]
    waiting: Seats
    prompts: list[Prompt | None] = Field(description="By seat, what is asked.")
    answers: list[Choice | None] = Field(
        description="By seat, what was chosen, which leads to the next frame."
    )
    hands: list[Cards]
    trays: list[Cards]
    dipped: list[Cards]
    copies: list[Cards]
    face_down: list[int]
    discarded: Cards
    tokens: Tokens
    piles: Cards
    kept: list[Cards]
    aside: Aside
    to_come: ToCome
    scores: list[int]
    sheet: Sheet
    outcome: Outcome | None


class Replay(Said):
    """A finished game step by step."""

    ok: Literal[True]
    game: str
    options: Options
    names: list[str]
    seed: str = Field(description="As text: it may be larger than JavaScript's numbers are exact.")
    hash: str
    salt: str
    frames: list[Frame]


class Named(Said):
    choice: str
    name: str


class Pick(Said):
    """What somebody chose, and what would have been better, as far as that seat could know."""

    step: int = Field(description="The frame of the replay.")
    round: int
    turn: int
    prompt: str
    seat: int
    played: Named
    better: Named | None = Field(description="Null where nothing was.")
    win: float
    best: float
    loss: float
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None
    words: str | None = Field(description="Why the other one was better.")


class Chances(Said):
    """Everybody's chances to win when something was asked, or at the end; by seat, together one."""

    step: int = Field(description="The frame of the replay.")
    round: int
    turn: int
    prompt: str | None
    chances: list[float]


class Judged(Said):
    """How somebody has played: start - lost + gained + luck = end."""

    seat: int
    name: str
    picks: int
    accuracy: float | None
    average_loss: float
    judgements: Cards
    start: float
    lost: float
    gained: float
    luck: float
    end: float


class Analysis(Said):
    """What can be said of a game afterwards; `costliest` are places in `picks`, the worst first."""

    game: str
    names: list[str]
    over: bool
    moments: list[Chances]
    picks: list[Pick]
    costliest: list[int]
    players: list[Judged]


class AnalysisState(Said):
    """How far the analysis of a game is, from 0 to 1, and what it has found."""

    ok: Literal[True]
    state: Literal["none", "working", "failed", "done"]
    progress: float
    analysis: Analysis | None


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


# --- The catalogue ---


class Retold(Said):
    """A rule in the words that hold where the table has these options."""

    options: Options
    rule: Translations


class Rule(Said):
    """A rule in the words that usually hold; `rules` has the others."""

    id: str
    name: Translations
    rule: Translations
    rules: list[Retold]


class Card(Rule):
    """A dish, in one or several kinds."""

    colour: str
    kinds: dict[str, Translations] = Field(description="What each kind is called.")
    copies: Cards = Field(description="How many of each kind are in the box.")
    players: list[int] = Field(description="The numbers of players at whose tables it may be.")
    dessert: bool = Field(description="Whether it is kept to the end of the game.")
    stays: bool = Field(
        description="Whether it may lie on the table, as itself, when a turn is over."
    )
    acts: list[str] = Field(description="The kinds as which it may lie there otherwise.")
    turns: bool = Field(description="Whether it turns other cards face down.")
    differ: Options = Field(description="The options with which alone its kinds can be told apart.")


class Extra(Rule):
    """A rule that stands on no card; it is in force where the table has these options."""

    options: Options


class Value(Said):
    value: str | bool
    name: Translations
    words: Translations
    players: list[int] = Field(description="The numbers of people who may play so.")


class Option(Said):
    """Something to be decided before a game; the usual value comes first."""

    id: str
    name: Translations
    values: list[Value]


class Menu(Said):
    id: str
    name: Translations
    dishes: list[str]
    players: list[int] = Field(description="The numbers of people who may play with it.")


class Course(Said):
    """A part of the meal: a menu has so many of its dishes."""

    name: Translations
    served: int
    dishes: list[str]


class Race(Said):
    """Places that players take during a round, with these options, by having enough of a card."""

    options: Options
    card: str
    prizes: list[int] = Field(description="What each place is worth.")


class Pile(Said):
    id: str
    name: Translations
    tokens: list[int] = Field(description="What they are worth in the usual box.")


class CatalogueGame(Said):
    id: str
    title: Translations
    rule: Translations
    players: list[int]
    options: list[Option]
    cards: list[Card]
    extras: list[Extra]
    courses: list[Course]
    menus: list[Menu]
    races: list[Race]
    piles: list[Pile]


class Bot(Said):
    id: str
    name: Translations
    words: Translations
    level: bool = Field(
        description="Whether it is offered to people: a level, or a bot of another package that the host has installed."
    )


class EmoteWords(Said):
    id: EmoteId
    words: Translations


class Catalogue(Said):
    ok: Literal[True]
    kaiten: str
    games: list[CatalogueGame]
    bots: list[Bot] = Field(
        description="The weakest first, then the levels, the easiest first, then bots of other packages."
    )
    usual_level: str = Field(description="The level that is proposed first.")
    emotes: list[EmoteWords]
