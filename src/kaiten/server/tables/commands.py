"""The commands: each one looks at the table as it is and returns its effects, or raises the reason
for a refusal.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from hmac import compare_digest
from types import MappingProxyType
from typing import Any, NamedTuple

from ...bots import find_bot
from ...errors import KaitenError, naming_seat
from ...games import find_game
from ...match.choice import Choice
from ...match.fairness import hash_secret
from ...match.match import deal
from ...match.record import fairness_data
from ...text import Text
from ..protocol import requests
from ..protocol.errors import (
    BadMessage,
    BadToken,
    HostOnly,
    NotNow,
    NotYours,
    SeatTaken,
    Stale,
    TooMany,
)
from ..storage.entry import Stage
from .lots import Lots, draw_lots
from .names import check_new_name
from .table import Settings, Table, TablePlace

MAX_PEOPLE = 100  # at one table, including people who joined and only watch
# seconds after which a person without a connection is not waited for when a game is dealt
ATTENTIVE = 3.0
ASKED = "asked"  # why a bot plays for a person: they wanted it to
NO_SUCH_SEAT = Text("There is no such seat.")
WHICH_SEAT = Text("You have several seats: say which one.")
NO_SEAT = Text("You have no seat in this game.")
IN_GAME = Text("Not during a game.")
SHUFFLING = Text("The cards are being shuffled.")
OTHER_DEAL = Text("That was for another deal.")
OTHER_PROMISE = Text("That is not what you promised to contribute.")
OTHER_RULES = Text(
    "This game was started under different rules, which the server no longer has. Start a new one."
)
NO_GAME = Text("No game is in progress.")
NOT_ASKED_NOW = Text("You have nothing to choose now.")
BOT_PLAYS = Text("A bot is playing for you. Take your seat back first.")
NO_HINTS = Text("This table has no hints.")
NOT_CHOSEN = Text("You have not chosen anything.")
NO_SUCH_PERSON = Text("There is no such person at the table.")
THEY_ARE_HERE = Text("This player is here and can choose.")
NOBODY_SITS = Text("There is nobody to replace in that seat.")
NOT_THE_HOST = Text("The host cannot be removed from the table.")
THEY_SIT_HERE = Text("The host is away; until they return, nobody can remove a player who is here.")


NO_ITEMS: Mapping[Any, Any] = MappingProxyType({})


class CommandContext(NamedTuple):
    """What a command sees: the table, the choices of this turn, who sends it, and who is absent."""

    table: Table
    chosen: Mapping[int, Choice] = NO_ITEMS
    person: int | None = None  # who sends the command
    gone: Mapping[int, float] = NO_ITEMS  # for how many seconds; people who are here are not in it
    now: float = 0
    lots: Lots | None = None  # what the next deal comes from

    @property
    def is_shuffling(self) -> bool:
        """Whether a game was started and waits for what players contribute to its deal."""
        return self.lots is not None and self.lots.closed_at is not None

    def find_absent_seats(self) -> list[int]:
        """Return the seats of players who are waited for and have been gone too long."""
        table, grace = self.table, self.table.settings.grace
        if table.stage != Stage.PLAYING or grace is None or not self.is_anyone_here():
            return []
        slow = [
            person
            for person in table.people_to_move(self.chosen)
            if self.gone.get(person, -1) >= grace
        ]
        return [
            seat
            for person in sorted(slow)
            for seat in table.seats_of(person)
            if not table.seats[seat].away
        ]

    def is_anyone_here(self) -> bool:
        """Return whether any player is connected."""
        return any(seat.person and seat.person not in self.gone for seat in self.table.seats)


class Effects(NamedTuple):
    """What follows from a command: log entries, choices, and the reply to the sender."""

    entries: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    choices: Mapping[int, Choice | None] = NO_ITEMS  # by seat; None takes a choice back
    reply: Mapping[str, Any] = NO_ITEMS
    lots: Lots | None = None  # None: as they were


def log_entry(kind: str, **data: Any) -> Effects:
    """Return the effects of a command that appends one log entry."""
    return Effects(((kind, data),))


# --- Tokens ---


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def recognise(table: Table, token: str | None) -> int | None:
    """Return the person with this token. All digests are compared, each in constant time."""
    if token is None:
        return None
    offered = hash_token(token)
    matches = [
        person.number for person in table.people.values() if compare_digest(person.digest, offered)
    ]
    if not matches:
        raise BadToken
    return matches[0]


# --- Opening and settings ---


def check_settings(
    request: requests.TableSettings, now: Settings | None = None, seats: tuple[TablePlace, ...] = ()
) -> dict[str, Any]:
    """Return the complete settings of a table, or raise if such a game cannot be played."""
    given = request.model_dump(exclude_unset=True, include=set(requests.TableSettings.model_fields))
    if "game" in given and now and given["game"] != now.game:
        given.setdefault("options", {})  # the other game's options mean nothing here
    settings = (asdict(now) if now else asdict(Settings("", {}))) | given
    if settings.get("seats") is None:
        settings["seats"] = [seat.bot for seat in seats] or [None] * default_players(
            settings["game"]
        )
    for bot in settings["seats"]:
        if bot is not None:
            find_bot(bot)
    settings["options"] = find_game(settings["game"]).options(settings["options"])
    # refuses what cannot be played
    deal(settings["game"], len(settings["seats"]), 0, **settings["options"])
    return settings


def default_players(game: str) -> int:
    """Return four, or the nearest number that the game allows."""
    return min(max(4, min(find_game(game).hand_sizes)), max(find_game(game).hand_sizes))


def create_table(request: requests.OpenTable, opener: str = "") -> Effects:
    """Open a table, with its host at the first free seat. `opener`: where they open it."""
    entry = check_settings(request) | {"opener": opener}
    table = Table("", people={}, seats=tuple(TablePlace(bot=bot) for bot in entry["seats"]))
    came = join_table(CommandContext(table), requests.Join(id=None, do="join", name=request.name))
    return Effects((("opened", entry), *came.entries), reply=came.reply)


# --- The commands ---


def join_table(context: CommandContext, request: requests.Join) -> Effects:
    table = context.table
    if context.person:
        raise NotNow(Text("You have already joined this table."))
    seat = request.seat
    if table.stage == Stage.PLAYING or context.is_shuffling:
        seat = None  # watches until the game is over
    elif seat is None:
        seat = table.find_free_seat()
    elif not find_seat(table, seat).is_free:
        raise SeatTaken
    token, person = secrets.token_urlsafe(32), table.came + 1
    entry = {
        "person": person,
        "name": check_new_name(table, request.name),
        "digest": hash_token(token),
        "seat": seat,
    }
    entries = (*displace_absent(context), ("joined", entry))
    return Effects(entries, reply={"person": person, "seat": seat, "token": token})


def displace_absent(context: CommandContext) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return the entries after which one more person fits the table. If it is full, the one who has
    been gone for longest leaves, unless all who are gone have a seat.
    """
    table = context.table
    if len(table.people) < MAX_PEOPLE:
        return ()
    spare = {
        person: gone
        for person, gone in context.gone.items()
        if person != table.host and not table.seats_of(person)
    }
    if not spare:
        raise TooMany
    return (("left", {"person": max(spare, key=lambda person: spare[person])}),)


