"""What whoever hosts the server may decide, by environment variables."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path

import platformdirs


@dataclass(frozen=True)
class Limits:
    """How much is enough; each may be set by KAITEN_ and its name in capitals, such as
    KAITEN_CONNECTIONS=10000.
    """

    connections: int = 5_000  # open at a time
    connections_per_address: int = 200
    tables_per_hour: int = 60  # opened by one address
    requests_per_second: int = 20  # by one address over HTTP
    messages_per_second: int = 10  # by one connection
    message_bytes: int = 65_536


def read_limits(environment: dict[str, str] | None = None) -> Limits:
    """The limits, with those that the environment sets."""
    given = os.environ if environment is None else environment
    names = [field.name for field in fields(Limits)]
    return Limits(
        **{name: int(given[key]) for name in names if (key := f"KAITEN_{name.upper()}") in given}
    )


def find_data_folder() -> Path:
    """Where the database is, unless it is elsewhere."""
    return Path(os.environ.get("KAITEN_DATA") or platformdirs.user_data_path("kaiten"))


def choose_database(url: str | None = None) -> str:
    """The URL of the database: the one given, the environment's, or a file in the user's data
    folder.
    """
    return url or os.environ.get("KAITEN_DB") or f"sqlite:///{find_data_folder() / 'tables.db'}"
