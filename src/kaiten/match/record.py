"""A game as text: everything that was dealt, drawn, chosen and scored, so that anyone can replay
it. See docs/records.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..engine.state import DECK, ROOM
from ..errors import BadRecord
from ..text import Text
from .events import Answered, Dealt, Drew, Event, Gave, Happened, Scored, Took
from .fairness import Contribution, Fair, JointSeed

RECORD_FORMAT = 1
HASH, SALT = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{32}")
Fairness = Fair | JointSeed
# what is counted at the end of the game; the second is its older name
FINAL = ("final", "desserts")
T = TypeVar("T")


@dataclass(frozen=True)
class Record:
    """A game that can be stored, sent, read and replayed."""

    game: str
    version: int
    edition: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    seed: int | str | None
    events: tuple[Event, ...]
    scores: tuple[int, ...] | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None
    # what proves that the seed was chosen before the game, or by nobody
    fair: Fairness | None = None

    def data(self) -> dict[str, Any]:
        """The record as plain data, ready for JSON."""
        result = None if self.scores is None else {"scores": self.scores, "ranking": self.ranking}
        fair = {"fair": fairness_data(self.fair)} if self.fair else {}
        return {
            "kaiten": RECORD_FORMAT, "game": self.game, "version": self.version, "edition": self.edition,
            "options": dict(self.options), "players": self.players, "seed": self.seed, **fair,
            "events": [event_data(event) for event in self.events], "result": result,
        }  # fmt: skip

    def json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))

    def text(self) -> str:
        """The record in its compact form, a line for each thing that happened."""
        head = [
            f"kaiten {RECORD_FORMAT}",
            f"game {self.game} {self.version} {self.edition}",
            f"options {json.dumps(dict(self.options), ensure_ascii=False)}",
            f"players {json.dumps(self.players, ensure_ascii=False)}",
            f"seed {'-' if self.seed is None else self.seed}",
        ]
        if self.fair:
            head += fairness_lines(self.fair)
        lines = [*head, *(event_text(event) for event in self.events)]
        if self.scores is not None and self.ranking is not None:
            ranks = " / ".join(" ".join(map(str, seats)) for seats in self.ranking)
            lines.append(f"result {' '.join(map(str, self.scores))} : {ranks}")
        return "\n".join(lines) + "\n"


# --- What proves that the deal was fair ---


def fairness_data(fair: Fairness) -> dict[str, Any]:
    if isinstance(fair, Fair):
        return {"hash": fair.hash, "salt": fair.salt}
    return {
        "hash": fair.hash,
        "secret": fair.secret,
        "contributions": [contribution_data(one) for one in fair.contributions],
    }


def contribution_data(one: Contribution) -> dict[str, Any]:
    return {
        "seats": list(one.seats), "commitment": one.commitment, "contribution": one.revealed
    }  # fmt: skip


def fairness_from(data: Mapping[str, Any]) -> Fairness:
    check_type(dict, data)
    if "secret" not in data:
        return Fair(check_hex(HASH, data["hash"]), check_hex(SALT, data["salt"]))
    contributions = [
        Contribution(
            check_row(int, one["seats"]),
            check_hex(HASH, one["commitment"]),
            None if one["contribution"] is None else check_hex(HASH, one["contribution"]),
        )
        for one in check_type(list, data["contributions"])
    ]
    return JointSeed(
        check_hex(HASH, data["hash"]), check_hex(HASH, data["secret"]), tuple(contributions)
    )


def fairness_lines(fair: Fairness) -> list[str]:
    if isinstance(fair, Fair):
        return [f"fair {fair.hash} {fair.salt}"]
    return [f"fair {fair.hash} {fair.secret}"] + [
        f"contribution {','.join(map(str, one.seats))} {one.commitment} {one.revealed or '-'}"
        for one in fair.contributions
    ]


def fairness_from_lines(lines: list[tuple[str, str, str]]) -> Fairness | None:
    """Take the lines about the deal from the front of the list, and read them."""
    if not lines or lines[0][0] != "fair":
        return None
    hash, _, secret = lines.pop(0)[2].partition(" ")
    contributions = []
    while lines and lines[0][0] == "contribution":
        seats, commitment, revealed = lines.pop(0)[2].split()
        contributions.append(
            {
                "seats": [int(seat) for seat in seats.split(",")],
                "commitment": commitment,
                "contribution": None if revealed == "-" else revealed,
            }
        )
    if SALT.fullmatch(secret):
        return fairness_from({"hash": hash, "salt": secret})
    return fairness_from({"hash": hash, "secret": secret, "contributions": contributions})


def check_hex(pattern: re.Pattern[str], digits: Any) -> str:
    """The hexadecimal digits, if they are as many as there must be."""
    if not pattern.fullmatch(check_type(str, digits)):
        raise ValueError(digits)
    return str(digits)


def read_seed(seed: int | str | None) -> int | str | None:
    """The seed of a record: a number, 64 hexadecimal digits, or none."""
    if seed is None:
        return None
    return check_hex(HASH, seed) if isinstance(seed, str) else check_type(int, seed)


# --- Events as JSON ---


def event_data(event: Event) -> dict[str, Any]:
    if isinstance(event, Dealt):
        return {"deal": event.hands}
    if isinstance(event, Drew):
        return {"draw": event.seat, "cards": event.cards}
    if isinstance(event, Gave):
        return {"give": event.seat, "to": event.to, "card": event.card}
    if isinstance(event, Answered):
        return {"ask": event.prompt, "answers": event.choices}
    if isinstance(event, Took):
        return {"take": event.seat, "token": event.token, "worth": event.worth}
    if isinstance(event, Happened):
        points = {"points": event.points} if event.points else {}
        return {"happened": event.what, "seat": event.seat, "card": event.card, **points}
    return {"final" if event.final else "points": dict(event.points)}


def event_from(data: Mapping[str, Any]) -> Event:
    if "deal" in data:
        return Dealt(tuple(check_row(str, hand) for hand in data["deal"]))
    if "draw" in data:
        return Drew(check_type(int, data["draw"]), check_row(str, data["cards"]))
    if "give" in data:
        return Gave(
            check_type(int, data["give"]),
            check_type(int, data["to"]),
            check_type(str, data["card"]),
        )
    if "ask" in data:
        answers = tuple(
            None if answer is None else check_type(str, answer)
            for answer in check_type(list, data["answers"])
        )
        return Answered(check_type(str, data["ask"]), answers)
    if "take" in data:
        return Took(
            check_type(int, data["take"]),
            check_type(str, data["token"]),
            check_type(int, data["worth"]),
        )
    for word in ("points", *FINAL):
        if word in data:
            return Scored(
                {card: check_row(int, points) for card, points in data[word].items()}, word in FINAL
            )
    raise KeyError(", ".join(data))


def record_from_data(data: Mapping[str, Any]) -> Record:
    result, fair = data.get("result"), data.get("fair")
    check_format(data["kaiten"])
    return Record(
        game=check_type(str, data["game"]),
        version=check_type(int, data["version"]),
        edition=check_type(str, data["edition"]),
        options=check_type(dict, data["options"]),
        players=check_row(str, data["players"]),
        seed=read_seed(data["seed"]),
        events=tuple(event_from(event) for event in data["events"]),
        scores=check_row(int, result["scores"]) if result else None,
        ranking=tuple(check_row(int, seats) for seats in result["ranking"]) if result else None,
        fair=None if fair is None else fairness_from(fair),
    )


def check_format(number: Any) -> None:
    if number != RECORD_FORMAT:
        raise ValueError(f"kaiten {number}")


def check_type(kind: type[T], value: Any) -> T:
    """The value, if it is just of this kind: true is no number, a number no name."""
    if type(value) is not kind:
        raise TypeError(str(value))
    return value


def check_row(kind: type[T], values: Any) -> tuple[T, ...]:
    return tuple(check_type(kind, value) for value in check_type(list, values))


# --- Events as lines ---


def event_text(event: Event) -> str:
    """Return an event of a record as a line."""
    assert not isinstance(event, Happened)
    if isinstance(event, Dealt):
        return f"deal {' / '.join(format_cards(hand) for hand in event.hands)}"
    if isinstance(event, Drew):
        return f"draw {event.seat} {format_cards(event.cards)}"
    if isinstance(event, Gave):
        return f"give {event.seat} {event.to} {event.card}"
    if isinstance(event, Answered):
        return f"ask {event.prompt} {' / '.join(choice or '-' for choice in event.choices)}"
    if isinstance(event, Took):
        return f"take {event.seat} {event.token} {event.worth}"
    rows = " / ".join(f"{card} {' '.join(map(str, row))}" for card, row in event.points.items())
    return f"{'final' if event.final else 'points'} {rows}".rstrip()


def format_cards(cards: Sequence[str]) -> str:
    """Cards with a number before those that come several times in a row."""
    words: list[str] = []
    for place, card in enumerate(cards):
        if place and cards[place - 1] == card:
            continue
        run = next(
            (n for n in range(1, len(cards) - place) if cards[place + n] != card),
            len(cards) - place,
        )
        words.append(f"{run}*{card}" if run > 1 else card)
    return " ".join(words)


def parse_cards(text: str) -> tuple[str, ...]:
    cards: list[str] = []
    for word in text.split():
        number, star, card = word.rpartition("*")
        if star and int(number) > ROOM[DECK]:
            raise ValueError(word)
        cards += [card] * (int(number) if star else 1)
    return tuple(cards)


def event_from_line(word: str, rest: str) -> Event:
    parts = [part.strip() for part in rest.split(" / ")] if rest else []
    if word == "deal":
        return Dealt(tuple(parse_cards(part) for part in parts))
    if word == "draw":
        seat, _, cards = rest.partition(" ")
        return Drew(int(seat), parse_cards(cards))
    if word == "give":
        seat, to, card = rest.split()
        return Gave(int(seat), int(to), card)
    if word == "ask":
        prompt, _, first = parts[0].partition(" ")
        return Answered(
            prompt, tuple(None if part == "-" else part for part in [first, *parts[1:]])
        )
    if word == "take":
        seat, token, worth = rest.split()
        return Took(int(seat), token, int(worth))
    if word in ("points", *FINAL):
        rows = [part.split() for part in parts]
        return Scored({card: tuple(map(int, points)) for card, *points in rows}, word in FINAL)
    raise KeyError(word)


def record_from_lines(text: str) -> Record:
    lines = [line.partition(" ") for line in text.strip().replace("\r", "").split("\n")]
    head = {word: rest for word, _, rest in lines[:5]}
    check_format(int(head["kaiten"]))
    events = lines[5:]
    fair = fairness_from_lines(events)
    game, version, edition = head["game"].split()
    scores = ranking = None
    if events and events[-1][0] == "result":
        numbers, _, ranks = events.pop()[2].partition(" : ")
        scores = tuple(map(int, numbers.split()))
        ranking = tuple(tuple(map(int, seats.split())) for seats in ranks.split(" / "))
    return Record(
        game=game,
        version=int(version),
        edition=edition,
        options=check_type(dict, json.loads(head["options"])),
        players=check_row(str, json.loads(head["players"])),
        seed=read_seed(seed_from_text(head["seed"])),
        events=tuple(event_from_line(word, rest) for word, _, rest in events),
        scores=scores,
        ranking=ranking,
        fair=fair,
    )


def seed_from_text(text: str) -> int | str | None:
    if text == "-":
        return None
    return text if HASH.fullmatch(text) else int(text)


def parse_record(source: str | Mapping[str, Any]) -> Record:
    """Read a record in either of its forms; whether it follows the rules is another question."""
    try:
        if not isinstance(source, str):
            return record_from_data(source)
        return (
            record_from_data(json.loads(source))
            if source.lstrip().startswith("{")
            else record_from_lines(source)
        )
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise BadRecord(
            Text(
                "This is not a record of a game ({error}). docs/records.md says what one looks "
                "like."
            ).format(error=str(error).strip("'\"") or "?")
        ) from error
