"""The shapes of what the server says, for its description at /api/openapi.json and the types that
clients make of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model
from typing_extensions import TypeAliasType

from ...match.facts import FACTS, OPEN_FACTS, Fact, explain_fact
from .emotes import EmoteId
from .errors import ALL_CODES

CardCounts = dict[str, int]
SeatNumbers = list[int]
OptionValues = dict[str, str | bool]
ErrorCode = TypeAliasType(
    "ErrorCode",
    Annotated[
        str, Field(description="Why, for programs.", json_schema_extra={"enum": list(ALL_CODES)})
    ],
)


class Schema(BaseModel):
    """Anything that the server says."""

    model_config = ConfigDict(extra="forbid")


class ErrorMessage(Schema):
    """Something was refused, and nothing has changed."""

    type: Literal["error"]
    id: str | None
    ok: Literal[False]
    version: int | None
    code: ErrorCode
    seat: int | None = Field(description="The seat that it is about, if it is about one.")
    error: str = Field(description="A sentence for the player.")


ExtraLabel = Literal["give", "as", "with", "using"]


def omit_default(schema: dict[str, Any]) -> None:
    """Describe a field that may be missing without what Python has in its place."""
    schema.pop("default", None)


class ChoiceParts(Schema):
    """What a choice is made of. A choice without `cards` is made of the one that its text names."""

    cards: list[str] = Field(
        [],
        description="The cards taken for oneself, in order; of an answer to a question, the card "
        "that shows it, if there is one.",
        json_schema_extra=omit_default,
    )
    extras: dict[ExtraLabel, str] = Field(
        {},
        description="`give`: the card for the robot. `as`: the dish that a joker goes onto. "
        "`with`, `using`: the tools that are announced.",
        json_schema_extra=omit_default,
    )
    mimics: list[ExtraLabel] = Field(
        [],
        description="The extras that are really another card, acting as this one.",
        json_schema_extra=omit_default,
    )


class ViewChoice(ChoiceParts):
    """Something that may be chosen: its text, which a client sends back, its words and its parts."""

    choice: str
    words: str


class HintProspect(ViewChoice):
    """What a choice is likely to come to, with standard errors."""

    why: str
    win: float = Field(description="The chance of winning the game, from 0 to 1.")
    win_error: float
    margin: float = Field(
        description="Points ahead of the best other player when the round is over, or behind, with a share of what desserts or tokens would bring."
    )
    margin_error: float
    equal: bool = Field(description="Whether it is about as good as the best.")


class HintAdvice(Schema):
    """Step 1 tells a nudge alone, step 2 the best three choices besides, step 3 all of them, the
    best first.
    """

    step: int
    nudge: str
    prospects: list[HintProspect]


class AckMessage(Schema):
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
    hint: HintAdvice | None = None
    lang: str | None = Field(None, description="The language of all words after `language`.")


class OpenedTable(Schema):
    """A table was opened, and its host sits at it."""

    ok: Literal[True]
    version: int
    table: str
    link: str
    person: int
    seat: int | None
    token: str


class NetworkState(Schema):
    """Who can reach this server."""

    ok: Literal[True]
    open: bool = Field(description="Whether others than this machine reach it.")
    origins: list[str] = Field(
        description="Where they do, the likeliest address first; a guest is told their own."
    )
    mine: bool = Field(description="Whether the sender of the request may open or close it.")


class TablePerson(Schema):
    person: int
    name: str
    here: bool


class TableSeat(Schema):
    name: str
    person: int | None
    bot: str | None
    away: bool


class HintUse(Schema):
    """How much a player was helped in a game: at how many moments, and how far the furthest hint
    went (0 to 3).
    """

    moments: int
    deepest: int


class FinishedGame(Schema):
    """A finished game; `ranking` has the seats by rank, best first; `helps` is by seat."""

    number: int
    scores: list[int]
    ranking: list[SeatNumbers]
    helps: list[HintUse]
    record: str


class TableInfo(Schema):
    """What everyone may know of a table, the game aside."""

    code: str
    stage: Literal["open", "playing", "over"]
    game: str
    options: OptionValues
    number: int
    outdated: int | None = Field(
        description="The number of the game that ended before its time, since the server was "
        "upgraded and has other rules now."
    )
    hash: str | None
    timer: float | None
    grace: float | None
    listed: bool
    hints: bool
    memory: bool
    host: int | None
    watching: int = Field(description="How many see the table without having joined it.")
    people: list[TablePerson]
    seats: list[TableSeat]
    ready: SeatNumbers
    helps: list[HintUse] = Field(
        description="By seat, in the game that is played or was played last."
    )
    seconds_left: float | None
    games: list[FinishedGame]


class TableList(Schema):
    ok: Literal[True]
    tables: list[TableInfo]


class You(Schema):
    person: int
    name: str
    seats: SeatNumbers


class ViewPrompt(Schema):
    id: str
    words: str


class HandView(Schema):
    known: CardCounts
    hidden: int


# --- What happens in a game, as docs/records.md has it ---


class DealEvent(Schema):
    """A round begins with these hands; a hand that one may not see is empty."""

    deal: list[list[str]]


class DrawEvent(Schema):
    """A seat drew cards; none are told to those who may not see them."""

    draw: int
    cards: list[str]


class GiveEvent(Schema):
    """A card went from a seat's hand to the table in front of another."""

    give: int
    to: int
    card: str