def sit_down(context: CommandContext, request: requests.Sit) -> Effects:
    person = require_no_game(context)
    if not find_seat(context.table, request.seat).is_free:
        raise SeatTaken
    held = context.table.seats_of(person)
    if request.name is None:
        name = context.table.seats[held[0]].name if held else context.table.people[person].name
        return log_entry("sat", person=person, seat=request.seat, name=name, leaving=list(held[:1]))
    return log_entry(
        "sat",
        person=person,
        seat=request.seat,
        name=check_new_name(context.table, request.name, person),
        leaving=[],
    )


def stand_up(context: CommandContext, request: requests.Stand) -> Effects:
    require_no_game(context)
    return log_entry("stood", seat=find_own_seat(context, request.seat))


def leave_table(context: CommandContext, request: requests.Leave) -> Effects:
    return log_entry("left", person=require_person(context))


def remove_person(context: CommandContext, request: requests.Kick) -> Effects:
    require_no_game(context)
    require_host(context)
    if request.person not in context.table.people:
        raise BadMessage(NO_SUCH_PERSON)
    if context.person != context.table.host:
        check_deputy_may_remove(context, request.person)
    return log_entry("left", person=request.person)


def check_deputy_may_remove(context: CommandContext, person: int) -> None:
    """Raise unless a player may send a person away while the host is gone."""
    if person == context.table.host:
        raise NotYours(NOT_THE_HOST)
    if context.table.seats_of(person) and person not in context.gone:
        raise NotYours(THEY_SIT_HERE)


def change_settings(context: CommandContext, request: requests.Set) -> Effects:
    require_no_game(context)
    require_host(context)
    return log_entry("set", **check_settings(request, context.table.settings, context.table.seats))


