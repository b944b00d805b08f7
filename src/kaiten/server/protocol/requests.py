"""The messages that clients may send, as docs/protocol.md describes them, with their validation."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from typing_extensions import TypeAliasType

from ...text import Text, join_texts
from .emotes import EmoteId
from .errors import BadMessage
from .limits import MAX_TIMER, MIN_TIMER, WEEK

OPTIONS_BYTES = 2_000  # the longest that a game has are a tenth of that
Id = Annotated[str, StringConstraints(max_length=64)]
ShortString = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, Field(description="1 to 24 characters that can be seen.")]
HexDigits = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$", max_length=64)]
TokenText = Annotated[str, StringConstraints(max_length=100)]
SeatNumber = Annotated[int, Field(ge=0, le=7, description="A seat, numbered from 0.")]
Version = Annotated[int, Field(ge=0, le=2**31)]
MAX_LANGUAGE = 35  # characters; no code of a language needs more
# each game says itself for how many it is
SeatPlan = Annotated[list[ShortString | None], Field(max_length=100)]
CardNames = Annotated[list[ShortString], Field(max_length=40)]  # and how many cards a round has


def check_option_size(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options. Raise ValueError if they are too long or cannot be encoded as JSON."""
    try:
        size = len(orjson.dumps(options))
    except TypeError as error:  # a lone surrogate, an infinite number, a hundred brackets
        raise ValueError from error
    if size > OPTIONS_BYTES:
        raise ValueError
    return options


GameOptions = Annotated[dict[ShortString, Any], AfterValidator(check_option_size)]


