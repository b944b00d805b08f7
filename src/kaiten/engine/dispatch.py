"""The switchboard: for each verb one function, which calls the rules of the game that is being
played.

The functions are written here as text, one direct call below the other, and compiled. A loop over a
table of functions would be shorter, but it compiles to indirect calls, which are thirty times
slower and cannot be cached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any

from ..games import GAMES
from .card import GIVEN, Card, Rule
from .jit import apart, compiled, uncompiled

Function = Callable[..., Any]
Join = Callable[[Function], Function]
# asked for every card that is played: these become part of their callers
HOT = ("lands", "opens", "allows")


def write(
    head: str, lines: Sequence[str], functions: Mapping[str, Function], join: Join = apart
) -> Function:
    """Compile a function from its text."""
    scope: dict[str, Any] = dict(functions)
    exec("\n    ".join([f"def joined({head}):", *lines]), scope)
    return join(scope["joined"])  # type: ignore[no-any-return]


def when(rule: Rule, part: Rule, verb: str = "") -> str:
    """The condition on which a rule is in force: its variant is played, its card is served, the
    card in question is its own.
    """
    conditions = [f"state.variant == {part.variant}"] if part.variant else []
    if isinstance(rule, Card):
        kinds = list(rule.kinds.values())
        if verb in ("lands", "acts"):
            conditions.append(f"({' or '.join(f'kind == {kind}' for kind in kinds)})")
        else:
            conditions.append(f"state.stock[{kinds[0]}] > 0")
    return " and ".join(conditions) or "True"


def every_rule(
    verb: str, head: str, line: str = "if {when}: {call}", first: str = "pass", last: str = "return"
) -> Function:
    """Call each rule that has this verb."""
    functions: dict[str, Function] = {}
    lines = [first]
    for number, game in enumerate(GAMES):
        lines.append(f"if state.game == {number}:")
        for rule in game.rules:
            for part in rule.parts:
                if verb in part.verbs:
                    name = f"{verb}_{len(functions)}"
                    functions[name] = part.verbs[verb]
                    lines.append(
                        "    " + line.format(when=when(rule, part, verb), call=f"{name}({head})")
                    )
        lines.append(f"    {last}")
    return write(head, [*lines, last], functions, compiled if verb in HOT else apart)


def by_question(verb: str, line: str, last: str) -> Function:
    """Call the one question that was asked."""
    functions = {}
    lines = []
    for number, game in enumerate(GAMES):
        for question in game.questions:
            name = f"{verb}_{number}_{question.number}"
            functions[name] = question.verbs[verb]
            lines.append(
                f"if state.game == {number} and question == {question.number}: {line}".format(name)
            )
    return write("state, player, question, answer", [*lines, last], functions)


def sheet(final: bool) -> Function:
    """Fill the rows of the score sheet that belong to the end of a round, or of the game."""
    functions: dict[str, Function] = {}
    lines = []
    for number, game in enumerate(GAMES):
        lines.append(f"if state.game == {number}:")
        for row, rule in enumerate(game.rows):
            for part in rule.parts if rule.final == final else []:
                if {"scores", "compares"} & set(part.verbs):
                    verbs = {**rule.verbs, **part.verbs}
                    named = {
                        f"{verb}_{len(functions)}": verbs[verb] for verb in SCORING if verb in verbs
                    }
                    functions |= named
                    lines += [f"    if {when(rule, part)}:"]
                    lines += [
                        f"        row, first, pile = state.points[{row}], int({rule.first}), int({rule.pile})"
                    ]
                    lines += [f"        {line}" for line in score_lines(named)]
        lines.append("    return")
    return write("state", lines, functions)


def least() -> Function:
    """How many answers there must be to a question for anybody to be asked it."""
    questions = [
        (number, question) for number, game in enumerate(GAMES) for question in game.questions
    ]
    lines = [
        f"if state.game == {number} and question == {question.number}: return {question.least}"
        for number, question in questions
        if question.least
    ]
    return write("state, question", [*lines, "return 0"], {})


SCORING = ("scores", "counts", "compares")


def score_lines(verbs: Mapping[str, Function]) -> list[str]:
    """Fill one row: each player's own points, or numbers for all and then their comparison."""
    calls = [
        f"{name}({', '.join(GIVEN[thing] for thing in signature(uncompiled(f)).parameters)})"
        for name, f in verbs.items()
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


lands = every_rule("lands", "state, player, kind")
acts = every_rule("acts", "state, player, kind")
begins = every_rule("begins", "state")
watches = every_rule("watches", "state")
picked = every_rule("picked", "state, player, choice")
opens = every_rule(
    "opens", "state, player", "if {when}: slots |= {call}", "slots = 0", "return slots"
)
allows = every_rule(
    "allows", "state, player, choice", "if {when} and not {call}: return False", last="return True"
)
admits = by_question("allows", "return {}(state, player, answer)", "return False")
answered = by_question("answers", "{}(state, player, answer)", "return")
needs = least()
score_round = sheet(final=False)
score_game = sheet(final=True)
