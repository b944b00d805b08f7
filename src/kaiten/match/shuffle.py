"""Shuffling with SHA-256, for deals that nobody may guess.

The seed has 256 bits. What is shuffled is sorted first, then by the hash of the seed, of what is
shuffled, and of each thing's place: docs/records.md says how others do the same. Chance that a rule
has besides, without a card that is dealt, drawn or taken, comes from the engine's own generator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

from ..engine import draft
from ..engine.game import Game
from ..engine.state import State

SEED_PATTERN = re.compile("[0-9a-f]{64}")
IN_ORDER = 0  # a generator without memory: whatever is drawn is the first
Thing = TypeVar("Thing", str, int)


@dataclass(frozen=True)
class Shuffler:
    """Shuffles the cards and tokens of one game."""

    seed: str = field(repr=False)  # 64 hexadecimal digits

    def shuffle(self, what: str, things: Iterable[Thing]) -> list[Thing]:
        """Return the things in a random order, which seed and name of the shuffle decide."""
        ordered = sorted(things)
        keys = [self._hash(f"{what} {place}") for place in range(len(ordered))]
        return [ordered[place] for place in sorted(range(len(ordered)), key=keys.__getitem__)]

    def number(self, what: str) -> int:
        """Return a seed of the engine's generator."""
        return int.from_bytes(self._hash(what)[:8], "big") >> 1

    def _hash(self, what: str) -> bytes:
        return sha256(f"{self.seed} {what}".encode()).digest()


def start_shuffled_game(game: Game, state: State, shuffler: Shuffler) -> None:
    """Begin a game at a table that is laid: the tokens are shuffled, the deal is to come."""
    draft.start_game(state, shuffler.number("rules"))
    for pile, rule in enumerate(game.piles):
        row = state.tokens[pile]
        for place, worth in enumerate(shuffler.shuffle(f"tokens {rule.id}", list(row))):
            row[place] = worth


def deal_shuffled_hands(game: Game, state: State, shuffler: Shuffler) -> None:
    """Clear the table for the next round, shuffle the deck, and deal from its top."""
    number = int(state.round_number) + 1
    memory, state.deal_rng[0] = state.deal_rng[0], IN_ORDER
    reserve = state.dessert_reserve[: state.dessert_reserve_size]
    stack(state.dessert_reserve, shuffle_kinds(game, shuffler, f"desserts {number}", reserve))
    draft.open_round(state)
    deck = state.deck[: state.deck_size]
    stack(state.deck, shuffle_kinds(game, shuffler, f"deal {number}", deck))
    draft.deal_from_deck(state)
    state.deal_rng[0] = memory


def shuffle_kinds(game: Game, shuffler: Shuffler, what: str, kinds: Iterable[int]) -> list[int]:
    """Return cards, which are sorted by their names, in a random order."""
    names = [game.kinds[kind] for kind in kinds]
    return [game.numbers[name] for name in shuffler.shuffle(what, names)]


def stack(row: list[Any], cards: list[int]) -> None:
    """Put cards where a generator without memory draws them in this order: it takes the first, and
    the last one moves there.
    """
    for place, kind in enumerate([*cards[:1], *reversed(cards[1:])]):
        row[place] = kind


def draw_shuffled_cards(
    game: Game, state: State, shuffler: Shuffler, before: Iterable[int]
) -> None:
    """Replace the cards that were drawn this turn, after the first `before` of each seat, by those
    on top of the shuffled pile or deck.
    """
    with_robot = state.players > state.seats
    for player, first in zip(range(state.seats), before, strict=False):
        last = int(state.draws[player])
        if last > first:
            what = f"draw {int(state.round_number)} {int(state.turn)} {player} {first}"
            drawn = state.drawn[player]
            if with_robot:
                drawn[first:last] = draw_from_pile(
                    game, state, shuffler, what, player, drawn[first:last]
                )
            else:  # they are looked at, and stay in the deck
                deck = shuffle_kinds(game, shuffler, what, state.deck[: state.deck_size])
                drawn[first:last] = deck[: last - first]


def draw_from_pile(
    game: Game, state: State, shuffler: Shuffler, what: str, player: int, drawn: list[int]
) -> list[int]:
    """Put the drawn cards back on the robot's pile, which is the last hand, and draw others."""
    pile, hand = state.hands[state.players - 1], state.hands[state.holding[player]]
    for kind in drawn:
        pile[kind] += 1
        hand[kind] -= 1
    cards = [kind for kind, count in enumerate(pile) for _ in range(count)]
    others = shuffle_kinds(game, shuffler, what, cards)[: len(drawn)]
    for kind in others:
        pile[kind] -= 1
        hand[kind] += 1
    return others
