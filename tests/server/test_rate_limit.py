"""Rate limits alone, without a server."""

from __future__ import annotations

import pytest

from kaiten.server.protocol.errors import TooMany
from kaiten.server.settings import Limits
from kaiten.server.web import rate_limit
from kaiten.server.web.rate_limit import RateLimits, TokenBucket, TokenBuckets


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(rate_limit, "time", found)
    return found


def test_a_bucket_allows_a_burst_and_then_its_rate(clock: Clock) -> None:
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_bucket_takes_nothing_when_its_parent_is_empty(clock: Clock) -> None:
    parent = TokenBucket(rate=0, burst=1)
    one, other = (TokenBucket(rate=0, burst=5, parent=parent) for _ in range(2))
    assert one.take()
    assert not other.take()
    assert other.tokens == 5


def test_clients_are_limited_apart_and_the_oldest_is_forgotten(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "MAX_CLIENTS", 2)
    buckets = TokenBuckets(rate=0, burst=1)
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(TooMany):
        buckets.take("a")
    buckets.take("c")
    assert list(buckets.by_client) == ["a", "c"]
    buckets.take("b")  # forgotten, so it has a full bucket


def test_connections_are_limited_by_client_and_in_all() -> None:
    limits = RateLimits(Limits(connections=3, connections_per_address=2))
    for client in ("a", "a", "b"):
        limits.connect(client)
    for client in ("a", "b", "c"):
        with pytest.raises(TooMany):
            limits.connect(client)
    limits.disconnect("b")
    assert dict(limits.connections) == {"a": 2}
    with pytest.raises(TooMany):
        limits.connect("a")
    limits.connect("c")


def test_many_connections_of_one_client_share_a_limit(clock: Clock) -> None:
    limits = RateLimits(Limits(messages_per_second=1))
    buckets = [limits.message_bucket("a") for _ in range(2 * rate_limit.FULL_RATE_CONNECTIONS)]
    sent = sum(bucket.take() for bucket in buckets for _ in range(rate_limit.BURST_SECONDS))
    assert sent == rate_limit.BURST_SECONDS * rate_limit.FULL_RATE_CONNECTIONS
