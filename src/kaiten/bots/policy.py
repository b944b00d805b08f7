"""Bots made of policies: functions from observations and masks to actions, such as networks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from ..extras import need_extra
from ..match.actions import ACTIONS, Decision, begin_decision
from ..match.choice import Choice
from ..match.observations import make_observation
from ..match.view import View
from ..text import plain_text

# From observations (uint8) and masks (bool), with one row for each seat, to an action for each.
Policy = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class PolicyBot:
    """A bot that plays as a policy does. Other processes can have it if they can have the policy."""

    policy: Policy

    @property
    def __name__(self) -> str:
        return getattr(self.policy, "__name__", type(self.policy).__name__)

    def __call__(self, view: View, rng: Random) -> Choice:
        decision = begin_decision(view.choices)
        while not decision.is_complete:
            observations, masks = make_rows(view, decision)
            decision = decision.take(int(self.policy(observations, masks)[0]))
        return view.choices.with_number(decision.numbers[0])


def from_policy(policy: Policy) -> PolicyBot:
    """Return a bot that plays as a policy does: `policy(observations, masks)` returns the actions.

    Both arrays have one row for each seat, as in a vector environment; here that is one row.
    """
    return PolicyBot(policy)


def make_rows(view: View, decision: Decision) -> tuple[Any, Any]:
    """Return the observation of a seat and the mask of its actions, as arrays with one row."""
    with need_extra(plain_text("kaiten.bots.from_policy")):
        import numpy as np
    observation = np.frombuffer(make_observation(view, decision), np.uint8)
    mask = np.zeros((1, ACTIONS), np.bool_)
    mask[0, decision.legal_actions] = True
    return observation[None], mask