def begin_game(context: CommandContext, request: requests.Start) -> Effects:
    """Start a game: at once if nobody contributes to its deal, else as soon as they have."""
    require_no_game(context)
    require_host(context)
    lots, table = context.lots or draw_lots(), context.table
    reachable = {
        person: table.seats_of(person)
        for person in lots.promised
        if table.seats_of(person) and context.gone.get(person, 0) < ATTENTIVE
    }
    closed = lots.close(reachable, context.now)
    if not reachable:
        return deal_game(context, closed)
    deal_game(context, closed)  # refuses what cannot be dealt
    return Effects(lots=closed)


def deal_game(context: CommandContext, lots: Lots) -> Effects:
    """Deal the game that was started, from what has been revealed."""
    settings, fair = context.table.settings, lots.draw()
    names = context.table.names
    # decides what is left to chance, such as a menu
    match = deal(settings.game, names, fair.seed, **settings.options)
    entry = {
        "number": context.table.number + 1,
        "game": settings.game,
        "rules": match.game.version,
        "seed": fair.seed,
        **fairness_data(fair),
        "names": list(names),
        "options": dict(match.options),
    }
    return Effects((("started", entry),), lots=draw_lots())


def promise_contribution(context: CommandContext, request: requests.Commit) -> Effects:
    """Note the hash of what a player's client will contribute to the next deal; it takes the place
    of an earlier one.
    """
    person, lots = require_person(context), find_lots(context, request.hash)
    if lots.closed_at is not None:
        raise NotNow(SHUFFLING)
    if not context.table.seats_of(person):
        raise NotYours(NO_SEAT)
    return Effects(lots=lots.with_promise(person, request.commitment))


def reveal_contribution(context: CommandContext, request: requests.Reveal) -> Effects:
    """Note what a player's client contributes; the game is dealt when the last one has."""
    person, lots = require_person(context), find_lots(context, request.hash)
    if lots.closed_at is None or person not in lots.seats:
        raise NotNow(OTHER_DEAL)
    if hash_secret(request.contribution) != lots.promised[person]:
        raise BadMessage(OTHER_PROMISE)
    revealed = lots.with_contribution(person, request.contribution)
    missing = [
        other
        for other in lots.seats
        if other not in revealed.revealed
        and other in context.table.people
        and context.gone.get(other, 0) < ATTENTIVE
    ]
    return Effects(lots=revealed) if missing else deal_game(context, revealed)


def find_lots(context: CommandContext, hash: str) -> Lots:
    """Return the lots for which a client's command was meant."""
    if context.lots is None or context.lots.hash != hash:
        raise Stale(OTHER_DEAL)
    return context.lots


def attend_table(context: CommandContext) -> Effects:
    """Do what is due at a table, unasked."""
    lots = context.lots
    if lots and lots.deadline is not None:
        return deal_late(context, lots) if context.now >= lots.deadline else Effects()
    return replace_absent_players(context)


def deal_late(context: CommandContext, lots: Lots) -> Effects:
    """Deal without the contributions that are missing. A game that cannot be dealt any more, since
    the server was upgraded meanwhile, is started again by its host.
    """
    try:
        return deal_game(context, lots)
    except KaitenError:
        return Effects(lots=draw_lots())


def make_choice(context: CommandContext, request: requests.Choose) -> Effects:
    seat = find_asked_seat(context, request.seat, request.version)
    assert context.table.match is not None
    with naming_seat(seat):
        choice = context.table.match.check(seat, request.choice)
    return Effects(return_to_table(context).entries, {seat: choice})


def take_back_choice(context: CommandContext, request: requests.Unchoose) -> Effects:
    seat = find_asked_seat(context, request.seat, request.version)
    if seat not in context.chosen:
        raise NotNow(NOT_CHOSEN)
    return Effects(choices={seat: None})


def ask_hint(context: CommandContext, request: requests.Hint) -> Effects:
    """Log that a hint was given; a worker finds the advice itself."""
    seat = find_asked_seat(context, request.seat, request.version)
    if not context.table.settings.hints:
        raise NotNow(NO_HINTS)
    assert context.table.match is not None
    is_free = len(context.table.match.choices(seat)) > 1  # a forced move needs no help
    new = is_free and request.step > context.table.hint_step(seat)
    return Effects(
        (("hinted", {"seat": seat, "step": request.step}),) if new else (), reply={"seat": seat}
    )


def hand_over_to_bot(context: CommandContext, request: requests.Away) -> Effects:
    require_game(context)
    seats = [
        place
        for place in find_own_seats(context, request.seat)
        if not context.table.seats[place].away
    ]
    return log_entry("away", seats=seats, why=ASKED) if seats else Effects()


