"""The rules' own source, written once more for one table.

A kernel's functions are read from their sources, with all that they call. Whatever the table fixes
becomes a constant; rules that are not in force at the table fall away. No rule has a second text:
what is written here follows from the first one.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from .dispatch import Function
from .fold import NUMBERS, Folder, Numbers, Substitution, constant
from .jit import always_inline, compiled, is_marked, never_inline
from .state import State, list_changing
from .unread import drop_unread

DISPATCH = "dispatch"  # where functions come from that have no module
SHORT = 40  # parts of an expression that is written out where its function is called
HEADING = '''"""{title}: written by kaiten.engine.table_text from the sources of the rules."""

from __future__ import annotations

import numpy as np

from kaiten.engine.jit import always_inline, compiled, never_inline
'''
MARK_OPTIONS = {
    mark.__name__: vars(mark(lambda: None))["numba_options"]
    for mark in (compiled, never_inline, always_inline)
}


class NotSpecialised(Exception):
    """A function that cannot be written for one table: its source is not there, for example."""


def write_table_text(
    title: str,
    function: Function,
    facts: Mapping[str, Any],
    whole_state: bool = False,
    layout: type = State,
) -> str:
    """Return a module with a function and all that it calls, for a table with these facts.

    `FIELDS` in the module are the fields of the state that it needs: all of them for a function
    whose caller looks at the whole state afterwards. `layout` is the class of the state.
    """
    text = TableText(facts)
    text.add_function(function)
    changing = list_changing(layout)
    fields = set(changing) if whole_state else drop_unread(text.functions.values(), changing)
    names = {"FIELDS": [name for name in changing if name in fields], **text.values}
    heading = HEADING.format(title=title) + "\n".join(text.imports)
    values = "\n".join(f"{name} = {value}" for name, value in names.items())
    functions = [
        f"@{text.marks[name]}\n{ast.unparse(node)}" for name, node in text.functions.items()
    ]
    return "\n\n\n".join([heading, values, *functions]) + "\n"


def find_name(function: Function) -> str:
    """Return what a function is called in the text: its module's name and its own."""
    return f"{find_home(function)}_{function.__name__}"


def find_home(function: Function) -> str:
    """Return the last part of the name of a function's module."""
    return str(function.__globals__.get("__name__", DISPATCH)).rpartition(".")[2]


class TableText:
    """The functions, rows of numbers and imports of a table's module."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts
        self.functions: dict[str, ast.FunctionDef] = {}
        self.marks: dict[str, str] = {}
        self.values: dict[str, str] = {}  # rows as text, by name
        self.rows: dict[str, Numbers] = {}
        self.imports: list[str] = []
        self._names: dict[Function, str] = {}
        self._short: dict[str, tuple[list[str], ast.expr]] = {}  # parameters and expressions

    def is_known(self, name: str) -> bool:
        """Whether a name is one of this text."""
        return name in self.rows or name in self._names.values()

    def add_function(self, function: Function) -> str:
        """Write a function, unless that is done, and return its name."""
        function = function.__dict__.get("table_form", function)
        if function not in self._names:
            name = free_name(find_name(function), self._names.values())
            self._names[function] = name
            node = self._rewrite(function, name)
            self.functions[name], self.marks[name] = node, find_mark(function)
            expression = find_short_expression(node)
            if expression and self.marks[name] == compiled.__name__:
                self._short[name] = [arg.arg for arg in node.args.args], expression
        return self._names[function]

    def _rewrite(self, function: Function, name: str) -> ast.FunctionDef:
        node = deepcopy(find_source(function))
        node.name = name
        local = {arg.arg for arg in node.args.args} | {
            one.id
            for one in ast.walk(node)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        states = {arg.arg for arg in node.args.args if names_state(arg)} | {"state"}
        folder = Folder(FunctionNames(self, function, local, states), local)
        return ast.fix_missing_locations(folder.visit_FunctionDef(node))

    def add_value(self, value: Any, name: str) -> ast.expr | None:
        """Return what stands for a value that a function names."""
        if isinstance(value, NUMBERS):
            return constant(value)
        if isinstance(value, FunctionType) and is_marked(value):
            return ast.Name(self.add_function(value), ast.Load())
        if isinstance(value, tuple) and is_row(value):
            return ast.Name(self.add_row(value, name), ast.Load())
        home, own = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
        if not home or not own.isidentifier():
            raise NotSpecialised(f"{name} is {value!r}")
        line = f"from {home} import {own}"
        if line not in self.imports:
            self.imports.append(line)
        return ast.Name(own, ast.Load())

    def add_row(self, row: Numbers, name: str) -> str:
        """Name a row of numbers: one that is laid is an array, a constant of the rules a tuple."""
        text = repr(row) if isinstance(row, tuple) else f"np.array({row!r})"
        for known, value in self.values.items():
            if value == text:
                return known
        new = free_name(name.upper(), self.rows)
        self.values[new], self.rows[new] = text, row
        return new

    def write_out(self, call: ast.Call) -> ast.expr | None:
        """Return the expression of a short function with a call's arguments, where these are plain."""
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name not in self._short or call.keywords or not all(map(is_plain, call.args)):
            return None
        parameters, expression = self._short[name]
        arguments = dict(zip(parameters, call.args, strict=True))
        return Substitution(arguments).visit(deepcopy(expression))  # type: ignore[no-any-return]


