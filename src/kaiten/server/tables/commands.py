"""What people may do at a table: each command looks at the table as it stands, and says what is to
be written into its log.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import asdict
from hmac import compare_digest
from types import MappingProxyType
from typing import Any, NamedTuple

from ...bots import find_bot
from ...engine.rng import SEEDS
from ...games import find_game
from ...match.fairness import commit
from ...match.match import ROBOT_NAME, deal
from ...text import Text
from ..protocol import requests
from ..protocol.errors import (
    BadMessage,
    BadName,
    BadToken,
    HostOnly,
    NameTaken,
    NotNow,
    NotYours,
    SeatTaken,
    Stale,
    TooMany,
)
from .table import PLAYING, Seat, Settings, Table

NAME_LENGTH = 24
PEOPLE = 100  # at one table, those who watch under a name included
# at one table in its whole life: whoever comes and goes for fun must not fill its log
COMERS = 1000
ASKED = "asked"  # why a bot plays for somebody: they wanted it to
BLANKS = set("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like nothing at all
ENTRIES = 20_000  # in the log of one table, which is weeks of playing without a pause
NO_SUCH_SEAT = Text("There is no such seat.", "Cette place n'existe pas.")
WHICH_SEAT = Text(
    "You hold several seats: say which one.", "Vous tenez plusieurs places : dites laquelle."
)
NO_SEAT = Text("You have no seat in this game.", "Vous n'avez pas de place dans cette partie.")
IN_GAME = Text("Not while a game is played.", "Pas pendant une partie.")
NO_GAME = Text("No game is being played.", "Aucune partie n'est en cours.")
NOT_ASKED = Text("You are not asked anything now.", "On ne vous demande rien maintenant.")
BOT_PLAYS = Text(
    "A bot plays for you; come back first.", "Un bot joue pour vous ; revenez d'abord."
)
NO_HINTS = Text("At this table there are no hints.", "À cette table, pas de conseils.")
NOT_CHOSEN = Text("You have not chosen anything.", "Vous n'avez rien choisi.")
NO_SUCH_PERSON = Text(
    "There is no such person at the table.", "Il n'y a pas cette personne à la table."
)
THEY_ARE_HERE = Text(
    "They are here and may choose for themselves.",
    "Cette personne est là et peut choisir elle-même.",
)
NOBODY_SITS = Text(
    "Nobody sits there who could be replaced.", "Il n'y a personne à remplacer à cette place."
)
TABLE_FULL = Text(
    "This table has seen enough; open a new one.", "Cette table a assez vécu ; ouvrez-en une autre."
)


NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Moment(NamedTuple):
    """A table as somebody finds it: with the choices made so far, and who has been gone for how
    many seconds.
    """

    table: Table
    chosen: Mapping[int, str] = NOTHING
    person: int | None = None  # whoever asks
    gone: Mapping[int, float] = NOTHING  # those who are here are not in it
    now: float = 0

    def absent(self) -> list[int]:
        """The seats where a bot should play because people wait for somebody who has been gone too
        long.
        """
        table, grace = self.table, self.table.settings.grace
        if table.stage != PLAYING or grace is None or not self.anybody_here():
            return []
        slow = [
            person
            for person in table.people_to_move(self.chosen)
            if self.gone.get(person, -1) >= grace
        ]
        return [
            seat
            for person in sorted(slow)
            for seat in table.held_by(person)
            if not table.seats[seat].away
        ]

    def anybody_here(self) -> bool:
        """Whether somebody with a seat is connected."""
        return any(seat.person and seat.person not in self.gone for seat in self.table.seats)


class Done(NamedTuple):
    """What follows from a command."""

    entries: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    choices: Mapping[int, str | None] = NOTHING  # by seat; None takes a choice back
    reply: Mapping[str, Any] = NOTHING


def wrote(kind: str, **data: Any) -> Done:
    return Done(((kind, data),))


# --- Tokens and names ---


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def recognise(table: Table, token: str | None) -> int | None:
    """The person who holds this token; everybody's is compared, each in constant time."""
    if token is None:
        return None
    offered = digest(token)
    matches = [
        person.number for person in table.people.values() if compare_digest(person.digest, offered)
    ]
    if not matches:
        raise BadToken
    return matches[0]


def clean_name(name: str) -> str:
    """A name as it is shown: composed letters, single spaces."""
    if len(name) > 10 * NAME_LENGTH:
        # putting thousands of accents in order takes seconds, during which nothing else is done
        raise BadName
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    readable = clean.isprintable() and not BLANKS & set(clean) and any(map(stands_alone, clean))
    if not readable or len(clean) > NAME_LENGTH:
        raise BadName
    return clean


def stands_alone(letter: str) -> bool:
    """Whether a character can be seen by itself, which an accent cannot."""
    return unicodedata.category(letter)[0] not in "MZ"


def alike(name: str) -> str:
    """What names have in common that look the same: case, width and style do not tell people apart."""
    return unicodedata.normalize("NFKC", name).casefold()


