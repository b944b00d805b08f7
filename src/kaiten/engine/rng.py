"""A small random generator, exact in Python ints and in 64-bit machine ints alike.

It is Marsaglia's multiply-with-carry: one number below 2**62 is its whole memory, and no step
leaves 63 bits.
"""

from __future__ import annotations

from .jit import compiled

MASK = 0xFFFFFFFF
FACTOR = 698769069  # FACTOR * 2**32 - 1 is a safe prime: the period is about 2**60
SEEDS = 2**63  # a seed is any number from 0 to below this one


@compiled
def below(random: list[int], limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely."""
    memory = FACTOR * (random[0] & MASK) + (random[0] >> 32)
    random[0] = memory
    return (((memory ^ (memory >> 32)) & MASK) * limit) >> 32


@compiled
def scramble(word: int) -> int:
    """Turn 32 bits into 32 others, one to one, so that neighbours end far apart."""
    word = ((word >> 16) ^ word) * 0x45D9F3B & MASK
    word = ((word >> 16) ^ word) * 0x45D9F3B & MASK
    return (word >> 16) ^ word


@compiled
def mix_seed(seed: int, stream: int) -> int:
    """A seed for the given stream of numbers, out of many that one seed starts."""
    high = scramble((seed >> 32) ^ scramble(stream & MASK) ^ (stream >> 32))
    low = scramble((seed & MASK) ^ high)
    return (scramble(high ^ low) >> 1) << 32 | low


@compiled
def start_rng(random: list[int], seed: int) -> None:
    """Begin the numbers that belong to this seed."""
    low = scramble(seed & MASK)
    high = scramble((seed >> 32) ^ low)
    random[0] = (1 + high % (FACTOR - 2)) << 32 | scramble(low ^ high)
    for _ in range(4):
        below(random, 2)