class FunctionNames:
    """What the names of one function stand for."""

    def __init__(
        self, text: TableText, function: Function, local: set[str], states: set[str]
    ) -> None:
        self._text, self._local, self._states = text, local, states
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self._scope = {**function.__globals__, **{name: cell.cell_contents for name, cell in cells}}
        self.read_row, self.write_out = text.rows.get, text.write_out

    def read_name(self, name: str) -> ast.expr | None:
        if name not in self._scope or self._text.is_known(name):
            return None
        return self._text.add_value(self._scope[name], name)

    def read_attribute(self, owner: str, attribute: str) -> ast.expr | None:
        if owner in self._states and attribute in self._text.facts:
            fact = self._text.facts[attribute]
            if isinstance(fact, NUMBERS):
                return constant(fact)
            return ast.Name(self._text.add_row(fact, f"table_{attribute}"), ast.Load())
        if owner in self._local or not isinstance(self._scope.get(owner), ModuleType):
            return None
        return self._text.add_value(getattr(self._scope[owner], attribute), attribute)

    def name_row(self, row: Numbers, of: str) -> str:
        return self._text.add_row(row, of)


def free_name(wanted: str, taken: Any) -> str:
    """Return a name that is not taken: the one that is wanted, or that with a number."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    return name


def find_mark(function: Function) -> str:
    """Return the name of the decorator that marks a function. What is left at one table of the
    functions that `engine.dispatch` writes is short, and becomes part of its callers.
    """
    options = vars(function)["numba_options"]
    if find_home(function) == DISPATCH:
        return compiled.__name__
    return next(name for name, known in MARK_OPTIONS.items() if known == options)


def find_source(function: Function) -> ast.FunctionDef:
    """Return the syntax tree of a function."""
    code = function.__code__
    found = read_functions(code.co_filename).get((code.co_firstlineno, code.co_name))
    if found is None:
        raise NotSpecialised(f"the source of {function.__qualname__}")
    return found


@cache
def read_functions(file: str) -> dict[tuple[int, str], ast.FunctionDef]:
    """Return the functions of a source file, by the line where they begin and their names."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return {
        (min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.name): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def names_state(arg: ast.arg) -> bool:
    return isinstance(arg.annotation, ast.Name) and arg.annotation.id == "State"


def is_row(value: Sequence[Any]) -> bool:
    """Whether a value is made of numbers, and rows of numbers, alone."""
    return all(is_row(one) if isinstance(one, tuple) else isinstance(one, NUMBERS) for one in value)


def is_plain(node: ast.expr) -> bool:
    """Whether an expression may be written twice: a name or a number."""
    return isinstance(node, ast.Name | ast.Constant)


def find_short_expression(node: ast.FunctionDef) -> ast.expr | None:
    """Return the expression that a function returns, if it does nothing else and that is short."""
    returned = node.body[0]
    if len(node.body) > 1 or not isinstance(returned, ast.Return) or returned.value is None:
        return None
    parts = list(ast.walk(returned.value))
    has_loop = any(isinstance(one, ast.comprehension) for one in parts)
    return None if len(parts) > SHORT or has_loop else returned.value
