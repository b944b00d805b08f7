"""For each verb one function, which calls the rules of the game that is being played.

The functions are written as text at their first use, for all games that have registered by then,
one direct call below the other, and compiled. A loop over a table of functions would be shorter, but
it compiles to indirect calls, which are thirty times slower and cannot be cached.

`python -m kaiten.engine.dispatch` prints what is written. Tracebacks show it too.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from inspect import signature
from operator import attrgetter
from typing import Any

from .card import PARAMETERS, Card, Question, Rule
from .jit import compiled, never_inline
from .registry import close_registry

Function = Callable[..., Any]
Compiler = Callable[[Function], Function]

# Asked for every card that is played: these become part of their callers.
INLINED_VERBS = ("lands", "opens", "allows")
SCORING = ("scores", "counts", "compares")


def __getattr__(name: str) -> Function:
    """Write a function at its first use."""
    if name not in WRITERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not close_registry():
        raise RuntimeError("No game has registered: import kaiten.games first.")
    globals()[name] = function = WRITERS[name](name)
    return function


def write_function(
    name: str,
    parameters: str,
    lines: Sequence[str],
    functions: Mapping[str, Function],
    compile_it: Compiler = never_inline,
) -> Function:
    """Make a function from its text, which tracebacks and debuggers show like that of any other."""
    source = "\n    ".join([f"def {name}({parameters}):", *lines]) + "\n"
    file = f"<kaiten {name}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    scope: dict[str, Any] = dict(functions)
    exec(compile(source, file, "exec"), scope)
    return compile_it(scope[name])


def condition_of(rule: Rule, part: Rule, verb: str = "") -> str:
    """Return when a rule is in force: its variant is played, its card is served, and the card in
    question is its own.
    """
    conditions = [f"state.variant == {part.variant}"] if part.variant else []
    if isinstance(rule, Card):
        kinds = list(rule.kinds.values())
        if verb in ("lands", "acts"):
            conditions.append(f"({' or '.join(f'kind == {kind}' for kind in kinds)})")
        conditions.append(f"state.stock[{kinds[0]}] > 0")
    return " and ".join(conditions) or "True"


def write_rule_calls(
    name: str,
    parameters: str,
    line: str = "if {condition}: {call}",
    first: str = "pass",
    last: str = "return",
) -> Function:
    """Write a function that calls each rule with the verb of this name."""
    functions: dict[str, Function] = {}
    lines = [first]
    for number, game in enumerate(close_registry()):
        lines.append(f"if state.game == {number}:  # {game.id}")
        for rule in game.rules:
            for part in rule.parts:
                if name in part.verbs:
                    callee = f"{name}_{rule.id}_{number}_{part.variant}"
                    functions[callee] = part.verbs[name]
                    condition, call = condition_of(rule, part, name), f"{callee}({parameters})"
                    text = line.format(condition=condition, call=call)
                    lines.append(f"    {text}")
        lines.append(f"    {last}")
    compile_it = compiled if name in INLINED_VERBS else never_inline
    return write_function(name, parameters, [*lines, last], functions, compile_it)


def write_question_calls(name: str, verb: str, line: str, last: str) -> Function:
    """Write a function that calls the one question that was asked."""
    functions = {}
    lines = []
    for number, game in enumerate(close_registry()):
        for question in game.questions:
            callee = f"{verb}_{question.id}_{number}"
            functions[callee] = question.verbs[verb]
            condition = f"state.game == {number} and question == {question.number}"
            lines.append(f"if {condition}: {line.format(callee)}")
    return write_function(name, "state, player, question, answer", [*lines, last], functions)


def write_sheet(name: str, final: bool) -> Function:
    """Write a function that fills the rows of the score sheet which belong to the end of a round, or
    of the game.
    """
    functions: dict[str, Function] = {}
    lines = []
    for number, game in enumerate(close_registry()):
        lines.append(f"if state.game == {number}:  # {game.id}")
        for row, rule in enumerate(game.rows):
            for part in rule.parts if rule.final == final else []:
                if {"scores", "compares"} & set(part.verbs):
                    verbs = {**rule.verbs, **part.verbs}
                    callees = {
                        f"{verb}_{rule.id}_{number}_{part.variant}": verbs[verb]
                        for verb in SCORING
                        if verb in verbs
                    }
                    functions |= callees
                    lines += [
                        f"    if {condition_of(rule, part)}:",
                        f"        row = state.points[{row}]",
                        f"        first, pile = int({rule.first}), int({rule.pile})",
                    ]
                    lines += [f"        {line}" for line in write_row(callees)]
        lines.append("    return")
    return write_function(name, "state", lines, functions)


def write_row(callees: Mapping[str, Function]) -> list[str]:
    """Write the lines that fill one row: each player's own points, or numbers for all and then
    their comparison.
    """
    calls = [
        f"{name}({', '.join(PARAMETERS[each] for each in signature(f).parameters)})"
        for name, f in callees.items()
    ]
    if len(calls) == 1:
        return ["for player in range(state.players):", f"    row[player] = {calls[0]}"]
    counts, compares = calls
    return [
        "for player in range(state.players):",
        "    row[player] = 0",
        f"    state.counted[player] = {counts}",
        compares,
    ]


def write_question_fact(name: str, fact: Callable[[Question], int], usual: int) -> Function:
    """Write a function that returns a fact about a question; the usual one about most of them."""
    lines = [
        f"if state.game == {number} and question == {question.number}: return {fact(question)}"
        for number, game in enumerate(close_registry())
        for question in game.questions
        if fact(question) != usual
    ]
    return write_function(name, "state, question", [*lines, f"return {usual}"], {})


WRITERS: dict[str, Callable[[str], Function]] = {
    "lands": partial(write_rule_calls, parameters="state, player, kind"),
    "acts": partial(write_rule_calls, parameters="state, player, kind"),
    "begins": partial(write_rule_calls, parameters="state"),
    "watches": partial(write_rule_calls, parameters="state"),
    "picked": partial(write_rule_calls, parameters="state, player, choice"),
    "opens": partial(
        write_rule_calls,
        parameters="state, player",
        line="if {condition}: slots |= {call}",
        first="slots = 0",
        last="return slots",
    ),
    "allows": partial(
        write_rule_calls,
        parameters="state, player, choice",
        line="if {condition} and not {call}: return False",
        last="return True",
    ),
    "allows_answer": partial(
        write_question_calls,
        verb="allows",
        line="return {}(state, player, answer)",
        last="return False",
    ),
    "resolve_answer": partial(
        write_question_calls, verb="answers", line="{}(state, player, answer)", last="return"
    ),
    "fewest_answers": partial(write_question_fact, fact=attrgetter("least"), usual=0),
    "plays": partial(write_question_fact, fact=attrgetter("plays"), usual=False),
    "score_round": partial(write_sheet, final=False),
    "score_game": partial(write_sheet, final=True),
}


def source_text() -> str:
    """Return the text of all functions, for the games that have registered."""
    for name in WRITERS:
        globals().get(name) or __getattr__(name)
    return "\n\n".join("".join(linecache.getlines(f"<kaiten {name}>")) for name in WRITERS)


if __name__ == "__main__":
    # Run as a program this module is a copy of the one in which the games register.
    import_module("kaiten.games")
    print(import_module("kaiten.engine.dispatch").source_text(), end="")