def new_name(table: Table, name: str, own: int | None = None) -> str:
    """A name that nobody else at the table has."""
    clean = clean_name(name)
    taken = {person.name for person in table.people.values() if person.number != own}
    taken |= {ROBOT_NAME, *(seat.name for seat in table.seats)}
    if alike(clean) in set(map(alike, taken)):
        raise NameTaken
    return clean


# --- Opening and settings ---


def checked(
    wish: requests.TableSettings, now: Settings | None = None, seats: tuple[Seat, ...] = ()
) -> dict[str, Any]:
    """The settings that a table shall have, if such a game can be played."""
    given = wish.model_dump(exclude_unset=True, include=set(requests.TableSettings.model_fields))
    if "game" in given and now and given["game"] != now.game:
        given.setdefault("options", {})  # the other game's options mean nothing here
    settings = (asdict(now) if now else asdict(Settings("", {}))) | given
    if settings.get("seats") is None:
        settings["seats"] = [seat.bot for seat in seats] or [None] * usual_players(settings["game"])
    for bot in settings["seats"]:
        if bot is not None:
            find_bot(bot)
    settings["options"] = find_game(settings["game"]).options(settings["options"])
    # refuses what cannot be played
    deal(settings["game"], len(settings["seats"]), 0, **settings["options"])
    return settings


def usual_players(game: str) -> int:
    """Four, where so many can play."""
    return min(max(4, min(find_game(game).hand_sizes)), max(find_game(game).hand_sizes))


def opened(wish: requests.OpenTable) -> Done:
    """A new table, and its host at the first free seat."""
    entry = checked(wish)
    table = Table("", people={}, seats=tuple(Seat(bot=bot) for bot in entry["seats"]))
    came = join(Moment(table), requests.Join(id=None, do="join", name=wish.name))
    return Done((("opened", entry), *came.entries), reply=came.reply)


# --- The commands ---


def join(at: Moment, wish: requests.Join) -> Done:
    table = at.table
    if at.person:
        raise NotNow(
            Text("You have joined this table already.", "Vous avez déjà rejoint cette table.")
        )
    if len(table.people) >= PEOPLE or table.came >= COMERS:
        raise TooMany
    seat = wish.seat
    if table.stage == PLAYING:
        seat = None  # watches until the game is over
    elif seat is None:
        seat = table.free_seat()
    elif not seat_at(table, seat).free:
        raise SeatTaken
    token, person = secrets.token_urlsafe(32), table.came + 1
    entry = {
        "person": person,
        "name": new_name(table, wish.name),
        "digest": digest(token),
        "seat": seat,
    }
    return Done((("joined", entry),), reply={"person": person, "seat": seat, "token": token})


def sit(at: Moment, wish: requests.Sit) -> Done:
    person = between_games(at)
    if not seat_at(at.table, wish.seat).free:
        raise SeatTaken
    held = at.table.held_by(person)
    if wish.name is None:
        name = at.table.seats[held[0]].name if held else at.table.people[person].name
        return wrote("sat", person=person, seat=wish.seat, name=name, leaving=list(held[:1]))
    return wrote(
        "sat", person=person, seat=wish.seat, name=new_name(at.table, wish.name, person), leaving=[]
    )


def stand(at: Moment, wish: requests.Stand) -> Done:
    between_games(at)
    return wrote("stood", seat=own_seat(at, wish.seat))


def leave(at: Moment, wish: requests.Leave) -> Done:
    return wrote("left", person=known(at))


def kick(at: Moment, wish: requests.Kick) -> Done:
    between_games(at)
    host_only(at)
    if wish.person not in at.table.people:
        raise BadMessage(NO_SUCH_PERSON)
    return wrote("left", person=wish.person)


def set_up(at: Moment, wish: requests.Set) -> Done:
    between_games(at)
    host_only(at)
    return wrote("set", **checked(wish, at.table.settings, at.table.seats))


def start(at: Moment, wish: requests.Start) -> Done:
    between_games(at)
    host_only(at)
    settings, seed = at.table.settings, secrets.randbelow(SEEDS)
    fair = commit(seed)
    names = at.table.names()
    # decides what is left to chance, such as a menu
    match = deal(settings.game, names, seed, **settings.options)
    return wrote(
        "started",
        number=at.table.number + 1,
        seed=seed,
        salt=fair.salt,
        hash=fair.hash,
        names=list(names),
        options=dict(match.options),
    )


def choose(at: Moment, wish: requests.Choose) -> Done:
    seat = asked_seat(at, wish.seat, wish.version)
    assert at.table.match is not None
    choice = at.table.match.check(seat, wish.choice).text
    return Done(returned(at).entries, {seat: choice})


def unchoose(at: Moment, wish: requests.Unchoose) -> Done:
    seat = asked_seat(at, wish.seat, wish.version)
    if seat not in at.chosen:
        raise NotNow(NOT_CHOSEN)
    return Done(choices={seat: None})


