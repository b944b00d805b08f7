"""The table as a seat sees it, and what may be expected of the hands that travel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...memory import passes_right
from ...state import ROUNDS, ints
from ...view import View

Hand = Sequence[float]  # how many cards of each kind it has, or is likely to have
Units = Mapping[int, int]  # what a card of each kind counts in a race

HUNGER = 3.0  # how many times as fast as others a card is gone that is worth waiting for


class Outlook:
    """What lies in front of everybody, on which cards may be tried out, and what is still to come."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.game, self.state, self.seat = view.game, view.state, view.seat
        self.seats, self.players, self.variant = (
            int(number) for number in (self.state.seats, self.state.players, self.state.variant)
        )
        self.turns_left = int(self.state.turns - self.state.turn)  # of this round, after this turn
        self.turns_later = (ROUNDS - int(self.state.round_number)) * int(self.state.turns)  # of the rounds to come
        self.onward = -1 if passes_right(self.state) else 1  # from a seat to the one that gets its hand next
        self.envy = 1 / (self.seats - 1)  # what a point of somebody else costs
        self.menu = ints(self.state.menu)[: self.state.variety]
        self.trays, self.dipped, self.copied = (
            [row[:] for row in ints(table[: self.players])]
            for table in (self.state.trays, self.state.dipped, self.state.copied)
        )
        self.kept = ints(self.state.kept)
        self.unseen = self._unseen(view)  # cards in the deck and in hands, by kind
        self.sizes = [int(self.state.sizes[hand]) for hand in self.state.holding[: self.seats]]
        self.hands = [self._expected(view, int(hand)) for hand in self.state.holding[: self.seats]]  # by holder
        self.notes: dict[Any, Any] = {}  # what was worked out once

    def _unseen(self, view: View) -> dict[int, float]:
        """The cards that the seat has not seen; the desserts among them that wait beside the deck are in no hand."""
        unseen = {view.game.numbers[kind]: float(count) for kind, count in view.unseen.items()}
        if self.state.in_pantry:
            desserts = [kind for kind in unseen if self.state.dessert[kind]]
            served = 1 - int(self.state.in_pantry) / sum([unseen[kind] for kind in desserts])
            unseen.update({kind: served * unseen[kind] for kind in desserts})
        return unseen

    def _expected(self, view: View, hand: int) -> Hand:
        """The cards of a hand that are known, and of the unseen ones, unless its holder has denied having them, its share."""
        known, hidden, denied = view.memory.known[hand], view.memory.hidden[hand], int(self.state.denied[hand])
        if not hidden:
            return known
        possible = {kind: count for kind, count in self.unseen.items() if not denied >> kind & 1}
        share = hidden / max(sum(possible.values()), hidden)
        cards: list[float] = list(known)
        for kind, count in possible.items():
            cards[kind] += share * count
        return cards

    @property
    def neighbour(self) -> int:
        """Who gets the hand that the seat passes on."""
        return (self.seat + self.onward) % self.seats

    def to_come(self, player: int) -> list[tuple[Hand, float, int]]:
        """The hands from which a player will pick: as they are now, the odds that a card worth waiting for will be gone, how often met."""
        hands: list[tuple[Hand, float, int]] | None = self.notes.get(("to come", player))
        if hands is None:
            hands = []
            for turn in range(1, self.turns_left + 1):
                holder = (player - self.onward * turn) % self.seats
                left = max(1 - turn / max(self.sizes[holder], 1), 0.0)
                hands.append((self.hands[holder], 1 - left**HUNGER, turn // self.seats))
            self.notes["to come", player] = hands
        return hands

    def offers(self, player: int, kinds: Sequence[int]) -> list[float]:
        """The odds of every turn to come that a player may take a card of these kinds, if one was taken whenever it could be."""
        odds = []
        for hand, gone, met in self.to_come(player):
            copies = sum([hand[kind] for kind in kinds]) - met
            odds.append(1 - gone**copies if copies > 0 else 0.0)
        return odds

    def share(self, kinds: Sequence[int]) -> float:
        """What part of the cards in the rounds to come is of these kinds, all desserts or none."""
        share: float | None = self.notes.get(("share", *kinds))
        if share is None:
            state = self.state
            sweets, joined = int(state.sweets), sum(ints(state.servings))
            stock = ints(state.stock)
            copies = sum([stock[kind] for kind in kinds]) * (
                joined / sweets if sweets and state.dessert[kinds[0]] else 1
            )
            share = self.notes["share", *kinds] = copies / (int(state.cards) - sweets + joined)
        return share

    def growth(self, player: int, units: Units) -> tuple[float, float]:
        """What a player gets by the end of the round who picks at random, and the variance of that; the seat from its next turn on."""
        cards = self._any_card(units)
        first = 0 if player != self.seat and player < self.seats else 1
        met = [cards[(player - self.onward * turn) % self.seats] for turn in range(first, self.turns_left + 1)]
        return sum([mean for mean, _ in met]), sum([square for _, square in met])

    def _any_card(self, units: Units) -> list[tuple[float, float]]:
        """What any card of each hand counts on average, by holder, and its square; the card in question, the seat's own, is left out."""
        cards: list[tuple[float, float]] | None = self.notes.get(("any card", *units))
        if cards is None:
            cards = self.notes["any card", *units] = []
            for holder, hand in enumerate(self.hands):
                copies = sum([hand[kind] for kind in units])
                left = max(copies - 1, 0) if holder == self.seat else copies
                odds = left / copies / self.sizes[holder] if left else 0.0
                mean = sum([unit * hand[kind] for kind, unit in units.items()])
                square = sum([unit * unit * hand[kind] for kind, unit in units.items()])
                cards.append((odds * mean, odds * square))
        return cards