def take_over_from_bot(context: CommandContext, request: requests.Back) -> Effects:
    require_person(context)
    seats = [
        place for place in find_own_seats(context, request.seat) if context.table.seats[place].away
    ]
    return log_entry("back", seats=seats) if seats else Effects()


def return_to_table(context: CommandContext) -> Effects:
    """Give a person who connects their seats back, unless they asked for a bot."""
    seats = [
        place
        for place in context.table.seats_of(context.person)
        if context.table.seats[place].away not in (None, ASKED)
    ]
    return log_entry("back", seats=seats) if seats else Effects()


def replace_absent_players(context: CommandContext) -> Effects:
    """Let bots play for people who have been gone too long."""
    seats = context.find_absent_seats()
    return log_entry("away", seats=seats, why="absent") if seats else Effects()


def replace_player(context: CommandContext, request: requests.Replace) -> Effects:
    if not context.table.seats_of(require_game(context)):
        raise NotYours(NO_SEAT)
    seat = find_seat(context.table, request.seat)
    if seat.person is None or seat.away:
        raise NotNow(NOBODY_SITS)
    if seat.person not in context.gone:
        raise NotNow(THEY_ARE_HERE)
    return log_entry("away", seats=[request.seat], why="replaced")


def send_emote(context: CommandContext, request: requests.Emote) -> Effects:
    lately = [person for _, person, _, when in context.table.emotes if when > context.now - 10]
    if lately.count(require_person(context)) >= 3:
        raise TooMany
    return log_entry("emote", person=require_person(context), emote=request.emote)


COMMANDS: dict[type[requests.TableCommand], Callable[[CommandContext, Any], Effects]] = {
    requests.Join: join_table,
    requests.Sit: sit_down,
    requests.Stand: stand_up,
    requests.Leave: leave_table,
    requests.Kick: remove_person,
    requests.Set: change_settings,
    requests.Start: begin_game,
    requests.Commit: promise_contribution,
    requests.Reveal: reveal_contribution,
    requests.Choose: make_choice,
    requests.Unchoose: take_back_choice,
    requests.Hint: ask_hint,
    requests.Away: hand_over_to_bot,
    requests.Back: take_over_from_bot,
    requests.Replace: replace_player,
    requests.Emote: send_emote,
}


def run_command(context: CommandContext, request: requests.Command) -> Effects:
    """Return the effects of a command, or raise the reason for its refusal."""
    with naming_seat(getattr(request, "seat", None)):
        return COMMANDS[type(request)](context, request)


# --- Permissions ---


def require_person(context: CommandContext) -> int:
    if context.person is None:
        raise BadToken
    return context.person


def require_no_game(context: CommandContext) -> int:
    person = require_person(context)
    if context.table.stage == Stage.PLAYING:
        raise NotNow(IN_GAME)
    if context.is_shuffling:
        raise NotNow(SHUFFLING)
    return person


def require_game(context: CommandContext) -> int:
    person = require_person(context)
    if context.table.outdated:
        raise NotNow(OTHER_RULES)
    if context.table.stage != Stage.PLAYING:
        raise NotNow(NO_GAME)
    return person


def require_host(context: CommandContext) -> None:
    """Raise unless the sender is the host, or a player while the host has been gone too long."""
    host, grace = context.table.host, context.table.settings.grace
    gone = host is not None and grace is not None and context.gone.get(host, 0) > grace
    if context.person != host and not (gone and context.table.seats_of(context.person)):
        raise HostOnly


def find_seat(table: Table, place: int) -> TablePlace:
    if not 0 <= place < len(table.seats):
        raise BadMessage(NO_SUCH_SEAT)
    return table.seats[place]


def find_own_seats(context: CommandContext, place: int | None) -> tuple[int, ...]:
    """Return all seats of the sender, or the one that the command names."""
    held = context.table.seats_of(require_person(context))
    if place is None:
        return held
    find_seat(context.table, place)
    if place not in held:
        raise NotYours
    return (place,)


def find_own_seat(context: CommandContext, place: int | None) -> int:
    held = find_own_seats(context, place)
    if len(held) != 1:
        raise BadMessage(WHICH_SEAT) if held else NotYours(NO_SEAT)
    return held[0]


def find_asked_seat(context: CommandContext, place: int | None, version: int) -> int:
    """Return the seat for which the sender may choose, having seen this version of the table."""
    seat = find_own_seat(context, place)
    with naming_seat(seat):
        if context.table.match and not context.table.moved <= version <= context.table.version:
            raise Stale
        require_game(context)
        if seat not in context.table.waiting:
            raise NotNow(NOT_ASKED_NOW)
        if context.table.seats[seat].away == ASKED:
            raise NotNow(BOT_PLAYS)
    return seat