class AnswerEvent(Schema):
    """Everyone who was asked has answered; null for the others."""

    ask: str
    answers: list[str | None] = Field(description="By seat, the text of the choice.")
    parts: dict[str, ChoiceParts] = Field(
        {},
        description="In a view, by seat: what those choices are made of that are more than the "
        "one card that the text names.",
        json_schema_extra=omit_default,
    )


class TakeEvent(Schema):
    """A seat took the top token of a pile; `worth` is null for those who may not know it."""

    take: int
    token: str
    worth: int | None


class ScoreEvent(Schema):
    """A round was scored: points by card and seat."""

    points: dict[str, list[int]]


class FinalEvent(Schema):
    """What counts at the end of the game was scored, by card and seat."""

    final: dict[str, list[int]]


GameEvent = TypeAliasType(
    "GameEvent",
    DealEvent | DrawEvent | GiveEvent | AnswerEvent | TakeEvent | ScoreEvent | FinalEvent,
)


# --- The game as a seat sees it ---


class HappenedEvent(Schema):
    """Something followed from answers, for all to see: a card in front of a seat was discarded, or
    dipped into another one, or a seat scored points at once. Records do not have it.
    """

    happened: Literal["discarded", "dipped", "scored"]
    seat: int
    card: str
    points: int = Field(0, json_schema_extra=omit_default)


ViewEvent = TypeAliasType("ViewEvent", GameEvent | HappenedEvent)


class EventLog(Schema):
    """What has happened; `from` is the place of the first of these events in the whole log."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    since: int = Field(alias="from")
    events: list[ViewEvent]


class StoryLineData(Schema):
    """A sentence of the story; `event` is the place of its event in the log."""

    event: int
    round: int
    turn: int
    kind: Literal["deal", "pick", "answer", "effect", "score"]
    seats: SeatNumbers
    words: str


class GameStory(Schema):
    """The game in plain sentences; `from` is the place in the log of the first event told here."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    since: int = Field(alias="from")
    lines: list[StoryLineData]


class LaidCards(Schema):
    """What lay in front of everyone when a round was scored, by player; `kept` has the desserts of
    the rounds before.
    """

    round: int
    trays: list[CardCounts]
    dipped: list[CardCounts]
    copies: list[CardCounts]
    face_down: list[int]
    kept: list[CardCounts]


class ScoreSheetLine(Schema):
    round: int
    card: str
    seat: int
    points: int
    reason: str
    won: bool = Field(
        description="Whether the seat won what the card compares: the most points, or the token."
    )


