"""Accuracy: how well a player chose, from 100 for picks that cost nothing down to 0.

The measure is the share of what there was to lose: what a player's picks cost, divided by what picks
at random would have cost on average in the same decisions (the stake). So decisions in which nothing
matters count for nothing, whatever was picked, forced moves do not count at all, and the number of
players makes no difference. A choice within the errors of the best one costs nothing in both sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ..bots.tree.rollouts import ChoiceStatistics
from .choice_estimates import find_best, is_about_equal

# What random play loses of 100. With it, random play is at about 40 and the bot `easy` at about 60,
# on average over the tables of Sushi Go!. `python -m bench.accuracy fit` found 53.5, and
# `python -m bench.accuracy report` checks it with other deals, at the tables of all games.
ACCURACY_SPAN = 53.0


def list_losses(statistics: Sequence[ChoiceStatistics]) -> list[float]:
    """Return what each choice costs, in win chance: nothing if it is about as good as the best."""
    best = find_best(statistics)
    return [
        0.0 if is_about_equal(best, one) else max(best.win - one.win, 0.0) for one in statistics
    ]


def measure_stake(losses: Sequence[float]) -> float:
    """Return what a choice at random would cost on average."""
    return fmean(losses)


def measure_share(lost: float, stake: float) -> float | None:
    """Return the part lost of what random play would have lost; None where nothing was at stake."""
    return lost / stake if stake else None


def scale_accuracy(share: float, span: float = ACCURACY_SPAN) -> float:
    """Return the accuracy, from 0 to 100, of a player who lost this share."""
    return max(100 - span * share, 0.0)


def rate_accuracy(lost: float, stake: float) -> float | None:
    """Return a player's accuracy, from what the picks cost and what was at stake; None where nothing
    was.
    """
    share = measure_share(lost, stake)
    return None if share is None else scale_accuracy(share)
