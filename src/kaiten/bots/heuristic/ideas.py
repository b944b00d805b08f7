"""Ideas: what bots see in a dish, an action or a question. A block gives its idea by name; a package
that brings a card may give it a function of its own instead.
"""

from __future__ import annotations

from collections.abc import Callable
from warnings import warn

from ...engine.card import Idea, Rule
from ...engine.dispatch import write_function
from ...engine.jit import compiled
from ...engine.state import State
from ...text import Text, detect_language
from .dish_table import DishTable
from .forecast import Forecast
from .sizes import GAMES

ValueFunction = Callable[[DishTable, Forecast, State, int, int], float]

# Opportunity cost of a turn: what an ordinary card brings. Measured: half a point more or less loses
# games (docs/bots.md).
TURN_COST = 2.0

UNKNOWN_IDEA = Text(
    "Bots do not know the idea “{idea}” of {name} and use its rule instead. They know: {known}."
)


class Ideas:
    """Functions that value something, by the idea that they are for, and numbered from 1 on."""

    def __init__(self, compile_it: Callable[[ValueFunction], ValueFunction] = compiled) -> None:
        self._compile = compile_it
        self._functions: list[ValueFunction] = []
        self._by_idea: dict[Idea, ValueFunction | None] = {}

    def add(self, *ideas: Idea) -> Callable[[ValueFunction], ValueFunction]:
        """Return a decorator that compiles a function and keeps it for these ideas."""

        def keep(function: ValueFunction) -> ValueFunction:
            function = self._compile(function)
            self._functions.append(function)
            self._by_idea.update(dict.fromkeys(ideas, function))
            return function

        return keep

    def find(self, idea: Idea, rule: Rule) -> ValueFunction | None:
        """Return the function for the idea that a block gives, or None if there is none."""
        if callable(idea) and idea not in self._by_idea:
            self.add(idea)(idea)
        if idea and idea not in self._by_idea:
            known = ", ".join(one for one in self._by_idea if isinstance(one, str))
            self._by_idea[idea] = None
            words = UNKNOWN_IDEA.format(idea=idea, name=rule.id, known=known)
            warn(words.to(detect_language()), stacklevel=2)
        return self._by_idea.get(idea)

    def number(self, function: ValueFunction | None) -> int:
        """Return the number of a function; 0 for None."""
        return self._functions.index(function) + 1 if function else 0

    def write_dispatch(self, name: str, attribute: str, field: str) -> ValueFunction:
        """Return a function that calls the one whose number is in a field of the dish table; without
        a number, a dish is worth nothing. Functions that cards bring as this attribute are among them.
        """
        for rule in (rule for game in GAMES for rule in game.rules):
            self.find(getattr(rule, attribute), rule)
        functions = {f"function_{self.number(one)}": one for one in self._functions}
        head = "dishes, forecast, state, player, dish"
        calls = [
            f"if number == {self.number(one)}: return {name}({head})"
            for name, one in functions.items()
        ]
        lines = [f"number = dishes.{field}[dish]", *calls, "return 0.0"]
        return write_function(name, head, lines, functions)
