"""Checks that every bot plays a game: legally, and by what it may know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from ..bots import LADDER, find_bot
from ..match.choice import Choice
from ..match.match import Match
from ..match.view import View
from .playing import fail, moments_before_answers

EACH = 3  # moments of each prompt at which every bot is asked


def check_bots(match: Match, bots: Sequence[str] = (*LADDER,), iterations: int = 4) -> None:
    """Check that bots answer every prompt of the game with a legal choice, with the same one for the
    same seed, and with the same one whatever is hidden. Those that search do so in that many worlds.
    """
    rng = Random(match.seed)
    for moment in choose_moments(match):
        for seat in moment.waiting:
            view = moment.view(seat)
            world = view.sample(rng)
            for bot in bots:
                answer, again, other = (
                    _ask(moment, bot, one, iterations) for one in (view, view, world.view(seat))
                )
                if answer not in view.choices:
                    asked = view.prompt and view.prompt.id
                    fail(moment, f"the bot {bot} answers “{answer}” to “{asked}”: not a choice")
                if answer != again:
                    fail(moment, f"the bot {bot} answers “{answer}” and “{again}” with one seed")
                if answer != other:
                    told = f"the bot {bot} answers “{answer}”, and “{other}”"
                    fail(moment, f"{told} when cards that it cannot see are others")


def choose_moments(match: Match) -> list[Match]:
    """Return a few moments for each prompt of a game, from its beginning to its end."""
    by_prompt = defaultdict[str, list[Match]](list)
    for moment in moments_before_answers(match):
        asked = moment.prompt(moment.waiting[0])
        by_prompt[asked.id if asked else ""].append(moment)
    return [
        moment for moments in by_prompt.values() for moment in moments[:: -(-len(moments) // EACH)]
    ]


def _ask(match: Match, bot: str, view: View, iterations: int) -> Choice:
    try:
        return find_bot(bot, iterations=iterations)(view, Random(5))
    except Exception as error:
        asked = view.prompt and view.prompt.id
        try:
            fail(match, f"the bot {bot} cannot answer “{asked}”: {error!r}")
        except AssertionError as told:
            raise told from error