class DishLack(Schema):
    """What a dish lacks, or where it stands, in a few words."""

    card: str
    words: str


class MajorityCount(Schema):
    """How players stand in what a card compares; `counts` and `points` are by player."""

    card: str
    counts: list[str]
    points: list[int]
    leaders: SeatNumbers


class ScoreSheet(Schema):
    """Where points came from; `from` is the place of the first of these lines in the whole sheet."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    since: int = Field(alias="from")
    lines: list[ScoreSheetLine]


class OutcomePlace(Schema):
    rank: int
    seat: int
    name: str
    score: int
    desserts: int


class GameOutcome(Schema):
    ranking: list[OutcomePlace]
    tie_break: str | None


def describe_facts(name: str, facts: Sequence[Fact]) -> Any:
    """Return a schema with these facts of a view."""
    described: dict[str, Any] = {
        fact.name: (fact.type, Field(description=explain_fact(fact.name))) for fact in facts
    }
    return create_model(name, __base__=Schema, __module__=__name__, **described)


class SeatView(describe_facts("ViewFacts", FACTS)):  # type: ignore[misc]
    """What one seat may know of the game; `seat` null is the public side."""

    chosen: str | None = Field(
        description="What the seat has chosen so far on this turn: the text of one of `choices`."
    )
    state: dict[str, Any] = Field(
        {}, description="Only with `?state=1`; its meaning may change with any release."
    )


# --- ServerMessages ---


class TableMessage(Schema):
    """A table as one person sees it."""

    type: Literal["table"]
    version: int
    table: TableInfo
    you: You | None
    views: list[SeatView]


class ReadyMessage(Schema):
    """Who has chosen."""

    type: Literal["ready"]
    version: int
    ready: SeatNumbers
    chosen: dict[str, str] = Field(description="What was chosen at one's own seats.")


class EmoteMessage(Schema):
    """A person sends an emote."""

    type: Literal["emote"]
    version: int
    person: int
    name: str
    emote: EmoteId


class DealContribution(Schema):
    """What a player's client contributes to a deal."""

    seats: SeatNumbers = Field(description="Of the player.")
    commitment: str = Field(description="The hash of the contribution.")
    contribution: str | None = Field(description="Null if it is not revealed, or was too late.")


class DealtFrom(Schema):
    """What a deal comes from, besides the secret of the server."""

    number: int = Field(description="Of the game.")
    hash: str = Field(description="Of the server's secret.")
    contributions: list[DealContribution]


class NextDeal(DealtFrom):
    closed: bool = Field(description="Whether the contributions must be revealed now.")


class DealMessage(Schema):
    """How the next deal comes about, and how this one did."""

    type: Literal["deal"]
    version: int
    next: NextDeal | None
    dealt: DealtFrom | None


ServerMessages = (
    TableMessage | ReadyMessage | DealMessage | EmoteMessage | AckMessage | ErrorMessage
)
ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        ServerMessages, Field(discriminator="type", description="What comes over the WebSocket.")
    ],
)
SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)


# --- Records ---


class RecordResult(Schema):
    scores: list[int]
    ranking: list[SeatNumbers]


class SeedProof(Schema):
    """Of games that older servers dealt: the server chose the seed, and promised it."""

    hash: str
    salt: str


class DealProof(Schema):
    """What a seed came from."""

    hash: str
    secret: str
    contributions: list[DealContribution]


class GameRecord(Schema):
    """A finished game, as docs/records.md describes it."""

    kaiten: Literal[1]
    game: str
    version: int
    edition: str
    options: OptionValues
    players: list[str]
    seed: int | str | None
    fair: DealProof | SeedProof
    events: list[GameEvent]
    result: RecordResult


class PointsSoFar(Schema):
    """What lies on the table, as if the round ended now, and as if the game did."""

    ok: Literal[True]
    version: int
    lines: list[ScoreSheetLine]
    final: list[ScoreSheetLine]