def hint(at: Moment, wish: requests.Hint) -> Done:
    """A hint is written down; what it says is thought of elsewhere."""
    seat = asked_seat(at, wish.seat, wish.version)
    if not at.table.settings.hints:
        raise NotNow(NO_HINTS)
    new = wish.step > at.table.told(seat)
    return Done(
        (("hinted", {"seat": seat, "step": wish.step}),) if new else (), reply={"seat": seat}
    )


def away(at: Moment, wish: requests.Away) -> Done:
    in_game(at)
    seats = [place for place in own_seats(at, wish.seat) if not at.table.seats[place].away]
    return wrote("away", seats=seats, why=ASKED) if seats else Done()


def back(at: Moment, wish: requests.Back) -> Done:
    known(at)
    seats = [place for place in own_seats(at, wish.seat) if at.table.seats[place].away]
    return wrote("back", seats=seats) if seats else Done()


def returned(at: Moment) -> Done:
    """What connecting does: whoever was only absent plays again, whoever asked for a bot keeps it."""
    seats = [
        place
        for place in at.table.held_by(at.person)
        if at.table.seats[place].away not in (None, ASKED)
    ]
    return wrote("back", seats=seats) if seats else Done()


def given_up(at: Moment) -> Done:
    """Bots play for those who have been gone too long."""
    seats = at.absent()
    return wrote("away", seats=seats, why="absent") if seats else Done()


def replaced(at: Moment, wish: requests.Replace) -> Done:
    if not at.table.held_by(in_game(at)):
        raise NotYours(NO_SEAT)
    seat = seat_at(at.table, wish.seat)
    if seat.person is None or seat.away:
        raise NotNow(NOBODY_SITS)
    if seat.person not in at.gone:
        raise NotNow(THEY_ARE_HERE)
    return wrote("away", seats=[wish.seat], why="replaced")


def emote(at: Moment, wish: requests.Emote) -> Done:
    lately = [person for _, person, _, when in at.table.emotes if when > at.now - 10]
    if lately.count(known(at)) >= 3 or at.table.version > ENTRIES:
        raise TooMany
    return wrote("emote", person=known(at), emote=wish.emote)


COMMANDS: dict[type[requests.TableCommand], Callable[[Moment, Any], Done]] = {
    requests.Join: join,
    requests.Sit: sit,
    requests.Stand: stand,
    requests.Leave: leave,
    requests.Kick: kick,
    requests.Set: set_up,
    requests.Start: start,
    requests.Choose: choose,
    requests.Unchoose: unchoose,
    requests.Hint: hint,
    requests.Away: away,
    requests.Back: back,
    requests.Replace: replaced,
    requests.Emote: emote,
}


def done(at: Moment, wish: requests.Command) -> Done:
    """What a command does, or the reason why it does nothing."""
    if (
        at.table.version > ENTRIES
        and at.table.stage != PLAYING
        and not isinstance(wish, requests.Leave)
    ):
        raise NotNow(TABLE_FULL)
    return COMMANDS[type(wish)](at, wish)


# --- Who may ---


def known(at: Moment) -> int:
    if at.person is None:
        raise BadToken
    return at.person


def between_games(at: Moment) -> int:
    person = known(at)
    if at.table.stage == PLAYING:
        raise NotNow(IN_GAME)
    return person


def in_game(at: Moment) -> int:
    person = known(at)
    if at.table.stage != PLAYING:
        raise NotNow(NO_GAME)
    return person


def host_only(at: Moment) -> None:
    """The host, or, when the host has been gone too long, anybody with a seat."""
    host, grace = at.table.host, at.table.settings.grace
    gone = host is not None and grace is not None and at.gone.get(host, 0) > grace
    if at.person != host and not (gone and at.table.held_by(at.person)):
        raise HostOnly


def seat_at(table: Table, place: int) -> Seat:
    if not 0 <= place < len(table.seats):
        raise BadMessage(NO_SUCH_SEAT)
    return table.seats[place]


def own_seats(at: Moment, place: int | None) -> tuple[int, ...]:
    """All seats of whoever asks, or the one that is named."""
    held = at.table.held_by(known(at))
    if place is None:
        return held
    seat_at(at.table, place)
    if place not in held:
        raise NotYours
    return (place,)


def own_seat(at: Moment, place: int | None) -> int:
    held = own_seats(at, place)
    if len(held) != 1:
        raise BadMessage(WHICH_SEAT) if held else NotYours(NO_SEAT)
    return held[0]


def asked_seat(at: Moment, place: int | None, version: int) -> int:
    """The seat for which somebody may choose now, having looked at this version of the table."""
    seat = own_seat(at, place)
    if at.table.match and not at.table.moved <= version <= at.table.version:
        raise Stale
    in_game(at)
    if seat not in at.table.waiting:
        raise NotNow(NOT_ASKED)
    if at.table.seats[seat].away == ASKED:
        raise NotNow(BOT_PLAYS)
    return seat
