"""Matches played on at random, and how a check says what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NoReturn

from ..match.match import Match

# Answers after which a game will not end. Eight players with every tool answer less than 200 times.
ENDLESS = 2_000


def play_steps(match: Match, rng: Random) -> Iterator[Match]:
    """Yield the match, and the match after every single answer of players who choose anything."""
    yield match
    while not match.over:
        require_choices(match)
        seat = rng.choice(match.waiting)
        match = match.choose(seat, rng.choice(match.choices(seat)))
        yield match


@lru_cache(maxsize=16)
def play_through(match: Match) -> tuple[Match, ...]:
    """Return all steps of a match to its end; the same ones for the same match."""
    steps = tuple(islice(play_steps(match, Random(match.seed)), ENDLESS))
    if not steps[-1].over:
        fail(steps[-1], f"the game does not end: the players have answered {ENDLESS} times")
    return steps


def require_choices(match: Match) -> None:
    """Raise if no player is waited for, or one who has no legal answer."""
    if not match.waiting:
        fail(match, "the game is not over, and nobody is waited for")
    for seat in match.waiting:
        prompt = match.prompt(seat)
        asked = f"seat {seat} is asked “{prompt.id if prompt else ''}”"
        try:
            answers = [*match.choices(seat)]
        except KeyError as error:
            fail(
                match, f"{asked} and may answer {error}, which is no card, and which no text spells"
            )
        if not answers:
            fail(match, f"{asked} and has no legal answer")


def moments_before_answers(match: Match) -> list[Match]:
    """Return the steps of a match at which nobody has answered yet what is asked."""
    return [step for step in play_through(match)[:-1] if not has_answers(step)]


def has_answers(match: Match) -> bool:
    """Return whether some of the seats that are asked have answered already."""
    return any(match._state.asked[seat] and seat not in match.waiting for seat in match.seats)


def name_seat(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def fail(match: Match, problem: str) -> NoReturn:
    """Raise an AssertionError that says what is wrong, at which table and at which moment."""
    options = ", ".join(f"{name}={value!r}" for name, value in match.options.items())
    table = [match.game.id, f"{len(match.seats)} players", *([options] if options else [])]
    seed = "" if match.seed is None else f", seed {match.seed}"
    when = "at the end" if match.over else f"round {match.round}, turn {match.turn}"
    raise AssertionError(f"{problem}\n  ({'; '.join(table)}{seed}: {when})")


def differing_fields(one: dict[str, object], other: dict[str, object]) -> str:
    """Return the names of the fields that differ, and where the first of them does."""
    names = [name for name in one if one[name] != other[name]]
    told = ", ".join(f"“{name}”" for name in names)
    return f"{told}: {first_difference(names[0], one[names[0]], other[names[0]])}"


def first_difference(name: str, one: object, other: object) -> str:
    """Return the first place at which two values differ, and both values there."""
    pairs: Iterable[tuple[object, tuple[object, object]]] = ()
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = ((key, (one[key], other[key])) for key in one)
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        pairs = enumerate(zip(one, other, strict=False))
    for key, (left, right) in pairs:
        if left != right:
            return first_difference(f"{name}[{key!r}]", left, right)
    return f"{name} is {one!r} and {other!r}"
