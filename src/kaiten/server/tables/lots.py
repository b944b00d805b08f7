"""The lots: what the next deal of a table comes from, as long as it is not dealt.

The server draws a secret and shows its hash. The clients of players promise contributions by their
hashes. When the host starts the game, the lots are closed: from then on nobody else contributes,
everyone sees what was promised, and the clients reveal it. See docs/protocol.md, *Fair deals*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

import orjson

from ...match.fairness import Contribution, JointSeed, draw_secret, hash_secret

REVEAL_SECONDS = 1.0  # for which a game that was started waits for contributions


@dataclass(frozen=True)
class Lots:
    """The secret of the server for the next deal, and what was promised and revealed, by person."""

    secret: str = field(repr=False)
    promised: Mapping[int, str] = field(default_factory=dict)
    revealed: Mapping[int, str] = field(default_factory=dict, repr=False)
    closed_at: float | None = None  # when the host started the game; None: nobody has yet
    # of the people who promised something, once the lots are closed
    seats: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def hash(self) -> str:
        """The hash by which the secret is promised."""
        return hash_secret(self.secret)

    @property
    def deadline(self) -> float | None:
        """When the game is dealt without the contributions that are missing then."""
        return None if self.closed_at is None else self.closed_at + REVEAL_SECONDS

    def with_promise(self, person: int, commitment: str) -> Lots:
        return replace(self, promised={**self.promised, person: commitment})

    def with_contribution(self, person: int, contribution: str) -> Lots:
        return replace(self, revealed={**self.revealed, person: contribution})

    def close(self, seats: Mapping[int, tuple[int, ...]], now: float) -> Lots:
        """Return the lots with the promises of the people with these seats alone, to be kept now."""
        kept = {person: self.promised[person] for person in seats}
        return replace(self, promised=kept, seats=seats, closed_at=now)

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """What was promised and revealed, once the lots are closed."""
        return tuple(
            Contribution(seats, self.promised[person], self.revealed.get(person))
            for person, seats in self.seats.items()
        )

    def draw(self) -> JointSeed:
        """Return what the seed comes from."""
        return JointSeed(self.hash, self.secret, self.contributions)

    def encode(self) -> str:
        return orjson.dumps(asdict(self), option=orjson.OPT_NON_STR_KEYS).decode()


def draw_lots() -> Lots:
    """Return lots with a new secret."""
    return Lots(draw_secret())


def decode_lots(text: str) -> Lots:
    """Return the lots that the store has."""
    data = orjson.loads(text)
    for name in ("promised", "revealed"):
        data[name] = {int(person): digits for person, digits in data[name].items()}
    data["seats"] = {int(person): tuple(seats) for person, seats in data["seats"].items()}
    return Lots(**data)
