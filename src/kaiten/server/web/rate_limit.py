"""Rate limits by client: requests, messages, new tables and open connections."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.requests import HTTPConnection

from ..protocol.errors import TooMany
from ..settings import Limits

MAX_CLIENTS = 10_000  # remembered at a time
BURST_SECONDS = 5  # a client may use the rights of that many seconds at once
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
        self.connections: Counter[str] = Counter()

    def connect(self, client: str) -> None:
        """Count a new connection. Raise `TooMany` if the client or the server has too many."""
        if (
            self.connections.total() >= self.limits.connections
            or self.connections[client] >= self.limits.connections_per_address
        ):
            raise TooMany
        self.connections[client] += 1

    def disconnect(self, client: str) -> None:
        self.connections[client] -= 1
        if self.connections[client] <= 0:
            del self.connections[client]

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
