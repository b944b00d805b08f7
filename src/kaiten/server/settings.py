"""The settings of a host, read from environment variables."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import KaitenError
from ..folders import find_user_data
from ..text import Text


@dataclass(frozen=True)
class Limits:
    """Limits of use. Each has an environment variable: KAITEN_ and its name in capitals, such as
    KAITEN_CONNECTIONS=10000.
    """

    connections: int = 5_000  # open at a time
    connections_per_address: int = 200
    tables_per_hour: int = 60  # opened by one address
    requests_per_second: int = 20  # by one address over HTTP
    connections_per_table: int = 40  # from one address to one table
    messages_per_second: int = 10  # by one connection; choices of one person at one table
    changes_per_second: int = 1  # of one person at one table: sitting down, settings, emotes
    joins_per_minute: int = 20  # from one address at one table
    message_bytes: int = 65_536


def read_limits(environment: dict[str, str] | None = None) -> Limits:
    """Return the limits, with those that the environment sets."""
    given = os.environ if environment is None else environment
    names = [field.name for field in fields(Limits)]
    return Limits(
        **{name: int(given[key]) for name in names if (key := f"KAITEN_{name.upper()}") in given}
    )


class BadSetting(KaitenError):
    """An environment variable has a value that the server cannot use."""


def read_trusted_proxies(environment: dict[str, str] | None = None) -> list[str]:
    """Return the addresses and networks of proxies whose X-Forwarded headers the server believes.

    KAITEN_TRUSTED_PROXIES lists them, separated by commas; `*` alone stands for every address.
    Without it, the server believes none.
    """
    given = os.environ if environment is None else environment
    words = [word.strip() for word in given.get("KAITEN_TRUSTED_PROXIES", "").split(",")]
    listed = [word for word in words if word]
    return listed if listed == ["*"] else [normalize_network(word) for word in listed]


def normalize_network(word: str) -> str:
    """Return an address or a network as a network, 172.18.0.1/16 as 172.18.0.0/16."""
    try:
        return str(ip_network(word, strict=False))
    except ValueError:
        raise BadSetting(BAD_PROXY.format(word=word)) from None


BAD_PROXY = Text(
    "KAITEN_TRUSTED_PROXIES: {word} is not an IP address. List addresses (172.18.0.1) or networks "
    "(172.16.0.0/12), separated by commas."
)


def read_public_url(environment: dict[str, str] | None = None) -> str | None:
    """Return the address at which people reach this server, as KAITEN_PUBLIC_URL says, or None."""
    given = os.environ if environment is None else environment
    url = given.get("KAITEN_PUBLIC_URL", "").strip()
    if not url:
        return None
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadSetting(BAD_PUBLIC_URL.format(url=url))
    return f"{parts.scheme}://{parts.netloc}"


BAD_PUBLIC_URL = Text(
    "--public-url: {url} is not the address of a server. It should look like https://example.org."
)


def find_data_folder() -> Path:
    """Return the folder of the default database."""
    return Path(os.environ.get("KAITEN_DATA") or find_user_data())


def choose_database(url: str | None = None) -> str:
    """Return the URL of the database: the argument, else KAITEN_DB, else a file in the data folder."""
    return url or os.environ.get("KAITEN_DB") or f"sqlite:///{find_data_folder() / 'tables.db'}"
