"""The bot `greedy`: it takes what counts at once."""

from __future__ import annotations

from random import Random

from ..engine import draft
from ..engine.state import copy_state
from ..match.choice import Choice
from ..match.view import View
from ..text import Text

GREEDY = (
    Text("Greedy"),
    Text("Takes the card that scores most right now."),
)


def greedy(view: View, rng: Random) -> Choice:
    """Return the choice after which the seat would have the most points if the game ended; of equal
    ones, a random one.
    """
    scores = score_choices(view)
    best: Choice = rng.choice(
        [
            choice
            for choice, points in zip(view.choices, scores, strict=True)
            if points == max(scores)
        ]
    )
    return best


def score_choices(view: View) -> list[int]:
    """Return the points that the seat would have after each choice if the game ended."""
    assert view.seat is not None
    return [
        int(draft.points_if_chosen(copy_state(view.state), view.seat, choice.number))
        for choice in view.choices
    ]
