"""Fair deals: the seed of a game is promised before it starts, by a hash, and told when it is over.
See docs/records.md.
"""

from __future__ import annotations

from dataclasses import dataclass
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