class RequestModel(BaseModel):
    """Anything that a client sends; what is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TableCommand(RequestModel):
    """A command at a table."""

    id: Id | None = Field(None, description="Comes back in the answer.")
    do: str


class TableSettings(BaseModel):
    """What to play, and how."""

    game: ShortString
    options: GameOptions = Field({}, description="The options of the game, as in `kaiten.deal`.")
    seats: SeatPlan | None = Field(
        None, description="One entry per seat: null for a person, or the name of a bot."
    )
    timer: Annotated[int, Field(ge=MIN_TIMER, le=MAX_TIMER)] | None = Field(
        None, description="Seconds for each choice."
    )
    grace: Annotated[int, Field(ge=0, le=WEEK)] | None = Field(
        60, description="Seconds until a bot stands in."
    )
    listed: bool = Field(
        False, description="Whether the table is shown to everyone while it waits for people."
    )
    hints: bool = Field(True, description="Whether players may ask for hints.")
    memory: bool = Field(
        True,
        description="Whether players are told what they could remember of the hands of others.",
    )


class OpenTable(RequestModel, TableSettings):
    """A table to be opened."""

    name: Name


class NetworkWish(RequestModel):
    """Who may reach a private server."""

    open: bool = Field(description="True: the local network too. False: this machine alone.")


class ScoredPlayer(BaseModel):
    """A player at a table of cardboard cards; besides, the prizes they took in the race for a card,
    by its id.
    """

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, list[int]]
    name: ShortString | None = None
    cards: CardNames = Field(
        [], description="This round's, in the order played, as docs/rules.md spells them."
    )
    kept: CardNames = Field([], description="Desserts of earlier rounds.")
    before: int = Field(0, description="Points of earlier rounds.")
    tokens: dict[ShortString, list[int]] = Field(
        {}, description="By pile, what the tokens are worth, at the end of the game."
    )


class ScoreRequest(RequestModel):
    """A table of printed cards to be counted; a round that is not finished yet is counted as it
    lies.
    """

    game: ShortString
    options: GameOptions | None = Field(
        None, description="The options of the game; the menu may be left to the cards."
    )
    round: int | None = None
    final: bool = Field(False, description="Whether the game ends here.")
    players: list[ScoredPlayer] = Field(
        max_length=20, description="The robot last, where there is one."
    )


class Hello(TableCommand):
    """Who I am."""

    do: Literal["hello"]
    token: TokenText


class Language(TableCommand):
    """Which language I read from now on; the words are in it, or in English."""

    do: Literal["language"]
    lang: Annotated[str, StringConstraints(max_length=MAX_LANGUAGE)]


class Join(TableCommand):
    """I come to the table."""

    do: Literal["join"]
    name: Name
    seat: SeatNumber | None = None


class Sit(TableCommand):
    """I move to this seat, or hold it besides."""

    do: Literal["sit"]
    seat: SeatNumber
    name: Name | None = None


class Stand(TableCommand):
    """I give up this seat."""

    do: Literal["stand"]
    seat: SeatNumber | None = None


class Leave(TableCommand):
    """I go for good."""

    do: Literal["leave"]


class Kick(TableCommand):
    """Remove a person from the table."""

    do: Literal["kick"]
    person: Annotated[int, Field(ge=1, le=2**31)]


class Set(TableCommand, TableSettings):
    """Another game, other options, other seats."""

    do: Literal["set"]
    game: ShortString = ""


class Start(TableCommand):
    """The first game, or a rematch."""

    do: Literal["start"]


class Commit(TableCommand):
    """What I will contribute to the next deal, by its hash."""

    do: Literal["commit"]
    hash: HexDigits = Field(description="The hash of the server's secret for that deal.")
    commitment: HexDigits = Field(description="The hash of my contribution.")


class Reveal(TableCommand):
    """What I contribute to the deal."""

    do: Literal["reveal"]
    hash: HexDigits = Field(description="The hash of the server's secret for that deal.")
    contribution: HexDigits


class Choose(TableCommand):
    """My choice, which may be changed until the last one has chosen."""

    do: Literal["choose"]
    choice: ShortString
    version: Version
    seat: SeatNumber | None = None


class Unchoose(TableCommand):
    """My choice, taken back."""

    do: Literal["unchoose"]
    version: Version
    seat: SeatNumber | None = None


class Hint(TableCommand):
    """What should I choose? Each step tells more: a nudge, the best three, everything."""

    do: Literal["hint"]
    step: Annotated[int, Field(ge=1, le=3)] = 1
    version: Version
    seat: SeatNumber | None = None


class Away(TableCommand):
    """A bot plays for me."""

    do: Literal["away"]
    seat: SeatNumber | None = None


class Back(TableCommand):
    """I play again."""

    do: Literal["back"]
    seat: SeatNumber | None = None


class Replace(TableCommand):
    """A bot plays for a person who is not here."""

    do: Literal["replace"]
    seat: SeatNumber


class Emote(TableCommand):
    """A face to the others."""

    do: Literal["emote"]
    emote: EmoteId


Commands = (
    Hello
    | Language
    | Join
    | Sit
    | Stand
    | Leave
    | Kick
    | Set
    | Start
    | Commit
    | Reveal
    | Choose
    | Unchoose
    | Hint
    | Away
    | Back
    | Replace
    | Emote
)
Command = TypeAliasType(
    "Command", Annotated[Commands, Field(discriminator="do", description="What a client may send.")]
)
NAMES = {kind.__name__.lower() for kind in get_args(Commands)}
COMMAND: TypeAdapter[Any] = TypeAdapter(Command)
ID: TypeAdapter[str] = TypeAdapter(Id, config=ConfigDict(strict=True))


def parse_command(message: str | bytes) -> Command:
    """Return the command in a message. Raise `BadMessage` if there is none."""
    try:
        data = orjson.loads(message)
    except ValueError as error:
        raise BadMessage(Text("This is not JSON.")) from error
    try:
        parsed: Command = COMMAND.validate_python(data)
    except ValidationError as error:
        raise make_bad_message(
            error.errors(include_url=False, include_context=False, include_input=False)
        ) from None
    return parsed


PROBLEMS = {
    "missing": Text("“{field}” is missing"),
    "extra_forbidden": Text("there is no field “{field}”"),
    "union_tag_invalid": Text("there is no such command"),
    "union_tag_not_found": Text("“do” is missing"),
    "json_invalid": Text("this is not JSON"),
}
WITHOUT_FIELD = ("union_tag_invalid", "union_tag_not_found", "json_invalid")
WRONG = Text("“{field}” has a wrong value")


def make_bad_message(errors: Any) -> BadMessage:
    """Return an error that names the wrong fields of a message."""
    named = [(error["type"], field_name_at(error["loc"])) for error in errors[:3]]
    found = [
        PROBLEMS.get(kind, WRONG).format(field=field)
        for kind, field in named
        if field or kind in WITHOUT_FIELD
    ]
    if not found:
        return BadMessage()
    sentence = join_texts(dict.fromkeys(found), "; ")
    return BadMessage(Text("Not understood: {what}.").format(what=sentence))


def field_name_at(place: tuple[str | int, ...]) -> str:
    """Return the top-level field of an error's location; empty for the message itself."""
    inside = place[1:] if place[:1] in (("body",), ("query",)) else place
    inside = inside[1:] if inside and inside[0] in NAMES else inside
    return str(inside[0])[:60] if inside else ""


def read_id(message: str | bytes) -> str | None:
    """Return the id of a message that is no valid command, or None."""
    try:
        return id_of(orjson.loads(message))
    except ValueError:
        return None


def id_of(data: Any) -> str | None:
    """Return the id in any JSON value, or None."""
    try:
        return ID.validate_python(data["id"])
    except (KeyError, IndexError, TypeError, ValidationError):
        return None
