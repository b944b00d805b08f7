"""Rate limits by client: requests, messages, new tables and open connections."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.requests import HTTPConnection

from ..protocol import requests
from ..protocol.errors import TooMany
from ..settings import Limits

MAX_CLIENTS = 10_000  # remembered at a time
BURST_SECONDS = 5  # a client may use the rights of that many seconds at once
CHANGES_AT_ONCE = 20  # seconds' worth of changes that a person may make at once
SPECTATORS_SHARE = 5  # people without a seat together change a table as often as this many with one
CHOICE_COMMANDS = (requests.Choose, requests.Unchoose)
FULL_RATE_CONNECTIONS = 20  # connections of one client that may all send at the full rate


class TokenBucket:
    """Allows `rate` actions per second, and up to `burst` at once."""

    def __init__(self, rate: float, burst: float, parent: TokenBucket | None = None) -> None:
        """`parent` is a bucket that several connections share; both must have a token left."""
        self.rate, self.burst, self.tokens = rate, burst, burst
        self.updated = time.monotonic()
        self.parent = parent

    def take(self) -> bool:
        """Take a token. Return False if there is none."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.updated) * self.rate)
        self.updated = now
        if self.tokens < 1 or (self.parent and not self.parent.take()):
            return False
        self.tokens -= 1
        return True


class TokenBuckets:
    """One bucket per client. The client that was silent for longest is forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.by_client: OrderedDict[str, TokenBucket] = OrderedDict()

    def find(self, client: str) -> TokenBucket:
        """Return the client's bucket, a full one for a new client."""
        bucket = self.by_client.setdefault(client, TokenBucket(self.rate, self.burst))
        self.by_client.move_to_end(client)
        if len(self.by_client) > MAX_CLIENTS:
            self.by_client.popitem(last=False)
        return bucket

    def take(self, client: str) -> None:
        """Take a token of the client. Raise `TooMany` if there is none."""
        if not self.find(client).take():
            raise TooMany


class RateLimits:
    """Everything that is limited per client."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        requests, messages = limits.requests_per_second, limits.messages_per_second
        self.requests = TokenBuckets(requests, BURST_SECONDS * requests)
        self.messages = TokenBuckets(
            FULL_RATE_CONNECTIONS * messages, BURST_SECONDS * FULL_RATE_CONNECTIONS * messages
        )
        self.tables = TokenBuckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self.choices = TokenBuckets(messages, BURST_SECONDS * messages)
        changes, joins = limits.changes_per_second, limits.joins_per_minute
        self.changes = TokenBuckets(changes, CHANGES_AT_ONCE * changes)
        shared = SPECTATORS_SHARE * changes
        self.spectators = TokenBuckets(shared, CHANGES_AT_ONCE * shared)
        self.joins = TokenBuckets(joins / 60, joins)
        self.connections: Counter[str] = Counter()
        self.at_table: Counter[tuple[str, str]] = Counter()  # connections by client and table

    def connect(self, client: str, code: str = "") -> None:
        """Count a new connection to a table. Raise `TooMany` if the client has too many, there or in
        all, or the server has.
        """
        if (
            self.connections.total() >= self.limits.connections
            or self.connections[client] >= self.limits.connections_per_address
            or self.at_table[client, code] >= self.limits.connections_per_table
        ):
            raise TooMany
        self.connections[client] += 1
        self.at_table[client, code] += 1

    def disconnect(self, client: str, code: str = "") -> None:
        for count, key in ((self.connections, client), (self.at_table, (client, code))):
            count[key] -= 1  # type: ignore[index]
            if count[key] <= 0:  # type: ignore[index]
                del count[key]  # type: ignore[arg-type]

    def take_command(
        self, client: str, code: str, person: int | None, sits: bool, request: requests.Command
    ) -> None:
        """Take what a command at a table costs. Raise `TooMany` if its sender has sent too many.

        People who sit there have a budget each. Those who do not also share one, so that the table
        is not theirs, however many they are.
        """
        if isinstance(request, requests.Join):
            self.joins.take(f"{client} {code}")
        elif person is not None and isinstance(request, CHOICE_COMMANDS):
            self.choices.take(f"{code} {person}")
        elif person is not None:
            self.changes.take(f"{code} {person}")
            if not sits:
                self.spectators.take(code)

    def message_bucket(self, client: str) -> TokenBucket:
        """Return a bucket for the messages of one connection, within its client's bucket."""
        rate = self.limits.messages_per_second
        return TokenBucket(rate, BURST_SECONDS * rate, parent=self.messages.find(client))


def client_key_of(connection: HTTPConnection) -> str:
    return client_key(connection.client.host) if connection.client else "?"


def client_key(host: str) -> str:
    """Return what identifies a client: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def opener_key(client: str) -> str:
    """Return by what the lobby knows where a table was opened: 16 bits, too few to tell whose."""
    return sha256(client.encode()).hexdigest()[:4]
