"""Fair deals: what a deal comes from is promised before the game starts, by a hash, and told when it
is over. See docs/records.md.

Someone who deals alone promises the seed (`Fair`). At a table online nobody chooses the seed: it
comes from a secret of the server and from contributions of the players (`JointSeed`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex


@dataclass(frozen=True)
class Fair:
    """What proves that a seed was chosen beforehand: the hash that was published, and the salt that
    made it unguessable.
    """

    hash: str  # 64 hexadecimal digits
    salt: str  # 32 of them


def commit(seed: int) -> Fair:
    """Promise a seed, with a salt from the system's secure generator."""
    salt = token_hex(16)
    return Fair(hash_seed(salt, seed), salt)


def is_kept(fair: Fair, seed: int) -> bool:
    """Whether this is the seed that was promised."""
    return hash_seed(fair.salt, seed) == fair.hash


def hash_seed(salt: str, seed: int) -> str:
    return sha256(f"{salt}:{seed}".encode()).hexdigest()


@dataclass(frozen=True)
class Contribution:
    """What a player's client has contributed to a seed: promised by a hash while nobody else's was
    known, and then revealed.
    """

    seats: tuple[int, ...]  # of its player
    commitment: str  # 64 hexadecimal digits
    revealed: str | None  # 64 of them; None: it came too late, and was left out

    @property
    def is_kept(self) -> bool:
        """Whether nothing else was revealed than was promised."""
        return self.revealed is None or hash_secret(self.revealed) == self.commitment


@dataclass(frozen=True)
class JointSeed:
    """What proves that nobody chose a seed: a secret of the server, promised by the hash that was
    published, and the contributions of players.
    """

    hash: str  # 64 hexadecimal digits
    secret: str = field(repr=False)  # 64 of them
    contributions: tuple[Contribution, ...] = ()

    @property
    def seed(self) -> str:
        """The seed that follows from all of them."""
        revealed = [one.revealed for one in self.contributions if one.revealed]
        return sha256(":".join(["deal", self.secret, *revealed]).encode()).hexdigest()


def draw_secret() -> str:
    """Return 256 bits of the system's secure generator, in hexadecimal digits."""
    return token_hex(32)


def hash_secret(secret: str) -> str:
    """Return the hash by which a secret or a contribution is promised."""
    return sha256(f"commit:{secret}".encode()).hexdigest()
