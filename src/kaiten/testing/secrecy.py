"""Checks that nobody learns what they may not know.

What is hidden from a seat is dealt again, so that it fits all that the seat has seen. Then everything
that the seat sees must be the same: now, and when the round is played again with those cards.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ..engine.state import to_dict
from ..errors import KaitenError
from ..match.codec import encode_view
from ..match.events import Answered, Dealt, Event, Script, cards_of
from ..match.match import Match, deal
from ..match.replay import script_for
from ..match.view import View
from .playing import (
    differing_fields,
    fail,
    moments_before_answers,
    name_seat,
    play_steps,
    play_through,
)
from .rules import count_cards

LATEST = 5  # events of which the sentences are compared
PAST_MOMENTS = 4  # moments of a game of which the past is played again


def check_secrecy(match: Match) -> None:
    """Check that no view depends on cards, tokens and answers that its seat may not know."""
    moments, rng = moments_before_answers(match), Random(match.seed)
    differed = 0
    for moment in moments[::3]:
        for seat in (*moment.seats, None):
            world = moment.view(seat).sample(rng)
            differed += to_dict(world._state)["hands"] != to_dict(moment._state)["hands"]
            _compare(moment, seat, world, "the hidden cards are others")
    if not differed:
        fail(match, "no card is ever hidden from anyone: there was nothing to check")
    for moment in moments:
        _check_pending_answers(moment)
    for moment in moments[:: max(len(moments) // PAST_MOMENTS, 1)]:
        for seat in (*moment.seats, None):
            _check_past(moment, seat, rng)
    _check_imagined(rng.choice(moments), rng)


def check_knowledge(match: Match) -> None:
    """Check at every step that what a seat knows of the hands is true."""
    for step in play_through(match):
        for seat in (*step.seats, None):
            for holder, hand in enumerate(step.view(seat).hands):
                held = step.hands[holder]
                if not hand.known <= held:
                    wrong = dict(hand.known - held)
                    fail(step, f"{name_seat(seat)} believes that seat {holder} holds {wrong}")
                if hand.known.total() + hand.hidden != held.total():
                    fail(
                        step, f"{name_seat(seat)} does not know how many cards seat {holder} holds"
                    )


def what_is_seen(view: View) -> dict[str, Any]:
    """Return all that a seat can read, by name. The JSON has the whole log."""
    latest = view.facts(log=max(len(view.log) - LATEST, 0))
    return {**to_dict(view.state), **latest, "JSON": encode_view(view)}


def _compare(match: Match, seat: int | None, other: Match, when: str) -> None:
    ours, theirs = (what_is_seen(one.view(seat)) for one in (match, other))
    if ours != theirs:
        fields = differing_fields(ours, theirs)
        fail(match, f"{name_seat(seat)} sees something else when {when}: {fields}")


def _check_pending_answers(match: Match) -> None:
    """What a seat has answered is secret until all have."""
    if len(match.waiting) < 2:
        return
    first, choices = match.waiting[0], match.choices(match.waiting[0])
    one, other = (match.choose(first, choice) for choice in (choices[0], choices[-1]))
    for seat in (*match.waiting[1:], None):
        _compare(one, seat, other, f"seat {first} has answered otherwise in secret")


# --- The round as it would have been with other hidden cards ---


def _check_past(match: Match, seat: int | None, rng: Random) -> None:
    """Play the round again, from its deal, with hidden cards that the seat cannot tell from the real
    ones: if everyone answers the same, it must see the same.

    With a robot, cards are drawn into hands: which ones were dealt does not follow from those there are.
    """
    if match._state.players > match._state.seats:
        return
    script = _imagine_deal(match, match.view(seat).sample(rng))
    again = _answer_again(match, script) if script else None
    if again:
        _compare(match, seat, again, "the round is played again with other hidden cards")


def _imagine_deal(match: Match, world: Match) -> Script | None:
    """Return how the round was dealt if the hidden cards are those of an imagined match; None if
    they cannot have been dealt so.
    """
    place = max(place for place, event in enumerate(match.log) if isinstance(event, Dealt))
    hands = []
    dealt = match.log[place]
    assert isinstance(dealt, Dealt)
    for hand, cards in enumerate(dealt.hands):
        counts = Counter(cards)
        counts.subtract(cards_of(match.game, match._state.hands[hand]))
        counts.update(cards_of(match.game, world._state.hands[hand]))
        if min(counts.values(), default=0) < 0:
            return None
        hands.append(tuple(counts.elements()))
    events: list[Event] = [*match.log]
    events[place] = Dealt(tuple(hands))
    script = script_for(tuple(events))
    tokens = enumerate(match.game.piles)
    return Script(
        script.hands,
        script.draws,
        {rule.id: tuple(world._state.tokens[pile]) for pile, rule in tokens},
    )


def _answer_again(match: Match, script: Script) -> Match | None:
    """Return the match in which everyone has answered the same after this deal; None if they could
    not have.
    """
    names = match.names[: len(match.seats)]
    try:
        again = deal(match.game.id, names, script=script, **match.options)
        for event in match.log:
            if isinstance(event, Answered):
                told = enumerate(event.choices)
                answers = {seat: choice for seat, choice in told if choice is not None}
                if tuple(answers) != again.waiting:
                    return None
                again = again.answer(answers)
    except KaitenError:
        return None
    return again


def _check_imagined(match: Match, rng: Random) -> None:
    """A match imagined in an imagined match can be played to its end, and loses no card."""
    first, second = rng.choice(match.seats), rng.choice(match.seats)
    world = match.view(first).sample(rng).view(second).sample(rng)
    *_, finished = play_steps(world, rng)
    for one in (world, finished):
        if count_cards(one._state) != match._state.stock:
            fail(match, "when hidden cards are dealt again, cards are lost or made")
