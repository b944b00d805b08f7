"""The settings of a host, read from environment variables."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path

from ..folders import find_user_data


@dataclass(frozen=True)
class Limits:
    """Limits of use. Each has an environment variable: KAITEN_ and its name in capitals, such as
    KAITEN_CONNECTIONS=10000.
    """

    connections: int = 5_000  # open at a time
    connections_per_address: int = 200
    tables_per_hour: int = 60  # opened by one address
    requests_per_second: int = 20  # by one address over HTTP
    messages_per_second: int = 10  # by one connection
    message_bytes: int = 65_536


def read_limits(environment: dict[str, str] | None = None) -> Limits:
    """Return the limits, with those that the environment sets."""
    given = os.environ if environment is None else environment
    names = [field.name for field in fields(Limits)]
    return Limits(
        **{name: int(given[key]) for name in names if (key := f"KAITEN_{name.upper()}") in given}
    )


def find_data_folder() -> Path:
    """Return the folder of the default database."""
    return Path(os.environ.get("KAITEN_DATA") or find_user_data())


def choose_database(url: str | None = None) -> str:
    """Return the URL of the database: the argument, else KAITEN_DB, else a file in the data folder."""
    return url or os.environ.get("KAITEN_DB") or f"sqlite:///{find_data_folder() / 'tables.db'}"
