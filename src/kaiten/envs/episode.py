"""A match that is played action by action: what all environments are made of.

All seats that are asked decide at the same time. When every decision is complete, the match goes on.
Seats with a bot decide by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

from ..bots import Bot, find_bot
from ..errors import BadOption
from ..match.actions import NO_ACTION, Decision, begin_decision, illegal_action
from ..match.choice import Choice
from ..match.match import Match, no_seat
from ..match.observations import make_observation
from ..text import Text

RAISE, FIRST = "raise", "first"  # what an illegal action does: an error, or the first legal action

AnyBot = Bot | str  # a bot, or its name
BotSeats = Mapping[int, AnyBot]


def check_illegal(illegal: str) -> str:
    """Return what an illegal action does. Raise if there is no such thing."""
    if illegal not in (RAISE, FIRST):
        raise BadOption(
            Text("`illegal` must be “{raising}” or “{first}”, not {given}.").format(
                raising=RAISE, first=FIRST, given=repr(illegal)
            )
        )
    return illegal


def find_bots(bots: BotSeats, seats: int) -> dict[int, Bot]:
    """Return the bots by seat, where some are given by name."""
    for seat in bots:
        if seat not in range(seats):
            raise no_seat(seat)
    return {seat: find_bot(bot) if isinstance(bot, str) else bot for seat, bot in bots.items()}


class Episode:
    """A game from its deal to its end, as the seats without bots play it."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot] | None = None,
        rng: Random | None = None,
        illegal: str = RAISE,
    ) -> None:
        self.match, self.illegal = match, illegal
        self.bots, self.rng = bots or {}, rng or Random(0)
        self.decisions: dict[int, Decision] = {}
        self._ask()
        if not self.decisions and not self.over:
            self._go_on()

    def copy(self) -> Episode:
        """Return an episode that goes on from here, without changing this one."""
        twin: Episode = object.__new__(Episode)
        vars(twin).update(vars(self), decisions=dict(self.decisions), rng=copy(self.rng))
        return twin

    def resample(self, seat: int, rng: Random) -> Episode:
        """Return an episode that the seat cannot tell from this one: what it has not seen is dealt
        again, and the others may have decided something else.
        """
        twin = Episode(self.match.view(seat).sample(rng), self.bots, rng, self.illegal)
        for other, decision in self.decisions.items():
            if other == seat:
                twin.decisions[seat] = decision
            elif decision.is_complete:
                twin.decisions[other] = twin.decisions[other].complete(rng)
        return twin

    def __deepcopy__(self, memo: Any) -> Episode:
        return self.copy()

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def deciding(self) -> list[int]:
        """The seats without a bot whose decision is not complete."""
        return [seat for seat, decision in self.decisions.items() if not decision.is_complete]

    def legal_actions(self, seat: int) -> list[int]:
        """Return what a seat may do next; one that is asked nothing may do nothing."""
        decision = self.decisions.get(seat)
        return (decision.legal_actions if decision else []) or [NO_ACTION]

    def observe(self, seat: int) -> bytes:
        """Return the observation of a seat."""
        return make_observation(self.match.view(seat), self.decisions.get(seat))

    def act(self, actions: Mapping[int, int]) -> None:
        """Do one action for each of these seats. Raise if one is illegal, before anything happens."""
        legal = {seat: self._correct(seat, action) for seat, action in actions.items()}
        for seat, action in legal.items():
            if seat in self.deciding:
                self.decisions[seat] = self.decisions[seat].take(action)
        if not self.deciding:
            self._go_on()

    def _correct(self, seat: int, action: int) -> int:
        """Return the action, or the first legal one in its place."""
        legal = self.legal_actions(seat)
        if action in legal:
            return action
        if self.illegal == FIRST:
            return legal[0]
        raise illegal_action(action, legal)

    def _go_on(self) -> None:
        """Carry out the decisions, and let bots decide until a learner is asked or the game is over."""
        choices: dict[int, Choice] = {
            seat: self.match.choices(seat).with_number(decision.numbers[0])
            for seat, decision in self.decisions.items()
        }
        while True:
            for seat in self.match.waiting:
                if seat in self.bots:
                    choices[seat] = self.bots[seat](self.match.view(seat), self.rng)
            self.match = self.match.answer(choices)
            self._ask()
            if self.decisions or self.over:
                return
            choices = {}

    def _ask(self) -> None:
        """Begin the decisions of the learners who are asked now."""
        self.decisions = {
            seat: begin_decision(self.match.choices(seat))
            for seat in self.match.waiting
            if seat not in self.bots
        }

    def rewards(self) -> list[float]:
        """Return each seat's share of the win less an even share; zeros before the end."""
        seats = len(self.match.seats)
        outcome = self.match.outcome()
        if outcome is None:
            return [0.0] * seats
        winners = outcome.winners
        return [(seat in winners) / len(winners) - 1 / seats for seat in range(seats)]

    def make_info(self, seat: int) -> dict[str, Any]:
        """Return figures about a seat, besides observation and reward: its points, and its lead."""
        scores = self.match.scores[: len(self.match.seats)]
        best = max(points for other, points in enumerate(scores) if other != seat)
        return {"score": scores[seat], "margin": scores[seat] - best, "round": self.match.round}
