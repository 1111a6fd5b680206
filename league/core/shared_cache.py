"""Django's cache in Redis, which is optional while Redis is away."""

import logging
import time
from collections.abc import Callable
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

PATIENCE = 1  # seconds to wait for Redis
REST = 2  # seconds without a further try


class OptionalClient(RedisCacheClient):
    """Client that answers as an empty cache while Redis is away."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        # Retried at once, as a connection from before a restart of Redis is dead.
        waiting = {"retry": Retry(NoBackoff(), 1), "socket_timeout": PATIENCE}
        super().__init__(servers, **{"socket_connect_timeout": PATIENCE, **waiting, **options})
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

    def get(self, key: Key, default: object) -> Any:
        """Return the value."""
        return self._ask(super().get, default, key, default)

    def incr(self, key: Key, delta: int) -> int:
        """Increase a count; raise ValueError where there is none."""
        count: int | None = self._ask(super().incr, None, key, delta)
        if count is None:
            raise ValueError(f"There is no count {key!r}: the cache is away.")
        return count


def _optional(name: str, nothing: object) -> Callable[..., Any]:
    """Return a method that returns `nothing` while Redis is away."""

    def method(self: OptionalClient, *values: object) -> Any:
        return self._ask(getattr(super(OptionalClient, self), name), nothing, *values)

    return method


for _name in ("add", "touch", "delete", "has_key", "clear"):
    setattr(OptionalClient, _name, _optional(_name, nothing=False))
for _name in ("set", "set_many", "delete_many"):
    setattr(OptionalClient, _name, _optional(_name, nothing=None))
setattr(OptionalClient, "get_many", _optional("get_many", nothing={}))  # noqa: B010


class SharedCache(RedisCache):
    """Django's Redis cache with one client for the whole process."""

    _servers: list[str]
    _options: dict[str, Any]

    @cached_property
    def _cache(self) -> OptionalClient:
        return _client(tuple(self._servers), tuple(self._options.items()))


@cache
def _client(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> OptionalClient:
    return OptionalClient(list(servers), **dict(options))
