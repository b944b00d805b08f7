"""What the server has promised to each seat, and whether it has kept its word."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import kaiten


class Moment(NamedTuple):
    """When a seat is asked: the place in the log of its game at which the answers will stand."""

    number: int  # of the game
    place: int
    seat: int


@dataclass
class Promise:
    """What may stand as a seat's choice at one moment, by all that its person has been told."""

    standing: str | None = None  # what the server has acknowledged, or shown
    # sent, and neither acknowledged nor refused
    doubtful: list[str | None] = field(default_factory=list)
    acknowledged: int = 0

    def sent(self, choice: str | None) -> None:
        self.doubtful.append(choice)

    def kept(self, choice: str | None) -> None:
        """An acknowledgement: whatever was doubtful before it has been overwritten."""
        self.standing = choice
        self.doubtful.clear()
        self.acknowledged += choice is not None

    def refused(self, choice: str | None) -> None:
        """Nothing has changed; the same choice, sent earlier and never answered, stays doubtful."""
        self.doubtful.remove(choice)

    def allows(self, choice: str | None) -> bool:
        return choice == self.standing or choice in self.doubtful


class PromiseLog:
    """The book of one table: promises, the hashes of the deals, and every complaint about a promise
    not kept.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.promises: dict[Moment, Promise] = {}
        self.hashes: dict[int, str] = {}
        self.complaints: list[str] = []

    @property
    def acknowledged(self) -> int:
        return sum(promise.acknowledged for promise in self.promises.values())

    def complain(self, complaint: str) -> None:
        self.complaints.append(f"{self.name}: {complaint}")

    def promise(self, moment: Moment) -> Promise:
        return self.promises.setdefault(moment, Promise())

    def shown(self, moment: Moment, chosen: str | None, *, in_flight: bool) -> None:
        """A view shows what the seat has chosen; while a command is under way it may show the
        moment before or after.
        """
        promise = self.promise(moment)
        if not promise.allows(chosen):
            self.complain(f"{moment} shows {chosen!r}, but {promise} was promised")
        elif not in_flight:
            promise.standing = chosen

    def hashed(self, number: int, digest: str) -> None:
        if self.hashes.setdefault(number, digest) != digest:
            self.complain(f"game {number} has changed its hash")

    def settle(self, number: int, record: Mapping[str, Any], seats: set[int]) -> None:
        """Compare the record of a finished game with everything that was promised to these seats."""
        self.verify(number, record)
        answers = {
            Moment(number, place, seat): answer
            for place, event in enumerate(record["events"])
            for seat, answer in enumerate(event.get("answers", ()))
            if seat in seats and answer is not None
        }
        made = {
            moment
            for moment, promise in self.promises.items()
            if moment.number == number and promise.acknowledged
        }
        for moment in sorted(made - answers.keys()):
            self.complain(
                f"{moment}: {self.promises[moment]} was promised, and the record has no answer there"
            )
        for moment, answer in answers.items():
            if not self.promise(moment).allows(answer):
                self.complain(
                    f"{moment}: the record says {answer!r}, but {self.promise(moment)} was promised"
                )

    def verify(self, number: int, record: Mapping[str, Any]) -> None:
        """The game follows the rules, was played to its end, and its cards are those of the hash
        shown at the start.
        """
        try:
            over = kaiten.load_match(record).over
        except kaiten.KaitenError as error:
            self.complain(f"game {number}: {error}")
            return
        if not over:
            self.complain(f"game {number} has a record and is not over")
        fair = record.get("fair", {})
        digest = hashlib.sha256(f"commit:{fair.get('secret')}".encode()).hexdigest()
        if not digest == fair.get("hash") == self.hashes.get(number):
            self.complain(f"game {number}: the secret does not give {self.hashes.get(number)}")
        revealed = [one["contribution"] for one in fair.get("contributions", [])]
        text = ":".join(["deal", str(fair.get("secret")), *filter(None, revealed)])
        if hashlib.sha256(text.encode()).hexdigest() != record["seed"]:
            self.complain(f"game {number}: the seed does not come from secret and contributions")
