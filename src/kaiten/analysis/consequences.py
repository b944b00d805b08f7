"""What a choice leads to: what the players have in the end in sampled worlds that begin with it,
compared with the same worlds that begin with another choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import NamedTuple

from ..bots.budget import Budget
from ..bots.tree.rollouts import Rollouts
from ..engine.jit import JIT
from ..engine.state import State
from ..match.sheet import POINTS
from ..match.view import View
from ..text import Text, join_texts
from .explain import CHANGE

# All of these are chosen by hand.
LEARNING_WORLDS = 300 if JIT else 40  # in which players find out what is good, for each choice
COMPARED_WORLDS = 100 if JIT else 30  # pairs of worlds whose ends are compared
LEAST_POINTS = 0.5  # a smaller difference is not worth a word
LEAST_SHARE = 0.1  # of the worlds, in which a token must go to another player
SURE_ERRORS = 2  # a difference of fewer standard errors says nothing
MOST_NAMED = 3  # dishes in one sentence

GAINS = Text("In the end it is usually worth about {points} more ({changes}).")
LOSES = Text("In the end it is usually worth about {points} less ({changes}).")
PAYS_OFF = Text(
    "It scores {now} less at once, but is usually worth about {points} more in the end ({changes})."
)
OTHER_LOSES = Text("It usually costs {name} about {points}.")
WINS_TOKEN = Text("It wins the token for {dish} {many} times in 100 instead of {few}.")
DENIES_TOKEN = Text(
    "It leaves the token for {dish} to {name} {many} times in 100 instead of {few}."
)


class Change(NamedTuple):
    """By how much a choice changes what another choice leads to."""

    by: float
    error: float
    before: float

    def is_sure(self, least: float) -> bool:
        """Return whether the change is worth a word, and more than chance."""
        return abs(self.by) >= max(least, SURE_ERRORS * self.error)


# what the players have at the end of a world: by row of the sheet or pile, and by seat
FinalNumbers = Sequence[Sequence[int]]


class Consequences:
    """What one choice of a seat leads to, compared with another."""

    def __init__(self, view: View, place: int, other: int) -> None:
        assert view.seat is not None
        self._view, self._seat = view, view.seat
        self._others = [seat for seat in range(len(view.hands)) if seat != self._seat]
        self._rows = [] if view.game.piles else view.game.scoring_rows(view.known_state)
        self._worlds = list(self._compare(place, other))

    def describe(self, now: int) -> Text | None:
        """Return what the choice leads to, in a few sentences; None if nothing is sure. At once it
        brings `now` points more than the other one.
        """
        others = list(self._describe_other_points())
        own = self._describe_own_points(now, may_lose=bool(others))
        sentences = [*own, *others, *self._describe_tokens()]
        return join_texts(sentences, " ") if sentences else None

    def _compare(self, place: int, other: int) -> Iterator[tuple[FinalNumbers, FinalNumbers]]:
        """Play the same worlds with each of the two choices, and yield how both end."""
        budget = Budget(iterations=2 * (LEARNING_WORLDS + COMPARED_WORLDS))
        rollouts = Rollouts(self._view, Random(0), budget)
        rollouts.play_each([place, other], LEARNING_WORLDS)
        for world in range(LEARNING_WORLDS, LEARNING_WORLDS + COMPARED_WORLDS):
            yield (
                self._read_numbers(rollouts.play_to_the_end(place, world)),
                self._read_numbers(rollouts.play_to_the_end(other, world)),
            )

    def _read_numbers(self, state: State) -> FinalNumbers:
        seats = range(len(self._view.hands))
        points = [[int(state.points[row][seat]) for seat in seats] for row, _ in self._rows]
        taken = state.just_taken[: len(self._view.game.piles)]
        return points + [[int(taker == seat + 1) for seat in seats] for taker in taken]

    def _measure(self, places: Sequence[int], seat: int) -> Change:
        """Return how much more a seat has in these rows or piles together."""
        pairs = [
            [sum(numbers[place][seat] for place in places) for numbers in world]
            for world in self._worlds
        ]
        differences = [new - old for new, old in pairs]
        error = sqrt(variance(differences) / len(differences))
        return Change(fmean(differences), error, fmean(old for _, old in pairs))

    def _describe_own_points(self, now: int, may_lose: bool) -> Iterator[Text]:
        """Yield what the seat itself has more; or less, where another one loses too."""
        changes = {
            rule.name: self._measure([place], self._seat)
            for place, (_, rule) in enumerate(self._rows)
        }
        named = [name for name, change in changes.items() if change.is_sure(LEAST_POINTS)]
        named = sorted(named, key=lambda name: -abs(changes[name].by))[:MOST_NAMED]
        total = self._measure(range(len(self._rows)), self._seat)
        if named and total.is_sure(LEAST_POINTS) and (total.by > 0 or may_lose):
            words = LOSES if total.by < 0 else PAYS_OFF if now < 0 else GAINS
            yield words.format(
                points=round_points(total.by),
                now=POINTS.format(n=abs(now)),
                changes=join_texts(
                    CHANGE.format(dish=name, points=f"{changes[name].by:+.0f}") for name in named
                ),
            )

    def _describe_other_points(self) -> Iterator[Text]:
        """Yield who of the others loses most."""
        rows = range(len(self._rows))
        losses = {seat: self._measure(rows, seat) for seat in self._others}
        worst = min(losses, key=lambda seat: losses[seat].by)
        if losses[worst].by < 0 and losses[worst].is_sure(LEAST_POINTS):
            points = round_points(losses[worst].by)
            yield OTHER_LOSES.format(name=self._view.names[worst], points=points)

    def _describe_tokens(self) -> Iterator[Text]:
        """Yield the token that the choice wins more often, and the one that another player loses."""
        piles = list(enumerate(self._view.game.piles, len(self._rows)))
        for seats, sign, words in (
            ([self._seat], 1, WINS_TOKEN),
            (self._others, -1, DENIES_TOKEN),
        ):
            found = [
                (self._measure([at], seat), seat, rule) for at, rule in piles for seat in seats
            ]
            sure = [one for one in found if sign * one[0].by > 0 and one[0].is_sure(LEAST_SHARE)]
            for change, seat, rule in sorted(sure, key=lambda one: -abs(one[0].by))[:1]:
                yield words.format(
                    name=self._view.names[seat],
                    dish=rule.name,
                    many=round(100 * (change.before + change.by)),
                    few=round(100 * change.before),
                )


def round_points(number: float) -> Text:
    """Return about how many points that is, at least one."""
    return POINTS.format(n=max(round(abs(number)), 1))
