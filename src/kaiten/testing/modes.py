"""The check that the rules mean the same in plain Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..engine import draft
from ..engine.jit import JIT, MODE
from ..engine.state import OVER, SCORED, State, to_dict
from ..errors import KaitenError
from ..games import lay_table
from ..match.match import Match
from ..text import Text
from .compiled_rules import CompiledDraft
from .playing import differing_fields, fail

GAMES_COMPARED = 3


def why_not_compared() -> Text | None:
    """Return why there is only one mode here; None if there are both."""
    if JIT:
        return None
    return TURNED_OFF if MODE == "0" else NO_NUMBA


def check_modes(match: Match, rules: Any = None) -> None:
    """Check that some random games at the match's table are the same in plain Python and compiled, in
    every field of every state. Raise `KaitenError` where Numba is not installed or turned off.

    `rules` is a module `kaiten.engine.draft` to be compared instead of the compiled one.
    """
    reason = why_not_compared()
    if reason and not rules:
        raise KaitenError(reason)
    other = rules or CompiledDraft()
    for number in range(GAMES_COMPARED):
        ours = _play(draft, match, number)
        theirs = _play_compiled(other, match, number)
        for (moment, plain), (_, fast) in zip(ours, theirs, strict=True):
            one, two = to_dict(plain), to_dict(fast)
            if one != two:
                where = f"round {plain.round_number}, turn {plain.turn}, {moment}"
                fields = differing_fields(one, two)
                fail(match, f"plain and compiled rules differ ({where}) in {fields}")


def _play(rules: Any, match: Match, number: int) -> Iterator[tuple[str, State]]:
    """Play a random game by the rules of a module. Yield what was done, and the state after it."""
    state = lay_table(match.game, len(match.seats), dict(match.options))
    seed = match.seed or 0
    rules.start_game(state, rules.game_seed(seed, number))
    rules.start_player_rng(state, seed, number)
    rules.deal_hands(state)
    rules.begin_turn(state)
    while True:
        yield "before the answers", state
        rules.answer_at_random(state)
        yield "after the answers", state
        rules.resolve(state)
        if state.stage == OVER:
            break
        if state.stage == SCORED:
            yield "after scoring", state
            rules.deal_hands(state)
            rules.begin_turn(state)
    yield "at the end", state


def _play_compiled(rules: Any, match: Match, number: int) -> Iterator[tuple[str, State]]:
    """Play the same by compiled rules. If they cannot be compiled, say so."""
    try:
        yield from _play(rules, match, number)
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "numba":
            raise
        raise AssertionError(f"{match.game.id}: {DO_NOT_COMPILE}\n{error}") from error


DO_NOT_COMPILE = (
    "the rules do not compile. A rule is a function of a module, over ints and nested lists of ints: "
    "no strings, dicts, classes, exceptions or default arguments."
)
NO_NUMBA = Text(
    "Plain and compiled rules were not compared: Numba is not installed. "
    "pip install 'kaitenzushi[fast]'"
)
TURNED_OFF = Text("Plain and compiled rules were not compared: KAITEN_JIT=0 turns compiling off.")