# the facts that change during a game; hands and tokens are open
SAID_ONCE = ("game", "options", "names", "story", "laid")
FRAME_FACTS = tuple(fact for fact in OPEN_FACTS if fact.name not in SAID_ONCE)


class ReplayFrame(describe_facts("FrameFacts", FRAME_FACTS)):  # type: ignore[misc]
    """The table at one moment of a finished game, everyone's cards open."""

    prompts: list[ViewPrompt | None] = Field(description="By seat, what is asked.")
    answers: list[ViewChoice | None] = Field(
        description="By seat, what was chosen, which leads to the next frame."
    )
    hands: list[CardCounts] = Field(description="By seat, the cards of each person.")
    tokens: list[list[tuple[str, int]]] = Field(
        description="By player, the tokens taken, all of them turned over."
    )


class ReplayRound(Schema):
    """What was dealt in a round: whose cards, out of which deck."""

    deck: list[str] = Field(description="All cards of the deck before the deal, sorted.")
    hands: list[list[str]] = Field(description="The robot's pile comes last.")


class GameReplay(Schema):
    """A finished game step by step."""

    ok: Literal[True]
    game: str
    options: OptionValues
    names: list[str]
    seed: str = Field(description="As text: it may be larger than JavaScript's numbers are exact.")
    fair: DealProof | SeedProof
    rounds: list[ReplayRound]
    frames: list[ReplayFrame]


class NamedChoice(ChoiceParts):
    choice: str
    name: str


class PickReview(Schema):
    """What a player chose, and what would have been better, as far as that seat could know."""

    step: int = Field(description="The frame of the replay.")
    round: int
    turn: int
    prompt: str
    seat: int
    played: NamedChoice
    better: NamedChoice | None = Field(description="Null where nothing was.")
    win: float
    best: float
    loss: float
    stake: float = Field(description="What a choice at random would have lost on average.")
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None
    words: str | None = Field(
        description="Why the other one was better, and what it leads to. The player has a name in it."
    )
    words_to_player: str | None = Field(description="The same, said to the player.")


class WinChances(Schema):
    """Everyone's chances of winning when something was asked, or at the end; by seat, together one."""

    step: int = Field(description="The frame of the replay.")
    round: int
    turn: int
    prompt: str | None
    chances: list[float]


class PlayerReview(Schema):
    """How a player has played: start - lost + gained + luck = end."""

    seat: int
    name: str
    picks: int
    accuracy: float | None
    average_loss: float
    judgements: CardCounts
    start: float
    lost: float
    gained: float
    luck: float
    end: float


class GameAnalysis(Schema):
    """What can be said of a game afterwards; `costliest` are places in `picks`, the worst first."""

    game: str
    names: list[str]
    over: bool
    moments: list[WinChances]
    picks: list[PickReview]
    costliest: list[int]
    players: list[PlayerReview]


class AnalysisStatus(Schema):
    """How far the analysis of a game is, from 0 to 1, and what it has found so far: soon a coarse
    analysis, and the real one when it is done.
    """

    ok: Literal[True]
    state: Literal["none", "working", "failed", "done"]
    progress: float
    analysis: GameAnalysis | None


class ScoreReason(Schema):
    card: str
    points: int
    reason: str


class PlayerScore(Schema):
    """What a player's cards bring; `total` is null while nobody knows what tokens are worth."""

    name: str
    lines: list[ScoreReason]
    round: int
    final: int
    total: int | None
    takes: list[str] = Field(description="The piles of which this round brings a token.")


class ScoreStanding(Schema):
    rank: int
    seat: int
    name: str
    total: int


class ScoreResult(Schema):
    """A table of cardboard cards, counted."""

    ok: Literal[True]
    players: list[PlayerScore]
    ranking: list[ScoreStanding]
    tie_break: str | None


# --- The catalogue ---


class RuleVariant(Schema):
    """A rule in the words that hold where the table has these options."""

    options: OptionValues
    rule: str


