"""How far the others are expected to pick what the bot `heuristic` would: where the seat knows their
hands, and as far as they have done so before.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ...match.view import View
from .opponent_model import Likeness, likenesses

TWIN = 0.95  # how often somebody who plays like `heuristic` picks what it might
STRANGER = 0.55  # how often anybody else does: `greedy` and `search` were measured


class Foresight(NamedTuple):
    """The hands from which picks can be guessed, by the number under which they were dealt, and by
    player how likely guesses are right.
    """

    hands: tuple[int, ...]
    trust: tuple[float, ...]


def foresee(view: View, rng: Random) -> Foresight:
    """What a seat can foresee."""
    now = view.sample(rng)
    hands = tuple(hand for hand, hidden in enumerate(view.memory.hidden) if not hidden)
    return Foresight(hands, tuple(trust(one, len(now.seats)) for one in likenesses(view, now)))


def trust(likeness: Likeness, players: int) -> float:
    """How likely a guess is right; the more play, the less one knows better what somebody does who
    is not like `heuristic`.
    """
    alike, different = likeness.alike, likeness.picks - likeness.alike
    twin = TWIN**alike * (1 - TWIN) ** different
    stranger = STRANGER**alike * (1 - STRANGER) ** different
    like_heuristic = twin / (twin + stranger)
    return like_heuristic + (1 - like_heuristic) * STRANGER * (players - 2) / (players - 1)
