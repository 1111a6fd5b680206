"""The cache that web processes share in Redis, and do without while Redis is away."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import cache, cached_property
from typing import Any, TypeAlias, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as AwayError
from redis.exceptions import TimeoutError as SilentError
from redis.retry import Retry

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Key: TypeAlias = "str | bytes | memoryview[int]"
Span = int | timedelta

PATIENCE = 1
"""Seconds that a request waits for Redis before it goes on without."""
REST = 2
"""Seconds for which a process then asks no more, so that a page waits once and not at each step."""


class OptionalClient(RedisCacheClient):
    """A client to which a Redis that is away is one that keeps nothing.

    What is cached can be worked out again, and what counts tries lets them pass meanwhile: people
    must not be kept from playing because a cache is gone. A count that is not there raises
    ValueError, as one does that a full cache has dropped.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        waiting: dict[str, Any] = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            # Once more at once: a line that was open before Redis started anew is dead.
            "retry": Retry(NoBackoff(), 1),
        }
        super().__init__(servers, **{**waiting, **options})
        self._rests_until = 0.0

    def _ask(self, ask: Callable[..., Answer], nothing: Answer, *values: object) -> Answer:
        if time.monotonic() < self._rests_until:
            return nothing
        try:
            return ask(*values)
        except (AwayError, SilentError) as error:
            self._rests_until = time.monotonic() + REST
            logger.warning("The cache is away, so nothing is kept for now: %s", error)
            return nothing

    def add(self, key: Key, value: object, timeout: Span | None) -> bool:
        """Keep a value unless there is one; say whether it was kept."""
        return self._ask(super().add, False, key, value, timeout)

    def get(self, key: Key, default: object) -> Any:
        """Return what is kept."""
        return self._ask(super().get, default, key, default)

    def set(self, key: Key, value: object, timeout: Span | None) -> None:
        """Keep a value."""
        self._ask(super().set, None, key, value, timeout)

    def touch(self, key: Key, timeout: Span) -> bool:
        """Keep what is kept for longer; say whether there is such."""
        return self._ask(super().touch, False, key, timeout)

    def delete(self, key: Key) -> bool:
        """Keep it no longer; say whether it was kept."""
        return self._ask(super().delete, False, key)

    def get_many(self, keys: Iterable[Key]) -> dict[Key, Any]:
        """Return what is kept of these."""
        return self._ask(super().get_many, {}, keys)

    def has_key(self, key: Key) -> bool:
        """Say whether it is kept."""
        return self._ask(super().has_key, False, key)

    def incr(self, key: Key, delta: int) -> int:
        """Count on; raise ValueError where nothing is counted."""
        count: int | None = self._ask(super().incr, None, key, delta)
        if count is None:
            raise ValueError(f"There is no count {key!r}: the cache is away.")
        return count

    def set_many(self, data: Mapping[Key, Any], timeout: Span) -> None:
        """Keep several values."""
        self._ask(super().set_many, None, data, timeout)

    def delete_many(self, keys: Iterable[Key]) -> None:
        """Keep these no longer."""
        self._ask(super().delete_many, None, keys)

    def clear(self) -> bool:
        """Keep nothing."""
        return self._ask(super().clear, False)


class SharedCache(RedisCache):
    """Django's cache in Redis, which requests outlive.

    Django makes a cache for each request, which would open lines of its own; all of a process share
    one client.
    """

    _servers: list[str]
    _options: dict[str, Any]

    @cached_property
    def _cache(self) -> OptionalClient:
        return _client(tuple(self._servers), tuple(self._options.items()))


@cache
def _client(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> OptionalClient:
    return OptionalClient(list(servers), **dict(options))
