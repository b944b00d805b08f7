"""Leaves out of a table's functions what is written into the state and never read."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def drop_unread(functions: Iterable[ast.FunctionDef], fields: Iterable[str]) -> set[str]:
    """Remove statements that only write fields which no function reads. Return the other fields
    that the functions mention.
    """
    known = set(fields)
    while True:
        read, mentioned = Reads(), Mentions()
        for function in functions:
            read.visit(function)
            mentioned.visit(function)
        unread = (mentioned.names - read.names) & known
        if not unread:
            return mentioned.names & known
        for function in functions:
            function.body = Cleaner(unread).clean_body(function.body)


def find_written(target: ast.expr) -> str:
    """Return the attribute that an assignment changes, itself or in a row; empty if it changes none."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.attr if isinstance(target, ast.Attribute) else ""


class Mentions(ast.NodeVisitor):
    """All attributes that occur."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.names.add(node.attr)
        self.generic_visit(node)


class Reads(Mentions):
    """The attributes whose values are used for more than their own change."""

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self._visit_target(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self._visit_target(node.target)

    def _visit_target(self, target: ast.expr) -> None:
        while isinstance(target, ast.Subscript):
            self.visit(target.slice)
            target = target.value
        if isinstance(target, ast.Attribute):
            self.visit(target.value)
        else:
            self.visit(target)


class Cleaner(ast.NodeTransformer):
    """Removes assignments to some attributes, and what is empty without them."""

    def __init__(self, unread: set[str]) -> None:
        self._unread = unread

    def clean_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return the statements that are left; `pass` if there are none."""
        left = [one for one in map(self.visit, body) if one and not isinstance(one, ast.Pass)]
        return left or [ast.Pass()]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        node.targets = [one for one in node.targets if find_written(one) not in self._unread]
        return node if node.targets else keep_calls(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | None:
        return keep_calls(node.value) if find_written(node.target) in self._unread else node

    def visit_If(self, node: ast.If) -> ast.stmt | None:
        node.body = self.clean_body(node.body)
        node.orelse = [one for one in self.clean_body(node.orelse) if not isinstance(one, ast.Pass)]
        return node if node.orelse or not is_pass(node.body) else keep_calls(node.test)

    def visit_For(self, node: ast.For) -> ast.stmt | None:
        node.body = self.clean_body(node.body)
        return None if is_pass(node.body) and counts(node.iter) else node

    def visit_While(self, node: ast.While) -> ast.stmt:
        node.body = self.clean_body(node.body)
        return node


def keep_calls(value: ast.expr) -> ast.stmt | None:
    """Return a statement that computes a value if this may do something, else none."""
    does_something = any(isinstance(one, ast.Call) for one in ast.walk(value))
    return ast.Expr(value) if does_something else None


def is_pass(body: list[ast.stmt]) -> bool:
    return all(isinstance(one, ast.Pass) for one in body)


def counts(iterated: ast.expr) -> bool:
    """Whether a loop goes over numbers that no function makes."""
    calls = [one for one in ast.walk(iterated) if isinstance(one, ast.Call)]
    return all(isinstance(one.func, ast.Name) and one.func.id == "range" for one in calls)
