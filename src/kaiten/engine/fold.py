"""Partial evaluation of Python source: names that are known become constants, and branches that are
never taken fall away.

`Folder` changes the syntax tree of one function. What a name or an attribute is worth is asked of
its `lookup`; known numbers are written into the text, known rows of numbers get a name.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

Numbers = Sequence[Any]  # numbers, or rows of them
NUMBERS = (int, float, bool)

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}
COMPARISONS: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
LARGEST_NUMBER = 2**63  # numbers of compiled code are below it


class Lookup(Protocol):
    """What a folder asks about the names of a function."""

    def read_name(self, name: str) -> ast.expr | None:
        """Return what stands for a name that is not local, None to leave it as it is."""

    def read_attribute(self, owner: str, attribute: str) -> ast.expr | None:
        """Return what stands for an attribute of a name, None to leave it as it is."""

    def read_row(self, name: str) -> Numbers | None:
        """Return the row of numbers that a name stands for."""

    def name_row(self, row: Numbers, of: str) -> str:
        """Return the name of a row that is part of another one."""

    def write_out(self, call: ast.Call) -> ast.expr | None:
        """Return the expression that a call stands for, None to leave the call as it is."""


class Folder(ast.NodeTransformer):
    """Folds what is known in one function."""

    def __init__(self, lookup: Lookup, local: set[str]) -> None:
        self._lookup, self._local = lookup, local

    def fold_body(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return statements with what is known folded; those behind a return fall away."""
        folded: list[ast.stmt] = []
        for statement in body:
            result = self.visit(statement)
            folded += result if isinstance(result, list) else [result] if result else []
            if folded and isinstance(folded[-1], ast.Return | ast.Break | ast.Continue):
                break
        return folded or [ast.Pass()]

    def row_of(self, node: ast.expr) -> Numbers | None:
        if isinstance(node, ast.Tuple) and all(isinstance(one, ast.Constant) for one in node.elts):
            return [one.value for one in node.elts if isinstance(one, ast.Constant)]
        return self._lookup.read_row(node.id) if isinstance(node, ast.Name) else None

    # --- Names ---

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id not in self._local:
            return self._lookup.read_name(node.id) or node
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            known = self._lookup.read_attribute(node.value.id, node.attr)
            if known:
                return known
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        row, place = self.row_of(node.value), read_place(node.slice)
        if row is None or place is None:
            return node
        part = row[place]
        if isinstance(part, NUMBERS):
            return constant(part)
        name = node.value.id if isinstance(node.value, ast.Name) else "row"
        return ast.Name(self._lookup.name_row(part, name), ast.Load())

    # --- Expressions ---

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        left, right = read_number(node.left), read_number(node.right)
        compute = BINARY.get(type(node.op))
        if left is None or right is None or compute is None:
            return node
        result = compute(left, right)
        return constant(result) if abs(result) < LARGEST_NUMBER else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        number, compute = read_number(node.operand), UNARY.get(type(node.op))
        return node if number is None or compute is None else constant(compute(number))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        numbers = [read_number(one) for one in (node.left, *node.comparators)]
        if None in numbers or any(type(op) not in COMPARISONS for op in node.ops):
            return node
        pairs = zip(node.ops, numbers, numbers[1:], strict=False)
        return constant(all(COMPARISONS[type(op)](left, right) for op, left, right in pairs))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Leave out leading parts that decide nothing, and all parts behind one that decides."""
        decisive = isinstance(node.op, ast.Or)
        values: list[ast.expr] = []
        for value in map(self.visit, node.values):
            number = read_number(value)
            if number is not None and bool(number) == decisive:
                values.append(value)
                break
            if number is None or values:
                values.append(value)
        if len(values) < 2:
            return values[0] if values else value
        return ast.BoolOp(node.op, values)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        known = read_number(test)
        if known is not None:
            return self.visit(node.body if known else node.orelse)  # type: ignore[no-any-return]
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "len" and (row := self.row_of(node.args[0])) is not None:
            return constant(len(row))
        if name in ("int", "min", "max") and node.args:
            numbers = [read_number(one) for one in node.args]
            if None not in numbers:
                return constant({"int": int, "min": min, "max": max}[name](*numbers))  # type: ignore[operator]
        written = self._lookup.write_out(node)
        return self.visit(written) if written else node  # type: ignore[no-any-return]

    # --- Statements ---

    def visit_If(self, node: ast.If) -> Any:
        test = self.visit(node.test)
        known = read_number(test)
        if known is not None:
            chosen = node.body if known else node.orelse
            return [one for one in self.fold_body(chosen) if not isinstance(one, ast.Pass)]
        body = self.fold_body(node.body)
        orelse = self.fold_body(node.orelse) if node.orelse else []
        return ast.If(test, body, [] if is_empty(orelse) else orelse)

    def visit_While(self, node: ast.While) -> Any:
        test = self.visit(node.test)
        if read_number(test) is not None and not read_number(test):
            return None
        return ast.While(test, self.fold_body(node.body), [])

    def visit_For(self, node: ast.For) -> Any:
        iterated = self.visit(node.iter)
        row = self.row_of(iterated)
        if row is None:
            row = read_range(iterated)
        if row is None:
            return ast.For(node.target, iterated, self.fold_body(node.body), [])
        chosen, body = self._choose_turns(node, row)
        if not chosen:
            return None
        if chosen == list(range(len(chosen))):
            iterated = call_range(len(chosen))
        elif len(chosen) < len(row):
            iterated = ast.Name(self._lookup.name_row(chosen, "chosen"), ast.Load())
        return ast.For(node.target, iterated, self.fold_body(body), [])

    def _choose_turns(self, node: ast.For, row: Numbers) -> tuple[list[Any], list[ast.stmt]]:
        """Return the turns in which a loop does something, and what it does: where all of it stands
        behind one condition whose outcome is known, only those in which it holds.
        """
        only, target = node.body[0], node.target
        if len(node.body) > 1 or not isinstance(only, ast.If) or only.orelse:
            return list(row), node.body
        if not isinstance(target, ast.Name) or any(
            isinstance(one, ast.Call) for one in ast.walk(only.test)
        ):
            return list(row), node.body
        outcomes = [
            read_number(
                self.visit(Substitution({target.id: constant(turn)}).visit(deepcopy(only.test)))
            )
            for turn in row
        ]
        if None in outcomes:
            return list(row), node.body
        return [turn for turn, holds in zip(row, outcomes, strict=True) if holds], only.body

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        body = node.body[1:] if ast.get_docstring(node) else node.body
        node.body, node.decorator_list = self.fold_body(body), []
        return node


def constant(value: Any) -> ast.expr:
    """Return a number as Python writes it: one below zero is the negative of another."""
    if value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def read_number(node: ast.expr) -> Any:
    """Return the number that an expression is, None if it is none."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = read_number(node.operand)
        return None if number is None else -number
    if isinstance(node, ast.Constant) and isinstance(node.value, NUMBERS):
        return node.value
    return None


def read_place(node: ast.expr) -> int | slice | None:
    """Return an index or a slice that is known."""
    if not isinstance(node, ast.Slice):
        return read_number(node)  # type: ignore[no-any-return]
    ends = [node.lower, node.upper]
    if node.step or any(end is not None and read_number(end) is None for end in ends):
        return None
    return slice(*[None if end is None else read_number(end) for end in ends])


def call_range(count: int) -> ast.expr:
    return ast.Call(ast.Name("range", ast.Load()), [constant(count)], [])


def read_range(node: ast.expr) -> Numbers | None:
    """Return the numbers of a range that is known."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return None
    numbers = [read_number(one) for one in node.args]
    return list(range(*numbers)) if node.func.id == "range" and None not in numbers else None


def is_empty(body: Sequence[ast.stmt]) -> bool:
    return all(isinstance(one, ast.Pass) for one in body)


class Substitution(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, expressions: Mapping[str, ast.expr]) -> None:
        self._expressions = expressions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self._expressions.get(node.id, node))