class CatalogueRule(Schema):
    """A rule in the words that usually hold; `rules` has the others."""

    id: str
    name: str
    hue: int = Field(
        description="The angle on the colour wheel, in degrees, at which a client may draw what it has no colour or picture for."
    )
    rule: str
    rules: list[RuleVariant]


class CatalogueCard(CatalogueRule):
    """A dish, in one or several kinds."""

    colour: str = Field(
        description="The name of its colour, or its id if it has none: a client draws names that it does not know by the hue."
    )
    face: str = Field(description="The kind by which it is known best.")
    kinds: dict[str, str] = Field(description="What each kind is called.")
    values: dict[str, str] = Field(
        description="What a card of each kind brings, in the few signs that fit on it, if they do."
    )
    copies: CardCounts = Field(description="How many of each kind are in the box.")
    players: list[int] = Field(description="The numbers of players at whose tables it may be.")
    dessert: bool = Field(description="Whether it is kept to the end of the game.")
    stays: bool = Field(
        description="Whether it may lie on the table, as itself, when a turn is over."
    )
    acts: list[str] = Field(description="The kinds as which it may lie there otherwise.")
    turns: bool = Field(description="Whether it turns other cards face down.")
    differ: OptionValues = Field(
        description="The options with which alone its kinds can be told apart."
    )


class CatalogueExtra(CatalogueRule):
    """A rule that stands on no card; it is in force where the table has these options."""

    options: OptionValues


class OptionValue(Schema):
    value: str | bool
    name: str
    words: str
    players: list[int] = Field(description="The numbers of people who may play so.")


class CatalogueOption(Schema):
    """Something to be decided before a game; the usual value comes first."""

    id: str
    name: str
    values: list[OptionValue]


class CatalogueMenu(Schema):
    id: str
    name: str
    dishes: list[str]
    players: list[int] = Field(description="The numbers of people who may play with it.")


class CatalogueCourse(Schema):
    """A part of the meal: a menu has `served` of its dishes."""

    name: str
    served: int
    dishes: list[str]


class CatalogueRace(Schema):
    """Places that players take during a round, with these options, by having enough of a card."""

    options: OptionValues
    card: str
    prizes: list[int] = Field(description="What each place is worth.")


class CataloguePile(Schema):
    id: str
    name: str
    tokens: list[int] = Field(description="What they are worth in the usual box.")


class CatalogueQuestion(Schema):
    """Something that a player may be asked between two picks; its card has the same id."""

    id: str
    words: str
    from_hand: bool = Field(description="Whether it is answered with a card of the own hand.")


class CatalogueGame(Schema):
    id: str
    title: str
    summary: str = Field(description="The game in one sentence.")
    faces: list[str] = Field(description="The kinds by which it is known best.")
    rule: str
    players: list[int]
    hands: dict[str, int] = Field(description="The cards of a hand, by the number of players.")
    unplayed: int = Field(description="How many cards of a hand are not played.")
    reshuffles: bool = Field(
        description="Whether the cards of a round are shuffled back for the next one."
    )
    options: list[CatalogueOption]
    cards: list[CatalogueCard]
    extras: list[CatalogueExtra]
    courses: list[CatalogueCourse]
    menus: list[CatalogueMenu]
    races: list[CatalogueRace]
    piles: list[CataloguePile]
    questions: list[CatalogueQuestion]


class CatalogueBot(Schema):
    id: str
    name: str
    words: str
    level: bool = Field(
        description="Whether it is offered to people: a level, or a bot of another package that the host has installed."
    )


class CatalogueEmote(Schema):
    id: EmoteId
    words: str


class Catalogue(Schema):
    ok: Literal[True]
    kaiten: str
    lang: str = Field(description="The language of all words.")
    games: list[CatalogueGame]
    bots: list[CatalogueBot] = Field(
        description="The weakest first, then the levels, the easiest first, then bots of other packages."
    )
    usual_level: str = Field(description="The level that is proposed first.")
    emotes: list[CatalogueEmote]
