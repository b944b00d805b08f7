"""Checks that matches, views and records are values: they never change, and their copies are equal."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from ..bots.greedy import greedy
from ..engine.state import to_dict
from ..match.codec import decode_view, encode_view
from ..match.match import Match
from ..match.record import Record
from ..match.replay import load_match, replay
from ..match.view import View
from ..text import Text, find_languages
from .playing import (
    differing_fields,
    fail,
    moments_before_answers,
    name_seat,
    play_through,
)

PROPERTIES = [name for name, value in vars(View).items() if isinstance(value, property)]
MOMENTS = 3  # how many moments of a game are copied


def check_records(match: Match) -> None:
    """Check that the game can be written as JSON and as text, read, and replayed: with its seed, and
    without it, from what the record says.
    """
    steps = play_through(match)
    for step in [*(step for step in steps if step.round == 1 and step.turn < 3), steps[-1]]:
        _check_round_trip(step)
    end = steps[-1].record()
    expected = [*moments_before_answers(match), steps[-1]]
    for told, record in (("", end), (" without its seed", replace(end, seed=None))):
        heard = 0  # events that were compared at earlier steps
        for step, again in zip(expected, _replay(match, record, told), strict=True):
            for seat in (*step.seats, None):
                ours, theirs = (one.view(seat).facts(log=heard) for one in (step, again))
                if ours != theirs:
                    fields = differing_fields(ours, theirs)
                    fail(step, f"replayed{told}, {name_seat(seat)} sees something else: {fields}")
            heard = len(step.log)


def _replay(match: Match, record: Record, told: str) -> Iterator[Match]:
    try:
        yield from replay(record)
    except ValueError as error:
        fail(match, f"the record of a game cannot be replayed{told}: {error}")


def _check_round_trip(match: Match) -> None:
    record = match.record()
    for form, text in (("JSON", record.json()), ("text", record.text())):
        try:
            read = load_match(text).record()
        except ValueError as error:
            fail(match, f"the record as {form} cannot be read: {error}")
        if read != record:
            fail(match, f"the record as {form} is another one when it has been read:\n{read}")


def check_values(match: Match) -> None:
    """Check that a match does not change when it is played on, and that pickled and copied matches
    and views, and views sent as JSON, are equal to the originals.
    """
    before, facts = to_dict(match._state), match.view(0).facts()
    steps = play_through(match)
    if to_dict(match._state) != before or match.view(0).facts() != facts:
        fail(match, "the match has changed while another one was made of it")
    chosen = [*steps[:: max(len(steps) // MOMENTS, 1)], steps[-1]]
    for step in chosen:
        for way, make_copy in COPIES.items():
            twin = make_copy(step)
            if twin.record() != step.record() or to_dict(twin._state) != to_dict(step._state):
                fail(step, f"a {way} match is not equal to the match")
        for seat in (*step.seats, None):
            view = step.view(seat)
            for way, copy_view in {**COPIES, "sent": send}.items():
                _check_same_view(step, copy_view(view), view, f"a {way} view")


def send(view: View) -> View:
    """Return what arrives when a view is sent as JSON."""
    return decode_view(json.loads(json.dumps(encode_view(view))))


COPIES: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
    "copied": deepcopy,
}


def _check_same_view(match: Match, twin: View, view: View, what: str) -> None:
    """Compare all that can be read in a view, and what a bot would make of it."""
    pairs: dict[str, tuple[Any, Any]] = {
        "view": (twin, view),
        "state": (to_dict(twin.state), to_dict(view.state)),
        "facts()": (twin.facts(), view.facts()),
        "choices": ([*map(repr, twin.choices)], [*map(repr, view.choices)]),
        "outcome()": (twin.outcome(), view.outcome()),
        "count()": (twin.count(), view.count()),
        "words": ([one.words for one in twin.choices], [one.words for one in view.choices]),
    }
    pairs |= {name: (getattr(twin, name), getattr(view, name)) for name in PROPERTIES}
    if not match.over:
        worlds = twin.sample(Random(3)), view.sample(Random(3))
        pairs["sample()"] = to_dict(worlds[0]._state), to_dict(worlds[1]._state)
        pairs["log of sample()"] = worlds[0].log, worlds[1].log
    if view.seat in match.waiting:
        pairs["choice of greedy"] = greedy(twin, Random(4)), greedy(view, Random(4))
    for name, (ours, theirs) in pairs.items():
        if ours != theirs:
            fail(match, f"{what} of {name_seat(view.seat)} differs in `{name}`: {ours!r}")


def check_texts(match: Match) -> None:
    """Check that all names and rules of the game are there in every language."""
    game = match.game
    texts: dict[str, Text] = {"title": game.title, "rule": game.rule}
    for rule in game.rules:
        texts |= {f"name of {rule.id}": rule.name, f"rule of {rule.id}": rule.text()}
        texts |= {f"name of {kind}": name for kind, name in rule.names.items()}
    texts |= {f"question {question.id}": question.words for question in game.questions}
    for what, text in texts.items():
        for language in find_languages():
            if not text.to(language).strip():
                fail(match, f"the {what} is missing in “{language}”")
