"""Rate limits by token buckets."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.web.service.messages import Client

MAX_BUCKETS = 5_000


class TokenBucket:
    """Token bucket for each key: `burst` at once, `per_second` in the long run."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def give_back(self, key: str) -> None:
        """Return one token to a bucket, for a request that did nothing."""
        self._buckets[key] = (self._filled(key) + 1, self._clock())

    def is_full(self, key: str) -> bool:
        """Tell whether the bucket of a key is full."""
        return self._filled(key) >= self._burst

    def take(self, key: str) -> bool:
        """Take one token from the bucket of a key. Return whether there was one."""
        filled = self._filled(key)
        if filled < 1:
            return False
        self._buckets.pop(key, None)
        self._buckets[key] = (filled - 1, self._clock())
        if len(self._buckets) > MAX_BUCKETS:  # the one that was used longest ago is full again
            del self._buckets[next(iter(self._buckets))]
        return True

    def _filled(self, key: str) -> float:
        left, at = self._buckets.get(key, (float(self._burst), self._clock()))
        return min(float(self._burst), left + (self._clock() - at) * self._per_second)


class RouteLimits:
    """Rate limits that the routes of the service name, by device."""

    def __init__(self) -> None:
        self._buckets = {
            "ask": TokenBucket(200, 400),
            "open": TokenBucket(20, 40),
            "submit": TokenBucket(20, 40),
            "try": TokenBucket(5, 40),
        }

    def take(self, limit: str, client: Client) -> bool:
        """Count a request of a device. Return whether it is within the limit."""
        return self._buckets[limit].take(client.key)

    def give_back(self, limit: str, client: Client) -> None:
        """Take the last count of a device back."""
        self._buckets[limit].give_back(client.key)
