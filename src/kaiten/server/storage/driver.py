"""Executes statements on the connection of one thread."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection


class DuplicateEntry(Exception):
    """A row with this key exists: another process has written the same entry."""


@cache
def compile_statement(statement: Any, dialect: sql.Dialect) -> tuple[str, Mapping[str, Any]]:
    """Return the text of a statement in a dialect, and the parameters that are constants in it."""
    compiled = statement.compile(dialect=dialect)
    constants = {name: value for name, value in compiled.params.items() if value is not None}
    return compiled.string, constants


class ThreadConnection:
    """The connection of one thread, without the queries."""

    def __init__(self, connection: Connection, number: int = 0) -> None:
        self.connection = connection
        self.number = number  # of connections that the store had lost before
        self.lock = threading.Lock()  # held while the thread uses the connection
        self.driver: Any = connection.connection.dbapi_connection
        self._dialect = connection.dialect
        self._integrity_error = self._dialect.loaded_dbapi.IntegrityError

    def execute(self, statement: Any, values: Mapping[str, Any]) -> Any:
        """Execute a statement and return the driver's cursor."""
        text, constants = compile_statement(statement, self._dialect)
        try:
            return self.driver.execute(text, {**constants, **values} if constants else values)
        except self._integrity_error as error:
            raise DuplicateEntry from error
